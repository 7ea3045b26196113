"""Entity enrichment: batch after batch until nothing waits, time is up, or a provider fails."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from datetime import datetime
from functools import partial
from typing import Any

from django.conf import settings

from maintenance import extraction
from maintenance.extraction import rules
from maintenance.extraction.grammar.naming import kind_of, kind_told
from memory import llm, ner
from memory.llm import Spent
from memory.models import Ending, Kind, Memory, Namespace, OperationKind
from memory.ner import NerUnavailable
from memory.services import budgets, operations
from memory.services.actors import Actor
from memory.services.budgets import BudgetSpent
from memory.services.graph import enrichment, entities, retyping
from memory.services.memories import conflicts, lineage, properties
from memory.services.memories.judgements import Judgement

logger = logging.getLogger(__name__)

ACTOR = Actor.system("enrichment")
FAILURES_IN_A_ROW = 3  # then the provider is down, and not a text at fault


@dataclass
class Enriched:
    """`ending` says how it came to its end, and `note` why it ended early; empty when all is done."""

    memories: int = 0
    links: int = 0
    summaries: int = 0
    retyped: int = 0  # entities that are of another kind, by all that is told of them
    ending: Ending = Ending.DONE
    note: str = ""
    tokens_in: int = 0
    tokens_out: int = 0
    tokens: dict[str, int] = field(default_factory=dict)  # of both directions, by namespace

    def counts(self) -> dict[str, Any]:
        return {key: value for key, value in asdict(self).items() if not key.startswith("tokens")}

    def cost(self) -> dict[str, Any]:
        return budgets.cost(self.tokens_in, self.tokens_out, self.tokens)

    def spent(self, namespace: Namespace, spent: Spent) -> None:
        self.tokens_in += spent.tokens_in
        self.tokens_out += spent.tokens_out
        if used := spent.tokens_in + spent.tokens_out:
            self.tokens[namespace.name] = self.tokens.get(namespace.name, 0) + used


def enrich_remembered(seconds: float) -> int:
    """Enrich facts that were remembered lately, so that who they speak of is known soon: for so many seconds, and one
    at least.

    Answers how many were enriched. What a provider fails at, and what the day's budget does not allow, waits for the
    nightly run. What a model was asked is recorded as a run.
    """
    if not enrichment.accurate_ner_available():
        return 0
    done, deadline = Enriched(), time.monotonic() + seconds
    for memory in enrichment.remembered_lately():
        if done.memories and time.monotonic() >= deadline:
            break
        try:
            _enrich(memory, done)
            _compare(memory)
        except (NerUnavailable, BudgetSpent) as error:
            logger.warning("entities of remembered facts wait for the nightly enrichment: %s", error)
            break
    if done.tokens:
        run = operations.start(OperationKind.ENRICH, requested_by="remember")
        operations.finish(run, done.counts(), done.cost())
    return done.memories


def _compare(memory: Memory) -> None:
    """Judge a stated fact by the offline rules, as consolidation judges what it learns. The parser has no place in the
    request that stated it."""
    told = [properties.Property(one.subject, one.name, one.value) for one in extraction.properties_of(memory.content)]
    judge = partial(_judgement, said=lineage.said_at(memory))
    conflicts.compare_stated(memory, judge, cues=extraction.cues(memory.content), told=told, actor=ACTOR)


def _judgement(new: str, old: str, *, said: datetime) -> Judgement:
    verdict = extraction.with_its_sign(rules.judge_pair(new, old, said=said), new)
    return Judgement(verdict.kind, verdict.reason, "rules", verdict.tells_of_change)


def _enrich(memory: Memory, done: Enriched, known: ner.Aliases | None = None) -> None:
    """Enrich one memory and count it, and what it cost; raises NerUnavailable, and BudgetSpent before a model is
    asked."""
    if llm.configured():
        budgets.check(memory.namespace, done.tokens.get(memory.namespace.name, 0))
    with llm.metered() as spent:
        try:
            done.links += enrichment.enrich(memory, known, kind_of)
        finally:
            done.spent(memory.namespace, spent)
    _tell(memory)
    done.memories += 1


def enrich_pending(
    namespace: Namespace | None = None,
    *,
    seconds: float | None = None,
    on_progress: Callable[[Enriched], None] = lambda done: None,
) -> Enriched:
    """Enrich what waits, oldest first, 50 at a time. Resumable: each memory is stamped in its own commit.

    Skipped with a note where neither spaCy nor a model is there. What a provider failed at is not stamped and waits
    for the next run; three failures in a row end this one.
    """
    done = Enriched()
    if not enrichment.accurate_ner_available():
        done.ending, done.note = Ending.SKIPPED, "skipped: neither the spaCy model nor a language model is there"
        return done
    deadline = time.monotonic() + (settings.MEMORY_ENRICH_SECONDS if seconds is None else seconds)
    passed: list[int] = []
    in_a_row = 0
    spent: set[int] = set()  # the namespaces whose budget is: the others go on
    while batch := enrichment.candidates(namespace, exclude=passed, without=spent):
        owners = {memory.namespace_id: memory.namespace for memory in batch}
        names = {key: entities.aliases_for_extraction(owner) for key, owner in owners.items()}
        for memory in batch:
            if time.monotonic() > deadline:
                if done.ending != Ending.FAILED:
                    done.ending, done.note = Ending.STOPPED, "stopped: the time for one run is up; the next goes on"
                return done
            try:
                _enrich(memory, done, names[memory.namespace_id])
            except BudgetSpent as error:
                done.ending, done.note = Ending.WAITS, f"waits: {error}"
                spent.add(memory.namespace_id)
                continue
            except NerUnavailable as error:
                # One text that a provider cannot read must not keep all younger ones waiting, night after night.
                done.ending, done.note = Ending.FAILED, f"failed: {error.reason}"
                passed.append(memory.pk)
                in_a_row += 1
                if in_a_row >= FAILURES_IN_A_ROW:
                    return done
                continue
            in_a_row = 0
        done.retyped += retyping.retype(batch, kind_told, actor=ACTOR)
        on_progress(done)
    return done


def _tell(memory: Memory) -> None:
    """Keep what a fact that a person or an agent stated is about: consolidation keeps it of what it learns."""
    if memory.kind == Kind.FACT:
        told = extraction.properties_of(memory.content)
        properties.write([(memory, [properties.Property(one.subject, one.name, one.value) for one in told])])
