"""The weekly reflection: once in six days, where a namespace learnt at least three facts in seven."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.template.loader import render_to_string
from django.utils import timezone

from memory import llm
from memory.context_block import strip
from memory.llm.errors import LLMError, LLMMalformed
from memory.models import Memory, Namespace
from memory.services import budgets, reflections
from memory.services.actors import Actor
from memory.services.errors import StateConflict
from memory.services.reflections import Material
from memory.text import blank

from . import digest

logger = logging.getLogger(__name__)

ACTOR = Actor.system("reflection")
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "reflection": {"type": "string"},
        "source_ids": {"type": "array", "items": {"type": "string"}},
    },
    "required": ["reflection", "source_ids"],
    "additionalProperties": False,
}


# Bounds on what a model answers: more is a model that ran away. Chosen, not measured.
MAX_REFLECTION_CHARACTERS = 6_000
MAX_SOURCES = 200
MAX_TURN_CHARACTERS = 600  # a turn's beginning shows what it is about; its facts tell the rest


@dataclass
class Reflected:
    """`failed` maps a namespace's name to why its provider gave nothing: it is tried again the same week."""

    written: int = 0
    failed: dict[str, str] = field(default_factory=dict)
    tokens_in: int = 0
    tokens_out: int = 0
    tokens: dict[str, int] = field(default_factory=dict)  # of both directions, by namespace

    def reasons(self) -> str:
        """Why namespaces failed, for people; empty when none did."""
        return "; ".join(f"{name}: {why}" for name, why in self.failed.items())

    def counts(self) -> dict[str, Any]:
        return {"written": self.written, "failed": self.failed}

    def cost(self) -> dict[str, Any]:
        return budgets.cost(self.tokens_in, self.tokens_out, self.tokens)

    def spent(self, namespace: Namespace, tokens_in: int, tokens_out: int) -> None:
        self.tokens_in += tokens_in
        self.tokens_out += tokens_out
        self.tokens[namespace.name] = self.tokens.get(namespace.name, 0) + tokens_in + tokens_out


def reflect_due(
    namespace: Namespace | None = None,
    *,
    now: datetime | None = None,
    on_progress: Callable[[Reflected], object] = lambda done: None,
) -> Reflected:
    """Write the reflections that are due (of one namespace); each namespace on its own, none stops another."""
    done = Reflected()
    for due in reflections.weekly_due(now):
        if namespace is not None and due.pk != namespace.pk:
            continue
        try:
            reflect(due, now=now, done=done)
        except LLMError as error:
            logger.warning("no reflection for %s: %s", due, error.reason)
            done.failed[due.name] = error.reason
            done.spent(due, error.tokens_in, error.tokens_out)
        except (budgets.BudgetSpent, StateConflict) as error:
            done.failed[due.name] = str(error)
        on_progress(done)
    return done


def reflect(namespace: Namespace, *, now: datetime | None = None, done: Reflected | None = None) -> Memory | None:
    """Write the week's reflection; None where there is one already.

    Raises LLMError when a model was asked and gave nothing, BudgetSpent before it is asked, and StateConflict where
    something that the text may hold was erased meanwhile.
    """
    moment = now or timezone.now()
    done = done if done is not None else Reflected()
    material = reflections.material(namespace, now=moment)
    if llm.writes():
        budgets.check(namespace, done.tokens.get(namespace.name, 0))
        content, sources, shown = _by_model(namespace, material, done)
        how = "model"
    else:
        content, sources = digest.write(material)
        shown = material.speaking  # its first sentence names what they speak of
        how = "digest"
    memory = reflections.save_once(
        namespace, moment - reflections.IDEMPOTENCY, content, sources, shown=shown, actor=ACTOR, event_time=moment,
        attributes={
            "since": material.since.isoformat(), "until": material.until.isoformat(), "written_by": how,
        },
    )  # fmt: skip
    done.written += memory is not None
    return memory


def _by_model(namespace: Namespace, material: Material, done: Reflected) -> tuple[str, list[str], list[int]]:
    """(what the model wrote, the sources that it names, the rowids of all that it was shown)."""
    chosen = {fact.uid: fact for fact in material.facts}
    for new, old in material.changed:
        chosen |= {new.uid: new, old.uid: old}
    chosen |= {fact.uid: fact for fact in [*material.recalled, *material.planned]}
    rows = [
        {
            "id": fact.uid, "text": fact.content, "event_time": fact.event_time.isoformat(), "tags": fact.tags,
            "superseded": fact.gave_way,
        }
        for fact in chosen.values()
    ]  # fmt: skip
    turns = [
        {"id": turn.uid, "speaker": turn.source_role or turn.role, "said_at": turn.event_time.isoformat(),
         "text": strip(turn.content)[:MAX_TURN_CHARACTERS]}
        for turn in material.episodes
    ]  # fmt: skip
    chosen |= {turn.uid: turn for turn in material.episodes}
    context = {
        "facts": llm.fenced(rows),
        "turns": llm.fenced(turns),
        "start": material.since,
        "end": material.until,
        "previous": llm.fenced([{"text": material.previous.content}]) if material.previous else "",
    }
    prompt = llm.Prompt(
        system=render_to_string("prompts/reflection.system.txt", context),
        user=render_to_string("prompts/reflection.user.txt", context),
    )
    completion = llm.complete(prompt, SCHEMA, purpose="reflection", namespace=namespace.name)
    done.spent(namespace, completion.tokens_in, completion.tokens_out)
    # A source that was not shown was made up: only what was quoted counts.
    told = str(completion.value["reflection"]).strip()[:MAX_REFLECTION_CHARACTERS]
    if blank(told):
        raise LLMMalformed("the reflection is empty")
    named = [uid for uid in dict.fromkeys(completion.value["source_ids"]) if uid in chosen][:MAX_SOURCES]
    previous = [material.previous.pk] if material.previous else []
    return told, named, [*previous, *(memory.pk for memory in chosen.values())]
