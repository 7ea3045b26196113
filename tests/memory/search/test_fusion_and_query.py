"""The pure parts of search: fusing ranked lists, and what a prompt asks for."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.language import ENGLISH
from memory.language.words import folded_words
from memory.search.fusion import RRF_K, ranks, reciprocal_rank_fusion
from memory.search.query import (
    MAX_DATED_CHARACTERS,
    MAX_NAME_POSITIONS,
    MAX_NAMED_CHARACTERS,
    MAX_TERM_CHARACTERS,
    MAX_TERMS,
    names,
    terms,
    understood,
)

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


@pytest.mark.parametrize(
    ("query", "looked_for"),
    [
        ("What did my boss say yesterday?", ["boss", "say"]),
        ("Who comes tomorrow night?", ["comes", "night"]),
        ("What did I do yesterday?", ["yesterday"]),
    ],
)
def test_a_day_that_is_another_each_day_is_no_word_to_look_for_beside_others(query, looked_for):
    assert terms(query, ENGLISH) == looked_for


@pytest.mark.parametrize(
    ("query", "looked_for"),
    [
        ("What did Maya say about her manager?", ("maya", "manager")),
        ("who did I say insures the van", ("insures", "van")),
        ("Did I tell you who fixes the boiler?", ("fixes", "boiler")),
        ("Can you remind me what my dentist is called?", ("dentist", "called")),
        ("What did I say?", ("say",)),
        ("Does Ann tell jokes?", ("ann", "tell", "jokes")),
        ("Which language does Ann speak?", ("language", "ann", "speak")),
        ("Does the cat not say miaow?", ("cat", "say", "miaow")),
    ],
)
def test_that_something_was_said_is_nothing_to_look_for_beside_what(query, looked_for):
    assert understood(query).words == looked_for


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


def test_a_speaker_that_the_query_names_is_whose_turns_it_is_about_and_no_subject():
    found = understood("Where does Maya Lind row?", ["Maya Lind", "Bo"])
    assert (found.speaker, found.role, found.embedded) == ("Maya Lind", None, "Where does row")
    assert "maya" in found.words
    assert understood("Where does Maya row?", ["Maya Lind", "Bo"]).speaker is None  # half of a name is none
    assert understood("Maya", ["Maya"]).embedded == "Maya"  # nothing else is there to be embedded
    assert understood("Do Maya and Bo row?", ["Maya", "Bo"]).speaker is None
    assert understood("Do Maya and Bo row?", ["Maya", "Bo"]).embedded == "Do and row"
    assert understood("Where do we row?", ["", "?"]).embedded == "Where do we row?"


def test_who_is_meant_without_a_name_is_told_by_the_pronouns():
    assert understood("What did you suggest?").role == "assistant"
    assert understood("Where did I leave my keys?").role == "user"
    assert understood("What did you tell me about my keys?").role == "assistant"
    assert understood("Which keys are left?").role is None
    assert understood("What did Maya tell me?", ["Maya"]).role is None


def test_only_the_beginning_of_a_long_prompt_is_looked_through():
    now = datetime(2026, 5, 4, tzinfo=UTC)
    asked = "in June 2024"
    june = (datetime(2024, 6, 1, tzinfo=UTC), datetime(2024, 7, 1, tzinfo=UTC))
    before = "x" * (MAX_DATED_CHARACTERS - len(asked) - 1) + " "
    assert understood(asked, reference=now).periods == understood(before + asked, reference=now).periods == (june,)
    assert june not in understood(f"x{before}{asked}", reference=now).periods

    assert "last" in terms("x " * (MAX_TERM_CHARACTERS // 2 - 2) + "last")
    assert "last" not in terms("x " * (MAX_TERM_CHARACTERS // 2 - 1) + "last")
    assert len(terms(" ".join(f"w{n}" for n in range(MAX_TERMS + 1)))) == MAX_TERMS


def test_a_month_that_is_ahead_may_be_the_one_a_year_ago():
    def asked(query, month):
        return [
            (start.year, start.month, end.year, end.month)
            for start, end in understood(query, reference=datetime(2026, month, 4, tzinfo=UTC)).periods
        ]

    assert asked("What was in June?", 5) == [(2026, 6, 2026, 7), (2025, 6, 2025, 7)]
    assert asked("What was in June 2026?", 5) == [(2026, 6, 2026, 7)]  # it says which
    assert (2025, 6, 2025, 7) not in asked("What was in June?", 6)
    assert understood("What was in June?").periods == ()


def test_names_are_looked_for_in_runs_of_up_to_six_words():
    words = "Ada Berg Cora Dahl Eva Falk Gro"
    runs = [run for _, _, run in names(words)]
    assert runs[0] == "Ada Berg Cora Dahl Eva Falk"
    assert runs[1] == "Berg Cora Dahl Eva Falk Gro"
    assert len(runs) == len(set(runs)) == 2 + 3 + 4 + 5 + 6 + 7
    assert runs[-1] == "Gro"
    assert [words[start:end] for start, end, _ in names(words)] == runs


def test_names_are_looked_for_in_a_bounded_part():
    many = [run for _, _, run in names(" ".join(f"w{n}" for n in range(MAX_NAME_POSITIONS + 1)))]
    assert f"w{MAX_NAME_POSITIONS - 1}" in many
    assert f"w{MAX_NAME_POSITIONS}" not in many
    space = " " * (MAX_NAMED_CHARACTERS - 3)
    assert [run for _, _, run in names(space + "Ada")] == ["Ada"]
    assert [run for _, _, run in names(space + " Ada")] == ["Ad"]
    assert [run for _, _, run in names("")] == []


def test_a_mark_behind_a_letter_belongs_to_its_word():
    assert [run for _, _, run in names("दिल्ली")] == ["दिल्ली"]
    assert [run for _, _, run in names("cafe\u0301s")] == ["cafés"]


@pytest.mark.parametrize("when", ["right now", "at the moment", "at present", "these days", "currently", "nowadays"])
def test_that_it_is_asked_of_today_is_no_word_to_look_for(when):
    assert understood(f"Who leads the choir {when}?").words == ("leads", "choir")
    assert understood("What is the right size in the days of May?").words == ("right", "size", "days", "may")


@pytest.mark.parametrize(
    ("query", "words", "is_of_a_time"),
    [
        ("What was I doing two weekends ago?", (), True),
        ("What did we do yesterday?", (), True),
        ("What did I do in June?", ("june",), True),
        ("Where did we go on holiday last summer?", ("go", "holiday", "summer"), False),
        ("Two weeks ago I bought two bikes, which?", ("two", "bought", "bikes"), False),
        ("What is my rent?", ("rent",), False),
        ("Where did I move from four years ago?", ("move", "four", "years", "ago"), False),
        ("What did we do before June?", ("june",), False),
        ("What did I do after the first of May?", ("first", "may"), False),
        ("What did I do in June, before I did what you did?", ("june",), True),
        ("???", (), False),
    ],
)
def test_words_that_only_say_which_time_is_meant_are_not_looked_for(query, words, is_of_a_time):
    asked = understood(query, reference=datetime(2026, 6, 15, 19, tzinfo=UTC))
    assert (asked.words, asked.is_of_a_time) == (words, is_of_a_time)


def test_a_stretch_of_time_is_one_period_and_its_words_only_say_which():
    asked = understood("What did we do around Easter?", reference=datetime(2026, 9, 16, 10, tzinfo=UTC))
    assert [(start.date().isoformat(), end.date().isoformat()) for start, end in asked.periods] == [
        ("2026-03-29", "2026-04-11")
    ]
    assert (asked.words, asked.is_of_a_time) == (("easter",), True)
    asked = understood("What did I buy in the last few months?", reference=datetime(2026, 9, 16, 10, tzinfo=UTC))
    assert (len(asked.periods), asked.words) == (1, ("buy",))


def test_the_name_of_a_time_is_no_name_of_somebody():
    """Nobody need have told of "Halloween" for what was said that day to answer."""
    asked = understood("What did I dress up as for Halloween?", reference=datetime(2026, 9, 16, 10, tzinfo=UTC))
    assert asked.asked_for is not None
    assert not asked.asked_for.names
