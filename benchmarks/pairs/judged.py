"""How often each judging rule decides on pairs and on talk, and how often it is right.

Of a pair the relation that its author wrote down says whether a verdict is right. What is judged while talk is learnt
from has to be read by somebody: `draw` writes it with an empty column, `keep` keeps the marks without the data's words.
"""

from __future__ import annotations

import csv
import hashlib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from unittest import mock

from maintenance.extraction import FactDraft, Turn, Verdict, rules, talk_around

from .dataset import Pair, Relation, turns_of
from .saying import LATER, SAID

# What a verdict may be on a pair of each relation.
RIGHT = {
    "updates": {Relation.OUTDATED, Relation.WRONG},
    "corrects": {Relation.OUTDATED, Relation.WRONG},
    "contradicts": {Relation.OUTDATED, Relation.WRONG},
    "same": {Relation.SAME},
    "refines": {Relation.REFINED, Relation.SAME},
}
COLUMNS = ("rule", "where", "digest", "right")


@dataclass(frozen=True)
class Decided:
    """A verdict that a rule came to; `right` is None until somebody has read it."""

    where: str
    older: str
    newer: str
    verdict: Verdict
    talk: str = ""
    right: bool | None = None

    @property
    def digest(self) -> str:
        return hashlib.sha256(f"{self.older}\n{self.newer}".encode()).hexdigest()[:12]


def of_facts(pairs: Iterable[Pair]) -> Iterator[Decided]:
    """The verdicts on pairs of sentences that are facts already."""
    for pair in pairs:
        yield from _decided(pair, pair.older, pair.newer)


def of_turns(pairs: Iterable[Pair]) -> Iterator[Decided]:
    """The verdicts on each pair of facts that the rules learn from a pair's turns."""
    for pair in pairs:
        for old in _learnt(pair.older_turn, timedelta(0)):
            for new in _learnt(pair.newer_turn, LATER):
                yield from _decided(pair, old.content, new.content, talk_around(new.content, pair.newer_turn))


def _learnt(said: str, after: timedelta) -> list[FactDraft]:
    turns = enumerate(turns_of(said))
    return rules.extract([Turn(f"t{at}", role, role, text, SAID + after, 0) for at, (role, text) in turns]).facts


def _decided(pair: Pair, older: str, newer: str, talk: str = "") -> Iterator[Decided]:
    verdict = rules.judge_pair(newer, older, talk)
    if verdict.rule:
        yield Decided(pair.id, older, newer, verdict, talk, pair.relation in RIGHT[verdict.kind])


def while_learning(learn: Callable[[], object], where: str) -> list[Decided]:
    """The verdicts that the rules come to while `learn` learns, each once."""
    judge_pair = rules.judge_pair
    found: dict[tuple[str, str], Decided] = {}

    def noted(new: str, old: str, talk: str = "", said: datetime | None = None) -> Verdict:
        verdict = judge_pair(new, old, talk, said)
        if verdict.rule:
            found[new, old] = Decided(where, old, new, verdict, talk)
        return verdict

    with mock.patch.object(rules, "judge_pair", noted):
        learn()
    return list(found.values())


def report(of_pairs: Iterable[Decided], of_talk: Iterable[Decided], marks: Mapping[str, bool]) -> Iterator[str]:
    """The table of the judging rules in Markdown: how often each decided, and how often rightly."""
    from maintenance.extraction.catalogue import JUDGING

    paired, talked = _counted(of_pairs, {}), _counted(of_talk, marks)
    yield "| rule | what it does | on pairs: right of decided | while learning from talk: right of read | decided |\n"
    yield "|---|---|---|---|---|\n"
    for rule in JUDGING:
        right, read, decided = paired[rule.name]
        told, looked_at, found = talked[rule.name]
        pairs = f"{right} of {decided}" if decided else ""
        talk = f"{told} of {looked_at}" if looked_at else ""
        yield f"| {rule.name} | {rule.does} | {pairs} | {talk} | {found or ''} |\n"
    for what, counted in (("pairs", paired), ("talk", talked)):
        right, read, decided = (sum(counts[place] for counts in counted.values()) for place in range(3))
        yield f"\nOn {what}: {decided} decided, {right} of {read} right.\n"


def _counted(decided: Iterable[Decided], marks: Mapping[str, bool]) -> defaultdict[str, tuple[int, int, int]]:
    """{rule: (right, read, decided)}."""
    right, read, all_of = Counter[str](), Counter[str](), Counter[str]()
    for one in decided:
        mark = marks.get(one.digest, one.right)
        all_of[one.verdict.rule] += 1
        read[one.verdict.rule] += mark is not None
        right[one.verdict.rule] += mark is True
    counted = {rule: (right[rule], read[rule], all_of[rule]) for rule in all_of}
    return defaultdict(lambda: (0, 0, 0), counted)


def draw(decided: Iterable[Decided], sheet: Path) -> None:
    """Write what was judged, for somebody to mark. The sheet quotes the data: it stays outside."""
    with sheet.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, delimiter="\t", lineterminator="\n")
        writer.writerow([*COLUMNS, "verdict", "older", "newer", "talk"])
        for one in sorted(decided, key=lambda one: (one.verdict.rule, one.where, one.digest)):
            said = " ".join(one.talk.split())
            told = [one.verdict.rule, one.where, one.digest, "", f"{one.verdict.kind}: {one.verdict.reason}"]
            writer.writerow([*told, one.older, one.newer, said])


def keep(sheet: Path, marks: Path) -> None:
    """The marks of a read sheet, without the data's words."""
    with sheet.open(encoding="utf-8", newline="") as read, marks.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, delimiter="\t", lineterminator="\n", extrasaction="ignore")
        writer.writeheader()
        writer.writerows(row for row in csv.DictReader(read, delimiter="\t") if row["right"])


def kept(marks: Path) -> dict[str, bool]:
    """{digest: whether the verdict was right}."""
    with marks.open(encoding="utf-8", newline="") as file:
        return {row["digest"]: row["right"] == "1" for row in csv.DictReader(file, delimiter="\t")}
