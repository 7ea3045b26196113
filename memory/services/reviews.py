"""The curators' queue: what a policy sends there, and how its cards close and open with what is decided."""

from __future__ import annotations

from collections.abc import Iterator

from .. import review_policy
from ..language import chosen
from ..models import (
    Change,
    Conflict,
    ConflictDecision,
    ConflictStatus,
    EntityType,
    Memory,
    Namespace,
    Origin,
    Review,
    ReviewDecision,
    ReviewReason,
    ReviewStatus,
    name_key,
)
from ..models.curation import ReviewQuerySet
from .errors import NotFound

CLOSED_AS = {
    ReviewDecision.ACCEPT: ReviewStatus.ACCEPTED,
    ReviewDecision.REJECT: ReviewStatus.REJECTED,
    ReviewDecision.CORRECT: ReviewStatus.CORRECTED,
}


def open_review(namespace: Namespace, memory: Memory | None, reason: ReviewReason, detail: str = "") -> Review:
    """Put a memory (or, without one, the namespace itself) before the curators; once per reason while it is open."""
    review, _ = Review.objects.within(namespace).get_or_create(
        subject=memory, reason=reason, status=ReviewStatus.OPEN,
        defaults={"namespace": namespace, "detail": detail},
    )  # fmt: skip
    return review


def send_by_policy(namespace: Namespace, memory: Memory, *, in_conflict: bool) -> None:
    """Put a derived or imported fact before the curators when the namespace's policy says so: one card a fact.

    Of its settings `review_policy` names the reasons that count there, and `review_confidence` the bound below which a
    fact is doubtful.
    """
    if memory.origin not in {Origin.DERIVED, Origin.IMPORT}:
        return
    wanted = set(namespace.own.review_policy)
    found = [(reason, detail) for reason, detail in _reasons(namespace, memory, in_conflict) if reason in wanted]
    if found:
        open_review(namespace, memory, found[0][0], "; ".join(detail for _, detail in found))


def _reasons(namespace: Namespace, memory: Memory, in_conflict: bool) -> Iterator[tuple[ReviewReason, str]]:
    """(reason, detail) of all that speaks for a look, the gravest first."""
    if in_conflict and memory.conflicts_as_new.filter(status=ConflictStatus.OPEN).exists():
        yield ReviewReason.CONFLICT, "may contradict an older fact"
    said = memory.source_links.values_list("source__content", flat=True)
    language = chosen(namespace.own.language, memory.content)
    if said and (strange := review_policy.unsupported(memory.content, memory.source_role, list(said), language)):
        yield ReviewReason.UNSUPPORTED, f"not in its source: {', '.join(strange[:5])}"
    if word := review_policy.sensitive(memory.content, language):
        yield ReviewReason.SENSITIVE, f"speaks of “{word}”"
    if name := _new_person(memory):
        yield ReviewReason.NEW_PERSON, f"{name} is named for the first time"
    if memory.base_confidence < namespace.own.review_confidence:
        yield ReviewReason.LOW_CONFIDENCE, f"confidence {memory.base_confidence:.2f}"
    if memory.origin == Origin.IMPORT:
        yield ReviewReason.IMPORTED, "imported"


def _new_person(memory: Memory) -> str:
    """The name of a person who is spoken of for the first time; not the speaker, who introduces nobody."""
    people = memory.entities.filter(type=EntityType.PERSON, mention_count=1)
    others = people.exclude(name_key=name_key(memory.source_role))
    return others.values_list("canonical_name", flat=True).first() or ""


def get(namespace: Namespace, review_id: int) -> Review:
    review = Review.objects.within(namespace).filter(pk=review_id).select_related("subject").first()
    if review is None:
        raise NotFound(f"no review {review_id}")
    return review


def close(rows: ReviewQuerySet, change: Change, status: ReviewStatus) -> None:
    """Those of `rows` that wait are decided by `change`."""
    rows.filter(status=ReviewStatus.OPEN).update(status=status, decided_in=change)


def close_with(conflict: Conflict, change: Change) -> None:
    """Close the card that waits for what `change` decided of a conflict.

    A person's decision closes it. An agent's leaves a new fact that holds to a person; one that lost is settled.
    """
    lost = conflict.decision == ConflictDecision.OLD
    if change.origin != Origin.CURATOR and not lost:
        return
    others = Conflict.objects.within(conflict.namespace_id).filter(
        new_fact=conflict.new_fact_id, status=ConflictStatus.OPEN
    )
    if not lost and others.exists():
        return  # the card waits for those, too
    corrected = conflict.decision == ConflictDecision.BOTH and not conflict.new_fact.active
    close(
        Review.objects.within(conflict.namespace_id).filter(
            subject=conflict.new_fact_id, reason=ReviewReason.CONFLICT
        ),
        change,
        ReviewStatus.CORRECTED if corrected else ReviewStatus.ACCEPTED,
    )


def open_again(change: Change) -> None:
    """The cards that `change` decided wait again, unless another one waits for the same. They keep its name, so that
    who makes the decision again finds them."""
    for review in Review.objects.within(change.namespace_id).filter(decided_in=change):
        same = Review.objects.within(change.namespace_id).filter(
            subject=review.subject_id, reason=review.reason, status=ReviewStatus.OPEN
        )
        if review.status != ReviewStatus.OPEN and not same.exists():
            review.status = ReviewStatus.OPEN
            review.save(update_fields=["status"])


def close_again(decided: Change, anew: Change, status: ReviewStatus) -> None:
    """What `decided` had closed, and waits again since that was undone, is closed by `anew`."""
    close(Review.objects.within(decided.namespace_id).filter(decided_in=decided), anew, status)
