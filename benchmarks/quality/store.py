"""Conversations taken into a store as a client and the nightly work would: turns, vectors, facts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.conf import settings

from maintenance import consolidation
from memory.models import Memory, MemorySource, Namespace, Origin
from memory.services import embeddings, namespaces
from memory.services.actors import Actor
from memory.services.talk import episodes, sessions
from memory.services.talk.turns import NewMessage

from .dataset import Conversation, Session

ACTOR = Actor("benchmark", Origin.AGENT)


@dataclass(frozen=True)
class Taken:
    """A conversation in the store; `turns_of` maps a memory's rowid to the dia_ids that it stands for."""

    conversation: Conversation
    namespace: Namespace
    turns_of: dict[int, frozenset[str]]
    facts: int

    @property
    def learnt(self) -> frozenset[str]:
        """The turns that some fact was drawn from."""
        facts = Memory.objects.within(self.namespace).facts().active().values_list("pk", flat=True)
        return frozenset().union(*(self.turns_of[rowid] for rowid in facts))


def take_in(conversations: Iterable[Conversation], *, facts: bool) -> list[Taken]:
    """Each conversation in a namespace of its own, embedded; with `facts`, consolidated. What is in already stays."""
    conversations = list(conversations)
    for conversation in conversations:
        for session in conversation.sessions:
            _ingest(conversation.name, session)
        if facts:
            sessions.complete_all(namespaces.for_reading(conversation.name))
            consolidation.consolidate_pending(namespaces.for_reading(conversation.name))
    while embeddings.drain():
        pass
    return [_taken(conversation) for conversation in conversations]


def _ingest(namespace: str, session: Session) -> None:
    messages = [
        NewMessage(
            role=turn.role,
            content=turn.text,
            name="" if turn.speaker == turn.role else turn.speaker,
            event_time=session.at,
            event_offset=0,
            external_id=turn.dia_id,
            attributes={"dia_id": turn.dia_id},
        )
        for turn in session.turns
    ]
    for start in range(0, len(messages), settings.MEMORY_MAX_BATCH):
        episodes.ingest_turns(namespace, session.session_id, messages[start : start + settings.MEMORY_MAX_BATCH], ACTOR)


def _taken(conversation: Conversation) -> Taken:
    namespace = namespaces.for_reading(conversation.name)
    turns = Memory.objects.within(namespace).episodes()
    turns_of = {rowid: frozenset({attributes["dia_id"]}) for rowid, attributes in turns.values_list("pk", "attributes")}
    drawn_from: defaultdict[int, set[str]] = defaultdict(set)
    facts = Memory.objects.within(namespace).facts()
    for fact, source in MemorySource.objects.filter(memory__in=facts).values_list("memory_id", "source_id"):
        drawn_from[fact] |= turns_of.get(source, frozenset())
    for fact in facts.values_list("pk", flat=True):
        turns_of[fact] = frozenset(drawn_from[fact])
    return Taken(conversation, namespace, turns_of, len(facts))
