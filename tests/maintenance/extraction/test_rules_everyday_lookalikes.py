"""Look-alikes of what homes, teams, support and work teach: what is no duty, no agreement, no illness, no answer.

All are said on Monday 7 September 2026.
"""

from __future__ import annotations

import pytest

from .test_rules_everyday import contents, learnt


@pytest.mark.parametrize(
    ("said", "facts"),
    [
        # Who is on call, for what; it may be over tomorrow.
        ("Nils is on call", []),
        ("I'm on call", []),
        ("Nils isn't on call", []),
        ("my daughter is on call at the clinic tonight",
         ["The user's daughter is on call at the clinic on the evening of 7 September 2026."]),
        ("Nils is on call for payments", ["Nils is on call for payments."]),
        ("Priya is on call for the database until Friday",
         ["Priya is on call for the database until 11 September 2026."]),
        ("I'm calling in about my contract", []),
        # What is done is no work of theirs.
        ("Kim does justice to the role", []),
        ("Lea does harm", []),
        ("Lea does nails", ["Lea does nails."]),
        # What was agreed is a rule, and no opinion.
        ("We agreed that Bob is an idiot", []),
        ("I agreed that Tom is a great guy", []),
        ("We almost agreed that Tom moves to Berlin", []),
        ("We agreed that Lisa pays the rent", ["The user agreed that Lisa pays the rent."]),
        ("I went by bus for the appointment", []),
        ("I picked Tom up for the game", []),
        # What a doctor says of a body.
        ("the doctor says Tom is a lovely boy", []),
        ("the doctor says Bob is late", []),
        ("the vet says Rex is fine", []),
        ("the doctor says Tuesday works for Ben", []),
        ("the doctor will say Ben has asthma", []),
        ("the vet says Rex is diabetic", ["The vet says Rex is diabetic."]),
        ("the doctor says Ida can't have dairy", ["The doctor says Ida cannot have dairy."]),
        # Those who are waited on.
        ("Bed 3 needs insulin at 8", []),
        ("room 9 wants a cot", []),
        ("guest 9 wants vegan food", ["Guest 9 wants vegan food."]),
        ("patient 4 needs dialysis three times a week", ["Patient 4 needs dialysis three times a week."]),
        ("Guest 14 needs a wheelchair for her whole stay", ["Guest 14 needs a wheelchair for her whole stay."]),
        # "Only" is of what stands beside it.
        ("I'm the only one who can restart the server", []),
        ("I'm the only one here without a headset", []),
        ("I'm the only one who cares", []),
        ("I'm the only one up", []),
        ("I'm only allergic to nuts in the cake", []),
        ("Tom is the only one with a driving licence", ["Tom is the only one with a driving licence."]),
        # A tale is told first; what is played somewhere is not.
        ("In the game Tom has 3 lives", []),
        ("I play piano in the show on Friday", ["The user plays piano on 11 September 2026."]),
        ("Tom, the guy from yesterday, works at Bosch", []),
        ("deploys were frozen from 15 December to 3 January", []),
        ("bookings are suspended until 3 October", ["The bookings are suspended until 3 October 2026."]),
        ("I take 5 mg until Friday, then 10 mg", ["The user takes 5 mg until 11 September 2026, then 10 mg."]),
        ("wife hasn't been well since May", ["The user's wife has not been well since May 2026."]),
        ("Ida's birthday is the 3rd, or no, the 4th of March", []),
        ("We were in Rome last week of all places",
         ["The user was in Rome in the week before 7 September 2026 of all places."]),
        ("I need a refund for the cancelled flight on 3 October",
         ["The user needs a refund for the cancelled flight on 3 October 2026."]),
    ],
)  # fmt: skip
def test_a_look_alike_yields_exactly_these_facts(said: str, facts: list[str]) -> None:
    assert contents(said) == facts


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("My grandma Ruth is ill. I visit her Sundays.", "The user visits the user's grandma Ruth Sundays."),
        ("My mum Jo is 80. I pay her bills.", "The user pays the user's mum Jo's bills."),
        ("My mum Jo is 80. I called her clients.", "The user called the user's mum Jo's clients."),
        ("My sister Ann is here. I call her Annie.", "The user calls the user's sister Ann Annie."),
        ("My teacher Mr Huntington is strict. He lives in Leeds.", "Mr Huntington lives in Leeds."),
    ],
)
def test_it_is_told_of_her_or_him(said: str, fact: str) -> None:
    assert contents(said)[-1] == fact


@pytest.mark.parametrize("said", ["My cousin Parkinson lives in Leeds", "I met a man called Parkinson."])
def test_a_surname_is_no_illness(said: str) -> None:
    (fact,) = learnt(said)
    assert "health" not in fact.tags


@pytest.mark.parametrize(
    ("asked", "said", "facts"),
    [
        ("Did you finish your essay?", "it's Sunday", []),
        ("Do you use your bike for the commute?", "it's 10 km", []),
        ("Did you check your inbox?", "it's 9:30 already", []),
        ("Could you give me your budget?", "it's 5k", ["The user's budget is 5k."]),
        ("What dose are you on?", "40 mg", []),
        ("What drugs are you on?", "lol", []),
        ("What pets do you have?", "two cats", ["The user has two cats."]),
        ("What hobbies do you have?", "chess and rowing", ["The user has hobbies: chess and rowing."]),
        ("How often do you commute?", "Mondays and Tuesdays", ["The user commutes on Mondays and Tuesdays."]),
        ("How often do you fast?", "once, as a student", []),
        ("How often do you lie?", "every time lol", []),
        ("How often do you exercise a week?", "twice", []),
        ("How often do you eat fish?", "once or twice a week", ["The user eats fish once or twice a week."]),
        ("How often do you meet up with the team?", "weekly", ["The user meets up with the team weekly."]),
    ],
)  # fmt: skip
def test_an_answer_fits_its_question(asked: str, said: str, facts: list[str]) -> None:
    assert contents(f"A: {asked}", said) == facts
