"""Who has it, what it costs, who is able now, who stepped down: what changed, beside what looks like it and did not."""

from __future__ import annotations

import pytest

from maintenance.extraction import rules

RETIRING = ("updates", "corrects", "contradicts")

# fmt: off
CHANGES = (
    ("The festival is in summer.", "The festival is in winter now.", ""),
    ("In summer the pool opens at 8.", "In summer the pool opens at 9 now.", ""),
    ("The user's sister's favourite coffee is a flat white.", "The user's sister has gone off flat whites.", ""),
    ("The user's phone is an iPhone 12.", "The user's phone is an iPhone 15 now.", ""),
    ("The weekly standup is at 9:30.", "The standup is at 10 now.", "the standup is at 10 now"),
    ("The user's client is Nordbank.", "The user's client is Svea now.", ""),
    ("The client is Nordbank.", "The client is Svea Insurance now.", ""),
    ("The user has got a gym membership at Ironworks.", "The user cancelled the Ironworks membership.", ""),
    ("The team meets at 9.30.", "As of Monday, the team meets at 10.", ""),
    ("The team meets at 9.30.", "As of 16 March 2026, the team meets at 10.", ""),
    ("The user's rent is 850 euros.", "As of January 2027 the user's rent is 900 euros.", ""),
    ("Sam is single.", "Sam has got a boyfriend.", ""),
    ("The user's son cannot swim yet.", "The user's son can swim now.", "my son can swim now!"),
    ("The user pays 45 a month for the gym.", "The gym is 52 a month now.", ""),
    ("The rent is 1150 a month.", "The rent is 1290 from March 2026.", ""),
    ("The user's yoga class is on Mondays.", "Yoga is on Tuesdays now, not Mondays.", ""),
    ("The user uses Vim.", "The user has moved to Helix, no more vim.", ""),
    ("The user has switched to Helix.", "The user is back to Vim.", ""),
    ("The user uses Chrome.", "The user went back to Firefox.", ""),
    ("The user's husband is a driver for Postlink.", "The user's husband got laid off from Postlink.", ""),
    ("The user is subscribed to the Economist.", "The user let their Economist subscription run out.", ""),
    ("Pavel is the treasurer of the user's choir.", "Pavel stepped down.", ""),
    ("Helen is head of HR.", "Helen left the company.", ""),
    ("The user's favourite coffee is a flat white.", "The user has gone off flat whites.", ""),
    ("The user does not drink alcohol.", "The user has started having a glass of wine now and then.", ""),
    ("Tom is on call for payments.", "Nina took over on-call for payments from Tom.", ""),
    ("Tom runs the newsletter.", "Nina took over the newsletter.", ""),
)
BOTH_HOLD = (
    ("The team meets at 9.30.", "As of Monday, the team meets in Leeds.", ""),
    ("The team meets at 9.30.", "As of 16 March 2026, the team of nurses meets at 10.", ""),
    ("The head of sales is Ann.", "As of Monday the head of finance is Bob.", ""),
    ("In summer the pool opens at 8.", "In winter the pool opens at 10 now.", ""),
    ("The user's wife's favourite coffee is a flat white.", "The user has gone off flat whites.", ""),
    ("Tom runs the newsletter.", "Nina took over the newsletter for a month.", ""),
    ("Tom runs the newsletter.", "Nina took over the newsletter while Tom is on leave.", ""),
    ("Pavel is the treasurer of the user's choir.", "Pavel left the company.", ""),
    ("Pavel is the manager of the user's football team.", "Pavel left the company.", ""),
    ("Helen is the manager of the bakery.", "Helen left the firm for a week.", ""),
    ("The user's work phone is an iPhone 12.", "The user's phone is an iPhone 15 now.", "my phone is an iPhone 15 now"),
    ("The user's work laptop runs Ubuntu 22.04.", "The user's laptop runs Ubuntu 24.04 now.",
     "my laptop runs Ubuntu 24.04 now"),
    ("The user has 340 newsletter subscribers.", "The user has 512 podcast subscribers now.", ""),
    ("The user's friend is Tom.", "The user's friend is Anna now.", ""),
    ("The client is Nordbank.", "Svea is a client now.", ""),
    ("The user has got a gym membership at Ironworks.", "The user cancelled their library membership.", ""),
    ("The user's son cannot swim yet.", "The user's son can ride a bike now.", "my son can ride a bike now"),
    ("The user cannot come on 6 March 2026.", "The user can come on 4 April 2026 now.", "I can come on Saturday now"),
    ("Leo cannot swim yet.", "Noor can swim now.", "Noor can swim now"),
    ("The user pays 45 a month for the gym.", "The pool is 52 a month now.", ""),
    ("The user pays 45 a month for the gym.", "The gym is 10 minutes away now.", ""),
    ("The rent is 1150 a month.", "The deposit is 1290 from March 2026.", ""),
    ("Ben's yoga class is on Mondays.", "Yoga is on Tuesdays now, not Mondays.", ""),
    ("The user's yoga class is on Mondays.", "Pilates is on Tuesdays now, not Mondays.", ""),
    ("The user uses Emacs.", "The user has moved to Helix, no more vim.", ""),
    ("The user uses Chrome at work.", "The user went back to Firefox.", ""),
    ("The user uses Slack.", "The user is back to VS Code.", ""),
    ("The user's brother is a driver for Postlink.", "The user's husband got laid off from Postlink.", ""),
    ("The user is subscribed to the Economist.", "The user let their Guardian subscription run out.", ""),
    ("Pavel is the user's neighbour.", "Pavel stepped down.", ""),
    ("Helen is the user's sister.", "Helen left the company.", ""),
    ("Helen is head of HR.", "Helen left the party.", ""),
    ("The user's favourite coffee is a flat white.", "Ben has gone off flat whites.", ""),
    ("The user's favourite coffee is a flat white.", "The user has gone off oat milk.", ""),
    ("The user does not drink alcohol.", "The user has started having a glass of milk at night.", ""),
    ("Tom is on call for search.", "Nina took over on-call for payments from Tom.", ""),
    ("Tom is on call for payments.", "Nina took over on-call for payments from Ben.", ""),
    ("Tom runs the newsletter.", "Nina took over the podcast.", ""),
    ("Tom likes the newsletter.", "Nina took over the newsletter.", ""),
)
# fmt: on


@pytest.mark.parametrize(("old", "new", "talk"), CHANGES)
def test_the_older_one_holds_no_longer(old, new, talk):
    assert rules.judge_pair(new, old, talk).kind in RETIRING


@pytest.mark.parametrize(("old", "new", "talk"), BOTH_HOLD)
def test_the_older_one_holds_still(old, new, talk):
    assert rules.judge_pair(new, old, talk).kind not in RETIRING


def test_swapped_digits_were_a_mistake():
    talk = "no wait, the rebrand budget is 21k, I swapped the digits"
    verdict = rules.judge_pair("The rebrand budget is 21k.", "The budget for the rebrand is 12k.", talk)
    assert verdict.kind == "corrects"
