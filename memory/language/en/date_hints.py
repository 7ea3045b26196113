"""Whether a text in English may hold a date: looked for first, as most messages have none. Pure."""

import re

from .vocabulary import HOLIDAYS, MONTHS, WEEKDAYS

# A text without any of these has no date. One pattern of them all takes ten times as long: a pattern that begins with
# no letter of its own is tried at every place.
_HINTS = (
    *"week month year night morrow morning afternoon evening spring summer autumn winter".split(),
    *(name for name in MONTHS if len(name) > 3),
    *HOLIDAYS,
)
_HINTING_WORDS = frozenset({"ago", "fall", *MONTHS, *WEEKDAYS})
_DAYS = re.compile(r"days?\b")
_DIGIT = re.compile(r"\d")
_WORD = re.compile(r"\w+")


def may_hold_date(text: str) -> bool:
    """False only where no rule of `dates` can find anything in `text`."""
    text = text.casefold()
    return (
        _DIGIT.search(text) is not None
        or any(hint in text for hint in _HINTS)
        or ("day" in text and _DAYS.search(text) is not None)
        or not _HINTING_WORDS.isdisjoint(_WORD.findall(text))
    )
