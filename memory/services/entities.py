"""Entities: finding them, telling what is known of them, merging and splitting them again."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Q

from .. import ner
from ..models import (
    Change,
    ChangeKind,
    Entity,
    EntityAlias,
    EntityProposal,
    EntityType,
    Event,
    EventKind,
    Memory,
    MemoryEntity,
    Namespace,
    ProposalStatus,
    name_key,
)
from ..models.entities import NAME_MAX_LENGTH
from ..models.memories import MemoryQuerySet
from ..redaction import mask
from . import history, linking
from .actors import Actor
from .errors import InvalidInput, NotFound, StateConflict
from .finding import existing
from .writing import writing

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


def add_alias(namespace: Namespace, uid: str, alias: str, *, actor: Actor, undoes: Change | None = None) -> EntityAlias:
    """Another name for an entity. `undoes` is the change that this takes back, if it does.

    Raises StateConflict when it is another entity's already.
    """
    entity = get_entity(namespace, uid)
    alias = mask(alias, namespace.own.mask_personal).text
    key = name_key(alias)
    if not key:
        raise InvalidInput("an alias needs a letter or digit", "alias")
    with writing(namespace):
        taken = EntityAlias.objects.filter(namespace=namespace, alias_key=key, type=entity.type).first()
        if taken is not None and taken.entity_id != entity.pk:
            raise StateConflict(f"{alias!r} is an alias of {taken.entity.canonical_name}")
        if _is_named(namespace, key, entity.type, but=entity):
            raise StateConflict(f"{alias!r} is another entity's name; merge them instead")
        if taken is None:
            taken = EntityAlias.objects.create(entity=entity, alias=alias[:NAME_MAX_LENGTH], origin=actor.origin)
            history.record(namespace.pk, entity.uid, "alias_added", actor, after={"alias": alias}, undoes=undoes)
    return taken


def _is_named(namespace: Namespace, key: str, kind: str, *, but: Entity) -> bool:
    """Whether an entity of that type has that very name (see `name_key`), or another than `but` has it as an alias."""
    named = Entity.objects.within(namespace).filter(name_key=key, type=kind).exclude(pk=but.pk)
    aliased = EntityAlias.objects.filter(namespace=namespace, alias_key=key, type=kind).exclude(entity=but)
    return named.exists() or aliased.exists()


# Of these kinds nothing is two at once. "Other" and a project may turn out to be any of them, an address somebody's.
_APART = frozenset((EntityType.PERSON, EntityType.LOCATION, EntityType.ORGANIZATION))


def may_be_one(one: Entity, other: Entity) -> bool:
    """Whether two entities can be the same thing: a person is no place."""
    return one.type == other.type or not {one.type, other.type} <= _APART or one.name_key == other.name_key


def merge(namespace: Namespace, uid: str, into_uid: str, *, actor: Actor, change: Change | None = None) -> Entity:
    """Make one entity of two: `uid` becomes an alias of `into_uid`, with its links. `unmerge` takes it back, but for
    the summary, which is written anew from the facts that there are by then. It belongs to `change`, or is one by
    itself.

    Raises StateConflict for kinds that cannot be one, unless both bear the same name: then one type is a mistake.
    """
    source, target = get_entity(namespace, uid), get_entity(namespace, into_uid)
    if source.pk == target.pk:
        raise StateConflict("an entity cannot be merged into itself")
    if not may_be_one(source, target):
        raise StateConflict(
            f"{source.canonical_name} is a {source.type} and {target.canonical_name} a {target.type}: "
            "correct the type of one of them first"
        )
    with writing(namespace):
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
            if (
                key != target.name_key
                and not EntityAlias.objects.filter(namespace=namespace, alias_key=key, type=target.type).exists()
            ):
                EntityAlias.objects.create(entity=target, alias=alias, origin=origin)
                made.append(alias)
        linking.recount([target.pk])
        change = change or history.begin(namespace.pk, ChangeKind.ENTITY, actor)
        history.append(change, target.uid, EventKind.MERGED, before=before, after={"into": target.uid, "added": made})
    target.refresh_from_db()
    return target


def unmerge(namespace: Namespace, seq: int, *, actor: Actor) -> Entity:
    """Take a merge back: the entity of the event `seq` lives again with the aliases and links that it had."""
    event = existing(
        Event.objects.within(namespace).filter(seq=seq, kind=EventKind.MERGED).select_related("change"), f"merge {seq}"
    )
    target = get_entity(namespace, event.subject)
    # With its old key, so that links to its page in the admin lead there again; merges of old did not write it down.
    kept = {**event.before["entity"]}
    if Entity.everything.filter(pk=kept.get("rowid", 0)).exists():
        del kept["rowid"]
    with writing(namespace):
        if Entity.objects.within(namespace).filter(uid=kept["uid"]).exists():
            raise StateConflict("this merge was undone already")
        if _is_named(namespace, name_key(kept["canonical_name"]), kept["type"], but=target):
            raise StateConflict(f"there is another {kept['canonical_name']!r} by now; merge the two first")
        target.aliases.filter(alias_key__in=[name_key(alias) for alias in event.after["added"]]).delete()
        source = Entity.objects.create(namespace=namespace, **kept)
        for alias in event.before["aliases"]:
            EntityAlias.objects.get_or_create(
                namespace=namespace, alias_key=name_key(alias["alias"]), type=source.type,
                defaults={"entity": source, **alias},
            )  # fmt: skip
        moved, shared = set(event.before["memories"]), set(event.before["shared"])
        present = set(Memory.objects.within(namespace).filter(pk__in=moved).values_list("pk", flat=True))
        MemoryEntity.objects.filter(entity=target, memory_id__in=moved - shared).delete()
        MemoryEntity.objects.bulk_create(
            [MemoryEntity(memory_id=pk, entity_id=source.pk) for pk in sorted(moved & present)]
        )
        linking.recount([target.pk, source.pk])
        history.record(
            namespace.pk, target.uid, "unmerged", actor, after={"entity": source.uid, "event": seq}, undoes=event.change
        )
        EntityProposal.objects.within(namespace).filter(decided_in=event.change).update(status=ProposalStatus.OPEN)
    source.refresh_from_db()
    return source


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

    It is called `name`, else its first alias. Raises InvalidInput when an alias or memory is not the entity's own.
    """
    entity = get_entity(namespace, uid)
    aliases = list({name_key(alias): alias for alias in aliases}.values())
    called = (name or (aliases[0] if aliases else "")).strip()[:NAME_MAX_LENGTH]
    if not name_key(called):
        raise InvalidInput("a split needs a name or at least one alias", "aliases")
    kind = kind or entity.type
    if kind not in EntityType.values:
        raise InvalidInput(f"type must be one of {', '.join(EntityType.values)}", "type")
    with writing(namespace):
        own = {alias.alias_key: alias for alias in entity.aliases.all()}
        keys = [name_key(alias) for alias in aliases]
        if unknown := [alias for alias, key in zip(aliases, keys, strict=True) if key not in own]:
            raise InvalidInput(f"not aliases of this entity: {', '.join(unknown)}", "aliases")
        moved = dict(memories_by_uid(namespace, entity, memory_uids))
        if missing := [m for m in memory_uids if m not in moved]:
            raise InvalidInput(f"not linked to this entity: {', '.join(missing[:5])}", "memory_ids")
        if Entity.objects.within(namespace).filter(name_key=name_key(called), type=kind).exists():
            raise StateConflict(f"there is an entity {called!r} of type {kind} already")
        for key in keys:
            own[key].delete()
        made = Entity.objects.create(namespace=namespace, canonical_name=called, type=kind)
        for alias, key in zip(aliases, keys, strict=True):
            if key != made.name_key:
                EntityAlias.objects.create(entity=made, alias=alias, origin=actor.origin)
        MemoryEntity.objects.filter(entity=entity, memory_id__in=moved.values()).delete()
        MemoryEntity.objects.bulk_create([MemoryEntity(memory_id=pk, entity_id=made.pk) for pk in moved.values()])
        linking.recount([entity.pk, made.pk])
        history.record(
            namespace.pk, entity.uid, "split", actor,
            before={"aliases": aliases, "memories": sorted(moved.values())}, after={"entity": made.uid},
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
    undoes: Change | None = None,
) -> Entity:
    """Call an entity otherwise; its old name stays as an alias. Raises StateConflict for a name that is taken."""
    called = mask(name, namespace.own.mask_personal).text.strip()[:NAME_MAX_LENGTH]
    key = name_key(called)
    if not key:
        raise InvalidInput("a name needs a letter or digit", "name")
    with writing(namespace):
        entity = get_entity(namespace, uid)
        kind = kind or entity.type
        if kind not in EntityType.values:
            raise InvalidInput(f"type must be one of {', '.join(EntityType.values)}", "type")
        if _is_named(namespace, key, kind, but=entity):
            raise StateConflict(f"there is an entity {called!r} of type {kind} already; merge them instead")
        before = _described(entity)
        if key != entity.name_key:
            entity.aliases.filter(alias_key=key).delete()
            EntityAlias.objects.get_or_create(
                namespace=namespace, alias_key=entity.name_key, type=entity.type,
                defaults={"entity": entity, "alias": entity.canonical_name, "origin": actor.origin},
            )  # fmt: skip
        entity.canonical_name, entity.type = called, kind
        entity.protected = entity.protected if protected is None else protected
        entity.save()
        entity.aliases.update(type=kind)
        if before != _described(entity):
            history.record(namespace.pk, uid, "renamed", actor, before=before, after=_described(entity), undoes=undoes)
    return entity


