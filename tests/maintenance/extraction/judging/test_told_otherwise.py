"""Changes told by another word than the older fact's: a class that moved, a passport renewed, a pager handed on."""

from __future__ import annotations

import pytest

from maintenance.extraction import rules

CHANGES = [
    ("The user goes to choir on Mondays.", "Choir moved to Wednesdays."),
    ("The user is flying to Malta on 3 June 2026.", "The Malta flight was moved to 5 June 2026."),
    ("The user is hiking on 7 March 2026.", "The hike is on 5 April 2026 instead."),
    ("The family reunion is at Christmas.", "The user moved everything from Christmas to Easter."),
    ("The user's passport expires in August 2026.", "The user renewed their passport."),
    ("The user's girlfriend is Nele.", "Nele and the user got married in Sylt."),
    ("The user's sister is engaged to Paul.", "The user's sister broke off her engagement to Paul."),
    ("The user's plan is Basic.", "The user upgraded to Pro."),
    ("The user's daughter is in year 4.", "The user's daughter started year 5."),
    ("The user is a freelancer.", "The user gave up freelancing."),
    ("The user's cat is called Muffin.", "The user had to put Muffin down."),
    ("The user's flatmate is called Jonas.", "Jonas moved out."),
    ("The user has Netflix.", "The user binned Netflix."),
    ("The user is building the app in Flutter.", "The user ditched Flutter for native."),
    ("Marta handles invoices.", "Invoices go to Sven now."),
    ("The user hates mushrooms.", "The user has come round to mushrooms."),
    ("The user's boss is Ingrid.", "The user reports to Wolfgang now."),
    ("The user's editor is Vim.", "The user moved to Emacs."),
    ("The user uses Slack.", "The user moved to Teams."),
    ("The user swims on Tuesdays and Thursdays.", "The user only swims on Thursdays now."),
    ("Ana is the user's on-call lead.", "Bram has the pager now."),
    ("Ana is on call.", "Bram has the pager now."),
]
BOTH_HOLD = [
    ("Ben goes to choir on Mondays.", "Choir moved to Wednesdays."),
    ("The user goes to choir on Mondays.", "Chess moved to Wednesdays."),
    ("The user goes to choir on Mondays and Fridays.", "Choir moved to Wednesdays."),
    ("The user is flying to Malta on 3 June 2026.", "Tim's Malta flight was moved to 5 June 2026."),
    ("The user is flying to Malta on 3 June 2026.", "The Oslo flight was moved to 5 June 2026."),
    ("Anna's birthday is at Christmas.", "The user moved everything from Christmas to Easter."),
    ("The family reunion is at Christmas.", "The user moved everything from Easter to Christmas."),
    ("The family reunion is at Christmas.", "The user's sister moved everything from Christmas to Easter."),
    ("The user's passport expires in August 2026.", "The user renewed their library card."),
    ("The user's passport expires in August 2026.", "The user's husband renewed his passport."),
    ("The user's girlfriend is Nele.", "The user's brother and Nele's sister got married."),
    ("The user's sister is engaged to Paul.", "The user's cousin broke off her engagement."),
    ("The user's plan is Basic.", "The user upgraded to Windows 11."),
    ("The user's plan is Basic.", "The user's brother upgraded to Pro."),
    ("The user's daughter is in year 4.", "The user's niece started year 5."),
    ("The user is a teacher.", "The user gave up freelancing."),
    ("The user's cat is called Muffin.", "The user had to put Rex down."),
    ("The user's cat is called Muffin.", "The user had to put the muffin down."),
    ("The user's flatmate is called Jonas.", "Petra moved out."),
    ("Marta handles invoices.", "Complaints go to Sven now."),
    ("Marta manages the kids.", "The kids go to school now."),
    ("The user hates mushrooms.", "The user's husband has come round to mushrooms."),
    ("The user's boss is Ingrid.", "The user's sister reports to Wolfgang now."),
    ("The user's boss is Ingrid Holm.", "The user reports to Ingrid now."),
    ("The user's editor is Vim.", "The user's colleague moved to Emacs."),
    ("The user swims on Tuesdays.", "The user only runs on Thursdays now."),
    ("Ana is on call for the payments team.", "Bram has the pager for the search team now."),
    ("Ana is on call.", "Bram has the pager manual now."),
]


def fate(older: str, newer: str) -> str:
    return rules.judge_pair(newer, older, newer).kind


@pytest.mark.parametrize(("older", "newer"), CHANGES)
def test_it_is_so_no_longer(older, newer):
    assert fate(older, newer) == "updates"


@pytest.mark.parametrize(("older", "newer"), BOTH_HOLD)
def test_of_something_else_it_says_nothing(older, newer):
    assert fate(older, newer) in ("unrelated", "same", "refines")
