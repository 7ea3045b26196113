"""On which prompts wishes to the assistant bear, as somebody wrote them who had not seen the rules.

`data/bearing.json` has 40 wishes a half: each with four prompts on which it bears, mostly in other words, and, unless
it is on every answer, four on which it does not, some of which share a word with it. `build` was looked into; of
`held` the wishes on every answer alone.
"""

from __future__ import annotations

import json
from pathlib import Path

from memory.language.en.manners import AS_TOLD

from .wishes import SAID_AT, instructions

BEARING = Path(__file__).parent / "data" / "bearing.json"
HALVES = ("build", "held")
SCOPES = ("every", "task", "subject")


def report(half: str) -> str:
    """In Markdown, by what the wishes are on: how many are learnt, and on how many prompts each bears, one that is not
    learnt by its own words."""
    wishes = json.loads(BEARING.read_text(encoding="utf-8"))[half]
    lines = ["| wishes on | wishes | learnt | bear where they should | bear where not |", "|---|---|---|---|---|"]
    for scope in SCOPES:
        of_scope = [one for one in wishes if one["scope"] == scope]
        learnt = [instructions(one["wish"]) for one in of_scope]
        told = [facts or [f"The user {AS_TOLD}“{one['wish']}”"] for one, facts in zip(of_scope, learnt, strict=True)]
        should, should_not = (
            [_bears(facts, prompt) for one, facts in zip(of_scope, told, strict=True) for prompt in one[key]]
            for key in ("bears", "not")
        )
        lines.append(
            f"| {scope} | {len(of_scope)} | {sum(map(bool, learnt))} | {sum(should)} of {len(should)}"
            f" | {sum(should_not)} of {len(should_not)} |"
        )
    return "\n".join(lines) + "\n"


def _bears(instructions: list[str], prompt: str) -> bool:
    from memory.search.composing import Candidate, bearing_on
    from memory.search.query import understood

    told = [Candidate(n, text, SAID_AT, kind="fact", speaker="user") for n, text in enumerate(instructions)]
    return bool(bearing_on(understood(prompt), told))
