"""What people and agents decide of conflicts and of what waits for review."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from ...models import (
    Change,
    ChangeKind,
    Conflict,
    ConflictDecision,
    ConflictKind,
    ConflictStatus,
    Kind,
    Memory,
    Namespace,
    OperationKind,
    Origin,
    Review,
    ReviewDecision,
    ReviewReason,
    ReviewStatus,
    SupersessionKind,
)
from ...text import blank
from .. import history, operations, reviews
from ..actors import Actor
from ..errors import InvalidInput, ReplayConflict, StateConflict
from ..memories import conflicts, decay, facts
from ..writing import writing
from . import correcting

CURATORS_ALONE = frozenset({ReviewReason.QUARANTINED, ReviewReason.CONFIRMATION})
SAID = {"new": "the new one holds", "old": "the old one holds", "both": "both hold"}
MOST_ALIKE = 100  # reviews that one change decides, while other writers wait
SIDES = (ConflictDecision.NEW, ConflictDecision.OLD)


def resolve_pair(namespace: Namespace, new_uid: str, old_uid: str, *, actor: Actor, reason: str = "") -> Conflict:
    """The spec's `resolve_conflict`: the new fact supersedes the old one, whose confidence falls to 0.3.

    Where a person stands behind the old fact and the actor is not a person, the conflict stays open for review.
    """
    with writing(namespace):
        new, old = conflicts.known_fact(namespace, new_uid), conflicts.known_fact(namespace, old_uid)
        if new.pk == old.pk:
            raise InvalidInput("a fact cannot contradict itself", "old_fact_id")
        conflict = conflicts.pair(namespace, new, old, ConflictKind.CONTRADICTION, reason, actor.name)
        if conflict.status == ConflictStatus.OPEN:
            decision = ConflictDecision.NEW if conflict.new_fact_id == new.pk else ConflictDecision.OLD
            conflicts.settle(conflict, decision, actor, reason)
    return conflict


def pair_by_hand(namespace: Namespace, new_uid: str, old_uid: str, *, actor: Actor, reason: str = "") -> Conflict:
    """Put two facts before a curator as a conflict that nothing found by itself; one that waits already stays as it is.

    Raises StateConflict where they were compared before, or one of them is retired.
    """
    with writing(namespace):
        new, old = conflicts.known_fact(namespace, new_uid), conflicts.known_fact(namespace, old_uid)
        if new.pk == old.pk:
            raise InvalidInput("a fact cannot contradict itself", "old_fact_id")
        conflict = conflicts.pair(
            namespace, new, old, ConflictKind.CONTRADICTION, reason or "paired by hand", actor.name
        )
        if conflict.status != ConflictStatus.OPEN:
            raise StateConflict(
                f"these two were compared already: {conflict.decided_by} decided that {SAID[conflict.decision]}"
            )
    return conflict


def decide_conflict(
    namespace: Namespace,
    conflict_id: int,
    decision: str,
    *,
    actor: Actor,
    reason: str = "",
    kind: SupersessionKind = SupersessionKind.OUTDATED,
    key: str = "",
) -> Conflict:
    """Settle an open conflict: the new fact holds, the old one does, or both do.

    `key` is the sender's own name for this decision: under the same key it is made once, however often it comes.
    Raises StateConflict where a person stands behind what would lose and `actor` is none.
    """
    if decision not in ConflictDecision.values:
        raise InvalidInput(f"decision must be one of {', '.join(ConflictDecision.values)}", "decision")
    with writing(namespace):
        if made := history.sent(namespace, key, ChangeKind.DECIDE, actor, decision):
            return _decided_before(conflicts.get_conflict(namespace, conflict_id), made)
        conflict = conflicts.get_open(namespace, conflict_id)
        if not conflicts.settle(conflict, ConflictDecision(decision), actor, reason, kind=kind, key=key):
            raise StateConflict("a person stands behind the fact that would be superseded: a curator decides this")
    return conflict


def correct_side(
    namespace: Namespace, conflict_id: int, side: str, content: str, *, actor: Actor, reason: str = "", key: str = ""
) -> Conflict:
    """Settle an open conflict by correcting one side of it ("new" or "old"), so that both hold.

    Correction and decision are one change: whichever of them is undone, both are. `key` as for `decide_conflict`.
    """
    if side not in SIDES:
        raise InvalidInput(f"side must be one of {', '.join(SIDES)}", "side")
    reason = reason or "found in a conflict"
    correction = correcting.read(namespace, content, actor=actor, reason=reason)
    with writing(namespace):
        if made := history.sent(namespace, key, ChangeKind.DECIDE, actor, ConflictDecision.BOTH):
            return _decided_before(conflicts.get_conflict(namespace, conflict_id), made)
        conflict = conflicts.get_open(namespace, conflict_id)
        fact = conflict.new_fact if side == ConflictDecision.NEW else conflict.old_fact
        change = history.begin(
            namespace.pk, ChangeKind.DECIDE, actor, comment=reason, decision=ConflictDecision.BOTH, key=key
        )
        both = (conflict.new_fact_id, conflict.old_fact_id)
        correcting.correct(namespace, fact.uid, correction, actor=actor, change=change, settled_with=both)
        fact.refresh_from_db(fields=["valid_until"])
        conflicts.decided(conflict, ConflictDecision.BOTH, change)
        reviews.close_with(conflict, change)
    return conflict


D = TypeVar("D", Conflict, Review)


def _decided_before(row: D, made: Change) -> D:
    if row.decided_in_id != made.pk:
        raise ReplayConflict("this key was used for something else")
    return row


def decide_review(
    namespace: Namespace,
    review_id: int,
    decision: str,
    *,
    actor: Actor,
    content: str | None = None,
    reason: str = "",
    key: str = "",
    of_standing: bool = False,
) -> Review:
    """Accept a fact as it is (its confidence becomes 1), reject it (retired), or correct it (`content`).

    `key` is the sender's own name for this decision: under the same key it is made once, however often it comes.
    Raises StateConflict for the correction of a fact that was retired meanwhile, and, if only what stands is to be
    decided (`of_standing`), for its acceptance too: else that settles what waited, and the fact stays retired.
    """
    if decision not in ReviewDecision.values:
        raise InvalidInput(f"decision must be one of {', '.join(ReviewDecision.values)}", "decision")
    if decision == ReviewDecision.CORRECT and blank(content or ""):
        raise InvalidInput("a correction needs its content", "content")
    correction = None
    if decision == ReviewDecision.CORRECT:
        correction = correcting.read(namespace, content or "", actor=actor, reason=reason)
    with writing(namespace):
        review = reviews.get_review(namespace, review_id)
        if made := history.sent(namespace, key, ChangeKind.REVIEW, actor, decision):
            return _decided_before(review, made)
        if review.status != ReviewStatus.OPEN:
            raise StateConflict(f"this review is {review.status} already")
        check_decider(review, actor)
        if review.retired and (correction is not None or (of_standing and decision == ReviewDecision.ACCEPT)):
            raise StateConflict("this was retired meanwhile: restore it on its page, or reject it")
        change = history.begin(namespace.pk, ChangeKind.REVIEW, actor, comment=reason, decision=decision, key=key)
        _settle(review, change, actor, reason, correction)
    return reviews.get_review(namespace, review_id)


def _settle(
    review: Review, change: Change, actor: Actor, reason: str, correction: correcting.ReadCorrection | None = None
) -> None:
    """Do what `change` decides of one review, and close it."""
    namespace, decision = review.namespace, ReviewDecision(change.decision)
    if review.subject is not None and review.reason in CURATORS_ALONE:
        _carry_out_for_curator(review, change, actor)
    elif review.subject is not None:
        _carry_out(review.subject, change, actor, reason, correction)
    elif review.reason == ReviewReason.DECAY_STOPPED:
        _answer_decay(namespace, change, actor)
    waiting = Review.objects.within(namespace).filter(pk=review.pk)
    if decision != ReviewDecision.ACCEPT and review.subject is not None and review.reason not in CURATORS_ALONE:
        # The fact is gone: whatever else it waited for is settled too.
        waiting = Review.objects.within(namespace).filter(subject=review.subject)
    reviews.close(waiting, change, reviews.CLOSED_AS[decision])


def decide_alike(
    namespace: Namespace, review_ids: Sequence[int], decision: str, *, actor: Actor, reason: str = "", key: str = ""
) -> list[Review]:
    """Accept or reject several reviews of facts in one change, which is undone as one. Answers those that it decided:
    what somebody decided or retired meanwhile is left out. `key` as for `decide_review`.

    Raises StateConflict where none waits any more.
    """
    if decision not in (ReviewDecision.ACCEPT, ReviewDecision.REJECT):
        raise InvalidInput("several are accepted or rejected", "decision")
    if len(review_ids) > MOST_ALIKE:
        raise InvalidInput(f"at most {MOST_ALIKE} at once", "reviews")
    rows = Review.objects.within(namespace).filter(subject__isnull=False)
    with writing(namespace):
        if made := history.sent(namespace, key, ChangeKind.REVIEW, actor, decision):
            return list(rows.filter(decided_in=made))
        waiting = list(rows.waiting().filter(pk__in=review_ids).select_related("subject").order_by("pk"))
        if not waiting:
            raise StateConflict("none of these waits any more")
        change = history.begin(namespace.pk, ChangeKind.REVIEW, actor, comment=reason, decision=decision, key=key)
        for review in waiting:
            check_decider(review, actor)
            _settle(review, change, actor, reason)
    return list(rows.filter(decided_in=change))


def check_decider(review: Review, actor: Actor) -> None:
    """Raises StateConflict where a curator alone decides this: the question is whether to believe an agent."""
    if review.reason in CURATORS_ALONE and actor.origin != Origin.CURATOR:
        raise StateConflict("a curator decides this")


def _carry_out_for_curator(review: Review, change: Change, actor: Actor) -> None:
    """Release from quarantine, or keep there; make permanent, or leave as it was. To correct is none of the answers."""
    subject = review.subject
    assert subject is not None
    if change.decision == ReviewDecision.CORRECT:
        raise InvalidInput("this is accepted or rejected", "decision")
    if change.decision != ReviewDecision.ACCEPT:
        return
    if review.reason == ReviewReason.QUARANTINED:
        facts.restore(subject.namespace, subject.uid, actor=actor, change=change)
    elif subject.active:
        facts.confirm(subject.namespace, subject.uid, actor=actor, change=change)


def _carry_out(
    subject: Memory, change: Change, actor: Actor, reason: str, correction: correcting.ReadCorrection | None
) -> None:
    """Do to the fact what the decision on it says; of one that is retired already, nothing is left to do."""
    if not subject.active:
        return
    namespace, decision = subject.namespace, change.decision
    if decision == ReviewDecision.ACCEPT:
        if subject.kind == Kind.FACT:
            facts.edit(namespace, subject.uid, actor=actor, confidence=1.0, change=change)
        return
    if decision == ReviewDecision.REJECT:
        facts.retire(namespace, subject.uid, actor=actor, reason=reason or "rejected in review", change=change)
    else:
        assert correction is not None
        correcting.correct(namespace, subject.uid, correction, actor=actor, change=change)
    for conflict in conflicts.open_of(subject):
        conflicts.decided(conflict, conflicts.decision_of(change), change)


def _answer_decay(namespace: Namespace, change: Change, actor: Actor) -> None:
    if change.decision == ReviewDecision.ACCEPT:
        operations.request(OperationKind.DECAY, namespace=namespace, subject="approved", requested_by=actor.name)
    elif change.decision == ReviewDecision.REJECT:
        decay.spare(namespace, actor=actor)
