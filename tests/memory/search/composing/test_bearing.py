"""What bears on the prompt is handed out; what is merely next is not."""

from __future__ import annotations

import pytest

from memory.search.candidates import Scored
from memory.search.composing.bearing import FEW_FOUND, FIRST, Bearing

from .test_choosing import turn

WEIGHTS = {"monthli": 1.0, "save": 1.0, "rate": 1.0}


def bearing(*found, parts=("coverage", "cosine")):
    """Of (text, coverage, cosine), best first; ten more lie at the middle of what was found."""
    rows = [*found, *(("Something else is told here at some length, about boats.", 0.05, 0.3),) * 10]
    pool = [turn(n, text) for n, (text, _, _) in enumerate(rows)]
    order = [
        Scored(n, words + meaning, dict(zip(parts, (words, meaning), strict=True)))
        for n, (_, words, meaning) in enumerate(rows)
    ]
    return Bearing(order, pool, WEIGHTS)


TOLD = ("I save 400 a month.", 0.6, 0.5)
BEST = (TOLD,) * FIRST


@pytest.mark.parametrize(
    ("text", "words", "meaning", "is_enough"),
    [
        ("A standing order goes off on the third of each month, 400 euros.", 0.3, 0.3, True),  # by its words
        ("A standing order goes off on the third of each month, 400 euros.", 0.0, 0.45, True),  # by what it means
        ("Explain compound interest to me as if I were ten years old, please.", 0.05, 0.32, False),  # by chance
        ("Good, short is good.", 0.2, 0.32, False),  # bare, and of the talk next to it alone
        ("I save as before.", 0.2, 0.32, True),  # few words, and one of them is the prompt's
    ],
)
def test_what_bears_on_the_prompt_by_words_or_by_meaning_is_enough(text, words, meaning, is_enough):
    assert bearing(*BEST, (text, words, meaning)).is_enough(FIRST) is is_enough


@pytest.mark.parametrize(
    ("text", "coverage", "of_assistant", "is_enough"),
    [
        # Next to what holds the prompt's words, and of the next matter: the assistant's bears less than the user's.
        ("The restaurant on the quay opens at seven, and a table for six is free.", 0.2, True, False),
        ("The restaurant on the quay opens at seven, and a table for six is free.", 0.2, False, True),
        # With a word of the prompt, or much of it next to it, the assistant's bears too.
        ("At that rate it takes until spring, so the order should stay as it is.", 0.2, True, True),
        ("The restaurant on the quay opens at seven, and a table for six is free.", 0.45, True, True),
    ],
)
def test_what_the_assistant_says_without_a_word_of_the_prompt_has_to_stand_out(text, coverage, of_assistant, is_enough):
    best = [Scored(n, 1.1, {"coverage": 0.6, "cosine": 0.5}) for n in range(FIRST)]
    parts = {"coverage": coverage, "cosine": 0.3} | ({"assistant": -0.2} if of_assistant else {})
    rest = [Scored(n, 0.35, {"coverage": 0.05, "cosine": 0.3}) for n in range(20, 30)]
    order = [*best, Scored(FIRST, coverage + 0.1, parts), *rest]
    pool = [turn(scored.rowid, text) for scored in order]
    assert Bearing(order, pool, WEIGHTS).is_enough(FIRST) is is_enough


def test_the_best_few_are_enough_but_for_what_has_nothing_to_do_with_the_prompt():
    faint = ("Explain compound interest to me as if I were ten years old, please.", 0.0, 0.34)
    nothing = ("Explain compound interest to me as if I were ten years old, please.", 0.0, 0.1)
    found = bearing(TOLD, faint, nothing)
    assert [found.is_enough(n) for n in range(3)] == [True, True, False]


def test_among_few_there_is_no_telling_what_is_chance():
    rows = [Scored(n, 1.0, {"coverage": 0.6 - n / 20, "cosine": 0.3}) for n in range(FEW_FOUND - 1)]
    few = Bearing(rows, [turn(n, "Noted.") for n in range(FEW_FOUND - 1)], WEIGHTS)
    assert all(few.is_enough(n) for n in range(FEW_FOUND - 1))


def test_of_a_ranking_that_tells_no_parts_the_score_alone_counts():
    rows = [Scored(n, 1.0 - n / 10, {"text": 0.01}) for n in range(10)]
    ranked = Bearing(rows, [turn(n, "Noted.") for n in range(10)], WEIGHTS)
    assert [ranked.is_enough(n) for n in range(10)] == [True] * 8 + [False] * 2


def test_what_stands_out_by_all_that_was_looked_at_is_enough_though_it_shares_no_word():
    told = Scored(0, 1.4, {"coverage": 0.6, "cosine": 0.5, "session": 0.3})
    later = Scored(1, 1.1, {"coverage": 0.0, "cosine": 0.3, "session": 0.4, "voice": 0.4})
    aside = Scored(2, 0.7, {"coverage": 0.0, "cosine": 0.3, "voice": 0.4})
    rest = [Scored(n, 0.4, {"coverage": 0.1, "cosine": 0.3}) for n in range(3, 13)]
    others = [Scored(n, 1.0, {"coverage": 0.5, "cosine": 0.3}) for n in range(20, 20 + FIRST)]
    order = [told, later, *others, aside, *rest]
    texts = "The groundwork was delayed, so we are not in before February."
    found = Bearing(order, [turn(scored.rowid, texts) for scored in order], WEIGHTS)
    assert [found.is_enough(n) for n in range(3)] == [True, True, False]
