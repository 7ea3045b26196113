"""What consolidation tells a provider of turns, people and facts, and whom a fact that it learnt names."""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence
from datetime import datetime

from maintenance import extraction
from maintenance.extraction import Background, Claim, FactDraft, Person, Told, Turn
from maintenance.extraction.grammar.naming import introduced, kind_by_all
from maintenance.extraction.plain.text import MAX_TURN_CHARACTERS
from memory import ner
from memory.context_block import strip
from memory.language.en.lifting import tells_of_lifting
from memory.models import EntityType, Memory, Namespace, name_key
from memory.services.graph import linking, speakers
from memory.services.learning import acquaintance
from memory.services.learning.consolidation import Chunk
from memory.services.memories import lineage, properties

logger = logging.getLogger(__name__)


def background_of(namespace: Namespace, turns: Sequence[Turn]) -> Background:
    """What is known of those whom the turns speak of. The rules want no more than who is a person, what somebody
    looks for who now says that one was found, and what the talk takes back in short."""
    if extraction.judging_is_free():
        said = "\n".join(turn.content for turn in turns if turn.role == "user")
        spoken_by = list(dict.fromkeys(turn.speaker for turn in turns if turn.role == "user"))
        wanted = (*extraction.sought_of(said), *extraction.recalled_of(said, spoken_by))
        sought = [properties.Property(one.subject, one.name) for one in wanted]
        return Background(
            tuple(Person(one.canonical_name, one.type) for one in acquaintance.people_in(namespace, said)),
            tuple(acquaintance.telling(namespace, sought)),
            instructions=tuple(acquaintance.instructing(namespace)) if tells_of_lifting(said) else (),
        )
    known = acquaintance.acquainted_with(namespace, "\n".join(turn.content for turn in turns))
    return Background(
        tuple(
            Person(one.canonical_name, one.type, tuple(alias.alias for alias in one.aliases.all()))
            for one in known.entities
        ),
        tuple(fact.content for fact in known.facts),
        namespace.own.learning_prompt,
    )


def turn_of(memory: Memory, language: str, *, is_context: bool = False) -> Turn:
    return Turn(
        id=memory.uid,
        speaker=memory.source_role or memory.role,
        role=memory.role,
        content=strip(memory.content),
        event_time=memory.event_time,
        offset_minutes=memory.event_offset,
        language=language,
        is_context=is_context,
    )


def claim_of(fact: Memory | FactDraft, chunk: Chunk) -> Claim:
    """A fact as the provider is shown it. The rules look at its words alone, so they cost no query, but where several
    talk and a fact may be of their team: then they look at what it was said with, too."""
    if extraction.judging_is_free():
        spoken_by = {turn.source_role for turn in chunk.episodes if turn.role == "user"}
        speaker = (fact.source_role if isinstance(fact, Memory) else fact.speaker) if len(spoken_by) == 1 else ""
        talk = talk_of(fact, chunk) if isinstance(fact, FactDraft) else _talk_of_a_team(fact, spoken_by)
        said_at = _said_at(fact, chunk) if isinstance(fact, FactDraft) else None
        return Claim(fact.content, fact.event_time, said_at, talk=talk, speaker=speaker)
    if isinstance(fact, Memory):
        told = tuple(Told(*row) for row in fact.properties.values_list("subject_key", "property_key", "value"))
        return Claim(fact.content, fact.event_time, lineage.said_at(fact), told)
    return Claim(fact.content, fact.event_time, _said_at(fact, chunk), fact.properties)


def _said_at(draft: FactDraft, chunk: Chunk) -> datetime | None:
    return max((turn.event_time for turn in chunk.episodes if turn.uid in draft.source_ids), default=None)


def _talk_of_a_team(fact: Memory, speakers: Collection[str]) -> str:
    """What an older fact was said with that one of those who talk now told of what is theirs; else nothing."""
    if len(speakers) < 2 or fact.source_role not in speakers or f"{fact.source_role}'s " not in fact.content:
        return ""
    return extraction.talk_around(fact.content, "\n".join(strip(said) for said in acquaintance.said_of(fact)))


def talk_of(draft: FactDraft, chunk: Chunk) -> str:
    """What the draft was said with, in the turns that it was drawn from."""
    turns = [read_of(turn) for turn in chunk.episodes if turn.uid in draft.source_ids and turn.role == "user"]
    return extraction.talk_around(draft.content, strip("\n".join(turns)))


def read_of(turn: Memory) -> str:
    """As much of a turn as the rules read: more of it tells nothing of their facts."""
    return turn.content[:MAX_TURN_CHARACTERS]


def mentions_of(
    draft: FactDraft, known: ner.Aliases, said: Sequence[str] = (), spoken_by: Collection[str] = ()
) -> list[linking.Mention]:
    """Who and what the fact names, by patterns and spaCy (this is a worker, not the hot path), and who says so.
    `spoken_by` are the names of those who speak in the talk."""
    try:
        found = ner.extract(draft.content, "local", aliases=known)
    except ner.NerUnavailable as error:
        logger.warning("entities of a fact wait for the nightly enrichment: %s", error.reason)
        return []
    named: list[linking.Mention] = [
        (span.name, span.type if span.name in known else kind_by_all([draft.content, *said], span.name, span.type))
        for span in found.entities
    ]
    found_names = {name_key(name) for name, _ in named}
    named += [
        (name, EntityType.PERSON.value) for name in introduced(draft.content) if name_key(name) not in found_names
    ]
    named = speakers.as_people(named, spoken_by)
    # The small model misses names that it never saw.
    if draft.speaker in spoken_by and draft.speaker in draft.content:
        named = [mention for mention in named if name_key(mention[0]) != name_key(draft.speaker)]
        named.append((draft.speaker, EntityType.PERSON.value))
    return named
