"""Taking the turns of a conversation in: all of them or none, with entities, and other sessions completed."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import DatabaseError, transaction

from memory import background
from memory.models import ALL, Entity, Memory, MemoryEntity, Namespace, Session
from memory.services import namespaces
from memory.services.errors import InvalidInput, MemoryServiceError, ReplayConflict, TooLarge
from memory.services.graph import entities
from memory.services.memories import facts
from memory.services.talk import episodes, sessions
from memory.services.talk.episodes import ingest_turns
from memory.services.talk.turns import NewMessage
from memory.signals import session_completed
from tests.store import AGENT, CURATOR, NOON, full_text_is_sound, has_posting, know, read_only, say


def turns() -> int:
    return Memory.objects.across(ALL).episodes().count()


def test_a_turn_is_kept_as_it_was_said(namespace):
    message = NewMessage(
        "user", "Bonjour à tous", "Ann", NOON, 120, external_id="t1", attributes={"lang": "fr", "deep": {"a": [1]}}
    )
    found = ingest_turns("acme/alice", "s1", [message], AGENT)
    row = Memory.objects.within(namespace).get()
    assert [e.id for e in found.episodes] == [row.uid]
    assert not found.episodes[0].duplicate
    assert (row.kind, row.role, row.source_role, row.content) == ("episode", "user", "Ann", "Bonjour à tous")
    assert (row.event_time, row.event_offset, row.session_id, row.external_id) == (NOON, 120, "s1", "t1")
    assert row.attributes == {"lang": "fr", "deep": {"a": [1]}}
    assert (row.confidence, row.origin) == (1.0, "agent")
    assert row.uid.startswith("ep_")


def test_a_turn_keeps_its_tags_once_each_without_secrets(namespace):
    secret = "sk-proj-" + "Ab1" * 16
    found = ingest_turns("acme/alice", "s1", [NewMessage("user", "Hello", tags=["work", "work", secret])], AGENT)
    row = Memory.objects.within(namespace).get()
    assert row.tags[0] == "work"
    assert len(row.tags) == 2
    assert secret not in str(row.tags)
    assert found.episodes[0].masked == 1
    assert list(Memory.objects.within(namespace).tagged(["work"])) == [row]


@pytest.mark.parametrize("tags", [["x" * 101], [" "], ["a\0"], [str(number) for number in range(51)]])
def test_a_turn_with_tags_that_cannot_be_is_refused(namespace, tags):
    with pytest.raises(InvalidInput) as caught:
        ingest_turns("acme/alice", "s1", [NewMessage("user", "Hello", tags=tags)], AGENT)
    assert "tag" in str(caught.value)
    assert turns() == 0


def test_a_turn_without_name_or_time_gets_its_role_and_now(namespace):
    (row,) = say(namespace, "s1", "hello", role="assistant")
    assert row.source_role == "assistant"
    assert abs(row.event_time - datetime.now(UTC)) < timedelta(seconds=5)


def test_the_namespace_comes_into_being_with_its_first_turn(db):
    ingest_turns("acme/new", "s1", [NewMessage("user", "hello")], AGENT)
    assert namespaces.for_reading("acme/new").pk


def test_patterns_become_linked_entities_at_once(namespace):
    (row,) = say(namespace, "s1", "Ask @priya about #apollo, or write to priya@example.org. @Priya knows.")
    named = {(e.canonical_name, e.type) for e in row.entities.all()}
    assert {("priya", "person"), ("apollo", "project"), ("priya@example.org", "email")} <= named
    again = say(namespace, "s1", "And @priya again")[0]
    assert entities.named(namespace, "priya").mention_count == 2
    assert MemoryEntity.objects.filter(memory=again).count() == 1


def test_a_mention_of_an_alias_links_the_entity_behind_it(namespace):
    say(namespace, "s1", "Ask @priya")
    priya = entities.named(namespace, "priya")
    entities.add_alias(namespace, priya.uid, "pri", actor=AGENT)
    (row,) = say(namespace, "s1", "Ask @pri")
    assert [e.pk for e in row.entities.all()] == [priya.pk]


def test_a_name_met_before_goes_where_it_goes_now(namespace):
    """The process remembers an entity's row: a merge, or another namespace, must not be answered from memory."""
    say(namespace, "s1", "ask @priya", "ask @pria")
    say(namespace, "s1", "ask @pria")
    priya, pria = (entities.named(namespace, name) for name in ("priya", "pria"))
    entities.merge(namespace, pria.uid, priya.uid, actor=CURATOR)
    (turn,) = say(namespace, "s1", "ask @pria again")
    assert [link.entity_id for link in MemoryEntity.objects.filter(memory=turn)] == [priya.pk]
    assert entities.named(namespace, "priya").mention_count == 4
    other = namespaces.ensure("somebody/else")
    (theirs,) = say(other, "s1", "ask @priya")
    assert MemoryEntity.objects.get(memory=theirs).entity.namespace_id == other.pk


