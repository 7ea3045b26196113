"""How well a facts provider reads talk: our own dialogues, what they state, and people's marks on what was learnt.

`data/<half>.txt` holds dialogues: a heading (name, kind of talk, when), turns (`U:` the user, `A:` the assistant, any
other name a person among people), and beneath a turn, after `= `, words that one fact of it must hold, apart by
semicolons. `data/marks.tsv` holds marks on facts, by docs/fact-quality.md: another provider's facts are judged where
they say the same.
"""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from math import sqrt
from pathlib import Path

from maintenance import extraction
from maintenance.extraction import Turn
from memory.llm.errors import LLMError
from memory.services import budgets

DATA = Path(__file__).parent / "data"
HALVES = ("build", "fresh", "typed", "typed_fresh", "loose", "loose_held")
QUESTIONS = ("true", "self_contained", "worth_keeping")
SURE = 1.96  # of a normal distribution: 95 %


@dataclass(frozen=True)
class Dialogue:
    """`expected` pairs a turn's id with the words that one fact drawn from it must hold."""

    name: str
    kind: str
    turns: list[Turn] = field(default_factory=list)
    expected: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)


@dataclass
class TalkFigures:
    """What a provider made of one kind of talk. `marks` counts, by question, (yes, of how many marked facts)."""

    dialogues: int = 0
    failed: int = 0
    facts: int = 0
    marked: int = 0
    marks: dict[str, int] = field(default_factory=lambda: dict.fromkeys(QUESTIONS, 0))
    expected: int = 0
    found: int = 0
    tokens_in: int = 0
    tokens_out: int = 0

    def add(self, other: TalkFigures) -> None:
        for name in ("dialogues", "failed", "facts", "marked", "expected", "found", "tokens_in", "tokens_out"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for question in QUESTIONS:
            self.marks[question] += other.marks[question]


def load(half: str) -> list[Dialogue]:
    """The dialogues of a half, in their order."""
    found: list[Dialogue] = []
    at = datetime.now(UTC)
    for line in (DATA / f"{half}.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("# "):
            name, kind, day, hour = line[2:].split()
            at = datetime.fromisoformat(f"{day} {hour}").replace(tzinfo=UTC)
            found.append(Dialogue(name, kind))
        elif line.startswith("= "):
            found[-1].expected.append((found[-1].turns[-1].id, tuple(line[2:].split(";"))))
        elif line.strip():
            who, _, said = line.partition(": ")
            role = "assistant" if who == "A" else "user"
            speaker = {"U": "user", "A": "assistant"}.get(who, who)
            turns = found[-1].turns
            turns.append(Turn(f"{found[-1].name}:{len(turns) + 1}", speaker, role, said, at, 0))
    return found


def marks() -> dict[tuple[str, str], dict[str, bool]]:
    """{(dialogue, fact): {question: yes}} as people marked them."""
    with (DATA / "marks.tsv").open(encoding="utf-8", newline="") as file:
        return {
            (row["dialogue"], row["fact"]): {question: row[question] == "1" for question in QUESTIONS}
            for row in csv.DictReader(file, delimiter="\t")
        }


def figures_by_kind(half: str) -> dict[str, TalkFigures]:
    """What the configured provider makes of each kind of talk; a dialogue that it fails at is counted as such."""
    judged = marks()
    found: dict[str, TalkFigures] = defaultdict(TalkFigures)
    for dialogue in load(half):
        found[dialogue.kind].add(_read(dialogue, judged))
    return dict(found)


def _read(dialogue: Dialogue, judged: dict[tuple[str, str], dict[str, bool]]) -> TalkFigures:
    done = TalkFigures(dialogues=1, expected=len(dialogue.expected))
    try:
        extracted = extraction.extract_facts(dialogue.turns)
    except LLMError as error:
        done.failed, done.tokens_in, done.tokens_out = 1, error.tokens_in, error.tokens_out
        return done
    done.tokens_in, done.tokens_out = extracted.tokens_in, extracted.tokens_out
    done.facts = len(extracted.facts)
    for fact in extracted.facts:
        if (mark := judged.get((dialogue.name, fact.content))) is not None:
            done.marked += 1
            for question in QUESTIONS:
                done.marks[question] += mark[question]
    done.found = sum(
        any(turn in fact.source_ids and all(word.lower() in fact.content.lower() for word in words)
            for fact in extracted.facts)
        for turn, words in dialogue.expected
    )  # fmt: skip
    return done


def report(half: str) -> Iterator[str]:
    """Each kind of talk and all together, in Markdown: precision with 95 % intervals on the facts that somebody marked,
    the share of the expected statements found, tokens, and what they cost."""
    read_by_kind = figures_by_kind(half)
    whole = TalkFigures()
    for one in read_by_kind.values():
        whole.add(one)
    heads = "talk|facts|marked|true|self-contained|worth keeping|statements found|failed|tokens|dollars".split("|")
    yield f"| {' | '.join(heads)} |\n|{'---|' * len(heads)}\n"
    for kind, one in [*read_by_kind.items(), ("all", whole)]:
        shares = " | ".join(share(one.marks[question], one.marked) for question in QUESTIONS)
        dollars = budgets.cost(one.tokens_in, one.tokens_out).get("dollars", 0)
        yield (
            f"| {kind} | {one.facts} | {one.marked} | {shares} | {one.found} of {one.expected} | {one.failed} "
            f"| {one.tokens_in + one.tokens_out} | {dollars} |\n"
        )


def share(yes: int, of: int) -> str:
    """A share in percent with Wilson's 95 % interval; "" where nothing was marked."""
    if not of:
        return ""
    part, square = yes / of, SURE**2
    middle = (part + square / (2 * of)) / (1 + square / of)
    spread = SURE / (1 + square / of) * sqrt(part * (1 - part) / of + square / (4 * of * of))
    return f"{part:.0%} [{max(middle - spread, 0):.0%}–{min(middle + spread, 1):.0%}]"
