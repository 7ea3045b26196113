"""Names that somebody types in lower case, by the evidence of the talk: "kofi" where the answer says "Kofi". Pure.

A small parser takes a name in lower case for a noun or a verb. Nothing but the talk, and what the memory knows, tells
that it is one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from memory.language.en.names import NAME_WORDS
from memory.language.en.vocabulary import MONTHS, WEEKDAYS

from .types import Person, Turn

SHORTEST = 3  # letters: "al" and "jo" are as often something else
# A word with a capital after one in lower case or a comma: at the beginning of a sentence every word has one.
_NAMED = re.compile(r"(?<=[a-z,] )(?P<name>[A-Z][a-zà-ÿ]{2,20})(?:['’]s)?(?![\w'’-])")
_WORD = re.compile(r"(?<![\w'’@./#-])[a-zà-ÿ]{3,21}(?![\w@/#-]|['’][a-rt-z]|\.\w)")
# Whatever stands behind these is a thing or a deed: "a mark", "to mark".
_BEFORE_NOUNS = re.compile(
    r"\b(?:an?|the|my|your|our|his|her|their|this|that|to|no|some|any|every|each|[a-z]+ly) $", re.I
)
_NO_NAMES = NAME_WORDS.no_names | NAME_WORDS.also_words | {*MONTHS, *WEEKDAYS}


def names_in(turns: Sequence[Turn], known: Iterable[Person] = ()) -> frozenset[str]:
    """The names of one word that the talk writes with a capital inside of a sentence, and those that are known."""
    found = {named["name"] for turn in turns for named in _NAMED.finditer(turn.content)}
    for person in known:
        called = (person.name, *person.also)
        found.update(word for name in called for word in name.split() if word.istitle() and word.isalpha())
    return frozenset(name for name in found if len(name) >= SHORTEST and name.lower() not in _NO_NAMES)


def with_names(text: str, names: frozenset[str]) -> str:
    """The text with these names in capitals; "leos lesson" is Leo's, and "leos coming" tells of him."""
    if not names:
        return text
    called = {name.lower(): name for name in names}

    def capital(found: re.Match[str]) -> str:
        word = found.group()
        if _BEFORE_NOUNS.search(text, max(0, found.start() - 20), found.start()):
            return word
        if word in called:
            return called[word]
        one = called.get(word[:-1]) if word.endswith("s") else None
        if one is None:
            return word
        following = _FOLLOWING.match(text, found.end())
        return word if following is None else f"{one} is" if following["doing"] else f"{one}'s"

    return _WORD.sub(capital, text)


_FOLLOWING = re.compile(r" (?:(?P<doing>[a-z]{2,20}ing|not|in|on|at|back|off|an?|the|still|now)\b|[a-z])")
