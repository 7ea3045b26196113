"""Subjects that no pronoun and no name is: some or none of one's people, numbered customers, what "they" did."""

from __future__ import annotations

import pytest

from maintenance.extraction import rules
from tests.maintenance.extraction.plain.test_typed import turns


def learnt(said: str) -> list[str]:
    """What is learnt of these words, said to an assistant."""
    return [fact.content for fact in rules.extract(turns("A: Hello.", said, "A: Noted.")).facts]


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("Nobody in our house eats pork.", "Nobody in the user's house eats pork."),
        ("No one on our team speaks Polish.", "No one on the user's team speaks Polish."),
        ("None of my sons eats cheese.", "None of the user's sons eats cheese."),
        ("Neither of my sisters can swim.", "Neither of the user's sisters can swim."),
        ("In our team nobody merges on Fridays.", "In the user's team nobody merges on Fridays."),
        ("Most of our drivers only speak Polish.", "Most of the user's drivers only speak Polish."),
        ("Half of my salary goes into the mortgage.", "Half of the user's salary goes into the mortgage."),
        ("There's no lift in our building.", "There is no lift in the user's building."),
        ("My mum's carer, Agnes, comes at eight every morning.",
         "The user's mum's carer, Agnes, comes at eight every morning."),
        ("Our insurance doesn't cover dental work.", "The user's insurance does not cover dental work."),
        ("Customer 4471 wants invoices as PDF.", "Customer 4471 wants invoices as PDF."),
        ("Account 88213 prefers to be called before noon.", "Account 88213 prefers to be called before noon."),
        ("They diagnosed Dad with Parkinson's.", "The user's dad was diagnosed with Parkinson's."),
        ("They gave Grandpa a pacemaker last month.", "The user's grandpa was given a pacemaker in February 2026."),
        ("Tuesdays we eat at my parents'.", "On Tuesdays the user eats at their parents'."),
        ("I take 100 mg of iron a day.", "The user takes 100 mg of iron a day."),
        ("My sister and I have the same doctor.", "The user's sister and the user have the same doctor."),
        ("They promoted Elif in April.", "Elif was promoted in April 2025."),
        ("We no longer ship to Norway.", "The user does not ship to Norway any more."),
        ("At home we speak Tamil.", "At home the user speaks Tamil."),
        ("Since the merger our team is called Platform.", "The user's team is called Platform."),
        ("What my daughter likes best is drawing horses.", "The user's daughter likes drawing horses best."),
        ("The thing I miss most about Porto is the sea.", "The user misses the sea most about Porto."),
        ("Please escalate billing questions to Petra.",
         "The user wants the assistant to escalate billing questions to Petra."),
        ("Forward anything about payroll to Mr. Okafor.",
         "The user wants the assistant to send anything about payroll to Mr. Okafor."),
        ("Always cc Rita and Bob on release mails.",
         "The user wants the assistant to always copy Rita and Bob on release mails."),
        ("Meeting notes: decisions first, always.",
         "The user wants the assistant to keep to this: “Meeting notes: decisions first, always.”"),
    ],
)  # fmt: skip
def test_it_is_told_of_whom_it_is(said: str, fact: str) -> None:
    assert fact in learnt(said), learnt(said)


@pytest.mark.parametrize(
    "said",
    [
        "Nobody in our office is answering the phone.",
        "Nobody knows what happened to the pork.",
        "No one likes Mondays.",
        "Nobody in the film eats meat.",
        "Half of my screen is black.",
        "All of our servers are down.",
        "There's no hot water in our flat.",
        "There's no answer in our inbox.",
        "There are three bugs in our importer.",
        "They met Elif at the station.",
        "They love it.",
        "Do you no longer ship to Norway?",
        "If we no longer shipped to Norway we'd lose half the orders.",
        "Please escalate this to your manager.",
        "Please forward this mail to Petra.",
        "Forward anything you find to Ines.",
        "Send flowers to Mum.",
        "Copy files to the server.",
        "Notes: bread, milk, always.",
        "Error: connection refused, always.",
        "What I need is a minute.",
        "There's no milk in our kitchen.",
        "Half of my friends are asleep.",
        "None of my tests pass.",
        "Redirect requests to https in nginx.",
        "Send letters to Santa.",
        "Copy the files on everything in the folder.",
        "Emails to my ex: a pain, always.",
        "They gave me a free coffee.",
        "FAQ: Q: Can I pay by card? A: We no longer accept cards.",
        "What I like best is that it's free.",
        "Tom goes, my car is in the garage again.",
        "X goes, my car is in the garage.",
        "My neighbour was all, I'm selling the house.",
    ],
)
def test_nothing_is_learnt(said: str) -> None:
    assert learnt(said) == []


def test_a_ticket_that_wants_work_is_no_customer() -> None:
    assert learnt("Ticket 991 needs a review.") == []


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Anna is visiting Rome Tuesday and Paris Thursday.", "Paris is"),
        ("Tom is fixing the roof Monday and the fence Tuesday.", "fence is"),
        ("Anna is teaching French Tuesday and Spanish Thursday.", "Spanish is"),
        ("Anna is meeting Ben Monday and Tom Friday.", "Tom is"),
    ],
)
def test_what_is_done_to_two_is_done_by_one(said, told):
    assert not any(told in content for content in learnt(said))
