"""The entity linker: which entities a memory speaks of, made where they are new, linked, and counted.

An entity's `mention_count` is the number of its links. It changes in the transaction that adds or moves links;
`manage.py doctor` compares the two. New turns are linked by `link_new`, in SQL that costs the hot path two statements;
all other memories by `link`, as often as better eyes look at them: a link that is there is not counted again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final

from django.db import connection
from django.db.models import Count, F, IntegerField, OuterRef, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from ... import ner
from ...models import ALL, Entity, EntityType, Memory, MemoryEntity, Namespace, name_key
from ...models.entities import NAME_MAX_LENGTH, EntityQuerySet
from ...models.ids import new_id
from ...search import Scope
from ...search.entities import MAX_ENTITIES, entities_of, runs_in
from ..sql import marks, parts

MAX_ENTITIES_A_MEMORY = 100  # a wall of hashtags must not hold the writer up
MAX_ENTITIES_A_CALL = 1_000  # of all memories that one call brings; each has its share
MAX_NAMES_A_QUERY = 500  # as sql.MAX_MARKS

Mention = tuple[str, str]  # (name as it is spelt, entity type)
Key = tuple[str, str]  # (name in the form in which names are compared, entity type)
Links = list[tuple[int, int]]  # (rowid of the memory, rowid of the entity)

_key_of = lru_cache(maxsize=10_000)(name_key)


@dataclass(frozen=True)
class NamesFound:
    """What a text names, looked up before the transaction: `spelt` by pattern, the rowids of the `entities` known by
    then, of which `upto` was the newest, and as `runs` all that a later one could be called."""

    spelt: Mapping[Key, str]
    entities: Sequence[int]
    upto: int
    runs: frozenset[str]


NO_SPELLINGS: Final[Mapping[Key, str]] = MappingProxyType({})
NO_NAMES = NamesFound(NO_SPELLINGS, (), 0, frozenset())


def share(memories: int) -> int:
    """How many names by pattern each memory may bring of a call with so many of them."""
    return min(MAX_ENTITIES_A_MEMORY, MAX_ENTITIES_A_CALL // max(memories, 1))


def patterns_in(content: str, limit: int = MAX_ENTITIES_A_MEMORY) -> Mapping[Key, str]:
    """{key: spelling} of the first mentions, hashtags, addresses and URLs in a text: what costs the hot path little."""
    spans = ner.extract(content, "fast").entities
    if not spans:
        return NO_SPELLINGS
    found: dict[Key, str] = {}
    for span in spans[:limit]:
        if key := _key_of(span.name):
            found.setdefault((key, str(span.type)), span.name)
    return found


def names_in(namespace: Namespace, content: str, limit: int = MAX_ENTITIES_A_MEMORY) -> NamesFound:
    """What `content` names, for `link`. Call it before the transaction."""
    newest = Entity.objects.within(namespace).order_by("-pk").values_list("pk", flat=True).first()
    runs = runs_in(content)
    known = entities_of(Scope(namespace), runs)
    keys = frozenset(key for _, _, key in runs)
    return NamesFound(patterns_in(content, limit), [entity.pk for entity in known], newest or 0, keys)


def link(memory: Memory, mentions: Iterable[Mention] = (), named: NamesFound | None = None) -> int:
    """Link `memory` to what its text names: patterns, entities known already, and `mentions`. Answers its link count.

    Call it inside the transaction that saves the memory, with what `names_in` found before.
    """
    named = named or names_in(Namespace(pk=memory.namespace_id), memory.content)
    return link_all([(memory, mentions, named)])[0]


def link_all(memories: Sequence[tuple[Memory, Iterable[Mention], NamesFound]]) -> list[int]:
    """`link` for several memories of one namespace, which come with what `names_in` found, in a few statements."""
    if not memories:
        return []
    namespace_id = memories[0][0].namespace_id
    spelt = [_spelt(mentions, named) for _, mentions, named in memories]
    linked: dict[int, set[int]] = {memory.pk: set() for memory, _, _ in memories}
    for part in parts(sorted(linked)):
        for pk, entity in MemoryEntity.objects.filter(memory__in=part).values_list("memory_id", "entity_id"):
            linked[pk].add(entity)
    with connection.cursor() as cursor:
        names = {key: name for found in reversed(spelt) for key, name in found.items()}
        known = _known_entities(cursor, namespace_id, names)
        there = _there(cursor, namespace_id, [named for _, _, named in memories])
        now = connection.ops.adapt_datetimefield_value(timezone.now())
        fresh: list[tuple[int, int]] = []
        made = _new_entities(cursor, namespace_id, {key: names[key] for key in names if key not in known}, now)
        known |= made
        there |= {rowid: key for (key, _), rowid in made.items()}
        first: dict[int, int] = {}
        for at, found in enumerate(spelt):
            for key in found.keys() & made.keys():
                first.setdefault(made[key], at)
        for at, ((memory, _, named), found) in enumerate(zip(memories, spelt, strict=True)):
            # A memory names what an earlier one brought, and not what only a later one does.
            mine = {entity for entity in _still_named(there, named) if first.get(entity, at) <= at}
            mine |= {known[key] for key in found}
            fresh += [(memory.pk, entity) for entity in sorted(mine - linked[memory.pk])]
            linked[memory.pk] |= mine
        _count(cursor, Counter(entity for _, entity in fresh))
        _insert(cursor, fresh)
    return [len(linked[memory.pk]) for memory, _, _ in memories]


def _spelt(mentions: Iterable[Mention], named: NamesFound) -> dict[Key, str]:
    spelt = dict(named.spelt)
    for name, kind in mentions:
        if _key_of(name) and kind in EntityType.values:
            spelt.setdefault((_key_of(name), kind), name)
    return spelt


def _there(cursor: Any, namespace_id: int, named: Sequence[NamesFound]) -> dict[int, str]:
    """{rowid: key} of the known entities that are still there (another call may have merged one), and of those that
    came since the first was looked for."""
    there: dict[int, str] = {}
    for part in parts(sorted({entity for one in named for entity in one.entities})):
        cursor.execute(
            f"SELECT rowid, name_key FROM entities WHERE namespace_id = %s AND rowid IN ({marks(part)})",
            [namespace_id, *part],
        )
        there |= dict(cursor.fetchall())
    cursor.execute(
        "SELECT rowid, name_key FROM entities WHERE namespace_id = %s AND rowid > %s ORDER BY rowid LIMIT %s",
        [namespace_id, min(one.upto for one in named), MAX_ENTITIES_A_CALL],
    )
    return there | dict(cursor.fetchall())


def _still_named(there: Mapping[int, str], named: NamesFound) -> set[int]:
    """Of the entities that are `there`, those that a memory was found to name, and newer ones of names that it has."""
    asked = set(named.entities)
    found = [rowid for rowid, key in there.items() if rowid in asked or (rowid > named.upto and key in named.runs)]
    return set(sorted(found)[:MAX_ENTITIES])


def link_new(cursor: Any, namespace_id: int, named: Sequence[tuple[int, Mapping[Key, str]]], now: Any) -> None:
    """Link memories that were inserted just now, given as (rowid, `patterns_in` its text).

    `cursor` is inside the transaction that inserted them, `now` a time as the database takes it.
    """
    spelt: dict[Key, str] = {}
    memories: dict[Key, list[int]] = {}
    for rowid, names in named:
        for key, name in names.items():
            if key in spelt:
                memories[key].append(rowid)
            else:
                memories[key] = [rowid]
                spelt[key] = name
    if not spelt:
        return
    entities = _met_lately(cursor, namespace_id, memories)
    links = {(rowid, entity): None for key, entity in entities.items() for rowid in memories[key]}
    if len(entities) < len(spelt):
        missing = [key for key in spelt if key not in entities]
        known = _known_entities(cursor, namespace_id, missing)
        # A name and its alias in one turn lead to one entity, and to one link.
        fresh = {(rowid, entity): None for key, entity in known.items() for rowid in memories[key]}
        _count(cursor, Counter(entity for rowid, entity in fresh if (rowid, entity) not in links))
        links |= fresh
        for key in missing:
            if key not in known:
                known[key] = _new_entity(cursor, namespace_id, spelt[key], key, len(memories[key]), now)
                links |= {(rowid, known[key]): None for rowid in memories[key]}
        _remember(namespace_id, known)
    _insert(cursor, list(links))


def recount(entities: Collection[int]) -> None:
    """Set the mention counts of the entities with these rowids to the number of their links: after links moved."""
    for part in parts(sorted(entities)):
        Entity.objects.across(ALL).filter(pk__in=part).update(mention_count=_link_count())


def miscounted() -> EntityQuerySet:
    """The entities, of all namespaces, whose mention count is not the number of their links."""
    return Entity.objects.across(ALL).annotate(links=_link_count()).exclude(mention_count=F("links"))


def _link_count() -> Coalesce:
    links = MemoryEntity.objects.filter(entity=OuterRef("pk")).order_by().values("entity").annotate(n=Count("memory"))
    return Coalesce(Subquery(links.values("n"), output_field=IntegerField()), 0)


# Rowids of entities named lately, by namespace and key. It is only a hint: `_met_lately` checks it against the row.
_lately: dict[tuple[int, Key], int] = {}
MAX_LATELY = 20_000


def _remember(namespace_id: int, entities: Mapping[Key, int]) -> None:
    if len(_lately) > MAX_LATELY:
        _lately.clear()
    _lately.update({(namespace_id, key): rowid for key, rowid in entities.items()})


def _met_lately(cursor: Any, namespace_id: int, memories: Mapping[Key, Sequence[int]]) -> dict[Key, int]:
    """{key: rowid} of the entities whose rowid is remembered and still right, each counted once more for every one of
    the `memories` that name it.

    Talk names the same few again and again, and this spares their look-up: the statement that counts the links finds
    the row only if the remembered rowid still belongs to that name.
    """
    found = {}
    for key, naming in memories.items():
        if rowid := _lately.get((namespace_id, key)):
            cursor.execute(
                "UPDATE entities SET mention_count = mention_count + %s "
                "WHERE rowid = %s AND namespace_id = %s AND name_key = %s AND type = %s",
                [len(naming), rowid, namespace_id, *key],
            )
            if cursor.rowcount:
                found[key] = rowid
    return found


def _known_entities(cursor: Any, namespace_id: int, wanted: Iterable[Key]) -> dict[Key, int]:
    """{key: rowid} of the entities that bear one of the names, or else have it as an alias."""
    wanted = list(wanted)
    found: dict[Key, int] = {}
    for name, entity, table in (("name_key", "rowid", "entities"), ("alias_key", "entity_id", "entity_aliases")):
        missing = {key for key in wanted if key not in found}
        if not missing:
            break
        names = list({key[0] for key in missing})
        for start in range(0, len(names), MAX_NAMES_A_QUERY):
            part = names[start : start + MAX_NAMES_A_QUERY]
            cursor.execute(
                f"SELECT {name}, type, {entity} FROM {table} WHERE namespace_id = %s AND {name} IN ({marks(part)})",
                [namespace_id, *part],
            )
            found.update({(key, kind): rowid for key, kind, rowid in cursor.fetchall() if (key, kind) in missing})
    return found


def _new_entity(cursor: Any, namespace_id: int, name: str, key: Key, links: int, now: Any) -> int:
    cursor.execute(
        """
        INSERT INTO entities
            (id, namespace_id, canonical_name, name_key, type, summary, mention_count, protected, created_at)
        VALUES (%s, %s, %s, %s, %s, '', %s, %s, %s)
        ON CONFLICT (namespace_id, name_key, type) DO UPDATE SET
            mention_count = entities.mention_count + excluded.mention_count
        RETURNING rowid
        """,
        [new_id("ent"), namespace_id, name[:NAME_MAX_LENGTH], *key, links, False, now],
    )
    return int(cursor.fetchone()[0])


def _new_entities(cursor: Any, namespace_id: int, spelt: Mapping[Key, str], now: Any) -> dict[Key, int]:
    """{key: rowid} of new entities that nothing speaks of yet."""
    made: dict[Key, int] = {}
    for part in parts(list(spelt), width=9):
        rows = [[new_id("ent"), namespace_id, spelt[key][:NAME_MAX_LENGTH], *key, "", 0, False, now] for key in part]
        cursor.execute(
            "INSERT INTO entities "
            "(id, namespace_id, canonical_name, name_key, type, summary, mention_count, protected, created_at) VALUES "
            + ", ".join(f"({marks(row)})" for row in rows)
            # Another writer of a database that has several may have been quicker.
            + " ON CONFLICT (namespace_id, name_key, type) DO UPDATE SET name_key = excluded.name_key"
            " RETURNING rowid, name_key, type",
            [value for row in rows for value in row],
        )
        made |= {(key, kind): rowid for rowid, key, kind in cursor.fetchall()}
    return made


def _count(cursor: Any, links: Mapping[int, int]) -> None:
    """Add to the mention counts of entities ({rowid: links more})."""
    if links:
        cursor.executemany(
            "UPDATE entities SET mention_count = mention_count + %s WHERE rowid = %s",
            [(number, entity) for entity, number in links.items()],
        )


def _insert(cursor: Any, links: Links) -> None:
    if links:
        cursor.executemany("INSERT INTO memory_entities (memory_id, entity_id) VALUES (%s, %s)", links)
