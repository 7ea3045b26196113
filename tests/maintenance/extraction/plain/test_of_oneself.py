"""What somebody leaves the "I" out of, and what they do together with somebody."""

from __future__ import annotations

import pytest

from maintenance.extraction.plain.with_me import speaker_first

from .test_typed import contents


@pytest.mark.parametrize(
    ("typed", "fact"),
    [
        ("allergic to penicillin fyi, found out the hard way", "The user is allergic to penicillin."),
        ("coeliac since i was 12", "The user is coeliac since they were 12."),
        ("not a fan of spicy food", "The user is not a fan of spicy food."),
        ("huge fan of Murakami", "The user is a huge fan of Murakami."),
        ("work as a paramedic so my sleep is all over the place", "The user works as a paramedic."),
        ("work in hr, mostly from home", "The user works in hr, mostly from home."),
        ("live with my two sisters in Cardiff", "The user lives with their two sisters in Cardiff."),
        ("dont eat pork", "The user does not eat pork."),
        ("cant swim btw", "The user cannot swim."),
        ("on a low fodmap diet", "The user is on a low fodmap diet."),
        ("on sertraline 50mg since march", "The user is on sertraline 50mg since March 2026."),
        ("on mat leave till may", "The user is on mat leave till May 2026."),
        ("back at work since 26 feb", "The user is back at work since 26 February 2026."),
        ("made redundant in october", "The user was made redundant in October 2025."),
        ("my son's starting school in september", "The user's son is starting school in September 2026."),
        ("everyone calls me bex", "The user goes by Bex."),
        ("please call me bex", "The user wants to be called Bex."),
        ("my middle name's rose", "The user's middle name is Rose."),
        ("our anniversary's 14 feb", "The user's anniversary is 14 February."),
    ],
)
def test_what_leaves_its_speaker_out_is_told_of_them(typed, fact):
    assert fact in contents(typed)


@pytest.mark.parametrize(
    "typed",
    [
        "vegan and quick please",
        "vegan for life recipes",
        "work as a team on this",
        "work at least two hours a day",
        "work for 25 minutes, then rest",
        "live in the docs folder",
        "live with it",
        "don't eat the mushrooms",
        "don't drink coffee or tea 2 weeks before surgery",
        "don't eat anything before the scan",
        "not a fan of your tone",
        "promoted to prod at 5pm",
        "diagnosed with grafana",
        "on antibiotics you shouldn't drink",
        "My daughter can't come. Allergic to cats.",
        "son is a reserved variable name",
        "both parents are required to sign",
        "everyone calls me when it breaks",
        "call me back and we'll talk",
        "people call me crazy",
        "me and the boss is a great sitcom title",
        "me and my big mouth",
        "Live near the office to save time.",
        "live in production now",
        "Live in Tokyo (1993) is their best album.",
        "Work as a nurse is exhausting, my mum says.",
        "work from home setup under 500",
        "live in lisbon: 10 things to know",
        "Don't drink tap water, it's brown today.",
        "CV summary: Work as a project manager for Siemens.",
        "Allergic to gluten, Priya brought her own lunch.",
        "On chemo since March, my aunt is tired all the time.",
        "On antibiotics, patients must avoid alcohol.",
        "Customer in bay 4. Allergic to nuts.",
        "Role play: you're a grumpy wizard. Terrified of mice.",
        "married to my job",
        "vegan since the recipe has no egg",
        "I live in the moment myself.",
    ],
)
def test_what_is_an_order_or_of_another_is_not_told_of_the_speaker(typed):
    assert not [fact for fact in contents(typed) if fact.startswith("The user ") and "wants" not in fact]


@pytest.mark.parametrize(
    ("question", "answer", "facts"),
    [
        ("What is Leo allergic to?", "allergic to nuts", []),
        ("What happened to your brother?", "laid off last week", []),
        ("What should I put in the bio?", "obsessed with coffee", []),
        ("Can you tell me where Tom lives?", "live in Cardiff now", []),
        ("Are you allergic to anything?", "allergic to nuts", ["The user is allergic to nuts."]),
        ("Any allergies?", "allergic to nuts", ["The user is allergic to nuts."]),
        ("Do you live in Leeds?", "live in Cardiff now", ["The user lives in Cardiff now."]),
    ],
)
def test_an_answer_is_told_of_whom_the_question_asks_of(question, answer, facts):
    assert contents(f"A: {question}", answer) == facts


def test_his_living_room_is_a_thing_of_his():
    assert contents("my dad's living room needs paint") == ["The user's dad's living room needs paint."]


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("My boyfriend and I broke up yesterday.", "The user and their boyfriend broke up on 1 March 2026."),
        ("my gf n i split up in the summer", "The user and their girlfriend split up in the summer."),
        ("me n Sam split up", "The user and Sam split up."),
        ("me and my wife run a bakery", "The user and their wife run a bakery."),
        ("me and the kids are vegetarian", "The user and the kids are vegetarian."),
        ("me and mum live in Hull", "The user and their mum live in Hull."),
        ("Jo and I got engaged.", "Jo and the user got engaged."),
    ],
)
def test_what_somebody_does_with_the_speaker_is_told_of_both(said, fact):
    assert fact in contents(said)


@pytest.mark.parametrize(
    "sentence", ["Me and you both know.", "Me and Sam?", "Me and Mr Jones is a song.", "My dad and his boat sank."]
)
def test_any_other_sentence_stays_as_it_is(sentence):
    assert speaker_first(sentence) == sentence


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("I live alone.", "The user lives alone."),
        ("I live by myself.", "The user lives by themselves."),
        ("I work night shifts.", "The user works night shifts."),
        ("I'm going to start driving lessons in April.", "The user is going to start driving lessons in April 2026."),
        ("I got engaged.", "The user got engaged."),
        ("I got promoted.", "The user got promoted."),
        ("I was let go.", "The user was let go."),
        ("I was made redundant.", "The user was made redundant."),
    ],
)
def test_what_needs_no_more_words_is_learnt(said, fact):
    assert contents(said) == [fact]


@pytest.mark.parametrize(
    "said", ["I live by the book alone, he said.", "I had a shift.", "I took lessons.", "I let go."]
)
def test_what_leaves_something_open_is_not(said):
    assert contents(said) == []


def test_a_lost_job_is_learnt_whatever_else_is_said():
    assert "The user got fired." in contents(
        "My girlfriend and I split up. I got fired. Starting Monday I live in York."
    )
