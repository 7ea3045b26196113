"""Many memories that one action is to change, for a worker."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from .namespaces import Namespace
from .operations import Operation
from .scoping import ScopedQuerySet


class BulkAction(models.TextChoices):
    """What is done to each memory that was chosen."""

    CONFIRM = "confirm", "Confirm: confidence 1, no decay"
    CONFIDENCE = "confidence", "Set the confidence"
    PROTECT = "protect", "Protect from decay"
    UNPROTECT = "unprotect", "Let decay again"
    TAG = "tag", "Add a tag"
    UNTAG = "untag", "Remove a tag"
    RETIRE = "retire", "Retire"
    RESTORE = "restore", "Restore"
    MERGE = "merge", "Merge as duplicates into the first"


class BulkJobQuerySet(ScopedQuerySet["BulkJob"]):
    pass


class BulkJob(models.Model):
    """What a person chose and was shown, and how far a worker is with it. The row goes when all is done.

    `batch` is the key of the change that it makes. `rows` are rowids, comma-separated, in the order in which they are
    done; `reached` of them are. `run` is null until the person says so.
    """

    namespace = models.ForeignKey(Namespace, models.PROTECT, related_name="+")
    batch = models.CharField(max_length=32, unique=True)
    action = models.CharField(max_length=12, choices=BulkAction.choices)
    value = models.CharField(max_length=500, blank=True, default="")
    by = models.CharField(max_length=200)
    rows = models.TextField()
    reached = models.PositiveIntegerField(default=0)
    run = models.ForeignKey(Operation, models.SET_NULL, related_name="+", null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now)

    objects = BulkJobQuerySet.as_manager()
    everything = models.Manager["BulkJob"]()

    class Meta:
        db_table = "bulk_jobs"
        default_manager_name = "everything"

    def __str__(self) -> str:
        return f"{self.action} {self.batch}"

    @property
    def keys(self) -> list[int]:
        return [int(key) for key in self.rows.split(",")]
