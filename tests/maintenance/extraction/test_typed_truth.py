"""What typed in haste is easily learnt wrong: a day of each month, a number that is no thing's, kin by their names."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from maintenance.extraction import rules
from maintenance.extraction.types import Turn

MAY = datetime(2026, 5, 11, 19, tzinfo=UTC)


def learnt(said):
    return [fact.content for fact in rules.extract([Turn("t1", "Maya", "user", said, MAY)]).facts]


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("I send 65,000 pesos each month, on the 15th", "Maya sends 65,000 pesos each month, on the 15th."),
        ("I pay the rent monthly, on the 1st.", "Maya pays the rent monthly, on the 1st."),
        ("Grandad had his blood test on 2 February.", "Maya's grandad had his blood test on 2 February 2026."),
        ("my gran lives in Cork.", "Maya's gran lives in Cork."),
        ("The gate code is 2231.", "The gate code is 2231."),
    ],
)
def test_it_is_learnt_as_it_is(said, fact):
    assert learnt(said) == [fact]


def test_a_thing_is_no_number():
    assert learnt("the engineer called. the west wing roof can't carry it, so it's 66") == []
