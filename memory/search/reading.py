"""What the ranking reads in a query's words and in a memory's text: `weighted`, then `looked_at`. Pure."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..language import Language, porter
from ..language.words import fold, folded_words
from ..passages import Span, cut, is_long
from . import rarity
from .candidates import Candidate
from .kept import kept
from .query import Inquiry

Floats = NDArray[np.float64]

# A word found in a text of 30 words counts fully; each doubling beyond takes 0.3 more into the divisor. Long answers
# mention everything, so a match in them says less. Short turns get no bonus, which BM25's length normalisation would
# give them: "Wow, that's great, Ann!" is never what was asked for. Without the discount recall fell by up to 4 points,
# with twice of it by up to .6 (docs/retrieval.md).
LONG = 30
LONG_DISCOUNT = 0.3

# What a word of a long text counts for that stands in another of its passages than the one that holds the most.
# Counting nothing, three quarters or the whole gave up to 1.7 points of recall less (docs/retrieval.md).
ELSEWHERE = 0.5
# A passage must hold this share more of the question's words than the one nearest in meaning, to answer in its place.
# At .125 and .5 the stories' build halves answer the same 138 of 145: their texts are short.
AHEAD = 0.25

# A question of this many words tells as well: "I moved to Bergen for the new job, can you find me a dentist there?".
# At 6 and 24 the stories' build halves answer the same 138 of 145; at 6 one memory more is handed out.
LONG_QUESTION = 12

# Characters of a text in which the kind of thing asked for is looked for: as many as a hit has (pool.HIT_CHARACTERS).
LOOKED_THROUGH = 16_384
WISHERS = frozenset({"user", ""})  # a fact has no role

# The rarest words of a query that take part: a pasted page is not a better question than its rarest words. Chosen, as
# the two bounds that follow, on single prompts.
MOST_TERMS = 32

# Words of the query that no memory holds take part, and so count against every match, up to this many words in all: who
# asks in ten words means all of them, who pastes a page does not.
FEW_TERMS = 12

# Among a handful of memories every word that is there at all seems common: rarity is counted as if there were as many.
LEAST_TOTAL = 300


@dataclass(frozen=True, slots=True)
class Terms:
    """The query's stems with their places, what words with each begin with, how much it counts, and which share of all
    that is."""

    places: dict[str, int]
    beginnings: dict[str, str]
    weights: Floats
    shares: list[float]


def weighted(question: Inquiry, frequency: Mapping[str, int], total: int) -> Terms:
    """A term's weight is its rarity."""
    total = max(total, LEAST_TOTAL)
    weights: dict[str, float] = {}
    said: set[str] = set()
    for word in question.words:
        n = frequency.get(word, 0)
        stem = porter.stem(word)
        weights[stem] = max(rarity.of_word(n, total), weights.get(stem, 0.0))
        if n:
            said.add(stem)
    chosen = sorted(said, key=lambda stem: (-weights[stem], stem))[:MOST_TERMS]
    chosen += sorted(weights.keys() - said)[: max(0, FEW_TERMS - len(chosen))]
    counted = np.array([weights[stem] for stem in chosen])
    return Terms(
        {stem: place for place, stem in enumerate(chosen)},
        {stem: porter.beginning(stem) for stem in chosen},
        counted,
        (counted / max(float(counted.sum()), 1e-9)).tolist(),
    )


class Looked(NamedTuple):
    """What the ranking needs of a text: by the place of each of the query's terms that it holds what that counts for,
    what holding one is worth by its length, of a long text the share of the question's words in each passage, the share
    of its sentences that ask, how many kinds of things asked for it tells, and whether it tells how somebody likes
    things done, where that is asked for."""

    held: dict[int, float]
    discount: float
    passages: dict[Span, float]
    questions: float
    tells: int
    prefers: bool


