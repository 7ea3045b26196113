"""How good are the facts: `python -m benchmarks.facts DATA [--sheet FILE] [--judged FILE FILE]`.

Takes conversations in as a client would, learns from them offline, and counts: facts per hundred turns, near-duplicates
left, and the share of each question's evidence turns that some fact was drawn from. `--sheet` writes a random draw of
facts with their turns for people to judge by docs/fact-quality.md; `--judged` reads two such sheets back and says what
they found and how far they agree. The sheets quote the data, so they stay outside the project; `--keep` writes the
marks alone. `--rules` counts what each rule of the offline extractor kept and left; with `--sheet` it draws some
facts of each rule for judging, `--rules --sheet FILE --keep FILE` keeps the marks of a judged one, and `--marks` reads
them; `--left` draws some of the clauses that each rule left out.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import random
import sys
from collections import defaultdict
from contextlib import nullcontext
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.facts import bearing, names, rules, sentences, wishes
from memoryproj import throwaway

QUESTIONS = ("true", "self_contained", "worth_keeping")
DRAWN = 100
SEED = 20


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.facts", description=__doc__)
    parser.add_argument("data", type=Path, nargs="?", help="a file in LoCoMo's format")
    parser.add_argument("--conversations", default="conv-26,conv-30,conv-41")
    parser.add_argument("--sheet", type=Path, help="write the drawn facts there, for judging")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--judged", type=Path, nargs=2, help="two judged sheets of one draw")
    parser.add_argument("--keep", type=Path, help="write both judges' marks there, without the data's words")
    parser.add_argument("--rules", action="store_true", help="count by rule instead; without a store")
    parser.add_argument("--left", type=Path, help="with --rules: write some of what each rule left out there")
    parser.add_argument("--marks", type=Path, help="with --rules: marks kept earlier, for each rule's precision")
    parser.add_argument(
        "--sentences", choices=["build", "held", "more", "more_held"], help="read our own sentences of that half"
    )
    parser.add_argument("--wishes", choices=wishes.HALVES, help="read turns with wishes, and like ones")
    parser.add_argument("--bearing", choices=bearing.HALVES, help="tell on which prompts wishes bear")
    parser.add_argument("--names", choices=names.HALVES, help="find the names of our own sessions, and what they are")
    parser.add_argument(
        "--show", action="store_true", help="with --sentences and --names: each, or each that is not right"
    )
    asked = parser.parse_args()
    if asked.judged:
        first, second = asked.judged
        agreement(first, second, asked.keep)
    elif asked.rules and asked.sheet and asked.keep:
        rules.keep(asked.sheet, asked.keep)
    elif asked.sentences:
        with TemporaryDirectory(prefix="memory-facts-") as folder:
            throwaway.prepare(folder)
            sys.stdout.writelines(sentences.report(asked.sentences, show=asked.show))
    elif asked.names:
        with TemporaryDirectory(prefix="memory-facts-") as folder:
            throwaway.prepare(folder)
            sys.stdout.write(names.report(asked.names, show=asked.show))
    elif asked.wishes or asked.bearing:
        with TemporaryDirectory(prefix="memory-facts-") as folder:
            throwaway.prepare(folder)
            sys.stdout.write(wishes.report(asked.wishes) if asked.wishes else bearing.report(asked.bearing))
    elif asked.data:
        with TemporaryDirectory(prefix="memory-facts-") as folder:
            (by_rule if asked.rules else measure)(asked, folder)
    else:
        parser.error("name a data file, or two judged sheets")


def by_rule(asked: argparse.Namespace, folder: str) -> None:
    throwaway.prepare(folder)
    from benchmarks.quality import dataset

    conversations = [name for name in asked.conversations.split(",") if name != "all"]
    clauses: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    with rules.noting(clauses) if asked.left else nullcontext():
        facts, left, spoken = rules.learn(dataset.load(asked.data, conversations))
    if asked.left:
        rules.draw_left(clauses, asked.left, asked.seed)
    sys.stdout.writelines(rules.report(facts, left, spoken, asked.marks))
    if asked.sheet:
        rules.draw(facts, asked.sheet, asked.seed)


def measure(asked: argparse.Namespace, folder: str) -> None:
    throwaway.prepare(folder)
    from benchmarks.quality import dataset, store

    drawn: list[dict[str, str]] = []
    say = sys.stdout.write
    say("| conversation | turns | facts per 100 turns | near-duplicates left | evidence covered | per question |\n")
    say("|---|---|---|---|---|---|\n")
    pooled: list[tuple[int, int]] = []
    for taken in store.take_in(dataset.load(asked.data, asked.conversations.split(",")), facts=True):
        facts = active_facts(taken.namespace)
        turns = sum(len(session.turns) for session in taken.conversation.sessions)
        learnt = taken.learnt
        shares = [
            (len(question.evidence & learnt), len(question.evidence))
            for question in taken.conversation.questions
            if question.evidence
        ]
        pooled += shares
        say(
            f"| {taken.conversation.name} | {turns} | {100 * len(facts) / turns:.1f} "
            f"| {near_duplicates(facts):.1%} | {covered(shares):.1%} | {per_question(shares):.1%} |\n"
        )
        drawn += [row(taken.conversation.name, fact) for fact in facts]
    say(f"| all | | | | {covered(pooled):.1%} | {per_question(pooled):.1%} |\n")
    if asked.sheet:
        random.Random(asked.seed).shuffle(drawn)  # noqa: S311  (a repeatable draw)
        with asked.sheet.open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, [*drawn[0], *QUESTIONS, "remark"], delimiter="\t")
            writer.writeheader()
            writer.writerows(drawn[:DRAWN])


def active_facts(namespace: Any) -> list[Any]:
    from memory.models import Memory

    return list(
        Memory.objects.within(namespace).facts().active().order_by("rowid").prefetch_related("source_links__source")
    )


def row(conversation: str, fact: Any) -> dict[str, str]:
    """One line of the sheet: what was learnt, and the turns that it was drawn from."""
    sources = [link.source for link in fact.source_links.all()]
    return {
        "conversation": conversation,
        "turns": " ".join(source.attributes["dia_id"] for source in sources),
        "digest": hashlib.sha256(fact.content.encode()).hexdigest()[:12],
        "fact": fact.content,
        "event_date": fact.event_time.date().isoformat(),
        "tags": " ".join(fact.tags),
        "confidence": f"{fact.base_confidence:.2f}",
        "said": " | ".join(f"[{s.event_time.date()}] {s.source_role}: {' '.join(s.content.split())}" for s in sources),
    }


def near_duplicates(facts: list[Any]) -> float:
    """The share of facts that say what an earlier one says, by the service's own rule."""
    from memory.similarity import is_duplicate

    repeated = {b.pk for a, b in combinations(facts, 2) if is_duplicate(a.content, b.content)}
    return len(repeated) / max(len(facts), 1)


