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
        ("The server is in Frankfurt.", "The server is in Dublin now."),
        ("Sam is on holiday.", "Sam is on sick leave now."),
        ("The pool opens at 7.", "The pool opens at 8 from now on."),
    ],
)
def test_what_is_told_of_the_same_thing_ends_what_was(older, newer):
    assert kind(older, newer) in ("updates", "contradicts")
