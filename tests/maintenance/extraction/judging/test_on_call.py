"""Who is on call: another has the duty for the same service, and everybody else keeps theirs."""

from __future__ import annotations

import pytest

from maintenance.extraction import rules

# fmt: off
CHANGES = (
    ("Ines is on call for checkout.", "Jarek is on call for checkout now."),
    ("Ines is on call for checkout.", "Jarek has the pager for checkout now."),
    ("Malin is on pager duty.", "Otis is on pager duty now."),
)
BOTH_HOLD = (
    ("Ines is on call for checkout.", "Jarek is on call for shipping now."),
    ("Ines is on call.", "Jarek is on a call now."),
    ("Ines is on call.", "Jarek is on the phone now."),
    ("Tove has the pager.", "Ulf has the laptop now."),
    ("Tove has the pager.", "Ulf has a new pager now."),
    ("Ines is on call at the surgery.", "Jarek is on call at the fire station now."),
    ("Ines is on call on Tuesdays.", "Jarek is on call on Thursdays now."),
    ("Ines is on call for checkout.", "Jarek is also on call for checkout now."),
    ("Ines is on call for checkout.", "Jarek is on call for checkout now as well."),
    ("Ines is on call for checkout.", "Jarek will be on call for checkout next month."),
    ("Ines is on call for checkout.", "Jarek was on call for checkout in March."),
    ("Ines is on call.", "The user's brother is on call now."),
    ("The user is on call.", "The user's wife is on call now."),
    ("Ines is on call in the north.", "Jarek is on call in the south now."),
    ("Ines is on call.", "Jarek is the backup on call now."),
    ("Ines is on call for checkout.", "Jarek is on call with Ines for checkout now."),
    ("Ines is on call at night.", "Jarek is on call in the morning now."),
    ("Ines is on call.", "Jarek is not on call now."),
    ("Ines is on call.", "Jarek is on holiday now."),
)
# fmt: on


@pytest.mark.parametrize(("older", "newer"), CHANGES)
def test_another_is_on_call_for_the_same_service(older: str, newer: str) -> None:
    assert rules.judge_pair(newer, older).kind == "updates"


@pytest.mark.parametrize(("older", "newer"), BOTH_HOLD)
def test_who_is_on_call_for_another_service_or_besides_leaves_it(older: str, newer: str) -> None:
    assert rules.judge_pair(newer, older).kind == "unrelated"
