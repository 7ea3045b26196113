"""Searching another time than now, beside the same questions about now in the same store."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

from django.db import transaction

from memory.models import ALL, Memory, Validity
from memory.search.vectors import LiveIndex, retire
from memory.services.handing import retrieval

from . import data
from .clock import Times, timed, together
from .search import WARM_UP, Asking

RETIRED_SHARE = 5  # each fifth fact was retired
BATCH = 2_000
MOMENT = datetime.now(UTC)


@dataclass(frozen=True)
class Past:
    """The same questions about then and about now, each in turn."""

    then: Times
    now: Times


def measure(path: Path, memories: int, namespaces: int, count: int) -> Past:
    """A new store at `path` of which each fifth fact is retired: questions about the day before, and about now."""
    data.fill(path, memories, namespaces)
    _retire_some(MOMENT)
    asking = Asking(path, count)
    before = MOMENT - timedelta(days=1)

    def ask(number: int, valid_at: datetime | None) -> None:
        text = asking.questions[number].text
        retrieval.search(asking.namespaces[number], text, valid_at=valid_at, record=False)

    ways: tuple[list[Times], list[Times]] = [], []
    for number in [*range(-WARM_UP, 0), *range(len(asking.questions))]:
        place = number % len(asking.questions)
        then, now = timed([partial(ask, place, before)]), timed([partial(ask, place, None)])
        if number >= 0:
            ways[0].append(then)
            ways[1].append(now)
    return Past(together(ways[0]), together(ways[1]))


def _retire_some(moment: datetime) -> None:
    facts = Memory.objects.across(ALL).facts().order_by("rowid")
    index = LiveIndex.read()
    last = 0
    while rows := list(facts.filter(pk__gt=last).values_list("pk", "event_time", "created_at")[:BATCH]):
        last = rows[-1][0]
        retired = {pk for pk, *_ in rows[::RETIRED_SHARE]}
        with transaction.atomic():
            Validity.objects.filter(memory__in=[pk for pk, *_ in rows]).delete()
            Validity.objects.bulk_create(
                Validity(memory_id=pk, valid_from=said, valid_to=moment if pk in retired else None, known_from=created)
                for pk, said, created in rows
            )
            facts.filter(pk__in=retired).update(valid_until=moment)
            retire(index, retired)
