"""Rank a bounded pool of memories for one query: `rank`, then `arrange`. Pure: no database, no model, no clock.

The score is a sum, so that `explain` shows its parts as they are. Its unit: a memory that holds all words of the query
has coverage 1. The constants are round numbers on a plateau: all of them drawn at random between half and double cost
about one point. docs/retrieval.md has what each idea gave, and those that gave nothing.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..language import Language, porter
from ..language.dates import period_of
from ..language.words import fold, folded_words
from ..similarity import difference
from . import rarity
from .query import Period, Question

Floats = NDArray[np.float64]

# What a word counts for in the turn itself, next door, and two turns away: talk spreads a subject over several turns (a
# question, its answer, the answer's details), and the evidence is often the turn that does not repeat the question.
KERNEL = (1.0, 0.75, 0.5)
REACH = len(KERNEL) - 1

# A word found in a text of 30 words counts fully; each doubling beyond takes 0.3 more into the divisor. Long answers
# mention everything, so a match in them says less. Short turns get no bonus, which BM25's length normalisation would
# give them: "Wow, that's great, Ann!" is never what was asked for.
LONG = 30
LONG_DISCOUNT = 0.3

# The cosine, stretched to 0..1 over the pool; a fifth of the following turn's is added, since a reply repeats what it
# replies to. (The preceding turn's hurts on talk with an assistant.)
COSINE = 0.5
NEXT_COSINE = 0.1

# A share of the mean of its session's three best: a session that is about the subject vouches for its turns.
SESSION = 0.25
SESSION_BEST = 3

# For the turns of the one speaker whom the query names; else of the user for "I" and "my", of the assistant for "you".
VOICE = 0.35

# Taken off for a turn that only asks, by the share of its sentences that do, and for an assistant's turn (unless it is
# the assistant who is asked about).
QUESTION = 0.2
ASSISTANT = 0.2
# A question of this many words tells as well: "I moved to Bergen for the new job, can you find me a dentist there?".
LONG_QUESTION = 12

# For a memory inside a period that the query names, and less for up to LATER after it: people tell what happened last
# week. Bounded: at .5 it already hurt. A time vaguer than VAGUE is no match for a day.
PERIOD = 0.25
LATER = timedelta(days=7)
VAGUE = timedelta(days=31)

# For a memory that holds the kind of thing asked for: "when" a time, "how many" a number, "who, where, which" a name.
ANSWER = 0.25

# For what a user, or a fact, says of how they like things done ("always …", "I prefer …"), where help is asked for: it
# is said once, in few words, and shares little with the task at hand. The more, the nearer in meaning.
PREFERENCE = 0.15
NEAR_PREFERENCE = 0.4
WISHERS = frozenset({"user", ""})  # a fact has no role

# For the entities that the query names, the rarer the more. Small: their names are mostly words of the text already;
# this is for the aliases.
ENTITY = 0.1

# A fact that fades, and one that a newer fact contradicts, must be the better match to stand before a sound one.
FADED = 0.2
SUPERSEDED = 0.3

# The rarest words of a query that take part: a pasted page is not a better question than its rarest words.
MOST_TERMS = 32

# Words of the query that no memory holds take part, and so count against every match, up to this many words in all: who
# asks in ten words means all of them, who pastes a page does not.
FEW_TERMS = 12


# Among a handful of memories every word that is there at all seems common: rarity is counted as if there were as many.
LEAST_TOTAL = 300

# What ties a short prompt to a memory: this share of its words; or a cosine that lies this part of the way from the
# pool's median to 1 (so that it means the same for models whose cosines lie in different places). Of 20 prompts about
# nothing in the talk, 3 to 5 pass; of the questions, .3 points of recall are lost. With fewer memories than this there
# is no median to speak of, and little to leave out.
TIED = 0.2
STANDS_OUT = 0.3
FEW_COSINES = 4

# Two texts that share this part of their words (Jaccard) say the same, unless a number, date, name or "not" differs.
REPEATED = 0.9
LENGTH_COMPARED = 1_000


class Candidate(NamedTuple):
    """One memory of the pool.

    `position` counts a session's turns without gaps where they are neighbours; None for what is no turn. `sources` are
    the rowids of the turns that a fact was drawn from, `supersedes` those of the facts it replaces. `cosine` is None
    where no vector is stored. `eligible` is False for what is here for its neighbours' sake: it lends them its words
    and is never a hit.
    """

    rowid: int
    text: str
    event_time: datetime
    kind: str = "episode"
    speaker: str = ""
    role: str = ""
    session_id: str | None = None
    position: int | None = None
    sources: tuple[int, ...] = ()
    cosine: float | None = None
    entity: float = 0.0
    confidence: float = 1.0
    superseded: bool = False
    supersedes: tuple[int, ...] = ()
    eligible: bool = True


class Scored(NamedTuple):
    """A candidate's score, and the parts that add up to it."""

    rowid: int
    score: float
    parts: dict[str, float]


