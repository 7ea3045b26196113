"""A pattern that is searched for whatever the text's case finds what `re.IGNORECASE` finds, sooner."""

from __future__ import annotations

import re
from itertools import product

import pytest

from memory.language import ENGLISH
from memory.language.en import medicines, must_knows
from memory.language.words import AnyCase

TEXTS = (
    "Plan a DINNER for Maya", "who Invented chocolate?", "Find a café in Zürich for Lunch",
    "Get the wine out of MY SHIRT", "Can I take Ramipril with an ANTIHISTAMINE?", "Buy Swimming Caps",
    "ORDER gloves – and a Röck", "Book a Meeting room", "DRAW a chart", "my dad has an ALLERGY clinic",
    "nothing of it", "", "İSTANBUL HOTEL ſnacks",
)  # fmt: skip
PATTERNS = [
    must_knows._NOT_TAKEN, medicines._ANY_MEDICINE,
    *(kind.asked for kind in ENGLISH.cues.must_knows if isinstance(kind.asked, AnyCase)),
]  # fmt: skip


@pytest.mark.parametrize("pattern", PATTERNS, ids=lambda pattern: pattern.plain.pattern[:20])
def test_it_finds_what_a_pattern_finds_that_ignores_the_case(pattern):
    slow = re.compile(pattern.plain.pattern, re.IGNORECASE)
    for text, change in product(TEXTS, (str, str.upper, str.lower, str.title, str.swapcase)):
        found, expected = pattern.search(change(text)), slow.search(change(text))
        assert (found and found.span()) == (expected and expected.span()), change(text)


def test_the_texts_are_found_by_each_kind_of_pattern():
    found = [any(pattern.search(text) for text in TEXTS) for pattern in PATTERNS]
    assert sum(found) >= len(PATTERNS) - 1


@pytest.mark.parametrize("pattern", PATTERNS, ids=lambda pattern: pattern.plain.pattern[:20])
def test_it_is_written_in_small_letters(pattern):
    """A capital letter would be found in no plain text."""
    assert not re.search(r"[A-Z]", re.sub(r"\\.", "", pattern.plain.pattern))
