"""What kind of thing a name in a fact is, by all that is said of it, and the names that a fact gives to somebody."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from itertools import islice

from .kinds_beside import kind_alone, kind_beside
from .lexicon import KIN, PETS, TIMES

# A turn may say one name thousands of times. Chosen: the longest words that tell of it fit into so many characters.
BESIDE = 120
MOST_LOOKED_AT = 200  # times that one text says the name; chosen
_BESIDE = r"(?<![\w'-]){name}(?!\w)"

_KIN_OR_PET = "|".join(sorted(map(re.escape, KIN | PETS), key=len, reverse=True))
_INTRODUCED = re.compile(
    rf"(?:['’]s?|\b[Aa]n?|\b[Tt]he) (?:[a-z]+ )?(?:{_KIN_OR_PET})"
    rf",?(?: called| named)? (?P<name>[A-Z][\w'-]*[a-z])(?!\w)"
)


def introduced(content: str) -> list[str]:
    """Names of relatives and pets that a fact gives: "the user's cat Miso", "a son called Finn"."""
    found = (one["name"].removesuffix("'s") for one in _INTRODUCED.finditer(content))
    return [name for name in found if name.lower() not in TIMES]


def kind_by_all(texts: Iterable[str], name: str, guessed: str) -> str:
    """The entity type of `name` by all that is said of it: what most of the texts tell that speak against the guess."""
    told = Counter(kind for text in texts if name in text and (kind := kind_of(text, name, guessed)) != guessed)
    return told.most_common(1)[0][0] if told else guessed


LEAST_TOLD = 2  # facts that speak against a kind that is known, before it is revised; chosen
_KINDS = ("person", "location", "organization", "other")


def kind_told(facts: Iterable[str], name: str, known: str) -> str:
    """The entity type of `name`, `known` as one: another where several facts tell so, and more than tell this one."""
    told: Counter[str] = Counter()
    for fact in facts:
        if name in fact:
            told.update({kind for guess in _KINDS if (kind := _kind_in(fact, name, guess)) not in (None, guess)})
    kind, times = told.most_common(1)[0] if told else (known, 0)
    return kind if times >= LEAST_TOLD and times > told[known] else known


def kind_of(content: str, name: str, guessed: str) -> str:
    """The entity type of `name` in the fact or turn `content`, of which a model `guessed`: another where the words
    beside it tell so, or the name by itself does, else the guess."""
    if guessed not in _KINDS:
        return guessed
    return _kind_in(content, name, guessed) or kind_alone(name, guessed)


def _kind_in(content: str, name: str, guessed: str) -> str | None:
    """What the words beside `name` tell, the first time that they tell anything."""
    for found in islice(re.finditer(_BESIDE.format(name=re.escape(name)), content), MOST_LOOKED_AT):
        start, end = found.span()
        told = kind_beside(content[max(start - BESIDE, 0) : start], content[end : end + BESIDE], name, guessed)
        if told is not None:
            return told
    return None
