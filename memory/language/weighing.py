"""Sentences weighed by their words: a linear classifier whose weights stand in a file. Pure.

A sentence is weighed by its words, the pairs of neighbours, and the pairs with one word between them; their weights add
up to logits. `benchmarks.weighing` learns such weights.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import chain, pairwise, repeat
from typing import NamedTuple

_WORD = re.compile(
    r"(?<![\w-])(?:https?:/{2,3})?\w[\w-]{0,60}[./][\w-]{1,60}(?:[./?=&%#~+][\w-]{1,60}){0,12}"
    r"|[^\W\d_]+(?:'[a-z]+)?|\d+|[<>\[\]{}:@\"!?#]"
)
_BEGIN, _END = "^", "$"


class Weights(NamedTuple):
    """`of` has the weight of each feature."""

    bias: float
    of: Mapping[str, float]

    def logits(self, told: Iterable[str]) -> float:
        """How much features speak for it."""
        return self.bias + sum(map(self.of.get, told, repeat(0.0)))


@cache
def load(package: str, name: str) -> Weights:
    """The weights in the file `name` of a package: a line of a weight, a tab and a feature; that of "" is the bias."""
    lines = files(package).joinpath(name).read_text(encoding="utf-8").splitlines()
    weights = {told: float(weight) for weight, told in (line.split("\t", 1) for line in lines)}
    return Weights(weights.pop(""), weights)


def weighed_words(sentence: str) -> list[str]:
    """The words of a sentence in small letters, and the marks that tell of what kind it is."""
    return list(map(_general, _WORD.findall(sentence.replace("’", "'"))))


def features(words: Sequence[str]) -> set[str]:
    """What a sentence of these words is weighed by."""
    told = [_BEGIN, *words, _END]
    return set(chain(told, map(" ".join, pairwise(told)), map(" _ ".join, zip(told, told[2:], strict=False))))


def _general(word: str) -> str:
    """A figure stands for all figures, and an address for all addresses: whose it is says nothing of what is asked."""
    if word.isalpha():
        return word
    if "." not in word and "/" not in word:
        return "0" if word.isdigit() else word
    return "url" if any(map(str.isalpha, word)) else "0"
