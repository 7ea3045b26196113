"""What tests put into the store, in a line each; and the care that a real commit needs."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import pytest
from django.conf import settings
from django.db import connection
from django_celery_beat.models import CrontabSchedule, IntervalSchedule, PeriodicTask

from maintenance import timetable as maintenance_timetable
from memory import sealed
from memory.models import ALL, Conflict, Entity, Memory, Metadata, Namespace, Origin, Review, Supersession, name_key
from memory.search.backends import backend
from memory.services import embeddings, namespaces, reviews
from memory.services.actors import Actor
from memory.services.curating import undoing
from memory.services.learning import saving
from memory.services.talk import episodes, sessions
from memory.services.talk.turns import NewMessage
from reflection import timetable as reflection_timetable

AGENT = Actor("key:test", Origin.AGENT)
CURATOR = Actor("carla", Origin.CURATOR)
DERIVED = Actor.system("consolidation")
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
DAY = timedelta(days=1)


def say(namespace: Namespace, session_id: str, *contents: str, role: str = "user", **fields: Any) -> list[Memory]:
    """Ingest one turn for each of `contents`; answers the episodes."""
    messages = [NewMessage(role, content, **fields) for content in contents]
    ids: list[str] = []
    for start in range(0, len(messages), settings.MEMORY_MAX_BATCH):
        batch = messages[start : start + settings.MEMORY_MAX_BATCH]
        ids += [episode.id for episode in episodes.ingest_turns(namespace.name, session_id, batch, AGENT).episodes]
    rows = {row.uid: row for row in Memory.objects.across(ALL).filter(uid__in=ids)}
    return [rows[uid] for uid in ids]


def know(namespace: Namespace, content: str, actor: Actor = AGENT, **fields: Any) -> Memory:
    """Remember one fact, which must be a new one."""
    saved = saving.remember(namespace, content, actor=actor, **fields)
    assert saved.outcome != "repeated"
    return saved.memory


def make_entity(namespace: Namespace, name: str, kind: str = "person") -> Entity:
    """An entity that no memory speaks of yet; the one that is there already, if it is."""
    key = name_key(name)
    found = Entity.objects.within(namespace).filter(name_key=key, type=kind).first()
    return found or Entity.objects.create(namespace=namespace, canonical_name=name, type=kind)


def reopen(namespace: Namespace, review_id: int) -> Review:
    """Take back the change that decided a review, as the desk's undo does."""
    change = reviews.get_review(namespace, review_id).decision_change
    assert change is not None
    undoing.undo_change(namespace, change, actor=CURATOR)
    return reviews.get_review(namespace, review_id)


def fresh(memory: Memory) -> Memory:
    return Memory.everything.get(pk=memory.pk)


def public_id(row: Conflict | Review) -> int:
    """As the API tells it."""
    return sealed.seal(sealed.CONFLICT if isinstance(row, Conflict) else sealed.REVIEW, row.pk)


def lineage(memory: Memory) -> dict[str, Any]:
    """`supersedes` and `superseded_by` as the API answers them among the attributes."""
    return Supersession.objects.as_attributes([memory.pk]).get(memory.pk, {})


def contents(namespace: Namespace) -> list[str]:
    """The active facts' texts, oldest first."""
    return list(Memory.objects.within(namespace).facts().active().order_by("rowid").values_list("content", flat=True))


def claim(namespace: Namespace, session_id: str) -> sessions.Lease:
    """Complete a session and claim it."""
    sessions.complete(namespace, session_id)
    lease = sessions.claim_next(namespace, session_id)
    assert lease is not None
    return lease


def embed_all() -> None:
    while embeddings.drain():
        pass


def has_posting(memory: Memory, word: str) -> bool:
    """Whether the full-text index finds `memory` by `word`."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT rowid FROM memories_fts WHERE memories_fts MATCH %s", [f'content : "{word}"'])
        else:
            cursor.execute(
                "SELECT rowid FROM memories "
                "WHERE memory_words(memory_place(namespace_id, kind, NULL), 'fact', NULL, NULL, %s) "
                "<@ array(SELECT word FROM memories_words WHERE memory_id = rowid)",
                [word],
            )
        return memory.pk in {row[0] for row in cursor.fetchall()}


def vector_rows() -> set[int]:
    """The rowids whose vectors lie among the active ones of the live vector table."""
    rows = backend().every_vector(Metadata.read("vector_table"))
    return {rowid for rowid, _, _, retired, _ in rows if not retired}


def full_text_is_sound() -> None:
    """The database's own comparison of index and content."""
    assert backend().full_text_flaw() == ""


def seed_timetable() -> None:
    maintenance_timetable.seed(CrontabSchedule, IntervalSchedule, PeriodicTask)
    reflection_timetable.seed(CrontabSchedule, PeriodicTask)


@pytest.fixture
def committed(transactional_db: None) -> Namespace:
    """acme/alice in a store whose transactions are real. The last such test's flush took the seeded rows."""
    with connection.cursor() as cursor:
        for name in connection.introspection.table_names(cursor):
            if name.startswith("vec_memories") and name.rstrip("0123456789").rstrip("_") == "vec_memories":
                backend().drop_vector_table(name)
    backend().create_vector_table("vec_memories", settings.MEMORY_EMBEDDING_DIMENSIONS)
    Metadata.write("schema", "1")
    Metadata.write("vector_table", "vec_memories")
    Metadata.write("embedding_model", "")
    Metadata.write("embedding_dimensions", str(settings.MEMORY_EMBEDDING_DIMENSIONS))
    seed_timetable()
    return namespaces.ensure("acme/alice")


def database_url(name: str) -> str:
    """The address of another database on the server under test."""
    parts = urlsplit(settings.DATABASE_URL)
    return urlunsplit(parts._replace(path=f"/{name}", netloc=parts.netloc or "postgres@"))


@contextmanager
def empty_databases(django_db_blocker: Any, *names: str) -> Iterator[list[str]]:
    """The addresses of empty databases on the server under test, called so; skips where there is none."""
    needs_a_server()
    # Processes that run tests side by side share the server.
    names = tuple(f"{name}_{os.environ.get('PYTEST_XDIST_WORKER', 'alone')}" for name in names)
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        for name in names:
            cursor.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
            cursor.execute(f"CREATE DATABASE {name}")
    yield [database_url(name) for name in names]
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        for name in names:
            cursor.execute(f"DROP DATABASE {name} WITH (FORCE)")


def needs_a_server() -> None:
    """Skip a test that is PostgreSQL's where SQLite is under test."""
    if connection.vendor != "postgresql":
        pytest.skip("a PostgreSQL server is needed: make test-postgres")


@contextmanager
def read_only() -> Iterator[None]:
    """The store refuses writes, as on a disk that became read-only."""
    connection.ensure_connection()
    if connection.vendor == "sqlite":
        refuse, allow = "PRAGMA query_only = ON", "PRAGMA query_only = OFF"
    elif connection.in_atomic_block:
        refuse, allow = "SAVEPOINT before; SET transaction_read_only = on", "ROLLBACK TO SAVEPOINT before"
    else:
        refuse, allow = "SET default_transaction_read_only = on", "SET default_transaction_read_only = off"
    connection.connection.execute(refuse)
    try:
        yield
    finally:
        connection.connection.execute(allow)
