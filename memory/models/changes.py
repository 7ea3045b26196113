"""One act of a person or a run: the row that the events, the lineage and the decisions of that act name."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from .memories import Origin
from .namespaces import Namespace
from .operations import Operation
from .scoping import ScopedQuerySet


class ChangeKind(models.TextChoices):
    REMEMBER = "remember"
    CORRECT = "correct"
    CONFIRM = "confirm"
    EDIT = "edit"
    RETIRE = "retire"
    RESTORE = "restore"
    MERGE = "merge"
    BULK = "bulk"
    DECIDE = "decide", "decide a conflict"
    REVIEW = "review", "decide a review"
    HOLD_AGAIN = "hold_again"
    REFLECT = "reflect"
    DECAY = "decay"
    SPARE = "spare"
    ENTITY = "entity", "change an entity"
    SESSION = "session", "change a session"
    UNDO = "undo"
    REDO = "redo"


# Changes whose events make sense together alone: undoing one event undoes all.
UNDONE_WHOLE = frozenset(
    {
        ChangeKind.CORRECT, ChangeKind.MERGE, ChangeKind.DECIDE, ChangeKind.REVIEW, ChangeKind.HOLD_AGAIN,
        ChangeKind.UNDO, ChangeKind.REDO,
    }
)  # fmt: skip


class ChangeQuerySet(ScopedQuerySet["Change"]):
    pass


class Change(models.Model):
    """What belongs together in history. To undo is another change that names this one; to redo, one that names that.

    `conflict` is the conflict that this change settled, or opened again. `decision` is what was decided of a conflict
    (ConflictDecision) or of a review (ReviewDecision). `batch` is the sender's own key: it joins what a page sends in
    several pieces, perhaps over several namespaces, and by it a decision that is sent twice is made once.
    """

    namespace = models.ForeignKey(Namespace, models.PROTECT, related_name="+", db_index=False)
    kind = models.CharField(max_length=20, choices=ChangeKind.choices)
    actor = models.CharField(max_length=200)
    origin = models.CharField(max_length=10, choices=Origin.choices)
    undoes = models.ForeignKey("self", models.SET_NULL, related_name="undone_by", null=True, blank=True)
    conflict = models.ForeignKey("Conflict", models.SET_NULL, related_name="changes", null=True, blank=True)
    decision = models.CharField(max_length=10, blank=True, default="")
    run = models.ForeignKey(Operation, models.SET_NULL, related_name="changes", null=True, blank=True)
    batch = models.CharField(max_length=40, blank=True, default="")
    at = models.DateTimeField(default=timezone.now)
    comment = models.TextField(blank=True, default="")

    objects = ChangeQuerySet.as_manager()
    everything = models.Manager["Change"]()

    class Meta:
        db_table = "changes"
        default_manager_name = "everything"
        constraints = [
            models.UniqueConstraint(
                fields=["batch", "namespace"], condition=~models.Q(batch=""), name="changes_batch_once"
            )
        ]
        indexes = [
            models.Index(fields=["namespace", "at"], name="changes_at"),
            models.Index(fields=["actor", "id"], name="changes_actor"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} by {self.actor}"
