"""SQLite's plans for what a namespace of any size is asked for: by the statistics that we write ourselves."""

from __future__ import annotations

from django.db import connection

from memory.models import Memory, granted
from memory.search.backends.sqlite.planner import BELIEVED, tell_planner
from memory.services.talk import episodes


def plan(queryset):
    sql, params = queryset.query.sql_with_params()
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {sql}", params)
        return " / ".join(row[3] for row in cursor.fetchall())


def test_rows_asked_for_by_number_are_looked_up_one_by_one(namespace):
    wanted = Memory.objects.within(namespace).active().facts().filter(pk__in=range(1, 60))
    assert plan(wanted) == "SEARCH memories USING INTEGER PRIMARY KEY (rowid=?)"


def test_a_session_is_read_from_the_sessions_index(namespace):
    assert "memories_session (namespace_id=? AND session_id=?" in plan(episodes.turns_of(namespace, "s1"))


def test_what_a_pattern_grants_is_read_from_the_index_of_the_names(db):
    assert "(name>? AND name<?)" in plan(granted(("acme/*",)))


def test_every_index_of_the_memories_is_spoken_of(db):
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'memories' AND sql IS NOT NULL"
        )
        assert {name for (name,) in cursor.fetchall()} == set(BELIEVED)


def test_what_analyze_measured_gives_way(db):
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
        tell_planner()
        cursor.execute("SELECT idx, stat FROM sqlite_stat1 WHERE tbl = 'memories'")
        assert dict(cursor.fetchall()) == BELIEVED


def test_a_store_that_was_told_is_not_written_again(db):
    with connection.cursor() as cursor:
        cursor.execute("SELECT total_changes()")
        before = cursor.fetchone()
        tell_planner()
        cursor.execute("SELECT total_changes()")
        assert cursor.fetchone() == before