def covered(shares: list[tuple[int, int]]) -> float:
    """Evidence turns that are a source of some fact, over all questions together."""
    return sum(found for found, _ in shares) / max(sum(of for _, of in shares), 1)


def per_question(shares: list[tuple[int, int]]) -> float:
    """The same share, averaged over the questions."""
    return sum(found / of for found, of in shares) / max(len(shares), 1)


def agreement(first: Path, second: Path, keep: Path | None) -> None:
    """Print each judge's shares, how often they agree, and Cohen's kappa; `keep` writes the marks."""
    sheets = [_read(first), _read(second)]
    if [r["digest"] for r in sheets[0]] != [r["digest"] for r in sheets[1]]:
        raise SystemExit("the two sheets do not hold the same facts in the same order")
    say = sys.stdout.write
    say("| question | first judge | second judge | both say yes | agree | kappa |\n|---|---|---|---|---|---|\n")
    for question in QUESTIONS:
        a, b = ([row[question].strip() == "1" for row in sheet] for sheet in sheets)
        n = len(a)
        same = sum(x == y for x, y in zip(a, b, strict=True)) / n
        chance = (sum(a) * sum(b) + (n - sum(a)) * (n - sum(b))) / n**2
        kappa = (same - chance) / (1 - chance) if chance < 1 else 1.0
        both = sum(x and y for x, y in zip(a, b, strict=True)) / n
        say(f"| {question} | {sum(a) / n:.0%} | {sum(b) / n:.0%} | {both:.0%} | {same:.0%} | {kappa:.2f} |\n")
    if keep:
        with keep.open("w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file, delimiter="\t", lineterminator="\n")
            writer.writerow(["conversation", "turns", "digest", *(f"{q}_{n}" for q in QUESTIONS for n in (1, 2))])
            for one, two in zip(*sheets, strict=True):
                marks = [judged[question].strip() for question in QUESTIONS for judged in (one, two)]
                writer.writerow([one["conversation"], one["turns"], one["digest"], *marks])


def _read(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


if __name__ == "__main__":
    main()
