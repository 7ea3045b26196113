"""A prompt that only greets, thanks or takes leave needs nothing that is known, nor one that a calculator answers."""

from __future__ import annotations

import pytest

from memory.language import ENGLISH, NEUTRAL
from memory.language.en.needing_nothing import NEEDS_NOTHING
from tests.pace import is_brief


@pytest.mark.parametrize(
    "prompt",
    [
        "hello",
        "Hi there!",
        "ok",
        "Okay, cool 👍",
        "Thanks, that's all",
        "thank you so much, that’s it for today",
        "Good morning!",
        "have a lovely weekend",
        "got it, thanks",
        "yes please",
        "no thanks",
        "great, see you tomorrow",
        "lol ok bye",
        "ta love",
        "cheers mate, that did the trick",
        "Thanks, that was quick!",
        "it works now, thank you so much",
        "Brilliant, you're a star",
        "Thank you for your patience.",
        "Is there anything else I can help you with today?",
        "good night everybody xx",
        "You're too kind",
        "thanks for letting me know, you've been very helpful",
        "this is perfect, thank u ever so much",
        "all sorted, talk to you tomorrow",
        "ur a star, ta",
        "thanks for that, much appreciated",
        "Thank you both for your time",
        "Anything else I can get for you?",
        "what is 17 percent of 340?",
        "12 x 14",
        "convert 3 miles to km",
    ],
)
def test_it_needs_nothing(prompt):
    assert ENGLISH.cues.needs_nothing.match(prompt)
    assert NEUTRAL.cues.needs_nothing.match(prompt) is None


@pytest.mark.parametrize(
    "prompt",
    [
        "ok?",
        "is there anything else we agreed",
        "how can I help my mum",
        "is there anything else I can do about my knee",
        "anything else I can get for Mia",
        "is there anything else I can do today?",
        "too good",
        "thanks for letting Omar in",
        "you've been to Rome with me",
        "enjoy your flat",
        "that helps. what about Ben's dose",
        "thanks for that, and what else did Omar say",
        "cheers, what's my brother's address again",
        "it was quick for mum",
        "love",
        "Thanks, and where does Tom live?",
        "hello, when is the dentist",
        "ok what about me",
        "got the job",
        "remember that",
        "the deal",
        "tomorrow",
        "team",
        "yes Gillian",
        "who am I",
        "good one for mum",
        "evening class",
        "the opposite of what we agreed",
        "what's another word for bedtime",
        "how many ml in a cup",
        "what is 17 percent of my salary",
        "how many days in a sprint",
        "2 cups of coffee",
        "what does the gate code open",
        "a synonym for the name of our boat",
        "",
    ],
)
def test_it_may_need_something(prompt):
    assert ENGLISH.cues.needs_nothing.match(prompt) is None


def test_a_question_after_ones_living_needs_what_is_known():
    weigh = ENGLISH.cues.personal
    assert weigh("What do I do for a living?") == weigh("What's my job?") > 0
    assert weigh("What do I do for a wasp sting?") < 0


@pytest.mark.parametrize(
    "unit", ["good morning ", "all sorted ", "thanks so much ", "all good day ", "that's all good, "]
)
def test_a_long_text_of_greetings_is_read_in_time(unit):
    for said in (unit * 500, f"{unit * 500}xq"):
        assert is_brief(lambda said=said: NEEDS_NOTHING.match(said), 0.1), said[:40]
