"""What a fact may not leave open: whom "he", "the guy" or "the other building" is, and what "it" was."""

from __future__ import annotations

import pytest

from tests.maintenance.extraction.plain.test_typed import contents


@pytest.mark.parametrize(
    "said",
    [
        ("the guy came from Hull, paid cash",),
        ("hotel just rang, they moved us to the other building",),
        ("A: What will you make?", "her favourite, lemon tart"),
        ("my shoulder is playing up, its the one i broke skiing",),
        ("i work there on mondays",),
        ("Paul has him booked for a tour in September.",),
        # Of a word that was typed small nobody knows that it is a person's name.
        ("stairlift is off. he says hed sooner slide down on a tray",),
        ("told the agency not to send her. its a young man now",),
        ("I have been giving you the wrong number. It is TP-40781.",),
        ("Don't you mix the flats up, my last agent did and it cost me.",),
        ("The Hallets had one put in. Theirs is a 6 kilowatt one.",),
        ("I have no quarrel with either.",),
        # Who is on the counter, and who began the next statement?
        ("Leila's on counter Wednesday to Sunday, and Mikey, my nephew, at times washes up.",),
        # Whoever takes it, it may be her.
        ("nan had a fall, poor thing. lantus 14 units at night",),
    ],
    ids=lambda said: said[-1],
)
def test_what_only_the_talk_tells_is_left(said):
    assert contents(*said) == []


@pytest.mark.parametrize(
    ("said", "learnt"),
    [
        ("she put me on tablets, one a day", ["The user was put on tablets, one a day."]),
        ("the essay is due the 9th, its on Hume", ["The essay is due 9 March 2026.", "The essay is on Hume."]),
        (
            "my daughter has a rash. shes not allowed dairy",
            ["The user's daughter has a rash.", "The user's daughter is not allowed dairy."],
        ),
        ("my exam is the 27th now", ["The user's exam is 27 March 2026 now."]),
        (
            "econometrics is on 14 may. labour law is on the 22nd",
            ["Econometrics is on 14 May 2026.", "The labour law is on the 22nd."],
        ),
        ("My pension does not arrive until the 12th.", ["The user's pension does not arrive until the 12th."]),
        ("I'd 19.50 in my head.", ["The user had 19.50 in their head."]),
        ("Paul has my brother booked for a tour.", ["Paul has the user's brother booked for a tour."]),
        ("lantus 14 units at night", ["The user takes lantus 14 units at night."]),
        ("scan is the 27th not the 20th", ["The scan is 27 March 2026 not 20 March 2026."]),
        ("we moved the party to the 19th", ["The user moved the party to 19 March 2026."]),
        (
            "my sister arrives on june 12 and leaves on the 3rd",
            ["The user's sister will arrive on 12 June 2026.", "The user's sister leaves on 3 July 2026."],
        ),
        ("The audit is on 12 March, not on the 5th.", ["The audit is on 12 March 2026, not on 5 March 2026."]),
        ("painter comes friday", ["The painter comes on 6 March 2026."]),
        ("My desk is on the 5th floor.", ["The user's desk is on the 5th floor."]),
        ("Picked up the cello again. It's been ten years.", ["The user picked up the cello again."]),
    ],
)
def test_what_can_be_named_is_named(said, learnt):
    assert contents(said) == learnt


@pytest.mark.parametrize(
    ("said", "learnt"),
    [
        ("Mum is flying over from Canada for it next month.", "flying over from Canada"),
        ("They changed my care to consultant because of it.", "care was changed to consultant"),
    ],
)
def test_it_is_none_of_those_that_stand_by_the_same_verb(said, learnt):
    facts = contents(said)
    assert any(learnt in fact for fact in facts)
    assert not any(" it" in fact for fact in facts)
