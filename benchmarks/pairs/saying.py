"""A pair said in a store of its own, four weeks apart, and what became of its two facts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum

from django.db.models import Q, QuerySet

from maintenance import consolidation
from memory.models import Conflict, ConflictStatus, Memory, MemorySource, Namespace, Origin, Session, WaitingFor
from memory.services import namespaces
from memory.services.actors import Actor
from memory.services.talk import episodes, sessions
from memory.services.talk.turns import NewMessage

from .dataset import Pair, Relation, turns_of

ACTOR = Actor("benchmark", Origin.AGENT)
SAID = datetime(2026, 3, 2, 18, 0, tzinfo=UTC)
LATER = timedelta(weeks=4)
BYSTANDERS = 4  # other facts about the user that stand in the store meanwhile


class Fate(StrEnum):
    """What became of the older fact when the newer one was learnt."""

    SUPERSEDED = "superseded"
    OPEN = "left open"  # a conflict waits for a person
    SWALLOWED = "swallowed"  # the newer one was taken for a repetition
    BOTH = "both hold"
    REFUSED = "the newer one superseded"  # the newer one is the one that holds no longer
    UNLEARNT = "not learnt"  # one of the two was not learnt at all


@dataclass(frozen=True)
class Outcome:
    """`bystanders` are how many stood in the store, `harmed` those that were superseded, retired or disputed."""

    pair: Pair
    fate: Fate
    bystanders: int = 0
    harmed: int = 0


def say_facts(pair: Pair, others: Sequence[Pair], number: int) -> Outcome:
    """The pair's facts, learnt one after the other beside facts about the user from unrelated pairs of other
    domains; `number` picks which."""
    namespace = namespaces.ensure(f"pairs/{pair.id}")
    standing = _bystanders(pair, others, number)
    _consolidate(namespace, "before", standing)
    _consolidate(namespace, "older", [pair.older])
    _consolidate(namespace, "newer", [pair.newer], LATER)
    facts = _facts_of(namespace)
    older, newer = facts["older"], facts["newer"]
    return Outcome(pair, _fate(older, newer), len(standing), sum(_is_harmed(fact) for fact in facts["before"]))


def say_turns(pair: Pair) -> Outcome:
    """The pair's turns, learnt by the configured provider."""
    namespace = namespaces.ensure(f"turns/{pair.id}")
    _consolidate(namespace, "older", [pair.older_turn])
    _consolidate(namespace, "newer", [pair.newer_turn], LATER)
    facts = _facts_of(namespace)
    return Outcome(pair, _fate(facts["older"], facts["newer"]))


def _bystanders(pair: Pair, others: Sequence[Pair], number: int) -> list[str]:
    fitting = [
        other.older for other in others
        if other.relation == Relation.UNRELATED and other.domain != pair.domain and other.older.startswith("The user")
    ]  # fmt: skip
    return [fitting[(number + step) % len(fitting)] for step in range(min(BYSTANDERS, len(fitting)))]


def _consolidate(
    namespace: Namespace, session_id: str, contents: Sequence[str], after: timedelta = timedelta(0)
) -> None:
    messages = [
        NewMessage(role, text, event_time=SAID + after, event_offset=0)
        for said in contents for role, text in turns_of(said)
    ]  # fmt: skip
    if not messages:
        return
    episodes.ingest_turns(namespace.name, session_id, messages, ACTOR)
    sessions.complete_all(namespace)
    # A short turn may look like another language: what the offline rules do not read is not learnt.
    waiting = Session.objects.within(namespace).filter(session_id=session_id, waiting_for=WaitingFor.LANGUAGE)
    for run in consolidation.consolidate_pending(namespace):
        if run.error and not waiting.exists():
            raise RuntimeError(f"{namespace.name}, {session_id}: {run.error}")


def _facts_of(namespace: Namespace) -> dict[str, list[Memory]]:
    """The facts drawn from each session; one that was repeated stands under both."""
    turns = dict(Memory.objects.within(namespace).episodes().values_list("pk", "session_id"))
    found: dict[str, list[Memory]] = {"before": [], "older": [], "newer": []}
    for link in MemorySource.objects.filter(source__in=turns).select_related("memory").order_by("memory_id"):
        found[str(turns[link.source_id])].append(link.memory)
    return found


def _fate(older: list[Memory], newer: list[Memory]) -> Fate:
    if not older or not newer:
        return Fate.UNLEARNT
    old_ids, new_ids = {fact.pk for fact in older}, {fact.pk for fact in newer}
    if new_ids <= old_ids:
        return Fate.SWALLOWED
    if any(_is_out(fact) for fact in older if fact.pk not in new_ids):
        return Fate.SUPERSEDED
    if any(_is_out(fact) for fact in newer):
        return Fate.REFUSED
    between = _open_conflicts(older[0].namespace_id).filter(new_fact__in=new_ids, old_fact__in=old_ids)
    return Fate.OPEN if between.exists() else Fate.BOTH


def _is_out(fact: Memory) -> bool:
    return fact.superseded or not fact.active


def _is_harmed(fact: Memory) -> bool:
    disputes = _open_conflicts(fact.namespace_id).filter(Q(new_fact=fact) | Q(old_fact=fact))
    return _is_out(fact) or disputes.exists()


def _open_conflicts(namespace_id: int) -> QuerySet[Conflict]:
    return Conflict.objects.within(namespace_id).filter(status=ConflictStatus.OPEN)
