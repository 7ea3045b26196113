"""Where changes are told to: addresses that others run, how far each was told, and what could not be told."""

from __future__ import annotations

from typing import Self

from django.db import models
from django.utils import timezone

from .events import Event
from .namespaces import Namespace
from .scoping import ALL, ScopedQuerySet

WEBHOOK_URL_LENGTH = 500


class WebhookQuerySet(ScopedQuerySet["Webhook"]):
    def due(self) -> Self:
        """Those that are not paused, may be tried now, and have an event of their namespace above their place."""
        newer = Event.objects.across(ALL).filter(
            namespace=models.OuterRef("namespace"), seq__gt=models.OuterRef("told")
        )
        return self.filter(models.Exists(newer), is_paused=False, next_try_at__lte=timezone.now())


class Webhook(models.Model):
    """An address that is told of each change in a namespace, in order. `told` is the event up to which it was;
    `attempts` counts the failed tries of the next one, and `next_try_at` is also until when a sender holds it.

    `kinds` are those of the events that it wants; empty: all.
    """

    uid = models.CharField(max_length=40, unique=True, editable=False)
    namespace = models.ForeignKey(Namespace, models.CASCADE, related_name="+")
    url = models.CharField(max_length=WEBHOOK_URL_LENGTH)
    secret = models.CharField(max_length=100, editable=False)
    kinds = models.JSONField(default=list, blank=True)
    is_paused = models.BooleanField(default=False)
    told = models.BigIntegerField(default=0, editable=False)
    attempts = models.PositiveIntegerField(default=0, editable=False)
    next_try_at = models.DateTimeField(default=timezone.now, editable=False)
    lease = models.PositiveBigIntegerField(
        default=0, editable=False
    )  # grows with each claim: a slow sender is told by it
    last_error = models.TextField(blank=True, default="", editable=False)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    objects = WebhookQuerySet.as_manager()
    everything = models.Manager["Webhook"]()

    class Meta:
        db_table = "webhooks"
        default_manager_name = "everything"
        indexes = [
            models.Index(fields=["next_try_at"], condition=models.Q(is_paused=False), name="webhooks_due"),
        ]

    def __str__(self) -> str:
        return self.url


class DeadLetter(models.Model):
    """An event that an address did not take, however often it was tried."""

    webhook = models.ForeignKey(Webhook, models.CASCADE, related_name="dead_letters")
    seq = models.BigIntegerField()  # the event's; it may be erased since
    kind = models.CharField(max_length=30)
    subject = models.CharField(max_length=40)
    error = models.TextField()
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        db_table = "dead_letters"
        constraints = [models.UniqueConstraint(fields=["webhook", "seq"], name="dead_letters_once")]

    def __str__(self) -> str:
        return f"{self.kind} {self.subject}"
