"""What people type beside what they tell, or leave out of it: none of it becomes a part of a fact."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from maintenance.extraction import rules
from maintenance.extraction.types import Turn

SAID = datetime(2026, 5, 6, 12, tzinfo=UTC)  # a Wednesday


def facts(said: str) -> list[str]:
    return [fact.content for fact in rules.extract([Turn("t", "user", "user", said, SAID)]).facts]


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("want somewhere to keep my canoe so here goes.", "The user wants somewhere to keep their canoe."),
        ("mum's got me on the revision timetable ffs", "The user's mum has got the user on the revision timetable."),
        ("yh n zainab went up to level 6 in her mock", "Zainab went up to level 6 in her mock."),
        ("On a more pleasant subject, I have put in the garden seeds.", "The user has put in the garden seeds."),
        ("One further thing, I bought a kayak in Bergen.", "The user bought a kayak in Bergen."),
        (
            "francesca moved to the us office last week",
            "Francesca moved to the US office in the week before 6 May 2026.",
        ),
        ("Duke was adopted by another family before I got there.", "Duke was adopted by another family."),
        (
            "Dr Nagle put me on omeprazole 20mg, so flat whites with oat milk now.",
            "Dr Nagle put the user on omeprazole 20mg.",
        ),
        (
            "the 4B leaving do is in Costigans on fri 15th at 8pm",
            "The 4B leaving do is in Costigans on 15 May 2026 at 8pm.",
        ),
        ("my essay is due 27 may, 2000 words", "The user's essay is due 27 May 2026, 2000 words."),
        ("no wait Rowan is a girl, i wrote he.", "Rowan is a girl."),
        (
            "update dump. 1) Mateo's teacher went on leave. 2) I got the promotion at Siemens.",
            "The user got the promotion at Siemens.",
        ),
        ("Dev found a beaver at the Loblaws and she just... took it??", "Dev found a beaver at the Loblaws."),
        ("Shift is 8 to 4 Mon to Fri.", "Shift is 8 to 4 Monday to Friday."),
        ("i run a band, we're called The Wet Bank Holidays, 5 of us", "The user runs a band."),
        ("found us a room in the Barras, thursdays 6 to 8", "The user found a room in the Barras, Thursdays 6 to 8."),
        ("i quit fags btw. day 6.", "The user quit fags."),
        ("Minh + Sarah swapped venue.", "Minh and Sarah swapped venue."),
        ("The deadline got moved, it's the 27th now.", "The deadline is 27 May 2026 now."),
        ("first game sunday the 10th away to Brindle Park", "The first game is on 10 May 2026 away to Brindle Park."),
        ("I was wrong about the rent, it's 740 for me", "The rent is 740 for the user."),
        ("The wedding is June 12 of 2027 in Elkhart.", "The wedding is 12 June 2027 in Elkhart."),
    ],
)
def test_what_stands_beside_it_is_left_out(said, told):
    assert told in facts(said)


@pytest.mark.parametrize(
    "said",
    [
        "im a fool",
        "immy dropped out so its me tash bola and her cousin",
        "noodle i will miss weirdly",
        "green Raleigh, 85 quid from a man called Keith in Chorlton, he threw in a d-lock",
        "I do not like, remember, when the sign for customers is in capitals.",
        "we finished all, only the Castelmagno the people left, too strong",
        "I have a correction.",
        "September 1 is the day.",
        "fixed in PAY-2377.",
        "thats back to 1,900, dont judge.",
        "dont tell nobody",
        "I was wrong on the girl.",
        "8am me 8pm Robin.",
        "Closed mondays.",
        "The clinic called and bumped me, it's the 27th now.",
        "dr. say knees is not from walk but from no vitamin.",
        "Battery on a Sprint 4 dies at 40%. Bought Nov 2025.",
        "Birthdays!! Mateo Mar 22, Ivy Aug 4, Rowan Nov 30",
        "coding camp cancelled, not enough kids.",
        "White, 2026, picks up friday.",
        "Len is a machine, finished three days early.",
        "we'll be up to 600 she reckons",
        "stack: kotlin, postgres 14, rabbitmq, deploys on tuesdays and thursdays, never friday.",
    ],
)
def test_what_tells_nothing_by_itself_is_not_learnt(said):
    assert not [fact for fact in facts(said) if not fact.startswith("Immy dropped out")]


def test_a_thing_is_not_got_off_itself():
    told = facts("oven's a three-deck Bertrand, got it off a place closing down in Skipton in 2019")
    assert not [fact for fact in told if fact.startswith("Oven got")]


def test_what_somebody_else_did_is_not_the_users_though_it_takes_two_verbs():
    said = "Deano stuffed up. did the rough in and put the sink 90 mm off from the plan"
    assert not [fact for fact in facts(said) if fact.startswith("The user")]


def test_there_is_no_place_in_a_group():
    told = facts("Ivy is in a different group that goes 10:45. So I sit there for an hour and a half with Rowan.")
    assert not [fact for fact in told if "sits in the different group" in fact]


def test_a_doer_who_is_left_out_is_whoever_was_told_of_though_a_line_without_a_verb_stands_between():
    assert "The user is going to a bank." not in facts(
        "Olena handed in her notice. Last day 27 March. Going to a bank."
    )
    assert "The user is going to a bank." in facts("I handed in my notice. Last day 27 March. Going to a bank.")


@pytest.mark.parametrize(
    "said",
    [
        "Kayleigh is engaged to a fellow named Brandon, he installs furnaces.",
        "My sister married a man called Ole, he drives trucks.",
    ],
)
def test_he_may_be_the_one_who_was_only_named(said):
    assert not [fact for fact in facts(said) if "furnaces" in fact and fact.startswith("Kayleigh installs")]
    assert not [fact for fact in facts(said) if "drives" in fact and "sister" in fact]


def test_she_may_be_a_girl_who_is_there():
    said = "Aoife's moving to Galway. So there's a girl Ruth taking the room from 1 May, she's a physio."
    assert "Aoife is a physio." not in facts(said)


@pytest.mark.parametrize(
    "said, kept",
    [
        ("i need a bio of about fifty words", []),
        ("I need a reply from HMRC before June.", ["The user needs a reply from HMRC before June"]),
        ("like helicopter", []),
        ("my father in law lives in Cork", ["The user's father-in-law lives in Cork."]),
        ("my sister works at a family in law school", []),
        ("what order. left: roof tile plots 4 5 6", []),
        ("weve got a dacia jogger now", ["The user has got a dacia jogger now."]),
        (
            "we are doing a budget and phil is sitting here so he cannot say he wasnt told",
            ["The user is doing a budget."],
        ),
    ],
)
def test_what_only_looks_like_a_statement(said, kept):
    told = facts(said)
    assert all(any(one in fact for fact in told) for one in kept)
    assert kept or not any(word in fact for fact in told for word in ("needs", "likes", "left", "in-law"))


@pytest.mark.parametrize(
    "said, dated",
    [
        ("I've signed up for the city 10k in June", "in June 2026"),
        ("I registered for the course in March.", "in March 2026"),
        ("we've booked the hall for 3 March", "for 3 March 2027"),
        ("we are going to Cornwall last week of July", "last week of July"),
        ("I need to ask for the Wednesday course", "Wednesday course"),
    ],
)
def test_what_was_booked_is_to_come(said, dated):
    assert any(dated in fact for fact in facts(said))
