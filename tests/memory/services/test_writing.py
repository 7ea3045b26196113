"""Writers of one namespace wait for each other, on every database: none works on what another has changed since."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event

import pytest
from django.db import OperationalError, connection

from memory.models import ALL, Memory, Namespace
from memory.problems import problem_of
from memory.services import writing as held
from memory.services.learning import saving
from memory.services.talk.episodes import ingest_turns
from memory.services.talk.turns import NewMessage
from memory.services.writing import writing
from tests.store import AGENT, committed

__all__ = ["committed"]

WRITERS = 6


def at_once(work):
    """What `work` answers to WRITERS threads that begin together."""
    ready = Barrier(WRITERS, timeout=60)

    def one(number):
        try:
            ready.wait()
            return work(number)
        finally:
            connection.close()

    with ThreadPoolExecutor(WRITERS) as pool:
        return list(pool.map(one, range(WRITERS)))


def test_a_turn_that_comes_several_times_at_once_is_kept_once(committed):
    def send(number):
        (turn,) = ingest_turns("acme/alice", "s1", [NewMessage("user", "@bob came", external_id="m1")], AGENT).episodes
        return turn.id, turn.duplicate

    told = at_once(send)
    assert len({uid for uid, _ in told}) == 1
    assert sorted(duplicate for _, duplicate in told) == [False] + [True] * (WRITERS - 1)
    assert Memory.objects.across(ALL).count() == 1
    assert Namespace.objects.get(pk=committed.pk).memories == 1


def test_a_fact_that_is_said_several_times_at_once_is_known_once(committed):
    outcomes = at_once(lambda number: saving.remember(committed, "Ann lives in Bergen", actor=AGENT).outcome)
    assert sorted(outcomes).count("repeated") == WRITERS - 1
    assert Memory.objects.within(committed).facts().active().count() == 1


def test_what_a_writer_read_still_holds_when_it_writes(committed):
    def count(number):
        with writing(committed):
            row = Namespace.objects.get(pk=committed.pk)
            row.text_bytes += 1
            row.save(update_fields=["text_bytes"])

    at_once(count)
    assert Namespace.objects.get(pk=committed.pk).text_bytes == WRITERS


def test_who_waits_too_long_for_the_namespace_is_told_that_the_store_is_busy(committed, monkeypatch):
    if connection.vendor == "sqlite":
        pytest.skip("the engine waits, for any writer: tests/memoryproj/test_sqlite_engine.py")
    monkeypatch.setattr(held, "WAIT_SECONDS", 0.3)
    holds, done = Event(), Event()

    def hold():
        with writing(committed):
            holds.set()
            done.wait(60)
        connection.close()

    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(hold)
        assert holds.wait(60)
        with pytest.raises(OperationalError) as refused:
            saving.remember(committed, "Ann lives in Bergen", actor=AGENT)
        done.set()
        first.result(60)
    problem = problem_of(refused.value)
    assert (problem.status, problem.code, problem.headers) == (503, "busy", {"Retry-After": "1"})
    assert saving.remember(committed, "Ann lives in Bergen", actor=AGENT).outcome == "created"
    with connection.cursor() as cursor:
        cursor.execute("SHOW lock_timeout")
        assert cursor.fetchone() == ("0",), "it is the transaction's alone"
