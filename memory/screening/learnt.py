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

from ..language.weighing import Weights, load, weighed_words
from ..models.trust import Trust
from .patience import Patience

WEIGHTS = "data/weights.tsv"
# The least score of a sentence, in logits, that speaks against a text: chosen on the writers that the weights were not
# learnt from (docs/quarantine.md). A user may order the assistant as they like.
BOUNDS = {Trust.IMPORT: 1.0, Trust.TOOL: 0.6, Trust.AGENT: 1.5, Trust.USER: inf}
# Logits more, each time a text has e times as many sentences, and at most; chosen likewise. Whoever adds harmless
# sentences gains no more by it.
OF_LENGTH, MOST_OF_LENGTH = 0.5, 2.0
LEAST_WORDS = 6  # a shorter sentence is read with the next one
FEWEST_WORDS = 4  # a tag, "for the assistant", is no sentence
MOST_WORDS, OVERLAP = 60, 20  # a longer one is read in parts
OFTEN = 64  # sentences after which the clock is read
MASKED = "[masked]"
_SENTENCE_END = re.compile(r"(?<=[.!?;])[\"')\]]{0,3}\s+|\n")


def suspects(flat: str, trust: Trust, patience: Patience) -> bool | None:
    """Whether the flattened text reads like an attack, by what is asked for of this trust. None where `patience` ends
    before it is read."""
    bound = BOUNDS[trust]
    if bound == inf:
        return False
    found = suspicion(flat, load("memory.screening", WEIGHTS), patience)
    return None if found is None else found > bound


def suspicion(flat: str, weights: Weights, patience: Patience) -> float | None:
    """How much a text's most telling sentence reads like an attack, in logits. None where `patience` ends first."""
    most, count = -inf, 0
    with patience:
        for words in sentences(flat):
            most, count = max(most, weights.logits(words)), count + 1
            if count % OFTEN == 0 and patience.ended():
                return None
    return most - min(OF_LENGTH * log(max(count, 1)), MOST_OF_LENGTH)


def sentences(flat: str) -> Iterator[list[str]]:
    """The words of each sentence of a flattened text, but for this service's own "[masked]"."""
    words: list[str] = []
    for sentence in _SENTENCE_END.split(flat.replace(MASKED, " ")):
        words += weighed_words(sentence)
        if len(words) >= LEAST_WORDS:
            for start in range(0, max(len(words) - OVERLAP, 1), MOST_WORDS - OVERLAP):
                yield words[start : start + MOST_WORDS]
            words = []
    if len(words) >= FEWEST_WORDS:
        yield words
