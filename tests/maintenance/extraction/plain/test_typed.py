"""What is typed in haste: words written short, names in lower case, notes without "the", answers to questions about
others, and what became of "it"."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from maintenance.extraction import rules
from maintenance.extraction.plain.capitals import names_in, with_names
from maintenance.extraction.plain.typed import spelled
from maintenance.extraction.types import Background, Person, Turn

NOW = datetime(2026, 3, 2, 18, 0, tzinfo=UTC)  # a Monday


def turns(*said: str) -> list[Turn]:
    """The turns of a talk; one that begins with "A: " is the assistant's."""
    return [
        Turn(f"t{number}", "assistant", "assistant", text[3:], NOW)
        if text.startswith("A: ")
        else Turn(f"t{number}", "user", "user", text, NOW)
        for number, text in enumerate(said)
    ]


def contents(*said: str) -> list[str]:
    return [fact.content for fact in rules.extract(turns(*said)).facts]


@pytest.mark.parametrize(
    ("typed", "fact"),
    [
        ("I'm allergic to peanuts and sesame", "The user is allergic to peanuts and sesame."),
        ("Mia is allergic to milk and sesame", "Mia is allergic to milk and sesame."),
        ("my son can't eat gluten", "The user's son cannot eat gluten."),
        ("I can't eat gluten", "The user cannot eat gluten."),
        ("my manager is Trish", "The user's manager is Trish."),
    ],
)
def test_what_has_no_full_stop_is_read_as_if_it_had_one(typed, fact):
    assert fact in contents(typed)
    assert contents(typed) == contents(f"{typed}.")


# --- Words ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("its the 24th now", "it's the 24th now"),
        ("its 70k now", "it's 70k now"),
        ("the dog hurt its leg", "the dog hurt its leg"),
        ("its app crashed", "its app crashed"),
        ("were redoing the bathroom", "we're redoing the bathroom"),
        ("the tiles were grey", "the tiles were grey"),
        ("my moms moving in, shes 77", "my mom is moving in, she's 77"),
        ("my moms house", "my mom's house"),
        ("my sisters live in Leeds", "my sisters live in Leeds"),
        ("my sons teacher is mrs hale", "my son's teacher is Mrs Hale"),
        ("pilates w my sister", "pilates with my sister"),
        ("a 60 w bulb", "a 60 w bulb"),
        ("mon to thurs", "Monday to Thursday"),
        ("weds and sat", "Wednesday and Saturday"),
        ("I sat next to her", "I sat next to her"),
        ("the sun is out", "the sun is out"),
        ("feb 27, or end of mar", "February 27, or end of March"),
        ("3 yrs and 5 hrs", "3 years and 5 hours"),
        ("got pushed a week, so March 6", "got pushed a week to March 6"),
        ("sooo tired", "so tired"),
        ("they come sat 28 march", "they come Saturday 28 march"),
        ("for two yrs and few hrs", "for two years and few hours"),
        ("he says hed sooner walk", "he says he'd sooner walk"),
        ("the shed is full", "the shed is full"),
        ("I raised twins, so that's 2 now", "I raised twins, so that's 2 now"),
        ("I cut meat so it's 3 years now", "I cut meat so it's 3 years now"),
        ("I halved the ramipril, so that's five now", "I halved the ramipril to five now"),
    ],
)
def test_what_is_typed_in_haste_is_written_out(typed, written):
    assert spelled(typed) == written


# --- Names ------------------------------------------------------------------------------------------------------


def test_a_name_in_lower_case_is_known_by_the_answer_and_by_the_memory():
    said = turns("dana leads", "A: When does Dana start? I noted it for Tove.", "Ok for Mark")
    names = names_in(said, [Person("Yusra Haddad", "person"), Person("Redis", "other")])
    assert {"Dana", "Tove", "Yusra", "Haddad", "Redis"} <= names
    assert "Mark" not in names  # a word as well
    assert with_names("dana and yusra asked danas boss, tove coming too", names) == (
        "Dana and Yusra asked Dana's boss, Tove coming too"
    )
    assert with_names("the redis is full", names) == "the redis is full"


