"""Facts that may not both be true: finding them, and settling them.

Candidates come from the indexes, never from a scan. The caller decides who judges a pair: consolidation brings the
verdicts of its provider. Without a provider, facts that are nearly the same and differ in a number, date, name or
negation wait for a person.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from ...language import NEUTRAL, chosen
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
    Operation,
    Origin,
    ReviewDecision,
    SupersessionKind,
    Trust,
)
from ...redaction import mask
from ...search import Scope
from ...search.backends import backend
from ...search.query import terms
from ...similarity import difference, is_duplicate, is_near_twin, similarity
from .. import history, reviews, trust, validity
from ..actors import Actor
from ..errors import StateConflict
from ..finding import existing
from ..writing import writing
from . import facts, lineage, places, properties
from .judgements import ENDED_AS, SETTLED_AS, Judgement, VerdictKind

# The most alike by words with which a new fact is compared; more by the words of a change alone, which say less of
# what it is about. With half and twice of both the development pairs and stories come out the same.
CANDIDATES = 20
CUED_CANDIDATES = 50
# Twins of one new fact that differ in a figure and that nobody judged: so many, the nearest, wait for a person. Where
# one sentence stands there with more figures than that, it is a list ("Measurement 17 was 3 volts"), and each is true.
# With 1 and with 6 the development pairs and stories come out the same.
MAX_TWINS = 3
# Of their words, below which two sentences are neither one fact nor twins. The same holds of 0.1 and 0.4.
LEAST_ALIKE = 0.2
SAID_AGAIN = "said again"


@dataclass(frozen=True)
class Lookalike:
    """A fact beside a new one, which it was compared with.

    `shares` is whether it tells a property that the new fact tells of the same subject, `same` whether it says the
    same, `differs` wherein a near twin differs ("number", "negation"; "" for what is no twin).
    """

    memory: Memory
    similarity: float
    shares: bool = False
    same: bool = False
    differs: str = ""

    @property
    def alike(self) -> bool:
        """Whether it means something to the new fact by its words alone."""
        return self.same or bool(self.differs)


def candidates(
    namespace: Namespace,
    content: str,
    exclude: Collection[int] = (),
    *,
    cues: Sequence[str] = (),
    told: Sequence[properties.Property] = (),
) -> list[Lookalike]:
    """Active facts that share words with `content` or tell one of the properties `told`, most alike first.

    `cues` are words that a fact about the same thing may use instead: two sentences about somebody's employer need
    not share more than the name.
    """
    scope = Scope(namespace, Kind.FACT, for_agents=False)
    asked = terms(content, chosen(namespace.own.language, content))
    found = {rowid for rowid, _ in backend().text_arm(scope, asked, CANDIDATES).hits}
    if cues:
        found |= {rowid for rowid, _ in backend().text_arm(scope, list(cues), CUED_CANDIDATES).hits}
    sharing = properties.sharing(namespace, told)
    rows = Memory.objects.within(namespace).active().facts().filter(pk__in=(found | sharing) - set(exclude))
    return rank(namespace, content, rows, sharing)


def rank(namespace: Namespace, content: str, rows: Iterable[Memory], sharing: Collection[int] = ()) -> list[Lookalike]:
    """These facts as candidates for `content`, most alike first."""
    ranked = [compare(namespace, content, memory, memory.pk in sharing) for memory in rows]
    return sorted(ranked, key=lambda candidate: (-candidate.similarity, candidate.memory.pk))


def compare(namespace: Namespace, content: str, memory: Memory, shares: bool = False) -> Lookalike:
    """`memory` beside a new fact that says `content`. It costs much, and belongs before a transaction."""
    near = similarity(content, memory.content, NEUTRAL)
    if near < LEAST_ALIKE:
        return Lookalike(memory, near, shares)
    language = chosen(namespace.own.language, content, memory.content)
    same = is_duplicate(content, memory.content, language)
    twin = not same and is_near_twin(content, memory.content, language)
    return Lookalike(
        memory,
        near if language is NEUTRAL else similarity(content, memory.content, language),
        shares,
        same,
        difference(content, memory.content, language) if twin else "",
    )


def nearest(found: Iterable[Lookalike]) -> list[Lookalike]:
    """Those that mean something to the new fact by their words alone. Of twins in a figure no more than tell a list."""
    kept = [one for one in found if one.alike or one.shares]
    figures = [one for one in kept if one.differs == "number" and not one.shares]
    figures.sort(key=lambda one: (one.memory.gave_way, -one.similarity, one.memory.pk))
    surplus = {one.memory.pk for one in figures[MAX_TWINS + 1 :]}
    return [one for one in kept if one.memory.pk not in surplus]


def detect(namespace: Namespace, uid: str) -> list[Lookalike]:
    """The active facts that may contradict the fact `uid`. Raises NotFound."""
    fact = known_fact(namespace, uid)
    return candidates(namespace, fact.content, exclude=[fact.pk])


def apply(
    namespace: Namespace,
    new: Memory,
    found: Sequence[Lookalike],
    verdicts: Mapping[str, Judgement],
    *,
    actor: Actor,
    run: Operation | None = None,
    fresh: bool = False,
    settles: bool = True,
) -> list[Conflict]:
    """Act on what is known of a new fact against its candidates, inside the transaction that saves it. Of a `fresh`
    one, which that transaction made, there is no conflict yet. What it does not settle is left open.

    A judged update or contradiction is settled at once, unless a person stands behind the older fact, or somebody else
    contradicts what a person said of themselves and tells of no change; of near-twins that nobody judged the nearest
    MAX_TWINS are left open. Answers the conflicts that were found, as they stand then.
    """
    opened = _open if fresh else pair
    met = []
    for candidate in found:
        old = candidate.memory
        verdict = verdicts.get(old.uid)
        if verdict is not None and verdict.kind in SETTLED_AS:
            said = VerdictKind(verdict.kind)
            may_settle = settles and not trust.needs_person(new, old)
            if said == VerdictKind.REFINES and not (may_settle and not trust.overrides_own_word(new, old)):
                continue  # both are true: nobody need be asked
            kind = SETTLED_AS[said]
            conflict = opened(namespace, new, old, kind, verdict.reason, verdict.judge or actor.name)
            if may_settle and conflict.status == ConflictStatus.OPEN:
                # A plan that was settled before this one may have given its place back.
                old.refresh_from_db(fields=["base_confidence", "base_set_at", "confidence", "invalid_at"])
                ended = ENDED_AS.get(said, SupersessionKind.OUTDATED)
                settle(
                    conflict, ConflictDecision.NEW, actor, verdict.reason, kind=ended, run=run,
                    telling=verdict.telling(new, old),
                )  # fmt: skip
            met.append(conflict)
    for twin in _unjudged_twins(found, verdicts):
        reason = f"the same but for a {twin.differs}"
        met.append(opened(namespace, new, twin.memory, ConflictKind.CONTRADICTION, reason, "guard"))
    return met


def compare_stated(
    stated: Memory,
    judge: Callable[[str, str], Judgement],
    *,
    cues: Sequence[str],
    told: Sequence[properties.Property],
    actor: Actor,
) -> None:
    """Act on what `judge` says of a fact that was stated and saved already against the older ones that hold: what it
    changes is superseded, or waits for a person who stands behind it."""
    holding = Memory.objects.within(stated.namespace_id).active().facts().holding()
    fresh = holding.filter(pk=stated.pk).select_related("namespace").first()
    if fresh is None:
        return
    found = candidates(fresh.namespace, fresh.content, exclude=[fresh.pk], cues=cues, told=told)
    older = [one for one in found if one.memory.pk < fresh.pk and not one.memory.gave_way]
    judged = {one.memory.uid: judge(fresh.content, one.memory.content) for one in older}
    changed = [one for one in older if judged[one.memory.uid].kind in SETTLED_AS]
    if changed:
        with writing(stated.namespace_id):
            apply(fresh.namespace, fresh, changed, judged, actor=actor)


def _unjudged_twins(found: Sequence[Lookalike], verdicts: Mapping[str, Judgement]) -> list[Lookalike]:
    """The near-twins that wait for a person: the nearest ones, and none that is another item of a list."""
    twins = [one for one in found if one.differs and one.memory.uid not in verdicts]
    figures = [one for one in twins if one.differs == "number" and not one.memory.gave_way]
    if len(figures) > MAX_TWINS:
        twins = [one for one in twins if one.differs != "number" or one.shares]
    return sorted(twins, key=lambda one: (not one.shares, -one.similarity, one.memory.pk))[:MAX_TWINS]


def get_conflict(namespace: Namespace, conflict_id: int) -> Conflict:
    return existing(
        Conflict.objects.within(namespace).filter(pk=conflict_id).select_related("new_fact", "old_fact"),
        f"conflict {conflict_id}",
    )


def get_open(namespace: Namespace, conflict_id: int) -> Conflict:
    """Raises NotFound, or StateConflict for one that is settled."""
    conflict = get_conflict(namespace, conflict_id)
    if conflict.status != ConflictStatus.OPEN:
        raise StateConflict(f"this conflict is {conflict.status} already")
    return conflict


def pair(namespace: Namespace, new: Memory, old: Memory, kind: ConflictKind, reason: str, found_by: str) -> Conflict:
    """The conflict of these two, opened if there is none yet."""
    conflict, _ = Conflict.objects.get_or_create_pair(
        namespace, new, old, kind=kind, reason=mask(reason).text, found_by=found_by
    )
    return conflict


def _open(namespace: Namespace, new: Memory, old: Memory, kind: ConflictKind, reason: str, found_by: str) -> Conflict:
    return Conflict.objects.create(
        namespace=namespace, new_fact=new, old_fact=old, kind=kind, reason=mask(reason).text, found_by=found_by
    )


# --- Settling ---------------------------------------------------------------------------------------------------


def settle(
    conflict: Conflict,
    decision: ConflictDecision,
    actor: Actor,
    reason: str = "",
    *,
    kind: SupersessionKind = SupersessionKind.OUTDATED,
    run: Operation | None = None,
    key: str = "",
    telling: Collection[Memory] = (),
) -> bool:
    """Decide an open conflict: what loses is superseded as outdated, as wrong, or as refined. `telling` are
    those of the two that say that something changed.

    Answers False, and changes nothing, where a person stands behind what would lose and `actor` is none, and where the
    service would end what a person says of themselves by another's word that tells of no change. Raises
    StateConflict where what is to hold is retired.
    """
    now = timezone.now()
    if actor.origin == Origin.DERIVED and decision != ConflictDecision.BOTH and kind != SupersessionKind.REFINED:
        # A session that is consolidated late tells of an older state of the world: what was said last holds.
        decision = _later(conflict, decision)
    winner, loser = conflict.new_fact, conflict.old_fact
    if decision == ConflictDecision.OLD:
        winner, loser = loser, winner
    if decision != ConflictDecision.BOTH and actor.origin != Origin.CURATOR and trust.needs_person(winner, loser):
        return False
    is_plain = actor.origin == Origin.DERIVED and decision != ConflictDecision.BOTH and winner not in telling
    if is_plain and trust.overrides_own_word(winner, loser):
        return False
    wins = (winner, loser) if decision == ConflictDecision.BOTH else (winner,)
    if retired := next((fact for fact in wins if not fact.active), None):
        raise StateConflict(f"{retired.uid} is retired, and cannot hold; restore it first")
    change = history.begin(
        conflict.namespace_id, ChangeKind.DECIDE, actor, at=now, comment=reason, decision=decision, run=run, key=key
    )
    if decision != ConflictDecision.BOTH:
        end(winner, loser, change, kind=kind, now=now, reason=reason)
    decided(conflict, decision, change)
    reviews.close_with(conflict, change)
    return True


def end(
    winner: Memory, loser: Memory, change: Change, *, kind: SupersessionKind, now: datetime, reason: str = ""
) -> None:
    """`winner` holds instead of `loser`. Where that is a plan which so never comes true, what was to give way to it
    gives way to `winner` on the day for which that is announced, and holds on where it announces nothing."""
    said = max(map(lineage.said_at, (winner, loser)))
    waiting = [] if kind == SupersessionKind.REFINED else places.displaced_by_plan(loser, said)
    waiting = [one for one in waiting if one.fact.pk != winner.pk]
    lineage.supersede(winner, loser, change, kind=kind, now=now, reason=reason)
    if not waiting or (loser.invalid_at or now) >= validity.begins_at(loser):
        return  # it holds for a while
    if validity.begins_at(winner) > said:
        lineage.wait_for(winner, [one.fact for one in waiting if one.fact.active], loser, change)
    else:
        places.let_stand(waiting, change)


def decided(conflict: Conflict, decision: ConflictDecision, change: Change) -> None:
    """Write that `change` decided this conflict."""
    both = decision == ConflictDecision.BOTH
    conflict.status = ConflictStatus.DISMISSED if both else ConflictStatus.RESOLVED
    conflict.decision, conflict.decided_in = decision, change
    conflict.save(update_fields=["status", "decision", "decided_in"])
    if change.conflict_id is None:
        change.conflict = conflict
        change.save(update_fields=["conflict"])


def open_of(fact: Memory) -> list[Conflict]:
    """The conflicts that a new fact waits in."""
    rows = Conflict.objects.within(fact.namespace_id).filter(new_fact=fact, status=ConflictStatus.OPEN)
    return list(rows.select_related("new_fact", "old_fact"))


def decision_of(change: Change) -> ConflictDecision:
    """What `change` says of a conflict: a new fact that a review rejects loses, one that it corrects holds beside."""
    from_review = {
        ReviewDecision.REJECT: ConflictDecision.OLD,
        ReviewDecision.CORRECT: ConflictDecision.BOTH,
    }
    if change.decision in from_review:
        return from_review[ReviewDecision(change.decision)]
    return ConflictDecision(change.decision)


def hold_again(
    namespace: Namespace, fact: Memory, *, event_time: datetime, confidence: float, actor: Actor, stated: Trust,
    speakers: Collection[str],
) -> bool:  # fmt: skip
    """A superseded fact was stated anew by `speakers`, in words trusted as `stated`: it holds again, and what holds in
    its place does not, if that is older.

    Answers False, and changes nothing, where a person stands behind what superseded it, where that is what another
    person says of themselves, or where it tells the same and more. Call it inside the transaction that adds the new
    statement's sources.
    """
    later = lineage.holder(fact)
    if later is not None and lineage.is_refined(fact):
        return False
    if later is not None and (stated < later.trusted or trust.needs_person(fact, later) or _person_decided(fact)):
        return False
    if later is not None and trust.is_own_word_of_another(later, speakers):
        return False
    now = timezone.now()
    if later is None:
        change = history.begin(namespace.pk, ChangeKind.HOLD_AGAIN, actor, at=now)
        facts.hold_again(fact, event_time=event_time, confidence=confidence, change=change, now=now)
        return True
    conflict = pair(namespace, fact, later, ConflictKind.UPDATE, SAID_AGAIN, actor.name)
    decision = ConflictDecision.NEW if conflict.new_fact_id == fact.pk else ConflictDecision.OLD
    change = history.begin(namespace.pk, ChangeKind.DECIDE, actor, at=now, comment=SAID_AGAIN, decision=decision)
    facts.hold_again(fact, event_time=event_time, confidence=confidence, change=change, now=now)
    lineage.supersede(fact, later, change, kind=SupersessionKind.OUTDATED, now=now, reason=SAID_AGAIN, since=event_time)
    decided(conflict, decision, change)
    return True


def _person_decided(fact: Memory) -> bool:
    """Whether the last word on `fact` was a person's."""
    last = fact.superseded_in.filter(ended_in__isnull=True).select_related("change").order_by("pk").last()
    return last is not None and last.change.origin == Origin.CURATOR


def _later(conflict: Conflict, otherwise: ConflictDecision) -> ConflictDecision:
    new, old = lineage.said_at(conflict.new_fact), lineage.said_at(conflict.old_fact)
    if new == old:
        new, old = conflict.new_fact.event_time, conflict.old_fact.event_time
    if new == old:
        return otherwise
    return ConflictDecision.NEW if new > old else ConflictDecision.OLD


def known_fact(namespace: Namespace, uid: str) -> Memory:
    """An active fact. Raises NotFound, also for what is no fact, or StateConflict for a retired one."""
    memory = existing(Memory.objects.within(namespace).facts().filter(uid=uid), f"fact {uid}")
    if not memory.active:
        raise StateConflict(f"{uid} is retired")
    return memory
