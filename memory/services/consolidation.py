"""What the consolidation workflow needs of the store: chunks of turns to read, and one commit for what it learnt."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from django.db import transaction

from ..models import Memory, Operation, UnreadTurn
from ..search.query import terms
from . import conflicts, erasures, properties, saving, sessions
from .actors import Actor

CHUNK = 30
OVERLAP = 4  # turns before the chunk that give context and are not learnt from again


@dataclass(frozen=True)
class Chunk:
    """The next turns of a session, oldest first, with a few earlier ones for context."""

    context: list[Memory]
    episodes: list[Memory]

    @property
    def upto(self) -> int:
        return self.episodes[-1].pk


def next_chunk(lease: sessions.Lease, size: int = CHUNK) -> Chunk | None:
    """The next `size` turns above the session's watermark, or None when all are done. Makes the lease last again."""
    sessions.hold(lease)
    mark = sessions.watermark(lease)
    turns = Memory.objects.within(lease.namespace).episodes().active().filter(session_id=lease.session_id)
    episodes = list(turns.filter(pk__gt=mark).order_by("rowid")[:size])
    if not episodes:
        return None
    context = list(turns.filter(pk__lte=mark).order_by("-rowid")[:OVERLAP])
    return Chunk(context[::-1], episodes)


class Unjudged(Exception):
    """Facts that nobody has compared with the new ones were committed meanwhile: look again, then commit."""


def commit(
    lease: sessions.Lease,
    learnt: Sequence[saving.FactInput],
    upto: int,
    *,
    actor: Actor,
    run: Operation | None = None,
    unread: Collection[str] = (),
    must_judge: Callable[[saving.FactInput, Memory], bool] = lambda new, old: False,
) -> list[saving.SavedFact]:
    """Facts, links, conflicts and watermark together, or nothing. `unread` are the ids of turns that were passed over.

    Raises sessions.LeaseLost for a stale holder, and Unjudged where `must_judge` says so of a fact that came since
    the indexes were asked and of which a new fact's verdicts know nothing.
    """
    # What was erased is not learnt again from another turn.
    learnt = [fact for fact in learnt if erasures.may_return(lease.namespace, fact.content)]
    learnt = saving.look(lease.namespace, learnt)
    with transaction.atomic():
        sessions.advance(lease, upto)
        _note_unread(lease, unread)
        if not learnt:
            return []
        _check_judged(lease, learnt, must_judge)
        return saving.save_batch(
            lease.namespace, learnt, actor=actor, session_id=lease.session_id, run=run
        )


def _note_unread(lease: sessions.Lease, unread: Collection[str]) -> None:
    if unread:
        turns = Memory.objects.within(lease.namespace).episodes().filter(uid__in=unread).values_list("pk", flat=True)
        UnreadTurn.objects.bulk_create([UnreadTurn(memory_id=pk) for pk in turns], ignore_conflicts=True)


def _check_judged(
    lease: sessions.Lease, learnt: Sequence[saving.FactInput], must_judge: Callable[[saving.FactInput, Memory], bool]
) -> None:
    seen = min((fact.looked.upto for fact in learnt if fact.looked), default=None)
    if seen is None:
        return
    for old in Memory.objects.within(lease.namespace).active().facts().filter(pk__gt=seen)[: saving.MAX_SINCE]:
        if any(old.uid not in new.verdicts and must_judge(new, old) for new in learnt):
            raise Unjudged


def related(
    lease: sessions.Lease, content: str, cues: Sequence[str] = (), told: Sequence[properties.Property] = ()
) -> tuple[list[conflicts.Lookalike], int]:
    """Older facts that a judge should see beside a new one: those that tell one of the properties `told`, share words
    with it, or hold one of `cues`.

    With the highest rowid of a fact before they were looked for: what is above it was not seen.
    """
    newest = Memory.objects.within(lease.namespace).facts().order_by("-rowid").values_list("pk", flat=True).first()
    found = conflicts.candidates(lease.namespace, content, cues=cues, told=told) if terms(content) else []
    return found, newest or 0
