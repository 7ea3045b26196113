"""The curators' pages over a full store: the server's time, and how often a page asks the database.

Through Django's own client, so without a socket; beside each page its rows by plain SQL.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from typing import Any

from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from memory import embedding
from memory.models import Conflict, Entity, Memory, MemoryEntity, Recall, Review
from memory.models.ids import new_id
from memory.search import ARM_DEPTH
from memory.search.query import terms

from . import data, raw
from .clock import Times, interleaved

WARM_UP = 2  # times a page is opened before its queries are counted

FACTS = """
    SELECT * FROM memories WHERE namespace_id = 1 AND kind = 'fact' AND valid_until IS NULL ORDER BY rowid DESC LIMIT 50
"""
SESSIONS = "SELECT * FROM sessions_consolidations WHERE namespace_id = 1 ORDER BY last_seen_at DESC LIMIT 50"
ENTITIES = "SELECT * FROM entities WHERE namespace_id = 1 ORDER BY mention_count DESC LIMIT 50"
REVIEWS = """
    SELECT * FROM reviews JOIN memories ON memories.rowid = reviews.subject_id
    WHERE reviews.namespace_id = 1 AND reviews.status = 'open' ORDER BY reviews.id LIMIT 3
"""
HISTORY = "SELECT * FROM events WHERE namespace_id = 1 ORDER BY seq DESC LIMIT 50"
WAITING = """
    SELECT (SELECT count(*) FROM reviews WHERE namespace_id = 1 AND status = 'open'),
        (SELECT count(*) FROM conflicts WHERE namespace_id = 1 AND status = 'open'),
        (SELECT count(*) FROM sessions_consolidations WHERE namespace_id = 1 AND status = 'failed')
"""
FIGURES = """
    SELECT kind, date(created_at), count(*), avg(confidence), sum(decay_rate = 0) FROM memories
    WHERE namespace_id = 1 AND valid_until IS NULL GROUP BY 1, 2
"""


@dataclass(frozen=True)
class Page:
    """`queries`: statements of one opening, the session's and the account's included."""

    name: str
    product: Times
    bare: Times
    queries: int


def pages(folder: Path, memories: int, *, rounds: int, calls: int) -> Iterator[Page]:
    """Each page of the desk in a namespace of `memories`, in turns with its rows by plain SQL."""
    path = data.store(folder, "desk")
    data.fill(path, memories, 1)
    data.use(path)
    _furnish(memories)
    client = Client(SERVER_NAME="localhost")
    client.force_login(get_user_model().objects.create_superuser("bench"))
    driver = raw.connect(path, "FULL")
    for name, open_page, ask in _ways(client, driver):
        for _ in range(WARM_UP):
            open_page()
        with CaptureQueriesContext(connection) as asked:
            open_page()
            queries = len(asked)  # the next request forgets them
        ways = {"product": _numbered(open_page), "bare": _numbered(ask)}
        found = interleaved(ways, rounds=rounds, calls=calls)
        yield Page(name, found["product"], found["bare"], queries)
    driver.close()


def _numbered(work: Callable[[], object]) -> Callable[[int], object]:
    return lambda number: work()


Way = tuple[str, Callable[[], object], Callable[[], object]]


def _ways(client: Client, driver: Any) -> Iterator[Way]:
    """(name, what opens the page, what asks for its rows)."""
    facts = reverse("admin:memory_memory_changelist") + "?kind__exact=fact"
    yield "list of facts", _opener(client, facts), _asker(driver, FACTS)
    yield "list of facts, with a search", *_searches(client, driver, facts)
    for name, address, sql in (
        ("list of sessions", "memory_session_changelist", SESSIONS),
        ("list of entities", "memory_entity_changelist", ENTITIES),
        ("inbox", "memory_inbox", REVIEWS),
        ("history", "memory_event_changelist", HISTORY),
        ("dashboard", "memory_dashboard", WAITING),
        ("dashboard's charts, not kept", "memory_figures", FIGURES),
    ):
        yield name, _opener(client, reverse(f"admin:{address}")), _asker(driver, sql)


def _opener(client: Client, address: str) -> Callable[[], None]:
    def open_page() -> None:
        cache.clear()  # the charts' answer is kept for a minute
        response = client.get(address)
        if response.status_code != 200:
            raise RuntimeError(f"{address} answered {response.status_code}")

    return open_page


def _asker(driver: Any, sql: str) -> Callable[[], object]:
    return lambda: driver.execute(sql).fetchall()


def _searches(client: Client, driver: Any, address: str) -> tuple[Callable[[], None], Callable[[], None]]:
    arms = raw.Arms(driver, ARM_DEPTH)
    rows = data.sample("fact", 20)
    asked = [question.text for question in data.questions(data.language(), [(r, text) for r, _, text in rows])]
    vectors = [vector.tobytes() for vector in embedding.embed(asked)]
    by_page, by_arms = cycle(asked), cycle(zip(asked, vectors, strict=True))

    def open_page() -> None:
        response = client.get(address, {"kind__exact": "fact", "q": next(by_page)})
        if response.status_code != 200:
            raise RuntimeError(f"the search answered {response.status_code}")

    def ask() -> None:
        text, vector = next(by_arms)
        arms.ask(1, "fact", terms(text), vector)
        driver.execute(FACTS).fetchall()

    return open_page, ask


def _furnish(memories: int) -> None:
    """What `data.fill` leaves out, in a service's proportions: sessions, entities, reviews, conflicts, recalls."""
    with connection.cursor() as cursor:
        cursor.execute(
            """
            INSERT INTO sessions_consolidations
                (namespace_id, session_id, first_seen_at, last_seen_at, watermark, lease_token, attempts, status,
                 waiting_for, last_error)
            SELECT namespace_id, session_id, min(created_at), max(created_at), max(rowid), 0, 0, 'consolidated', '', ''
            FROM memories GROUP BY namespace_id, session_id
            """
        )
    facts = list(Memory.everything.filter(kind="fact").values_list("pk", flat=True)[: memories // 50])
    entities = Entity.everything.bulk_create(
        [
            Entity(
                uid=new_id("ent"), namespace_id=1, canonical_name=f"Thing {i}", name_key=f"thing {i}", type="other",
                mention_count=memories // (i + 20),
            )
            for i in range(memories // 50)
        ],
        batch_size=1_000,
    )  # fmt: skip
    MemoryEntity.objects.bulk_create(
        [MemoryEntity(memory_id=pk, entity=entities[i % len(entities)]) for i, pk in enumerate(facts)], batch_size=1_000
    )
    Review.everything.bulk_create(
        [Review(namespace_id=1, subject_id=pk, reason="low_confidence") for pk in facts], batch_size=1_000
    )
    Conflict.everything.bulk_create(
        [
            Conflict(namespace_id=1, new_fact_id=new, old_fact_id=old, kind="update", found_by="bench")
            for old, new in zip(facts[::2], facts[1::2], strict=False)
        ],
        batch_size=1_000,
    )
    now = timezone.now()
    Recall.objects.bulk_create(
        [Recall(memory_id=pk, occasion=f"s:{pk}", day=now.date(), via="search", at=now) for pk in facts],
        batch_size=1_000,
    )
