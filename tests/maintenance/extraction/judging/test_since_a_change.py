"""What was changed to one value has another now, and what another thing has leaves it."""

from __future__ import annotations

import pytest

from maintenance.extraction import rules

# fmt: off
CHANGES = (
    ("The retro was moved to 10:30.", "The retro is at 11:00 now."),
    ("The entrance fee was raised to 12 euros.", "The entrance fee is 14 euros now."),
    ("The submission was postponed to 3 June 2026.", "The submission is on 17 June 2026 now."),
    ("The user's rent was increased to 1,050 euros.", "The user's rent is 1,120 euros now."),
    ("The team's headcount was cut to 14.", "The team's headcount is 11 now."),
    ("The vet appointment was rescheduled to 4 May 2026.", "The vet appointment is on 6 May 2026 instead."),
    ("The speed limit was lowered to 30.", "The speed limit is 50 now."),
    ("The user's dose of ramipril was increased to 5 mg.", "The user's dose of ramipril is 10 mg now."),
    ("The AGM was postponed to 9 May 2026.", "The AGM is on 30 May 2026 now."),
)
BOTH_HOLD = (
    ("The AGM was postponed to 9 May 2026.", "The AGM dinner is on 30 May 2026 now."),
    ("Ana was moved to 4.", "Ana is 6 now."),
    ("Ana was moved to 11 May 2026.", "Ana is on holiday on 18 May 2026 now."),
    ("The retro was moved to 10:30.", "The planning is at 11:00 now."),
    ("The entrance fee was raised to 12 euros.", "The parking fee is 14 euros now."),
    ("The entrance fee was raised to 12 euros.", "The entrance fee for children is 6 euros now."),
    ("The submission was postponed to 3 June 2026.", "The defence is on 17 June 2026 now."),
    ("The user's rent was increased to 1,050 euros.", "The user's sister's rent is 1,120 euros now."),
    ("The user's rent was increased to 1,050 euros.", "The rent for the garage is 90 euros now."),
    ("The rent was increased to 1,050 euros in 2021.", "The rent is 1,120 euros now."),
    ("The team's headcount was cut to 14.", "The team's budget is 11 now."),
    ("The vet appointment was rescheduled to 4 May 2026.", "The dentist appointment is on 6 May 2026 instead."),
    ("The vet appointment for Luna was rescheduled to 4 May 2026.",
     "The vet appointment for Milo is on 6 May 2026 now."),
    ("The retro was moved to 10:30.", "The retro is in room 4 now."),
    ("The user was promoted to team lead.", "The user is 40 now."),
    ("The user's sister was moved to ward 4.", "The user's sister is on ward 6 with flu now."),
    ("The price of milk was raised to 1.30.", "The price of bread is 2.80 now."),
    ("The deadline for phase 1 was extended to 3 May 2026.", "The deadline for phase 2 is 9 June 2026 now."),
    ("The limit for hotels was raised to 150 euros.", "The limit for meals is 45 euros now."),
    ("The show was moved to 3 May 2026.", "The show starts at 19:30 now."),
    ("The user's dose of ramipril was increased to 5 mg.", "The user's dose of bisoprolol is 10 mg now."),
    ("The user's dose of ramipril was increased to 5 mg.", "The user's mother's dose of ramipril is 10 mg now."),
)
# fmt: on


@pytest.mark.parametrize(("older", "newer"), CHANGES)
def test_what_was_changed_to_one_value_has_another_now(older: str, newer: str) -> None:
    assert rules.judge_pair(newer, older).kind == "updates"


@pytest.mark.parametrize(("older", "newer"), BOTH_HOLD)
def test_what_another_thing_has_ends_no_change(older: str, newer: str) -> None:
    assert rules.judge_pair(newer, older).kind == "unrelated"
