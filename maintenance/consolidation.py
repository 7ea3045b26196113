"""Consolidation: the workflow from a finished conversation to facts. Code owns it; a provider makes two judgements.

Which durable facts does this chunk of turns state, with the ids of the turns that say so? And do these two facts
contradict? No transaction is open during either. A reply that cannot be used is asked for again, then the chunk is
split, then the session is put back and at last marked failed, where people see it: never "no facts".
"""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import timedelta
from functools import partial
from typing import Any

from django.conf import settings
from django.utils import timezone

from maintenance import extraction
from maintenance.extraction import Claim, Deadline, Extracted, FactDraft, TookTooLong, Turn, precision
from maintenance.told import background_of, claim_of, mentions_of, read_of, turn_of
from memory.language import Language, chosen
from memory.llm.errors import LLMError, LLMMalformed, LLMRefused, LLMTruncated
from memory.models import Memory, Namespace, Operation, OperationKind, SessionOutcome, WaitingFor
from memory.services import budgets, operations
from memory.services.actors import Actor
from memory.services.budgets import BudgetSpent
from memory.services.curating import reliability
from memory.services.graph import entities, speakers
from memory.services.learning import consolidation
from memory.services.learning.consolidation import CHUNK, Chunk, Unjudged
from memory.services.learning.saving import Comparisons, FactInput, Outcome, SavedFact
from memory.services.memories import properties
from memory.services.memories.judgements import Judgement
from memory.services.talk import sessions
from memory.services.talk.sessions import Lease, LeaseLost
from memory.similarity import is_duplicate

logger = logging.getLogger(__name__)

ACTOR = Actor.system("consolidation")
SMALLEST_CHUNK = 1  # turns: a chunk that fails is halved until the one is found that makes it fail
LANGUAGE_PAUSE = timedelta(hours=24)
# Chosen: what one request to a judge can hold beside the talk, not measured.
JUDGED = 12  # older facts that a language model is asked about for one new one
# Likeness, beside which they stand, lies between 0 and 1. With half and twice of both the development pairs and stories
# come out the same (docs/fact-quality.md).
SHARED_PROPERTY = 1.0  # what it weighs, among the candidates for a judge, to tell a property of the same subject
MAY_CHANGE = 0.01  # what it weighs that the talk tells of a change, where judging costs nothing
# How often a chunk's facts are compared again with what other sessions committed meanwhile; then a person is asked.
# With 2 and with 10 the development pairs and stories come out the same, as no other session commits there meanwhile.
LOOKS = 5


@dataclass
class Learnt:
    """What one session's consolidation did."""

    episodes: int = 0
    saved: int = 0
    duplicates: int = 0
    withheld: int = 0  # facts that were erased or rejected before
    conflicts: int = 0
    chunks: int = 0
    splits: int = 0
    unread: int = 0  # turns in a language that the provider does not read
    judged: int = 0
    tokens_in: int = 0
    tokens_out: int = 0

    def counts(self) -> dict[str, int]:
        return {key: value for key, value in asdict(self).items() if not key.startswith("tokens")}

    def cost(self) -> dict[str, Any]:
        return budgets.cost(self.tokens_in, self.tokens_out)


class Waits(Exception):
    """Nothing is wrong with the session: it waits for something that a retry does not mend."""

    def __init__(self, waiting_for: WaitingFor, reason: str, pause: timedelta) -> None:
        super().__init__(reason)
        self.waiting_for = waiting_for
        self.reason = reason
        self.pause = pause


def consolidate_pending(
    namespace: Namespace | None = None,
    on_session: Callable[[str, Operation], None] = lambda session, run: None,
    alive: Callable[[], None] = lambda: None,
    most: int | None = None,
    deadline: float = math.inf,
) -> list[Operation]:
    """Consolidate every session that waits, or `most` of them, one after another, namespaces in turn; answers a record
    of each run. After `deadline` (seconds of the monotonic clock) no further session begins.

    `alive` is called before each question to a provider, `on_session` after each session.
    """
    runs: list[Operation] = []
    turns: dict[int, int] = {}
    while (most is None or len(runs) < most) and (lease := sessions.claim_next(namespace, turns=turns)) is not None:
        run = consolidate(lease, alive=alive)
        runs.append(run)
        on_session(lease.session_id, run)
        if time.monotonic() >= deadline:
            break
    return runs


