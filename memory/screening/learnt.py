"""Whether a text reads like an attack, as somebody would write it who knows no rule: a linear classifier. Pure.

The rules look for what attacks are known to say. Most are worded otherwise, as plainly as what stands around them. What
gives them away is who they speak to and of, and what they ask for. The weights of that were learnt from texts of many
writers (`python -m benchmarks.screening.training`).

A text is read sentence by sentence, and one sentence is enough; of many sentences one reads oddly by chance, so that
more is asked of a long text. Which score is enough depends on the trust.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import inf, log

from ..language.weighing import Weights, features, load, weighed_words
from ..models.trust import Trust

WEIGHTS = "data/weights.tsv"
# The least score of a sentence, in logits, that speaks against a text: chosen on the writers that the weights were not
# learnt from (docs/quarantine.md). A user may order the assistant as they like.
BOUNDS = {Trust.IMPORT: 1.0, Trust.TOOL: 0.6, Trust.AGENT: 1.5, Trust.USER: inf}
OF_LENGTH = 0.5  # logits more, each time a text has e times as many sentences; chosen likewise
LEAST_WORDS = 6  # a shorter sentence is read with the next one
MOST_WORDS = 60  # a longer one is read in parts
_SENTENCE_END = re.compile(r"(?<=[.!?;])[\"')\]]{0,3}\s+|\n")


def suspects(flat: str, trust: Trust) -> bool:
    """Whether the flattened text reads like an attack, by what is asked for of this trust."""
    bound = BOUNDS[trust]
    return bound < inf and suspicion(flat, load("memory.screening", WEIGHTS)) > bound


def suspicion(flat: str, weights: Weights) -> float:
    """How much a text's most telling sentence reads like an attack, in logits."""
    told = [weights.logits(features(words)) for words in sentences(flat)]
    return max(told) - OF_LENGTH * log(len(told)) if told else -inf


def sentences(flat: str) -> Iterator[list[str]]:
    """The words of each sentence of a flattened text."""
    words: list[str] = []
    for sentence in _SENTENCE_END.split(flat):
        words += weighed_words(sentence)
        if len(words) >= LEAST_WORDS:
            for start in range(0, len(words), MOST_WORDS):
                yield words[start : start + MOST_WORDS]
            words = []
    if words:
        yield words
