"""Learn the weights of `memory.language.en.personal`: `python -m benchmarks.prompts.training [--held-out]`.

It needs scikit-learn (`pip install scikit-learn`), which nothing else does. `--held-out` writes nothing: it tells how
well weights learnt from all writers but one tell the prompts of that one.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path

from memory.language.en.personal import prompt_words
from memory.language.weighing import Weights

from .. import weighing
from ..weighing import Sentence
from .prompts import LEARNT_FROM, Prompt, prompts

OUT = Path("memory/language/en/data/personal.tsv")
BOUNDS = (-1.0, -0.5, 0.0, 0.5, 1.0)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--held-out", action="store_true", help="write nothing: judge each writer by the others")
    own = list(prompts(LEARNT_FROM))
    if parser.parse_args().held_out:
        _held_out(own)
    else:
        OUT.parent.mkdir(exist_ok=True)
        weighing.write(OUT, _learnt(own))
    return 0


def _held_out(own: list[Prompt]) -> None:
    judged: list[tuple[bool, float]] = []
    for writer in sorted({prompt.writer for prompt in own}):
        weights = _learnt(prompt for prompt in own if prompt.writer != writer)
        theirs = (prompt for prompt in own if prompt.writer == writer)
        judged += [(one.is_personal, weights.logits(prompt_words(one.text))) for one in theirs]
    print("| logits above | personal ones | others |")
    print("|---" * 3 + "|")
    for bound in BOUNDS:
        shares = (
            f"{sum(scores > bound for scores in found) / len(found):.1%} of {len(found)}"
            for found in ([logits for is_personal, logits in judged if is_personal is side] for side in (True, False))
        )
        print(f"| {bound} | " + " | ".join(shares) + " |")


def _learnt(own: Iterable[Prompt]) -> Weights:
    read = [Sentence(prompt.writer, prompt_words(prompt.text), prompt.is_personal) for prompt in own]
    return weighing.learnt(read, {})


if __name__ == "__main__":
    sys.exit(main())
