"""Entities: finding them, telling what is known of them, merging and splitting them again."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from django.db import transaction
from django.db.models import Count, Q

from .. import ner
from ..models import Entity, EntityAlias, EntityType, Event, Memory, MemoryEntity, Namespace, name_key
from ..models.entities import NAME_MAX_LENGTH
from ..models.memories import MemoryQuerySet
from . import history, linking
from .actors import Actor
from .errors import InvalidInput, NotFound, StateConflict

NEIGHBOURHOOD = 1000  # memories about an entity in which its neighbours are looked for
Known = ner.Aliases  # {spelling: (canonical name, type)}


@dataclass(frozen=True)
class EntityInfo:
    entity: Entity
    memories: list[Memory]


def get(namespace: Namespace, uid: str) -> Entity:
    entity = Entity.objects.within(namespace).filter(uid=uid).first()
    if entity is None:
        raise NotFound(f"no entity {uid}")
    return entity


def find(namespace: Namespace, name: str) -> Entity:
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
    entity = find(namespace, name)
    return EntityInfo(entity, list(memories_of(namespace, entity).order_by("-kind", "-rowid")[:limit]))


def memories_of(namespace: Namespace, entity: Entity) -> MemoryQuerySet:
    """The active memories that speak of `entity`, as a queryset."""
    linked = MemoryEntity.objects.filter(entity=entity).values("memory_id")
    return Memory.objects.within(namespace).active().filter(pk__in=linked)


def aliases_for_extraction(namespace: Namespace) -> Known:
    """{spelling: (canonical name, type)} of people, projects and places that are known: for the entity ruler."""
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


def add_alias(namespace: Namespace, uid: str, alias: str, *, actor: Actor) -> EntityAlias:
    """Another name for an entity. Raises StateConflict when it is another entity's already."""
    entity = get(namespace, uid)
    key = name_key(alias)
    if not key:
        raise InvalidInput("an alias needs a letter or digit", "alias")
    with transaction.atomic():
        taken = EntityAlias.objects.filter(namespace=namespace, alias_key=key, type=entity.type).first()
        if taken is not None and taken.entity_id != entity.pk:
            raise StateConflict(f"{alias!r} is an alias of {taken.entity.canonical_name}")
        if _is_named(namespace, key, entity.type, but=entity):
            raise StateConflict(f"{alias!r} is another entity's name; merge them instead")
        if taken is None:
            taken = EntityAlias.objects.create(entity=entity, alias=alias[:NAME_MAX_LENGTH], origin=actor.origin)
            history.record(namespace.pk, entity.uid, "alias_added", actor, after={"alias": alias})
    return taken


def _is_named(namespace: Namespace, key: str, kind: str, *, but: Entity) -> bool:
    """Whether an entity of that type has that very name (see `name_key`), or another than `but` has it as an alias."""
    named = Entity.objects.within(namespace).filter(name_key=key, type=kind).exclude(pk=but.pk)
    aliased = EntityAlias.objects.filter(namespace=namespace, alias_key=key, type=kind).exclude(entity=but)
    return named.exists() or aliased.exists()