def looked_at(c: Candidate, terms: Terms, question: Inquiry) -> Looked:
    """Of a long text the passage counts that holds the most of the question's words."""
    text, language, answers = c.text, question.language, c.text
    passages: dict[Span, float] = {}
    anywhere = _held(text, terms, terms.beginnings)
    held = dict.fromkeys(anywhere, 1.0)
    if anywhere and is_long(text):
        beginnings = {stem: beginning for stem, beginning in terms.beginnings.items() if terms.places[stem] in anywhere}
        found = {span: _held(text[span.start : span.end], terms, beginnings) for span in _spans(text)}
        passages = {span: sum([terms.shares[place] for place in places]) for span, places in found.items()}
        best = max(passages, key=passages.__getitem__)
        held = {place: ELSEWHERE for places in found.values() for place in places} | dict.fromkeys(found[best], 1.0)
        answers = text[best.start : best.end]
    # The speaker's name counts as a word of the turn, as it does for the full-text index.
    for name in _stems(c.speaker):
        if name in terms.places:
            held[terms.places[name]] = 1.0
    length, beginning = text.count(" ") + 1, text[:LOOKED_THROUGH]
    return Looked(
        held,
        1 / (1 + LONG_DISCOUNT * math.log2(length / LONG)) if length > LONG else 1.0,
        passages,
        _asking(language, answers),
        sum([_tells(language, kind, beginning) for kind in question.asks if kind != "preference"]),
        "preference" in question.asks and c.role in WISHERS and _tells(language, "preference", beginning),
    )


def _held(text: str, terms: Terms, beginnings: Mapping[str, str]) -> set[int]:
    """The places of those terms, of which `beginnings` are given, that a text holds. Most texts hold few: to look for
    their beginnings is a fraction of the work of stemming every word."""
    folded = fold(text)
    return {
        terms.places[stem]
        for stem, beginning in beginnings.items()
        if beginning in folded and holds_stem(folded, stem, beginning)
    }


# Spans by a text's length and hash: the texts themselves are not kept.
_cut: dict[tuple[int, int], list[Span]] = {}
MOST_CUT = 4_000


def _spans(text: str) -> list[Span]:
    """The passages of a text, which the next search finds cut."""
    key = (len(text), hash(text))
    if (spans := _cut.get(key)) is None:
        if len(_cut) >= MOST_CUT:
            _cut.clear()
        spans = _cut[key] = cut(text)
    return spans


def answering(c: Candidate, text: Looked) -> Span | None:
    """Of a long text the passage that answers best: the nearest in meaning, unless another holds clearly more of the
    question's words."""
    if not text.passages:
        return c.passage
    best = max(text.passages, key=text.passages.__getitem__)
    if c.passage is None or text.passages[best] - text.passages.get(c.passage, 0.0) > AHEAD:
        return best
    return c.passage


def holds_stem(folded: str, stem: str, beginning: str | None = None) -> bool:
    """Whether a word of the text has this stem. `beginning` is the stem's, where it is known."""
    beginning = porter.beginning(stem) if beginning is None else beginning
    start = folded.find(beginning)
    while start >= 0:
        end = start + len(beginning)
        if start == 0 or not folded[start - 1].isalnum():
            while end < len(folded) and folded[end].isalnum():
                end += 1
            if porter.stem(folded[start:end]) == stem:
                return True
        start = folded.find(beginning, end)
    return False


@kept
def _asking(language: Language, text: str) -> float:
    """The share of a text's sentences that do nothing but ask; 0 where no mark stands in it and it does not begin as
    a question does."""
    if not any(map(text.__contains__, language.question_marks)) and not language.unmarked_question.match(text):
        return 0.0
    sentences = [sentence for sentence in language.sentence_gap.split(text.strip()) if sentence]
    asking = [sentence for sentence in sentences if sentence.count(" ") < LONG_QUESTION and language.asks(sentence)]
    return len(asking) / max(1, len(sentences))


@lru_cache(maxsize=10_000)
def _tells(language: Language, kind: str, text: str) -> bool:
    return language.cues.tells(kind, text)


@lru_cache(maxsize=1_000)
def _stems(name: str) -> tuple[str, ...]:
    return tuple(map(porter.stem, folded_words(name)))
