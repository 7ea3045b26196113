"""Rank a bounded pool of memories for one query: `rank`. Pure: no database, no model, no clock.

The score is a sum, so that `explain` shows its parts as they are. Its unit: a memory that holds all words of the query
has coverage 1. The constants are round numbers on a plateau: all of them drawn at random between half and double cost
about one point. docs/retrieval.md has what each idea gave, and those that gave nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ..language import Language, porter
from ..language.dates import period_of
from ..language.words import folded_words
from .candidates import Candidate, Scored
from .query import Inquiry, Period
from .reading import Looked, answering, looked_at, weighted

Floats = NDArray[np.float64]

# What a word counts for in the turn itself, next door, and two turns away: talk spreads a subject over several turns (a
# question, its answer, the answer's details), and the evidence is often the turn that does not repeat the question.
KERNEL = (1.0, 0.75, 0.5)
REACH = len(KERNEL) - 1

# Where no memory holds a word of the query, one in which a user tells of the thing under another name, "the plumber" of
# "the handyman", counts as if it held so much.
BY_ANOTHER_NAME = 0.4

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
# For a memory inside a period that the query names, and less for up to LATER after it: people tell what happened last
# week. Bounded: at .5 it already hurt. A time vaguer than VAGUE is no match for a day.
PERIOD = 0.25
LATER = timedelta(days=7)
WHENEVER = 1.0  # for the same, where nothing but a time is asked for: "What did I do last weekend?"
VAGUE = timedelta(days=31)

# For what was said lately, where a prompt asks how things are: by its time's place among those found. Mostly what holds
# now is asked for, and what was said last of it is nearest to that. Of the best HEAD alone: none of them is lost by it.
RECENCY = 0.2
HEAD = 5

# For a memory that holds the kind of thing asked for: "when" a time, "how many" a number, "who, where, which" a name.
ANSWER = 0.25

# For what a user, or a fact, says of how they like things done ("always …", "I prefer …"), where help is asked for: it
# is said once, in few words, and shares little with the task at hand. The more, the nearer in meaning.
PREFERENCE = 0.15
NEAR_PREFERENCE = 0.4
# For the entities that the query names, the rarer the more. Small: their names are mostly words of the text already;
# this is for the aliases.
ENTITY = 0.1

# For a fact that tells the very property that is asked for ("Where do I live?"): more than all words of the query and
# whatever else speaks for a turn, as the answer is known and need not share a word with the question. Of none that is
# over.
TOLD = 2.0

# A fact that fades, and one that a newer fact contradicts, must be the better match to stand before a sound one.
FADED = 0.2
SUPERSEDED = 0.3


def rank(question: Inquiry, pool: Sequence[Candidate], frequency: Mapping[str, int], total: int) -> list[Scored]:
    """Score the pool; the eligible ones, best first (ties: the newer row).

    `frequency` says in how many of the namespace's `total` memories each of the question's words occurs.
    """
    if not pool:
        return []
    pool = sorted(pool, key=lambda c: (c.session_id or "", c.position is None, c.position or 0, c.rowid))
    terms = weighted(question, frequency, total)
    texts = [looked_at(c, terms, question) for c in pool]
    distances = _distances(pool)
    coverage = _coverage(pool, texts, terms.weights, distances)
    if not coverage.any():
        coverage = BY_ANOTHER_NAME * _called_otherwise(question, pool)
    stretched = _stretched([c.cosine for c in pool], coverage)
    cosine = COSINE * stretched + NEXT_COSINE * _following(stretched, distances[0])
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
        "told": TOLD * np.array([c.told for c in pool]),
        "confidence": -FADED * np.array([1.0 - c.confidence for c in pool]),
        "superseded": -SUPERSEDED * np.array([c.superseded for c in pool]),
    }
    if question.periods:
        parts["period"] = (WHENEVER if question.is_of_a_time else PERIOD) * np.array(
            [_within(question, c) for c in pool]
        )
    score = np.sum(list(parts.values()), axis=0)
    order = _ordered(pool, score)
    if not question.is_of_the_past:
        head = np.zeros(len(pool))
        head[order[:HEAD]] = 1.0
        parts["recency"] = RECENCY * head * _lately(pool)
        score += parts["recency"]
        order = _ordered(pool, score)
    present = {name: part.tolist() for name, part in parts.items() if part.any()}
    return [
        Scored(
            pool[i].rowid,
            float(score[i]),
            {name: part[i] for name, part in present.items() if part[i]},
            answering(pool[i], texts[i]),
        )
        for i in order
    ]


def _ordered(pool: Sequence[Candidate], score: Floats) -> list[int]:
    """The places of the eligible ones, best first (ties: the newer row)."""
    eligible = np.flatnonzero(np.array([c.eligible for c in pool], dtype=bool))
    newest = np.array([-c.rowid for c in pool])[eligible]
    order: list[int] = eligible[np.lexsort((newest, -score[eligible]))].tolist()
    return order


def stem_weights(question: Inquiry, frequency: Mapping[str, int], total: int) -> dict[str, float]:
    """What each stem of the question counts for, with the same arguments as `rank`."""
    terms = weighted(question, frequency, total)
    return dict(zip(terms.places, terms.weights.tolist(), strict=True))


# --- The parts ----------------------------------------------------------------------------------------------------


def _distances(pool: Sequence[Candidate]) -> list[NDArray[np.int64]]:
    """How many turns further in its session each memory's next, and next but one, in the pool was said: an array for
    each of up to REACH steps. It is more than REACH for what is further, or no turn of the session."""
    numbers = {session: number for number, session in enumerate({c.session_id for c in pool})}
    sessions = np.array([numbers[c.session_id] for c in pool])
    positions = np.array([np.nan if c.position is None else c.position for c in pool])
    found = []
    for step in range(1, REACH + 1):
        distance = positions[step:] - positions[:-step]
        is_near = (sessions[step:] == sessions[:-step]) & (distance <= REACH)
        found.append(np.where(is_near, distance, REACH + 1).astype(np.int64))
    return found


def _coverage(
    pool: Sequence[Candidate], texts: Sequence[Looked], weights: Floats, distances: Sequence[NDArray[np.int64]]
) -> Floats:
    """Share of the query's words, each by its rarity, that a memory and its neighbourhood hold."""
    held = np.zeros((len(weights), len(pool)))
    found = [(term, i, text.discount * share) for i, text in enumerate(texts) for term, share in text.held.items()]
    if found:
        rows, columns, shares = zip(*found, strict=True)
        held[rows, columns] = shares
    best = held.copy()
    for step, distance in enumerate(distances, 1):
        # A pool sorted by session and position: `step` rows apart is at least `step` turns apart, more with gaps.
        factor = np.array([*KERNEL, 0.0])[distance]
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


