"""When two sentences say the same, and the guard that keeps near-twins apart."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.language import ENGLISH, NEUTRAL
from memory.similarity import (
    DUPLICATE_JACCARD,
    compared_words,
    difference,
    is_duplicate,
    is_near_twin,
    jaccard,
    normalise,
    similarity,
)

SENTENCES = st.lists(
    st.sampled_from(
        "Maya does not like tea coffee 5 five 500 Monday 22 May 2026 Ann's the never Hamburg İ ß １２".split()
    ),
    min_size=1, max_size=9,
).map(" ".join)  # fmt: skip
SETS = st.frozensets(st.text(max_size=3))


@given(SETS, SETS)
def test_jaccard_is_symmetric_and_between_nothing_and_all(a, b):
    assert jaccard(a, b) == jaccard(b, a)
    assert 0 <= jaccard(a, b) <= 1
    assert jaccard(a, a) == (1 if a else 0)


@given(st.text(max_size=40))
def test_normalising_twice_is_normalising_once(text):
    for language in (ENGLISH, NEUTRAL):
        assert normalise(normalise(text, language), language) == normalise(text, language)


@given(st.text(max_size=40))
def test_a_text_is_its_own_duplicate(text):
    assert is_duplicate(text, text)
    assert not is_near_twin(text, text)


@given(SENTENCES, SENTENCES)
def test_the_order_of_the_two_does_not_matter(a, b):
    assert is_duplicate(a, b) == is_duplicate(b, a)
    assert is_near_twin(a, b) == is_near_twin(b, a)
    assert difference(a, b) == difference(b, a)
    assert similarity(a, b) == similarity(b, a)


@given(SENTENCES, SENTENCES)
def test_what_tells_apart_is_never_a_duplicate_unless_the_words_are_the_same(a, b):
    if difference(a, b) and normalise(a) != normalise(b):
        assert not is_duplicate(a, b)


@given(SENTENCES)
def test_capitals_stops_and_articles_do_not_matter(text):
    if compared_words(text, ENGLISH):
        assert normalise(f"The {text.upper()}!", ENGLISH) == normalise(text.lower(), ENGLISH)


@pytest.mark.parametrize(
    ("a", "b", "what"),
    [
        ("The budget is 500", "The budget is 600", "number"),
        ("She owns two cats", "She owns three cats", "number"),
        ("She runs once a week", "She runs twice a week", "number"),
        ("He drinks coffee", "He does not drink coffee", "negation"),
        ("He can eat nuts", "He can't eat nuts", "negation"),
        ("He can’t eat nuts", "He can't eat nuts", ""),
        ("She never said no", "She said it", ""),  # two negations cancel out
        ("They meet on Monday", "They meet on Tuesday", "date"),
        ("The flight leaves on 22 May", "The flight leaves on 23 May", "date"),
        ("It began in 2019", "It began in 2020", "date"),
        ("It began on 2026-03-02", "It began on 2026-03-03", "date"),
        ("We meet at 10:30", "We meet at 11:30", "date"),
        ("Ann married Bob", "Ann married Carl", "name"),
        ("Alice manages Bob", "Bob manages Alice", "name"),
        ("Ann's dog is old", "Ann has an old dog", ""),
        ("Maya likes tea", "Maya likes tea very much", ""),
    ],
)
def test_what_makes_like_sentences_different(a, b, what):
    assert difference(a, b) == what
    if what:
        assert not is_duplicate(a, b)


def test_near_twins_differ_in_a_number_or_a_negation_alone():
    assert is_near_twin("The budget of the project is 500 euros", "The budget of the project is 600 euros")
    assert is_near_twin("Maya does drink coffee", "Maya does not drink coffee")
    assert not is_near_twin("The flight leaves on 22 May", "The flight leaves on 23 May")
    assert not is_near_twin("The budget is 500 euros", "Her dog weighs 12 kilos")


def test_the_bound_itself_is_a_duplicate():
    assert similarity("w x y z", "w x y") == DUPLICATE_JACCARD
    assert is_duplicate("w x y z", "w x y")
    assert not is_duplicate("w x y z", "w x y v")


def test_other_scripts_and_forms_are_words_too():
    assert compared_words("Ｍａｙａ　ＬＩＫＥＳ tea") == ["maya", "likes", "tea"]
    assert compared_words("Майя любит чай") == ["майя", "любит", "чай"]
    assert normalise("❤ ☂") == "❤ ☂"
