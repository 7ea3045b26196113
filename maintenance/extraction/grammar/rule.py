"""One line of the extractor's table: what a rule does, a sentence that it takes, and one like it that it leaves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .statement import Learnable


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule by which statements are kept, or left out.

    `applies` says whether the rule decides on a statement; the rules without it are asked while a sentence is read,
    before there is a statement, or after it is written. A rule with `keeps` is asked, by it, whether the statement
    is kept; one without leaves it out. `takes` is said so that the rule keeps it (or leaves it out, without `keeps`),
    `leaves` so that it does not; `before` is the assistant's turn before it, where one is needed. `confidence` is added
    to that of what is kept, and `tag`, where it has one, stands before its other tags.
    """

    name: str
    does: str
    takes: str
    leaves: str
    applies: Callable[[Learnable], bool] | None = None
    keeps: Callable[[Learnable], bool] | None = None
    confidence: float = 0.0
    tag: str = ""
    before: str = ""
