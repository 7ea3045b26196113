"""The life of a conversation: open, completed, consolidated up to a watermark."""

from __future__ import annotations

from typing import Self

from django.db import models
from django.utils import timezone

from .namespaces import Namespace
from .scoping import ScopedQuerySet


class SessionStatus(models.TextChoices):
    OPEN = "open"  # somebody may still be talking
    PENDING = "pending"  # completed, with episodes above the watermark
    RUNNING = "running"  # a worker holds the lease
    CONSOLIDATED = "consolidated"
    FAILED = "failed"  # gave up; a person sees it and retries or skips


class SessionDecision(models.TextChoices):
    """What a person decides of a session that failed."""

    RETRY = "retry"
    LEAVE = "leave"


class WaitingFor(models.TextChoices):
    """What a pending session waits for that no retry brings."""

    LANGUAGE = "language"  # a provider that reads the language of its turns
    PROVIDER = "provider"  # the configured provider: a package or a setting is missing
    BUDGET = "budget"  # the next day's budget of tokens


class SessionQuerySet(ScopedQuerySet["Session"]):
    def unfinished(self) -> Self:
        """All but the consolidated: the few that have an index of their own, which SQLite takes for this filter."""
        return self.exclude(status=SessionStatus.CONSOLIDATED)


class Session(models.Model):
    namespace = models.ForeignKey(Namespace, models.PROTECT, related_name="+", db_index=False)
    session_id = models.CharField(max_length=200)
    first_seen_at = models.DateTimeField(default=timezone.now)
    last_seen_at = models.DateTimeField(default=timezone.now)
    completed_at = models.DateTimeField(null=True, blank=True)
    consolidated_at = models.DateTimeField(null=True, blank=True)
    watermark = models.BigIntegerField(default=0)  # rowid of the highest consolidated episode
    lease_token = models.BigIntegerField(default=0)  # grows with each claim: a stale holder is told by it
    lease_until = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    status = models.CharField(max_length=12, choices=SessionStatus.choices, default=SessionStatus.OPEN)
    waiting_for = models.CharField(max_length=10, choices=WaitingFor.choices, blank=True, default="")
    last_error = models.TextField(blank=True, default="")
    # Not to be remembered: nothing that is said in it is kept.
    off_record = models.BooleanField(default=False, db_default=False, editable=False)

    objects = SessionQuerySet.as_manager()
    everything = models.Manager["Session"]()

    class Meta:
        db_table = "sessions_consolidations"
        default_manager_name = "everything"
        constraints = [models.UniqueConstraint(fields=["namespace", "session_id"], name="sessions_id")]
        indexes = [
            models.Index(fields=["namespace", "status", "last_seen_at"], name="sessions_status"),
            models.Index(fields=["namespace", "id"], name="sessions_newest"),
            models.Index(
                fields=["status", "last_seen_at"],
                condition=~models.Q(status=SessionStatus.CONSOLIDATED),
                name="sessions_work",
            ),
        ]

    def __str__(self) -> str:
        return self.session_id
