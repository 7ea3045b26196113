"""What is told in a row of one person, or of one thing of each, is learnt of each; what only looks so is left alone."""

from __future__ import annotations

import pytest

from maintenance.extraction.plain.in_a_row import told_in_a_row
from tests.maintenance.extraction.plain.test_chat import contents


@pytest.mark.parametrize(
    ("said", "facts"),
    [
        ("our nephew Ilja is 6, allergic to sesame, carries an inhaler",
         ["The user's nephew Ilja is 6, allergic to sesame.", "The user's nephew Ilja carries an inhaler."]),
        ("my aunt is 77, diabetic, lives alone",
         ["The user's aunt is 77, diabetic.", "The user's aunt lives alone."]),
        ("Ruth is vegan, can't eat nuts, works at Lidl",
         ["Ruth is vegan.", "Ruth cannot eat nuts.", "Ruth works at Lidl."]),
        ("I'm 41, a welder, live in Gdansk", ["The user is 41, a welder.", "The user lives in Gdansk."]),
        ("Nadia's birthday is 4 May, Piet's is 8 June", ["Nadia's birthday is 4 May.", "Piet's birthday is 8 June."]),
    ],
)  # fmt: skip
def test_each_statement_of_a_row_has_its_subject(said: str, facts: list[str]) -> None:
    assert contents(said) == facts


@pytest.mark.parametrize(
    "said",
    [
        "Ann's brother is Tom, Kim is a nurse",
        "Mia's teacher is Ann, Lea is Welsh",
        "my mother is 80, my father is 82, lives in a home",
        "my sister is 30, her husband is 40, works at Lidl",
        "my wife is ill, has a cold, my son is well, has a dog",
        "Jan is my neighbour, Lea is out, has a cold",
        "my flat is small, costs 900, has no lift",
        "my sister is 30, rents a flat, works at Lidl",
        "my aunt is 77, which works well",
        "if my aunt is 77, takes tablets and lives alone she gets a grant",
        "Bruno is doing fine, eats like a horse",
        "my sister is a nurse and a dancer",
        "The bakery is small, good bread, nice people",
    ],
)
def test_what_is_no_row_stays_whole(said: str) -> None:
    assert told_in_a_row(said) is None
