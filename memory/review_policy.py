"""What in a fact's words asks for a person's look. Pure."""

from __future__ import annotations

import re

from .search.english import STOP_WORDS
from .similarity import words

# A fact may put "went" for "going" and a date for "yesterday"; when most of its telling words are nowhere in the turns
# that it is said to rest on, it was made up.
LEAST_SUPPORT = 0.5
STEM = 4  # letters by which two forms of a word are taken for one

_SENSITIVE = re.compile(
    r"\b(?:password|passcode|pin code|social security|passport number|credit card|bank account|iban|salary|debt|"
    r"bankrupt\w*|diagnos\w+|cancer|hiv|aids|depress\w+|suicid\w+|abortion|pregnan\w+|miscarriage|overdose|rehab|addict\w*|"
    r"arrest\w*|convict\w*|lawsuit|divorc\w+|affair|abus\w+|assault\w*|sexual\w*|sexuality|religio\w+|church|"
    r"mosque|synagogue|votes? for|political party|undocumented|visa status)\b",
    re.IGNORECASE,
)


def sensitive(text: str) -> str:
    """The first word of `text` that touches money, health, faith, law or the like; empty where none does."""
    match = _SENSITIVE.search(text)
    return match.group() if match else ""


def unsupported(fact: str, speaker: str, sources: list[str]) -> list[str]:
    """The telling words of `fact` that none of its `sources` has, where they are most of them; else nothing.

    Names, numbers and dates are resolved from elsewhere (the speaker's name, the turn's date), so they don't count.
    """
    given = {word[:STEM] for source in sources for word in words(source)} | {word[:STEM] for word in words(speaker)}
    telling = [
        word for word in words(fact)
        if word not in STOP_WORDS and word.isalpha() and len(word) >= STEM and not _is_frame(word)
    ]  # fmt: skip
    strange = [word for word in telling if word[:STEM] not in given]
    return strange if telling and len(strange) > (1 - LEAST_SUPPORT) * len(telling) else []


def _is_frame(word: str) -> bool:
    return word in _FRAME


# What a third-person sentence about a user is built of, whatever the user said.
_FRAME = frozenset(
    """user assistant wants want likes like said says about their them they week weekend month year before after around
    january february march april june july august september october november december monday tuesday wednesday thursday
    friday saturday sunday""".split()
)
