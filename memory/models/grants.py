"""Which namespaces a person may look into through the admin."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q, QuerySet

from .namespaces import NAMESPACE_MAX_LENGTH, Namespace, pattern_covers, validate_namespace_pattern

EVERYTHING = "*"
CURATE = "memory.change_memory"  # the permission of those who decide


class NamespaceGrant(models.Model):
    """Lets one person see the namespaces that `pattern` covers; what they may do there is their role's matter.

    ``*`` grants all of them, and with them the deliberate look across. A superuser needs no grant.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="namespace_grants", db_index=False)
    pattern = models.CharField(
        max_length=NAMESPACE_MAX_LENGTH + 2,
        validators=[validate_namespace_pattern],
        help_text="A namespace, a prefix such as acme/*, or * for all.",
    )

    class Meta:
        db_table = "namespace_grants"
        constraints = [models.UniqueConstraint(fields=["user", "pattern"], name="namespace_grants_once")]

    def __str__(self) -> str:
        return f"{self.user} → {self.pattern}"

    def covers(self, name: str) -> bool:
        return pattern_covers(self.pattern, name)


def patterns_of(user: Any) -> tuple[str, ...]:
    """What a person was granted: patterns of namespaces."""
    if user.is_superuser:
        return (EVERYTHING,)
    return tuple(NamespaceGrant.objects.filter(user=user).values_list("pattern", flat=True))


def granted(patterns: tuple[str, ...]) -> QuerySet[Namespace]:
    """The namespaces that one of `patterns` covers."""
    if EVERYTHING in patterns:
        return Namespace.objects.all()
    wanted = Q(pk__in=[])
    for pattern in patterns:
        wanted |= Q(name__startswith=pattern[:-1]) if pattern.endswith("/*") else Q(name=pattern)
    return Namespace.objects.filter(wanted)


def may_curate(user: Any) -> bool:
    """Whether a person decides what waits, wherever it was granted."""
    return bool(user.is_active and user.is_staff and user.has_perm(CURATE))
