"""The words that sessions share are found by how they begin, and are those that reading every word finds."""

from __future__ import annotations

from itertools import chain

from hypothesis import given
from hypothesis import strategies as st

from memory.language.en import ENGLISH
from memory.language.words import folded_words
from memory.search.composing.beginnings import REACH, words_beginning
from memory.search.composing.wording import linked_by, linking_stems

WORDS = (
    "kiln kilns delivered Delivery hop hopping hoped ties tied eying is 30 4th café CAFÉS İo naïve o'neil x_y".split()
)
GAPS = (" ", ", ", "\n", ".", "-", "_", "\x00", "’")
texts = st.lists(
    st.lists(st.tuples(st.sampled_from(WORDS) | st.text(max_size=6), st.sampled_from(GAPS)), max_size=8)
    .map(lambda parts: "".join(chain.from_iterable(parts))),
    max_size=5,
)  # fmt: skip
plain = texts.map(lambda told: [text for text in told if text.isascii()])


@given(plain, st.lists(st.sampled_from([*WORDS, "k", "ki", "de", ""]).map(str.lower), max_size=4))
def test_each_word_that_begins_so_is_found_in_its_text(told, beginnings):
    found = set(words_beginning(told, beginnings))
    words = {(place, word) for place, text in enumerate(told) for word in folded_words(text)}
    assert found <= words
    assert found >= {(place, word) for place, word in words if any(word[:REACH] == one[:REACH] for one in beginnings)}
    assert found >= {(place, word) for place, word in words if word.startswith(tuple(filter(None, beginnings)))}


@given(st.lists(texts, max_size=4), texts)
def test_the_stems_that_are_shared_are_those_of_every_word(told, asked_of):
    asked = frozenset().union(*(linking_stems(ENGLISH, text) for text in asked_of))
    every = [frozenset().union(*(linking_stems(ENGLISH, text) for text in group)) & asked for group in told]
    assert linked_by(ENGLISH, told, asked) == every
