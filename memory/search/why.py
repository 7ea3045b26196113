"""Why a memory is not among a search's hits: the step at which it fell out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Unpack

from ..models import Memory, Namespace
from . import ARM_DEPTH, Search, arranged, deeper, fusion, look
from .arranging import LeftOut
from .scope import Filters, Scope, Within
from .steps import Step

DEEP = 1_000  # how far down an arm is looked for the memory: far beyond what any search asks for


@dataclass(frozen=True)
class WhyNot:
    """`place` is 1-based in the final order, `by` the id of the memory that stands in its place, `score_needed` the
    last hit's. `ranks` are its places in the arms, looked for down to DEEP."""

    step: Step
    detail: str
    place: int | None = None
    score: float | None = None
    score_needed: float | None = None
    by: str | None = None
    ranks: dict[str, int | None] = field(default_factory=dict)
    parts: dict[str, float] = field(default_factory=dict)


def why_not(
    namespace: Namespace,
    query: str,
    uid: str,
    *,
    limit: int = 10,
    as_of: datetime | None = None,
    only_related: bool = False,
    **within: Unpack[Within],
) -> WhyNot:
    """At which step of `hybrid_search` with the same arguments the memory `uid` fell out, if it did."""
    scope = Scope(namespace, **within)
    memory = _reached(scope, uid)
    if isinstance(memory, WhyNot):
        return memory
    done = look(scope, query, max(ARM_DEPTH, limit), as_of)
    return _explained(done, memory, query, limit, only_related)


def why_not_in(done: Search, query: str, uid: str, *, limit: int, only_related: bool = False) -> WhyNot:
    """The same of a search for `query` that was made already."""
    memory = _reached(done.scope, uid)
    return memory if isinstance(memory, WhyNot) else _explained(done, memory, query, limit, only_related)


def _reached(scope: Scope, uid: str) -> Memory | WhyNot:
    """The memory `uid` where the scope reaches it, else why not."""
    rows = Memory.objects.across([one.namespace for one in scope.each]).without(scope.hidden)
    memory = rows.filter(uid=uid).select_related("namespace").defer("embedding").first()
    if memory is None:
        return WhyNot(Step.UNKNOWN, "There is no memory with this id in this namespace.")
    scope = replace(scope, namespace=memory.namespace, others=())
    if memory.valid_until is not None and not scope.past:
        return WhyNot(Step.RETIRED, f"It was retired on {memory.valid_until:%Y-%m-%d}: no search finds it.")
    if scope.kind and memory.kind != scope.kind:
        return WhyNot(Step.KIND, f"It is of kind {memory.kind}; the search was for {scope.kind}.")
    if scope.past and not replace(scope, kind=None, filters=Filters()).candidates.filter(pk=memory.pk).exists():
        return WhyNot(Step.NOT_HELD, "At that time it was not known, or did not hold.")
    if not scope.candidates.filter(pk=memory.pk).exists():
        return WhyNot(Step.FILTERED, "The search's filters leave it out.")
    return memory


def _explained(done: Search, memory: Memory, query: str, limit: int, only_related: bool) -> WhyNot:
    scored = next((scored for scored in done.order if scored.rowid == memory.pk), None)
    if scored is None:
        ranks = _ranks(deeper(done, query, DEEP), memory)
        nearest = min((rank for rank in ranks.values() if rank), default=None)
        if nearest:
            best = max(ARM_DEPTH, limit)
            detail = f"Words, meaning and names bring their best {best} each; the nearest it came is place {nearest}."
        else:
            detail = "It shares no telling word and no name with the query, and a thousand are nearer in meaning."
        if not memory.embedding_model:
            detail += " It has no vector yet."
        return WhyNot(Step.NOT_REACHED, detail, ranks=ranks)
    kept, left = arranged(done, limit)
    shown = [scored.rowid for scored in kept]
    step, by = _step(done, memory, shown, left, only_related)
    places = shown if step == Step.SHOWN else [scored.rowid for scored in done.order]
    return WhyNot(
        step,
        DETAILS[step].format(limit=limit),
        place=places.index(memory.pk) + 1,
        score=scored.score,
        score_needed=kept[-1].score if kept else None,
        by=None if by is None else Memory.objects.across([one.namespace for one in done.scope.each]).get(pk=by).uid,
        ranks=_ranks(done.arms, memory),
        parts=scored.parts,
    )


DETAILS = {
    Step.SHOWN: "It is among the hits.",
    Step.UNRELATED: "Nothing ties the query to what is known: few of its words, and no memory stands out in meaning.",
    Step.SUPERSEDED: "A newer fact took its place, and a superseded fact does not show when its successor does.",
    Step.MERGED: "A fact and a turn that it was drawn from are one hit: the better of the two stands for both.",
    Step.REPEATS: "A better hit says the same in nearly the same words.",
    Step.LIMIT: "It was ranked below the {limit} that were asked for.",
}


def _step(
    done: Search, memory: Memory, shown: list[int], left: dict[int, LeftOut], only_related: bool
) -> tuple[Step, int | None]:
    """The step, and the row that stands in the memory's place."""
    if only_related and not done.related:
        return Step.UNRELATED, None
    if memory.pk in shown:
        return Step.SHOWN, None
    if memory.pk in left:
        return left[memory.pk].step, left[memory.pk].by
    return Step.LIMIT, None


def _ranks(arms: Mapping[str, list[tuple[int, float]]], memory: Memory) -> dict[str, int | None]:
    return fusion.ranks({name: [rowid for rowid, _ in hits] for name, hits in arms.items()}, memory.pk)
