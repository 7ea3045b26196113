"""What is erased is gone from the store's bytes, with all that was drawn from it, and does not come back."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError

from memory import tasks
from memory.models import (
    ErasedWhat,
    Erasure,
    Event,
    HandedContext,
    IdempotencyKey,
    Memory,
    MemorySource,
    MemoryTest,
    ReviewReason,
    Session,
    SessionStatus,
    Tombstone,
)
from memory.search.backends import backend
from memory.services import embeddings, namespaces, reflections, reviews
from memory.services.curating import notes
from memory.services.errors import NotFound
from memory.services.graph import entities
from memory.services.handing import context
from memory.services.learning import consolidation, saving
from memory.services.memories import facts
from memory.services.parcels import sending
from memory.services.trying import memory_tests
from memory.services.upkeep import backups, erasure_log, erasure_plans, erasures
from memoryproj.sqlite import erasing, scanning
from tests.store import CURATOR, DERIVED, claim, committed, embed_all, know, say

__all__ = ["committed"]
CANARY = "zanzibarquokka"


@pytest.fixture(autouse=True)
def folder(settings, tmp_path):
    settings.MEMORY_DATA_DIR, settings.MEMORY_BACKUP_DIR = tmp_path, tmp_path / "backups"
    return tmp_path


@pytest.fixture
def namespace(committed):
    return committed


def told(namespace):
    """A session with a canary, what was learnt from it, and everything that may keep a copy."""
    secret, other = say(namespace, "chat-1", f"My code word is {CANARY} indeed.", "I live in Bergen by the sea.")
    (again,) = say(namespace, "chat-2", "I live in Bergen, as I said before.")
    word = know(namespace, f"Maya's code word is {CANARY}", actor=DERIVED, source_ids=[secret.uid])
    both = know(namespace, "Maya lives in Bergen", actor=DERIVED, source_ids=[other.uid, again.uid])
    facts.edit(namespace, word.uid, actor=CURATOR, tags=[CANARY])
    reflections.save(namespace, f"A week about {CANARY}", [word.uid], actor=DERIVED)
    waits = reviews.open_review(namespace, both, ReviewReason.LOW_CONFIDENCE)
    notes.write(waits, assigned_to="", due=None, comment=f"Compare it with {CANARY}", version=0, actor=CURATOR)
    test = memory_tests.add(namespace, "Where is Bergen?", ["sea"], [], actor=CURATOR)
    memory_tests.add(namespace, f"Who says {CANARY}?", [CANARY], [], actor=CURATOR)
    memory_tests.run(test)
    MemoryTest.objects.within(namespace).update(before=f"It was {CANARY}")
    embed_all()
    context.build(namespace, f"What is the code word {CANARY}?", session_id="chat-9")
    return secret, other, again, word, both


@pytest.mark.sqlite_alone("the bytes of a file")
def test_an_erased_session_leaves_no_byte(namespace):
    told(namespace)
    files = erasing.store_files()
    assert scanning.search(files, {CANARY.encode()})

    done = erasures.erase(namespace, ErasedWhat.SESSION, "chat-1", actor=CURATOR)

    assert done.sought
    assert done.remaining == 0
    assert scanning.search(erasing.store_files(), {CANARY.encode()}) == set()
    assert not Session.objects.within(namespace).filter(session_id="chat-1").exists()
    assert not HandedContext.objects.within(namespace).exists()


@pytest.mark.sqlite_alone("the bytes of a file")
def test_no_vector_of_it_is_left_either(namespace):
    secret, *_ = told(namespace)
    vector = bytes(Memory.everything.get(pk=secret.pk).embedding)[:64]
    assert scanning.search(erasing.store_files(), {vector})

    erasures.erase(namespace, ErasedWhat.MEMORY, secret.uid, actor=CURATOR)

    assert scanning.search(erasing.store_files(), {vector}) == set()


@pytest.mark.sqlite_alone("the bytes of a file")
def test_nor_one_in_the_half_built_index_of_another_model(namespace, settings, monkeypatch):
    secret, *_ = told(namespace)
    settings.MEMORY_EMBEDDING_DIMENSIONS = 128

    def killed(name):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(backend(), "surplus_vectors", killed)
        with pytest.raises(KeyboardInterrupt):
            embeddings.reembed()
    vector = bytes(Memory.everything.get(pk=secret.pk).embedding)[:64]
    assert scanning.search(erasing.store_files(), {vector})

    erasures.erase(namespace, ErasedWhat.MEMORY, secret.uid, actor=CURATOR)

    assert scanning.search(erasing.store_files(), {vector}) == set()


def test_an_export_that_was_sent_goes_too_once_it_is_open(namespace, folder, monkeypatch):
    secret, *_ = told(namespace)
    monkeypatch.setattr(sending, "OPENED_SECONDS", 0.2)
    file = sending.packed(namespace, 1 << 24)
    with Path(file.name).open("rb") as opened:
        done = erasures.erase(namespace, ErasedWhat.MEMORY, secret.uid, actor=CURATOR)
        assert not list((folder / "exports").iterdir())
        assert CANARY.encode() in opened.read()
    file.close()
    assert done.remaining in {0, None}  # None on PostgreSQL


@pytest.mark.sqlite_alone("the bytes of a file")
def test_files_that_could_not_be_written_anew_are_never_told_as_clean(namespace, monkeypatch):
    secret, *_ = told(namespace)

    def busy():
        raise OperationalError("database is locked")

    monkeypatch.setattr(erasing, "scrub", busy)
    done = erasures.erase(namespace, ErasedWhat.MEMORY, secret.uid, actor=CURATOR)

    assert (done.sought, done.remaining) == (None, None)
    assert not Memory.objects.within(namespace).filter(pk=secret.pk).exists()


def test_what_others_support_is_learnt_again_without_it(namespace):
    _, _, again, _, both = told(namespace)
    Session.objects.within(namespace).update(status=SessionStatus.CONSOLIDATED, watermark=10**9)

    erasures.erase(namespace, ErasedWhat.SESSION, "chat-1", actor=CURATOR)

    assert not Memory.objects.within(namespace).filter(pk=both.pk).exists()
    session = Session.objects.within(namespace).get(session_id="chat-2")
    assert (session.status, session.watermark) == (SessionStatus.PENDING, again.pk - 1)


def test_a_plan_says_what_goes_and_changes_nothing(namespace):
    secret, *_ = told(namespace)
    before = Memory.objects.within(namespace).count()

    planned = erasure_plans.plan(namespace, ErasedWhat.MEMORY, secret.uid)

    assert planned.counts == {"episodes": 1, "facts": 1, "reflections": 1, "sessions_read_again": 0}
    assert Memory.objects.within(namespace).count() == before


def test_an_erased_memory_takes_its_history_and_what_names_it(namespace):
    secret, *_ = told(namespace)

    erasures.erase(namespace, ErasedWhat.MEMORY, secret.uid, actor=CURATOR)

    told_of = [json.dumps([event.before, event.after, event.reason]) for event in Event.objects.within(namespace)]
    assert not any(CANARY in one for one in told_of)
    assert not IdempotencyKey.objects.exists()


def test_an_erased_fact_is_not_learnt_from_another_turn(namespace):
    *_, word, _ = told(namespace)
    erasures.erase(namespace, ErasedWhat.MEMORY, word.uid, actor=CURATOR)
    (turn,) = say(namespace, "chat-3", f"Remember, my code word is {CANARY}.")
    draft = saving.FactInput(f"Maya's code word is {CANARY}.", [turn.uid])

    learnt = consolidation.commit(claim(namespace, "chat-3"), [draft], turn.pk, actor=DERIVED)

    assert learnt == []
    assert CANARY not in Tombstone.objects.within(namespace).first().statement


def test_what_speaks_of_an_entity_goes_with_it(namespace):
    say(namespace, "chat-1", "I met #lighthouse friends", "I had soup")
    entity = entities.named(namespace, "lighthouse")

    erasures.erase(namespace, ErasedWhat.ENTITY, entity.uid, actor=CURATOR)

    assert [memory.content for memory in Memory.objects.within(namespace)] == ["I had soup"]
    with pytest.raises(NotFound):
        entities.named(namespace, "lighthouse")


def test_a_namespace_is_erased_and_its_neighbour_stays(namespace):
    told(namespace)
    other = namespaces.ensure("acme/other")
    say(other, "chat-1", "I like tea")

    done = erasures.erase(namespace, ErasedWhat.NAMESPACE, actor=CURATOR)

    assert done.remaining == (0 if erasures.provable() else None)
    assert not Memory.objects.within(namespace).exists()
    assert not Event.objects.within(namespace).exists()
    assert Memory.objects.within(other).count() == 1


def test_the_log_lies_outside_the_store_and_tells_no_content(namespace, folder):
    told(namespace)
    erasures.erase(namespace, ErasedWhat.SESSION, "chat-1", actor=CURATOR)

    log = folder / "erasures.jsonl"
    assert CANARY not in log.read_text()
    assert stat.S_IMODE(log.stat().st_mode) == 0o600


def test_what_an_older_backup_brings_back_is_erased_again(namespace):
    secret, *_ = told(namespace)
    kept = Memory.everything.get(pk=secret.pk)
    erasures.erase(namespace, ErasedWhat.SESSION, "chat-1", actor=CURATOR)
    # As an older backup has them.
    kept.save(force_insert=True)
    Erasure.objects.within(namespace).delete()

    assert erasures.replay() == 1
    assert erasures.replay() == 0
    assert not Memory.objects.within(namespace).filter(uid=secret.uid).exists()
    assert Erasure.objects.within(namespace).count() == 1


def test_what_others_support_is_learnt_again_after_a_restore_too(namespace):
    _, other, again, _, both = told(namespace)
    kept = Memory.everything.get(pk=other.pk), Memory.everything.get(pk=both.pk)
    erasures.erase(namespace, ErasedWhat.SESSION, "chat-1", actor=CURATOR)
    for row in kept:  # as an older backup has them, with the session that was consolidated by then
        row.save(force_insert=True)
    MemorySource.objects.bulk_create(MemorySource(memory=both, source=turn) for turn in (other, again))
    Session.objects.within(namespace).update(status=SessionStatus.CONSOLIDATED, watermark=10**9)
    Erasure.objects.within(namespace).delete()

    assert erasures.replay() == 1

    assert not Memory.objects.within(namespace).filter(pk__in=[other.pk, both.pk]).exists()
    session = Session.objects.within(namespace).get(session_id="chat-2")
    assert (session.status, session.watermark) == (SessionStatus.PENDING, again.pk - 1)


def test_the_command_tells_first_and_asks_for_the_name_of_a_whole_namespace(namespace, capsys):
    secret, *_ = told(namespace)

    with pytest.raises(CommandError, match="no namespace acme/ghost"):
        call_command("erase", "acme/ghost", "namespace", "acme/ghost", "--dry-run")
    call_command("erase", namespace.name, "memory", secret.uid, "--dry-run")
    assert "1 episodes" in capsys.readouterr().out
    assert Memory.objects.within(namespace).filter(pk=secret.pk).exists()
    with pytest.raises(CommandError):
        call_command("erase", namespace.name, "namespace")
    call_command("erase", namespace.name, "namespace", namespace.name)
    assert not Memory.objects.within(namespace).exists()


@pytest.mark.sqlite_alone("a server has its own backups")
def test_a_backup_in_its_usual_place_is_not_taken_for_the_store(namespace, folder, settings):
    settings.MEMORY_BACKUP_DIR = ""
    told(namespace)
    kept = backups.folder()
    kept.mkdir(exist_ok=True)
    (kept / "memory-then-schedule.db").write_text(f"My code word is {CANARY} indeed.")
    settings.MEMORY_DATA_DIR = kept.parent
    done = erasures.erase(namespace, ErasedWhat.SESSION, "chat-1", actor=CURATOR)
    assert done.sought
    assert done.remaining == (0 if erasures.provable() else None)


def test_a_torn_line_of_the_log_hides_no_other(namespace):
    told(namespace)
    erasure_log.path().write_text('{"at": "2026-')
    erasures.erase(namespace, ErasedWhat.SESSION, "chat-1", actor=CURATOR)
    say(namespace, "chat-1", f"My code word is {CANARY} indeed.")
    Memory.objects.within(namespace).filter(session_id="chat-1").update(created_at="2020-01-01T00:00:00Z")
    Erasure.objects.within(namespace).delete()
    assert erasures.replay() == 1
    assert not Memory.objects.within(namespace).filter(content__contains=CANARY).exists()


def test_what_is_learnt_while_it_is_erased_goes_too(namespace, monkeypatch):
    secret, *_ = told(namespace)
    plan, late = erasure_plans.plan, []

    def slow(*words, **options):
        planned = plan(*words, **options)
        if not late:
            late.append(know(namespace, f"Maya said {CANARY}", actor=DERIVED, source_ids=[secret.uid]))
        return planned

    monkeypatch.setattr(erasure_plans, "plan", slow)
    done = erasures.erase(namespace, ErasedWhat.MEMORY, secret.uid, actor=CURATOR)
    assert done.remaining == (0 if erasures.provable() else None)
    assert not Memory.objects.within(namespace).filter(pk=late[0].pk).exists()


def test_a_run_erases_and_tells_what_the_scan_found(namespace):
    told(namespace)
    run = erasures.request(namespace, ErasedWhat.SESSION, ["chat-1"], requested_by="key:test")
    tasks.run_operations()
    run.refresh_from_db()
    assert bool(run.counts["sought"]) == erasures.provable()
    assert run.counts["remaining"] == (0 if erasures.provable() else None)
