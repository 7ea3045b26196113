"""Turns from which nothing could be learnt, because the provider does not read their language."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from .memories import Memory


class UnreadTurn(models.Model):
    """One turn that consolidation passed over. It is searched and handed out like any other; a person sees it marked
    in its session, which counts them. The row goes with its turn."""

    memory = models.OneToOneField(Memory, models.CASCADE, primary_key=True, related_name="unread")
    at = models.DateTimeField(default=timezone.now)

    objects = models.Manager["UnreadTurn"]()

    class Meta:
        db_table = "unread_turns"

    def __str__(self) -> str:
        return str(self.memory_id)
