"""Summaries of entities: a few sentences each, by a model where one is configured, else a digest of the facts."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from django.template.loader import render_to_string

from memory import llm
from memory.llm.errors import LLMError, LLMMalformed
from memory.models import Ending, Entity, Memory, Namespace
from memory.prose import drawn_together, sentence
from memory.services import budgets
from memory.services.budgets import BudgetSpent
from memory.services.graph import summaries

# Chosen: a summary is read at a glance. A model writes whole sentences, and is asked for a few.
LONGEST = 500  # characters of a digest
LONGEST_BY_MODEL = 1_500
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"summary": {"type": "string"}},
    "required": ["summary"],
    "additionalProperties": False,
}


@dataclass
class Summarised:
    """`ending` says how it came to its end, and `note` why it ended early; empty when all is done. `tokens` are of both
    directions, by namespace."""

    written: int = 0
    ending: Ending = Ending.DONE
    note: str = ""
    tokens_in: int = 0
    tokens_out: int = 0
    tokens: dict[str, int] = field(default_factory=dict)

    def spent(self, namespace: Namespace, tokens_in: int, tokens_out: int) -> None:
        self.tokens_in += tokens_in
        self.tokens_out += tokens_out
        self.tokens[namespace.name] = self.tokens.get(namespace.name, 0) + tokens_in + tokens_out


def summarise_due(
    namespace: Namespace | None = None, *, deadline: float, on_progress: Callable[[], object] = lambda: None
) -> Summarised:
    """Write the summaries that are due until `deadline` (time.monotonic). A model's failure ends the run: what is
    left stays due."""
    done = Summarised()
    while due := summaries.due(namespace):
        for entity in due:
            if time.monotonic() > deadline:
                done.ending, done.note = Ending.STOPPED, "stopped: the time for one run is up; the next goes on"
                return done
            upto, facts = summaries.newest_fact(entity), summaries.facts_about(entity)
            try:
                text = _by_model(entity, facts, done) if llm.writes() else digest(
                    entity.canonical_name, [fact.content for fact in facts]
                )  # fmt: skip
            except LLMError as error:
                done.spent(entity.namespace, error.tokens_in, error.tokens_out)
                done.ending, done.note = Ending.FAILED, f"failed: {error.reason}"
                return done
            except BudgetSpent as error:
                done.ending, done.note = Ending.WAITS, f"waits: {error}"
                return done
            done.written += summaries.write(entity, text, upto, facts)
        on_progress()
    return done


def digest(name: str, contents: list[str]) -> str:
    """What `contents` say of `name`, those first that begin with it, as far as there is room."""
    told: list[str] = []
    for one in sorted(map(sentence, contents), key=lambda text: not text.startswith(name)):
        if told and len(drawn_together([*told, one])) > LONGEST:
            break
        told.append(one)
    return drawn_together(told)


def _by_model(entity: Entity, facts: list[Memory], done: Summarised) -> str:
    budgets.check(entity.namespace, done.tokens.get(entity.namespace.name, 0))
    rows = [{"text": fact.content, "event_time": fact.event_time.isoformat()} for fact in facts]
    prompt = llm.Prompt(
        system=render_to_string("prompts/summary.system.txt"),
        user=render_to_string(
            "prompts/summary.user.txt",
            {
                "about": llm.fenced([{"name": entity.canonical_name, "type": entity.type}]),
                "facts": llm.fenced(rows),
            },
        ),
    )
    completion = llm.complete(prompt, SCHEMA, purpose="summary", namespace=entity.namespace.name)
    done.spent(entity.namespace, completion.tokens_in, completion.tokens_out)
    summary = " ".join(str(completion.value["summary"]).split())[:LONGEST_BY_MODEL]
    if not summary:
        raise LLMMalformed("the summary is empty")
    return summary