def test_what_was_rolled_back_is_not_remembered(namespace):
    with transaction.atomic():
        ingest_turns(namespace.name, "s1", [NewMessage("user", "ask @zoe")], AGENT)
        transaction.set_rollback(True)
    (turn,) = say(namespace, "s1", "ask @zoe")
    assert [entity.canonical_name for entity in turn.entities.all()] == ["zoe"]


def test_a_name_and_its_alias_in_one_turn_make_one_link(namespace):
    say(namespace, "s1", "Ask @priya")
    entities.add_alias(namespace, entities.named(namespace, "priya").uid, "pri", actor=AGENT)
    (row,) = say(namespace, "s1", "@pri is @priya")
    assert row.entities.count() == 1


def test_a_replay_answers_the_first_ids_and_adds_nothing(namespace):
    batch = [NewMessage("user", "one", external_id="a"), NewMessage("user", "two", external_id="b")]
    first = ingest_turns("acme/alice", "s1", batch, AGENT)
    second = ingest_turns("acme/alice", "s1", batch, AGENT)
    assert [e.id for e in second.episodes] == [e.id for e in first.episodes]
    assert all(e.duplicate for e in second.episodes)
    assert turns() == 2


def test_a_replay_beside_new_turns_adds_the_new_ones_alone(namespace):
    say(namespace, "s1", "one", external_id="a")
    found = ingest_turns(
        "acme/alice", "s1",
        [NewMessage("user", "one", external_id="a"), NewMessage("user", "two", external_id="b"),
         NewMessage("user", "two", external_id="b"), NewMessage("user", "three")],
        AGENT,
    )  # fmt: skip
    assert [e.duplicate for e in found.episodes] == [True, False, True, False]
    assert found.episodes[1].id == found.episodes[2].id
    assert turns() == 3


def test_a_replay_leaves_a_consolidated_session_consolidated(namespace):
    say(namespace, "s1", "one", external_id="a")
    sessions.mark_consolidated(namespace, "s1")
    say(namespace, "s1", "one", external_id="a")
    assert sessions.get_session(namespace, "s1").status == "consolidated"


@pytest.mark.parametrize("change", [{"content": "other"}, {"role": "assistant"}, {"name": "Bob"}])
def test_an_external_id_with_another_message_is_refused_and_nothing_is_written(namespace, change):
    say(namespace, "s1", "one", external_id="a")
    other = NewMessage(**({"role": "user", "content": "one", "external_id": "a"} | change))
    with pytest.raises(ReplayConflict):
        ingest_turns("acme/alice", "s1", [NewMessage("user", "new"), other], AGENT)
    assert turns() == 1


def test_an_external_id_belongs_to_its_session_and_namespace(namespace):
    say(namespace, "s1", "one", external_id="a")
    say(namespace, "s2", "two", external_id="a")
    say(Namespace(name="acme/bob"), "s1", "three", external_id="a")
    assert turns() == 3


def test_an_external_id_of_a_fact_is_no_turns(namespace):
    know(namespace, "Ann likes tea.", session_id="s1", external_id="a")
    (turn,) = say(namespace, "s1", "Something else", external_id="a")
    assert turn.external_id == "a"


REFUSED = {
    "no message": ("s1", []),
    "unknown role": ("s1", [NewMessage("narrator", "x")]),
    "blank": ("s1", [NewMessage("user", " \n\t ")]),
    "too long": ("s1", [NewMessage("user", "ä" * (128 << 10) + "ä")]),
    "nul": ("s1", [NewMessage("user", "a\x00b")]),
    "lone surrogate": ("s1", [NewMessage("user", "a\ud800b")]),
    "nul in the name": ("s1", [NewMessage("user", "x", "A\x00nn")]),
    "long name": ("s1", [NewMessage("user", "x", "n" * 256)]),
    "long external id": ("s1", [NewMessage("user", "x", external_id="n" * 256)]),
    "surrogate in the external id": ("s1", [NewMessage("user", "x", external_id="\udfff")]),
    "session with a slash": ("a/b", [NewMessage("user", "x")]),
    "session ..": ("..", [NewMessage("user", "x")]),
    "empty session": ("", [NewMessage("user", "x")]),
    "long session": ("s" * 201, [NewMessage("user", "x")]),
    "second of two": ("s1", [NewMessage("user", "fine"), NewMessage("user", "")]),
}


