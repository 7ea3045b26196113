"""Whether a text reads like an attack, as somebody would write it who knows no rule: a linear classifier. Pure.

The rules look for what attacks are known to say. Most are worded otherwise, as plainly as what stands around them. What
gives them away is who they speak to and of, and what they ask for: the words, the pairs of neighbours and the pairs
with one word between them that attacks have and harmless texts lack. Their weights were learnt from texts of many
writers (`python -m benchmarks.screening.training`).

A text is read sentence by sentence, and one sentence is enough; of many sentences one reads oddly by chance, so that
more is asked of a long text. Which score is enough depends on the trust.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from itertools import chain, pairwise, repeat
from math import inf, log

from ..models.trust import Trust

WEIGHTS = "data/weights.tsv"
# The least score of a sentence, in logits, that speaks against a text: chosen on the writers that the weights were not
# learnt from (docs/quarantine.md). A user may order the assistant as they like.
BOUNDS = {Trust.IMPORT: 1.0, Trust.TOOL: 0.6, Trust.AGENT: 1.5, Trust.USER: inf}
OF_LENGTH = 0.5  # logits more, each time a text has e times as many sentences; chosen likewise
LEAST_WORDS = 6  # a shorter sentence is read with the next one
MOST_WORDS = 60  # a longer one is read in parts
_SENTENCE_END = re.compile(r"(?<=[.!?;])[\"')\]]{0,3}\s+|\n")
_WORDS = re.compile(
    r"(?:https?:/{2,3})?\w[\w-]{0,60}[./][\w-]{1,60}(?:[./?=&%#~+][\w-]{1,60}){0,12}"
    r"|[^\W\d_]+(?:'[a-z]+)?|\d+|[<>\[\]{}:@\"!?#]"
)
_BEGIN, _END = "^", "$"


def suspects(flat: str, trust: Trust) -> bool:
    """Whether the flattened text reads like an attack, by what is asked for of this trust."""
    bias, weights = _model()
    return suspicion(flat, bias, weights) > BOUNDS[trust]


def suspicion(flat: str, bias: float, weights: Mapping[str, float]) -> float:
    """How much a text's most telling sentence reads like an attack, in logits."""
    weight = weights.get
    told = [sum(map(weight, features(words), repeat(0.0))) for words in sentences(flat)]
    return bias + max(told) - OF_LENGTH * log(len(told)) if told else -inf


def sentences(flat: str) -> Iterator[list[str]]:
    """The words of each sentence of a flattened text."""
    words: list[str] = []
    for sentence in _SENTENCE_END.split(flat):
        words += map(_general, _WORDS.findall(sentence.replace("’", "'")))
        if len(words) >= LEAST_WORDS:
            for start in range(0, len(words), MOST_WORDS):
                yield words[start : start + MOST_WORDS]
            words = []
    if words:
        yield words


def _general(word: str) -> str:
    """A figure stands for all figures, and an address for all addresses: whose it is says nothing of what is asked."""
    if word.isalpha():
        return word
    if "." not in word and "/" not in word:
        return "0" if word.isdigit() else word
    return "url" if any(map(str.isalpha, word)) else "0"


def features(words: list[str]) -> set[str]:
    """What a sentence is weighed by."""
    told = [_BEGIN, *words, _END]
    return set(chain(told, map(" ".join, pairwise(told)), map(" _ ".join, zip(told, told[2:], strict=False))))


@cache
def _model() -> tuple[float, dict[str, float]]:
    """(bias, weight of each feature), in logits."""
    lines = files("memory.screening").joinpath(WEIGHTS).read_text(encoding="utf-8").splitlines()
    weights = {told: float(weight) for weight, told in (line.split("\t", 1) for line in lines)}
    return weights.pop(""), weights
