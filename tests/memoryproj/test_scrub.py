"""Damage that no request meets is told: the store is read through, again and again."""

from __future__ import annotations

import os
from contextlib import closing

import pytest
from django.db import connection, connections

from memoryproj import lock, throwaway
from memoryproj.sqlite import scrub
from memoryproj.sqlite.guard import Trouble
from tests.damage import damage
from tests.service import until
from tests.store import committed

__all__ = ["committed"]
pytestmark = pytest.mark.sqlite_alone("the pages of a file")
UNREAD = "memories_external_id"  # no turn of such a store has an id of its client's


@pytest.fixture
def own_store(committed, migrated, monkeypatch):
    """A store that may be spoilt, and is read through without a pause."""
    monkeypatch.setattr(scrub, "SHORTEST", 0.01)
    monkeypatch.setattr(scrub, "REST", 0)
    connections.close_all()
    with throwaway.store(migrated) as path:
        yield path


@pytest.fixture
def scrubbing(own_store):
    scrub.start()
    yield
    scrub.stop()


def state():
    return connection.guard.state(connection.connect)


def said_of_each():
    with closing(connection.get_new_connection(connection.get_connection_params())) as own:
        return {table: scrub.damage(own, table) for table in scrub.tables(own)}


def test_a_whole_store_has_no_damage_and_every_table_with_pages_is_read(own_store):
    said = said_of_each()
    assert not any(said.values())
    with connection.cursor() as cursor:
        cursor.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%%'")
        assert {name for (name,) in cursor.fetchall()} < set(said)
    assert {"sqlite_schema", "memories", "memories_fts_data", "vec_memories_rowids"} <= set(said)


@pytest.mark.parametrize("part,table", [(UNREAD, "memories"), ("memories_fts_data", "memories_fts_data")])
def test_a_struck_page_is_told_by_its_table(own_store, part, table):
    damage(part)
    assert {name for name, said in said_of_each().items() if said} == {table}


def test_damage_that_nobody_reads_stops_writes(own_store, scrubbing):
    assert state() is None
    damage(UNREAD)
    assert until(lambda: state() is not None)
    assert state().trouble == Trouble.DAMAGED
    assert "memories: Tree " in state().detail


def test_a_header_that_cannot_be_read_is_told(own_store, scrubbing):
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    with own_store.open("r+b") as file:
        file.write(os.urandom(100))
    assert until(lambda: state() is not None)
    assert state().trouble == Trouble.DAMAGED


def test_a_row_that_breaks_a_rule_is_no_damage(own_store):
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA writable_schema = ON")
        cursor.execute("CREATE TABLE loose (a TEXT)")
        cursor.execute("INSERT INTO loose VALUES (NULL)")
        cursor.execute("UPDATE sqlite_schema SET sql = 'CREATE TABLE loose (a TEXT NOT NULL)' WHERE name = 'loose'")
        cursor.execute("PRAGMA writable_schema = RESET")
    connection.close()
    with connection.cursor() as cursor:
        cursor.execute('PRAGMA quick_check("loose")')
        assert "NULL value" in cursor.fetchone()[0]
    assert said_of_each()["loose"] == ""


def test_one_process_does_it(own_store):
    with lock.hold(own_store.parent, "another", scrub.LOCK):
        scrub.start()
        damage(UNREAD)
        assert not until(lambda: state() is not None, seconds=0.5)
    try:
        assert until(lambda: state() is not None)
    finally:
        scrub.stop()
