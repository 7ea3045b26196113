"""Learn the weights of `maintenance.extraction.keeping.drafts`: `python -m benchmarks.facts.training [--held-out]`.

It needs scikit-learn (`pip install scikit-learn`), which nothing else does. `data/drafts.tsv` has the marked facts, and
who told each in which words. `--held-out` writes nothing: it tells, for several bounds, how good the facts of a writer
are that weights learnt from the others let pass.
"""

from __future__ import annotations

import argparse
import csv
import os
import sys
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from memory.language.weighing import Weights, weights
from memoryproj import throwaway

from .. import weighing

FACTS = Path(__file__).parent / "data" / "drafts.tsv"
OUT = Path("maintenance/extraction")
LEAST_FACTS, LEAST_WRITERS = 5, 2  # that a sign stands in, and whose
PENALTY = 0.05
PARTS = 10  # of the writers, each judged by the others
BOUNDS = (0.0, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6)
OURS, TIMES = "sentences", 10  # the sentences that tests state must be learnt count so many times


class Marked(NamedTuple):
    """`marks` are the answers to `drafts.QUESTIONS`."""

    writer: str
    signs: frozenset[str]
    marks: tuple[bool, ...]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--held-out", action="store_true", help="write nothing: judge each writer by the others")
    asked = parser.parse_args()
    with TemporaryDirectory(prefix="memory-training-") as folder:
        os.environ |= throwaway.environment(folder)
        import django

        django.setup()
        facts = list(marked())
        if asked.held_out:
            _held_out(facts)
        else:
            from maintenance.extraction.keeping.drafts import QUESTIONS, WEIGHTS

            for question, learnt in zip(QUESTIONS, _learnt(facts), strict=True):
                weighing.write(OUT / WEIGHTS.format(question), learnt)
    return 0


def marked() -> Iterator[Marked]:
    """The marked facts, read as the extractor reads its drafts."""
    from django.conf import settings

    from maintenance.extraction.grammar.claims import language
    from maintenance.extraction.keeping.drafts import QUESTIONS, is_weighed, signs
    from maintenance.extraction.keeping.soundness import without_name

    with FACTS.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    plain = ((without_name(row["fact"], row["speaker"]), row) for row in rows)
    for doc, row in language(settings.MEMORY_SPACY_MODEL).pipe(plain, as_tuples=True):
        said = row["said"].replace(r"\n", "\n")
        if is_weighed(doc, row["rule"], said):
            marks = tuple(row[question] == "1" for question in QUESTIONS)
            yield Marked(row["writer"], signs(doc, row["rule"], said), marks)


def _learnt(facts: Sequence[Marked]) -> list[Weights]:
    """The weights of each question."""
    from sklearn.feature_extraction import DictVectorizer
    from sklearn.linear_model import LogisticRegression

    writers: defaultdict[str, list[str]] = defaultdict(list)
    for fact in facts:
        for sign in fact.signs:
            writers[sign].append(fact.writer)
    known = {
        sign for sign, of in writers.items()
        if OURS in of or (len(of) >= LEAST_FACTS and len(set(of)) >= LEAST_WRITERS)
    }  # fmt: skip
    vectors = DictVectorizer()
    table = vectors.fit_transform([dict.fromkeys(sorted(fact.signs & known), 1) for fact in facts])
    names = vectors.get_feature_names_out().tolist()
    times = [TIMES if fact.writer == OURS else 1 for fact in facts]
    found = []
    for answers in zip(*(fact.marks for fact in facts), strict=True):
        model: Any = LogisticRegression(C=PENALTY, max_iter=2000).fit(table, answers, times)
        of = dict(zip(names, model.coef_[0].tolist(), strict=True))
        kept = {sign: one for sign, one in of.items() if abs(one) >= weighing.LEAST_WEIGHT}
        found.append(weights(float(model.intercept_[0]), kept))
    return found


def _held_out(facts: Sequence[Marked]) -> None:
    from maintenance.extraction.keeping.drafts import QUESTIONS, chance, logits

    writers = sorted({fact.writer for fact in facts} - {OURS})
    judged: list[tuple[Marked, float]] = []
    for part in range(PARTS):
        these = set(writers[part::PARTS])
        learnt = _learnt([fact for fact in facts if fact.writer not in these])
        theirs = (fact for fact in facts if fact.writer in these)
        judged += [(fact, chance(logits(one, fact.signs) for one in learnt)) for fact in theirs]
    print(f"| chance above | facts | {' | '.join(QUESTIONS)} | of what is all three |\n{'|---' * 6}|")
    good = sum(all(fact.marks) for fact, _ in judged)
    for bound in BOUNDS:
        kept = [fact.marks for fact, found in judged if found > bound]
        shares = " | ".join(_share(answers) for answers in zip(*kept, strict=True))
        print(f"| {bound} | {len(kept)} of {len(judged)} | {shares} | {_share(map(all, kept), good)} |")


def _share(yes: Collection[bool] | Iterator[bool], of: int = 0) -> str:
    answers = list(yes)
    return f"{sum(answers) / (of or len(answers)):.1%}"


if __name__ == "__main__":
    sys.exit(main())