def test_a_title_is_no_evidence_and_what_is_written_with_care_stays_as_it_is():
    said = turns(
        "A: Here is how To Build Your Portfolio Website Using CSS, with a Gallery. The gallery is small.", "ok"
    )
    assert names_in(said).isdisjoint({"Website", "Using", "Gallery", "Build"})
    told = turns("A: I noted it for Dana and the Review.", "I asked dana for a review of the review page in Bergen.")
    assert contents("A: See the Review.", "I booked a review in Bergen.") == ["The user booked a review in Bergen."]
    assert all("Review" not in fact.content for fact in rules.extract(told).facts)


def test_a_fact_is_learnt_of_somebody_whom_the_memory_knows_by_a_capital():
    found = rules.extract(
        turns("doing the rota w ulla, ulla made me deputy"), background=Background((Person("Ulla", "person"),))
    )
    assert "Ulla made the user deputy." in [fact.content for fact in found.facts]


# --- Notes ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "facts"),
    [
        ("spare key is with Mrs Adler downstairs", ["The spare key is with Mrs Adler downstairs."]),
        ("proposal due april 13", ["The proposal is due 13 April 2026."]),
        ("Python is a language", []),
        ("beans are from Kolibri", ["The beans are from Kolibri."]),
        ("dentist tues 9:15", ["Dentist is on 3 March 2026 9:15."]),
        ("bp 128/80", ["The user's blood pressure is 128/80."]),
        ("mom fell, she uses a stick now", ["The user's mom uses a stick now."]),
        ("mondays off from now on", ["The user has Mondays off from now on."]),
        ("off the melatonin now", ["The user is off the melatonin now."]),
        ("ramipril 5 mg every morning", ["The user takes ramipril 5 mg every morning."]),
        ("demo got pushed a week, so april 6", ["The demo got pushed a week to 6 April 2026."]),
        ("appointment tues 28 april with Harpreet", ["The appointment is on 28 April 2026 with Harpreet."]),
        ("thursdays no good, i work in the depot", ["The user works in the depot."]),
        ("no pork please, i dont eat it", []),
        ("i'm at number 18 now, moved in february", ["The user is at number 18 now, moved in February 2026."]),
        ("got the scan on the 3rd of april", ["The user got the scan on 3 April 2026."]),
        ("dr lund, took over from Dr Berg in the autumn", ["Dr Lund took over from Dr Berg in the autumn."]),
        ("i do the frontend w Anouk", ["The user does the frontend with Anouk."]),
        ("pls dont quote me on that", []),
        ("2.5 is due on Friday, I owe Ida 2.5.", ["The user owes Ida 2.5."]),
        ("Back from Ida, she says hi.", []),
        ("they signed us both up", []),
        ("i want a new bike, costs 900", ["The user wants a new bike."]),
        # Nobody knows what of.
        ("frame is a 54", []),
        ("lessons are mondays at 4", []),
        ("we're doing lake constance instead", []),
    ],
)  # fmt: skip
def test_a_note_is_learnt_where_it_tells_of_one_thing(said, facts):
    assert contents(said) == facts


def test_of_whoever_comes_next_nothing_is_told():
    assert contents("Priya leads the retro, then Marek") == ["Priya leads the retro."]


def test_what_follows_from_a_statement_is_another_one():
    assert contents("My son has bad asthma so its urgent") == ["The user's son has bad asthma."]


def test_of_kelly_my_daughter_nobody_says_he():
    assert contents("our Kelly, my daughter, reckons he doesn't need it") == ["The user's daughter is Kelly."]


def test_what_somebody_told_without_saying_what_is_no_fact():
    assert contents("My sister told us today.") == []


