"""Two of a kind, two counts and a day off: what looks like another value of one thing and is of another."""

from __future__ import annotations

from dataclasses import replace

import pytest

from maintenance.extraction import rules
from maintenance.extraction.types import Claim

# fmt: off
CHANGES = (
    ("The Harbour branch is run by Ottilie.", "The Harbour branch is run by Magnus now."),
    ("The user has 4 hens.", "The user has 6 hens now."),
    ("The project has 40 open tasks.", "The project has 12 open tasks now."),
    ("Ada has ballet on Tuesdays.", "Ada has ballet on Fridays now."),
    ("The user has dinner with the Bergs on Sundays.", "The user has dinner with the Bergs on Saturdays now."),
    ("The parade is on 3 May 2026.", "The parade was cancelled on 28 April 2026."),
    ("The barbecue is on Saturday.", "The barbecue was called off."),
    ("The course is on Mondays.", "The course was cancelled."),
    ("The user has 3 cats.", "The user has 4 lovely cats now."),
    ("The newsletter goes out on Fridays.", "The newsletter was discontinued in the week before 30 March 2026."),
    ("The yoga class is on Tuesdays.", "The yoga class was cancelled for good on 4 May 2026."),
)
BOTH_HOLD = (
    ("The Coast clinic is headed by Dr Ames.", "The Hill clinic is headed by Dr Boyd now."),
    ("The upper field is farmed by Ron.", "The lower field is farmed by Sue now."),
    ("The Paris desk is led by Anne.", "The Rome desk is led by Carlo now."),
    ("The red kayak is used by Tom.", "The green kayak is used by Nina now."),
    ("The Tuesday group is taught by Lena.", "The Thursday group is taught by Emil now."),
    ("The Mallory estate is managed by Pike.", "The Dunmore estate is managed by Low now."),
    ("The evening shift is run by Carla.", "The early shift is run by Dieter now."),
    ("The Vega project is paid for by Orbis.", "The Lyra project is paid for by Solaris now."),
    ("The south gate is watched by Abel.", "The north gate is watched by Cain now."),
    ("The project has 40 open tasks.", "The project has 3 urgent tasks now."),
    ("The user has 30 days of leave a year.", "The user has 9 days of leave left now."),
    ("The shop has 12 bikes.", "The shop has 3 electric bikes now."),
    ("The school has 20 teachers.", "The school has 4 new teachers now."),
    ("The user has a room for two on 3 May 2026.", "The user has a room for four on 9 July 2026 now."),
    ("The user has a boat for three days in Split.", "The user has a boat for five days in Zadar now."),
    ("The user has 10 hours a week of German.", "The user has 4 hours remaining this week now."),
    ("Ada has ballet on Tuesdays.", "Ada has chess on Fridays now."),
    ("Ada has ballet on Tuesdays.", "Ada has ballet on Fridays now too."),
    ("Ada has ballet on Tuesdays.", "Ada's sister has ballet on Fridays now."),
    ("Ada has ballet on Tuesdays.", "Ada has a ballet exam on Fridays now."),
    ("The user has dinner with the Bergs on Sundays.", "The user has dinner with the Falks on Saturdays now."),
    ("The user has the car on Mondays.", "The user has the van on Thursdays now."),
    ("The user gets bread on Tuesdays.", "The user gets fish on Fridays now."),
    ("Ada has ballet at four on Tuesdays.", "Ada has ballet at five on Fridays now."),
    ("The user teaches yoga for beginners on Tuesdays.", "The user teaches yoga for seniors on Fridays now."),
    ("The user has a lecture in Bonn on Mondays.", "The user has a lecture in Cologne on Wednesdays now."),
    ("The user takes Ben to judo on Mondays.", "The user takes Mia to judo on Wednesdays now."),
    ("The clinic has a walk-in hour on Mondays.", "The clinic has a blood test on Fridays now."),
    ("The user has two shifts on Mondays.", "The user has one shift on Fridays now."),
    ("Ada has homework on Mondays.", "Ada has no homework on Fridays now."),
    ("The user has the twins on Wednesdays.", "Ben has the twins on Fridays now."),
    ("The course is on Mondays.", "The course was cancelled on 4 May 2026."),
    ("The market is open on Sundays.", "The market was closed on 10 May 2026."),
    ("The drum lesson is on Wednesdays.", "The drum lesson was cancelled this week."),
    ("The library is open every day.", "The library was closed on 1 May 2026."),
    ("The ferry goes every hour.", "The ferry was cancelled on 2 May 2026."),
    ("The shop is closed on Mondays.", "The shop was closed on 5 May 2026."),
    ("The gym is open on Sundays.", "The gym was closed last week."),
    ("The user has a table for six on 6 March 2026.", "The user has a table for eight on 4 April 2026 now."),
    ("The front garden is tended by Ron.", "The back garden is tended by Sue now."),
    ("The Berlin store is managed by Anke.", "The Munich store is managed by Jens now."),
)
# fmt: on


