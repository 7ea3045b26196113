"""How far a memory's words are trusted, and why some are kept away from every model."""

from __future__ import annotations

from typing import Literal

from django.db import models

TrustName = Literal["import", "tool", "agent", "user", "curator"]


class Trust(models.IntegerChoices):
    """Who stands behind a memory's words, the least trusted first. Steps apart, so that another may come between."""

    IMPORT = 10, "imported"
    TOOL = 20, "a tool"
    AGENT = 30, "an agent"
    USER = 40, "the user"
    CURATOR = 50, "a curator"

    @property
    def word(self) -> TrustName:
        """The trust as the API says it."""
        return _WORDS[self]


class QuarantineReason(models.TextChoices):
    """What a memory in quarantine tries on the model that would read it; or that nobody looked yet."""

    INSTRUCTION = "instruction", "It gives the assistant orders"
    EXFILTRATION = "exfiltration", "It would carry data away"
    ROLE = "role", "It poses as a part of the prompt"
    INVISIBLE = "invisible", "It hides characters that nobody sees"
    UNSCREENED = "unscreened", "It was not screened yet"  # soon it is, and handed out or kept


_WORDS: dict[Trust, TrustName] = {
    Trust.IMPORT: "import", Trust.TOOL: "tool", Trust.AGENT: "agent", Trust.USER: "user", Trust.CURATOR: "curator",
}  # fmt: skip
