"""Most of what is measured here needs transactions that are real."""

from tests.store import committed

__all__ = ["committed"]
