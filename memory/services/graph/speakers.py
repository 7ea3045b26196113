"""Who speaks in a session is a person, whatever a small model takes the name for."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from ...models import EntityType, Kind, Memory, name_key
from ...text import ROLES
from .linking import Mention

# What a model guesses by how a name looks. "Karin" of the speaker "Karin Holm" is no town; "Acme", of "Acme Support",
# may well be a firm.
_GUESSES = (EntityType.ORGANIZATION, EntityType.LOCATION, EntityType.OTHER)
_GUESSES_OF_A_PART = (EntityType.LOCATION, EntityType.OTHER)


def named_of(episodes: Iterable[Memory]) -> frozenset[str]:
    """The names of those who say these turns, but for the nameless user and the assistant."""
    return frozenset(turn.source_role for turn in episodes if turn.role == "user" and is_name(turn.source_role))


def is_name(speaker: str) -> bool:
    return bool(speaker) and speaker not in ROLES


def as_people(mentions: Iterable[Mention], speakers: Collection[str]) -> list[Mention]:
    """These mentions, but those of a speaker's name, or of one of its two words, are a person's."""
    whole = {name_key(speaker) for speaker in speakers}
    words = [key.split() for key in whole]
    in_part = {word for pair in words if len(pair) == 2 for word in pair}
    return [
        (name, EntityType.PERSON.value)
        if (kind in _GUESSES and name_key(name) in whole) or (kind in _GUESSES_OF_A_PART and name_key(name) in in_part)
        else (name, kind)
        for name, kind in mentions
    ]


def among(memory: Memory, mentions: Collection[Mention]) -> list[str]:
    """Which of the names in `mentions` belong to speakers of the session that `memory` is of."""
    names = {name for name, kind in mentions if kind in _GUESSES}
    if not names or memory.session_id is None:
        return []
    said = Memory.objects.within(memory.namespace).filter(session_id=memory.session_id, kind=Kind.EPISODE, role="user")
    found = said.filter(source_role__in=names).order_by().values_list("source_role", flat=True).distinct()
    return [speaker for speaker in found if is_name(speaker)]
