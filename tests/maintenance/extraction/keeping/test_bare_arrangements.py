"""Of a thing without an article it is learnt how it is arranged among those who talk, not how such things are."""

from __future__ import annotations

import pytest

from ..plain.test_typed import contents


@pytest.mark.parametrize(
    "said",
    [
        "Coffee is from Kaffa Roasters.",
        "Flour comes from Mühle Brandt.",
        "Bugs are tracked in Linear.",
        "Errors go to Sentry.",
        "Retries are capped at five.",
        "Releases are cut every other Thursday.",
        "Membership costs 45 a year.",
        "Default branch is trunk.",
        "Branch is main now.",
        "Conflict handling is last-writer-wins.",
    ],
)
def test_how_a_thing_without_an_article_is_arranged_is_learnt(said: str) -> None:
    assert contents(said, "A: Noted.") == [said]


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("Repo is on our internal GitLab, default branch is trunk.", "Repo is on the user's internal GitLab."),
        ("timestamps are stored in UTC.", "The timestamps are stored in UTC."),
        ("car is leased til 2028", "The car is leased until 2028."),
        ("wholesale orders go through Faire.", "The wholesale orders go through Faire."),
    ],
)
def test_it_names_whose_or_which_it_is(said: str, fact: str) -> None:
    assert fact in contents(said, "A: Noted.")


@pytest.mark.parametrize(
    "said",
    [
        "Coffee comes from Ethiopia.",
        "Coffee comes from Sumatra.",
        "Butter is made from cream.",
        "Bread costs 4 euros.",
        "Cars are built in Germany.",
        "Grapes are harvested in September.",
        "Bugs are usually tracked in Linear.",
        "Prayer is answered by God.",
        "Default answer is no.",
        "Branch is stale.",
        "Database is trash.",
        "Database is down.",
        "Caching is hard.",
        "Meeting culture is state-of-the-art.",
        "Honesty is the best policy.",
        "People go to Paris.",
        "Lyrics are from Taylor Swift.",
        "Package is from DHL.",
        "Geralt is from Rivia.",
        "Traffic goes through Hull.",
        "War costs 3 billion a day.",
        "Wages are capped at 20.",
        "Genes are stored in DNA.",
        "Houses are built by Romans.",
        "Bugs are tracked in Jira in most companies.",
        "Babies are born on Mondays.",
        "Movies are released on Fridays.",
        "Framework is bloat.",
        "Protocol is law.",
        "Default human is male.",
        "House hunting is dog-eat-dog.",
        "Bugs live in Africa.",
    ],
)
def test_how_such_things_are_everywhere_or_just_now_is_not(said: str) -> None:
    assert contents(said, "A: Noted.") == []


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("Jonas quit.", "Jonas quit."),
        ("Jonas quit the choir.", "Jonas quit the choir."),
        ("Anna retired.", "Anna retired."),
    ],
)
def test_who_left_for_good_is_learnt(said: str, fact: str) -> None:
    assert fact in contents(said, "A: Noted.")


@pytest.mark.parametrize(
    "said",
    [
        *("Jonas quits.", "Chrome quit unexpectedly.", "Jonas quit?", "Maybe Jonas quit.", "Imagine Tom quit."),
        *("Kafka quit.", "Mod quit.", "Brexit quit the news.", "Minister resigned.", "Boromir died.", "Grace quit."),
    ],
)
def test_who_may_have_left_or_a_program_is_not(said: str) -> None:
    assert contents(said, "A: Noted.") == []
