"""Turns of homes, teams, support and work with an assistant: what each yields, and what its look-alike does.

All are said on Monday 7 September 2026.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from maintenance.extraction import rules
from maintenance.extraction.types import FactDraft, Turn

NOW = datetime(2026, 9, 7, 9, 0, tzinfo=UTC)


def learnt(*said: str) -> list[FactDraft]:
    """What is learnt of the user's turns; one that begins with "A: " is the assistant's."""
    turns = []
    for at, text in enumerate(said):
        who = "assistant" if text.startswith("A: ") else "user"
        turns.append(Turn(f"t{at}", who, who, text.removeprefix("A: "), NOW + timedelta(minutes=at)))
    return list(rules.extract(turns).facts)


def contents(*said: str) -> list[str]:
    return [fact.content for fact in learnt(*said)]


@pytest.mark.parametrize(
    ("said", "facts"),
    [
        ("Ana is on call this week", ["Ana is on call in the week of 7 September 2026."]),
        ("Bo isn't on call this week", ["Bo is not on call in the week of 7 September 2026."]),
        ("I'm on a call this week", []),
        ("Ana is on call", []),
        ("We settled on Thursdays for the retro", ["The user settled on Thursdays for the retro."]),
        ("We went with Vue for the dashboard", ["The user went with Vue for the dashboard."]),
        ("I went for the milk", []),
        ("Rosa, the new PM, will run the roadmap meeting from October",
         ["Rosa, the new PM, will run the roadmap meeting from October."]),
        ("vito starts daycare on may 4, the one on the canal", ["Vito starts daycare on 4 May 2027."]),
        ("the all-hands is every first Monday, on Zoom", ["The all-hands is every first Monday, on Zoom."]),
        ("deploys are frozen from 15 December to 3 January",
         ["The deploys are frozen from 15 December 2026 to 3 January."]),
        ("deploys are frozen", []),
        ("Lena does yoga", ["Lena does yoga."]),
        ("Tom does nothing", []),
        ("Ann does her best", []),
        # "It" is no turn.
        ("I'm chairing the safety committee until June, then it's Walt's turn",
         ["The user is chairing the safety committee until June 2027."]),
        # A participle that looks like a past tense.
        ("We're a team of nine, spread over Porto, Riga and Tallinn.", []),
        ("my phone is a Fairphone 5 with two sims, the business one's with Orange",
         ["The user's phone is a Fairphone 5 with two sims."]),
        ("We run 4.2 on all tills except the one in Ghent",
         ["The user runs 4.2 on all tills except the one in Ghent."]),
        # Those who are waited on want something for the hour.
        ("room 12 wants towels", []),
        ("Room 12 wants no feather pillows", ["Room 12 wants no feather pillows."]),
        ("Table 4 needs a high chair every Sunday", ["Table 4 needs a high chair every Sunday."]),
        ("Customer 4471 wants invoices as PDF", ["Customer 4471 wants invoices as PDF."]),
        ("Tom and I don't eat meat", ["Tom and the user do not eat meat."]),
        ("My wife and I don't drink coffee.", ["The user's wife and the user do not drink coffee."]),
        ("I told Tom and I don't eat meat.", ["The user does not eat meat."]),
        ("hubby is lactose intolerant", ["The user's husband is lactose intolerant."]),
        ("Wife's from Ghana", ["The user's wife is from Ghana."]),
        ("Wife of my boss called", []),
        # What stands behind the verb is not lent to the next one.
        ("I live in Basel but work in Lörrach, so two tax returns",
         ["The user lives in Basel.", "The user works in Lörrach."]),
        ("Lukas wants Kotlin, the rest of us Java", []),
        ("the dog is on prednisolone until Sunday, half a tablet, then every other day",
         ["The dog is on prednisolone until Sunday, half a tablet, then every other day."]),
        ("Then I moved to Oslo in May", ["The user moved to Oslo in May 2026."]),
        ("I'm the only one with admin rights", ["The user is the only one with admin rights."]),
        ("I'm the only one", []),
        ("we agreed that Jonas signs all contracts above 5k",
         ["The user agreed that Jonas signs all contracts above 5k."]),
        ("We agreed that it was fun", []),
        ("the migration happens on 26 September", ["The migration happens on 26 September 2026."]),
        # A call is over within the hour.
        ("I'm calling about order 5120", []),
        ("I'm calling Ann on Friday", ["The user is calling Ann on 11 September 2026."]),
        ("My sister is calling every Sunday", ["The user's sister is calling every Sunday."]),
        # What a doctor says of somebody with a name.
        ("the vet says Momo must lose two kilos", ["The vet says Momo must lose two kilos."]),
        ("the doctor says Ada can't fly until May", ["The doctor says Ada cannot fly until May 2027."]),
        ("the radio says Momo must lose two kilos", []),
        ("the vet says it must lose two kilos", []),
        # What is put right in the same breath.
        ("The deadline is the 20th, no wait, the 22nd of November", ["The deadline is 22 November 2026."]),
        ("The deadline is 20 May, no wait, the 22nd of June", ["The deadline is 22 June 2027."]),
        ("The deadline is 20 May, no wait, the 22nd", ["The deadline is 22 May 2027."]),
        ("The exam is on the 20th, sorry, the 22nd is full", []),
        ("The design review moved from Tuesday to, no wait, to Wednesday at 2",
         ["The design review moved from Tuesday to Wednesday at 2."]),
        # "Only" where it is so.
        ("I only have mobile data at the cabin", []),
        ("I only work at the cabin", ["The user only works at the cabin."]),
        ("I have mobile data at the cabin", ["The user has mobile data."]),
        ("I'm covered in paint", []),
        ("I'm covered by Bupa", ["The user is covered by Bupa."]),
        # Of a tale nothing is so.
        ("In the story the wizard takes three drops of nightshade a day", []),
        ("In the garden the roses grow three metres a year",
         ["In the garden the roses grow three metres a year."]),
    ],
)  # fmt: skip
def test_a_turn_yields_exactly_these_facts(said, facts):
    assert contents(said) == facts


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("Ines is away and I'm covering her on-call weeks.", "The user is covering Ines's on-call weeks."),
        ("Mara is on leave and I'm doing her on-call shifts.", "The user is doing Mara's on-call shifts."),
        ("My sister Ann is ill. I bought her flowers.", "The user bought the user's sister Ann flowers."),
        ("My sister Ann is ill. I'm making her soup.", "The user is making the user's sister Ann soup."),
        ("My sister Ann moved. I taught her Spanish songs.", "The user taught the user's sister Ann Spanish songs."),
        ("My sister Ann is ill. I'm making her bed.", "The user is making the user's sister Ann's bed."),
        ("My sister Ann moved. I sold her car.", "The user sold the user's sister Ann's car."),
        ("My sister Ann moved. I'm painting her kitchen.", "The user is painting the user's sister Ann's kitchen."),
    ],
)
def test_before_a_noun_her_is_the_owner_or_who_is_given_it(said, fact):
    assert contents(said)[-1] == fact


@pytest.mark.parametrize(
    ("said", "facts"),
    [
        ("I'm singing at Anna's last week of rehearsals", ["The user is singing at Anna's last week of rehearsals."]),
        ("We met Tom in the last week of school", ["The user met Tom in the last week of school."]),
        ("I was at Anna's last week.", ["The user was at Anna's in the week before 7 September 2026."]),
        ("customer 5519 wants a refund for the double charge in August",
         ["Customer 5519 wants a refund for the double charge in August 2026."]),
        ("customer 5519 gets a refund in October", ["Customer 5519 gets a refund in October 2026."]),
        ("I teach two sections, one on Tuesday morning and one on Thursday evening",
         ["The user teaches two sections, one on Tuesday morning and one on Thursday evening."]),
        ("I have one interview on Tuesday morning and one on Thursday evening",
         ["The user has one interview on the morning of 8 September 2026"
          " and one on the evening of 10 September 2026."]),
    ],
)  # fmt: skip
def test_a_day_is_written_out_where_it_is_one(said, facts):
    assert contents(said) == facts


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("I met a nurse called Berit. She lives in Bonn.", "Berit lives in Bonn."),
        ("I signed with an agent called Priya Nand in June and she takes 15 percent", "Priya Nand takes 15 percent."),
        ("I have a dog called Max. He is three.", "The user's dog is three."),
        ("my dad Henrik has Parkinson's, he lives with us since March",
         "The user's dad Henrik lives with the user since March 2026."),
        ("My dad Henrik has Parkinson's. He lives with us.", "The user's dad Henrik lives with the user."),
    ],
)  # fmt: skip
def test_who_was_introduced_is_told_of_next(said, fact):
    assert contents(said)[-1] == fact


@pytest.mark.parametrize(
    "said",
    [
        "I have a friend called Kim. My sister met her. She lives in Bonn.",
        "A nurse called Berit and a doctor called Ann live here. She is from Bonn.",
    ],
)
def test_of_two_who_may_be_meant_nothing_is_told(said):
    assert not any("Bonn" in fact for fact in contents(said))


@pytest.mark.parametrize(
    ("said", "is_health"),
    [
        ("latex gloves give me a rash", True),
        ("Our son Emil has type 1 diabetes", True),
        ("My dad Henrik has Parkinson's.", True),
        ("my son takes 5 ml of Keppra twice a day", True),
        ("I work in diabetes research", False),
        ("Grandma gives me a lift to Bonn every Friday", False),
    ],
)
def test_what_ails_somebody_is_of_health(said, is_health):
    (fact,) = learnt(said)
    assert ("health" in fact.tags) == is_health


@pytest.mark.parametrize(
    ("asked", "said", "facts"),
    [
        ("What allergies do you have?", "penicillin and nuts", ["The user has allergies: penicillin and nuts."]),
        ("What car do you have?", "a Golf", ["The user has a Golf."]),
        ("What medication are you on?", "5 mg of ramipril, mornings", ["The user is on 5 mg of ramipril, mornings."]),
        ("Which plan are you on?", "the family plan", ["The user is on the family plan."]),
        ("What page are you on?", "12", []),
        ("What is your deadline?", "the 20th - I mean the 22nd", ["The user's deadline is 22 September 2026."]),
        ("May I have your customer number?", "it's 7740-12", ["The user's customer number is 7740-12."]),
        ("May I have a look?", "it's 20 euros", []),
        ("How often do you train?", "three times a week, Mondays and Fridays",
         ["The user trains three times a week, Mondays and Fridays."]),
        ("How often do you run now?", "twice a week", ["The user runs twice a week."]),
        ("How often do you see her?", "every week", []),
        ("How often do you train?", "depends on the weather", []),
        ("What are you working on?", "a novel", ["The user is working on a novel."]),
    ],
)  # fmt: skip
def test_a_short_answer_is_told_with_its_question(asked, said, facts):
    assert contents(f"A: {asked}", said) == facts


@pytest.mark.parametrize(
    "said",
    ["always look on the bright side", "keep calm and carry on", "always be yourself, they say", "never give up"],
)
def test_a_saying_is_no_wish(said):
    assert contents(said) == []


@pytest.mark.parametrize(
    "said",
    [
        "always look at the tests before the code",
        "Keep calm when I shout, and answer in short sentences",
        "always look on the bright side when you review my drafts",
    ],
)
def test_what_only_begins_as_a_saying_is_a_wish(said):
    assert "instruction" in learnt(said)[0].tags


@pytest.mark.parametrize(
    ("said", "facts"),
    [
        # From one day of the week to another: no date of either.
        ("We changed the report day from Friday to Thursday.",
         ["The user changed the report day from Friday to Thursday."]),
        ("I switched my piano lesson from Tuesday to Thursday.",
         ["The user switched their piano lesson from Tuesday to Thursday."]),
        ("I was in Rome from Friday to Sunday.", ["The user was in Rome from 4 September 2026 to 6 September 2026."]),
        ("I take ramipril since last week, 5 mg in the morning.",
         ["The user takes ramipril since the week before 7 September 2026, 5 mg in the morning."]),
        ("My mum takes metformin, 500 mg twice a day.", ["The user's mum takes metformin 500 mg twice a day."]),
        ("Tom eats meat.", ["Tom eats meat."]),
        ("Tom eats a sandwich.", []),
        ("Yes, but always list prices with tax included.",
         ["The user wants the assistant to always list prices with tax included."]),
        ("Yes, never felt better.", []),
        ("can you make my weekly report shorter? max five bullets please, every week.",
         ["The user wants the assistant to keep to this: “can you make my weekly report shorter? max five bullets "
          "please, every week.”"]),
        ("Can you explain recursion? Max two sentences, always.",
         ["The user wants the assistant to keep to this: “Max two sentences, always.”"]),
        ("Could you fix my table? Always use metric units.",
         ["The user wants the assistant to always use metric units."]),
    ],
)  # fmt: skip
def test_days_of_a_change_doses_diets_and_wishes_are_told_whole(said, facts):
    assert contents(said) == facts
