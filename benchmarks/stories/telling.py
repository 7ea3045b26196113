"""A story taken in as a client and the nightly work would, and its questions asked: one block each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from maintenance import consolidation
from memory.models import Memory, MemorySource, Namespace, Origin
from memory.services import embeddings, namespaces
from memory.services.actors import Actor
from memory.services.handing import context, retrieval
from memory.services.talk import episodes, sessions
from memory.services.talk.turns import NewMessage

from .checking import Verdict, check, items
from .dataset import Kind, Question, Session, Several, Story

ACTOR = Actor("benchmark", Origin.AGENT)
DEPTH = 10  # memories of every kind among which the evidence counts as found


class Reason(StrEnum):
    """Why a question was not answered."""

    NOT_FOUND = "the evidence was not found"
    NOT_HANDED = "found, but not in the block"
    MISLED = "the block misleads"


@dataclass(frozen=True)
class Told:
    """A story in the store. `turns_of` maps a memory's rowid to the turns that it is, or was drawn from; `learnt` are
    the turns that some fact was drawn from."""

    story: Story
    namespace: Namespace
    turns_of: Mapping[int, Collection[str]]
    learnt: frozenset[str]


@dataclass(frozen=True)
class Asked:
    """`learnt` are the turns of the evidence that some fact was drawn from; `handed` is how many memories the block
    was made of, `padding` how many of these are of asides or of another story, which answer nothing."""

    story: Story
    question: Question
    block: str
    verdict: Verdict
    reason: Reason | None
    learnt: frozenset[str]
    handed: int = 0
    padding: int = 0


def tell(story: Story) -> Told:
    """Take the story in, session by session; after each one its facts are learnt, and all is embedded."""
    namespace = namespaces.ensure(f"stories/{story.id}")
    for session in story.sessions:
        episodes.ingest_turns(namespace.name, session.id, _messages(session), ACTOR)
        sessions.complete_all(namespace)
        for run in consolidation.consolidate_pending(namespace):
            if run.error:
                raise RuntimeError(f"{story.id}, session {session.id}: {run.error}")
        while embeddings.drain():
            pass
    return _told(story, namespace)


def _messages(session: Session) -> list[NewMessage]:
    offset = session.at.utcoffset()
    assert offset is not None
    return [
        NewMessage(
            role=turn.role,
            content=turn.text,
            name=turn.name,
            event_time=session.at,
            event_offset=int(offset.total_seconds() // 60),
            external_id=turn.id,
        )
        for turn in session.turns
    ]


def _told(story: Story, namespace: Namespace) -> Told:
    rows = Memory.objects.within(namespace).episodes().values_list("pk", "external_id")
    names = {rowid: name for rowid, name in rows if name is not None}
    turns_of: defaultdict[int, set[str]] = defaultdict(set)
    for fact, source in MemorySource.objects.filter(source__in=names).values_list("memory_id", "source_id"):
        turns_of[fact].add(names[source])
    learnt: frozenset[str] = frozenset().union(*turns_of.values())
    for rowid, name in names.items():
        turns_of[rowid].add(name)
    return Told(story, namespace, turns_of, learnt)


def ask(told: Told, max_tokens: int) -> list[Asked]:
    """Every question of the story, each from a session of its own."""
    return [_ask(told, question, max_tokens) for question in told.story.questions]


def ask_several(told: Told, prompts: Sequence[Several], max_tokens: int) -> list[Asked]:
    """Each prompt's questions, which its block has to answer all."""
    asked = {question.id: question for question in told.story.questions}
    return [
        _ask(told, replace(asked[name], text=prompt.text), max_tokens)
        for prompt in prompts
        for name in prompt.questions
        if name in asked
    ]


def ask_unrelated(tellings: Sequence[Told], prompts: Sequence[str], max_tokens: int) -> list[int]:
    """How many items the block has for each prompt about nothing that was told; the stories take turns."""
    blocks = (
        context.build(tellings[place % len(tellings)].namespace, prompt, max_tokens=max_tokens, record=False).block
        for place, prompt in enumerate(prompts)
    )
    return [len(items(block)) for block in blocks]


def _ask(told: Told, question: Question, max_tokens: int) -> Asked:
    built = context.build(
        told.namespace, question.text, session_id=question.id, max_tokens=max_tokens, as_of=question.asked_at,
        record=False,
    )  # fmt: skip
    verdict = check(question, built.block)
    reason = None if verdict.answered else _reason(told, question)
    others = {
        turn.id
        for session in told.story.sessions
        if session.is_aside or session.story != question.story
        for turn in session.turns
    }
    padding = sum(others.issuperset(told.turns_of[hit.memory.pk]) for hit in built.hits)
    return Asked(
        told.story, question, built.block, verdict, reason, question.evidence & told.learnt, len(built.hits), padding
    )


def _reason(told: Told, question: Question) -> Reason:
    if question.kind == Kind.NONE:
        return Reason.MISLED
    found = retrieval.search(told.namespace, question.text, limit=DEPTH, as_of=question.asked_at, record=False)
    shown: set[str] = set().union(*(told.turns_of.get(hit.memory.pk, ()) for hit in found.hits))
    return Reason.NOT_HANDED if question.evidence <= shown else Reason.NOT_FOUND
