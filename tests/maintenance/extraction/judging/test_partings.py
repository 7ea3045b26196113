"""What one is rid of, who parted or retired, what is done, found or eaten again ends what was told; what only looks
alike ends nothing."""

from __future__ import annotations

import pytest

from maintenance.extraction import rules
from maintenance.extraction.types import Claim

ENDED, HOLDS = "updates", "unrelated"


@pytest.mark.parametrize(
    ("old", "new", "kind"),
    [
        ("The user has the Fairphone 3.", "The user traded in their Fairphone 3.", ENDED),
        ("The user's wife has the Fairphone 3.", "The user traded in their Fairphone 3.", HOLDS),
        ("The user is staying at the Astoria in Turin.", "The user ditched the Astoria.", ENDED),
        ("The user is staying at the Astoria in Turin.", "The user ditched the Imperial.", HOLDS),
        ("The user's blog runs on Drupal.", "The user got rid of Drupal.", ENDED),
        ("The user's brother Ole is engaged to a girl called Ida.", "Ole and Ida broke up.", ENDED),
        ("The user's brother Ole is engaged to a girl called Ida.", "Ole and Lea broke up.", HOLDS),
        ("The user's brother Ole works with Ida.", "Ole and Ida broke up.", HOLDS),
        ("The user sees Dr. Whitmore for their back.", "Dr Whitmore retired.", ENDED),
        ("The user sees Dr. Whitmore for their back.", "Dr Falk retired.", HOLDS),
        ("Tom has chickenpox.", "Tom is over the chickenpox.", ENDED),
        ("The user has a house.", "The user is over the house.", HOLDS),
        ("The user has two jobs.", "The user is over the job.", HOLDS),
        ("The bathroom is being redone.", "The bathroom is done.", ENDED),
        ("The bathroom is being redone.", "The kitchen is done.", HOLDS),
        ("The user has been vegetarian since 2019.", "The user eats chicken again.", ENDED),
        ("The user has been vegetarian since 2019.", "The user eats cheese again.", HOLDS),
        ("The user's son Emil lives in Leeds.", "Emil has moved back in with the user.", ENDED),
        ("The user's son Emil lives in Leeds.", "Arno has moved back in with the user.", HOLDS),
        ("The user's manager is Ruth Adler.", "The user is reporting to Omar Aziz until spring.", ENDED),
        ("The user pays £45 a month for broadband from Halden.", "The user got Halden down to £32 a month.", ENDED),
        ("Ravi owns the search service.", "Search belongs to Sofie now.", ENDED),
        ("Ravi owns the search service.", "Billing belongs to Sofie now.", HOLDS),
        ("The user is on 10mg of ramipril.", "The ramipril was doubled to 20mg.", ENDED),
        ("The user is on 10mg of ramipril.", "The insulin was doubled to 20mg.", HOLDS),
        ("The user is looking for a dentist in Utrecht.", "The user found a dentist called Petra.", ENDED),
        ("The user is looking for a financial adviser.", "The user found a tax adviser called Jo.", HOLDS),
        ("The user is looking for a dentist for their son.", "The user found a dentist for their dog.", HOLDS),
    ],
)
def test_what_was_told_ends_where_the_newer_fact_names_it(old, new, kind):
    assert rules.judge_pair(new, old, new).kind == kind


CHOIR, CLUB = "Pavel is the treasurer of the choir.", "Pavel is the secretary of the rowing club."


@pytest.mark.parametrize(
    ("new", "older", "kinds"),
    [
        ("Pavel stepped down.", [CHOIR], [ENDED]),
        ("Pavel stepped down.", [CHOIR, CLUB], [HOLDS, HOLDS]),
        ("Pavel has stepped down as secretary.", [CHOIR, CLUB], [HOLDS, ENDED]),
        ("Pavel stepped down.", ["Pavel is the treasurer and the secretary of the choir."], [HOLDS]),
        ("Pavel has stepped down as secretary.", ["Pavel is the treasurer and the secretary of the choir."], [HOLDS]),
    ],
)
def test_of_several_posts_only_the_one_that_is_named_ends(new, older, kinds):
    judged = rules.judge(Claim(new), [Claim(one) for one in older])
    assert [verdict.kind for verdict in judged.verdicts] == kinds
