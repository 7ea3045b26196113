"""What was done before an export can be taken back after the import, in a store with other row numbers."""

from __future__ import annotations

import json

import pytest

from memory.models import Entity, Event, EventKind, Memory, MemoryEntity, Session, SessionStatus, session_subject
from memory.services import namespaces
from memory.services.curating import undoing
from memory.services.errors import InvalidInput
from memory.services.graph import entities, entity_undoing
from memory.services.memories import facts
from memory.services.parcels import unpacking
from memory.services.talk import sessions
from tests.memory.services.parcels.test_parcels import body, change, emptied, packed, sealed
from tests.store import CURATOR, know, make_entity, say


@pytest.fixture
def settled(namespace):
    """Entities that were made one, facts that were, and a session that was given up."""
    bob, bobby = (make_entity(namespace, name) for name in ("Bob", "Bobby"))
    for number, spoken in enumerate(([bob], [bobby], [bob, bobby])):
        memory = know(namespace, f"Thing {'one two three'.split()[number]} was done by the lake")
        MemoryEntity.objects.filter(memory=memory).delete()
        MemoryEntity.objects.bulk_create([MemoryEntity(memory=memory, entity=one) for one in spoken])
    entities.merge(namespace, bobby.uid, bob.uid, actor=CURATOR)
    first, second = say(namespace, "chat-1", "I like tea.", "I do like tea.")
    kept = know(namespace, "Ann likes tea", source_ids=[first.uid])
    other = know(namespace, "Ann is fond of green tea", source_ids=[second.uid])
    facts.merge(namespace, kept.uid, [other.uid], actor=CURATOR)
    Session.objects.within(namespace).filter(session_id="chat-1").update(
        status=SessionStatus.FAILED, watermark=first.rowid
    )
    sessions.skip(namespace, "chat-1", "too long", actor=CURATOR)
    return namespace


def elsewhere(namespace, file):
    """In a store whose rows have other numbers."""
    emptied(namespace)
    other = namespaces.ensure("acme/other")
    for number in range(40):
        know(other, f"Nobody knows what number {number} is for")
        make_entity(other, f"Somebody {number}")
    say(other, "chat-1", *(f"Hello {number}" for number in range(5)))
    unpacking.take_in(file, "acme/alice")
    return namespaces.for_reading("acme/alice")


def told(namespace, kind, has):
    return next(
        event for event in Event.objects.within(namespace).filter(kind=kind) if has in event.before | event.after
    )


def spoken_of(namespace, name):
    links = MemoryEntity.objects.filter(entity__namespace=namespace, entity__canonical_name=name)
    return {text.split()[1] for text in links.values_list("memory__content", flat=True) if text.startswith("Thing")}


def test_the_lines_come_back_the_same_and_hold_no_row_numbers(settled, tmp_path):
    first = packed(settled, tmp_path)
    came = elsewhere(settled, first)
    assert body(packed(came, tmp_path, "again.jsonl")) == body(first)
    merged = told(came, EventKind.MERGED, "entity")
    assert "rowid" not in merged.before["entity"]
    assert len(merged.before["memories"]) == 2
    assert set(merged.before["memories"]) <= set(Memory.objects.within(came).values_list("pk", flat=True))


def test_entities_that_were_made_one_are_two_again(settled, tmp_path):
    came = elsewhere(settled, packed(settled, tmp_path))
    entity_undoing.undo(came, told(came, EventKind.MERGED, "entity").seq, actor=CURATOR)
    assert (spoken_of(came, "Bob"), spoken_of(came, "Bobby")) == ({"one", "three"}, {"two", "three"})


def test_what_was_taken_back_is_known_as_such(settled, tmp_path):
    merged = told(settled, EventKind.MERGED, "entity")
    entity_undoing.undo(settled, merged.seq, actor=CURATOR)
    came = elsewhere(settled, packed(settled, tmp_path))
    unmerged = Event.objects.within(came).get(kind=EventKind.UNMERGED)
    assert unmerged.after["event"] == told(came, EventKind.MERGED, "entity").seq


def test_facts_that_were_made_one_have_their_own_sources_again(settled, tmp_path):
    came = elsewhere(settled, packed(settled, tmp_path))
    undoing.undo(came, told(came, EventKind.MERGED, "facts").seq, actor=CURATOR)
    kept = Memory.objects.within(came).get(content="Ann likes tea")
    assert [link.source.content for link in kept.source_links.all()] == ["I like tea."]


def test_a_session_that_was_given_up_is_a_failed_one_again(settled, tmp_path):
    came = elsewhere(settled, packed(settled, tmp_path))
    skipped = told(came, EventKind.SESSION_SKIPPED, "watermark")
    session = Session.objects.within(came).get(session_id="chat-1")
    assert skipped.subject == session_subject(session.pk)
    sessions.take_back_skip(came, skipped.change, actor=CURATOR)
    session.refresh_from_db()
    first = Memory.objects.within(came).get(content="I like tea.")
    assert (session.status, session.watermark) == (SessionStatus.FAILED, first.rowid)


def test_numbers_of_another_store_in_an_older_file_name_nothing_here(settled, tmp_path):
    lines = packed(settled, tmp_path).read_text().splitlines()
    older = [lines[0].replace('"version":2', '"version":1')]
    for line in lines[1:-1]:
        row = json.loads(line).get("events", {})
        if row.get("kind") == "merged" and "entity" in row["before"]:
            entity = row["before"]["entity"] | {"rowid": 3}
            line = change(line, before=row["before"] | {"entity": entity, "memories": [1, 2, 41], "shared": [2]})
        elif row.get("kind") == "session_skipped":
            line = change(line, before={"watermark": 1}, after=row["after"] | {"watermark": 2}, subject="s:1")
        older.append(line)
    file = tmp_path / "older.jsonl"
    file.write_bytes(sealed(older))
    came = elsewhere(settled, file)

    merged = told(came, EventKind.MERGED, "entity")
    assert (merged.before["memories"], merged.before["shared"]) == ([], [])
    skipped = told(came, EventKind.SESSION_SKIPPED, "session_id")
    assert (skipped.subject, skipped.before, skipped.after) == ("s:0", {}, {"session_id": "chat-1"})
    entity_undoing.undo(came, merged.seq, actor=CURATOR)
    assert spoken_of(came, "Bob") == {"one", "two", "three"}
    assert Entity.objects.within(came).filter(canonical_name="Bobby").exists()


@pytest.mark.parametrize("spoilt", [{"before": [1]}, {"before": {"memories": 1}}, {"kind": ["merged"]}, {"subject": 1}])
def test_an_event_that_cannot_be_read_is_refused_with_its_line(settled, tmp_path, spoilt):
    lines = packed(settled, tmp_path).read_text().splitlines()
    place = next(at for at, line in enumerate(lines) if '"kind":"merged"' in line)
    lines[place] = change(lines[place], **spoilt)
    file = tmp_path / "spoilt.jsonl"
    file.write_bytes(sealed(lines[:-1]))
    emptied(settled)
    with pytest.raises(InvalidInput, match=f"line {place + 1}: what the event tells cannot be read"):
        unpacking.take_in(file, "acme/alice")
    assert not Memory.everything.exists()
