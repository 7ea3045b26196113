"""What the offline rules learn of sentences of our own over twelve domains, half of which nobody built the rules on.

`data/sentences.tsv` has one a line: the half, the domain, the assistant's turn before it, what is said (on Monday
8 May 2023), and the words that one fact of it must hold, or nothing where nothing durable is said.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from maintenance.extraction.types import FactDraft, Turn

SENTENCES = Path(__file__).parent / "data" / "sentences.tsv"
SAID_AT = datetime(2023, 5, 8, 13, 56, tzinfo=UTC)


@dataclass(frozen=True)
class Heard:
    """A sentence, the words expected of one of its facts, and the facts."""

    half: str
    domain: str
    said: str
    expects: tuple[str, ...]
    facts: tuple[FactDraft, ...]

    @property
    def is_as_expected(self) -> bool:
        if not self.expects:
            return not [fact for fact in self.facts if "task" not in fact.tags]
        return any(all(word.lower() in fact.content.lower() for word in self.expects) for fact in self.facts)


def heard(half: str) -> list[Heard]:
    """The sentences of one half with what the rules learn of them."""
    with SENTENCES.open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file, delimiter="\t") if row["half"] == half]
    return [_heard(row) for row in rows]


def _heard(row: dict[str, str]) -> Heard:
    from maintenance.extraction import rules

    turns = [Turn("t1", "user", "user", row["said"], SAID_AT)]
    if row["before"]:
        turns.insert(0, Turn("t0", "assistant", "assistant", row["before"], SAID_AT))
    expects = tuple(row["expects"].split(";")) if row["expects"] else ()
    return Heard(row["half"], row["domain"], row["said"], expects, tuple(rules.extract(turns).facts))


def report(half: str, *, show: bool) -> Iterator[str]:
    """How many statements were learnt, and how many that state nothing durable were left, in Markdown."""
    found = heard(half)
    stated = [one for one in found if one.expects]
    empty = [one for one in found if not one.expects]
    yield "| half | statements | learnt | nothing durable said | left | facts |\n|---|---|---|---|---|---|\n"
    yield (
        f"| {half} | {len(stated)} | {sum(one.is_as_expected for one in stated)} | {len(empty)} "
        f"| {sum(one.is_as_expected for one in empty)} | {sum(len(one.facts) for one in found)} |\n"
    )
    for one in found if show else ():
        told = "; ".join(f"{fact.content} [{fact.rule}]" for fact in one.facts) or "–"
        yield f"{'+' if one.is_as_expected else '-'} {one.said} → {told}\n"
