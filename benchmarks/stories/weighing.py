"""Learn `WEIGHTS` of `memory.search.composing.later`: `python -m benchmarks.stories.weighing [--held-out]`.

Of each question after what changed: which turn tells later of what an older line of the block tells? The stories are
those of strangers and the build halves; the blocks of LoCoMo's tuned half stand for what belongs not together. It
prints the weights. `--held-out` judges each file by those learnt from the others. It needs scikit-learn
(`pip install scikit-learn`), which nothing else does.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from memoryproj import throwaway

from ..quality import dataset as talk
from . import dataset
from .checking import normal, stands

if TYPE_CHECKING:
    from memory.models import Namespace
    from memory.search.candidates import Candidate

    from .telling import Told

LOCOMO = Path("../shared/data/locomo_dev.json")
TUNED = ("conv-26", "conv-30", "conv-41")
TOKENS, LOCOMO_TOKENS = 800, 600
PENALTY = 0.3
SUREST = 5  # of the turns behind an older line


@dataclass(frozen=True)
class Lines:
    """Of each older line of one question's block: what speaks for each turn, and which of them tell of the change."""

    evidence: list[NDArray[np.float64]]
    is_change: list[NDArray[np.bool_]]


class Weighed(NamedTuple):
    bias: float
    weights: NDArray[np.float64]

    def worths(self, evidence: NDArray[np.float64]) -> NDArray[np.float64]:
        return self.bias + evidence @ self.weights


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.stories.weighing", description=__doc__)
    parser.add_argument("--held-out", action="store_true", help="judge each file by the others")
    parser.add_argument("--locomo", type=Path, default=LOCOMO, help="a file in LoCoMo's format")
    asked = parser.parse_args()
    if not asked.locomo.is_file():
        parser.error(f"there is no file {asked.locomo}")
    if find_spec("sklearn") is None:
        parser.error("it needs scikit-learn: pip install scikit-learn")
    with TemporaryDirectory(prefix="memory-weighing-") as folder:
        throwaway.prepare(folder)
        files = {
            path.stem: list(_of_stories(dataset.load_file(path))) for path in sorted(dataset.LEARNT_FROM.iterdir())
        }
        files |= {half: list(_of_stories(dataset.load(half))) for half in ("build", "chat-build")}
        apart = list(_of_talk(asked.locomo))
    if asked.held_out:
        _held_out(files, apart)
    else:
        _show(_learnt([lines for file in files.values() for lines in file], apart))
    return 0


class _Change:
    """What a question is after, where that has changed: which of the memories tell the old state, and which the new."""

    def __init__(self, question: dataset.Question, told: Told) -> None:
        self.question, self.told = question, told
        self.changed = question.kind != dataset.Kind.NONE and bool(question.forbidden)

    def is_old(self, c: Candidate) -> bool:
        return self.changed and _tells(c, self.question.forbidden) and not _tells(c, self.question.expected[0])

    def is_new(self, c: Candidate) -> bool:
        answers = self.told.turns_of.get(c.rowid, ())
        return self.changed and (_tells(c, self.question.expected[0]) or not self.question.evidence.isdisjoint(answers))


def _tells(c: Candidate, wordings: Sequence[dataset.Wording]) -> bool:
    return any(stands(wording, normal(c.text)) for wording in wordings)


def _of_stories(stories: Sequence[dataset.Story]) -> Iterator[Lines]:
    from . import telling

    for story in stories:
        told = telling.tell(story)
        for question in story.questions:
            change = _Change(question, told)
            yield _lines(told.namespace, question.text, question.asked_at, TOKENS, change)


def _of_talk(path: Path) -> Iterator[Lines]:
    from ..quality.store import take_in

    conversations = [one for one in talk.load(path) if one.name in TUNED]
    for taken in take_in(conversations, facts=True):
        for question in taken.conversation.questions:
            yield _lines(taken.namespace, question.text, taken.conversation.asked_at, LOCOMO_TOKENS)


def _lines(namespace: Namespace, prompt: str, asked_at: datetime, tokens: int, change: _Change | None = None) -> Lines:
    from memory.search.composing.bearing import Bearing
    from memory.search.composing.later import Later
    from memory.services.handing import context

    built = context.build(namespace, prompt, max_tokens=tokens, as_of=asked_at, record=False)
    done = built.search
    later = Later(done.question, done.pool, Bearing(done.order, done.pool, done.weights).fitting, done.weights)
    evidence, is_change = [], []
    for c in (c for c in done.pool if c.rowid in built.marks):
        turns, found = later.evidence(c, c.text)
        evidence.append(found)
        told = [] if change is None or not change.is_old(c) else [change.is_new(turn) for turn in turns]
        is_change.append(np.array(told or [False] * len(turns), dtype=np.bool_))
    return Lines(evidence, is_change)


def _learnt(own: Sequence[Lines], apart: Sequence[Lines]) -> Weighed:
    """What is found of LoCoMo weighs as much as what is found of stories, and what is meant as much as what is not."""
    from sklearn.linear_model import LogisticRegression

    stories, others = (np.vstack([rows for lines in found for rows in lines.evidence]) for found in (own, apart))
    meant = np.concatenate([rows for lines in own for rows in lines.is_change] + [np.zeros(len(others), dtype=bool)])
    times = np.concatenate([np.ones(len(stories)), np.full(len(others), len(stories) / len(others))])
    times[meant] *= times[~meant].sum() / times[meant].sum()
    rows = np.vstack([stories, others])
    middle, spread = rows.mean(axis=0), rows.std(axis=0)
    model: Any = LogisticRegression(C=PENALTY, max_iter=3_000)
    model.fit((rows - middle) / spread, meant, sample_weight=times)
    weights = model.coef_[0] / spread
    return Weighed(float(model.intercept_[0] - weights @ middle), weights)


def _show(learnt: Weighed) -> None:
    from memory.search.composing.later import WEIGHTS

    print(f"BIAS {learnt.bias:.2f}")
    for name, weight in zip(WEIGHTS, learnt.weights, strict=True):
        print(f"{name} {weight:.2f}")


def _held_out(files: dict[str, list[Lines]], apart: Sequence[Lines]) -> None:
    """At the bound that the product sets: of the older lines that changed, behind how many stands what changed them,
    and how many notes a question gets."""
    from memory.search.composing.later import ENOUGH

    print("| judged | lines that changed | followed | notes a question | of LoCoMo |")
    print("|---" * 5 + "|")
    for name, own in files.items():
        learnt = _learnt([lines for other, file in files.items() if other != name for lines in file], apart)
        changed, followed, notes = _counted(own, learnt, ENOUGH)
        _, _, others = _counted(apart, learnt, ENOUGH)
        print(f"| {name} | {changed} | {followed} | {notes / len(own):.1f} | {others / len(apart):.1f} |")


def _counted(found: Sequence[Lines], learnt: Weighed, enough: float) -> tuple[int, int, int]:
    changed = followed = notes = 0
    for lines in found:
        for evidence, is_change in zip(lines.evidence, lines.is_change, strict=True):
            worths = learnt.worths(evidence)
            surest = [place for place in np.argsort(-worths)[:SUREST] if worths[place] >= enough]
            changed += bool(is_change.any())
            followed += bool(is_change[surest].any())
            notes += len(surest)
    return changed, followed, notes


if __name__ == "__main__":
    sys.exit(main())