def rank(question: Question, pool: Sequence[Candidate], frequency: Mapping[str, int], total: int) -> list[Scored]:
    """Score the pool; the eligible ones, best first (ties: the newer row).

    `frequency` says in how many of the namespace's `total` memories each of the question's words occurs.
    """
    if not pool:
        return []
    pool = sorted(pool, key=lambda c: (c.session_id or "", c.position is None, c.position or 0, c.rowid))
    terms = _weighted(question, frequency, total)
    texts = [_looked_at(c, terms, question) for c in pool]
    coverage = _coverage(pool, texts, terms.weights)
    stretched = _stretched([c.cosine for c in pool], coverage)
    cosine = COSINE * stretched + NEXT_COSINE * _following(pool, stretched)
    parts = {
        "coverage": coverage,
        "cosine": cosine,
        "session": SESSION * _session_best(pool, coverage + cosine),
        "voice": VOICE * _spoken_by(question, pool),
        "question": -QUESTION * np.array([text.questions for text in texts]),
        "assistant": -ASSISTANT * np.array([c.role == "assistant" and question.role != "assistant" for c in pool]),
        "answer": ANSWER * np.array([text.tells for text in texts]),
        "preference": (PREFERENCE + NEAR_PREFERENCE * stretched) * np.array([text.prefers for text in texts]),
        "entity": ENTITY * np.array([min(c.entity, 1.0) for c in pool]),
        "confidence": -FADED * np.array([1.0 - c.confidence for c in pool]),
        "superseded": -SUPERSEDED * np.array([c.superseded for c in pool]),
    }
    if question.periods:
        parts["period"] = PERIOD * np.array([_within(question, c) for c in pool])
    score = np.sum(list(parts.values()), axis=0).tolist()
    order = sorted((i for i, c in enumerate(pool) if c.eligible), key=lambda i: (-score[i], -pool[i].rowid))
    present = {name: part.tolist() for name, part in parts.items() if part.any()}
    return [
        Scored(pool[i].rowid, score[i], {name: part[i] for name, part in present.items() if part[i]}) for i in order
    ]


@dataclass(frozen=True, slots=True)
class Left:
    """Why a ranked memory is not among the hits: it is "superseded" by, "merged" into, or "repeats" the row `by`."""

    step: str
    by: int


def arrange(
    order: Sequence[Scored], pool: Iterable[Candidate], limit: int
) -> tuple[list[Scored], dict[int, Left]]:
    """The best `limit` of `order` to answer with, and why others of them were left out.

    A superseded fact gives way to its successor wherever that stands; of a fact and a turn that it was drawn from, the
    better one stands for both; what a better one says already in the same words comes after everything else.
    """
    known = {c.rowid: c for c in pool}
    ranked = {scored.rowid for scored in order}
    left = {old: Left("superseded", rowid) for rowid in ranked for old in known[rowid].supersedes}
    stands_for: dict[int, int] = {}
    kept: list[Scored] = []
    repeated: list[Scored] = []
    for scored in order:
        if len(kept) >= limit:
            break
        c = known[scored.rowid]
        if c.rowid in left:
            continue
        if (by := next((stands_for[turn] for turn in (c.rowid, *c.sources) if turn in stands_for), None)) is not None:
            left[c.rowid] = Left("merged", by)
            continue
        if (by := next((said.rowid for said in kept if repeats(c.text, known[said.rowid].text)), None)) is not None:
            left[c.rowid] = Left("repeats", by)
            repeated.append(scored)
            continue
        kept.append(scored)
        for turn in (c.rowid, *c.sources):
            stands_for.setdefault(turn, c.rowid)
    return [*kept, *repeated][:limit], left


def related(query: str, question: Question, order: Sequence[Scored], pool: Iterable[Candidate]) -> bool:
    """Whether anything ties the query to what was found: for callers who want nothing rather than junk.

    A named speaker, a word on one's own affairs, or a long prompt will do. A short one without these must share some of
    its words with a memory's neighbourhood, or be clearly nearer in meaning to one than to the rest.
    """
    if question.speaker or len(question.words) > FEW_TERMS or question.language.cues.own_affairs.search(query):
        return True
    if any(scored.parts.get("coverage", 0.0) >= TIED for scored in order):
        return True
    cosines = [c.cosine for c in pool if c.cosine is not None]
    if len(cosines) < FEW_COSINES:
        return bool(order) and len(order) < FEW_COSINES
    usual, best = float(np.median(cosines)), max(cosines)
    return best - usual >= STANDS_OUT * (1.0 - usual)