def outcome(completed: int, runs: Sequence[Operation]) -> dict[str, int]:
    """What the record of a run over many sessions tells, of which it `completed` so many itself."""
    return {
        "completed": completed,
        "sessions": len(runs),
        "failed": sum(bool(one.error) for one in runs),
        "saved": sum(int(one.counts.get("saved", 0)) for one in runs),
    }


def consolidate(lease: Lease, run: Operation | None = None, *, alive: Callable[[], None] = lambda: None) -> Operation:
    """Consolidate the session behind `lease` up to its last turn. Never raises: the record and the session tell."""
    run = run or operations.start(
        OperationKind.CONSOLIDATE_SESSION,
        namespace=lease.namespace,
        subject=lease.session_id,
        requested_by="consolidation",
    )
    work = _Work(lease, run, Learnt(), alive, reliability.by_rule())
    try:
        _learn(work)
        sessions.finish(lease)
    except LeaseLost as error:
        return operations.fail(run, str(error), work.learnt.counts(), work.learnt.cost())
    except BudgetSpent as spent:
        return _put_off(work, Waits(WaitingFor.BUDGET, str(spent), spent.until - timezone.now()))
    except Waits as wait:
        return _put_off(work, wait)
    except Exception as error:  # whatever a provider raises: the session must not stay claimed in silence
        if not isinstance(error, (LLMError, TookTooLong)):
            logger.exception("consolidating %s failed", lease.session_id)
        return _give_up(work, error)
    outcome = SessionOutcome.LEARNT if work.learnt.chunks else SessionOutcome.NOTHING_NEW
    return operations.finish(run, {"outcome": outcome, **work.learnt.counts()}, work.learnt.cost())


@dataclass(frozen=True)
class _Work:
    """One run: whose it is, where it is recorded, what it has done so far."""

    lease: Lease
    run: Operation
    learnt: Learnt
    alive: Callable[[], None]
    decided: Mapping[str, reliability.DecidedShare]  # by curators, of what each rule learnt

    def before_asking(self) -> None:
        """The lease lasts again, the records say that somebody is at work, and the budget allows one more question."""
        sessions.hold(self.lease)
        operations.alive(self.run)
        self.alive()
        budgets.check(self.lease.namespace, self.learnt.tokens_in + self.learnt.tokens_out - self._recorded())

    def _recorded(self) -> int:
        return int(self.run.cost.get("tokens_in", 0)) + int(self.run.cost.get("tokens_out", 0))

    def language(self, *texts: str) -> Language:
        return chosen(self.lease.namespace.own.language, *texts)

    def spent(self, tokens_in: int, tokens_out: int) -> None:
        self.learnt.tokens_in += tokens_in
        self.learnt.tokens_out += tokens_out


def _learn(work: _Work) -> None:
    ready, reason = extraction.available()
    if not ready:
        raise Waits(WaitingFor.PROVIDER, reason, timedelta(minutes=10))
    lease, learnt = work.lease, work.learnt
    size = CHUNK
    while (chunk := consolidation.next_chunk(lease, size)) is not None:
        try:
            _save(work, chunk, _extract(work, chunk))
        except (LLMTruncated, LLMMalformed, LLMRefused, TookTooLong):
            if len(chunk.episodes) <= SMALLEST_CHUNK:
                raise
            size = len(chunk.episodes) // 2
            learnt.splits += 1
            continue
        size = min(size * 2, CHUNK)  # what could not be read whole lies behind
        learnt.chunks += 1
        operations.progress(work.run, 0.5, learnt.counts(), learnt.cost())


def _save(work: _Work, chunk: Chunk, extracted: Extracted) -> None:
    """Commit a chunk's facts; of many, a part after the other. What is committed stays where a later part fails."""
    learnt, before = work.learnt, 0
    for part, positions in chunk.parts([draft.source_ids for draft in extracted.facts]):
        unread = extracted.unread if part is chunk else ()
        saved = _commit(work, part, [extracted.facts[position] for position in positions], unread)
        learnt.episodes += len(part.episodes) - before
        before = len(part.episodes)
        learnt.withheld += len(positions) - len(saved)
        for fact in saved:
            learnt.saved += fact.outcome != Outcome.REPEATED
            learnt.duplicates += fact.outcome == Outcome.REPEATED
            learnt.conflicts += fact.outcome in {Outcome.SUPERSEDED, Outcome.CONFLICT}


