"""Learn the weights of `memory.screening.learnt`: `python -m benchmarks.screening.training [--held-out] [--talk FILE]`.

It needs scikit-learn (`pip install scikit-learn`), which nothing else does. `--held-out` writes nothing: it tells how
well weights learnt from all writers but one tell the texts of that one apart, for several bounds. `--talk` counts
beside what they keep back of a file of conversations in LoCoMo's form, who speaks and the text.
"""

from __future__ import annotations

import argparse
import inspect
import json
import os
import random
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from memory.language.weighing import Weights
from memoryproj import throwaway

from .. import weighing
from ..weighing import Sentence
from . import templates
from .strangers import LEARNT_FROM, Text, texts

DATA = Path(__file__).parent / "data"
OUT = Path("memory/screening/data/weights.tsv")
STORIES = Path("benchmarks/stories/data")
NEAR, OWN = "build", 4  # the half's lines, which are as near to an attack as we could think of, count so many times
LITTLE, MOST = 0.2, 0.5  # of a sentence's pairs of words that are the attack's
LEAST_PARAGRAPH = 40  # characters
MANUALS = 700  # paragraphs of Python's own documentation: orders to people
BOUNDS = (0.0, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 2.5)
ROLES = ("user", "assistant", "tool", "import")
SHOWING = {"this", "antigravity", "idlelib", "turtledemo"}  # modules that show something when they are imported

Score = Callable[[str], float]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--held-out", action="store_true", help="write nothing: judge each writer by the others")
    parser.add_argument("--talk", type=Path, action="append", default=[], help="a JSON file of ordinary talk")
    asked = parser.parse_args()
    with TemporaryDirectory(prefix="memory-training-") as folder:
        os.environ |= throwaway.environment(folder)
        import django

        django.setup()
        own = list(texts(LEARNT_FROM))
        if asked.held_out:
            _held_out(own, [text for path in asked.talk for text in _turns(json.loads(path.read_text()))])
        else:
            weighing.write(OUT, _learnt([*own, *_others()]))
    return 0


def _held_out(own: Sequence[Text], talk: Sequence[str]) -> None:
    """The scores of each writer's texts by weights that the others gave."""
    others = list(_others())
    judged: list[tuple[Text, float]] = []
    ordinary: list[float] = []
    for writer in sorted({text.writer for text in own}):
        score = _score(_learnt([text for text in own if text.writer != writer] + others))
        judged += [(text, score(text.text)) for text in own if text.writer == writer]
        ordinary += map(score, talk)
    print("| role | texts | " + " | ".join(map(str, BOUNDS)) + " |\n" + "|---" * (len(BOUNDS) + 2) + "|")
    for role in ROLES:
        attacks = [score for text, score in judged if text.role == role and text.attack]
        harmless = [score for text, score in judged if text.role == role and not text.attack]
        told = (f"{_share(attacks, bound):.0%} / {_share(harmless, bound):.1%}" for bound in BOUNDS)
        print(f"| {role} | {len(attacks)} / {len(harmless)} | " + " | ".join(told) + " |")
    if ordinary:
        told = (f"{_share(ordinary, bound):.2%}" for bound in BOUNDS)
        print(f"| ordinary talk | {len(talk)} | " + " | ".join(told) + " |")


def _share(scores: Sequence[float], bound: float) -> float:
    return sum(score > bound for score in scores) / max(len(scores), 1)


def _score(weights: Weights) -> Score:
    from memory.screening.disguises import flattened
    from memory.screening.learnt import suspicion
    from memory.screening.patience import Patience

    def score(text: str) -> float:
        found = suspicion(flattened(text), weights, Patience(len(text)))
        assert found is not None, "the machine is too slow"
        return found

    return score


def _learnt(own: Iterable[Text]) -> Weights:
    return weighing.learnt(list(_sentences(own)), {NEAR: OWN})


def _sentences(own: Iterable[Text]) -> Iterator[Sentence]:
    """Of the English texts, as other languages' words stand in attacks alone here. A sentence that is an attack's by
    less than most of it is left out."""
    from memory.language.detection import is_english
    from memory.screening.disguises import flattened
    from memory.screening.learnt import sentences

    for text in own:
        if not is_english(text.attack or text.text):
            continue
        steers = {pair for words in sentences(flattened(text.attack or "")) for pair in pairwise(words)}
        for words in sentences(flattened(text.text)):
            pairs = set(pairwise(words))
            share = len(pairs & steers) / max(min(len(pairs), len(steers)), 1)
            if share < LITTLE or share >= MOST:
                yield Sentence(text.writer, words, share >= MOST)


def _others() -> Iterator[Text]:
    """Harmless texts of this project and of Python's manuals, and attacks of the half that may be looked into."""
    for kind in ("attacks", "harmless"):
        for role, text in _rows(kind):
            yield Text(NEAR, role, text, text if kind == "attacks" else None)
    for path in sorted(STORIES.glob("*build.json")):
        stories = json.loads(path.read_text(encoding="utf-8"))
        if isinstance(stories, dict):
            for story in stories["stories"]:
                for turn in (turn for session in story["sessions"] for turn in session["turns"]):
                    yield Text("stories", turn["role"], turn["text"], None)
    paragraphs = sorted(_paragraphs())
    for text in random.Random(0).sample(paragraphs, MANUALS):  # noqa: S311  the same ones each time
        yield Text("manuals", "tool", text, None)


def _rows(kind: str) -> Iterator[tuple[str, str]]:
    for line in (DATA / f"{kind}_build.jsonl").read_text(encoding="utf-8").splitlines():
        role, text = json.loads(line)
        yield role, text
    yield from getattr(templates, kind)("build")


def _paragraphs() -> Iterator[str]:
    """Of the documentation of the standard library's modules, classes and functions."""
    warnings.simplefilter("ignore")
    for name in sorted(sys.stdlib_module_names - SHOWING):
        if name.startswith("_"):
            continue
        try:
            module = import_module(name)
        except ImportError:
            continue  # of another platform
        parts = [one for _, one in sorted(vars(module).items()) if inspect.isroutine(one) or inspect.isclass(one)]
        for part in (module, *parts):
            yield from (one for one in (inspect.getdoc(part) or "").split("\n\n") if len(one) > LEAST_PARAGRAPH)


def _turns(value: Any) -> Iterator[str]:
    """What was said, wherever it stands in a file of conversations."""
    if isinstance(value, dict):
        if isinstance(text := value.get("text"), str) and not value.keys().isdisjoint(("speaker", "role")):
            yield text
        else:
            yield from (text for one in value.values() for text in _turns(one))
    elif isinstance(value, list):
        yield from (text for one in value for text in _turns(one))


if __name__ == "__main__":
    sys.exit(main())
