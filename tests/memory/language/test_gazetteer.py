"""The lists of first names and places."""

import pytest

from memory.language.en.gazetteer import is_given_name, is_place


@pytest.mark.parametrize("name", ["Priya", "Agnieszka", "TOMASZ", "torbjørn", "Zainab"])
def test_first_names_of_many_languages_are_known(name):
    assert is_given_name(name)
    assert not is_place(name)


@pytest.mark.parametrize("name", ["Bremen", "New York", "Taiwan", "chennai", "Texas"])
def test_towns_states_and_countries_are_known(name):
    assert is_place(name)
    assert not is_given_name(name)


@pytest.mark.parametrize("word", ["Reading", "Will", "Grafana", "German", "Easter", "Lead", "", "#"])
def test_words_of_the_language_and_other_names_stand_in_no_list(word):
    assert not is_given_name(word)
    assert not is_place(word)


@pytest.mark.parametrize("word", ["Pero", "Le", "Min", "Della", "Morgen", "Porsche", "Kia", "Hermes"])
def test_words_of_grammar_in_other_languages_and_makers_are_no_first_names(word):
    assert not is_given_name(word)


@pytest.mark.parametrize("name", ["Austin", "Florence", "Orlando", "Virginia", "America"])
def test_a_well_known_place_is_no_first_name(name):
    assert not is_given_name(name)


@pytest.mark.parametrize("name", ["Bergen", "Bradford", "Denver"])
def test_what_may_as_well_be_a_persons_as_a_towns_stands_in_neither(name):
    assert not is_given_name(name)
    assert not is_place(name)
