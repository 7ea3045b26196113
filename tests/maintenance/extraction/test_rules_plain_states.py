"""Plain statements of a new state, each in one turn: what somebody was made, how many we are, how a thing is.

All are said on Monday 7 September 2026.
"""

from __future__ import annotations

import pytest

from .test_rules_everyday import contents

LEARNT = [
    # An office has no article.
    ("They made me deputy head of the primary school.", "The user was made deputy head of the primary school."),
    ("They promoted me to shift lead.", "The user was promoted to shift lead."),
    ("They put me in charge of the archive.", "The user was put in charge of the archive."),
    # How many we are, in what we belong to.
    ("We're 34 singers in the choir now.", "The user's group is 34 singers in the choir now."),
    ("We're six in the office now.", "The user's group is six in the office now."),
    ("There are seven of us in the team.", "The user's group is seven in the team."),
    ("We are four at home now.", "The user's household is four at home now."),
    # Who has charge of what.
    ("Dunja is responsible for the newsletter.", "Dunja is responsible for the newsletter."),
    ("Lucia signs the timesheets.", "Lucia signs the timesheets."),
    ("Releases are cut by the platform team now.", "Releases are cut by the platform team now."),
    ("Backups are kept for 90 days now.", "Backups are kept for 90 days now."),
    # How things stand.
    ("The lift is out of order.", "The lift is out of order."),
    ("The tax return is still to be done.", "The tax return is still to be done."),
    ("The ticket about the broken login is open.", "The ticket about the broken login is open."),
    ("My locker is next to the showers.", "The user's locker is next to the showers."),
    ("Ilse and Tom are divorced.", "Ilse and Tom are divorced."),
    # A time that is over was the speaker's.
    (
        "First week at Northgate Press is done, nice people.",
        "The user has finished their first week at Northgate Press.",
    ),
    ("Second year of nursing school done.", "The user has finished their second year of nursing school."),
    ("I work full time.", "The user works full time."),
    ("I prefer meetings in the morning.", "The user prefers meetings in the morning."),
    ("I'd rather have meetings in the afternoon now.", "The user would rather have meetings in the afternoon now."),
    ("The cardiologist said I can stop the statins.", "The cardiologist said the user can stop the statins."),
]
LEFT = [
    "They made me laugh.",
    "They made me a sandwich.",
    "They made me dinner.",
    "They made me wonder.",
    "They made me king for a day.",
    "They made me the laughing stock of the office.",
    "In my dream they made me team lead.",
    "If they made me senior accountant I'd stay.",
    "Imagine they made me boss.",
    "They almost made me team lead.",
    "They nearly raised my rent.",
    "They promoted me to keep me quiet.",
    "We're ten minutes away.",
    "I'm an hour late.",
    "We're two peas in a pod.",
    "We're three points behind in the league.",
    "We're six in the restaurant now.",
    "We're five in the office today.",
    "We're three in the office right now.",
    "We're not six in the team.",
    "There are five of us in the queue.",
    "There are two of us on the train.",
    "Kemal is responsible for the mess.",
    "Ships are built in yards.",
    "Phones are made in China now.",
    "Eggs are boiled for ten minutes.",
    "The door is open, come in.",
    "The results are still to be seen.",
    "The washing is done.",
    "My coffee is next.",
    "Ana is engaged in a debate.",
    "First things first.",
    "First coffee is done.",
    "First term at Ludlow is done, says my son.",
    "I work all the time.",
    "The doctor said I can have the biscuit.",
]


@pytest.mark.parametrize(("said", "fact"), LEARNT)
def test_a_plain_statement_of_a_new_state_is_learnt(said, fact):
    assert contents(said) == [fact]


@pytest.mark.parametrize("said", LEFT)
def test_what_only_sounds_like_one_is_left(said):
    assert contents(said) == []


def test_a_time_behind_somebody_elses_news_is_not_the_speakers():
    assert contents("My son started at Ludlow. First term at Ludlow is over.") == ["The user's son started at Ludlow."]
