"""What was erased for good, told without its content; and what may not come back."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from .namespaces import Namespace
from .scoping import ScopedQuerySet


class ErasedWhat(models.TextChoices):
    MEMORY = "memory"
    SESSION = "session"
    ENTITY = "entity", "what speaks of an entity"
    NAMESPACE = "namespace", "a whole namespace"


class ErasureQuerySet(ScopedQuerySet["Erasure"]):
    pass


class Erasure(models.Model):
    """One erasure: what was asked for, how many rows went, and what a scan of the files' bytes found afterwards.

    `target` is the id of the memory, session or entity. `remaining` counts the passages of erased texts that the scan
    still found, of the `sought` ones; null until the files were scanned.
    """

    uid = models.CharField(max_length=40, unique=True, editable=False)
    namespace = models.ForeignKey(Namespace, models.PROTECT, related_name="+", db_index=False)
    what = models.CharField(max_length=10, choices=ErasedWhat.choices)
    target = models.CharField(max_length=200)
    actor = models.CharField(max_length=200)
    operation = models.CharField(max_length=40, blank=True, default="")  # the uid of the run that did it
    at = models.DateTimeField(default=timezone.now)
    counts = models.JSONField(default=dict)
    sought = models.PositiveIntegerField(null=True)
    remaining = models.PositiveIntegerField(null=True)

    objects = ErasureQuerySet.as_manager()
    everything = models.Manager["Erasure"]()

    class Meta:
        db_table = "erasures"
        default_manager_name = "everything"
        indexes = [models.Index(fields=["namespace", "at"], name="erasures_at")]

    def __str__(self) -> str:
        return f"{self.what} {self.target}"


class TombstoneWhy(models.TextChoices):
    ERASED = "erased"
    REJECTED = "rejected"


class TombstoneQuerySet(ScopedQuerySet["Tombstone"]):
    pass


class Tombstone(models.Model):
    """The keyed hash of a statement that was erased or rejected: it is not learnt again. It tells nobody what was
    said."""

    namespace = models.ForeignKey(Namespace, models.PROTECT, related_name="+", db_index=False)
    statement = models.CharField(max_length=64)
    why = models.CharField(max_length=10, choices=TombstoneWhy.choices, default=TombstoneWhy.ERASED)
    at = models.DateTimeField(default=timezone.now)

    objects = TombstoneQuerySet.as_manager()
    everything = models.Manager["Tombstone"]()

    class Meta:
        db_table = "tombstones"
        default_manager_name = "everything"
        constraints = [models.UniqueConstraint(fields=["namespace", "statement"], name="tombstones_once")]

    def __str__(self) -> str:
        return self.statement
