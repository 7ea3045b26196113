"""Who may see what: namespaces (the isolation boundary) and the keys that open them."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from datetime import datetime, timedelta
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models, transaction
from django.utils import timezone

from ..text import BadText, check_tags
from . import by_hand
from .kinds import Kind
from .namespace_settings import NamespaceSettings, flaws
from .purposes import NOTHING_HIDDEN, Hidden

NAMESPACE_NAME = re.compile(r"[A-Za-z0-9._:@~-]+(?:/[A-Za-z0-9._:@~-]+)*")
NAMESPACE_MAX_LENGTH = 200
SCOPES = ("read", "write", "admin", "erase")
LAST_USED_RESOLUTION = timedelta(minutes=1)
OVERLAP = timedelta(days=1)  # for which a key that is replaced still opens


def validate_namespace_name(name: str) -> None:
    """Raise ValidationError unless `name` is segments of letters, digits and ``._:@~-``, joined by slashes."""
    parts = name.split("/")
    if len(name) > NAMESPACE_MAX_LENGTH or not NAMESPACE_NAME.fullmatch(name) or {".", ".."} & set(parts):
        raise ValidationError(
            "A namespace is up to 200 characters of A-Z a-z 0-9 . _ : @ ~ - in segments joined by slashes."
        )


def validate_namespace_pattern(pattern: str) -> None:
    """Raise ValidationError unless `pattern` is a namespace's name, a prefix such as ``acme/*``, or ``*``."""
    if pattern != "*":
        validate_namespace_name(pattern.removesuffix("/*"))


def pattern_covers(pattern: str, name: str) -> bool:
    """Whether `pattern` allows the namespace `name`: itself, or for ``acme/*`` anything at any depth below it."""
    if pattern == "*":
        return True
    if pattern.endswith("/*"):
        return name.startswith(pattern[:-1])
    return name == pattern