def _described(entity: Entity) -> dict[str, object]:
    return {"canonical_name": entity.canonical_name, "type": entity.type, "protected": entity.protected}


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


def undo(namespace: Namespace, seq: int, *, actor: Actor) -> Entity:
    """Take one change of an entity back, in a change that names it.

    Raises NotFound, or StateConflict where it cannot be taken back any more.
    """
    event = existing(Event.objects.within(namespace).filter(seq=seq).select_related("change"), f"event {seq}")
    if event.kind == EventKind.MERGED:
        unmerge(namespace, seq, actor=actor)
        return get_entity(namespace, event.subject)
    if event.kind == EventKind.SPLIT:
        return unsplit(namespace, event, actor=actor)
    if event.kind == EventKind.ALIAS_ADDED:
        return remove_alias(namespace, event.subject, event.after["alias"], actor=actor, undoes=event.change)
    if event.kind == EventKind.ALIAS_REMOVED:
        add_alias(namespace, event.subject, event.before["alias"], actor=actor, undoes=event.change)
        return get_entity(namespace, event.subject)
    if event.kind == EventKind.RENAMED:
        entity = get_entity(namespace, event.subject)
        kept = {**_described(entity), **event.before}
        return rename(
            namespace, event.subject, str(kept["canonical_name"]), actor=actor, kind=str(kept["type"]),
            protected=bool(kept["protected"]), undoes=event.change,
        )  # fmt: skip
    raise StateConflict(f"{event.kind} cannot be taken back")


