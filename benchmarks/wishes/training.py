"""Learn the weights of `maintenance.extraction.wishes.wishes`: `python -m benchmarks.wishes.training [--held-out]`.

It needs scikit-learn (`pip install scikit-learn`), which nothing else does. `--held-out` writes nothing: it tells how
well weights learnt from all writers but one tell the wishes of that one, for several bounds: of a sentence that has the
signs of a wish, and of one that has none.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from memory.language.detection import is_english
from memory.language.weighing import Weights, weighed_words
from memoryproj import throwaway

from .. import weighing
from ..facts.wishes import WISHES
from ..prompts.prompts import LEARNT_FROM as PROMPTS_LEARNT_FROM
from ..prompts.prompts import prompts
from ..weighing import Sentence
from .messages import LEARNT_FROM, Message, messages

OUT = Path("maintenance/extraction/data/wishes.tsv")
LOOKED_INTO = ("plain", "plain_held", "fresh")  # halves of `benchmarks.facts.wishes`
MOST = 0.7  # of the words of a sentence, or of the wish, that both have: the sentence tells it
BOUNDS = tuple((alone, with_signs) for alone in (1.0, 1.5, 1.75, 2.0) for with_signs in (-0.5, 0.0, 0.25, 0.5, 1.0))
PROMPTS = "prompts-"  # a writer of these
TALK = "talk-"  # a writer of whole conversations
OURS, TIMES = "sentences", 3  # this project's own sentences, as short as they come, count so many times


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--held-out", action="store_true", help="write nothing: judge each writer by the others")
    asked = parser.parse_args()
    with TemporaryDirectory(prefix="memory-training-") as folder:
        os.environ |= throwaway.environment(folder)
        import django

        django.setup()
        own = [*messages(LEARNT_FROM), *_looked_into(), *_prompts()]
        if asked.held_out:
            _held_out(own)
        else:
            weighing.write(OUT, _learnt(own))
    return 0


def _held_out(own: list[Message]) -> None:
    judged: list[tuple[Message, float, float]] = []
    for writer in sorted({message.writer for message in own} - {OURS, *LOOKED_INTO}):
        weights = _learnt(message for message in own if message.writer != writer)
        theirs = (message for message in own if message.writer == writer)
        judged += [(one, *_best(one.text, weights)) for one in theirs]
    print("| by itself, with signs | wishes in short messages | others | wishes in conversations | others |")
    print("|---" * 5 + "|")
    for alone, with_signs in BOUNDS:
        shares = []
        for is_talk in (False, True):
            for is_wish in (True, False):
                found = [
                    score > alone or signs > with_signs
                    for message, score, signs in judged
                    if message.writer.startswith(TALK) is is_talk and bool(message.wish) is is_wish
                ]
                shares.append(f"{sum(found)} of {len(found)} ({sum(found) / max(len(found), 1):.1%})")
        print(f"| {alone}, {with_signs} | " + " | ".join(shares) + " |")


def _best(text: str, weights: Weights) -> tuple[float, float]:
    """The highest score of a sentence, and of one with the signs of a wish."""
    from maintenance.extraction.wishes.wish_signs import signed
    from maintenance.extraction.wishes.wishes import in_sentences, logits

    scores = [(logits(sentence, weights), bool(signed(sentence))) for sentence in in_sentences(text)]
    nothing = float("-inf")
    return (
        max((score for score, _ in scores), default=nothing),
        max((score for score, signs in scores if signs), default=nothing),
    )


def _learnt(own: Iterable[Message]) -> Weights:
    return weighing.learnt(list(_sentences(own)), {OURS: TIMES})


def _looked_into() -> Iterator[Message]:
    """The turns of the older halves that were looked into; a wish is each sentence with words that it has to keep."""
    from maintenance.extraction.wishes.wishes import in_sentences

    halves = json.loads(WISHES.read_text(encoding="utf-8"))
    for half in LOOKED_INTO:
        for one in halves[half]["standing"]:
            for sentence in in_sentences(one["turn"]):
                asks = any(word.lower() in sentence.lower() for word in one["keep"])
                yield Message(half, sentence, sentence if asks else None)
        yield from (Message(half, turn, None) for turn in halves[half]["other"])


def _prompts() -> Iterator[Message]:
    """Prompts of many writers: what is asked for once is no standing wish."""
    for prompt in prompts(PROMPTS_LEARNT_FROM):
        yield Message(PROMPTS + prompt.writer, prompt.text, None)


def _sentences(own: Iterable[Message]) -> Iterator[Sentence]:
    """Of the English messages: no others are read by their words."""
    from maintenance.extraction.wishes.wishes import in_sentences

    for message in own:
        if not is_english(message.text):
            continue
        wish = message.wish or ""
        asked = set(weighed_words(wish.lower()))
        for sentence in in_sentences(message.text):
            words = weighed_words(sentence.lower())
            both = len(asked & set(words)) / max(min(len(asked), len(set(words))), 1)
            is_meant = bool(wish) and (sentence in wish or wish in sentence or both > MOST)
            yield Sentence(message.writer, words, is_meant)


if __name__ == "__main__":
    sys.exit(main())
