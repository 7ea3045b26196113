"""Which drafted facts are left, as their signs say that few would understand them later, or want them kept."""

from __future__ import annotations

import pytest

from maintenance.extraction.keeping.drafts import QUESTIONS, WEIGHTS
from memory.language.weighing import load
from tests.maintenance.extraction.plain.test_typed import contents


@pytest.mark.parametrize(
    "said",
    [
        "thx that helps. anyway i got the form",
        "Perfect, send it. Nadia says hello. The quote is 14,850.",
        "ok that was it for today I think. the clerk never answered. we had a vote",
    ],
)
def test_what_nobody_could_understand_later_is_left(said):
    assert contents(said) == []


@pytest.mark.parametrize(
    ("said", "learnt"),
    [
        ("Perfect, send it. My sister Nadia lives in Leith.", "The user's sister Nadia lives in Leith."),
        ("Thanks a lot. I booked a flight to Lisbon for the conference in May.", "flight to Lisbon"),
        # Said by itself, nothing that was told besides could tell what it leaves open.
        ("The budget is 40,000 euros.", "The budget is 40,000 euros."),
        # What it ends may be remembered, and would be taken for true.
        ("Perfect, send it. We moved the party to the 19th.", "moved the party to 19 March 2026"),
        ("Anyway, that was that. The rent is 835 now.", "The rent is 835 now."),
        # Of these a life has one, so that the noun says which.
        ("The rent is 1,150 a month. They want to raise it by a hundred from next year on.", "is 1,150 a month."),
        ("Standup is at 9:15. Could you write me a short template for my updates?", "Standup is at 9:15."),
        ("Standup is at 10:30. Could you write me a short template for my updates?", "Standup is at 10:30."),
        ("Thanks a lot for that. My salary is 52,000. They did not say when the review is.", "salary is 52,000."),
    ],
)
def test_what_tells_enough_stands_alone_or_tells_of_a_change_is_learnt(said, learnt):
    assert any(learnt in fact for fact in contents(said))


def test_there_are_weights_for_each_question():
    for question in QUESTIONS:
        assert len(load("maintenance.extraction", WEIGHTS.format(question)).of) > 100
