"""Which namespaces a person may look into through the admin."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from .namespaces import NAMESPACE_MAX_LENGTH, pattern_covers, validate_namespace_pattern


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
