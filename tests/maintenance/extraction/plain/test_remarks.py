"""What a speaker puts in between: an opinion, a doubt, a remark on the telling, half of somebody else's words. What is
learnt is what was told, as far as the speaker stands by it, of whoever it was told of."""

from __future__ import annotations

import pytest

from maintenance.extraction import rules
from maintenance.extraction.plain.remarks import without_remarks
from maintenance.extraction.types import Turn
from tests.maintenance.extraction.plain.test_chat import NOW, contents


@pytest.mark.parametrize(
    ("said", "facts"),
    [
        ("The landlord, I should mention, is called Okafor.", ["The landlord is called Okafor."]),
        ("As I said before, my gym is in Porto.", ["The user's gym is in Porto."]),
        ("Omar works at Siemens I think.", ["The user thinks Omar works at Siemens."]),
        ("Omar, I believe, works at Siemens.", ["The user thinks Omar works at Siemens."]),
        ("My aunt lives in Bonn, which explains, she says, the accent.", ["The user's aunt lives in Bonn."]),
        ("I take 5 mg of it, or maybe it is 10.", []),
        ("Or I rent a van from Hertz.", []),
        ("Or rather, I live in Bonn.", ["The user lives in Bonn."]),
    ],
)
def test_an_opinion_is_told_as_one_and_a_remark_not_at_all(said: str, facts: list[str]) -> None:
    assert contents(said) == facts


@pytest.mark.parametrize(
    ("said", "facts"),
    [
        ("from now on the bins are collected on fridays", ["From now on, the bins are collected on Fridays."]),
        ("From now on we rehearse on Thursdays.", ["From now on, the user rehearses on Thursdays."]),
        ("From here on out Kim handles the invoices.", ["From now on, Kim handles the invoices."]),
        ("These days are long.", []),
        ("From now on please answer in French.", ["The user wants the assistant to answer in French from now on."]),
    ],
)
def test_since_when_something_holds_stands_apart_from_it(said: str, facts: list[str]) -> None:
    assert contents(said) == facts


def test_what_holds_from_now_on_ends_what_held() -> None:
    (told,) = contents("From now on the bins are collected on Fridays.")
    assert rules.judge_pair(told, "The bins are collected on Tuesdays.", told).kind == "updates"
    assert rules.judge_pair(told, "The windows are cleaned on Tuesdays.", told).kind == "unrelated"


@pytest.mark.parametrize(
    ("said", "alone"),
    [
        ("her knee, I think, is better", "I think her knee is better"),
        ("Ada won, I guess.", "I think Ada won."),
        ("the man I think, is new", "the man I think, is new"),
        ("What do you think?", "What do you think?"),
    ],
)
def test_an_opinion_stands_in_front_of_what_it_is_of(said: str, alone: str) -> None:
    assert without_remarks(said) == alone


@pytest.mark.parametrize(
    "said",
    [
        "She texted me 'we are moving, we are happy.",
        "He read it out: 'no more loans. I want a house and a dog'.",
        "I need help with the party, is in the town hall.",
        "We are me and Bo.",
        "I am Berta no sorry.",
        "Write Ole's wife, Kim, say I'm in.",
        "There's a woman named Yusra, played in Tilda's band. She's a monster.",
        "Please don't!",
        "The shift is on the 11th, it's a Sunday.",
    ],
)
def test_nothing_is_learnt_of_what_nobody_stated_so(said: str) -> None:
    told = " ".join(contents(said))
    for wrong in ("happy", "house", "town hall", "them and", "Berta", "Write", "Tilda is", "not to do", "a Sunday"):
        assert wrong not in told


def test_what_stands_in_quotation_marks_as_a_name_is_kept() -> None:
    assert contents("I am planning to store passwords in the 'users' table of my database.") == [
        "The user is planning to store passwords in the 'users' table of their database."
    ]


def test_no_fish_is_nobody() -> None:
    assert contents("No fish now either. He eats cheese by the block.") == []


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ("We're renovating the kitchen this year.", "2026-03-02"),
        ("I visited Ghent on 14 June.", "2025-06-14"),
        ("I got an appointment on 14 April.", "2026-04-14"),
        ("My exam is in june, the 14th.", "2026-06-14"),
        ("I have a paper accepted in Bergen, 9th of june.", "2026-06-09"),
        ("We got a place in the Valencia marathon, 16 September.", "2026-09-16"),
        ("I entered the Sheffield half as a tune-up, 6 June.", "2026-06-06"),
        ("I changed jobs, starting at Arup in May.", "2026-05-01"),
        ("I took a course on pottery, finishing in January.", "2026-01-01"),
        ("I sold the flat, moving out on 2 September.", "2026-03-02"),
        ("We have pencilled Saturday 12 September at Plas Hendre.", "2026-09-12"),
    ],
)
def test_the_day_of_what_is_told(said: str, day: str) -> None:
    found = rules.extract([Turn("t", "user", "user", said, NOW)]).facts
    assert [str(fact.event_time)[:10] for fact in found] == [day]


