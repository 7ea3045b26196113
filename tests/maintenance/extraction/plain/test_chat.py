"""Chat as people type it: several statements behind commas, no capitals, remarks, notes without a verb, names in
front. What is told is learnt of whoever it is told of, and what is not told is not."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from maintenance.extraction import rules
from maintenance.extraction.plain.labels import by_speaker
from maintenance.extraction.reading.introductions import introductions
from maintenance.extraction.types import Turn

NOW = datetime(2026, 3, 2, 18, 0, tzinfo=UTC)  # a Monday


def contents(*said: str) -> list[str]:
    """What is learnt of the user's turns; one that begins with "A: " is the assistant's."""
    turns = [
        Turn(f"t{number}", "assistant", "assistant", text[3:], NOW)
        if text.startswith("A: ")
        else Turn(f"t{number}", "user", "user", text, NOW)
        for number, text in enumerate(said)
    ]
    return [fact.content for fact in rules.extract(turns).facts]


# --- Several statements in one sentence -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "facts"),
    [
        (
            "I sacked our builder, a woman called Ilse Brandt does the roof now",
            ["The user sacked their builder.", "A woman called Ilse Brandt does the roof now."],
        ),
        ("can't eat corn it gives me a rash", ["The user cannot eat corn."]),
        (
            "Whatever happens, my uncle keeps goats in Hove.",
            ["Whatever happens, the user's uncle keeps goats in Hove."],
        ),
        ("My aunt, a vet, lives in Turku.", ["The user's aunt, a vet, lives in Turku."]),
        ("I need nails, glue, two planks.", ["The user needs nails, glue, two planks."]),
        ("My nephew is a pilot, he says.", ["The user's nephew is a pilot."]),
    ],
)  # fmt: skip
def test_statements_behind_a_comma_are_read_each_by_itself(said: str, facts: list[str]) -> None:
    assert contents(said) == facts


def test_an_order_before_a_statement_is_no_part_of_it() -> None:
    wish = "The user wants the assistant to keep to this: “please use a 24-hour clock, I missed a ferry once”"
    assert [fact for fact in contents("please use a 24-hour clock, I missed a ferry once") if "24" in fact] == [wish]


# --- Whom it is told of -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        (("My sister Pia does the books.", "Our oldest, Mara, turns twelve in May, she loves chess"), "Pia loves"),
        (("still no swimming, the surgeon says", "oh and he eats meat again since last week"), "surgeon eats"),
        (("I asked Dr Bohm, perhaps it'll be a mess", "My friend is certain it'll be a mess"), "Bohm will"),
        (("The man was kind. He brought a new meter for the gas.",), "The man"),
        (("My daughter thinks he doesn't need glasses.",), "daughter thinks"),
        (("My niece could help out till he's well",), "is well"),
        (("The council settled at last. Paying into my account by the end of may",), "user is paying"),
        (("parking nightmare. two vans, one bay.",), "user is"),
        (("staging keys rotate every 30 days",), "user is"),
    ],
)  # fmt: skip
def test_nothing_is_told_of_the_wrong_one(said: tuple[str, ...], wrong: str) -> None:
    assert [fact for fact in contents(*said) if wrong in fact] == []


def test_whose_thing_was_named_is_who_he_is() -> None:
    assert contents("Omar's scan came back, he's diabetic.") == ["Omar is diabetic."]


def _said(*contents: str) -> list[Turn]:
    return [Turn(f"t{number}", "user", "user", text, NOW) for number, text in enumerate(contents)]


def test_the_speakers_that_a_transcript_names_are_who_says_it() -> None:
    turns = _said("Nadia: the van is with Ole until Friday", "Ole: I rent a garage in Hamar", "Nadia: I have the keys")
    assert [turn.speaker for turn in by_speaker(turns)] == ["Nadia", "Ole", "Nadia"]
    assert "Ole rents a garage in Hamar." in [fact.content for fact in rules.extract(turns).facts]


@pytest.mark.parametrize(
    "said",
    [
        ("Update: I moved to Hamar", "Question: where is the key"),
        ("Nadia: I have the keys", "I rent a garage"),
        ("Note: I rent a garage", "Note: I own a van"),
    ],
)
def test_headings_are_no_speakers(said: tuple[str, ...]) -> None:
    assert by_speaker(_said(*said)) == _said(*said)


# --- Who somebody is, in passing --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("My grandson Filip put this on the tablet", [("grandson", "Filip")]),
        ("Could our neighbour Mr Sand water the plants?", [("neighbour", "Mr Sand")]),
        ("Ignaz, my uncle, rang", [("uncle", "Ignaz")]),
        ("Our Kit, my nephew, fell", [("nephew", "Kit")]),
        ("my mum Rosa's coming", [("mum", "Rosa")]),
        ("my eldest son Bo", [("eldest son", "Bo")]),
        ("Ann, my sister, and I rang", []),
        ("My sister's friend Jo rang", []),
        ("my boss Monday", []),
        ('He wrote "my wife Ann left"', []),
        ("My sister and Bo rang", []),
    ],
)  # fmt: skip
def test_who_somebody_is_is_told_in_passing(text: str, found: list[tuple[str, str]]) -> None:
    assert [(one.kind, one.name) for one in introductions(text)] == found


def test_who_somebody_is_is_learnt_where_the_rest_is_not_and_once() -> None:
    assert contents("Could my brother Yusuf sleep in the tent?") == ["The user's brother is Yusuf."]
    assert contents("My brother Yusuf lives in Graz.") == ["The user's brother Yusuf lives in Graz."]
    assert contents("Dora is my youngest.") == ["Dora is the user's youngest."]


# --- Remarks, and what is asked behind a statement ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "facts"),
    [
        ("The parking permit costs 80 a year, is that normal??", ["The parking permit costs 80 a year."]),
        ("I'm 51, will this ever stop", ["The user is 51."]),
        ("My aunt swears by nettles for eczema, should I", ["The user's aunt swears by nettles for eczema."]),
        ("Mo is allergic to latex if you're keeping notes", ["Mo is allergic to latex."]),
        ("Tom checks my invoices now btw, not Jan", ["Tom checks the user's invoices now, not Jan."]),
        ("If I move to Bonn, can I keep my number?", []),
        ("Do you know Bonn, is it nice?", []),
    ],
)  # fmt: skip
def test_a_statement_stands_without_its_remarks_and_the_question_behind_it(said: str, facts: list[str]) -> None:
    assert contents(said) == facts


# --- Notes and dates --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "facts"),
    [
        ("Release 3.1 is may 12", ["Release 3.1 is 12 May 2026."]),
        ("judo lessons thursdays 5:15 in the old gym", ["The judo lessons are on Thursdays 5:15 in the old gym."]),
        ("I've got a hearing on 28 April", ["The user has got a hearing on 28 April 2026."]),
        ("I may march with my drum club in Bonn", ["The user may march with their drum club in Bonn."]),
        ("My aunt wants to join us in Rome for the last week", None),
    ],
)  # fmt: skip
def test_what_is_when(said: str, facts: list[str] | None) -> None:
    if facts is None:
        assert not any("2026" in fact for fact in contents(said))
    else:
        assert contents(said) == facts


@pytest.mark.parametrize("said", ["I pay for 200 and get 190.", "I need 60 to pass"])
def test_a_number_of_nothing_is_not_learnt(said: str) -> None:
    assert contents(said) == []
