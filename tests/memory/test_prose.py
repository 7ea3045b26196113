"""Sentences as running text."""

import pytest

from memory.prose import drawn_together, sentence, subject


@pytest.mark.parametrize(
    ("sentences", "text"),
    [
        (["Maya likes tea.", "Maya owns a bike."], "Maya likes tea; owns a bike."),
        (["Maya's aunt Elin lives in Oslo.", "Maya's aunt Elin is shy."], "Maya's aunt Elin lives in Oslo; is shy."),
        (["Maya's sister is shy.", "Maya's boss is loud."], "Maya's sister is shy. Maya's boss is loud."),
        (["Maya likes tea.", "Tom likes tea.", "Maya sings."], "Maya likes tea; sings. Tom likes tea."),
        (["Maya Weber sings.", "Maya sings."], "Maya Weber sings. Maya sings."),
        (["Maya sings!", "Maya dances?"], "Maya sings!; dances?"),
        ([], ""),
    ],
)
def test_sentences_about_one_subject_become_one(sentences, text):
    assert drawn_together(sentences) == text


def test_a_sentence_has_one_line_and_an_end():
    assert sentence(" a\nb ") == "a b."
    assert sentence("a?") == "a?"


def test_only_a_name_is_a_subject():
    assert subject("The cat sleeps.", "The cat eats.") == ""
