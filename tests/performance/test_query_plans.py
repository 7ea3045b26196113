"""No hot query walks over rows that it does not return: SQLite's own plans of the statements as they are sent."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, partial
from typing import Any
from urllib.parse import quote

import pytest
from django.apps import apps
from django.db import connection, connections
from django.urls import reverse
from django.utils import timezone

from maintenance import tasks
from memory import tasks as memory_tasks
from memory.models import ApiKey, ChangeKind, ErasedWhat, Memory
from memory.search import Filters, hybrid_search
from memory.services import embeddings, history, operations, reflections
from memory.services.actors import Actor
from memory.services.graph import enrichment
from memory.services.handing import context, ledger, recalls, retrieval
from memory.services.learning import consolidation, late_screening, saving
from memory.services.memories import decay, properties
from memory.services.parcels import packing
from memory.services.talk import episodes, sessions
from memory.services.talk.episodes import ingest_turns
from memory.services.talk.turns import NewMessage
from memory.services.upkeep import erasures
from tests.memory.admin.conftest import sign_in
from tests.store import AGENT, DAY, NOON, claim, know, say

__all__ = ["sign_in"]

# What may be walked: tables of a handful of rows, what a statement itself brings, virtual tables' own indexes, and
# indexes that hold nothing but what waits.
SMALL = re.compile(
    r"SCAN (?:hit|item|wanted|json_each|looked|stated|chain|pairs|contradicted|unsure|\(subquery|CONSTANT"
    r"|memories_(?:past_)?fts VIRTUAL|vec_memories\w* VIRTUAL"
    r"|v\b|\d+)"
    r"|SCAN \w+ USING (?:COVERING )?INDEX (?:sessions_work|memories_un\w+)"
)
# All rows of a namespace, or of one kind in it, are read where a plan has one of these and then sorts, or has no limit.
WHOLE_NAMESPACE = re.compile(r"SEARCH .*\(namespace_id=\?(?: AND kind=\?)?\)$")
# All rows of the table from one on: what is sought among them is not what the index holds.
WHOLE_TABLE = re.compile(r"SEARCH memories USING INTEGER PRIMARY KEY \(rowid>\?\)$")
# These read from the rows on that their transaction wrote.
WHAT_CAME_LAST = (
    "INSERT INTO memories_unindexed ",
    "INSERT INTO memories_fts ",
    "INSERT INTO memories_past_fts ",
    "DELETE FROM memories_unindexed ",
)
SORTED = "USE TEMP B-TREE FOR ORDER BY"


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


def plans(statements: list[Any]) -> Iterator[str]:
    """The steps of the statements' plans."""
    for _, steps in _plans(statements):
        yield from steps


def _plans(statements: list[Any]) -> Iterator[tuple[str, list[str]]]:
    for query, params in list(statements):
        if re.match(r"\s*(SELECT|INSERT|UPDATE|DELETE|WITH)", query):
            with connections["default"].cursor() as cursor:
                cursor.execute(f"EXPLAIN QUERY PLAN {query}", params)
                yield " ".join(query.split()), [row[3] for row in cursor.fetchall()]


def walks(statements: list[Any]) -> list[str]:
    """The steps of the statements' plans that walk a table or an index from end to end, or a whole namespace."""
    found = []
    for said, steps in _plans(statements):
        found += [f"{step}  <-  {said}" for step in steps if step.startswith("SCAN") and not SMALL.match(step)]
        if not said.startswith(WHAT_CAME_LAST):
            found += [f"{step}, to the end  <-  {said}" for step in steps if WHOLE_TABLE.match(step)]
        if SORTED in steps or "LIMIT" not in said:
            found += [f"{step}, all of it  <-  {said}" for step in steps if WHOLE_NAMESPACE.match(step)]
    return found


@pytest.fixture
def filled(namespace):
    for number in range(3):
        say(namespace, f"s{number}", *[f"turn {n} about tea with @bob and #apollo" for n in range(12)])
    know(namespace, "Ann drinks green tea")
    know(namespace, "Bob lives in Lisbon")
    embeddings.drain()
    return namespace


