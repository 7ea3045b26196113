"""The pure parts of search: fusing ranked lists, and what a prompt asks for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.language import ENGLISH
from memory.language.words import folded_words
from memory.search.fusion import RRF_K, ranks, reciprocal_rank_fusion
from memory.search.query import MAX_TERMS, names, terms

LISTS = st.dictionaries(st.sampled_from(["text", "vector", "entity"]), st.lists(st.integers(1, 30), unique=True))


@given(LISTS)
def test_each_list_gives_its_share(lists):
    scores = reciprocal_rank_fusion(lists)
    assert set(scores) == {item for ranked in lists.values() for item in ranked}
    for item, score in scores.items():
        places = ranks(lists, item)
        assert score == pytest.approx(sum(1 / (RRF_K + place) for place in places.values() if place))


@given(LISTS, st.integers(1, 30))
def test_standing_in_one_more_list_never_lowers_a_score(lists, item):
    before = reciprocal_rank_fusion(lists).get(item, 0)
    assert reciprocal_rank_fusion({**lists, "more": [item]})[item] > before


@given(st.text())
def test_terms_are_distinct_words_without_stop_words_unless_there_is_nothing_else(text):
    found = terms(text, ENGLISH)
    assert len(found) == len(set(found)) <= MAX_TERMS
    assert set(found) <= set(folded_words(text))
    assert set(found).isdisjoint(ENGLISH.stop_words) or set(folded_words(text)) <= ENGLISH.stop_words


def test_words_are_folded_as_the_full_text_index_folds_them():
    assert folded_words("Café, NAÏVE") == ["cafe", "naive"]
    assert folded_words("một й 한국 ﬁ ²") == ["một", "й", "한국", "ﬁ", "²"]


@given(st.text(max_size=80))
def test_runs_of_words_come_longest_first_and_begin_and_end_in_words(text):
    lengths = []
    for start, end, run in names(text):
        assert run
        assert end - start == len(run)
        assert not run[0].isspace()
        assert not run[-1].isspace()
        lengths.append(len(folded_words(run)))
