"""Where little was said, each line tells something: no bare reply, no note twice, no old state where room is short."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from memory.language import ENGLISH, NEUTRAL
from memory.search.composing.quoting import told_apart

from .test_choosing import MAY, composed, turn

LATER = MAY + timedelta(days=20)


@pytest.mark.parametrize(
    "text",
    [
        "Noted.",
        "Got it!",
        "Thanks",
        "Great, thank you!",
        "Oh no, I'm sorry to hear that.",
        "Congratulations!",
        "Great work!",
        "Mmm, that sounds great.",
        "Thanks for telling me, I'll keep that in mind.",
        "Good to know. Anything else?",
    ],
)
def test_a_bare_acknowledgement_takes_no_line(text):
    told = turn(1, "The boat is red.")
    assert composed("the boat?", told, turn(2, text, speaker="assistant", role="assistant")).lines == [
        '- m1 [2026-05-04] Ann: "The boat is red."'
    ]
    assert composed("the boat?", turn(2, text)).items == []


@pytest.mark.parametrize("text", ["Okay, dropped.", "Poor Pixel.", "Got it, the slide is dropped!"])
def test_a_reply_that_only_repeats_the_turn_before_takes_no_line(text):
    told = turn(1, "Drop the slide of Pixel.")
    reply = turn(2, text, speaker="assistant", role="assistant")
    assert composed("the slide?", told, reply).lines == ['- m1 [2026-05-04] Ann: "Drop the slide of Pixel."']


def test_a_reply_to_a_question_is_no_bare_one():
    asks = turn(1, "Is the boat yours?", speaker="Bob")
    assert [item.rowids for item in composed("boat", asks, turn(2, "Yes, sure."), ranked=[2]).items] == [(1, 2)]


@pytest.mark.parametrize(
    "text", ["Sure, on Friday.", "Great, 40 of them.", "Perfect, Juno can come.", "Great, tomorrow!", "Nice 4 you!", ""]
)
def test_what_tells_a_day_a_number_or_a_name_says_something(text):
    assert ENGLISH.says_nothing(text) is (text == "")
    assert NEUTRAL.says_nothing("Notiert.") is False


def test_a_note_stands_behind_what_it_changes_and_not_behind_what_it_hardly_tells_of():
    rent = turn(1, "The rent for Elm Street is 780 a month.", session="s1", position=1)
    bins = turn(9, "The bins go out on Wednesday.", session="s2", position=1, at=MAY + timedelta(days=5))
    news = turn(20, "The rent for Elm Street went up, it's 835 a month now.", session="s3", position=1, at=LATER)
    block = composed("What is the rent, and when do the bins go out?", rent, bins, news).block
    assert block.count("835") == 1
    assert (
        'it\'s 835 a month now."\n  - m2 [2026-05-04] (said earlier) Ann: "The rent for Elm Street is 780 a month."'
        in block
    )


def test_where_both_have_no_room_the_newest_statement_stands_alone():
    filler = "as we said again and again at the table with all of the others around us that evening"
    old = turn(1, f"The dentist is on Tuesday at 3, {filler}.", session="s1", position=1)
    new = turn(9, "The dentist is on Thursday at 5 instead.", session="s2", position=1, at=LATER)
    others = [turn(n, f"Tooth {n} hurts, {filler}.", session="s1", position=10 * n) for n in (3, 4, 5, 6)]
    assert "Tuesday" in composed("When is the dentist?", old, *others, new).block
    tight = composed("When is the dentist?", old, *others, new, tokens=35).block
    assert "Thursday" in tight
    assert "Tuesday" not in tight


@pytest.mark.parametrize(
    ("old", "new", "before"),
    [
        ("Maya lives in Bergen.", "Maya lives in Voss.", "Bergen"),
        ("The user is reading The Odyssey.", "The user has read The Odyssey.", "The user is reading The Odyssey."),
        ("The user drives a 2015 red Corolla.", "The user drives a 2020 red Corolla.", "2015 red Corolla"),
        ("Maya has 2 cats.", "Maya has 3 cats.", "2 cats"),
    ],
)
def test_what_was_before_keeps_what_it_is_a_value_of(old, new, before):
    assert told_apart(old, new) == before


def told_twice(choice):
    """The texts that stand in quotes more than once."""
    quotes = [quote for line in choice.lines for quote in re.findall(r'"([^"]{12,})"', line)]
    return [quote for quote in set(quotes) if quotes.count(quote) > 1]


@pytest.fixture
def housemates():
    """The newer turn surely tells later of the older one, and stands next to others of its session."""
    older = turn(1, "I share the flat in Orchard Road with Dana.", session="s1", position=1)
    asks = turn(20, "Poor cat! How are you both settling in the flat?", speaker="Bo", role="assistant", session="s2",
                position=1, at=LATER)  # fmt: skip
    newer = turn(21, "Dana moved out of the flat in Orchard Road, I share it with Aoife now.", session="s2", position=2,
                 at=LATER)  # fmt: skip
    more = turn(22, "The rent of the flat in Orchard Road is 575 each now, Aoife pays on the 1st.", session="s2",
                position=3, at=LATER)  # fmt: skip
    return [older, asks, newer, more]


@pytest.mark.parametrize(
    "ranked", [[1, 20, 21, 22], [21, 20, 1, 22], [22, 1, 20, 21], [20, 22, 21, 1], [1, 22, 21, 20]]
)
def test_a_statement_that_leads_a_line_stands_in_no_passage_as_well(housemates, ranked):
    choice = composed("Who do I share the flat in Orchard Road with?", *housemates, ranked=ranked)
    assert told_twice(choice) == []
    assert all(any(text in line for line in choice.lines) for text in ("with Dana", "with Aoife now", "575 each"))


def test_a_short_answer_leads_no_line(housemates):
    offer = turn(31, "Shall it be the small room or the large one in the flat?", speaker="Bo", role="assistant",
                 session="s3", position=1, at=LATER + timedelta(days=9))  # fmt: skip
    answer = turn(32, "The small room", session="s3", position=2, at=LATER + timedelta(days=9))
    older = turn(2, "I want the large room in the flat.", session="s1", position=2)
    for ranked in ([31, 32, 2], [2, 32, 31], [32, 2, 31]):
        choice = composed("Which room in the flat do I want?", *housemates, offer, answer, older, ranked=ranked)
        assert not any(line.startswith("- ") and line.endswith('Ann: "The small room"') for line in choice.lines)
        assert told_twice(choice) == []


def test_what_must_be_known_is_quoted_once(housemates):
    must = turn(40, "Aoife is allergic to cats in the flat.", session="s2", position=4, at=LATER)
    for ranked in ([40, 1, 21], [1, 21, 40], [22, 40, 21]):
        choice = composed("Who is allergic in the flat?", *housemates, must, ranked=ranked, must_knows=[must])
        assert told_twice(choice) == []
        assert "allergic" in choice.lines[0]