def test_a_walk_is_seen(filled, sent):
    with connections["default"].cursor() as cursor:
        cursor.execute("SELECT count(*) FROM memories WHERE content = %s", ["tea"])
        cursor.execute(
            "SELECT content FROM memories WHERE namespace_id = %s ORDER BY content DESC LIMIT 1", [filled.pk]
        )
        cursor.execute("SELECT content FROM memories WHERE namespace_id = %s AND +rowid IN (1, 2)", [filled.pk])
        cursor.execute("SELECT content FROM memories WHERE rowid > %s AND content = %s", [0, "tea"])
    assert [step.split()[0] for step in walks(sent)] == ["SCAN", "SEARCH", "SEARCH", "SEARCH"]


def ingest(namespace, api):
    ingest_turns(namespace.name, "s9", [NewMessage("user", "hello @bob", external_id="a")], AGENT)


def ingest_a_batch(namespace, api):
    batch = [NewMessage("user", f"hello @bob {n}", external_id=f"b{n}") for n in range(2 * episodes.MANY)]
    ingest_turns(namespace.name, "s9", batch, AGENT)


def ingest_over_http(namespace, api):
    api.say("s9", "hello @bob")


def search(namespace, api):
    hybrid_search(namespace, "green tea in Lisbon with Bob", filters=Filters(exclude_session_id="s1"))


def search_turns(namespace, api):
    hybrid_search(namespace, "green tea in Lisbon with Bob", kind="episode")


def search_by_tag_time_and_attribute(namespace, api):
    narrow = Filters(tags=("work",), event_after=NOON, event_before=NOON + DAY, attributes={"a": 1})
    hybrid_search(namespace, "green tea in Lisbon with Bob", filters=narrow)


def search_in_a_session(namespace, api):
    hybrid_search(namespace, "green tea in Lisbon with Bob", filters=Filters(session_id="s1"))


def search_another_time(namespace, api):
    for kind in ("fact", "episode", None):
        hybrid_search(namespace, "green tea in Lisbon with Bob", kind=kind, valid_at=NOON, known_at=NOON + DAY)


def page_through_another_time(namespace, api):
    when = quote((timezone.now() + DAY).isoformat())
    page_through(api, f"/memories?limit=1&kind=episode&known_at={when}&valid_at={when}")


def ask_why_not(namespace, api):
    for uid in Memory.objects.within(namespace).facts().order_by("rowid").values_list("uid", flat=True)[:2]:
        retrieval.why_not(namespace, "green tea", uid, kind="fact", exclude_session_id="s1", only_related=True)


def build_context(namespace, api):
    context.build(namespace, "Does Ann drink green tea?", session_id="s1", record=False)


def context_over_http(namespace, api):
    assert api.post("/context", {"prompt": "Does Ann drink green tea?", "session_id": "s1"}).status_code == 200


def record_recalls(namespace, api):
    rowids = [memory.pk for memory in Memory.objects.within(namespace).facts()[:9]]
    recalls.record_now(rowids, session_id="s1", via="search")


def drain(namespace, api):
    say(namespace, "s1", "one more")
    embeddings.drain()


def remember(namespace, api):
    saving.remember(namespace, "Ann likes black tea", actor=AGENT)


def read_session(namespace, api):
    sessions.get_session(namespace, "s1")
    list(episodes.turns_of(namespace, "s1"))


def page_through_turns(namespace, api):
    page_through(api, "/sessions/s1/messages?limit=1")


def page_through_facts(namespace, api):
    page_through(api, "/memories?kind=fact&limit=1")


def page_through_a_sessions_memories(namespace, api):
    page_through(api, "/memories?session_id=s1&limit=1")


def page_through(api, path):
    first = api.get(path).json()
    assert first["next"]
    assert api.get(f"{path}&cursor={first['next']}").json()["results"]


def latest_reflection(namespace, api):
    reflections.latest(namespace)


def claim_a_session(namespace, api):
    consolidation.next_chunk(claim(namespace, "s1"))


def save_what_was_learnt(namespace, api):
    lease = claim(namespace, "s1")
    turns = consolidation.next_chunk(lease).episodes
    learnt = [saving.FactInput("Bob sings in a choir", [turns[0].uid])]
    consolidation.commit(lease, learnt, turns[-1].pk, actor=AGENT)
    sessions.finish(lease)


def find_what_to_enrich(namespace, api):
    enrichment.candidates()


def find_what_to_run(namespace, api):
    list(operations.unfinished(tasks.RUN))


def sweep(namespace, api):
    tasks.sweep()


def page_through_sessions(namespace, api):
    page_through(api, "/sessions?limit=1")


def page_through_memories_of_every_kind(namespace, api):
    page_through(api, "/memories?limit=1")


