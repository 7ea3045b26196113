"""No hot query walks over rows that it does not return: SQLite's own plans of the statements as they are sent."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection, connections

from memory.models import ApiKey, Memory
from memory.search import Filters, hybrid_search
from memory.services import context, decay, embeddings, episodes, facts, recalls, sessions
from memory.services.episodes import NewMessage, ingest_turns
from tests.store import AGENT, NOON, know, say

# What may be walked: tables of a handful of rows, what a statement itself brings, and virtual tables' own indexes.
SMALL = re.compile(r"SCAN (?:hit|json_each|\(subquery|CONSTANT|memories_fts VIRTUAL|vec_memories\w* VIRTUAL|v\b|\d+)")


@pytest.fixture
def sent(monkeypatch):
    """Every statement that reaches the driver, with its parameters."""
    statements = []
    cursor_class = type(connection.create_cursor())
    execute, executemany = cursor_class.execute, cursor_class.executemany

    def noted(self, query, params=None):
        statements.append((query, params))
        return execute(self, query, params)

    def noted_many(self, query, rows):
        rows = list(rows)
        statements.extend((query, row) for row in rows[:1])
        return executemany(self, query, rows)

    monkeypatch.setattr(cursor_class, "execute", noted)
    monkeypatch.setattr(cursor_class, "executemany", noted_many)
    return statements


def walks(statements: list[Any]) -> list[str]:
    """The steps of the statements' plans that walk a table or an index from end to end."""
    found = []
    for query, params in list(statements):
        if not re.match(r"\s*(SELECT|INSERT|UPDATE|DELETE|WITH)", query):
            continue
        with connections["default"].cursor() as cursor:
            cursor.execute(f"EXPLAIN QUERY PLAN {query}", params)
            steps = [row[3] for row in cursor.fetchall()]
        said = " ".join(query.split())
        found += [f"{step}  <-  {said}" for step in steps if step.startswith("SCAN") and not SMALL.match(step)]
    return found


@pytest.fixture
def filled(namespace):
    for number in range(3):
        say(namespace, f"s{number}", *[f"turn {n} about tea with @bob and #apollo" for n in range(12)])
    know(namespace, "Ann drinks green tea")
    know(namespace, "Bob lives in Lisbon")
    embeddings.drain()
    return namespace


def ingest(namespace):
    ingest_turns(namespace.name, "s9", [NewMessage("user", "hello @bob", external_id="a")], AGENT)
    ingest_turns(namespace.name, "s9", [NewMessage("user", f"hello @bob {n}") for n in range(12)], AGENT)


def search(namespace):
    hybrid_search(namespace, "green tea in Lisbon with Bob", filters=Filters(exclude_session_id="s1"))


def build_context(namespace):
    context.build(namespace, "Does Ann drink green tea?", session_id="s1", record=False)


def record_recalls(namespace):
    rowids = [memory.pk for memory in Memory.objects.within(namespace).facts()]
    recalls.record_now(rowids, session_id="s1", via="search")


def drain(namespace):
    say(namespace, "s1", "one more")
    embeddings.drain()


def remember(namespace):
    facts.remember(namespace, "Ann likes black tea", actor=AGENT)


def read_session(namespace):
    sessions.get(namespace, "s1")
    list(episodes.listing(namespace, "s1"))


def latest_reflection(namespace):
    Memory.objects.within(namespace).latest_reflection()


HOT = [ingest, search, build_context, record_recalls, drain, remember, read_session, latest_reflection]


@pytest.mark.parametrize("work", HOT, ids=lambda work: work.__name__)
def test_no_hot_query_walks_a_table(filled, sent, work):
    work(filled)
    assert len(sent) > 0
    assert walks(sent) == []


def test_a_key_is_found_by_its_prefix(make_key, sent):
    assert ApiKey.objects.authenticate(make_key()) is not None
    assert walks(sent) == []


def test_decay_walks_ranges_of_rows_alone(filled, sent):
    decay._write_confidence(1, 5_000, NOON, None)
    assert walks(sent) == []


@pytest.mark.parametrize("look", [embeddings.any_pending, embeddings.pending_count], ids=lambda look: look.__name__)
def test_what_waits_is_found_by_an_index_of_its_own(filled, sent, look):
    look()
    query, params = sent[0]
    with connections["default"].cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {query}", params)
        assert "SEARCH memories USING INDEX memories_unembedded" in cursor.fetchall()[0][3]