def merge(namespace: Namespace, uid: str, into_uid: str, *, actor: Actor) -> Entity:
    """Make one entity of two: `uid` becomes an alias of `into_uid`, with its links. `unmerge` takes it back."""
    source, target = get(namespace, uid), get(namespace, into_uid)
    if source.pk == target.pk:
        raise StateConflict("an entity cannot be merged into itself")
    with transaction.atomic():
        moved = set(MemoryEntity.objects.filter(entity=source).values_list("memory_id", flat=True))
        shared = moved & set(MemoryEntity.objects.filter(entity=target).values_list("memory_id", flat=True))
        aliases = list(source.aliases.values("alias", "origin"))
        before = {
            "entity": {
                "uid": source.uid, "canonical_name": source.canonical_name, "type": source.type,
                "summary": source.summary, "protected": source.protected,
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
            if key != target.name_key and not EntityAlias.objects.filter(
                namespace=namespace, alias_key=key, type=target.type
            ).exists():
                EntityAlias.objects.create(entity=target, alias=alias, origin=origin)
                made.append(alias)
        linking.recount([target.pk])
        history.record(
            namespace.pk, target.uid, "merged", actor, before=before, after={"into": target.uid, "added": made}
        )
    target.refresh_from_db()
    return target


def unmerge(namespace: Namespace, seq: int, *, actor: Actor) -> Entity:
    """Take a merge back: the entity of the event `seq` lives again with the aliases and links that it had."""
    event = Event.objects.within(namespace).filter(seq=seq, kind="merged").first()
    if event is None:
        raise NotFound(f"no merge {seq}")
    target = get(namespace, event.subject)
    kept = event.before["entity"]
    with transaction.atomic():
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
        history.record(namespace.pk, target.uid, "unmerged", actor, after={"entity": source.uid, "event": seq})
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
    entity = get(namespace, uid)
    aliases = list({name_key(alias): alias for alias in aliases}.values())
    called = (name or (aliases[0] if aliases else "")).strip()[:NAME_MAX_LENGTH]
    if not name_key(called):
        raise InvalidInput("a split needs a name or at least one alias", "aliases")
    kind = kind or entity.type
    if kind not in EntityType.values:
        raise InvalidInput(f"type must be one of {', '.join(EntityType.values)}", "type")
    with transaction.atomic():
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
    namespace: Namespace, uid: str, name: str, *, actor: Actor, kind: str | None = None, protected: bool | None = None
) -> Entity:
    """Call an entity otherwise; its old name stays as an alias. Raises StateConflict for a name that is taken."""
    called = name.strip()[:NAME_MAX_LENGTH]
    key = name_key(called)
    if not key:
        raise InvalidInput("a name needs a letter or digit", "name")
    with transaction.atomic():
        entity = get(namespace, uid)
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
            history.record(namespace.pk, uid, "renamed", actor, before=before, after=_described(entity))
    return entity


def _described(entity: Entity) -> dict[str, object]:
    return {"canonical_name": entity.canonical_name, "type": entity.type, "protected": entity.protected}


def remove_alias(namespace: Namespace, uid: str, alias: str, *, actor: Actor) -> Entity:
    """Take a name away from an entity: the next extraction no longer finds it by that."""
    with transaction.atomic():
        entity = get(namespace, uid)
        row = entity.aliases.filter(alias_key=name_key(alias)).first()
        if row is None:
            raise NotFound(f"{alias!r} is no alias of {entity.canonical_name}")
        row.delete()
        history.record(namespace.pk, uid, "alias_removed", actor, before={"alias": row.alias, "origin": row.origin})
    return entity


def undo(namespace: Namespace, seq: int, *, actor: Actor) -> Entity:
    """Take one change of an entity back. Raises NotFound, or StateConflict where it cannot be taken back any more."""
    event = Event.objects.within(namespace).filter(seq=seq).first()
    if event is None:
        raise NotFound(f"no event {seq}")
    if event.kind == "merged":
        unmerge(namespace, seq, actor=actor)
        return get(namespace, event.subject)
    if event.kind == "split":
        return unsplit(namespace, event, actor=actor)
    if event.kind == "alias_added":
        return remove_alias(namespace, event.subject, event.after["alias"], actor=actor)
    if event.kind == "alias_removed":
        add_alias(namespace, event.subject, event.before["alias"], actor=actor)
        return get(namespace, event.subject)
    if event.kind == "renamed":
        entity = get(namespace, event.subject)
        kept = {**_described(entity), **event.before}
        return rename(
            namespace, event.subject, str(kept["canonical_name"]), actor=actor, kind=str(kept["type"]),
            protected=bool(kept["protected"]),
        )  # fmt: skip
    raise StateConflict(f"{event.kind} cannot be taken back")


def unsplit(namespace: Namespace, event: Event, *, actor: Actor) -> Entity:
    """Take a split back: the new entity's aliases and links return, and it is gone."""
    entity = get(namespace, event.subject)
    with transaction.atomic():
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
        history.record(namespace.pk, entity.uid, "unsplit", actor, after={"entity": made.uid, "event": event.seq})
    return entity


@dataclass(frozen=True)
class Suggestion:
    """Two entities that may be one, the one to keep second, and why."""

    entity: Entity
    into: Entity
    reason: str


TOLD_ALIKE = 0.8  # cosine of two summaries, names included; a person decides
SUGGESTION_POOL = 2000  # the most spoken of: duplicates among names said once are found when they are said again


def suggest_duplicates(namespace: Namespace, limit: int = 20) -> list[Suggestion]:
    """Pairs of like names, surest first: the same name in two types, a name within another, a letter's difference."""
    pool = list(
        Entity.objects.within(namespace)
        .exclude(type__in=[EntityType.EMAIL, EntityType.URL])
        .order_by("-mention_count", "rowid")[:SUGGESTION_POOL]
    )
    found: dict[tuple[int, int], Suggestion] = {}
    for reason, key_of, same_type in _LIKENESS:
        groups: dict[str, list[Entity]] = {}
        for entity in pool:
            for key in key_of(entity.name_key):
                groups.setdefault(key, []).append(entity)
        for group in groups.values():
            keep = group[0]
            for other in group[1:]:
                if other.pk != keep.pk and not (same_type and other.type != keep.type):
                    found.setdefault((other.pk, keep.pk), Suggestion(other, keep, reason))
    for other, keep in _told_alike(pool):
        found.setdefault((other.pk, keep.pk), Suggestion(other, keep, "much the same is known of both"))
    return list(found.values())[:limit]


def _told_alike(pool: list[Entity]) -> list[tuple[Entity, Entity]]:
    """(other, keep) of entities of one type whose names and summaries mean nearly the same, nearest first."""
    pairs = []
    for kind in EntityType.values:
        told = [entity for entity in pool if entity.type == kind and entity.embedding]
        lengths = Counter(len(entity.embedding or b"") for entity in told)
        told = [entity for entity in told if len(entity.embedding or b"") == lengths.most_common(1)[0][0]]
        if len(told) < 2:
            continue
        vectors = np.stack([np.frombuffer(entity.embedding or b"", dtype=np.float32) for entity in told])
        cosines = np.triu(vectors @ vectors.T, k=1)
        rows, columns = np.nonzero(cosines >= TOLD_ALIKE)
        pairs += [(float(cosines[i, j]), told[j], told[i]) for i, j in zip(rows, columns, strict=True)]
    return [(other, keep) for _, other, keep in sorted(pairs, key=lambda pair: -pair[0])]


def _whole(key: str) -> list[str]:
    return [key]


def _plain(key: str) -> list[str]:
    """Without what spelling varies in: accents, punctuation, white space."""
    folded = unicodedata.normalize("NFKD", key)
    plain = "".join(c for c in folded if c.isalnum())
    return [plain] if plain else []


def _first_name(key: str) -> list[str]:
    return [key.split()[0]] if len(key.split()[0]) > 2 else []


def _one_letter_less(key: str) -> list[str]:
    """The name, and with each letter left out: two names share one of these when a letter sets them apart."""
    if len(key) < 5 or any(c.isdigit() for c in key):
        return []
    return list({key, *(key[:i] + key[i + 1 :] for i in range(len(key)))})


_LIKENESS: tuple[tuple[str, Callable[[str], list[str]], bool], ...] = (
    ("the same name in two types", _whole, False),
    ("the same but for punctuation or accents", _plain, True),
    ("one letter apart", _one_letter_less, True),
    ("the same first name", _first_name, True),
)
