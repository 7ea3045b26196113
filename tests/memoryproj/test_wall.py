"""Row-level security on PostgreSQL: what a query that forgot its namespace finds while a request is at work."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError, ProgrammingError, connection, transaction

from memory import checks
from memory.models import Memory, MemoryEntity, Namespace
from memory.models.scoping import ScopedQuerySet
from memory.services import namespaces
from memory.services.handing import context
from memoryproj.postgresql import wall
from tests.store import NOON, committed, embed_all, know, say

__all__ = ["committed"]

ROLE = settings.MEMORY_DATABASE_WALL
walled = pytest.mark.skipif(not ROLE, reason="PostgreSQL alone: the tests on it run with row-level security")


@contextmanager
def inside(*names: str) -> Iterator[None]:
    with wall.lifted():
        wall.enclose(names)
        yield


@pytest.fixture
def two(db: None) -> tuple[Namespace, Namespace]:
    """Two namespaces, each of which holds something in most tables."""
    found = []
    for name in ("acme/alice", "acme/bob"):
        namespace = namespaces.ensure(name)
        say(namespace, "s1", f"I moved to Hamburg with @tom, says {name}. " + "The harbour was loud. " * 60)
        know(namespace, f"The budget of {name} is 500 euros.", event_time=NOON)
        context.build(namespace, "Which budget?", session_id="s2")
        found.append(namespace)
    embed_all()
    return found[0], found[1]


def asked(sql: str, *names: str) -> list[tuple[object, ...]]:
    """What the database answers inside the wall, without the ORM and without what this service puts around it."""
    with transaction.atomic(), connection.cursor() as cursor:
        raw = cursor.cursor.connection
        raw.execute(f"SET LOCAL ROLE {ROLE}")
        raw.execute("SELECT set_config('memory.namespaces', %s, true)", [",".join(names)])
        rows = raw.execute(sql).fetchall()
        raw.execute("RESET ROLE")
        return list(rows)


@walled
def test_plain_sql_inside_the_wall_finds_the_rows_of_its_namespaces_alone(two):
    alice, bob = two
    texts = "SELECT DISTINCT namespace_id FROM memories ORDER BY 1"
    assert asked(texts, "acme/alice") == [(alice.pk,)]
    assert asked(texts, "acme/alice", "acme/bob") == [(alice.pk,), (bob.pk,)]
    assert asked(texts, "acme/nobody") == []
    assert asked(texts) == []
    assert asked("SELECT name FROM namespaces", "acme/bob") == [("acme/bob",)]


@walled
def test_no_table_shows_more_inside_the_wall_than_the_namespace_holds(two):
    filled = 0
    for table, condition in [*wall.conditions().items(), ("vec_memories", "namespace_id")]:
        if condition:
            count = f'SELECT count(*) FROM "{table}"'
            both, each = (
                asked(count, "acme/alice", "acme/bob"), [asked(count, name) for name in ("acme/alice", "acme/bob")]
            )  # fmt: skip
            assert asked(count) in ([(0,)], asked(count, "acme/nobody")), table
            shared = asked(count, "acme/nobody")[0][0]  # rows of no namespace at all
            assert both[0][0] - shared == sum(rows[0][0] - shared for rows in each), table
            if both[0][0]:
                assert all(rows[0][0] < both[0][0] for rows in each), table
                filled += 1
    assert filled >= 10


@walled
def test_every_table_with_a_namespace_is_behind_the_wall(db):
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid "
            "WHERE attname IN ('namespace_id', 'namespace', 'memory_id') AND relkind IN ('r', 'p') "
            "AND NOT relispartition AND NOT relrowsecurity"
        )
        assert {row[0] for row in cursor.fetchall()} == {"memories_words"}


@walled
def test_the_words_of_memories_cannot_be_read_inside(two):
    with pytest.raises(Exception, match="permission denied for table memories_words"):
        asked("SELECT word FROM memories_words", "acme/alice")


@walled
def test_a_query_that_forgot_its_namespace_shows_nothing_of_another(two, api, monkeypatch):
    def forgetful(rows, namespace):
        narrowed = rows.all()
        narrowed._scoped = True
        return narrowed

    shown = [memory["content"] for memory in api.get("/memories").json()["results"]]
    monkeypatch.setattr(ScopedQuerySet, "within", forgetful)
    assert [memory["content"] for memory in api.get("/memories").json()["results"]] == shown
    assert len(Memory.everything.values("namespace").distinct()) == 2  # the request's wall came down with it


@walled
def test_a_search_and_a_write_by_a_key_work_inside(two, api):
    found = api.post("/memories/search", {"query": "budget", "kind": "fact"}).json()["results"]
    assert [hit["content"] for hit in found] == ["The budget of acme/alice is 500 euros."]
    api.remember("The opera begins at eight.")
    assert "opera" in api.post("/context", {"prompt": "When does the opera begin?"}).json()["context"]


@walled
def test_no_row_of_another_namespace_is_written_inside(two):
    _, bob = two
    with inside("acme/alice"):
        assert Memory.everything.filter(namespace=bob).update(confidence=0.1) == 0
        with pytest.raises(ProgrammingError, match="row-level security"), transaction.atomic():
            Memory.everything.create(namespace=bob, kind="fact", content="Slipped in.", event_time=NOON)
    assert Memory.everything.get(namespace=bob, kind="fact").confidence > 0.1


@walled
def test_the_role_holds_through_savepoints_many_statements_and_the_next_transaction(committed):
    bob = namespaces.ensure("acme/bob")
    know(committed, "Alice rows.")
    know(bob, "Bob sails.")
    with inside("acme/alice"):
        assert Memory.everything.count() == 1
        with transaction.atomic():
            with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
                cursor.execute("SELECT 1 / 0")
            assert Memory.everything.count() == 1
            with wall.lifted(), connection.cursor() as cursor:
                cursor.executemany("UPDATE memories SET confidence = %s WHERE 1 = 0", [(0.1,), (0.2,)])
                assert Memory.everything.count() == 2
            assert Memory.everything.count() == 1
            with wall.lifted(), connection.cursor() as cursor:
                cursor.executemany("UPDATE memories SET confidence = %s WHERE 1 = 0", [(0.1,), (0.2,)])
            assert Memory.everything.count() == 1
        with connection.cursor() as cursor:
            cursor.executemany("UPDATE memories SET confidence = %s WHERE kind = %s", [(0.4, "fact"), (0.3, "fact")])
            assert cursor.rowcount == 2
            cursor.execute("SELECT content, '%%' FROM memories WHERE content LIKE %s", ["%s%"])
            assert cursor.fetchall() == [("Alice rows.", "%")]
            cursor.execute("SELECT content FROM memories WHERE content LIKE '%s%'")
            assert cursor.fetchall() == [("Alice rows.",)]
        assert list(MemoryEntity.objects.values_list("memory__namespace", flat=True)) == []
    assert Memory.everything.count() == 2
    assert Memory.everything.get(namespace=bob).confidence != 0.3


@walled
def test_the_role_travels_in_front_of_a_transactions_first_statement(committed):
    sent = []
    with inside("acme/alice"), transaction.atomic(), connection.cursor() as cursor:
        for _ in range(3):
            cursor.execute("SELECT current_user")
            sent.append((cursor.fetchone()[0], cursor.cursor._query.query.count(b"SET LOCAL")))
    assert sent == [(ROLE, 2), (ROLE, 0), (ROLE, 0)]


@walled
@pytest.mark.parametrize(
    "made, word", [("", "CREATE ROLE"), ("LOGIN", "NOLOGIN"), ("NOLOGIN BYPASSRLS", "NOLOGIN alone")]
)
def test_a_role_that_would_be_no_wall_is_refused(db, made, word):
    with connection.cursor() as cursor:
        if made:
            cursor.execute(f"CREATE ROLE memory_other {made}")
        with pytest.raises(ImproperlyConfigured, match=word):
            wall.lay(cursor, "memory_other")


def test_a_wall_without_a_server_is_told(settings):
    settings.MEMORY_DATABASE_WALL, settings.DATABASE_URL = "memory_walled", ""
    assert [found.id for found in checks.the_wall_has_a_database(None)] == ["memory.W005"]
    settings.DATABASE_URL = "postgresql:///rememberd"
    assert checks.the_wall_has_a_database(None) == []


def test_outside_a_request_nothing_is_raised():
    wall.enclose(["acme/alice"])
    assert wall._inside.get() is None
    with wall.lifted():
        wall.enclose(["acme/alice"])
        assert wall._inside.get() == ("acme/alice",)
    assert wall._inside.get() is None


def test_the_role_is_a_plain_name():
    assert wall.role("") == ""
    assert wall.role("memory_walled") == "memory_walled"
    for name in ("Memory", "a role", "x; DROP TABLE memories", "1st", "x" * 64):
        with pytest.raises(ImproperlyConfigured, match="MEMORY_DATABASE_WALL"):
            wall.role(name)