# --- Answers ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "said", "fact"),
    [
        ("When is the proposal due?", "feb 27. ten pages", "The proposal is due on 27 February 2027."),
        ("When does the beta go out?", "may 4", "The beta goes out on 4 May 2026."),
        ("Who takes the backend?", "Yusra from the other team", "Yusra takes the backend."),
        ("Who picks up the kids?", "my mum", "The user's mum picks up the kids."),
        ("What is Piotr responsible for?", "everything in Poland", ""),
        ("What is your thesis about?", "peat bogs and methane", "The user's thesis is about peat bogs and methane."),
        ("Which room is the router in?", "hallway, behind the shoes", "The router is in the hallway."),
        ("How much is the rent?", "835 a month", "The rent is 835 a month."),
        ("Do you still start at six?", "7 these days", "The user starts at 7 now."),
        ("Is the client call still on Tuesdays?", "no, wednesdays now", "The client call is on Wednesdays now."),
        ("How much is your rent now?", "its 835 now", "The user's rent is 835 now."),
        ("When is the retro?", "we've moved it to thursday", "The user has moved the retro to 5 March 2026."),
        ("Do you take anything for it?", "ramipril", "The user takes Ramipril."),
        ("When does he train?", "wed 4 to 5", ""),
        ("When does Emil train?", "wed 4 to 5", "Emil trains on Wednesdays 4 to 5."),
        ("When does Emil arrive?", "wednesday", "Emil arrives on 4 March 2026."),
        ("Which flights are you looking at?", "from eindhoven", ""),
        ("When do you see her?", "tuesday", ""),
        # What was asked for is not what was answered.
        ("Who takes the backend?", "Nobody yet", ""),
        ("When is the proposal due?", "no idea", ""),
        ("Do you still pay 800?", "835 now", ""),
        ("Who is your doctor?", "rang. they're busy", ""),
        ("What is the deadline?", "first demo in May, launch in June", ""),
    ],
)  # fmt: skip
def test_a_short_answer_about_others_is_made_whole(asked, said, fact):
    assert contents(f"A: {asked}", said) == ([fact] if fact else [])


def test_whoever_answers_a_question_is_the_one_who_is_told_of_next():
    said = ["Rob quit", "A: Oh. Who takes the backend?", "Yusra from the other team, she starts in May"]
    assert contents(*said)[-1] == "Yusra starts in May 2026."


def test_an_answer_is_the_users_own_and_a_bare_yes_the_askers_too():
    own = rules.extract(turns("A: Where do you work?", "at the harbour")).facts[0]
    assert own.source_ids == ("t1",)
    asked = rules.extract(turns("A: Do you have a car?", "Yes.")).facts[0]
    assert asked.source_ids == ("t0", "t1")
    told = "A: Since your accountant told me to send all invoices to the new address, where do you want them to go?"
    assert all(fact.source_ids == ("t0", "t1") for fact in rules.extract(turns(told, "to the harbour")).facts)


# --- Truth --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("I send 65,000 pesos each month, on the 15th", "The user sends 65,000 pesos each month, on the 15th."),
        ("I pay the rent monthly, on the 1st.", "The user pays the rent monthly, on the 1st."),
        ("Grandad had his blood test on 2 February.", "The user's grandad had his blood test on 2 February 2026."),
        ("my gran lives in Cork.", "The user's gran lives in Cork."),
        ("The gate code is 2231.", "The gate code is 2231."),
        ("The mileage is 42000.", "The mileage is 42000."),
    ],
)
def test_it_is_learnt_as_it_is(said, fact):
    assert contents(said) == [fact]


def test_a_thing_is_no_number():
    assert contents("the engineer called. the west wing roof can't carry it, so it's 66") == []


@pytest.mark.parametrize(
    ("typed", "fact"),
    [
        ("Poppy came Sunday for lunch.", "Poppy came on 1 March 2026 for lunch."),
        ("SSO shipped friday so kill that risk", "SSO shipped on 27 February 2026."),
        ("my sister Ida had her baby saturday", "The user's sister Ida had her baby on 28 February 2026."),
        ("Gran is arriving Saturday.", "The user's gran is arriving on 7 March 2026."),
        ("The plumber is coming Thursday.", "The plumber is coming on 5 March 2026."),
        ("Ida moved her class Tuesday to Thursday.", "Ida moved her class Tuesday to Thursday."),
        ("we booked the hall Friday", "The user booked the hall Friday."),
        ("I always called Mum Sunday.", "The user always called Mum Sunday."),
    ],
)
def test_a_weekday_by_itself_is_the_last_one_or_the_next_where_the_tense_tells(typed, fact):
    assert fact in contents(typed)
