"""Sentences weighed by their words: a linear classifier whose weights stand in a file. Pure.

A sentence is weighed by its words, the pairs of neighbours, and the pairs with one word between them; their weights add
up to logits. `benchmarks.weighing` learns such weights.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import pairwise, repeat
from typing import NamedTuple

_WORD = re.compile(
    r"(?<![\w-])(?:https?:/{2,3})?\w[\w-]{0,60}[./][\w-]{1,60}(?:[./?=&%#~+][\w-]{1,60}){0,12}"
    r"|[^\W\d_]+(?:'[a-z]+)?|\d+|[<>\[\]{}:@\"!?#]"
)
_BEGIN, _END = "^", "$"


class Weights(NamedTuple):
    """`of` has the weight of each feature, `words` the words that one of them has."""

    bias: float
    of: Mapping[str, float]
    words: frozenset[str]

    def logits(self, words: Sequence[str]) -> float:
        """How much a sentence's words speak for it. Of words that no feature has no pair is made."""
        known = [word if word in self.words else "" for word in (_BEGIN, *words, _END)]
        return self.bias + sum(map(self.of.get, _features(known), repeat(0.0)))


def weights(bias: float, of: Mapping[str, float]) -> Weights:
    """The weights with the words that they know."""
    return Weights(bias, of, frozenset(word for told in of for word in told.split(" ")))


@cache
def load(package: str, name: str) -> Weights:
    """The weights in the file `name` of a package: a line of a weight, a tab and a feature; that of "" is the bias."""
    lines = files(package).joinpath(name).read_text(encoding="utf-8").splitlines()
    of = {told: float(weight) for weight, told in (line.split("\t", 1) for line in lines)}
    return weights(of.pop(""), of)


def weighed_words(sentence: str) -> list[str]:
    """The words of a sentence in small letters, and the marks that tell of what kind it is."""
    return list(map(_general, _WORD.findall(sentence.replace("’", "'"))))


def features(words: Sequence[str]) -> set[str]:
    """What a sentence of these words is weighed by."""
    return _features([_BEGIN, *words, _END])


def _features(told: Sequence[str]) -> set[str]:
    near = {f"{one} {other}" for one, other in pairwise(told) if one and other}
    apart = {f"{one} _ {other}" for one, other in zip(told, told[2:], strict=False) if one and other}
    return near.union(apart, told)


def _general(word: str) -> str:
    """A figure stands for all figures, and an address for all addresses: whose it is says nothing of what is asked."""
    if word.isalpha():
        return word
    if "." not in word and "/" not in word:
        return "0" if word.isdigit() else word
    return "url" if any(map(str.isalpha, word)) else "0"
