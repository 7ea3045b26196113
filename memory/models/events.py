"""History: one row for each change that a person may want to see or undo."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from ..text import whole_number
from .changes import Change
from .memories import Origin
from .namespaces import Namespace
from .scoping import ScopedQuerySet


class EventKind(models.TextChoices):
    REMEMBERED = "remembered"
    CORRECTED = "corrected"
    CONFIRMED = "confirmed"
    EDITED = "edited", "changed"
    RETIRED = "retired"
    RESTORED = "restored"
    SUPERSEDED = "superseded", "superseded by a newer fact"
    SUPERSEDES = "supersedes", "took the place of an older fact"
    HOLDS_AGAIN = "holds_again", "holds again"
    MERGED = "merged", "took over duplicates"
    UNDONE = "undone", "took a change back"
    DECAYED = "decayed", "retired by decay"
    SPARED = "spared", "spared from decay"
    REFLECTED = "reflected", "written"
    ALIAS_ADDED = "alias_added", "alias added"
    ALIAS_REMOVED = "alias_removed", "alias removed"
    RENAMED = "renamed"
    UNMERGED = "unmerged", "a merge was taken back"
    SPLIT = "split", "was split"
    UNSPLIT = "unsplit", "a split was taken back"
    TOLD_APART = "told_apart", "is another one"
    SESSION_SKIPPED = "session_skipped", "session given up"
    SESSION_RETRIED = "session_retried", "session tried again"


_SESSION = "s:"  # before the key of a session, which has no public id that fits; no public id begins so


def session_subject(key: int) -> str:
    """What an event about the session with this primary key names as its subject."""
    return f"{_SESSION}{key}"


def session_key(subject: str) -> int | None:
    """The primary key of the session that a subject names; None where it names a memory or an entity."""
    return whole_number(subject.removeprefix(_SESSION)) if subject.startswith(_SESSION) else None


class EventQuerySet(ScopedQuerySet["Event"]):
    def about(self, subject: str) -> EventQuerySet:
        """The history of one memory or entity by its public id, or of a session by `session_subject`, oldest first."""
        return self.filter(subject=subject).order_by("seq")

    def about_sessions(self) -> EventQuerySet:
        return self.filter(subject__startswith=_SESSION)


class Event(models.Model):
    """Append-only, written in the transaction of the change it tells of."""

    seq = models.BigAutoField(primary_key=True)
    namespace = models.ForeignKey(Namespace, models.PROTECT, related_name="+", db_index=False)
    subject = models.CharField(max_length=40)
    kind = models.CharField(max_length=30, choices=EventKind.choices)
    actor = models.CharField(max_length=200)
    origin = models.CharField(max_length=10, choices=Origin.choices)
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)
    change = models.ForeignKey(Change, models.PROTECT, related_name="events")
    reason = models.TextField(blank=True, default="")
    at = models.DateTimeField(default=timezone.now)

    objects = EventQuerySet.as_manager()
    everything = models.Manager["Event"]()

    class Meta:
        db_table = "events"
        default_manager_name = "everything"
        indexes = [
            models.Index(fields=["namespace", "subject", "seq"], name="events_subject"),
            models.Index(fields=["namespace", "seq"], name="events_order"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.subject}"
