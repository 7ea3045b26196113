"""A chief officer, a program, a number, an illness: what takes its place or ends it, beside what leaves it alone."""

from __future__ import annotations

import pytest

from maintenance.extraction import rules
from maintenance.extraction.judging.cleared import whole
from tests.maintenance.extraction.test_table import read

RETIRING = ("updates", "corrects", "contradicts")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Fatima is the user's CTO.", "Luis is the user's CTO now."),
        ("The user's CFO is Oskar.", "Anja is the CFO now."),
        ("The user uses VS Code.", "The user switched to Neovim."),
        ("The user uses vscode.", "The user uses Neovim for everything now."),
        ("The user's brother uses Windows.", "The user's brother switched to Linux in the week before 27 April 2026."),
        ("The room is number 14.", "The room is number 15 now."),
        ("The user is in bed with flu.", "The user is over the flu."),
        ("The user's dad has a bad knee.", "The user's dad no longer has a bad knee."),
    ],
)
def test_another_took_its_place_or_it_is_over(old, new):
    assert rules.judge_pair(new, old).kind == "updates"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Fatima is the user's CTO.", "Luis is their CTO now."),
        ("Fatima is the user's CTO.", "Luis is the user's CFO now."),
        ("Fatima is Acme's CTO.", "Luis is the user's CTO now."),
        ("Ben is the user's intern.", "Kim is the user's intern now."),
        ("The user uses Firefox.", "The user switched to Neovim."),
        ("The user uses Chrome.", "The user has switched to decaf."),
        ("The user uses VS Code at work.", "The user switched to Neovim."),
        ("The user uses VS Code and Vim.", "The user switched to Neovim."),
        ("The user uses VS Code.", "The user switched to Neovim for Python."),
        ("The user uses VS Code.", "The user uses Neovim now."),
        ("The user uses a VS Code plugin.", "The user switched to Neovim."),
        ("The user uses Gmail.", "The user's sister switched to Fastmail."),
        ("The user uses Windows.", "The user switched to Linux on their laptop."),
        ("The locker is number 14.", "The room is number 15 now."),
        ("Platform 4 is closed.", "Platform 5 is open now."),
        ("The user has the flu.", "The user's son is over the flu."),
        ("The user's son has chickenpox.", "The user's son is over the flu."),
        ("The user is in bed with flu and a cough.", "The user is over the flu."),
        ("The user is in bed with flu.", "The user is not over the flu yet."),
        ("The user works at Acme.", "The user left Acme early on 24 April 2026."),
    ],
)
def test_what_looks_like_it_leaves_the_older_one(old, new):
    assert rules.judge_pair(new, old).kind not in RETIRING


@pytest.mark.parametrize(
    ("uses", "switched_to", "said"),
    [
        ("Spotify", "Tidal for a month", ""),
        ("Spotify", "Tidal for two days", ""),
        ("Deezer", "Qobuz", "I switched to Qobuz while the trial lasts"),
        ("Chrome", "Firefox", "I switched to Firefox but I went back to Chrome"),
        ("Slack", "Zulip", "We switched to Zulip and switched back"),
        ("Linux", "Fedora", ""),
        ("Debian", "Linux", ""),
        ("an iPhone", "iOS", ""),
        ("Proton Mail", "Protonmail", ""),
        ("VS Code", "Vim mode", ""),
        ("Zed", "Emacs keybindings", ""),
        ("Fastmail", "Thunderbird", ""),
        ("Windows", "Arch in 2019", ""),
        ("Chrome", "Edge in March 2022", "I switched to Edge in March 2022"),
        ("Trello", "Asana in 2024", "I switched to Asana two years ago"),
    ],
)
def test_what_was_for_a_while_or_long_ago_or_is_the_same_leaves_a_program(uses, switched_to, said):
    new = f"The user switched to {switched_to}."
    assert rules.judge_pair(new, f"The user uses {uses}.", said).kind not in RETIRING


@pytest.mark.parametrize(
    ("uses", "switched_to", "said"),
    [
        ("Debian", "Fedora", "I switched to Fedora for good"),
        ("Gmail", "Fastmail", "Thanks for the tip. I switched to Fastmail last week"),
        ("Thunderbird", "Mailbird", ""),
        ("an iPhone", "Android", ""),
        ("Windows", "Linux in March 2026", "I switched to Linux last month"),
    ],
)
def test_another_program_of_its_kind_takes_its_place(uses, switched_to, said):
    assert rules.judge_pair(f"The user switched to {switched_to}.", f"The user uses {uses}.", said).kind == "updates"


BAD = ("The user's dad has a bad knee.", "The user has a sore shoulder.")


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("My dad's knee is fine again.", ["My dad no longer has a bad knee."]),
        ("My shoulder is finally fine.", ["I no longer have a sore shoulder."]),
        ("My knee is fine again.", []),
        ("My dad's hip is fine again.", []),
        ("My dad's knee is fine.", []),
        ("My dad's knee is better now.", []),
    ],
)
def test_a_part_that_is_fine_again_ends_what_was_told_of_the_same_one(said, told):
    assert whole(said, said, "(?:The user|user)", BAD) == told


@pytest.mark.parametrize(
    ("said", "learnt"),
    [
        ("I left Acme in March and work at Bosch now.",
         ["The user left Acme in March 2023.", "The user works at Bosch now."]),
        ("I stopped drinking coffee and drink tea now.",
         ["The user stopped drinking coffee.", "The user drinks tea now."]),
        ("I left Acme and Bosch.", ["The user left Acme and Bosch."]),
        ("neovim for everything now", ["The user uses Neovim for everything now."]),
        ("bags for everything now", []),
    ],
)  # fmt: skip
def test_what_is_so_now_is_learnt_beside_what_was_left(said, learnt):
    assert [fact.content for fact in read(said).facts] == learnt


def test_nobody_works_where_somebody_was_asked_to():
    assert not any("works" in fact.content for fact in read("I asked Tom to come and work at Bosch now.").facts)