def page_through_entities(namespace, api):
    page_through(api, "/entities?limit=1")


def decay_nothing(namespace, api):
    decay._rowid_range()


HOT = [
    ingest, ingest_a_batch, ingest_over_http, search, search_turns, search_by_tag_time_and_attribute,
    search_in_a_session, search_another_time, page_through_another_time, ask_why_not, build_context,
    context_over_http, record_recalls, drain, remember, read_session, page_through_turns, page_through_facts,
    page_through_a_sessions_memories, latest_reflection, claim_a_session, save_what_was_learnt, find_what_to_enrich,
    find_what_to_run, sweep, page_through_sessions, page_through_memories_of_every_kind, page_through_entities,
    decay_nothing,
]  # fmt: skip


@pytest.mark.parametrize("work", HOT, ids=lambda work: work.__name__)
def test_no_hot_query_walks_a_table(filled, api, sent, work):
    work(filled, api)
    assert len(sent) > 0
    assert walks(sent) == []


def test_a_key_is_found_by_its_prefix(make_key, sent):
    assert ApiKey.objects.authenticate(make_key()) is not None
    assert walks(sent) == []


def test_decay_walks_ranges_of_rows_alone(filled, sent):
    decay._write_confidence(1, 5_000, NOON, None)
    decay._write_confidence(1, 5_000, NOON, filled)
    change = cache(partial(history.begin, filled.pk, ChangeKind.DECAY, Actor.system("decay")))
    decay._retire_some(filled.pk, 2.0, NOON, change, False)
    assert walks(sent) == []


@pytest.mark.parametrize("look", [embeddings.any_pending, embeddings.pending_count], ids=lambda look: look.__name__)
def test_what_waits_is_found_by_an_index_of_its_own(filled, sent, look):
    look()
    query, params = sent[0]
    with connections["default"].cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {query}", params)
        assert "SEARCH memories USING INDEX memories_unembedded" in cursor.fetchall()[0][3]


@pytest.mark.parametrize(
    "look",
    [
        late_screening.any_waiting,
        late_screening.waiting_count,
        late_screening.oldest_waiting,
        lambda: list(late_screening._in_turn()),
    ],
    ids=["any", "count", "oldest", "in turn"],
)
def test_what_waits_to_be_screened_is_found_by_an_index_of_its_own(filled, sent, look):
    look()
    assert sent
    for query, params in list(sent):
        with connections["default"].cursor() as cursor:
            cursor.execute(f"EXPLAIN QUERY PLAN {query}", params)
            assert "memories_quarantine" in cursor.fetchall()[0][3]


# --- Each index is of use ---------------------------------------------------------------------------------------


def look_around(namespace, api):
    fact = Memory.objects.within(namespace).facts().first()
    for path in ("/stats", "/conflicts", "/reviews", "/entities", "/sessions", f"/memories/{fact.uid}/history"):
        assert api.get(path).status_code == 200, path


def open_the_desk(sign_in):
    curator = sign_in("curator", "acme/alice")
    for page in ("figures", "ask", "inbox", "entity_changelist", "event_changelist", "session_changelist"):
        assert curator.get(reverse(f"admin:memory_{page}")).status_code == 200, page
    for name, narrowed in (("operation", {"kind": "decay"}), ("memory", {"kind__exact": "fact", "origin": "agent"})):
        assert curator.get(reverse(f"admin:memory_{name}_changelist"), narrowed).status_code == 200


def run_at_night(namespace):
    memory_tasks.purge()
    ledger.purge(namespace, timezone.now())
    operations.retry_failed("decay")
    properties.sharing(namespace, [properties.Property("Bob", "home")])
    assert len(list(packing.lines(namespace))) > 10
    erasures.run(erasures.request(namespace, ErasedWhat.SESSION, ["s2"], requested_by="a test"))


def test_each_index_serves_a_statement_that_is_sent(filled, api, sent, sign_in):
    for work in (
        ingest_over_http, context_over_http, drain, sweep, find_what_to_enrich, page_through_sessions,
        page_through_entities, page_through_a_sessions_memories, latest_reflection, claim_a_session, look_around,
    ):  # fmt: skip
        work(filled, api)
    open_the_desk(sign_in)
    run_at_night(filled)
    used = {name for step in plans(sent) for name in re.findall(r"INDEX (\w+)", step)}
    ours = {index.name for model in apps.get_app_config("memory").get_models() for index in model._meta.indexes}
    assert ours - used == set()
