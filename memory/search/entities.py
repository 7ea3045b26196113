"""The entity arm: names inside the query, and the memories that speak of them."""

from __future__ import annotations

from collections.abc import Sequence

from ..models import Entity, name_key
from . import rarity
from .backends import backend
from .query import names
from .scope import Scope

# Who is spoken of all the time would bring every memory: of each the newest so many. Each entity is a statement of its
# own, and who pastes a page names dozens. With 100 and with 400 links the stories' build halves answer the same.
MAX_LINKS_PER_ENTITY = 200
MAX_ENTITIES = 8


Run = tuple[int, int, str]  # where it begins and ends in a text, and its key


def runs_in(text: str) -> list[Run]:
    """What an entity's name could be in `text`, longest first."""
    return [(start, end, name_key(run)) for start, end, run in names(text)]


def entities_in(scope: Scope, text: str) -> list[Entity]:
    """The namespace's entities that `text` names, as whole words, longest names first and without overlaps."""
    return entities_of(scope, runs_in(text))


def entities_of(scope: Scope, runs: Sequence[Run]) -> list[Entity]:
    """The same, where the text's runs are known."""
    keys = list({key for _, _, key in runs if key})
    if not keys or not scope.namespace.pk:
        return []
    by_key: dict[str, list[Entity]] = {}
    for key, entity in backend().named_entities(scope, keys):
        by_key.setdefault(key, []).append(entity)
    found: dict[int, Entity] = {}
    taken: list[tuple[int, int]] = []
    for start, end, key in runs:
        if key in by_key and not any(start < other_end and other_start < end for other_start, other_end in taken):
            taken.append((start, end))
            found.update({entity.pk: entity for entity in by_key[key]})
    return list(found.values())[:MAX_ENTITIES]


def entity_arm(scope: Scope, text: str, limit: int) -> list[tuple[int, float]]:
    """(rowid, summed rarity of the named entities it speaks of), best first, the newer first among equals."""
    scores: dict[int, float] = {}
    for entity in entities_in(scope, text):
        worth = rarity.of_entity(entity.mention_count)
        for rowid in backend().speaking_of(scope, entity, MAX_LINKS_PER_ENTITY):
            scores[rowid] = scores.get(rowid, 0.0) + worth
    return sorted(scores.items(), key=lambda item: (-item[1], -item[0]))[:limit]
