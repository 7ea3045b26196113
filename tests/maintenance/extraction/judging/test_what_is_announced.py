"""A change that is announced for a date or a term takes the place of what holds until then."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from maintenance.extraction import Turn, rules


def learnt(said: str) -> list[str]:
    return [fact.content for fact in of(said)]


def of(said: str):
    turn = Turn("t0", "user", "user", said, datetime(2026, 5, 6, 10, tzinfo=UTC), 0)
    return rules.extract([turn]).facts


@pytest.mark.parametrize(
    ("said", "fact", "day"),
    [
        ("Starting Monday our stand-up is at 9:30.",
         "As of 11 May 2026, the user's stand-up is at 9:30.", (2026, 5, 11)),
        ("From September I see Dr Quinn for my asthma.",
         "As of September 2026, the user sees Dr Quinn for the user's asthma.", (2026, 9, 1)),
        ("So from June the rent is 950.", "As of June 2026, the rent is 950.", (2026, 6, 1)),
        ("Effective Thursday, the shop opens at ten.", "As of 7 May 2026, the shop opens at ten.", (2026, 5, 7)),
        ("Beginning in June the bakery is closed on Mondays.",
         "As of June 2026, the bakery is closed on Mondays.", (2026, 6, 1)),
        ("Starting next week we meet in room Echo.",
         "As of the week after 6 May 2026, the user meets in room Echo.", (2026, 5, 11)),
        ("As from the first of July I work at Northgate Press.",
         "As of the first of July, the user works at Northgate Press.", (2026, 5, 6)),
    ],
)  # fmt: skip
def test_what_is_announced_is_learnt_with_its_day(said, fact, day):
    found = {one.content: one.event_time for one in of(said)}
    assert found[fact].date() == datetime(*day).date()


def test_from_one_day_to_another_announces_nothing():
    [fact] = learnt("From Monday to Friday the office is open till eight.")
    assert fact == "From Monday to Friday the office is open till eight."


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("The user works at Larkspur Media.", "As of the first of July, the user works at Northgate Press."),
        ("Mr Lowry teaches Year 4.", "As of next term, Miss Lowe teaches Year 4."),
        ("The office closes at six.", "From Monday on, the office closes at five."),
        ("The office closes at six.", "The office closes at five with effect from 3 March."),
        ("Tickets are handled by Leon.", "From 1 June, tickets are handled by Ewa."),
        ("The user's stand-up is at ten o'clock every day.", "As of 11 May 2026, the user's stand-up is at 9:30."),
    ],
)
def test_what_is_announced_takes_the_place_of_what_holds(older, newer):
    assert rules.judge_pair(newer, older).kind == "updates"


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("Miss Lowe teaches Year 2.", "As of next term, Miss Lowe's sister teaches Year 4."),
        ("The library closes at six.", "As of 11 May 2026, the office closes at five."),
        ("Tom lives in Hull.", "As of 1 June, Ewa lives in Derby."),
        ("The user had 12 open tickets in March.", "As of 4 May 2026, the user had 5 open tickets."),
        ("The office is open till six.", "From Monday to Friday the office is open till eight."),
    ],
)
def test_what_is_announced_of_another_leaves_it(older, newer):
    assert rules.judge_pair(newer, older).kind not in ("updates", "corrects", "same")


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("From May I got a lovely card.", "From May the user got a lovely card."),
        ("From April I learnt how to knit socks.", "From April the user learnt how to knit socks."),
        ("From June Carter I got the recipe for the fish pie.",
         "From June Carter the user got the recipe for the fish pie."),
        ("From May Day we have a picnic tradition.", "From May Day the user has a picnic tradition."),
        ("From the new boss I got a bonus of 200 pounds.", "From the new boss the user got a bonus of 200 pounds."),
        ("From next door we borrow the lawn mower.", "From next door the user borrows the lawn mower."),
        ("From Friday, 8 May, we are closed.", "From 8 May 2026, the user's group is closed."),
        ("From Monday the 11th I work at the bakery.", "From 11 May 2026 the user works at the bakery."),
        ("As of March, the club has 300 members.", "As of March, the club has 300 members."),
        ("As of now we have no babysitter.", "As of now, the user has no babysitter."),
    ],
)  # fmt: skip
def test_what_comes_from_somebody_or_somewhere_is_no_announcement(said, fact):
    assert fact in learnt(said)


@pytest.mark.parametrize(
    ("older", "newer", "said"),
    [
        ("The user teaches Year 4.", "As of September 2026, the user teaches Year 5.",
         "From September I teach Year 5 as well."),
        ("The user gets up at seven.", "As of 7 May 2026, the user gets up at six.",
         "From tomorrow I get up at six too."),
        ("The user lives in Leeds.", "As of Monday, the user lives in York for a month.", ""),
        ("The user has a contract with Larkspur.",
         "The user has a contract with Northgate starting in July 2026.", ""),
    ],
)  # fmt: skip
def test_what_comes_beside_or_for_a_while_leaves_what_holds(older, newer, said):
    assert rules.judge_pair(newer, older, said).kind == "unrelated"