@pytest.mark.parametrize(("session_id", "messages"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_kept_is_refused_whole(namespace, session_id, messages):
    with pytest.raises(InvalidInput) as refusal:
        ingest_turns("acme/alice", session_id, messages, AGENT)
    assert refusal.value.field
    assert turns() == 0
    assert not Session.objects.across(ALL).exists()


def test_content_of_exactly_the_limit_is_kept(namespace, settings):
    settings.MEMORY_MAX_CONTENT_BYTES = 10
    say(namespace, "s1", "ä" * 5)
    with pytest.raises(InvalidInput):
        say(namespace, "s1", "ä" * 5 + "x")


def test_too_many_messages_are_refused(namespace):
    with pytest.raises(TooLarge):
        ingest_turns("acme/alice", "s1", [NewMessage("user", "x")] * 101, AGENT)
    assert turns() == 0
    assert len(ingest_turns("acme/alice", "s1", [NewMessage("user", "x")] * 100, AGENT).episodes) == 100


@pytest.mark.parametrize("name", ["", "a b", "../x", "acme//alice", "x" * 201, "acme/*"])
def test_a_bad_namespace_is_refused(db, name):
    with pytest.raises(InvalidInput):
        ingest_turns(name, "s1", [NewMessage("user", "x")], AGENT)


def test_a_new_session_completes_the_others_of_its_namespace(namespace, django_capture_on_commit_callbacks):
    heard = []
    session_completed.connect(lambda sender, **kwargs: heard.append(kwargs["session_id"]), weak=False, dispatch_uid="t")
    try:
        say(namespace, "s1", "one")
        say(Namespace(name="acme/bob"), "b1", "elsewhere")
        with django_capture_on_commit_callbacks(execute=True):
            found = ingest_turns("acme/alice", "s2", [NewMessage("user", "two")], AGENT)
            assert heard == []  # not before the commit
    finally:
        session_completed.disconnect(dispatch_uid="t")
    assert found.completed_sessions == ["s1"] == heard
    assert sessions.get_session(namespace, "s1").status == "pending"
    assert sessions.get_session(namespace, "s2").status == "open"
    assert Session.objects.across(ALL).get(session_id="b1").status == "open"
    assert "maintenance.tasks.consolidate_pending" in background._tasks


def test_going_on_in_a_known_session_completes_nothing(namespace):
    say(namespace, "s1", "one")
    say(namespace, "s2", "two")
    assert ingest_turns("acme/alice", "s1", [NewMessage("user", "again")], AGENT).completed_sessions == []
    assert sessions.get_session(namespace, "s1").status == "open"
    assert sessions.get_session(namespace, "s2").status == "open"


def test_with_a_switch_idle_only_quiet_sessions_are_completed(namespace, settings):
    settings.MEMORY_SESSION_SWITCH_IDLE = 60
    say(namespace, "quiet", "one")
    Session.objects.within(namespace).update(last_seen_at=datetime.now(UTC) - timedelta(seconds=61))
    say(namespace, "live", "two")
    found = ingest_turns("acme/alice", "s3", [NewMessage("user", "three")], AGENT)
    assert sessions.get_session(namespace, "quiet").status == "pending"
    assert found.completed_sessions == []
    assert sessions.get_session(namespace, "live").status == "open"


def test_a_call_completes_at_most_twenty_sessions(namespace, settings):
    settings.MEMORY_SESSION_SWITCH_IDLE = 3600
    for number in range(22):
        say(namespace, f"s{number}", "x")
    settings.MEMORY_SESSION_SWITCH_IDLE = 0
    assert len(ingest_turns("acme/alice", "new", [NewMessage("user", "x")], AGENT).completed_sessions) == 20


def test_a_completed_session_that_goes_on_is_open_again(namespace):
    say(namespace, "s1", "one")
    sessions.mark_consolidated(namespace, "s1")
    say(namespace, "s1", "two")
    session = sessions.get_session(namespace, "s1")
    assert (session.status, session.episode_count, session.pending_count) == ("open", 2, 1)


def test_a_turn_can_be_found_by_its_words_its_speaker_and_its_day(namespace):
    (row,) = say(namespace, "s1", "The museum was closed", name="Caroline", event_time=NOON)
    assert has_posting(row, "museum")
    assert has_posting(row, "caroline")
    assert has_posting(row, "2026-03-02")
    full_text_is_sound()


def test_embedding_is_left_to_a_worker(namespace, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        (row,) = say(namespace, "s1", "hello")
    assert row.embedding is None
    assert episodes.EMBED_TASK in background._tasks


def test_a_read_only_store_refuses_and_says_so(namespace):
    with read_only(), pytest.raises(DatabaseError, match=r"read-?only"):
        say(namespace, "s1", "one")
    assert turns() == 0


def test_the_listing_gives_a_sessions_active_turns_in_order(namespace):
    rows = say(namespace, "s1", "one", "two", "three")
    say(namespace, "s2", "elsewhere")
    facts.retire(namespace, rows[1].uid, actor=AGENT)
    assert [row.content for row in episodes.turns_of(namespace, "s1")] == ["one", "three"]
    assert list(episodes.turns_of(Namespace(name="acme/none"), "s1")) == []


def test_every_refusal_has_a_sentence_for_people():
    assert issubclass(InvalidInput, MemoryServiceError)
    assert InvalidInput("no", "field").detail == "no"


def test_many_mentions_make_one_entity_each(namespace):
    say(namespace, "s1", " ".join(f"@p{i % 5}" for i in range(50)))
    assert Entity.objects.within(namespace).count() == 5
