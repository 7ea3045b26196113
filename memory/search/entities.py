"""The entity arm: names inside the query, and the memories that speak of them."""

from __future__ import annotations

import json
import math
from typing import Any, cast

from django.db import connection

from ..models import Entity, name_key
from .query import names
from .scope import Scope

MAX_LINKS_PER_ENTITY = 200
MAX_ENTITIES = 8


# Both ways to a name in one statement: it is asked for each search.
_NAMED = """
SELECT entities.*, name_key AS found_as FROM entities
WHERE namespace_id = %(namespace)s AND name_key IN (SELECT value FROM json_each(%(keys)s))
UNION ALL
SELECT entities.*, entity_aliases.alias_key
FROM entity_aliases JOIN entities ON entities.rowid = entity_aliases.entity_id
WHERE entity_aliases.namespace_id = %(namespace)s AND alias_key IN (SELECT value FROM json_each(%(keys)s))
"""


def entities_in(scope: Scope, text: str) -> list[Entity]:
    """The namespace's entities that `text` names, as whole words, longest names first and without overlaps."""
    runs = [(start, end, name_key(run)) for start, end, run in names(text)]
    keys = list({key for _, _, key in runs if key})
    if not keys or not scope.namespace.pk:
        return []
    by_key: dict[str, list[Entity]] = {}
    for entity in Entity.everything.raw(_NAMED, {"namespace": scope.namespace.pk, "keys": json.dumps(keys)}):
        by_key.setdefault(cast(Any, entity).found_as, []).append(entity)
    found: dict[int, Entity] = {}
    taken: list[tuple[int, int]] = []
    for start, end, key in runs:
        if key in by_key and not any(start < other_end and other_start < end for other_start, other_end in taken):
            taken.append((start, end))
            found.update({entity.pk: entity for entity in by_key[key]})
    return list(found.values())[:MAX_ENTITIES]


def rarity(entity: Entity) -> float:
    """What it says of a memory that it speaks of this entity: little, when very many do."""
    return 1.0 / math.log2(2.0 + entity.mention_count)


def entity_arm(scope: Scope, text: str, limit: int) -> list[tuple[int, float]]:
    """(rowid, summed rarity of the named entities it speaks of), best first, the newer first among equals."""
    named = entities_in(scope, text)
    if not named:
        return []
    where, params = scope.where
    scores: dict[int, float] = {}
    with connection.cursor() as cursor:
        for entity in named:
            cursor.execute(
                f"""
                SELECT memories.rowid
                FROM memory_entities CROSS JOIN memories ON memories.rowid = memory_entities.memory_id
                WHERE memory_entities.entity_id = %s AND {where}
                ORDER BY memory_entities.memory_id DESC LIMIT %s
                """,  # noqa: S608  the ORM's own filters, their values bound
                [entity.pk, *params, MAX_LINKS_PER_ENTITY],
            )
            for (rowid,) in cursor.fetchall():
                scores[rowid] = scores.get(rowid, 0.0) + rarity(entity)
    return sorted(scores.items(), key=lambda item: (-item[1], -item[0]))[:limit]
