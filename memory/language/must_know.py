"""What must not be forgotten, and of whom: the parts of a language that say so."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

from .words import NEVER, AnyCase

# What a clause tells of a stain says nothing of the dinner that the next one asks for.
_CLAUSE_GAP = re.compile(r"[,.:;!?]\s|\s(?:and|but|so)\s")


def means_nothing(clause: str) -> bool:
    """In a language in which no such thing is known by its name."""
    return False


@dataclass(frozen=True, slots=True)
class MustKnow:
    """What must not be forgotten where a prompt has something `asked`, or `means` it, and nothing of `but_for`: texts
    with something `told` outside of what is `beside` it, an allergy to cats where somebody eats. They are found by
    these folded `words`, and as facts on somebody's health where `is_of_health`."""

    asked: re.Pattern[str] | AnyCase
    told: re.Pattern[str]
    words: tuple[str, ...]
    but_for: re.Pattern[str] | AnyCase = NEVER
    means: Callable[[str], bool] = means_nothing
    beside: re.Pattern[str] = NEVER
    is_of_health: bool = False

    def tells(self, text: str) -> frozenset[str]:
        """The lower-case words by which a text tells of it; none of one that does not."""
        return frozenset(found.group().lower() for found in self.told.finditer(self.beside.sub(" ", text)))

    def bears_on(self, prompt: str) -> bool:
        """Whether it must not be forgotten for this prompt."""
        clauses = (clause for clause in _CLAUSE_GAP.split(prompt) if self.but_for.search(clause) is None)
        return any(self.asked.search(clause) or self.means(clause) for clause in clauses)


@dataclass(frozen=True, slots=True)
class Kin:
    """Of whom a prompt speaks by what they are to somebody, "the kids": `asked` finds it in a prompt, `told` in a text
    that is of them, and `names` gives the folded names of those whom a text tells to be so. Such texts are found by
    these folded `words`, and by the names themselves."""

    asked: re.Pattern[str]
    told: re.Pattern[str]
    names: Callable[[str], frozenset[str]]
    words: tuple[str, ...]


class Holder(NamedTuple):
    """Of whom something is told, in folded words: a person, or one of theirs ("mum")."""

    person: str
    kin: str = ""


def told_of_speaker(text: str, speaker: str, is_turn: bool) -> Holder:
    """In a language that is not read for it, each tells of themselves."""
    return Holder(speaker)


def same_name(speaker: str) -> str:
    """In such a language whoever speaks goes by that name."""
    return speaker


def wished_by_speaker(instruction: str, speaker: str) -> str:
    """In a language whose instructions are not read for it, whoever said one wishes it."""
    return speaker


class Urgency(IntEnum):
    """What a must-know is, the gravest first."""

    CONDITION = 0
    DIET = 1
    WISH = 2


def most_urgent(text: str) -> Urgency:
    """The gravest, in a language whose must-knows are not told apart."""
    return Urgency.CONDITION