def _commit(work: _Work, chunk: Chunk, drafts: Sequence[FactDraft], unread: Collection[str]) -> list[SavedFact]:
    """Commit facts; where another session of the namespace was quicker, compare with its facts first."""
    deadline = Deadline("comparing the facts")
    known: list[dict[str, Judgement]] = [{} for _ in drafts]
    aliases = entities.aliases_for_extraction(work.lease.namespace) if drafts else {}
    said = [*(draft.content for draft in drafts), *map(read_of, chunk.episodes)]
    spoken_by = speakers.named_of(chunk.episodes)
    claims, named = [], []
    for draft in drafts:
        deadline.check()
        claims.append(claim_of(draft, chunk))
        named.append(mentions_of(draft, aliases, said, spoken_by))
    for look in range(LOOKS):
        facts = []
        for position, names in enumerate(named):
            if extraction.judging_is_free():  # a model's answers have bounds of their own
                deadline.check()
            fact = _judged(work, drafts, claims, position, chunk, known[position])
            facts.append(replace(fact, entities=names))
        try:
            return consolidation.commit(
                work.lease, facts, chunk.upto, actor=ACTOR, run=work.run, unread=unread,
                # At last what nobody judged is left to the guard, and to a person: the session must come to an end.
                must_judge=partial(_must_judge, work) if look < LOOKS - 1 else lambda new, old: False,
            )  # fmt: skip
        except Unjudged:
            continue
    raise AssertionError("the last look commits or raises")


def _must_judge(work: _Work, new: FactInput, old: Memory) -> bool:
    told = {(one.subject, one.name) for one in new.properties}
    shares = any(key in told for key in old.properties.values_list("subject_key", "property_key"))
    language = work.language(new.content, old.content)
    worth = shares or extraction.worth_judging(new.content, old.content, language) > 0
    return worth and not is_duplicate(new.content, old.content, language)


def _extract(work: _Work, chunk: Chunk) -> Extracted:
    """The provider's answer for one chunk; a malformed, cut or refused one is asked for once more."""
    language = work.lease.namespace.own.language
    turns = [turn_of(m, language, is_context=True) for m in chunk.context]
    turns += [turn_of(m, language) for m in chunk.episodes]
    turns = [turn for turn in turns if turn.content]
    if not any(turn.role == "user" and not turn.is_context for turn in turns):
        return Extracted()
    try:
        extracted = _ask(work, turns)
    except (LLMTruncated, LLMMalformed, LLMRefused):
        extracted = _ask(work, turns)
    foreign = len(extracted.unread)
    work.learnt.unread += foreign
    spoken = sum(turn.role == "user" and not turn.is_context for turn in turns)
    if foreign and foreign * 2 >= spoken:
        raise Waits(
            WaitingFor.LANGUAGE,
            "the turns are in a language that the offline extractor does not read; set MEMORY_FACTS_PROVIDER=openai",
            LANGUAGE_PAUSE,
        )
    return extracted


def _ask(work: _Work, turns: list[Turn]) -> Extracted:
    own = work.lease.namespace.own
    work.before_asking()
    try:
        extracted = extraction.extract_facts(
            turns, timezone=own.timezone, learn=own.learn, background=background_of(work.lease.namespace, turns)
        )
    except LLMError as error:
        work.spent(error.tokens_in, error.tokens_out)
        raise
    work.spent(extracted.tokens_in, extracted.tokens_out)
    return extracted


