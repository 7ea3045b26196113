"""Languages: all that the program knows of one stands behind a `Language` value, and the rest of it asks that value.

English is known; every other language is `NEUTRAL`, with which search, ranking and the store work by words, meaning and
figures alone. A namespace names its language in its settings (`language`); "auto" looks at each text.
"""

from __future__ import annotations

from .base import Language
from .detection import is_english, may_be_english
from .en import ENGLISH
from .neutral import NEUTRAL

__all__ = [
    "AUTO", "ENGLISH", "NEUTRAL", "Language", "chosen", "may_be_short_for", "names_of_one", "of_query",
    "recognised", "titles_of_people", "words_of_calling",
]  # fmt: skip

AUTO = "auto"
KNOWN = {ENGLISH.code: ENGLISH}


def chosen(setting: str, *texts: str) -> Language:
    """The language that a namespace's setting names by its tag ("en-GB"), or with "auto" that of `texts`."""
    return recognised(*texts) if setting == AUTO else KNOWN.get(setting.split("-")[0].lower(), NEUTRAL)


def of_query(setting: str, query: str) -> Language:
    """The same for what somebody asks, who may say keywords alone."""
    return (ENGLISH if may_be_english(query) else NEUTRAL) if setting == AUTO else chosen(setting)


def may_be_short_for(short: str) -> frozenset[str]:
    """What a first name may be short for, in any language that is known: names travel."""
    return frozenset().union(*(language.names.full_names(short) for language in KNOWN.values()))


def names_of_one(text: str) -> list[tuple[str, str]]:
    """(another name, the name) of whoever a text says to go by both, in any language that is known."""
    return [pair for language in KNOWN.values() for pair in language.names.called_so(text)]


def words_of_calling() -> tuple[str, ...]:
    """The folded words one of which stands in each text that `names_of_one` reads something in."""
    return tuple(word for language in KNOWN.values() for word in language.names.calling)


def titles_of_people() -> frozenset[str]:
    """What stands before a last name, without its stop, in any language that is known."""
    return frozenset().union(*(language.names.titles for language in KNOWN.values()))


def recognised(*texts: str) -> Language:
    """The language of these texts taken together: English, or `NEUTRAL` for any other."""
    return ENGLISH if is_english(*texts) else NEUTRAL
