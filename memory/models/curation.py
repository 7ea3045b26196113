"""What waits for a judge, and who was shown what."""

from __future__ import annotations

from datetime import datetime
from typing import Self

from django.db import models
from django.db.models import Exists, OuterRef
from django.utils import timezone

from .changes import Change
from .entities import Entity
from .memories import Memory
from .namespaces import Namespace
from .review_reasons import ReviewOutcome, ReviewReason, ReviewStatus
from .scoping import ScopedQuerySet


class Decided(models.Model):
    """What a change decides. `decided_in` is the change that decided last; it stands unless the status is open, which
    it is again when that was undone."""

    decided_in = models.ForeignKey(Change, models.PROTECT, related_name="decided_%(class)ss", null=True, blank=True)
    status: str

    class Meta:
        abstract = True

    @property
    def decision_change(self) -> Change | None:
        """The change whose decision stands. What waits is called open by all three kinds of status."""
        return None if self.status == ReviewStatus.OPEN else self.decided_in

    @property
    def decided_by(self) -> str:
        return self.decision_change.actor if self.decision_change is not None else ""

    @property
    def decided_at(self) -> datetime | None:
        return self.decision_change.at if self.decision_change is not None else None


class ConflictKind(models.TextChoices):
    CONTRADICTION = "contradiction"
    UPDATE = "update"


class ConflictDecision(models.TextChoices):
    """Which of the two facts holds."""

    NEW = "new"
    OLD = "old"
    BOTH = "both"


class ConflictStatus(models.TextChoices):
    OPEN = "open"
    RESOLVED = "resolved"
    DISMISSED = "dismissed"


class ConflictQuerySet(ScopedQuerySet["Conflict"]):
    def get_or_create_pair(
        self, namespace: Namespace, new: Memory, old: Memory, **fields: str
    ) -> tuple[Conflict, bool]:
        """The conflict of these two facts, in whichever order it was found first."""
        found = (
            self.within(namespace)
            .filter(models.Q(new_fact=new, old_fact=old) | models.Q(new_fact=old, old_fact=new))
            .select_related("new_fact", "old_fact")
            .first()
        )
        if found is not None:
            return found, False
        return self.create(namespace=namespace, new_fact=new, old_fact=old, **fields), True


class Conflict(Decided):
    """Two facts that may not both be true. It waits for a decision while it is open and neither of them is retired."""

    WAITING = models.Q(
        status=ConflictStatus.OPEN, new_fact__valid_until__isnull=True, old_fact__valid_until__isnull=True
    )

    namespace = models.ForeignKey(Namespace, models.PROTECT, related_name="+", db_index=False)
    new_fact = models.ForeignKey(Memory, models.CASCADE, related_name="conflicts_as_new")
    old_fact = models.ForeignKey(Memory, models.CASCADE, related_name="conflicts_as_old")
    kind = models.CharField(max_length=20, choices=ConflictKind.choices)
    reason = models.TextField(blank=True, default="")
    found_by = models.CharField(max_length=100)
    status = models.CharField(max_length=10, choices=ConflictStatus.choices, default=ConflictStatus.OPEN)
    decision = models.CharField(max_length=10, choices=ConflictDecision.choices, blank=True, default="")
    created_at = models.DateTimeField(default=timezone.now)

    objects = ConflictQuerySet.as_manager()
    everything = models.Manager["Conflict"]()

    class Meta:
        db_table = "conflicts"
        default_manager_name = "everything"
        constraints = [models.UniqueConstraint(fields=["new_fact", "old_fact"], name="conflicts_pair")]
        indexes = [models.Index(fields=["namespace", "status", "id"], name="conflicts_open")]

    def __str__(self) -> str:
        return f"{self.new_fact} ↔ {self.old_fact}"

    @property
    def waits(self) -> bool:
        return self.status == ConflictStatus.OPEN and self.new_fact.active and self.old_fact.active

    def open_again(self, change: Change) -> None:
        """Let it wait anew, by `change`. It keeps the decision's change, so that who makes that again finds it."""
        self.status, self.decision = ConflictStatus.OPEN, ""
        self.save(update_fields=["status", "decision"])
        change.conflict = self
        change.save(update_fields=["conflict"])

    @property
    def moot(self) -> bool:
        """Whether it was never decided, and need not be: a fact of it is retired."""
        return self.status == ConflictStatus.OPEN and not self.waits


class ReviewDecision(models.TextChoices):
    ACCEPT = "accept"
    REJECT = "reject"
    CORRECT = "correct"


class ReviewQuerySet(ScopedQuerySet["Review"]):
    def waiting(self) -> Self:
        return self.filter(Review.WAITING)


