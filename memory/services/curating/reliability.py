"""How right the learnt facts were, by the decisions of curators: for each rule, and for each level of confidence."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from ...models import ALL, Event, EventKind, Kind, Origin, Review, ReviewReason, ReviewStatus
from ..sql import parts

MODEL = "model"  # the rule of what a language model learnt
BINS = 10  # tenths of confidence
# Who decides on one of these decides on what the fact says. A conflict or a confirmation is about something else.
ABOUT_WHAT_IT_SAYS = (
    ReviewReason.UNSUPPORTED, ReviewReason.SENSITIVE, ReviewReason.NEW_PERSON, ReviewReason.LOW_CONFIDENCE,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class DecidedShare:
    """How many facts curators accepted, and how many they rejected or corrected."""

    right: int = 0
    wrong: int = 0


@dataclass(frozen=True, slots=True)
class Bin:
    """The decided facts whose confidence, when they were learnt, lay in [low, high): how many, what share of them was
    `expected` to be right (the mean of their confidence), and what share was."""

    low: float
    high: float
    facts: int
    expected: float
    right: float


def by_rule(namespace_ids: Collection[int] | None = None) -> dict[str, DecidedShare]:
    """{rule: what curators decided}, of the whole store or of some namespaces. What was undone does not count."""
    found: dict[str, DecidedShare] = {}
    for rule, _, right in _decisions(namespace_ids).values():
        was = found.get(rule, DecidedShare())
        found[rule] = DecidedShare(was.right + right, was.wrong + (not right))
    return found


def bins(namespace_ids: Collection[int] | None = None) -> list[Bin]:
    """A reliability chart: confidence against what curators decided, of the bins that hold a fact."""
    decisions = _decisions(namespace_ids)
    right_of = {uid: right for _, uid, right in decisions.values()}
    held: dict[int, list[tuple[float, bool]]] = {}
    for part in parts(sorted(right_of)):
        learnt = Event.objects.across(ALL).filter(kind=EventKind.REMEMBERED, subject__in=part)
        for uid, after in learnt.values_list("subject", "after"):
            confidence = float(after["base_confidence"])
            held.setdefault(min(int(confidence * BINS), BINS - 1), []).append((confidence, right_of[uid]))
    return [
        Bin(
            number / BINS, (number + 1) / BINS, len(facts),
            sum(confidence for confidence, _ in facts) / len(facts), sum(right for _, right in facts) / len(facts),
        )
        for number, facts in sorted(held.items())
    ]  # fmt: skip


def _decisions(namespace_ids: Collection[int] | None) -> dict[int, tuple[str, str, bool]]:
    """{fact: (its rule, its public id, whether the last decision on it was that it is right)}"""
    reviews = Review.objects.across(ALL).filter(
        reason__in=ABOUT_WHAT_IT_SAYS, subject__kind=Kind.FACT, subject__origin=Origin.DERIVED,
        status__in=[ReviewStatus.ACCEPTED, ReviewStatus.REJECTED, ReviewStatus.CORRECTED],
    )  # fmt: skip
    if namespace_ids is not None:
        reviews = reviews.filter(namespace__in=namespace_ids)
    rows = reviews.order_by("pk").values_list("subject_id", "subject__uid", "subject__attributes", "status")
    return {
        pk: (str(attributes.get("rule", MODEL)), uid, status == ReviewStatus.ACCEPTED)
        for pk, uid, attributes, status in rows
    }
