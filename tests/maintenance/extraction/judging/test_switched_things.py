"""What was switched from one to another, and what it was switched for."""

from __future__ import annotations

import pytest

from maintenance.extraction import rules

# fmt: off
CHANGES = (
    ("The user's broadband is from Skylink.", "The user switched their broadband from Skylink to Fibra."),
    ("The newsletter is on Mailroom.", "The user moved the newsletter from Mailroom to Postbox."),
    ("The van runs on diesel.", "The user converted the van from diesel to gas."),
    ("The wiki is called Compass.", "The user renamed the wiki from Compass to Atlas."),
    ("The kitchen walls are in yellow.", "The user changed the kitchen walls from yellow to white."),
    ("The user commutes by bus.", "The user cycles to work now instead of taking the bus."),
    ("Lea travels to work by tram.", "Lea walks to work now instead of taking the tram."),
    ("The user is on the monthly plan at Fitbox.",
     "The user switched from the monthly plan to the yearly plan at Fitbox."),
    ("The user is on the monthly plan.", "The user switched from the monthly plan to the yearly plan."),
    ("The user is on the monthly plan at Fitbox.",
     "The user switched from the monthly plan to the yearly plan for a discount."),
    ("The user uses Anki for Spanish.", "The user switched from Anki to Memrise for Spanish vocabulary."),
    ("The user uses Slack for chat.", "The user switched from Slack to Teams at work."),
    ("The user takes ibuprofen for headaches.",
     "The user switched from ibuprofen to paracetamol with their doctor's OK."),
    ("The user commutes by car.", "The user cycles to the office now instead of taking the car."),
    ("The user uses Excel for the user's budget.", "The user uses Notion for everything now instead of Excel."),
)
BOTH_HOLD = (
    ("The user keeps their invoices in Dropbox.", "The user moved their photos from Dropbox to Immich."),
    ("The user uses Anki for Spanish.", "The user switched from Anki to Memrise for Japanese."),
    ("The user's broadband is from Skylink.", "The user switched their mobile from Skylink to Fibra."),
    ("The user's mother's broadband is from Skylink.", "The user switched their broadband from Skylink to Fibra."),
    ("The blog is on Mailroom.", "The user moved the newsletter from Mailroom to Postbox."),
    ("The tractor runs on diesel.", "The user converted the van from diesel to gas."),
    ("The shared drive is called Compass.", "The user renamed the wiki from Compass to Atlas."),
    ("The kitchen door is yellow.", "The user changed the kitchen walls from yellow to white."),
    ("The user's broadband is from Skylink.", "The user switched their broadband from Orbit to Fibra."),
    ("The user's sofa is from Holm.", "The user moved the sofa from the hall to the attic."),
    ("The office printer is on floor 2.", "The user moved the kitchen printer from floor 2 to floor 3."),
    ("The standing desk is from Holm.", "The user changed the lamp from Holm to Vik."),
    ("The parcel is from Leeds.", "The user moved the depot from Leeds to York."),
    ("The user's daughter is called Ada.", "The user renamed the boat from Ada to Vega."),
    ("The Berlin meetup is on Tuesdays.", "The user moved the Hamburg meetup from Tuesdays to Thursdays."),
    ("The flour is from Mulino.", "The user switched the sugar from Mulino to Dolce."),
    ("The account is in euros.", "The user changed the loan from euros to francs."),
    ("The gas is from Nordlys.", "The user switched the electricity from Nordlys to Vattra."),
    ("The summer house is on oil.", "The user converted the boat from oil to battery."),
    ("The front room is in blue.", "The user changed the back room from blue to green."),
    ("The site in Bergen is on Postgres.", "The user moved the site in Oslo from Postgres to SQLite."),
    ("The user commutes by bus.", "The user's son cycles to school now instead of taking the bus."),
    ("The user goes to Bath by train.", "The user drives to Wells now instead of taking the train."),
    ("The user commutes by bus.", "The user took a taxi yesterday instead of taking the bus."),
    ("The user commutes by bus.", "The user drives to the pool now instead of taking the tram."),
    ("The user goes to church by car.", "The user walks to the market now instead of taking the car."),
    ("The user travels by train on business.", "The user reads at home now instead of taking the train."),
    ("The user has a car.", "The user cycles to work now instead of taking the car."),
    ("The user likes the train.", "The user drives to work now instead of taking the train."),
    ("The user uses a tablet for drawing.", "The user reads on paper now instead of using the tablet."),
    ("The user's dad goes to town by bus.", "The user drives to town now instead of taking the bus."),
    ("Lea goes to choir by tram.", "Lea walks to work now instead of taking the tram."),
    ("The user repairs buses.", "The user cycles to work now instead of taking the bus."),
    ("The user goes to Rome by plane.", "The user goes to Paris by train now instead of taking the plane."),
    ("The school trip goes to York by coach.", "The user drives to York now instead of taking the coach."),
    ("The user uses a Pixel phone.", "The user pays in cash now instead of using their phone."),
    ("The user is on the monthly plan at Fitbox.",
     "The user switched from the monthly plan to the yearly plan at Printly."),
    ("The user pays for the paper by cheque.", "The user switched from cheque to card for the rent."),
    ("The user heats the barn with wood.", "The user switched the sauna from wood to electricity."),
    ("Ida takes iron in the morning.", "Ida moved the antibiotic from the morning to the evening."),
    ("The user takes the evening class at the school.",
     "The user switched from the evening class to the noon class at the gym."),
    ("The user has the small locker at the pool.",
     "The user switched from the small locker to the large locker at the station."),
    ("The user's phone contract is with Telwave.", "The user switched their internet from Telwave to Bluecell."),
    ("The user's wife's phone contract is with Telwave.",
     "The user switched their phone contract from Telwave to Bluecell."),
    ("The user uses Trello for hiring.", "The user switched from Trello to Linear for sprint planning."),
    ("The user uses Chrome at home.", "The user switched from Chrome to Firefox at work."),
    ("The user's laptop runs Windows.", "The user switched their desktop from Windows to Linux."),
    ("The user commutes by car.", "The user walks to the gym now instead of taking the car."),
    ("The user goes to choir by bike.", "The user takes the bus to work now instead of the bike."),
    ("The user uses Excel for the user's budget.",
     "The user uses Notion for the user's recipes now instead of Excel."),
)
# fmt: on


@pytest.mark.parametrize(("older", "newer"), CHANGES)
def test_what_was_switched_from_is_so_no_longer(older: str, newer: str) -> None:
    assert rules.judge_pair(newer, older).kind == "updates"


@pytest.mark.parametrize(("older", "newer"), BOTH_HOLD)
def test_what_was_switched_for_another_thing_leaves_it(older: str, newer: str) -> None:
    assert rules.judge_pair(newer, older).kind == "unrelated"
