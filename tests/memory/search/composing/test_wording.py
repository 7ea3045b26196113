"""What a text tells is read off its sentences, each of which is taken apart once."""

from __future__ import annotations

from memory.language import ENGLISH
from memory.language.base import ValueKind, ValueName
from memory.language.words import folded_words
from memory.search.composing import wording


def test_each_sentence_is_taken_apart_once(monkeypatch):
    read = []

    def counted(text):
        read.append(text)
        return folded_words(text)

    monkeypatch.setattr(wording, "folded_words", counted)
    wording.saying(ENGLISH, "The kiln is at 1180 now, once more. Is the glaze dry?")
    assert read == ["The kiln is at 1180 now, once more.", "Is the glaze dry?"]


def test_the_words_of_all_sentences_count_and_the_sign_of_those_that_tell():
    said = wording.saying(ENGLISH, "I moved the kiln to Bergen. Is the old shed still cold?")
    assert said.stems >= {"kiln", "bergen", "shed", "cold"}
    assert said.values[ValueKind(ValueName.NAME)] == {"bergen"}
    assert said.sign == "telling"
    assert not said.only_asks
    assert not said.is_own
    assert wording.saying(ENGLISH, "Did you move the kiln?").sign is None


def test_a_phrase_of_three_words_is_a_sign():
    assert wording.saying(ENGLISH, "I said it.").sign == "telling"
    assert wording.saying(ENGLISH, "I asked it.").sign is None


def test_who_owns_up_tells_of_a_change():
    assert wording.saying(ENGLISH, "They typed wrong digits.").sign == "hinting"
    assert wording.saying(ENGLISH, "I told you the sulfa was 1987.").sign == "telling"


def test_what_we_do_is_not_one_speakers_own():
    assert wording.saying(ENGLISH, "I page Dana through Beacon.").is_own
    assert not wording.saying(ENGLISH, "We page through Beacon, our shift is on call.").is_own
    assert wording.saying(ENGLISH, "The keys are with Omar and my locker is 12.").is_own


def test_what_another_team_does_changes_nothing_of_ours():
    ours = wording.saying(ENGLISH, "We page through Beacon on the platform team.")
    for said, may in (
        ("we dropped Beacon, it's Flare since the 1st", True),
        ("on the platform team we dropped Beacon, it's Flare now", True),
        ("in the data team we dropped Pager, it's Flare now since the 1st", False),
        ("over in payments we moved to Flare now", False),
        ("the door squeaks", False),
    ):
        assert wording.may_change(wording.saying(ENGLISH, said), ours) is may, said
    nobodys = wording.saying(ENGLISH, "The door code is 4471.")
    assert wording.may_change(wording.saying(ENGLISH, "the code of the door is 9023"), nobodys)