def _judged(
    work: _Work, drafts: Sequence[FactDraft], claims: Sequence[Claim], position: int, chunk: Chunk,
    verdicts: dict[str, Judgement],
) -> FactInput:  # fmt: skip
    """The draft as it will be saved, with what the provider says of it against what is like it: older facts, and
    earlier drafts. `claims` are the drafts as a judge sees them; `verdicts` keeps what was asked before."""
    draft, own_claim = drafts[position], claims[position]
    told = [properties.Property(one.subject, one.name, one.value) for one in draft.properties]
    found, upto = consolidation.related(work.lease, draft.content, extraction.cues(draft.content), told)
    # A change may share a single word with what it ends: "we relocated; the office is on Quay Street".
    changes = extraction.judging_is_free() and extraction.tells_of_change(draft.content, own_claim.talk)
    like: list[tuple[float, str, Memory | Claim, bool]] = [
        (
            max(_worth(work, draft, one.memory.content, one.shares), MAY_CHANGE if changes else 0.0),
            one.memory.uid, one.memory, one.memory.gave_way,
        )
        for one in found
    ]  # fmt: skip
    like += [
        (_worth(work, draft, earlier.content, _share(draft, earlier)), f"#{number}", claims[number], False)
        for number, earlier in enumerate(drafts[:position])
    ]
    # What was superseded already is compared again only where it tells who came before whom.
    like = [one for one in like if one[0] >= 2.0 or (one[0] and not one[3])]
    like.sort(key=lambda one: (-one[0], one[1]))
    shown = like if extraction.judging_is_free() else like[:JUDGED]
    asked = {
        name: claim
        for _, name, claim, _ in shown
        if name not in verdicts
        and not is_duplicate(draft.content, claim.content, work.language(draft.content, claim.content))
    }
    verdicts |= _verdicts(work, own_claim, asked, chunk)
    own = {memory.uid for memory in chunk.episodes}
    return FactInput(
        content=draft.content,
        source_ids=[uid for uid in draft.source_ids if uid in own],
        event_time=draft.event_time,
        event_offset=_offset([memory for memory in chunk.episodes if memory.uid in draft.source_ids]),
        tags=draft.tags,
        confidence=precision.confidence(draft, work.decided),
        attributes={"rule": draft.rule or reliability.MODEL},
        source_role=draft.speaker,
        verdicts=dict(verdicts),
        properties=told,
        looked=Comparisons(found, upto),
    )


def _offset(sources: Sequence[Memory]) -> int | None:
    """How far east of UTC the last of these was said whose offset is known."""
    return next((one.event_offset for one in reversed(sources) if one.event_offset is not None), None)


def _worth(work: _Work, draft: FactDraft, content: str, shares: bool) -> float:
    """How much a judge should look at the two, as `extraction.worth_judging`: one property of one subject is enough."""
    worth = extraction.worth_judging(draft.content, content, work.language(draft.content, content))
    return max(worth, SHARED_PROPERTY if shares else 0.0)


def _share(draft: FactDraft, earlier: FactDraft) -> bool:
    mine = {(one.subject, one.name) for one in draft.properties}
    return any((one.subject, one.name) in mine for one in earlier.properties)


def _verdicts(work: _Work, new: Claim, older: Mapping[str, Memory | Claim], chunk: Chunk) -> dict[str, Judgement]:
    """What the provider says of the new claim against each of `older`, asked at once."""
    if not older:
        return {}
    claims = [claim_of(one, chunk) if isinstance(one, Memory) else one for one in older.values()]
    if not extraction.judging_is_free():
        work.before_asking()
    try:
        judged = extraction.judge(new, claims)
    except LLMError as error:
        work.spent(error.tokens_in, error.tokens_out)
        raise
    work.spent(judged.tokens_in, judged.tokens_out)
    work.learnt.judged += len(claims)
    judge, signs = settings.MEMORY_FACTS_PROVIDER, [extraction.has_its_sign(claim.content) for claim in claims]
    return {
        name: Judgement(verdict.kind, verdict.reason, judge, verdict.tells_of_change, older_tells)
        for name, verdict, older_tells in zip(older, judged.verdicts, signs, strict=True)
    }


def _put_off(work: _Work, wait: Waits) -> Operation:
    try:
        sessions.put_off(work.lease, wait.waiting_for, wait.reason, wait.pause)
    except LeaseLost:
        logger.info("the lease on %s went to another worker", work.lease.session_id)
    counts = {"outcome": SessionOutcome.WAITS, **work.learnt.counts()}
    return operations.fail(work.run, f"waits: {wait.reason}", counts, work.learnt.cost())


def _give_up(work: _Work, error: Exception) -> Operation:
    if isinstance(error, LLMError):
        reason = error.reason
    else:
        reason = str(error) if isinstance(error, TookTooLong) else f"{type(error).__name__}: {error}"
    session = work.lease.session_id
    try:
        failed = sessions.give_up(work.lease, reason)
        logger.warning("session %s: %s (%s)", session, reason, "failed" if failed else "will be retried")
    except LeaseLost:
        logger.info("the lease on %s went to another worker", session)
    counts = {"outcome": SessionOutcome.FAILED, **work.learnt.counts()}
    return operations.fail(work.run, reason, counts, work.learnt.cost())
