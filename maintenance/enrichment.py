"""Entity enrichment: batch after batch until nothing waits, time is up, or a provider fails."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass

from django.conf import settings

from maintenance import extraction
from memory.models import Ending, Kind, Memory, Namespace
from memory.ner import NerUnavailable
from memory.services import enrichment, entities, properties

logger = logging.getLogger(__name__)

FAILURES_IN_A_ROW = 3  # then the provider is down, and not a text at fault


@dataclass
class Enriched:
    """`ending` says how it came to its end, and `note` why it ended early; empty when all is done."""

    memories: int = 0
    links: int = 0
    summaries: int = 0
    ending: Ending = Ending.DONE
    note: str = ""


def enrich_remembered() -> int:
    """Enrich the facts that were remembered lately, so that who they speak of is known within seconds.

    Answers how many were enriched. What a provider fails at waits for the nightly run.
    """
    if not enrichment.accurate_ner_available():
        return 0
    done = 0
    for memory in enrichment.remembered_lately():
        try:
            enrichment.enrich(memory)
            _tell(memory)
        except NerUnavailable as error:
            logger.warning("entities of remembered facts wait for the nightly enrichment: %s", error.reason)
            break
        done += 1
    return done


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
    while batch := enrichment.candidates(namespace, exclude=passed):
        owners = {memory.namespace_id: memory.namespace for memory in batch}
        names = {key: entities.aliases_for_extraction(owner) for key, owner in owners.items()}
        for memory in batch:
            if time.monotonic() > deadline:
                if done.ending != Ending.FAILED:
                    done.ending, done.note = Ending.STOPPED, "stopped: the time for one run is up; the next goes on"
                return done
            try:
                done.links += enrichment.enrich(memory, names[memory.namespace_id])
                _tell(memory)
            except NerUnavailable as error:
                # One text that a provider cannot read must not keep all younger ones waiting, night after night.
                done.ending, done.note = Ending.FAILED, f"failed: {error.reason}"
                passed.append(memory.pk)
                in_a_row += 1
                if in_a_row >= FAILURES_IN_A_ROW:
                    return done
                continue
            in_a_row = 0
            done.memories += 1
        on_progress(done)
    return done


def _tell(memory: Memory) -> None:
    """Keep what a fact that a person or an agent stated is about: consolidation keeps it of what it learns."""
    if memory.kind == Kind.FACT:
        told = extraction.told(memory.content)
        properties.write(memory, [properties.Property(one.subject, one.name, one.value) for one in told])
