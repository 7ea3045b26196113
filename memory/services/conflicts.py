"""Facts that may not both be true: finding them, and settling them, undoably.

Candidates come from the indexes, never from a scan. Who judges them is the caller's business: consolidation brings
verdicts of its provider; without one, near-twins that differ in a number, date, name or negation wait for a person.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Max, Min
from django.utils import timezone

from ..models import Conflict, Event, Kind, Memory, MemorySource, Namespace, Origin, Review
from ..search import Filters, Scope
from ..search.backends import backend
from ..search.query import terms
from ..similarity import difference, is_near_twin, similarity
from . import history, reviews
from .actors import Actor
from .errors import InvalidInput, NotFound, StateConflict

SUPERSEDED_CONFIDENCE = 0.3
CANDIDATES = 20
CUED_CANDIDATES = 50
A_DAY = timedelta(days=1)
DECISIONS = ("new", "old", "both")
SIDES = ("new", "old")


@dataclass(frozen=True)
class Verdict:
    """What a judge says of a new fact against an older one: same, updates, contradicts or unrelated."""

    kind: str
    reason: str = ""
    judge: str = ""


@dataclass(frozen=True)
class Candidate:
    memory: Memory
    similarity: float


def candidates(
    namespace: Namespace, content: str, exclude: Sequence[int] = (), *, cues: Sequence[str] = ()
) -> list[Candidate]:
    """Active facts that share words with `content`, most alike first.

    `cues` are words that a fact about the same thing may use instead: two sentences about somebody's employer need
    not share more than the name.
    """
    scope = Scope(namespace, Kind.FACT, Filters())
    found = {rowid for rowid, _ in backend().text_arm(scope, terms(content), CANDIDATES).hits}
    if cues:
        found |= {rowid for rowid, _ in backend().text_arm(scope, list(cues), CUED_CANDIDATES).hits}
    rows = Memory.objects.within(namespace).active().facts().filter(pk__in=found - set(exclude))
    return rank(content, rows)


def rank(content: str, rows: Iterable[Memory]) -> list[Candidate]:
    """These facts as candidates for `content`, most alike first."""
    ranked = [Candidate(memory, similarity(content, memory.content)) for memory in rows]
    return sorted(ranked, key=lambda candidate: (-candidate.similarity, candidate.memory.pk))


def detect(namespace: Namespace, uid: str) -> list[Candidate]:
    """The active facts that may contradict the fact `uid`. Raises NotFound."""
    fact = _fact(namespace, uid)
    return candidates(namespace, fact.content, exclude=[fact.pk])


def apply(
    namespace: Namespace,
    new: Memory,
    found: Sequence[Candidate],
    verdicts: Mapping[str, Verdict],
    *,
    actor: Actor,
) -> bool:
    """Act on what is known of a new fact against its candidates, inside the transaction that saves it.

    A judged update or contradiction is settled at once, unless a person stands behind the older fact; near-twins that
    nobody judged are left open. Answers whether any conflict was found.
    """
    any_found = False
    for candidate in found:
        old = candidate.memory
        verdict = verdicts.get(old.uid)
        if verdict is not None and verdict.kind in {"updates", "contradicts"}:
            kind = "update" if verdict.kind == "updates" else "contradiction"
            conflict = _open(namespace, new, old, kind, verdict.reason, verdict.judge or actor.name)
            if conflict.status == Conflict.Status.OPEN and not _needs_person(new, old):
                _settle(conflict, "new", actor, verdict.reason)
            any_found = True
        elif verdict is None and is_near_twin(new.content, old.content):
            reason = difference(new.content, old.content)
            _open(namespace, new, old, "contradiction", f"the same but for a {reason}", "guard")
            any_found = True
    return any_found


def resolve_pair(namespace: Namespace, new_uid: str, old_uid: str, *, actor: Actor, reason: str = "") -> Conflict:
    """The spec's `resolve_conflict`: the new fact supersedes the old one, whose confidence falls to 0.3.

    Where a person stands behind the old fact and the actor is not a person, the conflict stays open for review.
    """
    with transaction.atomic():
        new, old = _fact(namespace, new_uid), _fact(namespace, old_uid)
        if new.pk == old.pk:
            raise InvalidInput("a fact cannot contradict itself", "old_id")
        conflict = _open(namespace, new, old, "contradiction", reason, actor.name)
        if conflict.status == Conflict.Status.OPEN and (actor.origin == Origin.CURATOR or not _needs_person(new, old)):
            _settle(conflict, "new" if conflict.new_fact_id == new.pk else "old", actor, reason)
    return conflict


def get(namespace: Namespace, conflict_id: int) -> Conflict:
    conflict = (
        Conflict.objects.within(namespace).filter(pk=conflict_id).select_related("new_fact", "old_fact").first()
    )
    if conflict is None:
        raise NotFound(f"no conflict {conflict_id}")
    return conflict


def decide(namespace: Namespace, conflict_id: int, decision: str, *, actor: Actor, reason: str = "") -> Conflict:
    """Settle an open conflict: the new fact holds, the old one does, or both do."""
    if decision not in DECISIONS:
        raise InvalidInput(f"decision must be one of {', '.join(DECISIONS)}", "decision")
    with transaction.atomic():
        conflict = _get_open(namespace, conflict_id)
        _settle(conflict, decision, actor, reason)
    return conflict


def correct(
    namespace: Namespace, conflict_id: int, side: str, content: str, *, actor: Actor, reason: str = ""
) -> Conflict:
    """Settle an open conflict by correcting one side of it ("new" or "old"), so that both hold.

    Correction and decision are one operation: whichever of them is undone, both are.
    """
    from .facts import correct as correct_fact

    if side not in SIDES:
        raise InvalidInput(f"side must be one of {', '.join(SIDES)}", "side")
    now = timezone.now()
    with transaction.atomic():
        conflict = _get_open(namespace, conflict_id)
        fact = conflict.new_fact if side == "new" else conflict.old_fact
        correct_fact(
            namespace, fact.uid, content, actor=actor, reason=reason or "found in a conflict",
            operation=history.operation_id("conflict", conflict.pk, now),
        )  # fmt: skip
        _decided(conflict, "both", actor, now)
        reviews.close_with(conflict, Review.Status.CORRECTED if side == "new" else Review.Status.ACCEPTED, actor)
    return conflict


def reopen(namespace: Namespace, conflict_id: int, *, actor: Actor) -> Conflict:
    """Take a decision back: both facts stand as they stood before it, and the review that it closed waits again."""
    from .facts import undo_operation

    with transaction.atomic():
        conflict = get(namespace, conflict_id)
        if conflict.status == Conflict.Status.OPEN:
            raise StateConflict("this conflict is open")
        if Event.objects.within(namespace).filter(operation=operation_of(conflict)).exists():
            undo_operation(namespace, operation_of(conflict), actor=actor)  # opens it, too: see `follow_undo`
        else:
            _open_again(conflict)
    return get(namespace, conflict_id)


def operation_of(conflict: Conflict) -> str:
    """The mark that the changes of this conflict's decision share in history."""
    return history.operation_id("conflict", conflict.pk, conflict.decided_at or conflict.created_at)


