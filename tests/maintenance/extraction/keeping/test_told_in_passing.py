"""What people tell by its bare name, of a definite thing, or as something that "they" did: learnt where it changes
something or lasts, left where nothing does."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from maintenance.extraction import rules
from maintenance.extraction.types import Turn

NOW = datetime(2026, 3, 2, 18, 0, tzinfo=UTC)


def contents(said: str) -> list[str]:
    return [fact.content for fact in rules.extract([Turn("t1", "user", "user", said, NOW)]).facts]


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("They moved my locker to the cellar.", "The user's locker was moved to the cellar."),
        ("They gave us a bigger classroom.", ""),
        ("They rebooked me to Sunday's ferry.", "The user was rebooked to Sunday's ferry."),
        ("They raised the parking fee to 70.", "The parking fee was raised to 70."),
        ("They were noisy.", ""),
        ("They upgraded us to the business plan and since then support answers within an hour.",
         "The user was upgraded to the business plan."),
    ],
)  # fmt: skip
def test_what_they_did_is_told_of_what_it_was_done_to(said, fact):
    assert contents(said) == ([fact] if fact else [])


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("Fencing is on Thursdays now.", "Fencing is on Thursdays now."),
        ("Tennis is on Thursdays now.", "Tennis is on Thursdays now."),
        ("The exporter is merged.", "The exporter is merged."),
        ("The permit is still under review.", "The permit is still under review."),
        ("The order page is broken.", "The order page is broken."),
        ("Grandpa's home again.", "The user's grandpa is home again."),
        ("My uncle lives alone.", "The user's uncle lives alone."),
        ("The dryer works again.", "The dryer works again."),
        ("They've moved the concert to the old hall.", "The concert was moved to the old hall."),
        ("I'm on the family plan.", "The user is on the family plan."),
        ("I'm seeing Dr. Bauer for my knee.", "The user is seeing Dr. Bauer for the user's knee."),
        ("My cousin and her boyfriend moved to Namur.", "The user's cousin and her boyfriend moved to Namur."),
        ("My tutor's Ms. Falk.", "The user's tutor is Ms. Falk."),
        ("Olga babysits for us.", "Olga babysits for the user."),
        ("Please call me on 0788 444.", "The user wants the assistant to call them on 0788 444."),
        ("Found a tutor! Her name is Petra.", "The user found a tutor called Petra."),
        ("Rent is due on the 5th now.", "The user's rent is due on the 5th now."),
        ("My cousin lives in Namur.", "The user's cousin lives in Namur."),
        ("My tablet ends in 8841.", "The user's tablet ends in 8841."),
        ("I can't swim.", "The user cannot swim."),
        ("Our goalkeeper is Torben.", "The user's goalkeeper is Torben."),
        ("My favourite lunch place is Polly on Mill Lane.", "The user's favourite lunch place is Polly on Mill Lane."),
        ("The splint came off on Friday.", "The splint came off on 27 February 2026."),
        ("The client wants a darker logo.", "The client wants a darker logo."),
        ("I cycle to the office these days.", "The user cycles to the office now."),
        ("We're trying for a baby.", "The user is trying for a baby."),
        ("I'm seeing a woman called Irja.", "The user is seeing a woman called Irja."),
        ("Jonas is on parental leave.", "Jonas is on parental leave."),
        ("Corvid changed their order to 300 units.", "Corvid changed their order to 300 units."),
        ("The new scan shows that my knee is fine again.", "The new scan shows that the user's knee is fine again."),
        ("New number, it ends in 1177.", "The user's new number ends in 1177."),
        ("Turns out our shed is from 1998.", "The user's shed is from 1998."),
        ("I have the family plan.", "The user has the family plan."),
        ("Our meeting is monthly now.", "The user's meeting is monthly now."),
        ("My dad can walk again.", "The user's dad can walk again."),
        ("My card was declined.", "The user's card was declined."),
        ("My husband does the cooking.", "The user's husband does the cooking."),
        ("I stopped taking the drops.", "The user stopped taking the drops."),
        ("I'm off from the 14th to the 22nd.", "The user is off from the 14th to the 22nd."),
        ("Lunch is at 12:30.", "Lunch is at 12:30."),
        ("Ida is in charge of hiring.", "Ida is in charge of hiring."),
        ("The neighbours got a puppy.", "The neighbours got a puppy."),
        ("I walk to work.", "The user walks to work."),
        ("They cut the Eltroxin to 2.5 mg.", "The Eltroxin was cut to 2.5 mg."),
        ("Movers are booked with Kessler for 900.", "Movers are booked with Kessler for 900."),
        ("The course starts at 5, not at 4.", "The course starts at 5, not at 4."),
    ],
)
def test_it_is_learnt(said, fact):
    assert contents(said) == [fact]


@pytest.mark.parametrize(
    "said", ["The window is open.", "The dryer works.", "I'm on the last page.", "Call me on Monday.", "I found one."]
)
def test_what_is_over_within_the_hour_or_says_not_what_is_left(said):
    assert contents(said) == []


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("I bought more memory for my laptop, it has 32 GB now.", "The user's laptop has 32 GB now."),
        ("I'm looking for a vet. Found one! His name is Bo.", "The user found a vet called Bo."),
    ],
)
def test_what_it_and_one_stand_for_is_told(said, fact):
    assert contents(said)[-1] == fact


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("We had to change the venue, it's the Old Mill.", "The venue is the Old Mill."),
        ("Karin retired, Pavel took over from her as my boss.", "Pavel took over from Karin as the user's boss."),
        ("Hanna's team left, Joris runs it now.", "Joris runs Hanna's team now."),
    ],
)  # fmt: skip
def test_a_pronoun_is_what_the_clause_before_named(said, fact):
    assert fact in contents(said)


@pytest.mark.parametrize(
    "said",
    [
        "The slugs got the lot.",
        "The weather is nice.",
        "The idea came to nothing.",
        "Silence is golden.",
        "The answer is in the book.",
        "They say it will rain.",
        "They fixed it.",
        "I can't complain.",
        "The best thing was the sun.",
    ],
)
def test_it_is_left(said):
    assert contents(said) == []


def test_how_many_are_left_of_nobody_knows_what_is_not_learnt():
    assert contents("Selma quit, so we're three now.") == ["Selma quit."]


@pytest.mark.parametrize(
    "said",
    ["I'm on the train.", "My sister is at the airport.", "I'm at my desk.", "We're on the motorway near Lyon.",
     "I'm in the queue at the bank.", "I'm in the kitchen.", "I'm at the gym with Tom.",
     "I'm on the train with a cold drink.", "I'm in the queue for the loo.", "I'm finally on the train.",
     "I'm at the gym with a trainer."],
)  # fmt: skip
def test_where_somebody_is_for_an_hour_is_left(said):
    assert contents(said) == []


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("I'm on the train to Leeds every morning.", "The user is on the train to Leeds every morning."),
        ("I'm at the gym on Tuesdays.", "The user is at the gym on Tuesdays."),
        ("I'm in the pub quiz team.", "The user is in the pub quiz team."),
        ("My car is in the garage.", "The user's car is in the garage."),
        ("I'm at Barclays.", "The user is at Barclays."),
        ("I'm mostly in the Graz office.", "The user is mostly in the Graz office."),
        ("I'm twice a week at the pool.", "The user is at the pool twice a week."),
        ("I'm three days a week in the Ulm plant.", "The user is in the Ulm plant three days a week."),
        ("I'm a lot at my mum's.", "The user is often at their mum's."),
        ("I'm in bed with a bad back most mornings.", "The user is in bed with a bad back most mornings."),
        ("I'm on the sofa with a broken foot.", "The user is on the sofa with a broken foot."),
        ("I'm usually at the gym at 7.", "The user is usually at the gym at 7."),
        ("I'm at the gym with a trainer on Mondays.", "The user is at the gym with a trainer on Mondays."),
        ("I'm at the doctor's with chest pain.", "The user is at the doctor's with chest pain."),
        ("I'm at the doctor's with a rash.", "The user is at the doctor's with a rash."),
        ("I'm on the sofa with a broken toe.", "The user is on the sofa with a broken toe."),
    ],
)
def test_where_somebody_is_as_a_rule_is_learnt(said, fact):
    assert contents(said) == [fact]


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("our landlord's new email is x@y.example", "The user's landlord's new email is x@y.example."),
        ("My email is x@y.example", "The user's email is x@y.example."),
        ("Tom's new email is tom@x.example", "Tom's new email is tom@x.example."),
    ],
)
def test_an_address_is_a_name_of_its_owner(said, fact):
    assert contents(said) == [fact]


@pytest.mark.parametrize(
    "said",
    [
        "Book the hotel for Friday",
        "Cut my hours to 20",
        "Put the dentist on Friday",
        "Send Ana my new address",
        "Mail the invoice to x@y.example",
        "Set my alarm for 6",
    ],
)
def test_an_order_to_the_assistant_is_no_deed(said):
    assert contents(said) == []
