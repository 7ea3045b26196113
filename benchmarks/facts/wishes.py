"""What the offline rules learn of turns that tell how the assistant is to do things, and of turns that look alike.

`data/wishes.json` has both, by half: those of `plain` and `fresh` were looked into, those of `plain_held` too after its
first run; nothing was chosen by `fresh_held`. Of a `standing` turn the words are known that an instruction has to keep;
none may be learnt of an `other` one.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

from maintenance.extraction.types import Turn

WISHES = Path(__file__).parent / "data" / "wishes.json"
HALVES = ("plain", "plain_held", "fresh", "fresh_held")
SAID_AT = datetime(2026, 5, 4, 12, tzinfo=UTC)


def report(half: str) -> str:
    """In Markdown: how many wishes are kept with all their words, and of how many other turns an instruction is."""
    turns = json.loads(WISHES.read_text(encoding="utf-8"))[half]
    kept = [one for one in turns["standing"] if _keeps(instructions(one["turn"]), one["keep"])]
    false = [turn for turn in turns["other"] if instructions(turn)]
    return (
        "| half | wishes | kept | other turns | taken for a wish |\n|---|---|---|---|---|\n"
        f"| {half} | {len(turns['standing'])} | {len(kept)} | {len(turns['other'])} | {len(false)} |\n"
    )


def _keeps(instructions: list[str], words: list[str]) -> bool:
    return all(any(word.lower() in text.lower() for text in instructions) for word in words)


def instructions(said: str) -> list[str]:
    from maintenance.extraction import rules

    facts = rules.extract([Turn("t1", "user", "user", said, SAID_AT)]).facts
    return [fact.content for fact in facts if "instruction" in fact.tags]