def behind(namespace: Namespace, operation: str) -> Conflict | None:
    """The conflict whose decision falls when `operation` is undone, or, if `operation` undid it, stands again."""
    undone = 0
    while operation.startswith("undo:"):
        events = Event.objects.within(namespace).filter(seq=operation.split(":")[1])
        operation = events.values_list("operation", flat=True).first() or ""
        undone += 1
    if not operation.startswith("conflict:"):
        return None
    conflict = (
        Conflict.objects.within(namespace).filter(pk=operation.split(":")[1])
        .select_related("new_fact", "old_fact").first()
    )  # fmt: skip
    if conflict is None:
        return None
    if undone % 2:
        return conflict if conflict.status == Conflict.Status.OPEN else None
    return conflict if operation == operation_of(conflict) else None


def follow_undo(conflict: Conflict, actor: Actor, now: datetime) -> None:
    """Let a conflict say what its facts say since a change of theirs was undone, in the transaction of that."""
    if conflict.status != Conflict.Status.OPEN:
        _open_again(conflict)
        return
    for fact in (conflict.new_fact, conflict.old_fact):
        fact.refresh_from_db(fields=["attributes", "valid_until"])
    _decided(conflict, _standing(conflict), actor, now)
    corrected = conflict.decision == "both" and not conflict.new_fact.active
    reviews.close_with(conflict, Review.Status.CORRECTED if corrected else Review.Status.ACCEPTED, actor)


def _standing(conflict: Conflict) -> str:
    """The decision that the two facts themselves tell of."""
    if conflict.old_fact.attributes.get("superseded_by") == conflict.new_fact.uid:
        return "new"
    return "old" if conflict.new_fact.attributes.get("superseded_by") == conflict.old_fact.uid else "both"


def _get_open(namespace: Namespace, conflict_id: int) -> Conflict:
    conflict = get(namespace, conflict_id)
    if conflict.status != Conflict.Status.OPEN:
        raise StateConflict(f"this conflict is {conflict.status} already")
    return conflict


def _open_again(conflict: Conflict) -> None:
    reviews.open_with(conflict)
    conflict.status, conflict.decision = Conflict.Status.OPEN, ""
    conflict.decided_by, conflict.decided_at = "", None
    conflict.save(update_fields=["status", "decision", "decided_by", "decided_at"])


def _needs_person(new: Memory, old: Memory) -> bool:
    """A fact that a person wrote or protected is never replaced by a derived one without a review."""
    return (old.origin == Origin.CURATOR or old.protected) and new.origin != Origin.CURATOR


def _open(namespace: Namespace, new: Memory, old: Memory, kind: str, reason: str, found_by: str) -> Conflict:
    conflict, _ = Conflict.objects.get_or_create_pair(namespace, new, old, kind=kind, reason=reason, found_by=found_by)
    return conflict


