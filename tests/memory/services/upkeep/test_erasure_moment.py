"""An erasure takes what was there when it was asked for. What is written since then stays, also behind a restore."""

from __future__ import annotations

import itertools
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.db import connections
from django.utils import timezone

from memory import background, tasks
from memory.models import (
    ErasedWhat,
    Erasure,
    Event,
    HandedContext,
    Memory,
    OperationStatus,
    Session,
    SessionStatus,
)
from memory.services import namespaces
from memory.services.errors import Busy
from memory.services.graph import entities
from memory.services.handing import context
from memory.services.memories import off_record
from memory.services.talk import sessions
from memory.services.upkeep import backups, doctor, erasure_log, erasure_plans, erasures
from memoryproj import throwaway
from memoryproj.sqlite.backups import Why
from tests.store import CURATOR, DERIVED, committed, know, say

__all__ = ["committed"]


@pytest.fixture(autouse=True)
def folder(settings, tmp_path):
    settings.MEMORY_DATA_DIR, settings.MEMORY_BACKUP_DIR = tmp_path, tmp_path / "backups"
    return tmp_path


def asked(namespace, what, *targets):
    return erasures.request(namespace, what, targets, requested_by="key:test")


def done(run):
    tasks.run_operations()
    run.refresh_from_db()
    assert run.status == OperationStatus.SUCCEEDED, run.error
    return run.counts


def held(namespace):
    return list(Memory.objects.within(namespace).order_by("pk").values_list("content", flat=True))


@pytest.mark.parametrize("what", [ErasedWhat.NAMESPACE, ErasedWhat.SESSION])
def test_what_is_said_after_the_request_stays_with_its_session(committed, what):
    say(committed, "live", "I live in Bergen.")
    run = asked(committed, what, *(["live"] if what == ErasedWhat.SESSION else []))
    say(committed, "live", "I moved to Lisbon.")
    say(committed, "new", "I like tea.")
    know(committed, "Maya has a cat.")

    assert done(run)["episodes"] == 1

    assert held(committed) == ["I moved to Lisbon.", "I like tea.", "Maya has a cat."]
    assert sessions.get_session(committed, "live").pending_count == 1
    assert sessions.get_session(committed, "new").pending_count == 1
    assert Event.objects.within(committed).exists(), "the history of the new fact"
    assert doctor.examine() == []


def test_a_clock_that_was_set_back_neither_keeps_nor_takes(committed):
    (old,) = say(committed, "s1", "I live in Bergen.")
    Memory.objects.within(committed).filter(pk=old.pk).update(created_at=timezone.now() + timedelta(hours=1))
    run = asked(committed, ErasedWhat.NAMESPACE)
    (new,) = say(committed, "s1", "I moved to Lisbon.")
    Memory.objects.within(committed).filter(pk=new.pk).update(created_at=run.created_at - timedelta(hours=1))

    done(run)

    assert held(committed) == ["I moved to Lisbon."]


def test_a_session_of_which_nothing_is_left_goes(committed):
    say(committed, "live", "I live in Bergen.")
    say(committed, "over", "I like tea.")
    run = asked(committed, ErasedWhat.NAMESPACE)
    say(committed, "live", "I moved to Lisbon.")
    off_record.drop(committed, "silent", actor=CURATOR)

    done(run)

    assert set(Session.objects.within(committed).values_list("session_id", flat=True)) == {"live", "silent"}


def test_what_speaks_of_an_entity_after_the_request_keeps_the_entity(committed):
    say(committed, "s1", "I met #lighthouse friends")
    run = asked(committed, ErasedWhat.ENTITY, entities.named(committed, "lighthouse").uid)
    say(committed, "s1", "The #lighthouse is lit again")

    done(run)

    assert held(committed) == ["The #lighthouse is lit again"]
    assert entities.named(committed, "lighthouse").mention_count == 1


def test_what_is_learnt_after_the_request_from_what_goes_goes_too(committed):
    (old,) = say(committed, "s1", "I live in Bergen.")
    run = asked(committed, ErasedWhat.NAMESPACE)
    (new,) = say(committed, "s2", "As I said, Bergen.")
    Session.objects.within(committed).filter(session_id="s2").update(status=SessionStatus.CONSOLIDATED, watermark=10**9)
    know(committed, "Maya lives in Bergen", actor=DERIVED, source_ids=[old.uid, new.uid])

    assert done(run)["sessions_read_again"] == 1

    assert held(committed) == ["As I said, Bergen."]
    assert sessions.get_session(committed, "s2").pending_count == 1


def test_a_session_that_goes_on_loses_the_blocks_and_questions_of_before(committed):
    know(committed, "Maya lives in Bergen.")
    say(committed, "live", "I live in Bergen.")
    context.build(committed, "Where do I live, in Bergen?", session_id="live")
    background.flush()
    assert HandedContext.objects.within(committed).exists()
    run = asked(committed, ErasedWhat.SESSION, "live")
    say(committed, "live", "I moved to Lisbon.")
    context.build(committed, "Does Maya live in Bergen?", session_id="live")
    background.flush()

    done(run)

    (block,) = HandedContext.objects.within(committed)
    assert block.at > run.created_at