def standing_out(cosines: Mapping[int, float]) -> frozenset[int]:
    """Those whose meaning is clearly nearer to the query's than the usual one; among few, where none can be, all."""
    if len(cosines) < FEW_COSINES:
        return frozenset(cosines)
    usual = float(np.median(list(cosines.values())))
    return frozenset(rowid for rowid, cosine in cosines.items() if cosine - usual >= STANDS_OUT * (1.0 - usual))


def repeats(text: str, better: str) -> bool:
    """Whether two texts say the same in nearly the same words, and nothing tells them apart."""
    if text == better:
        return True
    own, other = _compared(text[:LENGTH_COMPARED]), _compared(better[:LENGTH_COMPARED])
    fewer, more = sorted((len(own), len(other)))
    if fewer < REPEATED * more or len(own & other) < REPEATED * len(own | other):
        return False
    return not difference(text[:LENGTH_COMPARED], better[:LENGTH_COMPARED])


# Of one search's hits, not of all texts there are: each is a set of hundreds of words.
@lru_cache(maxsize=32)
def _compared(text: str) -> frozenset[str]:
    return frozenset(folded_words(text))


def weigh(question: Question, frequency: Mapping[str, int], total: int) -> dict[str, float]:
    """What each stem of the question counts for, with the same arguments as `rank`."""
    terms = _weighted(question, frequency, total)
    return dict(zip(terms.places, terms.weights.tolist(), strict=True))


# --- The parts ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Terms:
    """The query's stems with their places, what words with each begin with, and how much it counts."""

    places: dict[str, int]
    beginnings: dict[str, str]
    weights: Floats


def _weighted(question: Question, frequency: Mapping[str, int], total: int) -> _Terms:
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
    return _Terms(
        {stem: place for place, stem in enumerate(chosen)},
        {stem: porter.beginning(stem) for stem in chosen},
        np.array([weights[stem] for stem in chosen]),
    )


def _coverage(pool: Sequence[Candidate], texts: Sequence[_Text], weights: Floats) -> Floats:
    """Share of the query's words, each by its rarity, that a memory and its neighbourhood hold."""
    held = np.zeros((len(weights), len(pool)))
    for i, text in enumerate(texts):
        if text.held:
            held[list(text.held), i] = text.discount
    best = held.copy()
    for step in range(1, REACH + 1):
        # A pool sorted by session and position: `step` rows apart is at least `step` turns apart, more with gaps.
        factor = np.array([_kernel(a, b) for a, b in zip(pool, pool[step:], strict=False)])
        if len(factor):
            np.maximum(best[:, step:], held[:, :-step] * factor, out=best[:, step:])
            np.maximum(best[:, :-step], held[:, step:] * factor, out=best[:, :-step])
    place = {c.rowid: i for i, c in enumerate(pool)}
    for i, c in enumerate(pool):
        # What is next to a fact is the talk that it was drawn from.
        for source in c.sources:
            if source in place:
                np.maximum(best[:, i], KERNEL[1] * held[:, place[source]], out=best[:, i])
    return np.asarray(weights @ best / max(float(weights.sum()), 1e-9))


def _kernel(a: Candidate, b: Candidate) -> float:
    if a.position is None or b.position is None or a.session_id != b.session_id:
        return 0.0
    distance = b.position - a.position
    return KERNEL[distance] if distance <= REACH else 0.0


def _following(pool: Sequence[Candidate], values: Floats) -> Floats:
    """Each turn's successor's value, 0 where the successor is not in the pool."""
    follows = [
        a.position is not None and b.position == a.position + 1 and a.session_id == b.session_id
        for a, b in pairwise(pool)
    ]
    return np.append(values[1:] * np.array(follows, dtype=bool), 0.0)


def _session_best(pool: Sequence[Candidate], base: Floats) -> Floats:
    """Mean of the best three of a memory's session; one without a session stands for itself."""
    members: dict[str, list[float]] = defaultdict(list)
    for c, score in zip(pool, base.tolist(), strict=True):
        if c.session_id is not None:
            members[c.session_id].append(score)
    best = {
        key: sum(sorted(scores)[-SESSION_BEST:]) / min(len(scores), SESSION_BEST) for key, scores in members.items()
    }
    return np.array(
        [score if c.session_id is None else best[c.session_id] for c, score in zip(pool, base.tolist(), strict=True)]
    )