def _settle(conflict: Conflict, decision: str, actor: Actor, reason: str) -> None:
    now = timezone.now()
    if decision != "both":
        if actor.origin == Origin.DERIVED:
            # A session that is consolidated late tells of an older state of the world: the later one holds.
            decision = _later(conflict, decision)
        winner, loser = conflict.new_fact, conflict.old_fact
        if decision == "old":
            winner, loser = loser, winner
        if actor.origin != Origin.CURATOR and _needs_person(winner, loser):
            return
        if not winner.active:
            raise StateConflict(f"{winner.uid} is retired; restore it first")
        _supersede(winner, loser, now, history.operation_id("conflict", conflict.pk, now), actor, reason)
    _decided(conflict, decision, actor, now)
    reviews.close_with(conflict, Review.Status.ACCEPTED, actor)


def _decided(conflict: Conflict, decision: str, actor: Actor, now: datetime) -> None:
    conflict.status = Conflict.Status.DISMISSED if decision == "both" else Conflict.Status.RESOLVED
    conflict.decision, conflict.decided_by, conflict.decided_at = decision, actor.name, now
    conflict.save(update_fields=["status", "decision", "decided_by", "decided_at"])


def _later(conflict: Conflict, otherwise: str) -> str:
    new, old = held_at(conflict.new_fact), held_at(conflict.old_fact)
    return otherwise if new == old else "new" if new > old else "old"


def held_at(fact: Memory) -> datetime:
    """The latest moment for which a fact is known to hold: when it was last said, or the past that it tells of.

    A plan's event time lies ahead of what was said, so it does not tell which of two plans is the newer.
    """
    said = MemorySource.objects.filter(memory=fact).aggregate(
        first=Min("source__event_time"), last=Max("source__event_time")
    )
    first, last = said["first"] or fact.created_at, said["last"] or fact.created_at
    return fact.event_time if fact.event_time < first - A_DAY else last


def hold_again(namespace: Namespace, fact: Memory, *, event_time: datetime, confidence: float, actor: Actor) -> bool:
    """A superseded fact was stated anew: it holds again, and what had superseded it does not, if that is older.

    Answers False, and changes nothing, where a person stands behind what superseded it. Call it inside the
    transaction that adds the new statement's sources.
    """
    later = (
        Memory.objects.within(namespace).facts().active()
        .filter(uid=fact.attributes.get("superseded_by"), invalid_at__isnull=True).first()
    )  # fmt: skip
    settled_by = (
        Event.objects.within(namespace).filter(subject=fact.uid, kind="superseded").order_by("-seq").first()
    )
    if later is not None and (_needs_person(fact, later) or (settled_by and settled_by.origin == Origin.CURATOR)):
        return False
    now = timezone.now()
    before = history.snapshot(fact)
    fact.event_time, fact.invalid_at = event_time, None
    fact.base_confidence = fact.confidence = confidence
    fact.base_set_at = now
    fact.attributes = {key: value for key, value in fact.attributes.items() if key != "superseded_by"}
    fact.save(
        update_fields=["event_time", "invalid_at", "base_confidence", "confidence", "base_set_at", "attributes"]
    )
    conflict = _open(namespace, fact, later, "update", "said again", actor.name) if later is not None else None
    operation = (
        history.operation_id("conflict", conflict.pk, now) if conflict else history.operation_id("holds", fact.pk, now)
    )
    history.record(
        namespace.pk, fact.uid, "holds_again", actor, before=before, after=history.snapshot(fact), operation=operation
    )
    if later is not None and conflict is not None:
        _supersede(fact, later, now, operation, actor, "said again")
        _decided(conflict, "new" if conflict.new_fact_id == fact.pk else "old", actor, now)
    return True


def _supersede(winner: Memory, loser: Memory, now: datetime, operation: str, actor: Actor, reason: str) -> None:
    before_winner, before_loser = history.snapshot(winner), history.snapshot(loser)
    superseded = [uid for uid in winner.attributes.get("supersedes", []) if uid != loser.uid]
    winner.attributes = {**winner.attributes, "supersedes": [*superseded, loser.uid]}
    winner.save(update_fields=["attributes"])
    loser.base_confidence = min(loser.base_confidence, SUPERSEDED_CONFIDENCE)
    loser.confidence = min(loser.confidence, SUPERSEDED_CONFIDENCE)
    loser.base_set_at = now
    loser.invalid_at = max(winner.event_time, loser.event_time)
    loser.attributes = {**loser.attributes, "superseded_by": winner.uid}
    if winner.uid in loser.attributes.get("supersedes", []):  # the two have changed places
        loser.attributes["supersedes"] = [uid for uid in loser.attributes["supersedes"] if uid != winner.uid]
    loser.save(update_fields=["base_confidence", "confidence", "base_set_at", "invalid_at", "attributes"])
    for memory, before, kind in ((winner, before_winner, "supersedes"), (loser, before_loser, "superseded")):
        history.record(
            memory.namespace_id, memory.uid, kind, actor, before=before, after=history.snapshot(memory),
            operation=operation, reason=reason,
        )  # fmt: skip


def _fact(namespace: Namespace, uid: str) -> Memory:
    memory = Memory.objects.within(namespace).facts().filter(uid=uid).first()
    if memory is None:
        raise NotFound(f"no fact {uid}")
    if not memory.active:
        raise StateConflict(f"{uid} is retired")
    return memory
