"""How long what a fact tells stays worth knowing."""

from __future__ import annotations

from django.db import models


class Durability(models.TextChoices):
    """Of a fact. A lasting one is never retired by decay alone: where it has faded, a person is asked."""

    LASTING = "lasting", "Lasting"  # who somebody is, health, relations, standing instructions
    ORDINARY = "ordinary", "Ordinary"
    PASSING = "passing", "Passing"  # the task of the hour, a plan for a date
