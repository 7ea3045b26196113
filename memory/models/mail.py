"""What is mailed to people: who wants it, and the links by which they decide without a login."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from .curation import Conflict
from .grants import NamespaceGrant


class MailDigest(models.Model):
    """Somebody wants the open conflicts by mail. `sent_at` is when the last one went, `error` why one did not."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="mail_digest")
    sent_at = models.DateTimeField(null=True, blank=True)
    error = models.TextField(blank=True, default="")

    class Meta:
        db_table = "mail_digests"

    def __str__(self) -> str:
        return str(self.user)


class MailedDecision(models.Model):
    """A link that one person was sent to decide one conflict as it stood, once. Of its token the hash is kept alone.

    It goes with the person's `grant` (null: a superuser needs none), with the conflict, and after it has expired.
    `version` is a fingerprint of what was told.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    grant = models.ForeignKey(NamespaceGrant, models.CASCADE, related_name="+", null=True, blank=True)
    conflict = models.ForeignKey(Conflict, models.CASCADE, related_name="+")
    version = models.CharField(max_length=64)
    token_hash = models.CharField(max_length=64, unique=True)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "mailed_decisions"
        constraints = [models.UniqueConstraint(fields=["user", "conflict", "version"], name="mailed_decisions_once")]

    def __str__(self) -> str:
        return f"{self.user}: {self.conflict_id}"

    @property
    def open(self) -> bool:
        return self.used_at is None and self.expires_at > timezone.now()
