"""The one record of work, and the answers kept for retried requests."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.utils import timezone

from .ids import new_id
from .namespaces import ApiKey, Namespace


class OperationStatus(models.TextChoices):
    PENDING = "pending"
    RUNNING = "running"
    SUCCEEDED = "succeeded"
    FAILED = "failed"


class OperationKind(models.TextChoices):
    """What a run does."""

    ENRICH = "enrich"
    CONSOLIDATE = "consolidate"
    CONSOLIDATE_SESSION = "consolidate_session"
    DECAY = "decay"
    REFLECT = "reflect"
    REEMBED = "reembed"
    BACKUP = "backup"
    ERASE = "erase"
    CHECK = "check"
    BULK = "bulk"
    TRIAL = "trial"


class Ending(models.TextChoices):
    """How a piece of a run came to its end; the prose beside it is for people."""

    DONE = "done"
    SKIPPED = "skipped"  # what it needs is not installed
    STOPPED = "stopped"  # its time was up; the next run goes on
    WAITS = "waits"  # for something that no retry mends, such as a language or the day's budget
    FAILED = "failed"


class SessionOutcome(models.TextChoices):
    """What became of one session in a run that was to consolidate it."""

    LEARNT = "learnt"  # by this run
    ELSEWHERE = "learnt_elsewhere"  # by another run, which the result names
    NOTHING_NEW = "nothing_new"  # no turn waited
    WAITS = "waits"
    FAILED = "failed"


class Operation(models.Model):
    """Something the service did or is to do: asked for over the API, by a person, or by the schedule."""

    uid = models.CharField(max_length=40, unique=True, db_column="public_id", editable=False)
    namespace = models.ForeignKey(Namespace, models.PROTECT, related_name="+", null=True, blank=True)
    kind = models.CharField(max_length=30, choices=OperationKind.choices)
    subject = models.CharField(max_length=250, blank=True, default="")
    asked = models.JSONField(default=dict, blank=True)  # what the run is to do, where its kind alone does not tell
    slot = models.CharField(max_length=40, null=True, blank=True)  # the schedule's minute; null when asked for by hand
    status = models.CharField(max_length=10, choices=OperationStatus.choices, default=OperationStatus.PENDING)
    progress = models.FloatField(default=0.0)
    counts = models.JSONField(default=dict, blank=True)
    cost = models.JSONField(default=dict, blank=True)
    error = models.TextField(blank=True, default="")
    requested_by = models.CharField(max_length=200, blank=True, default="")
    created_at = models.DateTimeField(default=timezone.now)
    started_at = models.DateTimeField(null=True, blank=True)
    heartbeat_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "operations"
        constraints = [
            models.UniqueConstraint(
                fields=["kind", "slot"], condition=models.Q(slot__isnull=False), name="operations_slot_once"
            )
        ]
        indexes = [
            models.Index(fields=["status", "id"], name="operations_status"),
            models.Index(fields=["kind", "-id"], name="operations_recent"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.uid}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self.uid:
            self.uid = new_id("op")
        super().save(*args, **kwargs)

    @property
    def unfinished(self) -> bool:
        return self.status in {OperationStatus.PENDING, OperationStatus.RUNNING}


class IdempotencyKey(models.Model):
    """The first answer to a request that named a key; written in the transaction that it protects."""

    key = models.CharField(max_length=200)
    api_key = models.ForeignKey(ApiKey, models.CASCADE, related_name="+", db_index=False)
    namespace = models.CharField(max_length=200)
    route = models.CharField(max_length=500)
    body_hash = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(null=True)
    response = models.JSONField(null=True)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        db_table = "idempotency_keys"
        constraints = [
            models.UniqueConstraint(fields=["api_key", "namespace", "route", "key"], name="idempotency_keys_once")
        ]
        indexes = [models.Index(fields=["created_at"], name="idempotency_keys_age")]

    def __str__(self) -> str:
        return self.key
