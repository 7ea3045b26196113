"""The steps of a search, and of a block made from one, at which a memory may fall out."""

from __future__ import annotations

from enum import StrEnum


class Step(StrEnum):
    SHOWN = "shown"  # it did not fall out
    UNKNOWN = "unknown"
    KIND = "kind"
    RETIRED = "retired"
    NOT_HELD = "not_held"
    FILTERED = "filtered"
    NOT_REACHED = "not_reached"
    SUPERSEDED = "superseded"
    MERGED = "merged"
    REPEATS = "repeats"
    UNRELATED = "unrelated"
    LIMIT = "limit"
    NOT_COMPOSED = "not_composed"  # found, and not taken into the block
