"""What was dropped for another, swapped on a day or got rid of is used no longer, and nothing else ends with it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from maintenance.extraction import Turn, rules


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("The user edits their videos in Premiere.", "The user dropped Premiere in favour of Resolve."),
        ("The user edits their videos in Premiere.", "The user ditched Premiere for Resolve."),
        ("The user has their broadband with BrightNet.", "The user dropped BrightNet in favour of Cello Fibre."),
        ("The user's group deploys with Jenkins.", "The user dropped Jenkins in favour of GitHub Actions."),
        ("The user keeps their notes in Evernote.",
         "The user swapped Evernote for Obsidian on the weekend of 25 April 2026."),
        ("The user keeps their notes in Evernote.", "The user replaced Evernote with Obsidian in May 2026."),
        ("The user writes their API docs in Confluence.", "The user got rid of Confluence."),
    ],
)  # fmt: skip
def test_what_was_dropped_for_another_is_used_no_longer(older, newer):
    assert rules.judge_pair(newer, older).kind == "updates"


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("The user has a friend at BrightNet.", "The user dropped BrightNet in favour of Cello Fibre."),
        ("The user's brother has his broadband with BrightNet.",
         "The user dropped BrightNet in favour of Cello Fibre."),
        ("The user's mobile phone is with BrightNet.",
         "The user dropped BrightNet in favour of Cello Fibre for the broadband."),
        ("The user likes Premiere.", "The user ditched Premiere for Resolve."),
        ("The user loves Leeds.", "The user swapped Leeds for York in May 2026."),
        ("The user likes coffee.", "The user replaced coffee with tea."),
        ("The user teaches a course in Premiere.", "The user ditched Premiere for Resolve."),
        ("The user's wife edits videos in Premiere.", "The user ditched Premiere for Resolve."),
        ("The user lives in Leeds.", "The user got rid of the flat in Leeds."),
        ("The user lives in Leeds.", "The user swapped Leeds for York for the weekend."),
        ("The user drinks coffee in the morning.",
         "The user swapped coffee for tea on the morning of 6 May 2026."),
        ("The user drinks Coke every day.", "The user gave up Coke for Lent."),
        ("The user goes to Aldi on Saturdays.", "The user ditched Aldi for Lidl on 6 May 2026."),
        ("The user flies with KLM.", "The user ditched KLM for Ryanair for the Oslo trip."),
        ("The user works at BrightNet.", "The user dropped BrightNet in favour of Cello."),
        ("The user has shares in Evernote.", "The user ditched Evernote for Obsidian."),
        ("The user is in a dispute with BrightNet.", "The user dropped BrightNet in favour of Cello."),
        ("The user has a son with Sam.", "The user dumped Sam for Lea."),
        ("The user has a meeting with Kim on 8 May 2026.", "The user dropped Kim in favour of Lea."),
        ("The user goes to school with Sam.", "The user ditched Sam for Leo."),
    ],
)  # fmt: skip
def test_what_is_had_there_besides_goes_on(older, newer):
    assert rules.judge_pair(newer, older).kind == "unrelated"


@pytest.mark.parametrize("said", ["Don't remind me about the tablets any more.", "Never remind me about the tablets."])
def test_who_wants_no_reminder_is_not_told_to_want_one(said):
    facts = rules.extract([Turn("t0", "user", "user", said, datetime(2026, 5, 6, 10, tzinfo=UTC), 0)]).facts
    assert facts
    assert all("does not want to be reminded" in fact.content for fact in facts if fact.rule == "reminder")


@pytest.mark.parametrize(
    "said", ["Don't just remind me about the bins; do it for me.", "Don't only remind me of bins."]
)
def test_who_wants_more_than_a_reminder_is_not_told_to_want_none(said):
    facts = rules.extract([Turn("t0", "user", "user", said, datetime(2026, 5, 6, 10, tzinfo=UTC), 0)]).facts
    assert "wants to be reminded" in facts[0].content
