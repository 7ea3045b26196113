"""A number or a day may be the name of a thing, and a passing state is none of its values: neither ends what is told
of another thing."""

from __future__ import annotations

import pytest

from maintenance.extraction import rules
from maintenance.extraction.types import Claim


def kind(older: str, newer: str) -> str:
    return rules.judge(Claim(newer, talk=newer), [Claim(older)]).verdicts[0].kind


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("The budget for phase 1 is 42k.", "The budget for phase 2 is 30k."),
        ("The deadline for phase 1 is 12 December 2026.", "The deadline for phase 2 is 20 January 2027."),
        ("The release of 4.2 is on 12 December 2026.", "The release of 4.3 is on 20 January 2027."),
        ("The budget for 2026 is 40k.", "The budget for 2027 is 55k."),
        ("The rent of flat 1 is 900.", "The rent of flat 2 is 700."),
        ("The price of size 8 is 20.", "The price of size 10 is 25."),
        ("The meeting on Monday is at 10.", "The meeting on 24 March 2026 is at 11."),
        ("The user is on the Plus plan.", "The user is on holiday now."),
        ("Magda is on the billing team.", "Magda is on holiday until 20 March 2026."),
        ("Tom is at Arup.", "Tom is at home now."),
        ("The server is in Frankfurt.", "The server is in maintenance now."),
        ("The car is in Ella's name.", "The car is in the garage now."),
        ("The gym costs 32 a month.", "The gym closes at 10."),
        ("The pool opens at 7.", "The pool closes at 9."),
        ("The nursery costs 900 a month.", "The nursery closes at 3 from now on."),
        ("The meeting on Monday is at 10.", "The meeting on Tuesday is at 11 now."),
        ("The Monday class is at 6.", "The Friday class is at 7 now."),
        ("The release of 4.2 is on 12 December 2026.", "The release of 4.3 was moved to 20 January 2027."),
        ("The rent is 900 for flat 1.", "The rent is 1100 for flat 2."),
        ("The budget is 40k for 2026.", "The budget is 55k for 2027."),
        ("The fee is 60 euros for year 1.", "The fee is 60 euros for year 2."),
        ("The speed is 80 km on line 1.", "The speed is 100 km on line 2."),
        ("The user is on sertraline.", "The user is on ramipril now."),
        ("Petra is on methotrexate.", "Petra is on folic acid now."),
        ("The user's aunt Pia is on Humira.", "The user's aunt Pia is on Enbrel now."),
        ("The user's dog is on Apoquel.", "The user's dog is on prednisone now."),
        ("Lars is at Siemens.", "Lars is at the dentist now."),
        ("Ingrid is in sales.", "Ingrid is in love now."),
        ("Omar is in the choir.", "Omar is in the kitchen now."),
        ("The bike is in Tom's name.", "The bike is in the shed now."),
        ("The database is in eu-west-1.", "The database is in recovery mode now."),
        ("The bakery opens at 6.", "The bakery closes at 4."),
        ("The library lends 5 books.", "The library closes at 8 from now on."),
    ],
)
def test_what_is_told_of_another_thing_ends_nothing(older, newer):
    assert kind(older, newer) == "unrelated"


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("The budget for phase 1 is 42k.", "The budget for phase 1 is 45k now."),
        ("The release of 4.2 is on 12 December 2026.", "The release of 4.2 is on 20 December 2026 now."),
        ("The rent is 900.", "The rent is 950."),
        ("The user is on the Plus plan.", "The user is on the Family plan now."),
        ("Tom is at Arup.", "Tom is at Siemens now."),
        ("Lena is at Oakfield primary.", "Lena is at Hillcrest since September 2025."),
        ("The server is in Frankfurt.", "The server is in Dublin now."),
        ("Sam is on holiday.", "Sam is on sick leave now."),
        ("The pool opens at 7.", "The pool opens at 8 from now on."),
        ("The budget is 42k.", "The budget is 45k now."),
        ("The budget is 40k for phase 1.", "The budget is 45k for phase 1."),
        ("The meeting is in room 4.", "The meeting is in room 5."),
        ("Rosa works for Studio 54.", "Rosa works for Pier 1 now."),
        ("The guest list has 12 people.", "The guest list has 14 people now."),
        ("Sam is on backend.", "Sam is on frontend now."),
        ("Ingrid is in sales.", "Ingrid is in marketing now."),
        ("Nadia is on the design team.", "Nadia is on the payments team now."),
        ("The team is on Slack.", "The team is on Teams now."),
        ("The ticket is in review.", "The ticket is in testing now."),
        ("The car is in the garage.", "The car is in the drive now."),
        ("The keys are in the drawer.", "The keys are in the safe now."),
        ("The gym costs 32 a month.", "The gym is 36 a month now."),
        ("The bakery closes at 5.", "The bakery closes at 4 from now on."),
    ],
)
def test_what_is_told_of_the_same_thing_ends_what_was(older, newer):
    assert kind(older, newer) in ("updates", "contradicts")