def unsplit(namespace: Namespace, event: Event, *, actor: Actor) -> Entity:
    """Take a split back: the new entity's aliases and links return, and it is gone."""
    entity = get_entity(namespace, event.subject)
    with writing(namespace):
        made = Entity.objects.within(namespace).filter(uid=event.after["entity"]).first()
        if made is None:
            raise StateConflict("the entity that the split made is gone; nothing is left to take back")
        moved = set(MemoryEntity.objects.filter(entity=made).values_list("memory_id", flat=True))
        present = set(
            MemoryEntity.objects.filter(entity=entity, memory_id__in=moved).values_list("memory_id", flat=True)
        )
        made.aliases.all().delete()
        MemoryEntity.objects.filter(entity=made).delete()
        Entity.objects.within(namespace).filter(pk=made.pk).delete()
        MemoryEntity.objects.bulk_create(
            [MemoryEntity(memory_id=pk, entity_id=entity.pk) for pk in sorted(moved - present)]
        )
        linking.recount([entity.pk])
        for alias in event.before["aliases"]:
            EntityAlias.objects.get_or_create(
                namespace=namespace, alias_key=name_key(alias), type=entity.type,
                defaults={"entity": entity, "alias": alias, "origin": actor.origin},
            )  # fmt: skip
        history.record(
            namespace.pk, entity.uid, "unsplit", actor, after={"entity": made.uid, "event": event.seq},
            undoes=event.change,
        )  # fmt: skip
    return entity
