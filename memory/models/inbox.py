"""What people note beside what waits in the inbox, and the views of it that they keep."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from .curation import Conflict, EntityProposal, Review
from .namespaces import Namespace
from .scoping import ScopedQuerySet
from .sessions import Session


class InboxNoteQuerySet(ScopedQuerySet["InboxNote"]):
    pass


class InboxNote(models.Model):
    """Whose one item is, until when, and a comment. It belongs to the item's row, and goes with it.

    `version` counts the changes: who writes over another one's words without having seen them is refused.
    """

    namespace = models.ForeignKey(Namespace, models.PROTECT, related_name="+", db_index=False)
    review = models.OneToOneField(Review, models.CASCADE, related_name="inbox_note", null=True, blank=True)
    conflict = models.OneToOneField(Conflict, models.CASCADE, related_name="inbox_note", null=True, blank=True)
    proposal = models.OneToOneField(EntityProposal, models.CASCADE, related_name="inbox_note", null=True, blank=True)
    session = models.OneToOneField(Session, models.CASCADE, related_name="inbox_note", null=True, blank=True)
    assigned_to = models.CharField(max_length=150, blank=True, default="")
    due = models.DateField(null=True, blank=True)
    comment = models.TextField(blank=True, default="")
    version = models.PositiveIntegerField(default=1)
    by = models.CharField(max_length=200)
    at = models.DateTimeField()

    objects = InboxNoteQuerySet.as_manager()
    everything = models.Manager["InboxNote"]()

    class Meta:
        db_table = "inbox_notes"
        default_manager_name = "everything"
        constraints = [
            models.CheckConstraint(
                condition=Q(review__isnull=False, conflict=None, proposal=None, session=None)
                | Q(review=None, conflict__isnull=False, proposal=None, session=None)
                | Q(review=None, conflict=None, proposal__isnull=False, session=None)
                | Q(review=None, conflict=None, proposal=None, session__isnull=False),
                name="inbox_notes_of_one",
            )
        ]

    def __str__(self) -> str:
        return f"{self.assigned_to or 'nobody'}: {self.comment}"


class InboxView(models.Model):
    """A filter of the inbox that a person keeps under a name; `address` are its parameters, which anybody can be sent:
    they show to each what was granted to them."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="inbox_views", db_index=False)
    name = models.CharField(max_length=80)
    address = models.CharField(max_length=2000)

    class Meta:
        db_table = "inbox_views"
        constraints = [models.UniqueConstraint(fields=["user", "name"], name="inbox_views_name")]

    def __str__(self) -> str:
        return self.name
