"""Two clocks and what took whose place: rows that are never overwritten.

`Memory.valid_until` alone says whether a memory is active, and `Memory.invalid_at` since when another one holds in its
place. Both are written in the transaction of these rows, so that a query about now reads neither table.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any, Self

from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from .changes import Change
from .kinds import Kind
from .memories import Memory


class ValidityQuerySet(models.QuerySet["Validity"]):
    def known_now(self) -> Self:
        return self.filter(known_to__isnull=True)


class Validity(models.Model):
    """When a fact or reflection held in the world, and from when to when the store knew it so.

    Both intervals hold their beginning and not their end; an end that is null is open. When knowledge changes, the
    row's `known_to` is closed and another row is written: nothing else of a row ever changes. A fact may have several
    rows that are known now ("lived in Rome until 2015, and again since 2020"), one of them at most without an end. A
    fact that was forgotten, or that never was true, has none.

    Episodes have no rows: a turn was said at its `event_time`, which nothing that is learnt later changes, and the hot
    path writes nothing that can be computed.
    """

    memory = models.ForeignKey(Memory, models.CASCADE, related_name="validity")
    valid_from = models.DateTimeField()
    valid_to = models.DateTimeField(null=True, blank=True)
    known_from = models.DateTimeField()
    known_to = models.DateTimeField(null=True, blank=True)

    objects = ValidityQuerySet.as_manager()

    class Meta:
        db_table = "validity"
        verbose_name_plural = "validity"
        constraints = [
            models.UniqueConstraint(
                fields=["memory"], condition=Q(known_to__isnull=True, valid_to__isnull=True), name="validity_one_open"
            )
        ]

    def __str__(self) -> str:
        return f"{self.memory_id}: {self.valid_from} to {self.valid_to or 'now'}"


def held_at(valid_at: datetime | None, known_at: datetime | None) -> Q:
    """The memories of which the store said at `known_at` that they held at `valid_at`.

    None for `known_at` is now; None for `valid_at` is the moment of `known_at`. A turn holds from its event time, and
    is known from the day that it came in.
    """
    known = known_at or timezone.now()
    valid = valid_at or known
    rows = Validity.objects.filter(
        Q(known_to__isnull=True) | Q(known_to__gt=known),
        Q(valid_to__isnull=True) | Q(valid_to__gt=valid),
        memory=OuterRef("pk"), known_from__lte=known, valid_from__lte=valid,
    )  # fmt: skip
    said = Q(kind=Kind.EPISODE, event_time__lte=valid, created_at__lte=known)
    held = (said & (Q(valid_until__isnull=True) | Q(valid_until__gt=known))) | Q(Exists(rows))
    return Q(quarantine__isnull=True) & held


class SupersessionKind(models.TextChoices):
    OUTDATED = "outdated"  # it was true
    WRONG = "wrong"  # it never was
    REFINED = "refined"  # it is true, and the new one tells the same and more


class SupersessionWay(models.TextChoices):
    DECIDED = "decided"  # the new fact holds instead of the old one, which stays active
    CORRECTED = "corrected"  # the new text replaces the old one, which is retired
    INHERITED = "inherited"  # the new fact replaces one that had superseded the old one


class SupersessionQuerySet(models.QuerySet["Supersession"]):
    def standing(self) -> Self:
        """Those that no later change has ended, in the order in which they were made."""
        return self.filter(ended_in__isnull=True).order_by("pk")

    def as_attributes(self, memories: Collection[int]) -> dict[int, dict[str, Any]]:
        """What the API answers among the attributes of these memories: `supersedes` (ids, in the order in which the
        places were taken) and `superseded_by` (the latest that took this one's by a decision). One query."""
        found: dict[int, dict[str, Any]] = {}
        if not memories:
            return found
        rows = self.standing().filter(Q(old__in=memories) | Q(new__in=memories))
        for old, new, old_uid, new_uid, way in rows.values_list("old_id", "new_id", "old__uid", "new__uid", "way"):
            if new in memories:
                found.setdefault(new, {}).setdefault("supersedes", []).append(old_uid)
            if old in memories and way == SupersessionWay.DECIDED:
                found.setdefault(old, {})["superseded_by"] = new_uid
        return found


class Supersession(models.Model):
    """One fact took another's place. A row stands until a change ends it; taking the place again is another row.

    `said_at` is when the new fact was said, `by` who made it so.
    """

    old = models.ForeignKey(Memory, models.CASCADE, related_name="superseded_in")
    new = models.ForeignKey(Memory, models.CASCADE, related_name="supersedes_in")
    kind = models.CharField(max_length=10, choices=SupersessionKind.choices)
    way = models.CharField(max_length=10, choices=SupersessionWay.choices)
    said_at = models.DateTimeField()
    by = models.CharField(max_length=200)
    change = models.ForeignKey(Change, models.PROTECT, related_name="supersessions")
    ended_in = models.ForeignKey(Change, models.PROTECT, related_name="ended_supersessions", null=True, blank=True)

    objects = SupersessionQuerySet.as_manager()

    class Meta:
        db_table = "supersessions"
        constraints = [
            models.UniqueConstraint(
                fields=["old", "new"], condition=Q(ended_in__isnull=True), name="supersessions_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.new_id} supersedes {self.old_id}"
