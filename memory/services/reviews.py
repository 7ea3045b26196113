"""The curators' queue: which facts a policy sends there, and how a decision closes or opens their cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from .. import review_policy
from ..language import chosen
from ..models import (
    Change,
    Conflict,
    ConflictDecision,
    EntityType,
    Memory,
    MemoryEntity,
    Namespace,
    Origin,
    Review,
    ReviewDecision,
    ReviewReason,
    ReviewStatus,
    name_key,
)
from ..models.curation import ReviewQuerySet
from .finding import existing
from .sql import parts

Reason = tuple[ReviewReason, str]  # with the detail that a card tells
POLICED = frozenset({Origin.DERIVED, Origin.IMPORT})  # whose facts the policy looks at

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


def open_new(namespace: Namespace, cards: Iterable[tuple[Memory, ReviewReason, str]]) -> None:
    """Put memories that were made just now, and for which nothing waits yet, before the curators."""
    Review.objects.bulk_create(
        [Review(namespace=namespace, subject=memory, reason=reason, detail=detail) for memory, reason, detail in cards]
    )


def words_that_ask(namespace: Namespace, content: str, speaker: str, said: Sequence[str]) -> list[Reason]:
    """What in a fact's words asks for a look, beside what was `said`: reading belongs before a transaction."""
    language = chosen(namespace.own.language, content)
    found: list[Reason] = []
    if said and (strange := review_policy.unsupported(content, speaker, said, language)):
        found.append((ReviewReason.UNSUPPORTED, f"not in its source: {', '.join(strange[:5])}"))
    if word := review_policy.sensitive(content, language):
        found.append((ReviewReason.SENSITIVE, f"speaks of “{word}”"))
    return found


@dataclass(frozen=True)
class Asking:
    """A new fact, what in its words asks for a look, and whether it waits in a conflict."""

    memory: Memory
    asks: Sequence[Reason]
    in_conflict: bool


def send_by_policy(namespace: Namespace, made: Sequence[Asking]) -> None:
    """Put derived and imported facts before the curators when the namespace's policy says so: one card a fact.

    Of its settings `review_policy` names the reasons that count there, and `review_confidence` the bound below which a
    fact is doubtful.
    """
    looked_at = [one for one in made if one.memory.origin in POLICED]
    if not looked_at:
        return
    own = namespace.own
    wanted = set(own.review_policy)
    new = _new_people([one.memory for one in looked_at]) if ReviewReason.NEW_PERSON in wanted else {}
    cards = []
    for one in looked_at:
        reasons = _reasons(one, new.get(one.memory.pk, ""), own.review_confidence)
        if found := [(reason, detail) for reason, detail in reasons if reason in wanted]:
            cards.append((one.memory, found[0][0], "; ".join(detail for _, detail in found)))
    open_new(namespace, cards)


def _reasons(one: Asking, new_person: str, least_confidence: float) -> Iterator[Reason]:
    """All that speaks for a look, the gravest first."""
    if one.in_conflict:
        yield ReviewReason.CONFLICT, "may contradict an older fact"
    yield from one.asks
    if new_person:
        yield ReviewReason.NEW_PERSON, f"{new_person} is named for the first time"
    if one.memory.base_confidence < least_confidence:
        yield ReviewReason.LOW_CONFIDENCE, f"confidence {one.memory.base_confidence:.2f}"
    if one.memory.origin == Origin.IMPORT:
        yield ReviewReason.IMPORTED, "imported"


def _new_people(memories: Sequence[Memory]) -> dict[int, str]:
    """{rowid: name} of a person who is spoken of for the first time; not the speaker, who introduces nobody."""
    speakers = {memory.pk: name_key(memory.source_role) for memory in memories}
    found: dict[int, str] = {}
    for part in parts(sorted(speakers)):
        links = MemoryEntity.objects.filter(
            memory__in=part, entity__type=EntityType.PERSON, entity__mention_count=1
        ).order_by("entity_id")  # fmt: skip
        for pk, key, name in links.values_list("memory_id", "entity__name_key", "entity__canonical_name"):
            if key != speakers[pk]:
                found.setdefault(pk, name)
    return found


def get_review(namespace: Namespace, review_id: int) -> Review:
    return existing(
        Review.objects.within(namespace).filter(pk=review_id).select_related("subject"), f"review {review_id}"
    )


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
    others = Conflict.objects.within(conflict.namespace_id).filter(Conflict.WAITING, new_fact=conflict.new_fact_id)
    if not lost and others.exists():
        return  # the card waits for those, too
    corrected = conflict.decision == ConflictDecision.BOTH and not conflict.new_fact.active
    close(
        Review.objects.within(conflict.namespace_id).filter(subject=conflict.new_fact_id, reason=ReviewReason.CONFLICT),
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