class Review(Decided):
    """One entry of the curators' queue: a fact, and why somebody should look at it. It waits for a decision while it is
    open and its fact is not retired; in quarantine, to be retired is how it waits."""

    WAITING = models.Q(status=ReviewStatus.OPEN) & (
        models.Q(subject__valid_until__isnull=True) | models.Q(reason=ReviewReason.QUARANTINED)
    )

    namespace = models.ForeignKey(Namespace, models.PROTECT, related_name="+", db_index=False)
    subject = models.ForeignKey(Memory, models.CASCADE, related_name="reviews", null=True, blank=True)
    reason = models.CharField(max_length=40, choices=ReviewReason.choices)
    detail = models.TextField(blank=True, default="")
    status = models.CharField(max_length=10, choices=ReviewStatus.choices, default=ReviewStatus.OPEN)
    created_at = models.DateTimeField(default=timezone.now)

    objects = ReviewQuerySet.as_manager()
    everything = models.Manager["Review"]()

    class Meta:
        db_table = "reviews"
        default_manager_name = "everything"
        constraints = [
            models.UniqueConstraint(
                fields=["subject", "reason"], condition=models.Q(status=ReviewStatus.OPEN), name="reviews_once_open"
            )
        ]
        indexes = [models.Index(fields=["namespace", "status", "id"], name="reviews_open")]

    def __str__(self) -> str:
        return f"{self.reason}: {self.subject}"

    @property
    def retired(self) -> bool:
        """Whether its fact is retired. In quarantine that is how it waits."""
        return self.subject is not None and not self.subject.active and self.reason != ReviewReason.QUARANTINED

    @property
    def moot(self) -> bool:
        """Whether it was never decided, and need not be while its fact is retired."""
        return self.status == ReviewStatus.OPEN and self.retired

    @property
    def outcome(self) -> ReviewOutcome:
        """What became of its memory by the decision. Ask it right after that: a memory may be retired later."""
        if self.subject is None or self.status != ReviewStatus.ACCEPTED:
            return ReviewOutcome.DONE
        if not self.subject.active:
            return ReviewOutcome.RETIRED
        return ReviewOutcome.SUPERSEDED if self.subject.superseded else ReviewOutcome.DONE


class ProposalDecision(models.TextChoices):
    MERGE = "merge"
    APART = "apart", "not the same"


class ProposalStatus(models.TextChoices):
    OPEN = "open"
    MERGED = "merged"
    APART = "apart"


class EntityProposalQuerySet(ScopedQuerySet["EntityProposal"]):
    def waiting(self) -> Self:
        """Those that are open, and both of whose entities are there."""
        return self.filter(
            Exists(Entity.everything.filter(uid=OuterRef("entity"))),
            Exists(Entity.everything.filter(uid=OuterRef("into"))), status=ProposalStatus.OPEN,
        )  # fmt: skip


class EntityProposal(Decided):
    """Two entities that may be one, the one to keep in `into`, until a curator says. By their public ids: a merge
    deletes the row of one of them. A pair that was told apart is not proposed again, in whichever order."""

    namespace = models.ForeignKey(Namespace, models.PROTECT, related_name="+", db_index=False)
    entity = models.CharField(max_length=40)
    into = models.CharField(max_length=40)
    reason = models.TextField()
    status = models.CharField(max_length=10, choices=ProposalStatus.choices, default=ProposalStatus.OPEN)
    created_at = models.DateTimeField(default=timezone.now)

    objects = EntityProposalQuerySet.as_manager()
    everything = models.Manager["EntityProposal"]()

    class Meta:
        db_table = "entity_proposals"
        default_manager_name = "everything"
        constraints = [
            models.UniqueConstraint(fields=["namespace", "entity", "into"], name="entity_proposals_pair"),
        ]
        indexes = [models.Index(fields=["namespace", "status", "id"], name="entity_proposals_open")]

    def __str__(self) -> str:
        return f"{self.entity} may be {self.into}"


class Recall(models.Model):
    """A memory was shown: once per session, or per day where no session is given. The truth behind `access_count`."""

    memory = models.ForeignKey(Memory, models.CASCADE, related_name="recalls", db_index=False)
    occasion = models.CharField(max_length=210)  # "s:<session id>" or "d:<day>"
    session_id = models.CharField(max_length=200, blank=True, default="")
    day = models.DateField()
    via = models.CharField(max_length=10)  # search | entity | context
    at = models.DateTimeField()

    class Meta:
        db_table = "recalls"
        constraints = [models.UniqueConstraint(fields=["memory", "occasion"], name="recalls_once")]
        indexes = [models.Index(fields=["at"], name="recalls_at")]

    def __str__(self) -> str:
        return f"{self.memory_id} {self.occasion}"
