"""How often each rule of the offline extractor fires on some talk, and how precise its facts are by a judged draw."""

from __future__ import annotations

import csv
import hashlib
import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest import mock

from maintenance.extraction.types import FactDraft, Turn

if TYPE_CHECKING:
    from benchmarks.quality.dataset import Conversation

CHUNK = 30
OVERLAP = 4
DRAWN_PER_RULE = 12
QUESTIONS = ("true", "self_contained", "worth_keeping")


@dataclass(frozen=True)
class Learnt:
    """A fact, the conversation, and what the turns that it was drawn from say."""

    conversation: str
    draft: FactDraft
    said: str

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.draft.content.encode()).hexdigest()[:12]


def learn(conversations: Iterable[Conversation]) -> tuple[list[Learnt], Counter[str], int]:
    """What the rules learn, what they leave by which rule, and how many user turns there were. Without a store: a
    fact that repeats another counts again."""
    from maintenance.extraction import rules

    facts: list[Learnt] = []
    left: Counter[str] = Counter()
    spoken = 0
    for conversation in conversations:
        for chunk in _chunks(conversation):
            said = {turn.id: turn for turn in chunk}
            extracted = rules.extract(chunk)
            left.update(extracted.left)
            spoken += sum(turn.role == "user" and not turn.is_context for turn in chunk)
            for draft in extracted.facts:
                sources = " | ".join(f"{said[uid].speaker}: {said[uid].content}" for uid in draft.source_ids)
                facts.append(Learnt(conversation.name, draft, sources))
    return facts, left, spoken


def _chunks(conversation: Conversation) -> Iterator[list[Turn]]:
    for session in conversation.sessions:
        turns = [Turn(t.dia_id, t.speaker, t.role, t.text, session.at, 0) for t in session.turns]
        for start in range(0, len(turns), CHUNK):
            before = [
                Turn(t.id, t.speaker, t.role, t.content, t.event_time, 0, is_context=True)
                for t in turns[max(start - OVERLAP, 0) : start]
            ]
            yield before + turns[start : start + CHUNK]


def report(facts: list[Learnt], left: Counter[str], spoken: int, marks: Path | None) -> Iterator[str]:
    """The table of rules in Markdown: how often each kept or left something, and how precise the kept is."""
    from maintenance.extraction.catalogue import RULES

    kept = Counter(fact.draft.rule for fact in facts)
    precise = precision(marks) if marks else {}
    yield f"{spoken} user turns, {len(facts)} facts, {sum(left.values())} statements left.\n\n"
    yield "| rule | what it does | kept | left | judged | true | self-contained | worth keeping |\n"
    yield "|---|---|---|---|---|---|---|---|\n"
    for rule in RULES:
        n, shares = precise.get(rule.name, (0, {}))
        shown = " | ".join(f"{shares[q]:.0%}" if n else "" for q in QUESTIONS)
        yield f"| {rule.name} | {rule.does} | {kept[rule.name]} | {left[rule.name]} | {n or ''} | {shown} |\n"


def precision(marks: Path) -> dict[str, tuple[int, dict[str, float]]]:
    """For each rule how many facts were judged and which share of them is true, self-contained and worth keeping."""
    judged: defaultdict[str, list[dict[str, str]]] = defaultdict(list)
    with marks.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            judged[row["rule"]].append(row)
    return {
        rule: (len(rows), {q: sum(row[q] == "1" for row in rows) / len(rows) for q in QUESTIONS})
        for rule, rows in judged.items()
    }


def draw(facts: list[Learnt], sheet: Path, seed: int) -> None:
    """Write some facts of each rule, with their turns, for judging. The sheet quotes the data: it stays outside."""
    by_rule: defaultdict[str, list[Learnt]] = defaultdict(list)
    for fact in facts:
        by_rule[fact.draft.rule].append(fact)
    with sheet.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, delimiter="\t", lineterminator="\n")
        writer.writerow(["rule", "conversation", "turns", "digest", *QUESTIONS, "fact", "date", "said"])
        for rule in sorted(by_rule):
            found = by_rule[rule]
            random.Random(seed).shuffle(found)  # noqa: S311  (a repeatable draw)
            for fact in found[:DRAWN_PER_RULE]:
                when = fact.draft.event_time.date().isoformat() if fact.draft.event_time else ""
                turns = " ".join(fact.draft.source_ids)
                row = [rule, fact.conversation, turns, fact.digest, "", "", "", fact.draft.content, when]
                writer.writerow([*row, " ".join(fact.said.split())])


@contextmanager
def noting(left: defaultdict[str, list[tuple[str, str]]]) -> Iterator[None]:
    """Inside, `left` takes what each rule leaves out: the clause, and the turn that says it."""
    from maintenance.extraction.reading.reader import Reader

    stated = Reader._fact

    def noted(self: Any, clause: Any, said: Any) -> Any:
        fact = stated(self, clause, said)
        if isinstance(fact, str):
            left[fact].append((" ".join(token.text for token in clause.tokens), said.turn.content))
        return fact

    with mock.patch.object(Reader, "_fact", noted):
        yield


def draw_left(left: Mapping[str, list[tuple[str, str]]], sheet: Path, seed: int) -> None:
    """Write some of what each rule left out, with the turn, for judging whether it would have been worth keeping."""
    with sheet.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, delimiter="\t", lineterminator="\n")
        writer.writerow(["rule", "rightly_left", "clause", "said"])
        for rule in sorted(left):
            found = list(left[rule])
            random.Random(seed).shuffle(found)  # noqa: S311  (a repeatable draw)
            for clause, said in found[:DRAWN_PER_RULE]:
                writer.writerow([rule, "", clause, " ".join(said.split())])


def keep(sheet: Path, marks: Path) -> None:
    """The marks of a judged sheet, without the data's words."""
    columns = ["rule", "conversation", "turns", "digest", *QUESTIONS]
    with sheet.open(encoding="utf-8", newline="") as read, marks.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, columns, delimiter="\t", lineterminator="\n", extrasaction="ignore")
        writer.writeheader()
        writer.writerows(csv.DictReader(read, delimiter="\t"))
