"""Names that somebody types in lower case, by the evidence of the talk: "kofi" where the answer says "Kofi". Pure.

A small parser takes a name in lower case for a noun or a verb. Nothing but the talk, and what the memory knows, tells
that it is one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from memory.language.en.names import NAME_WORDS
from memory.language.en.vocabulary import MONTHS, WEEKDAYS

from ..types import Person, Turn

# Letters: "al" and "jo" are as often something else. With 2 and with 6 the development talks give the same 897 facts.
SHORTEST = 3
# A word with a capital after one in lower case: at the beginning of a sentence every word has one, and in a title.
_NAMED = re.compile(
    r"(?<![\w'’-])[a-z][a-zà-ÿ'’-]{0,20},? (?P<name>[A-Z][a-zà-ÿ]{2,20})(?:['’]s)?(?![\w'’-]| [A-Z]\w{1,20} [A-Z])"
)
_WORD = re.compile(r"(?<![\w'’@./#-])[a-zà-ÿ]{3,21}(?![\w@/#-]|['’][a-rt-z]|\.\w)")
# Whatever stands behind these is a thing or a deed: "a mark", "to mark".
_BEFORE_NOUNS = re.compile(
    r"\b(?:an?|the|my|your|our|his|her|their|this|that|to|no|some|any|every|each|[a-z]+ly) $", re.I
)
_NO_NAMES = NAME_WORDS.no_names | NAME_WORDS.also_words | {*MONTHS, *WEEKDAYS}


def is_typed(said: str) -> bool:
    """Whether a turn begins without its capital: whoever types so leaves out more."""
    return said.lstrip()[:1].islower()


def names_in(turns: Sequence[Turn], known: Iterable[Person] = ()) -> frozenset[str]:
    """The names of one word that the talk writes with a capital inside of a sentence, and those that are known."""
    found = {named["name"] for turn in turns for named in _NAMED.finditer(turn.content)}
    # Whoever writes with care writes no name small: "the website" behind "a Website" is none.
    careful = {word.group() for turn in turns if not is_typed(turn.content) for word in _WORD.finditer(turn.content)}
    found = {name for name in found if name.lower() not in careful}
    for person in known:
        called = (person.name, *person.also)
        found.update(word for name in called for word in name.split() if word.istitle() and word.isalpha())
    return frozenset(name for name in found if len(name) >= SHORTEST and name.lower() not in _NO_NAMES)


def small_words(said: str, names: frozenset[str]) -> frozenset[str]:
    """The words of a typed turn that have no capital there, but for these names; none of a turn written with care."""
    if not is_typed(said):
        return frozenset()
    return frozenset(word.group() for word in _WORD.finditer(said)) - {name.lower() for name in names}


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
