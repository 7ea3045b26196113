"""A change that names what it ends: by its name, its owner, the place, the version, whoever has it."""

from __future__ import annotations

import pytest

from maintenance.extraction import Claim, rules


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("The user runs a pottery studio called Mudlark.", "The user has sold Mudlark to Femi."),
        ("The user runs a café called Bluebird.", "The user has sold Bluebird to a couple from Leeds."),
        ("The user owns a narrowboat named Daisy.", "The user sold Daisy in April."),
        ("The user has a caravan called Doris.", "Doris is sold."),
        ("The user has a caravan called Doris.", "Doris was sold to a dealer."),
        ("The user's sister runs a salon called Curl Up.", "The user's sister sold Curl Up to her manager."),
        ("The user's landlord is Mr Osei.", "The user left Mr Osei's place."),
        ("The user's landlady is Mrs Pell.", "The user moved out of Mrs Pell's house."),
        ("The user rents from Mr Banerjee.", "The user left Mr Banerjee's flat."),
        ("The user rents a room from Mr Banerjee.", "The user moved out of Mr Banerjee's flat."),
        ("The user lodges with Mrs Pell.", "The user left Mrs Pell's house."),
        ("The user's flight to Lisbon is on 3 December 2026.", "Lisbon is off."),
        ("The user's trip to Porto is on 9 May 2026.", "Porto is off, sadly."),
        ("The user is going to Crete in September 2026.", "Crete is off."),
        ("The user is flying to Rome on 2 July 2026.", "Rome is cancelled."),
        ("The user plans to go to Crete in September 2026.", "Crete is off this year."),
        ("The user's trip to Porto is on 9 May 2026.", "The Porto trip is off."),
        ("The user's trip to Porto is on 9 May 2026.", "The user's Porto trip is off."),
        ("The user works from Lisbon for the next three weeks.", "The user is back from Lisbon since Tuesday."),
        ("The user is working from Madrid in March 2026.", "The user is back from Madrid."),
        ("The user is in Oslo until 3 April 2026.", "The user is home from Oslo since 2 April 2026."),
        ("The user is staying in Cardiff for the next two weeks.",
         "The user came back from Cardiff on 3 March 2026."),
        ("The user's wife is in Dublin for work this week.", "The user's wife is back from Dublin."),
        ("The user is visiting Bergen until Sunday.", "The user is back from Bergen."),
        ("The user uses Postgres 14 in prod.", "Prod is on Postgres 16 since the night of 29 March 2026."),
        ("The user uses Redis 6 in staging.", "Staging is on Redis 7 since 27 March 2026."),
        ("The website runs on PHP 7.4.", "The website is on PHP 8.2 since this morning."),
        ("Production runs on Python 3.9.", "Prod runs Python 3.12 as of 29 March 2026."),
        ("The user deploys with Node 18.", "The user is on Node 20 since last week."),
        ("Jean has the user's spare key.", "The spare key is with the Okafors now."),
        ("The user's neighbour Joan has the user's spare key.", "The spare key is with Dave at number 9 now."),
        ("Ben has the projector.", "The projector is with Carla now."),
        ("The user's cat is with the user's mum.", "The user's cat is with the neighbours now."),
        ("Ben keeps the projector.", "The projector is at Carla's now."),
        ("The user is a vegetarian.", "The user is not vegetarian any more."),
        ("The user is a vegetarian.", "The user is not a vegetarian any more."),
        ("The user takes bisoprolol 5 mg in the morning.", "The heart doctor halved the bisoprolol."),
        ("The user takes 40 mg of furosemide every morning.", "The nurse doubled the furosemide."),
        ("The handover is scheduled for 8 April 2026.", "The handover is delayed by a week to 15 April 2026."),
        ("Release 4.2 is planned for 22 October 2026.", "4.2 slips a week to 29 October 2026."),
        ("Release 4.2 is planned for 22 October 2026.", "Release 4.2 slips to 29 October 2026."),
        ("Version 7.1 is due on 3 March 2026.", "7.1 slips to 10 March 2026."),
    ],
)  # fmt: skip
def test_what_is_named_holds_no_longer(older, newer):
    assert rules.judge_pair(newer, older, newer).kind in ("updates", "corrects")


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("The user runs a pottery studio called Mudlark.", "The user sold a Mudlark teapot to Femi."),
        ("The user runs a pottery studio called Mudlark.", "The user sold Femi a bowl at Mudlark."),
        ("The user runs a pottery studio called Mudlark.", "Femi has sold Mudlark to Jo."),
        ("The user runs a pottery studio called Mudlark.", "The user sold the wheel to Mudlark."),
        ("The user has a caravan called Doris.", "The user's sister sold Doris."),
        ("The user has a friend called Doris.", "Doris was sold a car."),
        ("The user works at a café called Bluebird.", "The user sold Bluebird a coffee machine."),
        ("The user has a sister called Daisy.", "The user sold Daisy the car."),
        ("The user's landlord is Mr Osei.", "The user left Mr Osei's party at ten."),
        ("The user's landlord is Mr Osei.", "Tom left Mr Osei's place."),
        ("The user's landlord is Mr Osei.", "The user left the keys at Mr Osei's place."),
        ("The user's teacher is Mr Osei.", "The user left Mr Osei's house at ten."),
        ("The user's boss is Mr Osei.", "The user left Mr Osei's house."),
        ("The user's flight to Lisbon is on 3 December 2026.", "Porto is off."),
        ("The user's aunt lives in Lisbon.", "Lisbon is off."),
        ("The user works for a company in Lisbon.", "Lisbon is off."),
        ("The user loves Lisbon.", "Lisbon is off."),
        ("The user went to Lisbon in May 2025.", "Lisbon is off."),
        ("The user moved to Lisbon in May 2025.", "Lisbon is off."),
        ("The user's flight to Lisbon is on 3 December 2026.", "The user's mum's Lisbon trip is off."),
        ("Tom's flight to Lisbon is on 3 December 2026.", "The user's Lisbon trip is off."),
        ("The user's flight to Lisbon is on 3 December 2026.", "The Lisbon office is off tomorrow."),
        ("The user's flight from Lisbon is on 3 December 2026.", "The user's sister is off to Lisbon."),
        ("The user's call with Ben is on 3 December 2026.", "Ben is off."),
        ("The user goes to Ben on Mondays.", "Ben is off."),
        ("The user goes to Leeds every Monday.", "Leeds is off."),
        ("The user works from Lisbon for the next three weeks.", "Tom is back from Lisbon."),
        ("The user lives in Lisbon.", "The user's parcel is back from Lisbon."),
        ("The user's parents live in Lisbon.", "The user is back from Lisbon."),
        ("The user works for a firm in Madrid.", "The user is back from Madrid."),
        ("The user works in Madrid.", "The user is back from Madrid."),
        ("The user lives in Madrid.", "The user is back from Madrid."),
        ("The user works from home.", "The user is back from home."),
        ("The user has a flat in Madrid.", "The user is back from Madrid."),
        ("The user was in Oslo for the weekend.", "The user is back from Bergen."),
        ("The user studies in Leeds until 2028.", "The user is home from Leeds for the weekend."),
        ("The user studies in Leeds until 2028.", "The user is back from Leeds."),
        ("The user works in Leeds until May 2028.", "The user is back from Leeds."),
        ("The user's son studies in Leeds until 2028.", "The user's son is home from Leeds this weekend."),
        ("The user's son is at university in Leeds.", "The user's son is home from Leeds."),
        ("The user is in Oslo until 3 June 2026.", "The user is home from Oslo for Easter."),
        ("The user is in Oslo until 3 June 2026.", "The user is home from Oslo on the weekend of 4 April 2026."),
        ("The user is from Porto.", "The user is back from Porto."),
        ("The user works at Studio 54.", "The user is at Studio 9 now, waiting for a friend."),
        ("The user works on Project 7.", "The user is on Project 9 now."),
        ("The user uses Postgres 14 in prod.", "Staging is on Postgres 16 since 29 March 2026."),
        ("The user uses Postgres 14 in prod.", "Prod is on Redis 7 since 29 March 2026."),
        ("The user uses Postgres 14 in prod.", "The laptop is on Postgres 16 since 29 March 2026."),
        ("The user uses Postgres 14 in prod.", "The customer's prod is on Postgres 16 since 29 March 2026."),
        ("The user uses Postgres 14 in prod.", "Acme uses Postgres 16 in prod now."),
        ("The user's brother has an iPhone 12.", "The user has an iPhone 15 now."),
        ("The user read Chapter 14 in May 2026.", "The user is on Chapter 16 now."),
        ("Flight LH 14 is on time.", "Flight LH 16 is late now."),
        ("The user lives at Mill Lane 14.", "The office is on Mill Lane 16 now."),
        ("Ticket 14 is in review.", "Ticket 16 is in review now."),
        ("Jean has the user's spare key.", "The car key is with the Okafors now."),
        ("Jean has the user's spare key.", "Jean is with the Okafors now."),
        ("Jean has a dog.", "The dog is with the vet now."),
        ("Jean has a spare key for the office.", "The spare key for the shed is with the Okafors now."),
        ("Jean has the user's spare key.", "The user's spare key card is with the Okafors now."),
        ("Jean has the key.", "The spare key is with the Okafors now."),
        ("The user is a vegetarian.", "The user is not hungry any more."),
        ("The user takes 5 mg of bisoprolol.", "The heart doctor halved the citalopram."),
        ("The user's mum takes 5 mg of bisoprolol.", "The heart doctor halved the bisoprolol."),
        ("The user takes 5 mg of bisoprolol.", "Tom halved the bisoprolol."),
        ("The user bought 2 kg of flour.", "The shop halved the flour."),
        ("The user likes bisoprolol.", "The heart doctor halved the bisoprolol."),
        ("Release 4.2 is planned for 22 October 2026.", "4.3 slips a week to 29 October 2026."),
        ("Release 4.2 is planned for 22 October 2026.", "The audit slips a week to 29 October 2026."),
        ("Release 4.2 is planned for 22 October 2026.", "The audit of release 4.2 slips a week to 29 October 2026."),
        ("The user's trip to Porto is on 9 May 2026.", "The trip is delayed by an hour to 10 am."),
    ],
)  # fmt: skip
def test_what_is_named_alike_stays(older, newer):
    assert rules.judge_pair(newer, older, newer).kind == "unrelated"


@pytest.mark.parametrize(
    ("older", "newer", "speaker", "kind"),
    [
        ("Jean has Priya's spare key.", "The spare key is with the Okafors now.", "Priya", "updates"),
        ("Priya takes 5 mg of bisoprolol.", "The heart doctor halved the bisoprolol.", "Priya", "updates"),
        # Among several speakers a thing is nobody's in particular.
        ("Jean has Priya's spare key.", "The spare key is with the Okafors now.", "", "unrelated"),
        ("Jean has Priya Sharma's spare key.", "The spare key is with the Okafors now.", "Priya", "unrelated"),
    ],
)
def test_who_alone_talks_with_the_assistant_is_the_user(older, newer, speaker, kind):
    (verdict,) = rules.judge(Claim(newer, talk=newer, speaker=speaker), [Claim(older, speaker=speaker)]).verdicts
    assert verdict.kind == kind


def test_what_another_said_of_their_own_thing_is_not_the_users():
    new = Claim("The spare key is with the Okafors now.", speaker="Priya")
    (verdict,) = rules.judge(new, [Claim("Jean has Tom's spare key.", speaker="Tom")]).verdicts
    assert verdict.kind == "unrelated"
