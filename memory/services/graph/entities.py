"""Entities: finding them, telling what is known of them, merging, splitting and renaming them; `entity_undoing` takes
that back."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Q

from ... import ner
from ...models import (
    Change,
    ChangeKind,
    Entity,
    EntityAlias,
    EntityType,
    EventKind,
    Memory,
    MemoryEntity,
    Namespace,
    name_key,
)
from ...models.entities import NAME_MAX_LENGTH
from ...models.memories import MemoryQuerySet
from ...redaction import mask
from .. import history
from ..actors import Actor
from ..errors import ChangedSince, InvalidInput, NotFound, StateConflict
from ..finding import existing
from ..sql import parts
from ..writing import writing
from . import linking

NEIGHBOURHOOD = 1000  # memories about an entity in which its neighbours are looked for; a bound, chosen


@dataclass(frozen=True)
class EntityInfo:
    entity: Entity
    memories: list[Memory]


def get_entity(namespace: Namespace, uid: str) -> Entity:
    return existing(Entity.objects.within(namespace).filter(uid=uid), f"entity {uid}")


def named(namespace: Namespace, name: str) -> Entity:
    """The entity with this public id, name or alias; the most spoken of, where several types share a name."""
    entity = (
        Entity.objects.within(namespace)
        .filter(Q(uid=name) | Q(pk__in=Entity.objects.within(namespace).named([name_key(name)]).values("pk")))
        .order_by("-mention_count", "rowid")
        .first()
    )
    if entity is None:
        raise NotFound(f"no entity {name!r}")
    return entity


def info(namespace: Namespace, name: str, limit: int = 20) -> EntityInfo:
    """Everything known about one entity: itself and its active memories, facts before turns, newest first."""
    entity = named(namespace, name)
    return EntityInfo(entity, list(memories_of(namespace, entity).order_by("-kind", "-rowid")[:limit]))


def memories_of(namespace: Namespace, entity: Entity) -> MemoryQuerySet:
    """The active memories that speak of `entity`, as a queryset."""
    linked = MemoryEntity.objects.filter(entity=entity).values("memory_id")
    return Memory.objects.within(namespace).handed_out(namespace).filter(pk__in=linked)


def aliases_for_extraction(namespace: Namespace) -> ner.Aliases:
    """The names of people, projects and places that are known: for the entity ruler."""
    rows = EntityAlias.objects.filter(namespace_id=namespace.pk).values_list(
        "alias", "entity__canonical_name", "entity__type"
    )
    known = {alias: (name, kind) for alias, name, kind in rows}
    names = (
        Entity.objects.within(namespace)
        .exclude(type__in=[EntityType.EMAIL, EntityType.URL])
        .order_by("-mention_count")
        .values_list("canonical_name", "type")[:2000]
    )
    return {name: (name, kind) for name, kind in names} | known


def add_alias(
    namespace: Namespace,
    uid: str,
    alias: str,
    *,
    actor: Actor,
    origin: str | None = None,
    undoes: Change | None = None,
) -> EntityAlias:
    """Another name for an entity. `undoes` is the change that this takes back, if it does, and `origin` is where the
    name came from then.

    Raises StateConflict when it is another entity's already, or its own first name.
    """
    alias = mask(alias, namespace.own.mask_personal).text
    key = name_key(alias)
    if not key:
        raise InvalidInput("an alias needs a letter or digit", "alias")
    _check_length(alias, "alias")
    with writing(namespace):
        entity = get_entity(namespace, uid)
        if key == entity.name_key:
            raise StateConflict(f"it is called {entity.canonical_name!r} already")
        if found := holder(namespace, [key], entity.type, but=entity):
            raise StateConflict(f"{alias!r} is a name of {found[1].canonical_name} already; merge them instead")
        taken = entity.aliases.filter(alias_key=key).first()
        if taken is None:
            taken = EntityAlias.objects.create(entity=entity, alias=alias, origin=origin or actor.origin)
            history.record(namespace.pk, entity.uid, "alias_added", actor, after={"alias": alias}, undoes=undoes)
    return taken


def _check_length(name: str, field: str) -> None:
    if len(name) > NAME_MAX_LENGTH:
        raise InvalidInput(f"a name has at most {NAME_MAX_LENGTH} characters, and this one {len(name)}", field)


def holder(
    namespace: Namespace, keys: Collection[str], kind: str, *, but: Entity | None = None
) -> tuple[str, Entity] | None:
    """One of these names (see `name_key`) that an entity of that type has, as its first name or as an alias, and that
    entity; None where no other than `but` has any."""
    for part in parts(sorted(keys)):
        for entity in Entity.objects.within(namespace).filter(name_key__in=part, type=kind).defer("embedding"):
            if entity != but:
                return entity.name_key, entity
        aliases = EntityAlias.objects.filter(namespace=namespace, alias_key__in=part, type=kind)
        for alias in aliases.select_related("entity").defer("entity__embedding"):
            if alias.entity != but:
                return alias.alias_key, alias.entity
    return None


# Of these kinds nothing is two at once. "Other" and a project may turn out to be any of them, an address somebody's.
_APART = frozenset((EntityType.PERSON, EntityType.LOCATION, EntityType.ORGANIZATION))


def may_be_one(one: Entity, other: Entity) -> bool:
    """Whether two entities can be the same thing: a person is no place."""
    return one.type == other.type or not {one.type, other.type} <= _APART or one.name_key == other.name_key


def merge(namespace: Namespace, uid: str, into_uid: str, *, actor: Actor, change: Change | None = None) -> Entity:
    """Make one entity of two: `uid` becomes an alias of `into_uid`, with its links. It belongs to `change`, or is one
    by itself. A name that a third entity has in the type of `into_uid` stays with that one.

    Raises StateConflict for kinds that cannot be one, unless both bear the same name: then one type is a mistake.
    """
    with writing(namespace):
        source, target = get_entity(namespace, uid), get_entity(namespace, into_uid)
        if source.pk == target.pk:
            raise StateConflict("an entity cannot be merged into itself")
        if not may_be_one(source, target):
            raise StateConflict(
                f"{source.canonical_name} is a {source.type} and {target.canonical_name} a {target.type}: "
                "correct the type of one of them first"
            )
        moved = set(MemoryEntity.objects.filter(entity=source).values_list("memory_id", flat=True))
        shared = moved & set(MemoryEntity.objects.filter(entity=target).values_list("memory_id", flat=True))
        aliases = list(source.aliases.values("alias", "origin"))
        before = {
            "entity": {
                "rowid": source.pk, "uid": source.uid, "canonical_name": source.canonical_name, "type": source.type,
                "protected": source.protected,
            },
            "memories": sorted(moved), "shared": sorted(shared), "aliases": aliases,
        }  # fmt: skip
        MemoryEntity.objects.bulk_create(
            [MemoryEntity(memory_id=pk, entity_id=target.pk) for pk in sorted(moved - shared)]
        )
        MemoryEntity.objects.filter(entity=source).delete()
        Entity.objects.within(namespace).filter(pk=source.pk).delete()
        made = []
        for alias, origin in [(a["alias"], a["origin"]) for a in aliases] + [(source.canonical_name, actor.origin)]:
            key = name_key(alias)
            if holder(namespace, [key], target.type) is None:
                EntityAlias.objects.create(entity=target, alias=alias, origin=origin)
                made.append(alias)
        linking.recount([target.pk])
        change = change or history.begin(namespace.pk, ChangeKind.ENTITY, actor)
        history.append(change, target.uid, EventKind.MERGED, before=before, after={"into": target.uid, "added": made})
    target.refresh_from_db()
    return target


def split(
    namespace: Namespace,
    uid: str,
    aliases: list[str],
    memory_uids: list[str],
    *,
    actor: Actor,
    name: str | None = None,
    kind: str | None = None,
) -> Entity:
    """Make a new entity of some aliases and memories of another one.

    It is called `name`, else its first alias. An alias that it is called by goes to it, named here or not. Raises
    InvalidInput when an alias or memory is not the entity's own, StateConflict when a name is taken in the new type.
    """
    aliases = list({name_key(alias): alias for alias in aliases}.values())
    called = (name or (aliases[0] if aliases else "")).strip()
    if not name_key(called):
        raise InvalidInput("a split needs a name or at least one alias", "aliases")
    _check_length(called, "name")
    with writing(namespace):
        entity = get_entity(namespace, uid)
        kind = kind or entity.type
        if kind not in EntityType.values:
            raise InvalidInput(f"type must be one of {', '.join(EntityType.values)}", "type")
        own = {alias.alias_key: alias for alias in entity.aliases.all()}
        if unknown := [alias for alias in aliases if name_key(alias) not in own]:
            raise InvalidInput(f"not aliases of this entity: {', '.join(unknown)}", "aliases")
        moved = dict(memories_by_uid(namespace, entity, memory_uids))
        if missing := [m for m in memory_uids if m not in moved]:
            raise InvalidInput(f"not linked to this entity: {', '.join(missing[:5])}", "memory_ids")
        taken = [own[key] for key in dict.fromkeys(map(name_key, [*aliases, called])) if key in own]
        for alias in taken:
            alias.delete()
        if found := holder(namespace, {name_key(called), *(alias.alias_key for alias in taken)}, kind):
            raise StateConflict(f"{found[1].canonical_name}, of type {kind}, is called {found[0]!r} already")
        made = Entity.objects.create(namespace=namespace, canonical_name=called, type=kind)
        for alias in taken:
            if alias.alias_key != made.name_key:
                EntityAlias.objects.create(entity=made, alias=alias.alias, origin=alias.origin)
        MemoryEntity.objects.filter(entity=entity, memory_id__in=moved.values()).delete()
        MemoryEntity.objects.bulk_create([MemoryEntity(memory_id=pk, entity_id=made.pk) for pk in moved.values()])
        linking.recount([entity.pk, made.pk])
        history.record(
            namespace.pk, entity.uid, "split", actor,
            before={
                "aliases": [alias.alias for alias in taken], "origins": [alias.origin for alias in taken],
                "memories": sorted(moved.values()),
            },
            after={"entity": made.uid, "canonical_name": made.canonical_name},
        )  # fmt: skip
    made.refresh_from_db()
    return made


def memories_by_uid(namespace: Namespace, entity: Entity, uids: list[str]) -> list[tuple[str, int]]:
    linked = MemoryEntity.objects.filter(entity=entity).values("memory_id")
    return list(Memory.objects.within(namespace).filter(uid__in=uids, pk__in=linked).values_list("uid", "pk"))


def neighbours(namespace: Namespace, entity: Entity, limit: int = 20) -> list[tuple[Entity, int]]:
    """(entity, number of active memories that speak of both), most shared first, among the newest memories about it."""
    newest = list(memories_of(namespace, entity).order_by("-rowid").values_list("pk", flat=True)[:NEIGHBOURHOOD])
    shared = (
        MemoryEntity.objects.filter(memory_id__in=newest).exclude(entity=entity)
        .values_list("entity_id").annotate(n=Count("memory_id")).order_by("-n", "entity_id")[:limit]
    )  # fmt: skip
    counts: dict[int, int] = dict(shared)
    found = Entity.objects.within(namespace).defer("embedding").in_bulk(list(counts))
    return [(found[pk], count) for pk, count in counts.items() if pk in found]


# --- Curating ---------------------------------------------------------------------------------------------------


def rename(
    namespace: Namespace,
    uid: str,
    name: str,
    *,
    actor: Actor,
    kind: str | None = None,
    protected: bool | None = None,
    shown: tuple[str, str] | None = None,
) -> Entity:
    """Call an entity otherwise; its old name stays as an alias. Raises StateConflict for a name that is taken, and for
    a type in which one of its other names is.

    `shown` is the type and the name that the caller saw. Raises ChangedSince where it has neither these nor the new
    ones.
    """
    called = mask(name, namespace.own.mask_personal).text.strip()
    key = name_key(called)
    if not key:
        raise InvalidInput("a name needs a letter or digit", "name")
    _check_length(called, "name")
    with writing(namespace):
        entity = get_entity(namespace, uid)
        kind = kind or entity.type
        if kind not in EntityType.values:
            raise InvalidInput(f"type must be one of {', '.join(EntityType.values)}", "type")
        if shown is not None and (entity.type, entity.canonical_name) not in (shown, (kind, called)):
            raise ChangedSince("its name or type was changed meanwhile")
        kept = [] if key == entity.name_key else [{"alias": entity.canonical_name, "origin": actor.origin}]
        told = {
            "canonical_name": called,
            "type": kind,
            "protected": entity.protected if protected is None else protected,
        }
        describe(namespace, entity, told, kept, actor=actor)
    return entity


def described(entity: Entity) -> dict[str, Any]:
    return {"canonical_name": entity.canonical_name, "type": entity.type, "protected": entity.protected}


def describe(
    namespace: Namespace,
    entity: Entity,
    told: dict[str, Any],
    gets: list[dict[str, Any]],
    *,
    actor: Actor,
    undoes: Change | None = None,
) -> None:
    """Make `entity` what is `told` (see `described`), with the aliases that it `gets`, in the caller's transaction. The
    event keeps the alias that became its name: to undo it is to call this with what the event tells.

    Raises StateConflict where another entity has one of its names in that type.
    """
    before, key, kind = described(entity), name_key(told["canonical_name"]), told["type"]
    own = {alias.alias_key: alias for alias in entity.aliases.all()}
    got = {name_key(alias["alias"]): alias for alias in gets if name_key(alias["alias"]) not in own}
    asked = {key} if kind == entity.type else {key, *own}
    if found := holder(namespace, asked | got.keys(), kind, but=entity):
        taken, other = found
        if taken == key:
            raise StateConflict(
                f"there is an entity {told['canonical_name']!r} of type {kind} already; merge them instead"
            )
        alias = own[taken].alias if taken in own else got[taken]["alias"]
        raise StateConflict(
            f"{alias!r} is a name of {other.canonical_name} too, of type {kind}; take it from one or merge them"
        )
    if key != entity.name_key:
        before["aliases"] = [{"alias": own[key].alias, "origin": own[key].origin}] if key in own else []
        entity.aliases.filter(alias_key=key).delete()
    entity.canonical_name, entity.type, entity.protected = told["canonical_name"], kind, told["protected"]
    entity.save()
    entity.aliases.update(type=kind)
    for alias in got.values():
        EntityAlias.objects.create(entity=entity, **alias)
    if before != told:
        history.record(namespace.pk, entity.uid, "renamed", actor, before=before, after=told, undoes=undoes)


def remove_alias(namespace: Namespace, uid: str, alias: str, *, actor: Actor, undoes: Change | None = None) -> Entity:
    """Take a name away from an entity: the next extraction no longer finds it by that."""
    with writing(namespace):
        entity = get_entity(namespace, uid)
        row = entity.aliases.filter(alias_key=name_key(alias)).first()
        if row is None:
            raise NotFound(f"{alias!r} is no alias of {entity.canonical_name}")
        row.delete()
        history.record(
            namespace.pk, uid, "alias_removed", actor, before={"alias": row.alias, "origin": row.origin}, undoes=undoes
        )
    return entity