class Namespace(models.Model):
    """One tenant: a user, an agent, a project; the caller decides. Rows never cross it."""

    name = models.CharField(max_length=NAMESPACE_MAX_LENGTH, unique=True, validators=[validate_namespace_name])
    settings = models.JSONField(default=dict, blank=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    # What it takes up (services/quotas.py): changed where memories come and go.
    memories = models.PositiveBigIntegerField(default=0, db_default=0, editable=False)
    text_bytes = models.PositiveBigIntegerField(default=0, db_default=0, editable=False)

    class Meta:
        db_table = "namespaces"
        ordering = ("name",)

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        """All but what it takes up, which others count meanwhile."""
        if not self._state.adding and kwargs.get("update_fields") is None:
            kwargs["update_fields"] = ["name", "settings", "created_at"]
        super().save(*args, **kwargs)

    def clean(self) -> None:
        if wrong := flaws(self.settings):
            raise ValidationError({"settings": [f"{name} {what}".strip() for name, what in wrong.items()]})

    @property
    def own(self) -> NamespaceSettings:
        """What holds here: what was set, else the installation's default."""
        return NamespaceSettings.of(self.settings)


class ApiKeyQuerySet(models.QuerySet["ApiKey"]):
    def issue(
        self,
        name: str,
        *,
        pattern: str,
        scopes: list[str],
        default_namespace: str = "",
        expires_at: datetime | None = None,
        purpose: str = "",
        hidden: Hidden = NOTHING_HIDDEN,
        subject: str = "",
    ) -> tuple[ApiKey, str]:
        """Create a key and return it with its secret text, which is not kept and cannot be shown again.

        Raises ValidationError for an unknown scope, kind or unfit tag, a bad pattern, a default outside the pattern, or
        a subject that another key has.
        """
        prefix, secret = secrets.token_hex(4), secrets.token_urlsafe(32).replace("_", "-")
        key = ApiKey(
            name=name,
            prefix=prefix,
            hash=hash_secret(secret),
            namespace_pattern=pattern,
            default_namespace=default_namespace or ("" if "*" in pattern else pattern),
            scopes=list(dict.fromkeys(scopes)),
            expires_at=expires_at,
            purpose=purpose,
            hidden_kinds=sorted(hidden.kinds),
            hidden_tags=sorted(hidden.tags),
            subject=subject,
        )
        key.full_clean()
        key.save(force_insert=True)
        return key, f"mem_{prefix}_{secret}"

    def authenticate(self, text: str) -> ApiKey | None:
        """The usable key behind `text` (``mem_<prefix>_<secret>``), else None. One indexed read, compared by hash."""
        mark, _, rest = text.partition("_")
        prefix, _, secret = rest.partition("_")
        if mark != "mem" or not secret or not text.isascii():
            return None
        key = by_hand.first_again(ApiKey, "prefix = %s", [prefix])
        if key is None or not hmac.compare_digest(key.hash, hash_secret(secret)) or not key.usable:
            return None
        return key

    def of_subject(self, subject: str) -> ApiKey | None:
        """The usable key whose rights the access tokens of `subject` have, else None. One indexed read."""
        key = by_hand.first(ApiKey, "subject = %s AND subject <> '' AND revoked_at IS NULL", [subject])
        return key if key is not None and key.usable else None


def hash_secret(secret: str) -> str:
    """SHA-256 is enough here: the secret has 256 random bits, so there is nothing to guess slowly."""
    return hashlib.sha256(secret.encode()).hexdigest()


class ApiKey(models.Model):
    """What a client proves itself with. Only a hash of its secret is stored."""

    prefix = models.CharField(max_length=16, unique=True, editable=False)
    hash = models.CharField(max_length=64, editable=False)
    name = models.CharField(max_length=200)
    namespace_pattern = models.CharField(max_length=NAMESPACE_MAX_LENGTH + 2, validators=[validate_namespace_pattern])
    default_namespace = models.CharField(
        max_length=NAMESPACE_MAX_LENGTH, blank=True, validators=[validate_namespace_name]
    )
    scopes = models.JSONField(default=list)
    # What it is for, in its owner's words; and the kinds and tags of memories that it never sees.
    purpose = models.CharField(max_length=200, blank=True, default="", db_default="")
    hidden_kinds = models.JSONField(default=list, blank=True)
    hidden_tags = models.JSONField(default=list, blank=True)
    # Who bears its rights with an access token instead: the `sub` that the authorization server knows them by.
    subject = models.CharField(max_length=255, blank=True, default="", db_default="")
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    expires_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True, editable=False)

    objects = ApiKeyQuerySet.as_manager()

    class Meta:
        db_table = "api_keys"
        ordering = ("name", "id")
        verbose_name = "API key"
        constraints = [
            models.UniqueConstraint(
                fields=["subject"],
                condition=~models.Q(subject="") & models.Q(revoked_at=None),
                name="api_keys_subject",
                violation_error_message="Another key has this subject.",
            )
        ]

    def __str__(self) -> str:
        return f"{self.name} (mem_{self.prefix}_…)"

    def clean(self) -> None:
        if unknown := set(self.scopes) - set(SCOPES):
            raise ValidationError({"scopes": f"unknown: {', '.join(sorted(map(str, unknown)))}"})
        if not self.scopes:
            raise ValidationError({"scopes": "at least one is needed"})
        if unknown := set(self.hidden_kinds) - set(Kind.values):
            raise ValidationError({"hidden_kinds": f"unknown: {', '.join(sorted(map(str, unknown)))}"})
        try:
            check_tags(self.hidden_tags)
        except BadText as error:
            raise ValidationError({"hidden_tags": str(error)}) from error
        if self.default_namespace and not self.covers(self.default_namespace):
            raise ValidationError({"default_namespace": "lies outside the key's pattern"})

    @property
    def hidden(self) -> Hidden:
        return Hidden.of(self.hidden_kinds, self.hidden_tags)

    def covers(self, name: str) -> bool:
        return pattern_covers(self.namespace_pattern, name)

    def rotate(self, overlap: timedelta = OVERLAP) -> tuple[ApiKey, str]:
        """A new key that may the same for as long, with its text; this one ends after `overlap`, for tokens at once."""
        with transaction.atomic():
            subject, self.subject = self.subject, ""
            self.save(update_fields=["subject"])
            fresh, text = ApiKey.objects.issue(
                self.name, pattern=self.namespace_pattern, scopes=self.scopes, default_namespace=self.default_namespace,
                expires_at=self.expires_at, purpose=self.purpose, hidden=self.hidden, subject=subject,
            )  # fmt: skip
            ends = timezone.now() + overlap
            self.expire(ends if self.expires_at is None else min(ends, self.expires_at))
        return fresh, text

    def expire(self, at: datetime) -> None:
        """Let it open nothing from `at` on."""
        self.expires_at = at
        self.save(update_fields=["expires_at"])

    def revoke(self) -> None:
        """Let it open nothing from now on. Twice changes nothing."""
        if self.revoked_at is None:
            self.revoked_at = timezone.now()
            self.save(update_fields=["revoked_at"])

    @property
    def usable(self) -> bool:
        return self.revoked_at is None and (self.expires_at is None or self.expires_at > timezone.now())
