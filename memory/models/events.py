"""History: one row for each change that a person may want to see or undo."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from .namespaces import Namespace
from .scoping import ScopedQuerySet


class EventQuerySet(ScopedQuerySet["Event"]):
    def of(self, subject: str) -> EventQuerySet:
        """The history of one memory or entity, by its public id, oldest first."""
        return self.filter(subject=subject).order_by("seq")


class Event(models.Model):
    """Append-only, written in the transaction of the change it tells of."""

    seq = models.BigAutoField(primary_key=True)
    namespace = models.ForeignKey(Namespace, models.PROTECT, related_name="+", db_index=False)
    subject = models.CharField(max_length=40)
    kind = models.CharField(max_length=30)
    actor = models.CharField(max_length=200)
    origin = models.CharField(max_length=10)
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)
    operation = models.CharField(max_length=40, blank=True, default="")
    reason = models.TextField(blank=True, default="")
    at = models.DateTimeField(default=timezone.now)

    objects = EventQuerySet.as_manager()
    everything = models.Manager["Event"]()

    class Meta:
        db_table = "events"
        default_manager_name = "everything"
        indexes = [
            models.Index(fields=["namespace", "subject", "seq"], name="events_subject"),
            models.Index(fields=["namespace", "at"], name="events_at"),
            models.Index(fields=["operation"], name="events_operation"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.subject}"
