"""Who does something: the name that history keeps, and where the change came from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..models import Origin


@dataclass(frozen=True)
class Actor:
    name: str
    origin: Origin

    @classmethod
    def curator(cls, user: Any) -> Actor:
        return cls(user.get_username(), Origin.CURATOR)

    @classmethod
    def tool(cls, name: str) -> Actor:
        return cls(name, Origin.TOOL)

    @classmethod
    def system(cls, name: str) -> Actor:
        """The service itself: consolidation, decay, enrichment, reflection."""
        return cls(name, Origin.DERIVED)
