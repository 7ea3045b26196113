"""What was worked out of a text is kept for the next prompt: bounded, and told to nobody who has not the text."""

from __future__ import annotations

import unicodedata

import pytest

from memory.language import ENGLISH
from memory.language import words as language_words
from memory.models import ErasedWhat
from memory.search.kept import KEPT, LONGEST_KEPT, kept
from memory.services.handing import context
from memory.services.upkeep import erasures
from tests.store import CURATOR, embed_all, say


def test_a_text_is_worked_out_once_and_a_long_one_each_time():
    seen = []

    @kept
    def length(_, text):
        seen.append(text)
        return len(text)

    long = "x" * (LONGEST_KEPT + 1)
    assert [length(ENGLISH, text) for text in ("tea", "tea", long, long)] == [3, 3, len(long), len(long)]
    assert seen == ["tea", long, long]


def test_no_more_than_so_many_are_kept():
    seen = []

    @kept
    def seen_before(_, text):
        seen.append(text)

    for number in [*range(KEPT + 1), 0]:
        seen_before(ENGLISH, str(number))
    assert seen.count("0") == 2


def test_what_was_erased_is_in_no_block_though_an_earlier_one_was_made_of_it(namespace):
    said = say(namespace, "s1", "The boat lies in Voss.", "The boat is painted red.")
    embed_all()
    prompt = "Where does the boat lie?"
    assert "Voss" in context.build(namespace, prompt, record=False).block
    erasures.erase(namespace, ErasedWhat.MEMORY, said[0].uid, actor=CURATOR)
    left = context.build(namespace, prompt, record=False).block
    assert "Voss" not in left
    assert "red" in left


@pytest.mark.parametrize("text", ["Zürich Ærø", "ếй한ﬁ", "e\u0301te\u0301", "İstanbul ǅ", "naïve café"])
def test_letters_are_folded_one_by_one_however_many_are_known(text, monkeypatch):
    def without_accent(letter):
        parts = unicodedata.normalize("NFD", letter)
        return parts[0] if len(parts) == 2 and parts[0].isascii() else letter

    expected = "".join(map(without_accent, unicodedata.normalize("NFC", text))).lower()
    monkeypatch.setattr(language_words, "MOST_LETTERS", 2)
    language_words._WITHOUT_ACCENTS.clear()
    assert language_words.fold(text) == expected == language_words.fold(text)
    assert len(language_words._WITHOUT_ACCENTS) <= 2