@pytest.mark.parametrize(("older", "newer"), CHANGES)
def test_another_value_of_the_same_thing_ends_the_first(older: str, newer: str) -> None:
    assert rules.judge_pair(newer, older).kind == "updates"


@pytest.mark.parametrize(("older", "newer"), BOTH_HOLD)
def test_two_of_a_kind_hold_both(older: str, newer: str) -> None:
    assert rules.judge_pair(newer, older).kind == "unrelated"


BESIDES = (
    ("The user works from home on Fridays.", "The user works from home on Mondays now.",
     "I work from home on Mondays now as well."),
    ("Ada has ballet on Tuesdays.", "Ada has ballet on Fridays now.", "Ada also has ballet on Fridays now."),
    ("The user has physio on Mondays.", "The user now has physio on Fridays.", "I now also have physio on Fridays."),
    ("The user uses Slack for chat.", "The user uses Teams for chat now.", "We use Teams for chat now too."),
    ("Ines is on call for checkout.", "Jarek is on call for checkout now.", "Jarek is on call for checkout now too."),
)  # fmt: skip
INSTEAD = (
    ("The user works from home on Fridays.", "The user works from home on Mondays now.",
     "I work from home on Mondays now."),
    ("The gym is in Elm Street.", "The gym is in Oak Street now.", "The gym is in Oak Street now, so it moved too."),
    ("The user has choir on Mondays.", "The user has choir on Wednesdays now.",
     "We have choir on Wednesdays now, which my wife likes as well."),
    ("The user's shift starts at 7.", "The user's shift starts at 8 now.", "Also, my shift starts at 8 now."),
)  # fmt: skip


@pytest.mark.parametrize(("older", "newer", "talk"), BESIDES)
def test_what_the_talk_says_to_be_so_as_well_takes_no_place(older: str, newer: str, talk: str) -> None:
    (verdict,) = rules.judge(Claim(newer, talk=talk), [Claim(older)]).verdicts
    assert verdict.kind == "unrelated"


@pytest.mark.parametrize(("older", "newer", "talk"), INSTEAD)
def test_another_clause_of_the_talk_that_says_as_well_is_of_something_else(older: str, newer: str, talk: str) -> None:
    (verdict,) = rules.judge(Claim(newer, talk=talk), [Claim(older)]).verdicts
    assert verdict.kind == "updates"


def test_what_is_used_no_longer_at_home_is_used_at_work_still() -> None:
    fact, talk = Claim("The user uses Vivaldi."), "I no longer use Firefox at home, I use Vivaldi."
    at_work, at_home = rules.judge(
        replace(fact, talk=talk), [Claim("The user uses Firefox at work."), Claim("The user uses Firefox at home.")]
    ).verdicts
    assert (at_work.kind, at_home.kind) == ("unrelated", "updates")