def _called_otherwise(question: Inquiry, pool: Sequence[Candidate]) -> Floats:
    names = question.asked_for.other_names if question.asked_for is not None else frozenset()
    if not names:
        return np.zeros(len(pool))
    stems = set(map(porter.stem, names))
    by_users = (c.role in ("user", "") for c in pool)
    return np.array([
        float(is_users and not stems.isdisjoint(map(porter.stem, folded_words(c.text))))
        for c, is_users in zip(pool, by_users, strict=True)
    ])  # fmt: skip


def _following(values: Floats, distance: NDArray[np.int64]) -> Floats:
    """Each turn's successor's value, 0 where the successor is not in the pool. `distance` is that of one step."""
    return np.append(values[1:] * (distance == 1), 0.0)


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


def _spoken_by(question: Inquiry, pool: Sequence[Candidate]) -> Floats:
    """1 for what the speaker that the question names said, or the one whose part it takes."""
    if question.speaker is not None:
        return np.array([float(c.speaker == question.speaker) for c in pool])
    return np.array([float(c.role == question.role) for c in pool]) if question.role else np.zeros(len(pool))


def _lately(pool: Sequence[Candidate]) -> Floats:
    """0 for what was said first of the pool, 1 for what was said last, by the order of the times at which anything
    was."""
    known = {c.rowid: c.event_time.timestamp() for c in pool}
    said = [max((known[turn] for turn in c.sources if turn in known), default=known[c.rowid]) for c in pool]
    place = {time: number for number, time in enumerate(sorted(set(said)))}
    return np.array([place[time] for time in said]) / max(len(place) - 1, 1)


def _within(question: Inquiry, c: Candidate) -> float:
    """1 for a memory in a period or whose text names a time in it, falling to 0 over the days after, at most 1."""
    best = 0.0
    for start, end in question.periods:
        if start <= c.event_time < end or _says(question.language, c, start, end):
            return 1.0
        slack = max(LATER, (end - start) / 4)
        if timedelta() <= (late := c.event_time - end) < slack:  # `end + slack` may lie behind the last day there is
            best = max(best, 1.0 - late / slack)
    return best


def _says(language: Language, c: Candidate, start: datetime, end: datetime) -> bool:
    named = _named_periods(language, c.text, c.event_time)
    return any(a < end and start < b and b - a <= max(VAGUE, end - start) for a, b in named)


@lru_cache(maxsize=4_000)
def _named_periods(language: Language, text: str, reference: datetime) -> tuple[Period, ...]:
    """The periods that a text names, counted from when it was said."""
    found = (period_of(span) for span in language.resolve_dates(text[:1_000], reference))
    return tuple(period for period in found if period is not None)
