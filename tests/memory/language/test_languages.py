"""Which language a text is in, and what holds in a language that is not known."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.language import AUTO, ENGLISH, NEUTRAL, chosen, of_query, recognised
from memory.prose import drawn_together, sentence
from memory.search.query import terms, understood
from memory.similarity import difference, is_duplicate

ENGLISH_TEXTS = (
    "I have lived in Hamburg with my husband for three years.", "Lisbon trip", "What did Maria say about La Boqueria?",
    "ok", "42", "", "Wow! 😀",
)  # fmt: skip
OTHER_TEXTS = (
    "Ich wohne seit drei Jahren mit meinem Mann in Hamburg.", "Vivo en Madrid con mi hermana y su perro.",
    "J'habite à Lyon depuis deux ans avec ma sœur.", "Я живу в Москве с сестрой.", "私は東京に住んでいます。",
    "أعيش في القاهرة مع أختي",
)  # fmt: skip


@pytest.mark.parametrize("text", ENGLISH_TEXTS)
def test_english_and_what_is_too_short_to_tell_is_read_as_english(text):
    assert recognised(text) is ENGLISH


@pytest.mark.parametrize("text", OTHER_TEXTS)
def test_any_other_language_is_neutral(text):
    assert recognised(text) is NEUTRAL


@pytest.mark.parametrize(
    "query",
    [
        "dentist appointment Bergen reminder insurance invoice payment budget march",
        "python flask sqlite login session cookie bug deploy docker compose",
        "for dentist Bergen reminder insurance invoice payment budget march bill",
    ],
)
def test_a_query_of_many_keywords_is_read_as_english(query):
    assert of_query(AUTO, query) is ENGLISH
    assert of_query("de", query) is NEUTRAL


@pytest.mark.parametrize("text", OTHER_TEXTS)
def test_a_query_in_another_language_is_neutral(text):
    assert of_query(AUTO, text) is NEUTRAL


def test_a_month_among_many_keywords_is_found():
    query = "dentist appointment Bergen reminder insurance invoice payment budget in March 2026"
    assert understood(query).periods


def test_a_namespace_names_its_language_or_each_text_is_looked_at():
    german, english = OTHER_TEXTS[0], ENGLISH_TEXTS[0]
    assert (chosen(AUTO, german), chosen(AUTO, english)) == (NEUTRAL, ENGLISH)
    assert (chosen("en", german), chosen("de", english)) == (ENGLISH, NEUTRAL)


@given(st.text(max_size=80))
def test_any_text_is_recognised(text):
    assert recognised(text) in (ENGLISH, NEUTRAL)


def test_in_an_unknown_language_no_word_is_too_common_to_be_looked_for():
    assert terms("was in aller Welt", NEUTRAL) == ["was", "in", "aller", "welt"]
    assert terms("what in the world", ENGLISH) == ["world"]


def test_english_cues_do_not_steer_a_question_in_another_language():
    question = understood("Wo war ich im Mai, und wann war das?", language=NEUTRAL)
    assert (question.asks, question.role, question.periods) == (frozenset(), None, ())
    assert understood("When was I in Rome in May 2024?", language=ENGLISH).asks == {"time"}


def test_dates_in_figures_are_read_in_every_language():
    found = [span.text for span in NEUTRAL.resolve_dates("Am 7.5.2023 um 15:00, nicht 2023-06-01; am Freitag, im Mai")]
    assert found == ["7.5.2023", "15:00", "2023-06-01"]


def test_in_an_unknown_language_only_the_same_words_are_the_same_fact():
    assert is_duplicate("Mein Hund heißt Bello.", "mein hund heißt bello", NEUTRAL)
    assert not is_duplicate("Mein Bruder wohnt in Rom", "Mein Bruder wohnt in Bari", NEUTRAL)
    assert difference("Sie hat 2 Hunde", "Sie hat 3 Hunde", NEUTRAL) == "number"


def test_sentences_end_with_the_marks_of_their_script():
    assert sentence("私は東京に住んでいます。") == "私は東京に住んでいます。"
    assert sentence("هل تحب الشاي؟") == "هل تحب الشاي؟"
    assert sentence("Я живу в Москве") == "Я живу в Москве."
    assert NEUTRAL.sentence_gap.split("东京。大阪！")[:2] == ["东京。", "大阪！"]
    assert drawn_together(["Maya likes tea.", "Maya sings."]) == "Maya likes tea; sings."
