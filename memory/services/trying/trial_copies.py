"""The part of a trial that a process of its own plays, on a store that is thrown away: `play`.

`trials` starts it, and hands it a folder with a namespace's rows and with what is asked.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from memoryproj import throwaway

from ...models import Kind, Memory, Namespace
from ...text import blank
from .. import embeddings, namespaces
from ..actors import Actor
from ..handing import context
from ..parcels import unpacking
from ..talk import episodes
from ..talk.turns import NewMessage
from .trials import ASKED, PARCEL, TOLD, UNLIMITED, TrialFindings, TriedLearning, TriedQuestion


def play(folder: Path, consolidate: Callable[[], object]) -> None:
    """Take the rows in, ask and learn, and write down what came of it. The store of this process is the folder's, and
    empty. `consolidate` learns from all that waits in the store."""
    asked = json.loads((folder / ASKED).read_text(encoding="utf-8"))
    name, now, then = asked["namespace"], asked["now"], asked["then"]
    unpacking.take_in(folder / PARCEL, name)
    (folder / PARCEL).unlink()
    found = [
        TriedQuestion(question, today, changed, recorded)
        for (question, recorded), today, changed in zip(
            asked["questions"], *_blocks(name, [text for text, _ in asked["questions"]], now, then), strict=True
        )
    ]
    learnt = _learnt(_turns(name, asked["learn"]), now, then, consolidate) if asked["learn"] else None
    partial = folder / f"{TOLD}.part"
    partial.write_text(json.dumps(asdict(TrialFindings(found, learnt))), encoding="utf-8")
    partial.rename(folder / TOLD)


def _blocks(name: str, questions: Sequence[str], *ways: Mapping[str, Any]) -> list[list[str]]:
    """The blocks of all questions, under each of the settings."""
    if questions:
        _embed()
    found = []
    for own in ways:
        place = namespaces.for_reading(name)
        place.settings = dict(own)
        place.save(update_fields=["settings"])
        found.append([context.build(place, question, record=False).block for question in questions])
    return found


def _turns(name: str, most: int) -> list[tuple[str, NewMessage]]:
    """(session, turn) of the newest `most`, the oldest first."""
    rows = Memory.objects.within(namespaces.for_reading(name)).active().filter(kind=Kind.EPISODE)
    newest = rows.filter(session_id__isnull=False).defer("embedding").order_by("-rowid")[:most]
    # One of which nothing can be seen, taken before such a text was refused, teaches nothing.
    return [(str(row.session_id), _as_sent(row)) for row in reversed(newest) if not blank(row.content)]


def _as_sent(row: Memory) -> NewMessage:
    return NewMessage(
        role=row.role, content=row.content, name=row.source_role if row.source_role != row.role else "",
        event_time=row.event_time, event_offset=row.event_offset, external_id=row.external_id,
        attributes=row.attributes, tags=row.tags,
    )  # fmt: skip


def _learnt(
    turns: Sequence[tuple[str, NewMessage]], now: Mapping[str, Any], then: Mapping[str, Any],
    consolidate: Callable[[], object],
) -> TriedLearning:  # fmt: skip
    """Both are learnt by what this process runs with, so that what differs comes of the settings."""
    with throwaway.store():
        today = _taught("trial/now", now, turns, consolidate)
        changed = _taught("trial/then", then, turns, consolidate)
    both = set(today) & set(changed)
    return TriedLearning(
        len(both), [fact for fact in today if fact not in both], [fact for fact in changed if fact not in both]
    )


def _taught(
    name: str, own: Mapping[str, Any], turns: Sequence[tuple[str, NewMessage]], consolidate: Callable[[], object]
) -> list[str]:
    """The facts that hold after the turns were learnt from, in the order in which they were learnt."""
    place: Namespace = namespaces.ensure(name)
    place.settings = {**own, **UNLIMITED}
    place.save(update_fields=["settings"])
    for session_id, turn in turns:
        episodes.ingest_turns(name, session_id, [turn], Actor.system("trial"))
    _embed()
    consolidate()
    return list(Memory.objects.within(place).active().facts().order_by("rowid").values_list("content", flat=True))


def _embed() -> None:
    while embeddings.drain():
        pass
