"""The curators' queue: what a policy sends there, and what they decide."""

from __future__ import annotations

from collections.abc import Iterator

from django.db import transaction
from django.utils import timezone

from .. import review_policy
from ..language import chosen
from ..models import Conflict, EntityType, Event, Memory, Namespace, Origin, Review, name_key
from ..models.curation import ReviewQuerySet
from . import history, operations
from .actors import Actor
from .errors import InvalidInput, NotFound, StateConflict

DECISIONS = ("accept", "reject", "correct")
DECAY_STOPPED = "decay_stopped"


def open_review(namespace: Namespace, memory: Memory | None, reason: str, detail: str = "") -> Review:
    """Put a memory (or, without one, the namespace itself) before the curators; once per reason while it is open."""
    review, _ = Review.objects.within(namespace).get_or_create(
        subject=memory, reason=reason, status=Review.Status.OPEN,
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


def _reasons(namespace: Namespace, memory: Memory, in_conflict: bool) -> Iterator[tuple[str, str]]:
    """(reason, detail) of all that speaks for a look, the gravest first."""
    if in_conflict and memory.conflicts_as_new.filter(status="open").exists():
        yield "conflict", "may contradict an older fact"
    said = memory.source_links.values_list("source__content", flat=True)
    language = chosen(namespace.own.language, memory.content)
    if said and (strange := review_policy.unsupported(memory.content, memory.source_role, list(said), language)):
        yield "unsupported", f"not in its source: {', '.join(strange[:5])}"
    if word := review_policy.sensitive(memory.content, language):
        yield "sensitive", f"speaks of “{word}”"
    if name := _new_person(memory):
        yield "new_person", f"{name} is named for the first time"
    if memory.base_confidence < namespace.own.review_confidence:
        yield "low_confidence", f"confidence {memory.base_confidence:.2f}"
    if memory.origin == Origin.IMPORT:
        yield "imported", "imported"


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


def decide(
    namespace: Namespace, review_id: int, decision: str, *, actor: Actor, content: str | None = None, reason: str = ""
) -> Review:
    """Accept a fact as it is (its confidence becomes 1), reject it (retired), or correct it (`content`)."""
    from . import decay, facts

    if decision not in DECISIONS:
        raise InvalidInput(f"decision must be one of {', '.join(DECISIONS)}", "decision")
    if decision == "correct" and not (content or "").strip():
        raise InvalidInput("a correction needs its content", "content")
    now = timezone.now()
    operation = history.operation_id("review", review_id, now)
    with transaction.atomic():
        review = get(namespace, review_id)
        if review.status != Review.Status.OPEN:
            raise StateConflict(f"this review is {review.status} already")
        subject = review.subject
        if subject is not None and subject.active:
            if decision == "accept" and subject.kind == "fact":
                facts.edit(namespace, subject.uid, actor=actor, confidence=1.0, operation=operation)
            elif decision == "reject":
                facts.retire(
                    namespace, subject.uid, actor=actor, reason=reason or "rejected in review", operation=operation
                )
            elif decision == "correct":
                facts.correct(
                    namespace, subject.uid, content or "", actor=actor, reason=reason, operation=operation
                )
        elif subject is None and review.reason == DECAY_STOPPED and decision == "accept":
            operations.request("decay", namespace=namespace, subject="approved", requested_by=actor.name)
        elif subject is None and review.reason == DECAY_STOPPED and decision == "reject":
            decay.spare(namespace, actor=actor)
        review.status = {
            "accept": Review.Status.ACCEPTED, "reject": Review.Status.REJECTED, "correct": Review.Status.CORRECTED,
        }[decision]  # fmt: skip
        review.decided_by, review.decided_at = actor.name, now
        review.save(update_fields=["status", "decided_by", "decided_at"])
        if decision != "accept" and subject is not None:
            # The fact is gone: whatever else it waited for is settled too.
            subject.reviews.filter(status=Review.Status.OPEN).update(
                status=review.status, decided_by=actor.name, decided_at=now
            )
    return review


def reopen(namespace: Namespace, review_id: int, *, actor: Actor) -> Review:
    """Take a decision back, with what it did to the fact: one that a conflict's decision made, by that conflict."""
    from . import conflicts, facts

    with transaction.atomic():
        review = get(namespace, review_id)
        if review.status == Review.Status.OPEN:
            raise StateConflict("this review is open")
        if (conflict := _closed_by(review)) is not None:
            conflicts.reopen(namespace, conflict.pk, actor=actor)
            return get(namespace, review_id)
        together = Review.objects.within(namespace).filter(
            subject=review.subject, decided_by=review.decided_by, decided_at=review.decided_at
        )
        for one in together if review.subject is not None else [review]:
            operation = history.operation_id("review", one.pk, review.decided_at or review.created_at)
            if Event.objects.within(namespace).filter(operation=operation).exists():
                facts.undo_operation(namespace, operation, actor=actor)
            one.status, one.decided_by, one.decided_at = Review.Status.OPEN, "", None
            one.save(update_fields=["status", "decided_by", "decided_at"])
    return get(namespace, review_id)


def close_with(conflict: Conflict, status: Review.Status, actor: Actor) -> None:
    """Close the review that waits for what this conflict's decision has just settled, where a person decided it."""
    if actor.origin == Origin.CURATOR:
        _because_of(conflict).filter(status=Review.Status.OPEN).update(
            status=status, decided_by=conflict.decided_by, decided_at=conflict.decided_at
        )


def open_with(conflict: Conflict) -> None:
    """Let the review that this conflict's decision closed wait again, unless another one waits for the same."""
    if _because_of(conflict).filter(status=Review.Status.OPEN).exists():
        return
    closed = _because_of(conflict).filter(decided_by=conflict.decided_by, decided_at=conflict.decided_at)
    closed.update(status=Review.Status.OPEN, decided_by="", decided_at=None)


def _because_of(conflict: Conflict) -> ReviewQuerySet:
    return Review.objects.within(conflict.namespace_id).filter(subject=conflict.new_fact_id, reason="conflict")


def _closed_by(review: Review) -> Conflict | None:
    if review.subject_id is None or review.reason != "conflict":
        return None
    settled = Conflict.objects.within(review.namespace_id).exclude(status=Conflict.Status.OPEN)
    return settled.filter(
        new_fact=review.subject_id, decided_by=review.decided_by, decided_at=review.decided_at
    ).first()
