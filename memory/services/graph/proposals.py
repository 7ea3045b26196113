"""Pairs of entities that may be one. A pair is kept until a curator decides: the two are merged, or they are never
proposed again."""

from __future__ import annotations

from collections.abc import Callable

from ...models import Change, ChangeKind, EntityProposal, EventKind, Namespace, ProposalDecision, ProposalStatus
from .. import history
from ..actors import Actor
from ..errors import InvalidInput, ReplayConflict, StateConflict
from ..finding import existing
from ..writing import writing
from . import entities, entity_undoing, likeness

MOST = 200  # pairs that wait in a namespace: more than a person looks through

CLOSED_AS = {ProposalDecision.MERGE: ProposalStatus.MERGED, ProposalDecision.APART: ProposalStatus.APART}


def refresh_all(namespace: Namespace | None, on_progress: Callable[[], None]) -> None:
    """Look for pairs anew in every namespace, or in one."""
    for one in [namespace] if namespace else Namespace.objects.all():
        refresh(one)
        on_progress()


def refresh(namespace: Namespace) -> int:
    """Look for pairs anew; what waits and is alike no more goes. Answers how many wait."""
    found = {(one.entity.uid, one.into.uid): one.reason for one in likeness.suggest_duplicates(namespace, MOST)}
    with writing(namespace):
        rows = EntityProposal.objects.within(namespace)
        known = {(row.entity, row.into): row for row in rows}
        for (entity, into), row in known.items():
            if row.status == ProposalStatus.OPEN and (entity, into) not in found:
                row.delete()
            elif row.status == ProposalStatus.MERGED and (entity, into) in found:
                # The two were merged once and are two again, and still look alike.
                row.status = ProposalStatus.OPEN
                row.save(update_fields=["status"])
        EntityProposal.everything.bulk_create(
            [
                EntityProposal(namespace=namespace, entity=entity, into=into, reason=reason)
                for (entity, into), reason in found.items()
                if (entity, into) not in known
            ]
        )
        return rows.waiting().count()


def get_proposal(namespace: Namespace, proposal_id: int) -> EntityProposal:
    return existing(
        EntityProposal.objects.within(namespace).filter(pk=proposal_id).select_related("decided_in"),
        f"proposal {proposal_id}",
    )


def decide(namespace: Namespace, proposal_id: int, decision: str, *, actor: Actor, key: str = "") -> EntityProposal:
    """Make one entity of the two, or tell them apart for good.

    `key` is the sender's own name for this decision: under the same key it is made once, however often it comes.
    """
    if decision not in ProposalDecision.values:
        raise InvalidInput(f"decision must be one of {', '.join(ProposalDecision.values)}", "decision")
    with writing(namespace):
        proposal = get_proposal(namespace, proposal_id)
        if made := history.sent(namespace, key, ChangeKind.ENTITY, actor, decision):
            if proposal.decided_in_id != made.pk:
                raise ReplayConflict("this key was used for something else")
            return proposal
        if proposal.status != ProposalStatus.OPEN:
            raise StateConflict(f"this proposal is {proposal.status} already")
        change = history.begin(namespace.pk, ChangeKind.ENTITY, actor, decision=decision, key=key)
        if decision == ProposalDecision.MERGE:
            entities.merge(namespace, proposal.entity, proposal.into, actor=actor, change=change)
        else:
            history.append(change, proposal.entity, EventKind.TOLD_APART, after={"entity": proposal.into})
        proposal.status, proposal.decided_in = CLOSED_AS[ProposalDecision(decision)], change
        proposal.save(update_fields=["status", "decided_in"])
    return proposal


def take_back(namespace: Namespace, decided: Change, *, actor: Actor) -> None:
    """Let the pair that `decided` settled wait again; merged entities are two again. Raises StateConflict where that
    cannot be."""
    with writing(namespace):
        event = decided.events.get()
        if decided.decision == ProposalDecision.MERGE:
            entity_undoing.undo(namespace, event.seq, actor=actor)
        else:
            undoing = history.begin(namespace.pk, ChangeKind.UNDO, actor, undoes=decided)
            history.append(undoing, event.subject, EventKind.UNDONE, after={"event": event.seq})
            EntityProposal.objects.within(namespace).filter(decided_in=decided).update(status=ProposalStatus.OPEN)