@pytest.mark.parametrize(
    ("said", "facts"),
    [
        ("we're at the yard gate fri n sat 8 till 2", ["The user is at the yard gate Friday and Saturday 8 till 2."]),
        ("n rosa is my saturday helper", ["Rosa is the user's Saturday helper."]),
        ("dannys gone. got a job in leeds", []),
        ("the church is shut so they've got us in the hall until further notice", []),
        ("shd i move the order to 11 dec", []),
        ("Priti, whose daughter Isla is four. She takes both girls home until six.", []),
        ("He can walk home with a friend. Incidentally, he has a dog.", []),
        ("A flat in the west part, it costs too much I think.", []),
        ("Vera, bless her, stayed until Easter.", ["Vera stayed until Easter."]),
        ("They're off to Madeira, if you please, at seventy-eight.", []),
        ("So you can use MERGE with a clear conscience.", []),
        ("I lost my keys. Don't say anything.", ["The user lost their keys."]),
        ("I'm to go in on the 15th of April.", ["The user is to go in on 15 April 2026."]),
        ("Since the operation I am a new man.", []),
        ("Coffee is my whole personality.", []),
        ("I am a single man and I live in Hull.", ["The user is a single man.", "The user lives in Hull."]),
        ("I run Tuesday, Thursday, and long on Sunday.", ["The user runs Tuesday, Thursday, and long on Sunday."]),
    ],
)
def test_what_is_typed_or_told_in_passing_is_learnt_right_or_not_at_all(said: str, facts: list[str]) -> None:
    assert contents(said) == facts


def test_a_month_alone_answers_when() -> None:
    assert contents("A: When is the next check?", "October, no date yet.") == ["The next check is in October 2026."]


def test_an_entry_that_was_moved_to_a_day_is_on_that_day_to_come() -> None:
    assert contents("We've moved our entry to the Harbour Run, 7 June.") == [
        "The user has moved their entry to the Harbour Run, 7 June 2026."
    ]


@pytest.mark.parametrize(
    ("said", "facts"),
    [
        ("I sold the old boat on 20 August.", ["The user sold the old boat on 20 August."]),
        ("Nora had a brace fitted on 24 August.", ["Nora had a brace fitted on 24 August."]),
        ("I sold the old boat on 20 August, and the trailer on the 22nd.",
         ["The user sold the old boat on 20 August, and the trailer on the 22nd."]),
        ("Nora had a brace fitted on 24 November.", ["Nora had a brace fitted on 24 November 2025."]),
    ],
)  # fmt: skip
def test_a_day_that_lies_nearer_ahead_than_back_keeps_its_year_to_itself(said: str, facts: list[str]) -> None:
    assert contents(said) == facts


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("Our bread van comes on Wed and Sat before eight.", "Wednesday and Sat"),
        ("The Grey Heron orders 25 rolls in a day.", "in a day"),
        ("My night class is on the last Tuesday of the month in Hove.", "last Tuesday of the month"),
        ("My father sailed to Bombay in November 74.", "in November 74"),
        ("Our new team leader is Wiktoria from Monday 22.", "from Monday 22"),
    ],
)
def test_what_names_no_one_day_is_none(said: str, fact: str) -> None:
    assert [fact in told for told in contents(said)] == [True]


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("I moved to Bath, sorry for the late reply", "I moved to Bath"),
        ("The client wants everything in lower case, don't ask", "The client wants everything in lower case"),
        ("I am sorry for the delay", "I am sorry for the delay"),
        ("I told him I was sorry for the delay", "I told him I was sorry for the delay"),
        ("Please don't ask my sister", "Please don't ask my sister"),
        ("Please don't ask", "Please don't ask"),
        ("Dad had cancer, so no surprise he quit smoking.", "Dad had cancer, so no surprise he quit smoking."),
        ("From now on in the office we speak English.", "From now on in the office we speak English."),
    ],
)
def test_what_is_said_to_the_reader_is_no_part_of_it(said: str, told: str) -> None:
    assert without_remarks(said) == told


