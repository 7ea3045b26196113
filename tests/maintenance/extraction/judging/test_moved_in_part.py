"""Of several uses, or of several things kept in one place, one moved off leaves the rest; all of them do not."""

from __future__ import annotations

import pytest

from maintenance.extraction import rules
from tests.maintenance.extraction.test_table import read

KEPT = "The user keeps their notes, lists and recipes in Keep."
USED = "The user uses Keep for lists and recipes."
BUGS = "The user uses Jira for bugs and releases."


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (USED, "The user moved their recipes off Keep.", "I moved my recipes off Keep"),
        (KEPT, "The user moved their recipes off Keep.", "I moved my recipes off Keep"),
        (KEPT, "The user's recipes are in Paprika now.", "I moved my recipes off Keep, they're in Paprika now"),
        (KEPT, "The user keeps their recipes in Paprika now.", "I keep my recipes in Paprika now"),
        (USED, "The user uses Paprika for recipes instead of Keep.", "I use Paprika for recipes instead of Keep"),
        (BUGS, "The user moved bugs from Jira to Linear.", "we moved bugs from Jira to Linear"),
        (BUGS, "The user uses Linear for bugs now.", "we use Linear for bugs now"),
        ("The user uses Todoist for chores and work.", "The user moved work from Todoist to Things.", ""),
        (USED, "The user stopped using Keep for recipes.", "I stopped using Keep for recipes"),
        (BUGS, "The user dropped Jira for bugs.", "we dropped Jira for bugs, we use Linear for bugs now"),
        (USED, "The user uses Paprika for recipes now.", "I use Paprika for recipes now and keep lists in Keep"),
        (USED, "The user uses Paprika for recipes now.", "I dropped Keep for recipes, I use Paprika for recipes now"),
        ("The user uses Dropbox.", "The user moved their photos off Dropbox.", "I moved my photos off Dropbox"),
        ("The user pays for Netflix.", "The user moved everything off Netflix.", "I moved everything off Netflix"),
        (USED, "The user's sister moved everything off Keep.", "my sister moved everything off Keep"),
        (USED, "The user moved everything off Trello.", "I moved everything off Trello"),
    ],
)  # fmt: skip
def test_the_rest_holds(old, new, said):
    assert rules.judge_pair(new, old, said).kind not in ("updates", "corrects", "contradicts")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (USED, "The user moved everything off Keep.", "I moved everything off Keep"),
        (KEPT, "The user moved everything off Keep.", "I moved everything off Keep"),
        (KEPT, "The user moved everything from Keep to Obsidian.", "I moved everything from Keep to Obsidian"),
        (USED, "The user moved their lists and recipes off Keep.", "I moved my lists and recipes off Keep"),
        (BUGS, "The user moved bugs and releases from Jira to Linear.", "we moved bugs and releases"),
        (BUGS, "The user uses Linear for bugs.", "we use Linear for bugs and releases now"),
        (USED, "The user uses Paprika for lists.", "I use Paprika for lists and my recipes now"),
        (USED, "The user deleted Keep with all their recipes.", "I deleted Keep with all my recipes"),
        (USED, "The user uses paper for lists now.", "I cancelled Keep, I use paper for lists now"),
        ("The user uses Evernote for recipes.", "The user moved their recipes off Evernote.", "I moved them off it"),
        ("The user uses Jira for bugs.", "The user uses Linear for bugs now.", "we use Linear for bugs now"),
        ("The user hosts the wiki on Heroku.", "The user moved the wiki off Heroku.", "we moved the wiki off Heroku"),
    ],
)  # fmt: skip
def test_all_of_it_ends(old, new, said):
    assert rules.judge_pair(new, old, said).kind == "updates"


@pytest.mark.parametrize(
    ("said", "learnt"),
    [
        ("I moved everything off Notion.", ["The user moved everything off Notion."]),
        ("We moved everything from Dropbox to Nextcloud.", ["The user moved everything from Dropbox to Nextcloud."]),
        ("I moved everything in the garage.", []),
        ("I bought everything off Ana.", []),
        ("I moved everything from Monday to Friday.", []),
        ("I moved everything from May to June.", []),
    ],
)
def test_that_everything_was_moved_off_is_learnt(said, learnt):
    assert [fact.content for fact in read(said).facts] == learnt