def _stretched(cosines: Sequence[float | None], coverage: Floats) -> Floats:
    """The pool's cosines stretched to 0..1: models differ in where their cosines lie.

    A memory that is not embedded yet is neither near nor far: it gets what the pool's other memories that cover as much
    of the question's words have, by a straight line through them. Where no vector is known, all count 0.
    """
    known = np.array([x is not None for x in cosines])
    values = np.array([0.0 if x is None else x for x in cosines])
    if not known.any() or (high := values[known].max()) <= (low := values[known].min()):
        return np.zeros(len(values))
    stretched: Floats = (values - low) / (high - low)
    if not known.all():
        words, near = coverage[known], stretched[known]
        slope = np.cov(words, near, bias=True)[0, 1] / words.var() if words.var() > 0 else 0.0
        stretched[~known] = np.clip(near.mean() + slope * (coverage[~known] - words.mean()), 0.0, 1.0)
    return stretched


def _spoken_by(question: Question, pool: Sequence[Candidate]) -> Floats:
    """1 for what the speaker that the question names said, or the one whose part it takes."""
    if question.speaker is not None:
        return np.array([float(c.speaker == question.speaker) for c in pool])
    return np.array([float(c.role == question.role) for c in pool]) if question.role else np.zeros(len(pool))


def _within(question: Question, c: Candidate) -> float:
    """1 for a memory in a period or whose text names a time in it, falling to 0 over the days after, at most 1."""
    best = 0.0
    for start, end in question.periods:
        if start <= c.event_time < end or _says(question.language, c, start, end):
            return 1.0
        slack = max(LATER, (end - start) / 4)
        if end <= c.event_time < end + slack:
            best = max(best, 1.0 - (c.event_time - end) / slack)
    return best


def _says(language: Language, c: Candidate, start: datetime, end: datetime) -> bool:
    named = _named_periods(language, c.text, c.event_time)
    return any(a < end and start < b and b - a <= max(VAGUE, end - start) for a, b in named)


@lru_cache(maxsize=4_000)
def _named_periods(language: Language, text: str, reference: datetime) -> tuple[Period, ...]:
    """The periods that a text names, counted from when it was said."""
    found = (period_of(span) for span in language.resolve_dates(text[:1_000], reference))
    return tuple(period for period in found if period is not None)


class _Text(NamedTuple):
    """What the ranking needs of a text: the places of the query's terms that it holds, what holding one is worth by its
    length, the share of its sentences that ask, how many kinds of things asked for it tells, and whether it tells how
    somebody likes things done, where that is asked for."""

    held: set[int]
    discount: float
    questions: float
    tells: int
    prefers: bool


def _looked_at(c: Candidate, terms: _Terms, question: Question) -> _Text:
    text, language, folded = c.text, question.language, fold(c.text)
    length = text.count(" ") + 1
    # The speaker's name counts as a word of the turn, as it does for the full-text index.
    held = {terms.places[name] for name in _stems(c.speaker) if name in terms.places}
    # Most texts hold few of the terms: to look for their beginnings is a fraction of the work of stemming every word.
    for stem, beginning in terms.beginnings.items():
        if beginning in folded and _holds(folded, stem, beginning):
            held.add(terms.places[stem])
    return _Text(
        held,
        1 / (1 + LONG_DISCOUNT * math.log2(length / LONG)) if length > LONG else 1.0,
        _asking(text, language) if any(mark in text for mark in language.question_marks) else 0.0,
        sum([_tells(language, kind, text) for kind in question.asks if kind != "preference"]),
        "preference" in question.asks and c.role in WISHERS and _tells(language, "preference", text),
    )


def _holds(folded: str, stem: str, beginning: str) -> bool:
    """Whether a word of the text has this stem."""
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


def _asking(text: str, language: Language) -> float:
    """The share of a text's sentences that do nothing but ask."""
    sentences = [sentence for sentence in language.sentence_gap.split(text.strip()) if sentence]
    asking = [
        sentence
        for sentence in sentences
        if sentence.endswith(language.question_marks) and sentence.count(" ") < LONG_QUESTION
    ]
    return len(asking) / max(1, len(sentences))


@lru_cache(maxsize=10_000)
def _tells(language: Language, kind: str, text: str) -> bool:
    return language.cues.tells(kind, text)



@lru_cache(maxsize=1_000)
def _stems(name: str) -> tuple[str, ...]:
    return tuple(map(porter.stem, folded_words(name)))

