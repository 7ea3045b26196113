"""What sorts of memories there are."""

from __future__ import annotations

from django.db import models


class Kind(models.TextChoices):
    EPISODE = "episode"
    FACT = "fact"
    REFLECTION = "reflection"
