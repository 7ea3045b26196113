"""What the consolidation workflow needs of the store: chunks of turns to read, and one commit for what it learnt."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass

from ...models import Memory, Operation, UnreadTurn
from ...search.query import terms
from ..actors import Actor
from ..memories import conflicts, properties, tombstones
from ..talk import sessions, writers
from ..writing import writing
from . import saving
from .preparing import MAX_SINCE

CHUNK = 30  # turns; the specification's
FACTS_A_COMMIT = 25  # as many as one transaction may move (saving.MAX_MOVES)
# Turns before the chunk that give context and are not learnt from again. With 2 and with 8 the development talks give
# the same 897 facts; few of their sessions have more than one chunk.
OVERLAP = 4


@dataclass(frozen=True)
class Chunk:
    """The next turns of a session, oldest first, with a few earlier ones for context, and whatever earlier turn says
    that somebody else writes."""

    context: list[Memory]
    episodes: list[Memory]

    @property
    def upto(self) -> int:
        return self.episodes[-1].pk

    def parts(self, said: Sequence[Collection[str]]) -> Iterator[tuple[Chunk, list[int]]]:
        """The chunk in pieces that are committed one after another, so that other writers need not wait long: each ends
        later than the one before, and comes with the positions of the facts whose last source lies in it. `said` holds
        the ids of each fact's sources. The facts of one turn stay together."""
        at = {memory.uid: position for position, memory in enumerate(self.episodes)}
        last = len(self.episodes) - 1
        ends = [max((at[uid] for uid in uids if uid in at), default=last) for uids in said]
        taken: list[int] = []
        for end in sorted(set(ends)):
            here = [position for position, one in enumerate(ends) if one == end]
            if taken and len(taken) + len(here) > FACTS_A_COMMIT:
                yield Chunk(self.context, self.episodes[:end]), sorted(taken)
                taken = []
            taken += here
        yield self, sorted(taken)


def next_chunk(lease: sessions.Lease, size: int = CHUNK) -> Chunk | None:
    """The next `size` turns above the session's watermark, or None when all are done. Makes the lease last again."""
    sessions.hold(lease)
    mark = sessions.watermark(lease)
    turns = Memory.objects.within(lease.namespace).episodes().active().filter(session_id=lease.session_id)
    episodes = list(turns.filter(pk__gt=mark).order_by("rowid")[:size])
    if not episodes:
        return None
    context = list(turns.filter(pk__lte=mark).order_by("-rowid")[:OVERLAP])[::-1]
    taken_over = writers.takeovers(lease.namespace, lease.session_id, mark) if context else []
    return Chunk([*(turn for turn in taken_over if turn not in context), *context], episodes)


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
    # What was erased or rejected is not learnt again from another turn.
    learnt = [fact for fact in learnt if tombstones.may_return(lease.namespace, fact.content)]
    seen = min((fact.looked.upto for fact in learnt if fact.looked), default=None)
    seen = _check_judged(lease, learnt, seen, must_judge)
    learnt = saving.prepare(lease.namespace, learnt, actor)
    with writing(lease.namespace):
        sessions.advance(lease, upto)
        _note_unread(lease, unread)
        if not learnt:
            return []
        _check_judged(lease, learnt, seen, must_judge)
        return saving.save_batch(lease.namespace, learnt, actor=actor, session_id=lease.session_id, run=run)


def _note_unread(lease: sessions.Lease, unread: Collection[str]) -> None:
    if unread:
        turns = Memory.objects.within(lease.namespace).episodes().filter(uid__in=unread).values_list("pk", flat=True)
        UnreadTurn.objects.bulk_create([UnreadTurn(memory_id=pk) for pk in turns], ignore_conflicts=True)


def _check_judged(
    lease: sessions.Lease,
    learnt: Sequence[saving.FactInput],
    seen: int | None,
    must_judge: Callable[[saving.FactInput, Memory], bool],
) -> int | None:
    """Raises Unjudged for a fact above the rowid `seen` that must be judged first. Answers up to where it looked."""
    if seen is None:
        return None
    came = Memory.objects.within(lease.namespace).active().facts().filter(pk__gt=seen).order_by("rowid")
    for old in came[:MAX_SINCE]:
        if any(old.uid not in new.verdicts and must_judge(new, old) for new in learnt):
            raise Unjudged
        seen = old.pk
    return seen


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