@pytest.mark.parametrize(
    ("said", "facts"),
    [
        # Regret is no fear of what is told.
        ("We moved the clinic to Leeds in March I'm afraid.", ["The user moved the clinic to Leeds in March 2026."]),
        ("I'm afraid the clinic in Leeds closes on 8 May.", ["The clinic in Leeds will close on 8 May 2026."]),
        ("I'm afraid of the dark.", ["The user is afraid of the dark."]),
        # Of what may come, or what others are at, it may be fear.
        ("I'm afraid I'll fail the driving test.", ["The user is afraid they will fail the driving test."]),
        ("I'm afraid my wife is having an affair.", ["The user is afraid their wife is having an affair."]),
        ("I'm afraid my boss will fire me.", ["The user is afraid their boss will fire the user."]),
        # What follows from an allergy tells no more, but how much or how long does.
        (
            "I'm diabetic so no more than 150 g of carbs a day.",
            ["The user is diabetic so no more than 150 g of carbs a day."],
        ),
        ("Anna is pregnant so no travel for her after June.", ["Anna is pregnant so no travel after June 2026."]),
        ("I have Crohn's disease so no raw onions.", ["The user has Crohn's disease.", "The user eats no raw onions."]),
        ("Zayd is allergic to sesame, so no tahini in anything.", ["Zayd is allergic to sesame."]),
        ("Tom is diabetic so no cake for him.", ["Tom is diabetic."]),
        ("My aunt is vegan, so no eggs please.", ["The user's aunt is vegan."]),
        # Of which time, and since when.
        ("I work at the Leeds branch from here on out.", ["The user works at the Leeds branch from now on."]),
        ("My gym is a short walk from here on Station Road.", ["The user's gym is a short walk."]),
        ("The lake is an hour from here on the A8.", []),
        ("I fly from here on 3 April to Oslo.", ["The user flies on 3 April 2026 to Oslo."]),
        ("From there on out I was sober.", ["The user was sober."]),
        ("While I'm on: I'm on the Fibre 65 plan.", ["The user is on the Fibre 65 plan."]),
        ("Our office timings are 10 to 7 w.e.f. 1 June.", ["The user's office timings are 10 to 7 from 1 June 2026."]),
        # Whoever is told of twice, as it is said aloud.
        (
            "I don't eat pork and my husband he doesn't eat fish.",
            ["The user does not eat pork.", "The user's husband does not eat fish."],
        ),
        (
            "My daughter she's allergic to eggs and my son he's allergic to milk.",
            ["The user's daughter is allergic to eggs.", "The user's son is allergic to milk."],
        ),
        ("My sister she likes is Ann.", []),
        (
            "I went with Omar and my sister he is engaged to.",
            ["The user went with Omar and the user's sister Omar is engaged to."],
        ),
        ("My brother she has a crush on is called Uwe.", []),
        ("My friend she lives with moved to Rome.", []),
        ("My sister and my brother he lives in Bern.", []),
        (
            "I live with my mum and my brother he works nights.",
            ["The user lives with their mum and the user's brother."],
        ),
        ("my gp is dr will", ["The user's gp is Dr Will."]),
        ("mrs said is our neighbour", ["Mrs Said is the user's neighbour."]),
        (
            "I live in Ulm with my brother Omar and our niece Tara, she is three.",
            [
                "The user lives in Ulm with their brother Omar and the user's niece Tara.",
                "The user's niece is three.",
            ],
        ),
        ("prof wants a draft by 1 July.", ["Prof wants a draft by 1 July 2026."]),
        # Whom it was told hangs on the sentence before.
        ("End of November, I've told Pritchard so.", []),
    ],
)
def test_what_is_said_of_the_telling_garbles_no_fact(said: str, facts: list[str]) -> None:
    assert contents(said) == facts


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("LightGBM got us to .79 on the test set.", "LightGBM got the user to .79 on the test set."),
        ("We use .NET 8 at work.", "The user uses .NET 8 at work."),
        ("My dose is 2 .5 mg.", "The user's dose is 2.5 mg."),
        (
            "I have two dogs, Pepper, the beagle, and old Duke, who is fourteen and half blind.",
            "The user has two dogs.",
        ),
    ],
)
def test_a_word_keeps_its_point_and_a_count_its_things(said: str, fact: str) -> None:
    assert contents(said) == [fact]


def test_what_goes_on_every_evening_began_on_a_day() -> None:
    (fact,) = contents("My broadband has been dropping every evening since Thursday.")
    assert fact.startswith("The user's broadband has been dropping every evening since ")
    assert "Thursday" not in fact
