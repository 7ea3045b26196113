"""The outcomes in tables: what became of the pairs of each relation, and the four figures that count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from .dataset import CHANGES, Relation
from .saying import Fate, Outcome

RIGHT = {
    Relation.OUTDATED: {Fate.SUPERSEDED},
    Relation.WRONG: {Fate.SUPERSEDED},
    # What tells more may take the place of what told less, or stand beside it.
    Relation.REFINED: {Fate.SUPERSEDED, Fate.BOTH},
    Relation.UNRELATED: {Fate.BOTH},
    Relation.SAME: {Fate.SWALLOWED},
}


def markdown(outcomes: Sequence[Outcome], *, show: bool = False) -> str:
    lines = [*_figures(outcomes), "", *_table(outcomes)]
    if show:
        lines += _misses(outcomes)
    return "\n".join(lines) + "\n"


def _figures(outcomes: Sequence[Outcome]) -> Iterator[str]:
    learnt = [one for one in outcomes if one.fate != Fate.UNLEARNT]
    bystanders, harmed = sum(one.bystanders for one in outcomes), sum(one.harmed for one in outcomes)
    yield f"{len(outcomes)} pairs, both sides learnt of {len(learnt)}"
    yield f"changes found: superseded {_share(learnt, CHANGES, {Fate.SUPERSEDED})}, "
    yield f"  left open for a person {_share(learnt, CHANGES, {Fate.OPEN})}"
    yield f"unrelated facts retired: {_share(learnt, [Relation.UNRELATED], {Fate.SUPERSEDED, Fate.REFUSED})}"
    yield f"minimal pairs swallowed: {_share(learnt, [Relation.UNRELATED], {Fate.SWALLOWED})}"
    yield f"same recognised: {_share(learnt, [Relation.SAME], {Fate.SWALLOWED})}"
    yield f"bystanders superseded, retired or disputed: {harmed} of {bystanders}"


def _share(outcomes: Sequence[Outcome], relations: Collection[Relation], fates: Collection[Fate]) -> str:
    of = [one for one in outcomes if one.pair.relation in relations]
    found = sum(one.fate in fates for one in of)
    return f"{found} of {len(of)} ({found / max(len(of), 1):.0%})"


def _table(outcomes: Sequence[Outcome]) -> Iterator[str]:
    yield f"| relation | pairs | {' | '.join(Fate)} |"
    yield f"|---|---|{'---|' * len(Fate)}"
    for relation in Relation:
        fates = Counter(one.fate for one in outcomes if one.pair.relation == relation)
        yield f"| {relation} | {fates.total()} | {' | '.join(str(fates[fate]) for fate in Fate)} |"


def _misses(outcomes: Sequence[Outcome]) -> Iterator[str]:
    for one in outcomes:
        if one.fate not in RIGHT[one.pair.relation] or one.harmed:
            yield f"{one.pair.id} ({one.pair.relation}): {one.fate}, {one.harmed} bystanders harmed"
            yield f"  {one.pair.older} / {one.pair.newer}"