def test_a_request_that_waits_over_another_erasure_takes_no_more_than_it_meant(committed):
    say(committed, "s1", "I live in Bergen.")
    first, second = asked(committed, ErasedWhat.NAMESPACE), asked(committed, ErasedWhat.NAMESPACE)
    say(committed, "s1", "I moved to Lisbon.")
    done(first)
    second.refresh_from_db()
    assert second.status == OperationStatus.SUCCEEDED
    assert held(committed) == ["I moved to Lisbon."]


def test_a_replay_takes_nothing_where_the_store_knows_the_erasure(committed):
    say(committed, "s1", "I live in Bergen.")
    run = asked(committed, ErasedWhat.NAMESPACE)
    say(committed, "s1", "I moved to Lisbon.")
    done(run)
    # As an import brings it: it was there before the erasure, and came back on purpose.
    Memory.objects.within(committed).update(created_at=run.created_at - timedelta(days=1))

    assert erasures.replay() == 0

    assert held(committed) == ["I moved to Lisbon."]


def test_an_erasure_that_is_given_up_is_not_in_the_log(committed, monkeypatch):
    (turn,) = say(committed, "s1", "I live in Bergen.")
    plan, learnt = erasure_plans.plan, itertools.count(1)

    def slow(*words, **options):
        planned = plan(*words, **options)
        know(committed, f"Maya has {next(learnt)} flats in Bergen.", actor=DERIVED, source_ids=[turn.uid])
        return planned

    monkeypatch.setattr(erasure_plans, "plan", slow)
    with pytest.raises(Busy):
        erasures.erase(committed, ErasedWhat.MEMORY, turn.uid, actor=CURATOR)

    assert list(erasure_log.entries()) == []


@pytest.fixture
def own_store(committed, migrated):
    """A store that the test may put others in the place of."""
    connections.close_all()
    with throwaway.store(migrated) as path:
        yield path


@pytest.fixture
def home(own_store):
    return namespaces.ensure("acme/home")


def ended(namespace):
    """An erasure of the namespace, beside which others talk; answers what is there then."""
    say(namespace, "live", "I live in Bergen.")
    run = asked(namespace, ErasedWhat.NAMESPACE)
    say(namespace, "live", "I moved to Lisbon.")
    done(run)
    say(namespace, "new", "I like tea.")
    return {(turn.session_id, turn.content) for turn in Memory.objects.within(namespace)}


@pytest.mark.sqlite_alone("a server has its own backups")
def test_a_restore_leaves_what_was_said_since_an_erasure_before_the_backup(home):
    before = ended(home)
    backups.make(Why.HAND)

    call_command("restore", "latest")

    assert {(turn.session_id, turn.content) for turn in Memory.objects.within(home)} == before
    assert set(Session.objects.within(home).values_list("session_id", flat=True)) == {"live", "new"}
    assert Erasure.objects.within(home).count() == 1
    assert doctor.examine() == []


@pytest.mark.sqlite_alone("a server has its own backups")
def test_a_backup_between_the_request_and_the_erasure_keeps_what_came_between(home):
    say(home, "live", "I live in Bergen.")
    run = asked(home, ErasedWhat.NAMESPACE)
    say(home, "live", "I moved to Lisbon.")
    backups.make(Why.HAND)
    done(run)
    say(home, "live", "I like tea.")

    call_command("restore", "latest")

    assert held(home) == ["I moved to Lisbon."]
    assert sessions.get_session(home, "live").pending_count == 1


@pytest.mark.sqlite_alone("a server has its own backups")
def test_the_next_erasure_deletes_the_store_that_a_restore_put_aside(home, own_store, capsys):
    secret = know(home, "Orsolya keeps the papers under the stairs of the boathouse in Tarn.")
    know(home, "Maya likes tea.")
    backups.make(Why.HAND)
    call_command("restore", "latest")
    assert "The next erasure deletes that file" in capsys.readouterr().out
    assert list(own_store.parent.glob("memory-replaced-*"))

    gone = erasures.erase(home, ErasedWhat.MEMORY, secret.uid, actor=CURATOR)

    assert (bool(gone.sought), gone.remaining) == (True, 0)
    assert not list(own_store.parent.glob("memory-replaced-*"))
    assert held(home) == ["Maya likes tea."]


@pytest.mark.sqlite_alone("a server has its own backups")
def test_a_restore_that_erases_again_keeps_the_store_that_it_put_aside(home, own_store):
    secret = know(home, "Orsolya keeps the papers under the stairs of the boathouse in Tarn.")
    backups.make(Why.HAND)
    erasures.erase(home, ErasedWhat.MEMORY, secret.uid, actor=CURATOR)

    call_command("restore", "latest")

    assert held(home) == []
    assert list(own_store.parent.glob("memory-replaced-*.db"))
