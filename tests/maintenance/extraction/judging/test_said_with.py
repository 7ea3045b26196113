"""A change that only the talk around a fact tells: who was named beside it, that it was a slip, or rebooked."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from maintenance.extraction import rules
from maintenance.extraction.judging import said_with
from maintenance.extraction.types import Claim, Turn, Verdict

SAID = datetime(2026, 3, 2, 18, 0, tzinfo=UTC)


def learnt(said: str, after: timedelta = timedelta(0)) -> list[str]:
    return [fact.content for fact in rules.extract([Turn("t1", "user", "user", said, SAID + after)]).facts]


def kinds(older: str, newer: str) -> set[str]:
    """How the facts of the newer turn stand to those of the older one, both learnt by the rules."""
    old = [Claim(content) for content in learnt(older)]
    new = learnt(newer, timedelta(weeks=4))
    assert old
    assert new
    claims = [Claim(content, talk=said_with.around(content, newer)) for content in new]
    found: set[str] = {verdict.kind for claim in claims for verdict in rules.judge(claim, old).verdicts}
    return found - {"unrelated"}


@pytest.mark.parametrize(
    ("older", "newer", "kind"),
    [
        ("Tomek is our treasurer.", "Tomek stepped down, Rana is our treasurer now.", "updates"),
        ("My squash partner is Olaf.", "Olaf moved away, so my squash partner is Dilan.", "updates"),
        ("My favourite bakery is Krume.", "Krume closed, my favourite is Backstube Nord now.", "updates"),
        ("I'm taking the train to Vienna on 4 May.", "I had to rebook. I'm taking the train to Vienna on 8 May.",
         "updates"),
        ("The seminar is in room 12.", "Correction: the seminar is in room 21.", "corrects"),
        ("My cousin is allergic to cashews.", "I mixed it up, my cousin is allergic to pistachios.", "corrects"),
        ("Our cabin has a sauna.", "I misread the listing, our cabin doesn't have a sauna.", "corrects"),
        ("My son wants to become a pilot.", "My son changed his mind. My son wants to become a cook.", "updates"),
        ("I'm going to Peru in May.", "Peru is off, I'm not going in May.", "updates"),
        ("I'm allergic to dogs.", "The new test says I'm not allergic to dogs after all.", "corrects"),
    ],
)  # fmt: skip
def test_it_takes_the_place_of_what_the_talk_names(older, newer, kind):
    assert kinds(older, newer) == {kind}


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("My daughter plays the harp.", "My daughter turned 9 today."),
        # What the talk has by chance of the older one is not what holds no longer.
        ("I have two granddaughters, Signe and Maj.", "The doctor changed it, so now I have the small statin, 2.5 mg."),
        ("I have seven chapters in mind.", "Please change the chapter on data. I have 26 rain gauges now."),
        ("We have 26 rain gauges at 15 minutes.", "I changed the plan, I have to finish early, by 15 June."),
        ("My sister is single.", "My sister moved to the coast."),
        ("My son is at nursery.", "My nephew started school."),
        ("My son is 7.", "My son is on team 9 now."),
        ("I'm on a diet.", "I passed my driving test."),
        ("My wife is expecting a parcel.", "My nephew was born on Sunday."),
        ("We have 20 seats for the parents.", "We have 35 seats for the children now."),
        ("I use Inkwell for notes.", "I use Tally for invoices now."),
        ("My colleague uses Jenkins.", "We moved our tickets over to Linear."),
        ("I collect stamps.", "I sold my coin collection."),
        ("My sister has a cast.", "The crutches came back."),
        ("I have the family plan for my phone.", "I'm on the parents' committee since Monday."),
        ("I'm taking the train to Vienna on 4 May.", "I changed my shirt. I'm taking the train to Graz on 8 May."),
        ("Tomek is our treasurer.", "Tomek is ill, Rana is our neighbour now."),
        ("My cousin is allergic to cashews.", "I mixed it up, my niece is allergic to pistachios."),
        ("I have a stake in Nordmill.", "I sold my stake in Ostmill."),
        ("I go swimming on Mondays.", "I had to rebook. I go dancing on Thursdays."),
    ],
)
def test_what_else_is_said_of_them_stays(older, newer):
    assert not kinds(older, newer) & {"updates", "corrects", "contradicts"}


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("My sister is single.", "My sister got engaged to Torben last week."),
        ("My son is 7.", "My son turned 8 today."),
        ("My daughter goes to nursery.", "My daughter started school in March."),
        ("I'm on probation until June.", "I passed my probation."),
        ("My wife is expecting our first child.", "Our first child was born on Sunday."),
        ("I collect clocks.", "I sold my clock collection."),
        ("We use Jenkins for CI.", "We finished moving CI over to Buildkite."),
        ("The staging server runs Redis 6.", "I upgraded the staging server to Redis 7."),
        ("The course uses Moodle.", "The course moved from Moodle to Canvas."),
        ("I have the basic plan.", "I'm on the premium plan since yesterday."),
        ("I bake with wheat flour.", "I use rye flour for baking now."),
        ("I use a notebook for my budget.", "I use an app called Tally for my budget now."),
        ("I rent a flat on Mill Lane.", "We bought a house in Redfield, so no more renting on Mill Lane."),
        ("I have a cast on my arm.", "The cast came off yesterday."),
        ("Our call is every two weeks.", "Our call is monthly now."),
        ("Our rehearsal is on Tuesdays.", "Our rehearsal is on Fridays from September."),
    ],
)
def test_what_came_after_tells_that_it_is_over(older, newer):
    assert "updates" in kinds(older, newer)


def test_only_the_sentence_of_the_fact_and_the_one_before_count():
    turn = "I mixed up the milk. We went home. My niece is allergic to nuts. She sings. My aunt lives in Voss."
    assert said_with.around("The user's aunt lives in Voss.", turn) == "She sings. My aunt lives in Voss."


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("We pay for the Copper plan.", "We downgraded to the Tin plan on Friday."),
        ("Our workshop is on Canal Street.", "We relocated; the workshop is on Ferry Road."),
        ("The archive server runs Debian 11.", "We upgraded archive to Debian 12."),
        ("The gym fee is 35.", "The gym fee goes up to 42 from July."),
        ("Milo runs our print shop.", "Milo left, Safiya runs the print shop now."),
        ("Our bookkeeper is Ragna.", "Ragna retired, Tim keeps the books for us now. Our bookkeeper is Tim."),
        ("Our dog sitter is Hedda.", "Hedda can't do it any more, Rolf sits the dog now. Our dog sitter is Rolf."),
    ],
)
def test_another_value_of_one_thing_takes_its_place_where_the_talk_has_a_sign_of_change(older, newer):
    assert kinds(older, newer) == {"updates"}


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("We pay for the Copper plan.", "My brother switched to the Tin plan."),
        ("Our workshop is on Canal Street.", "The storage was moved, it is on Ferry Road."),
        ("The archive server runs Debian 11.", "We upgraded the mail server to Debian 12."),
        ("The gym fee is 35.", "The pool fee goes up to 42 from July."),
        ("Milo runs our print shop.", "Safiya left the bakery, Tim runs the bakery now."),
        ("My colleague is Ragna.", "I've got a new colleague, Tim."),
        ("My account manager is Ragna.", "My supervisor is Tim now."),
        ("I play chess with Hedda.", "I play chess with Rolf now."),
        ("We have 4 chairs.", "We bought 6 more chairs, the old ones stay."),
        ("I visited Turin in May.", "I've changed my plans, I visit Genoa in June."),
        ("Our office is on Canal Street.", "My sister relocated, her office is on Ferry Road now."),
        ("Ticket 302 is open.", "I closed ticket 303."),
    ],
)
def test_another_thing_that_changed_leaves_it_as_it_is(older, newer):
    assert kinds(older, newer) == set()


def test_what_is_told_of_a_speaker_with_a_name_is_not_one_thing():
    old = [Claim("Juna's sister Edda is a vegetarian."), Claim("Juna works at Seabright Maps.")]
    talk = "I grew up in Turku. We moved to Kiel in 2019, so I speak some German already."
    new = [Claim("Juna grew up in Turku.", talk=talk), Claim("Juna moved to Kiel in 2019.", talk=talk)]
    assert {verdict.kind for one in new for verdict in rules.judge(one, old).verdicts} == {"unrelated"}


def test_when_somebody_came_to_live_there_ends_nothing_of_how_they_live():
    assert "updates" not in kinds("I live in Kiel with my husband.", "I grew up in Turku. We moved to Kiel in 2019.")


@pytest.mark.parametrize(
    ("content", "talk", "changed"),
    [
        ("Priya lives in Bath.", "", False),
        ("Priya lives in Bath now.", "", True),
        ("Priya lives in Bath.", "I sold my bike. Priya lives in Bath.", False),
        ("Priya lives in Bath.", "Priya sold the flat, she lives in Bath.", True),
        ("Priya lives in Bath.", "Actually Priya lives in Bath.", False),
        ("Priya's dentist is Dr Ek.", "Priya's dentist is Dr Ek.", False),
        ("Priya's new dentist is Dr Ek.", "", True),
        ("Priya lives in New York.", "", False),
        ("Priya is married.", "", False),
        ("Priya got married.", "", True),
        ("Priya has got no allergies.", "", False),
        ("Priya does not have back pain.", "", False),
        ("Priya works the night shift at Arup.", "", False),
        ("Priya lives close to Bath.", "", False),
        ("Priya wohnt in Bath und arbeitet bei der Post.", "", True),
    ],
)
def test_a_models_verdict_bears_whether_the_new_fact_tells_of_a_change(content, talk, changed):
    assert said_with.with_its_sign(Verdict("updates"), content, talk).tells_of_change is changed


def test_what_decides_by_an_event_tells_of_a_change():
    assert said_with.with_its_sign(
        Verdict("updates", rule="outgrown"), "Mia has outgrown her egg allergy."
    ).tells_of_change
    assert not said_with.with_its_sign(
        Verdict("contradicts", rule="opposite"), "Mia is not allergic to eggs."
    ).tells_of_change
