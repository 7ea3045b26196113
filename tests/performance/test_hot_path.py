"""The hot path with transactions that are real: what it costs, and that a failure leaves nothing behind."""

from pathlib import Path

import pytest
from django.db import OperationalError, connections

from benchmarks.speed import raw
from benchmarks.speed.clock import interleaved, quantile
from memory.models import ALL, Entity, Memory, Metadata, Namespace
from memory.services.errors import ReplayConflict
from memory.services.graph import linking
from memory.services.talk import episodes
from memory.services.talk.episodes import ingest_turns
from memory.services.talk.turns import NewMessage
from tests.store import AGENT, full_text_is_sound, has_posting

SLIP = 5.0  # times the bare statements; 1.6 to 2.2 is usual


def take_in(content: str, session: str = "s1") -> None:
    ingest_turns("acme/alice", session, [NewMessage("user", content)], AGENT)


@pytest.mark.sqlite_alone("a ratio against bare SQLite")
def test_a_turn_costs_no_multiple_of_its_bare_statements(committed):
    take_in("hello @bob and #apollo")
    path = Path(connections["default"].settings_dict["NAME"])
    place = raw.Place(raw.connect(path, "NORMAL"), "acme/alice", "s1")
    try:
        found = interleaved(
            {
                "product": lambda number: take_in(f"turn {number} about tea with @bob and #apollo"),
                "raw": lambda number: place.add(f"turn {number} about tea with @bob and #apollo"),
            },
            rounds=6,
            calls=25,
        )
    finally:
        place.connection.close()
    # Of the processor: on the clock, a busy machine's disk decides.
    assert quantile(found["product"].processor, 0.5) < SLIP * quantile(found["raw"].processor, 0.5)
    full_text_is_sound()


def test_a_refused_turn_leaves_nothing_and_the_connection_usable(committed):
    ingest_turns("acme/alice", "s1", [NewMessage("user", "one", external_id="a")], AGENT)
    with pytest.raises(ReplayConflict):
        ingest_turns(
            "acme/alice", "s1", [NewMessage("user", "two @ann"), NewMessage("user", "x", external_id="a")], AGENT
        )
    assert Memory.objects.within(committed).count() == 1
    assert not Entity.objects.within(committed).exists()
    take_in("three")
    assert Memory.objects.within(committed).count() == 2


def test_a_failure_inside_a_new_namespace_unmakes_it(committed, monkeypatch):
    def fail(*args):
        raise OperationalError("disk I/O error")

    monkeypatch.setattr(linking, "link_new", fail)
    with pytest.raises(OperationalError):
        ingest_turns("acme/new", "s1", [NewMessage("user", "one for @bob")], AGENT)
    assert not Namespace.objects.filter(name="acme/new").exists()
    used = connections["default"].connection
    assert not (used.in_transaction if connections["default"].vendor == "sqlite" else used.info.transaction_status)


@pytest.mark.parametrize("count", [1, 2, episodes.MANY, 100])
def test_however_many_turns_come_at_once_each_is_indexed_and_linked(committed, count):
    batch = [NewMessage("user", f"word{number} for @bob and @bob{number}") for number in range(count)]
    found = ingest_turns("acme/alice", "s1", batch, AGENT)
    rows = Memory.objects.across(ALL).order_by("rowid")
    assert [row.uid for row in rows] == [episode.id for episode in found.episodes]
    assert [sorted(e.name_key for e in row.entities.all()) for row in rows] == [
        ["bob", f"bob{number}"] for number in range(count)
    ]
    assert Entity.objects.within(committed).get(name_key="bob").mention_count == count
    assert [row.pk for row in rows if has_posting(row, "word0")] == [rows[0].pk]
    assert not Metadata.objects.filter(key="fts_defer").exists()
    full_text_is_sound()
