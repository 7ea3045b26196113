"""Who and what the memories are about."""

from __future__ import annotations

import unicodedata
from typing import Any, Self

from django.db import models
from django.utils import timezone

from .ids import new_id
from .memories import Memory
from .namespaces import Namespace
from .scoping import ScopedQuerySet

NAME_MAX_LENGTH = 200


class EntityType(models.TextChoices):
    PERSON = "person"
    PROJECT = "project"
    ORGANIZATION = "organization"
    LOCATION = "location"
    EMAIL = "email"
    URL = "url"
    OTHER = "other"


def folded(text: str) -> str:
    """NFKC, casefolded, white space folded: a text in which a `name_key` can be looked for."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def name_key(name: str) -> str:
    """The form in which names are compared: folded, without a leading @ or #."""
    return folded(name).lstrip("@#").strip()[:NAME_MAX_LENGTH]


class EntityQuerySet(ScopedQuerySet["Entity"]):
    def named(self, keys: list[str]) -> Self:
        """Entities whose name or alias is one of `keys` (see `name_key`)."""
        aliased = EntityAlias.objects.filter(alias_key__in=keys).values("entity_id")
        return self.filter(models.Q(name_key__in=keys) | models.Q(pk__in=aliased))


class Entity(models.Model):
    """A person, project, place … under one canonical name."""

    rowid = models.BigAutoField(primary_key=True, db_column="rowid")
    uid = models.CharField(max_length=40, unique=True, db_column="id", editable=False)
    namespace = models.ForeignKey(Namespace, models.PROTECT, related_name="+", db_index=False)
    canonical_name = models.CharField(max_length=NAME_MAX_LENGTH)
    name_key = models.CharField(max_length=NAME_MAX_LENGTH, editable=False)
    type = models.CharField(max_length=12, choices=EntityType.choices)
    summary = models.TextField(blank=True, default="")
    summary_upto = models.BigIntegerField(null=True, editable=False)  # rowid of the newest fact that the summary knows
    embedding = models.BinaryField(null=True, blank=True)
    mention_count = models.PositiveIntegerField(default=0)  # its links: see services/graph/linking.py
    protected = models.BooleanField(default=False)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    memories: models.ManyToManyField[Memory, MemoryEntity] = models.ManyToManyField(
        Memory, through="MemoryEntity", related_name="entities"
    )

    objects = EntityQuerySet.as_manager()
    everything = models.Manager["Entity"]()

    class Meta:
        db_table = "entities"
        default_manager_name = "everything"
        verbose_name_plural = "entities"
        constraints = [
            models.UniqueConstraint(fields=["namespace", "name_key", "type"], name="entities_name"),
        ]
        indexes = [
            models.Index(fields=["namespace", "-mention_count"], name="entities_mentions"),
            models.Index(fields=["namespace", "rowid"], name="entities_newest"),
        ]

    def __str__(self) -> str:
        return f"{self.canonical_name} ({self.type})"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self.uid:
            self.uid = new_id("ent")
        self.name_key = name_key(self.canonical_name)
        super().save(*args, **kwargs)


class EntityAlias(models.Model):
    """Another name of an entity. Curators' aliases feed the next extraction."""

    entity = models.ForeignKey(Entity, models.CASCADE, related_name="aliases")
    namespace = models.ForeignKey(Namespace, models.PROTECT, related_name="+", db_index=False)
    type = models.CharField(max_length=12, choices=EntityType.choices)
    alias = models.CharField(max_length=NAME_MAX_LENGTH)
    alias_key = models.CharField(max_length=NAME_MAX_LENGTH, editable=False)
    origin = models.CharField(max_length=10, default="derived")

    class Meta:
        db_table = "entity_aliases"
        verbose_name_plural = "entity aliases"
        constraints = [
            models.UniqueConstraint(fields=["namespace", "alias_key", "type"], name="entity_aliases_name"),
        ]

    def __str__(self) -> str:
        return self.alias

    def save(self, *args: Any, **kwargs: Any) -> None:
        # An alias is its entity's: namespace and type are copied so that one index makes it unique.
        self.namespace_id, self.type = self.entity.namespace_id, self.entity.type
        self.alias_key = name_key(self.alias)
        super().save(*args, **kwargs)


class MemoryEntity(models.Model):
    """Which memory speaks of which entity. Kept when a memory retires, so that a restore is whole."""

    pk = models.CompositePrimaryKey("memory_id", "entity_id")
    memory = models.ForeignKey(Memory, models.CASCADE, related_name="entity_links", db_index=False)
    entity = models.ForeignKey(Entity, models.CASCADE, related_name="memory_links")

    class Meta:
        db_table = "memory_entities"

    def __str__(self) -> str:
        return f"{self.memory_id} – {self.entity_id}"
