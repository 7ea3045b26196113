"""Trying settings on a throwaway copy: what agents would be told, and what would be learnt, beside what is so now.

The copy is a store of its own, in a folder that its owner alone reads, and is gone when the trial ends, however it
ends. Nothing of it comes back but what it said: no agent writes to it, no webhook hears of it, it recalls nothing.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from memoryproj import throwaway

from ..models import Erasure, HandedContext, Kind, Memory, MemoryTest, Namespace
from ..models.namespace_settings import flaws
from . import context, embeddings, episodes, namespaces
from .actors import Actor
from .errors import InvalidInput, StateConflict
from .parcels import packing, unpacking
from .turns import NewMessage

QUESTIONS = 100  # the memory tests' first, then the newest prompts that the ledger kept
MOST_TURNS = 10_000  # that are learnt from; a trial holds their facts in memory
# The quotas of the throwaway copy: it holds a part of what was allowed already.
UNLIMITED = {"max_memories": 0, "max_text_mib": 0, "max_waiting_sessions": 0, "daily_token_budget": 0}


@dataclass(frozen=True)
class TriedQuestion:
    """One question, the block as it is `now`, and as it would be `then`."""

    question: str
    now: str
    then: str

    @property
    def differs(self) -> bool:
        return self.now != self.then


@dataclass(frozen=True)
class TriedLearning:
    """Facts that the same turns teach under both settings, under today's alone, under the tried ones alone."""

    both: int
    no_longer: list[str]
    newly: list[str]


def tried(namespace: Namespace, change: Mapping[str, Any]) -> dict[str, Any]:
    """The namespace's settings with `change` made. Raises InvalidInput for what no settings can be."""
    found = {**namespace.settings, **change}
    for name, what in flaws(found).items():
        raise InvalidInput(f"{name} {what}", name)
    return found


def ask(namespace: Namespace, settings: Mapping[str, Any]) -> list[TriedQuestion]:
    """Ask a copy of the namespace each question as it is, and again with `settings`.

    Raises StateConflict where something of the namespace was erased meanwhile: nothing is told of it then.
    """
    questions, erased = _questions(namespace), _erasures(namespace)
    with tempfile.TemporaryDirectory(prefix="memory-trial-") as folder:
        parcel = Path(folder) / "parcel"
        with parcel.open("wb") as out:
            out.writelines(packing.lines(namespace))
        with throwaway.store():
            unpacking.take_in(parcel, namespace.name)
            parcel.unlink()
            _embed()
            now = _blocks(namespace.name, namespace.settings, questions)
            then = _blocks(namespace.name, settings, questions)
    _refuse_after_an_erasure(namespace, erased)
    return [TriedQuestion(*found) for found in zip(questions, now, then, strict=True)]


def _questions(namespace: Namespace) -> list[str]:
    asked = MemoryTest.objects.within(namespace).order_by("pk").values_list("question", flat=True)[:QUESTIONS]
    kept = HandedContext.objects.within(namespace).exclude(prompt="").order_by("-pk").values_list("prompt", flat=True)
    return list(dict.fromkeys([*asked, *kept[: 5 * QUESTIONS]]))[:QUESTIONS]


def _blocks(name: str, settings: Mapping[str, Any], questions: Sequence[str]) -> list[str]:
    copy = namespaces.for_reading(name)
    copy.settings = dict(settings)
    copy.save(update_fields=["settings"])
    return [context.build(copy, question, record=False).block for question in questions]


def learn(
    namespace: Namespace, settings: Mapping[str, Any], consolidate: Callable[[], object], *, most: int
) -> TriedLearning:
    """Let the namespace's newest `most` turns be learnt anew, under its own settings and under `settings`.

    Both are learnt by what this process runs with, so that what differs comes of the settings. `consolidate` learns
    from all that waits in the store. Raises StateConflict as `ask` does, and InvalidInput for a number out of range.
    """
    if not 1 <= most <= MOST_TURNS:
        raise InvalidInput(f"a trial learns from 1 to {MOST_TURNS} turns", "learn")
    turns, erased = _turns(namespace, most), _erasures(namespace)
    with throwaway.store():
        now = _taught("trial/now", namespace.settings, turns, consolidate)
        then = _taught("trial/then", settings, turns, consolidate)
    _refuse_after_an_erasure(namespace, erased)
    both = set(now) & set(then)
    return TriedLearning(
        len(both), [fact for fact in now if fact not in both], [fact for fact in then if fact not in both]
    )


def _turns(namespace: Namespace, most: int) -> list[tuple[str, NewMessage]]:
    """(session, turn), the oldest first."""
    rows = Memory.objects.within(namespace).active().filter(kind=Kind.EPISODE, session_id__isnull=False)
    newest = rows.defer("embedding").order_by("-rowid")[:most]
    return [(str(row.session_id), _as_sent(row)) for row in reversed(newest)]


def _as_sent(row: Memory) -> NewMessage:
    return NewMessage(
        role=row.role, content=row.content, name=row.source_role if row.source_role != row.role else "",
        event_time=row.event_time, event_offset=row.event_offset, external_id=row.external_id,
        attributes=row.attributes, tags=row.tags,
    )  # fmt: skip


def _taught(
    name: str, settings: Mapping[str, Any], turns: Sequence[tuple[str, NewMessage]], consolidate: Callable[[], object]
) -> list[str]:
    """The facts that hold after the turns were learnt from, in the order in which they were learnt."""
    place = namespaces.ensure(name)
    place.settings = {**settings, **UNLIMITED}
    place.save(update_fields=["settings"])
    for session_id, turn in turns:
        episodes.ingest_turns(name, session_id, [turn], Actor.system("trial"))
    _embed()
    consolidate()
    return list(Memory.objects.within(place).active().facts().order_by("rowid").values_list("content", flat=True))


def _embed() -> None:
    while embeddings.drain():
        pass


def _erasures(namespace: Namespace) -> int:
    return Erasure.objects.within(namespace).count()


def _refuse_after_an_erasure(namespace: Namespace, before: int) -> None:
    if _erasures(namespace) != before:
        raise StateConflict("something was erased here meanwhile: try again")
