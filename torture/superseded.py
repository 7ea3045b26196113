"""Promise 28: nothing superseded is handed out as current, in any session.

Each pair of sentences of which the newer changes or corrects the older (the project's own, and generated ones) has a
namespace: the older is told in one session, the newer in another. The older is handed out to all three sessions while
it holds; then it is superseded: a person decides a conflict, somebody corrects, or a consolidation finds it. All three
ask again, in words of the older and of the newer, for a block and for a search: the older fact, and the turn that said
it, stand in them as what was before, or not at all.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import timedelta
from typing import NamedTuple

from benchmarks.pairs import dataset
from benchmarks.pairs.dataset import CHANGES, Relation
from memory import background
from memory.context_block import BEFORE_NOTE, CORRECTION_NOTE, OUTDATED_NOTE
from memory.models import Memory, Namespace, Origin, SupersessionKind
from memory.redaction import mask
from memory.services import embeddings
from memory.services.actors import Actor
from memory.services.curating import correcting, deciding
from memory.services.handing import context, retrieval
from memory.services.learning import saving
from memory.services.learning.saving import FactInput
from memory.services.memories.judgements import Judgement, VerdictKind

from . import store
from .outcome import Outcome

CURATOR, DERIVED = Actor("user:carla", Origin.CURATOR), Actor("consolidation", Origin.DERIVED)
SESSIONS = ("older", "newer", "third")
NOTES = (BEFORE_NOTE, CORRECTION_NOTE, OUTDATED_NOTE)
GENERATED = 200


class Change(NamedTuple):
    """What was told, and what holds instead."""

    relation: Relation
    older: str
    newer: str
    older_turn: str
    newer_turn: str


class Told(NamedTuple):
    """A change in its namespace, with the older fact and the turn that said it."""

    change: Change
    namespace: Namespace
    fact: Memory
    turn: str
    newer_turn: str


def run(quick: bool) -> Outcome:
    outcome = Outcome()
    changes = _changes()
    chosen = random.Random(28).sample(changes, 30) if quick else changes
    standing = asked = 0
    with store.fresh():
        for start in range(0, len(chosen), 100):
            told = [_tell(start + n, change) for n, change in enumerate(chosen[start : start + 100])]
            _drain()
            for number, one in enumerate(told):
                for session in SESSIONS:
                    context.build(one.namespace, one.change.older, session_id=session)
                background.flush()
                WAYS[(start + number) % len(WAYS)](one)
            _drain()
            for one in told:
                if not _is_superseded(one):
                    standing += 1  # a person is asked: nothing is superseded yet
                    continue
                outcome.cases += 1
                for session in SESSIONS:
                    for prompt in (one.change.older, one.change.newer):
                        asked += 1
                        _expect_not_current(outcome, one, session, prompt)
                background.flush()
    outcome.expect(standing <= len(chosen) // 20, f"{standing} of {len(chosen)} were never superseded")
    outcome.note = f"{outcome.cases:,} changes × {len(SESSIONS)} sessions × 2 prompts, {asked:,} blocks and searches: "
    outcome.note += f"{len(outcome.broken)} as current"
    return outcome


def _changes() -> list[Change]:
    """All pairs of the project that are changes; and generated ones. Not those that tell of a secret: what is masked
    reads the same before and after."""
    pairs = [
        pair
        for half in dataset.ALL
        for pair in dataset.load(half)
        if pair.relation in CHANGES and not mask(pair.newer).secrets
    ]
    found = [
        Change(pair.relation, pair.older, pair.newer, pair.older_turn or pair.older, pair.newer_turn or pair.newer)
        for pair in pairs
    ]
    for number in range(GENERATED):
        older, newer = store.claim(number), store.claim(number, 5_000 + number)
        found.append(Change(CHANGES[number % 2], older, newer, older, newer))
    return found


def _tell(number: int, change: Change) -> Told:
    """The older is told, and known as a fact."""
    name = f"acme/pair{number}"
    (turn,) = store.say("older", change.older_turn, name=name)
    store.say("other", "I bought bread and two lemons.", name=name, at=store.START + timedelta(hours=1))
    (newer_turn,) = store.say("newer", change.newer_turn, name=name, at=store.START + timedelta(days=28))
    home = store.home(name)
    fact = saving.remember(home, change.older, actor=DERIVED, source_ids=[turn], event_time=store.START).memory
    return Told(change, home, fact, turn, newer_turn)


def _drain() -> None:
    while embeddings.drain():
        pass
    background.flush()


def _decided(told: Told) -> None:
    """A person decides that the newer holds."""
    newer = _newer(told)
    deciding.resolve_pair(told.namespace, newer.uid, told.fact.uid, actor=CURATOR)


def _newer(told: Told) -> Memory:
    at = store.START + timedelta(days=28)
    return saving.remember(
        told.namespace, told.change.newer, actor=DERIVED, source_ids=[told.newer_turn], event_time=at
    ).memory


def _corrected(told: Told) -> None:
    kind = SupersessionKind.WRONG if told.change.relation is Relation.WRONG else SupersessionKind.OUTDATED
    correcting.correct(told.namespace, told.fact.uid, told.change.newer, actor=CURATOR, kind=kind)


def _found(told: Told) -> None:
    """A consolidation brings the newer with a judge's verdict."""
    kind = VerdictKind.CORRECTS if told.change.relation is Relation.WRONG else VerdictKind.UPDATES
    draft = FactInput(
        told.change.newer, source_ids=[told.newer_turn], event_time=store.START + timedelta(days=28),
        verdicts={told.fact.uid: Judgement(kind, "it changed")},
    )  # fmt: skip
    saving.save_batch(told.namespace, [draft], actor=DERIVED)


WAYS: tuple[Callable[[Told], None], ...] = (_decided, _corrected, _found)


def _is_superseded(told: Told) -> bool:
    told.fact.refresh_from_db()
    return told.fact.invalid_at is not None


def _expect_not_current(outcome: Outcome, told: Told, session: str, prompt: str) -> None:
    case = f"{told.change.older!r} → {told.change.newer!r}, {session}, asked {prompt[:40]!r}"
    built = context.build(told.namespace, prompt, session_id=session)
    lines = built.block.splitlines()
    marked = {line.split(maxsplit=2)[1]: line for line in lines if line.lstrip().startswith("- m")}
    stale = [hit.memory for hit in built.hits if hit.memory.pk == told.fact.pk or hit.memory.uid == told.turn]
    current = [marked.get(built.marks.get(memory.pk, ""), "") for memory in stale]
    current += [line for line in lines if _says(line, told.change.older, told.change.newer)]
    for line in current:
        outcome.expect(any(note in line for note in NOTES), f"{case}: {line!r}")
    for hit in retrieval.search(told.namespace, prompt, exclude_session_id=session, record=False).hits:
        bare = hit.memory.pk == told.fact.pk and hit.memory.invalid_at is None
        outcome.expect(not bare, f"{case}: found as current")


def _says(line: str, older: str, newer: str) -> bool:
    """Whether a line has the older sentence in it, which the newer one has not."""
    said = older.rstrip(".!").casefold()
    return said in line.casefold() and said not in newer.casefold()
