"""Lasting wishes that are no plain order, and what is told by its bare name or without "I"."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from maintenance.extraction import rules
from maintenance.extraction.types import Turn

NOW = datetime(2026, 3, 2, 18, 0, tzinfo=UTC)


def learnt(*said: str) -> list[str]:
    turns = [Turn(f"t{number}", "user", "user", text, NOW) for number, text in enumerate(said)]
    return [fact.content for fact in rules.extract(turns).facts]


@pytest.mark.parametrize(
    ("said", "wish"),
    [
        ("Please be concise.", "The user wants the assistant to be concise."),
        ("Please be quiet.", ""),
        ("no buzzwords please", "The user wants the assistant to never use buzzwords."),
        ("no tables. ever.", "The user wants the assistant to never use tables."),
        ("No worries please!", ""),
        ("From now on reply in Dutch.", "The user wants the assistant to reply in Dutch from now on."),
        ("From now on Mondays are off.", ""),
        ("In future trams will fly.", ""),
        ("Could you use full sentences in future?", "The user wants the assistant to use full sentences in future."),
        ("Could you check the units in version 3?", ""),
        ("Recipe examples in grams only, thanks.",
         "The user wants the assistant to always give recipe examples in grams only."),
        ("Two examples please", ""),
        ("I'd prefer it if you wrote short paragraphs.", "The user wants the assistant to write short paragraphs."),
        ("Our dog is old, keep that in mind when you plan hikes.", "The user wants the assistant to keep in mind that"
         " their dog is old when it plans hikes."),
        ("Keep that in mind.", ""),
        ("Oh and please always answer in metric units, I work with those.",
         "The user wants the assistant to always answer in metric units."),
        ("Please don't suggest desk huddles on Tuesday.",
         "The user wants the assistant not to suggest desk huddles on Tuesday."),
        ("From now on don't book meetings on Friday morning.",
         "The user wants the assistant not to book meetings on Friday morning from now on."),
        ("Never mind.", ""),
        ("But never mind the cost", ""),
        ('When you draft letters, sign off with "Yours, Mia".', 'The user wants the assistant to sign off with "Yours,'
         ' Mia" when it drafts letters.'),
    ],
)  # fmt: skip
def test_a_lasting_wish_is_learnt_however_it_is_put(said, wish):
    assert learnt(said)[-1:] == ([wish] if wish else [])


@pytest.mark.parametrize(
    "said",
    [
        "Greetings from Vienna.", "No joke, a shoebox.", "No direct train on Sundays.", "no miles on it yet, brand new",
        "No tables free at Gino's.", "no repeat prescription", "no spaces left", "Chicago in May.", "Lists for Monday.",
        "French lessons on Tuesdays.", "Paragraph 4 of the lease.", "No comments from the landlord.",
        "python 3.12 and poetry", "Blunt knife, sorry.", "and if Bo asks i do NOT have a crush on him.",
        "Give me every answer they wrote on page 3.", "In every answer he dodged the question.",
        "Anything on Friday is fine with me.", "Anything about the trial was kept from us.", "Our mails always bounce.",
        "If the lease comes up, we never got a copy.", "Poems: never wrote any since school.",
        "Put everything in the car.",
        "We went to Leeds and don't plan to go back.", "Commit messages: Bo never writes any.",
        "Never a greeting from her.", "Not short of work.", "Steps to the cellar.", "No excuse, I overslept.",
    ],
)  # fmt: skip
def test_what_is_told_without_a_verb_asks_for_nothing(said):
    assert not any("wants the assistant" in fact for fact in learnt(said))


@pytest.mark.parametrize(
    "said",
    [
        "diffs, not whole files", "Firm and brief from now on.", "Distances in miles though, I'm in Leeds",
        "finish each reply with a word of Irish", "at the end of every answer tell me how sure you are",
        "Lead with the answer, then the why.", "If you don't know, say 'don't know' and stop there.",
        "SQL: keywords lower case, never select *", "quotes always ex VAT, they argue otherwise",
        "anything about the trial, be gentle and leave out the numbers", "no bullet points, I hate them",
        "two sentences max unless I say go on",
        "sources for every number, with a link", "24h clock, never am/pm", "short answers, no bullet points",
    ],
)  # fmt: skip
def test_manners_alone_are_a_wish(said):
    assert f"The user wants the assistant to keep to this: “{said}”" in learnt(said)


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("Please address me as Frau Holm, as my colleagues do, and keep it formal.", "Frau Holm"),
        ("Call me Dee, like everybody else.", "Dee"),
        ("Call me Sam, not Samuel.", "Sam"),
        ("Please call me Dr. Ruiz.", "Dr. Ruiz"),
    ],
)
def test_a_name_to_use_ends_where_it_is_said_why(said, name):
    assert learnt(said) == [f"The user wants to be called {name}."]


def test_how_the_user_is_to_be_reached_and_how_not():
    assert learnt("And please email me, don't ring, I'm in meetings all day") == [
        "The user wants the assistant to always email them.", "The user wants the assistant not to ring.",
    ]  # fmt: skip
    assert learnt("never mind, I bank with Halden") == ["The user banks with Halden."]


def test_who_is_not_called_one_name_is_called_the_other():
    assert learnt("Don't call me Susan, it's Sue.") == [
        "The user wants the assistant not to call them Susan.", "The user wants to be called Sue.",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("said", "facts"),
    [
        ("cancelled my yoga class, I just swim in the lake now",
         ["The user cancelled their yoga class.", "The user swims in the lake now."]),
        ("just renewed the lease with Halden for a year", ["The user renewed the lease with Halden for a year."]),
        ("switched to Lumina last week", ["The user switched to Lumina in the week before 2 March 2026."]),
        ("Traded in my bike, got a scooter instead",
         ["The user traded in their bike.", "The user got a scooter instead."]),
        ("Switched to Friday.", []),
        ("Painted by my uncle, it hangs in the hall.", []),
        ("My sister is a nurse. Sold her van.", ["The user's sister is a nurse."]),
        ("sad news, Rex died on Sunday", ["Rex died on 1 March 2026."]),
        ("heads up that I relocated to Turin so I'm on Rome time",
         ["The user relocated to Turin.", "The user is on Rome time."]),
        ("I see Dr. Falk for my back.", ["The user sees Dr. Falk for the user's back."]),
        ("swapped my course: it's Latin now", ["The user swapped their course.", "The user's new course is Latin."]),
    ],
)  # fmt: skip
def test_an_unsaid_i_did_what_was_done_to_something(said, facts):
    assert learnt(said) == facts


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("Snapshots run at 4 am.", "Snapshots run at 4 am."),
        ("School starts on 7 September.", "School starts on 7 September 2026."),
        ("Rent is due on the 3rd.", "The user's rent is due on the 3rd."),
        ("Parking costs 9 a day.", ""),
        ("Receipts go to books@halden.example.", "Receipts go to books@halden.example."),
        ("Shops close at 8 pm in most towns.", ""),
        ("Our bus leaves at 7:40.", "The user's bus will leave at 7:40."),
        ("Miso is on a diet.", "Miso is on a diet."),
        ("Pepper is a spice.", ""),
        ("Grandpa's in a care home in Bude.", "The user's grandpa is in a care home in Bude."),
        ("I bank with Halden.", "The user banks with Halden."),
        ("The bathroom is being redone.", "The bathroom is being redone."),
        ("Washing machine is quiet again.", "Washing machine is quiet again."),
        ("They're repainting the hall.", "The hall is being repainted."),
        ("she halved the insulin to 5 units", "The insulin was halved to 5 units."),
        ("Halden made me permanent!", "Halden made the user permanent."),
        ("Halden made me happy!", ""),
    ],
)
def test_what_goes_by_its_bare_name_is_learnt_where_it_is_told_when_or_how(said, fact):
    assert learnt(said) == ([fact] if fact else [])


@pytest.mark.parametrize(
    "said",
    [
        "Translate this: I cancelled the meeting with Paul.",
        "Please rewrite: We moved the launch to 5 May.",
        "From: Anna <anna@x.example>\nSubject: Move\nHi, I moved to Porto last week.",
        "In the novel, I killed the king and married Ava.",
        "Opened the door and saw a bear in the dream.",
        "TODO: changed the header of the shop",
    ],
)
def test_what_is_another_s_or_of_a_story_is_not_the_speaker_s(said):
    assert learnt(said) == []


@pytest.mark.parametrize(
    ("said", "meant", "facts"),
    [
        ("Dentist is on 3 March at 2pm.", "oh wait, no, it's 4 March, sorry",
         ["Dentist is on 3 March 2026 at 2pm.", "Dentist is on 4 March 2026 at 2pm."]),
        ("My flight to Bari leaves at 7:45.", "sorry, 7:55",
         ["The user's flight to Bari will leave at 7:45.", "The user's flight to Bari will leave at 7:55."]),
        ("My shifts are on Mondays and Tuesdays.", "no wait, Fridays",
         ["The user's shifts are on Mondays and Tuesdays."]),
        ("I live in Oslo.", "No, it's 5 pm here.", ["The user lives in Oslo."]),
    ],
)  # fmt: skip
def test_a_slip_that_is_put_right_by_its_value_is_said_again(said, meant, facts):
    found = learnt(said, meant)
    assert set(found) <= set(facts)
    assert found[-1] == facts[-1]


def test_whom_he_means_may_be_whose_teacher_it_is():
    assert learnt("Our son's teacher is Mrs Albright.", "He's in year 3.")[1:] == ["The user's son is in year 3."]


@pytest.mark.parametrize(
    ("said", "facts"),
    [
        ("The dentist moved me: now on the 12th.", []),
        ("My physio rescheduled us: now Thursday at 4.", []),
        ("The landlord moved me into flat 3.", ["The landlord moved the user into flat 3."]),
        ("The surgery called me: now on the 12th.", ["The surgery called the user: now on 12 March 2026."]),
        ("The surgery called me: now on the 1st.", ["The surgery called the user: now on 1 April 2026."]),
    ],
)
def test_whom_a_practice_moved_is_an_appointment_and_its_new_day_is_ahead(said, facts):
    assert learnt(said) == facts


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("The consultant moved me off methotrexate.", "The consultant moved the user off methotrexate."),
        ("The GP shifted me off statins because of my liver.",
         "The GP shifted the user off statins because of the user's liver."),
        ("The hospital rescheduled me for 3 June.", "The hospital rescheduled the user for 3 June 2026."),
        ("My company moved me abroad.", "The user's company moved them abroad."),
        ("The council moved us up the housing list.", "The council moved the user up the housing list."),
        ("The clinic pushed me back to Tuesday.", "The clinic pushed the user back to 3 March 2026."),
    ],
)  # fmt: skip
def test_whom_somebody_moved_somewhere_or_off_something_is_learnt(said, fact):
    assert learnt(said) == [fact]


@pytest.mark.parametrize(
    ("said", "wish"),
    [
        ("Don't call me on Thursday, I'm in court all day.", "not to call them on 5 March 2026."),
        ("Never ring me on Friday, I'm at my father's funeral.", "to never ring them on 6 March 2026."),
        ("Don't call me on Thursday because I'm in court.",
         "not to call them on 5 March 2026 because they are in court."),
        ("Don't call me on Thursdays, I'm in court all day.", "not to call them on Thursdays."),
        ("From now on don't schedule meetings on Friday because I'm at the clinic.",
         "not to schedule meetings on Friday because the user is at the clinic from now on."),
        ("Don't call me on Thursday because I'm in court every week.",
         "not to call them on Thursday because they are in court every week."),
    ],
)  # fmt: skip
def test_a_wish_that_tells_why_not_on_that_day_is_of_that_day_alone_unless_it_is_so_each_week(said, wish):
    assert learnt(said)[0] == f"The user wants the assistant {wish}"
