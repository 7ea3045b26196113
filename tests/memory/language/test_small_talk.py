"""Small talk tells nothing, however it is put; what tells something in few and light words is none."""

from __future__ import annotations

import pytest

from memory.language import ENGLISH, NEUTRAL
from memory.language.en import small_talk


@pytest.mark.parametrize(
    "text",
    [
        "Sure, here you go!",
        "Hey, quick question",
        "Can I ask you something?",
        "I need help with something",
        "got a sec?",
        "One more thing",
        "I'm back!",
        "Happy to help!",
        "You're welcome, let me know",
        "You're welcome! Let me know if you need anything else.",
        "Thanks for the update.",
        "Glad it worked out!",
        "That's great news, congratulations to the whole team!",
        "I'm sorry to hear that, that must be frustrating.",
        "I hope you feel better soon.",
        "Enjoy!",
        "Enjoy your evening!",
        "Have a good one",
        "Good luck!",
        "You too!",
        "No worries at all",
        "I'll keep that in mind.",
        "Here it is.",
        "Sure thing!",
        "Fingers crossed!",
        "Hope that helps!",
        "Happy Friday!",
        "Of course, just a second.",
        "How can I help you today?",
        "Anything else I can do for you?",
        "Keep it up!",
        "Get well soon!",
        "Take care!",
        "Have a great weekend!",
        "Absolutely, my pleasure.",
        "Hi there! Happy to help with anything.",
        "Well done!",
        "thx, ttyl",
        "Fantastic news, enjoy the run!",
        "Welcome to the new home!",
        "Don't worry about it.",
        "",
        "🎉",
    ],
)
def test_thanks_wishes_offers_and_praise_say_nothing(text):
    assert ENGLISH.says_nothing(text)


@pytest.mark.parametrize(
    "text",
    [
        "We won!",
        "She said yes!",
        "Passed!",
        "He got it!",
        "We did it!",
        "Got in!",
        "I quit!",
        "It's off!",
        "We're off!",
        "No more meat!",
        "They let me go!",
        "He moved out.",
        "I'm on call.",
        "I'm not well.",
        "I got the keys!",
        "It is done now, finally: divorced!",
        "Engaged!",
        "Sold!",
        "Fired.",
        "She's better now.",
        "We are both on it.",
        "Happy to help on Saturday.",
        "Let me know by Friday.",
        "Here you go: 4417.",
        "I enjoy chess.",
        "Hope to retire early.",
        "Good luck charm is a blue stone.",
        "I am happy at work.",
        "Keep it at 40 degrees.",
        "I hope you fixed the deploy.",
        "The team will take care of Rex.",
        "Yes, both of us.",
        "They said no.",
        "It's a girl!",
        "Cancelled!",
        "Have to run to work today.",
        "I won't be there.",
        "Good luck with it, and the code is 4417.",
        "Happy to help with anything. " * 20,
    ],
)
def test_what_tells_something_in_light_words_is_no_small_talk(text):
    assert not ENGLISH.says_nothing(text)


def test_the_small_talk_of_a_language_that_is_not_known_is_not_told_apart():
    assert not NEUTRAL.says_nothing("Danke!")


def test_a_clause_with_a_word_of_no_form_is_compared_with_none(monkeypatch):
    monkeypatch.setattr(small_talk, "_AFTER", None)  # looking there would raise
    assert not ENGLISH.says_nothing("Thanks for the kiln.")
