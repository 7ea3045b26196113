"""What was said later of the same thing: `Later`. Pure.

People seldom say that a statement of theirs holds no longer; they tell the new state. So behind a quote of an older one
stands what the same side said of the same thing later on, where that shows a sign of change or gives another value of
the same kind. Nothing is claimed of the older statement: the reader sees both, in their order.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from ...language import Language, porter
from ...language.words import folded_words
from .. import rarity
from ..candidates import Candidate

# What speaks for it that the newer tells of what the older told. The unit is a word of both that hardly anything else
# among what was found holds. Rounded from a logistic regression on the stories' build half and, as what belongs not
# together, LoCoMo's tuned half.
ENOUGH = 6.0
MOST_WORDS = 2.2  # what words of both count for at most
LEANING = 0.35  # of a word's worth, where it stands in the question or the sentence before one of them
TELLING = 2.3  # the newer has a sign that tells of a change
HINTING = 1.35  # or one that may
OTHER_VALUE = 1.25  # both have a value of the same kind, and not the same
OTHER_COUNT = 0.65  # more, where it is a number of the same things
LIKE_NUMBER = 1.0  # more, where both have large numbers of one size
ASKED = 0.35  # the share of the prompt's words that stand in both
OLDER_FITS = 2.7  # how much the older speaks of the prompt, as a share of what the best does
NEWER_FITS = 1.15
SAME_SESSION = -0.85
LONG = -2.1  # each doubling of the newer's length beyond that of a sentence
SENTENCE = 20  # words
FAINT = 0.3  # of its worth, what a word counts for that stands in talk about anything
MOST_TURNS = 60  # looked at, those that speak most of the prompt
LEAST_TOTAL = 60  # turns, among which a word's rarity is counted
LEANS = 12  # words: what is said in fewer leans on what was said before
EXPLAINS = 25  # words: an assistant that says more explains, and no user changes what it says
LEAST_SHARED = 0.6  # of two turns, what the words of both count for at least
LARGE = 20.0  # from which on numbers are compared by their size
TIMES_AS_LARGE = 3.0
MOST = 3  # told of one quote


When = tuple[datetime, str, int, int]


class Statement(NamedTuple):
    """One sentence: its telling stems; those of the question or sentence that it leans on; its values by kind; what its
    sign of a change counts for; whether it asks, and is of the speaker's own."""

    stems: frozenset[str]
    leaning: frozenset[str]
    values: Mapping[str, frozenset[str]]
    sign: float
    asks: bool
    is_own: bool


class _Turn(NamedTuple):
    """`stems` are its own and those of the question that it answers; `most` is what may speak for it besides shared
    words, at most, whatever the older one says."""

    candidate: Candidate
    said: When
    stems: frozenset[str]
    most: float


@dataclass
class Later:
    """`pool` is what was found, `fitting` how much each of those that may be told speaks of the prompt (1: as much as
    the best), `weights` what each stem of the prompt counts for."""

    language: Language
    pool: Sequence[Candidate]
    fitting: Mapping[int, float]
    weights: Mapping[str, float]

    def __post_init__(self) -> None:
        self._rarities: dict[str, float] = {}
        self._read: dict[tuple[int, str], list[Statement]] = {}
        self._known: dict[str, tuple[list[str], frozenset[str]]] = {}
        self._signs: dict[str, float] = {}
        self._no_subject = self.language.stop_words | self.language.differences.dates
        self._asked_for = max(sum(self.weights.values()), 1e-9)

    def of(self, c: Candidate, text: str, said_at: datetime | None = None) -> list[Candidate]:
        """The turns that tell later of what `text`, of `c`, tells: the MOST that most surely do, by time.

        `said_at` says when a fact was said, whose own time is that of what it tells.
        """
        if c.role == "assistant" and text.count(" ") > EXPLAINS:
            return []
        sure: list[tuple[float, Candidate]] = []
        said = when(c)
        stems = self._telling(text) | self._leaned_on(c, text)
        fits = OLDER_FITS * self.fitting.get(c.rowid, 0.0)
        for turn in self._turns:
            newer = turn.candidate
            # Few can come to be enough; the others are not read.
            if fits + turn.most + MOST_WORDS < ENOUGH:
                continue
            if newer.event_time <= said_at if said_at is not None else turn.said <= said:
                continue
            shared = sum(map(self._rare, stems & turn.stems))
            if shared < LEAST_SHARED or fits + turn.most + min(shared, MOST_WORDS) < ENOUGH:
                continue
            if (worth := fits + self._worth(c, text, newer)) >= ENOUGH:
                sure.append((worth, newer))
        best = sorted(sure, key=lambda one: (-one[0], when(one[1])))[:MOST]
        return sorted((newer for _, newer in best), key=when)

    # --- What was found, by its words

    @cached_property
    def _beside(self) -> dict[tuple[str | None, int], Candidate]:
        return {(c.session_id, c.position): c for c in self.pool if c.position is not None}

    @cached_property
    def _turns(self) -> list[_Turn]:
        """The turns that may tell of a change."""
        known = {c.rowid: c for c in self.pool if c.kind == "episode" and c.role in ("user", "")}
        best = sorted(self.fitting.keys() & known.keys(), key=lambda rowid: (-self.fitting[rowid], rowid))[:MOST_TURNS]
        return [self._turn(known[rowid]) for rowid in best]

    def _turn(self, c: Candidate) -> _Turn:
        counts = OTHER_COUNT + LIKE_NUMBER if any(map(str.isdigit, c.text)) else 0.0
        most = self._alone(c) + self._sign(c.text) + OTHER_VALUE + counts + ASKED
        return _Turn(c, when(c), self._telling(c.text) | self._leaned_on(c, c.text), most)

    def _alone(self, newer: Candidate) -> float:
        """What speaks for a newer turn whatever the older one is."""
        length = max(math.log2((newer.text.count(" ") + 1) / SENTENCE), 0.0)
        return NEWER_FITS * self.fitting[newer.rowid] + LONG * length

    @cached_property
    def _holding(self) -> Counter[str]:
        """In how many of these turns, or in the question that they answer, each stem stands."""
        return Counter(chain.from_iterable(turn.stems for turn in self._turns))

    def _rare(self, stem: str) -> float:
        if stem not in self._rarities:
            total = max(len(self._turns), LEAST_TOTAL)
            found = rarity.of_word(max(self._holding[stem], 2), total) / rarity.of_word(2, total)
            self._rarities[stem] = found * (FAINT if stem in self.language.changes.faint else 1.0)
        return self._rarities[stem]

    # --- How much speaks for it

    def _worth(self, c: Candidate, text: str, newer: Candidate) -> float:
        together = SAME_SESSION if c.session_id is not None and c.session_id == newer.session_id else 0.0
        same_side = c.role == "assistant" or c.kind == "fact" or (c.speaker, c.role) == (newer.speaker, newer.role)
        told = [one for one in self._statements(newer, newer.text) if not one.asks]
        # Another speaker tells of a change in what is nobody's own.
        pairs = ((a, b) for a in self._statements(c, text) for b in told if same_side or not (a.is_own or b.is_own))
        return self._alone(newer) + together + max((self._shared(a, b) for a, b in pairs), default=-ENOUGH)

    def _shared(self, old: Statement, new: Statement) -> float:
        both = old.stems & new.stems
        leaning = (old.stems & new.leaning | old.leaning & new.stems) - both
        kinds = [kind for kind in old.values.keys() & new.values.keys() if not new.values[kind] <= old.values[kind]]
        counts = any(kind.startswith("count ") for kind in kinds)
        if not (both or leaning or counts) or not (new.sign or kinds):
            return -ENOUGH
        words = sum(map(self._rare, both)) + LEANING * sum(map(self._rare, leaning))
        asked = sum(self.weights.get(stem, 0.0) for stem in both | leaning) / self._asked_for
        return (
            min(words, MOST_WORDS)
            + new.sign + ASKED * asked
            + OTHER_VALUE * bool(kinds) + OTHER_COUNT * counts + LIKE_NUMBER * ("number" in kinds and _alike(old, new))
        )  # fmt: skip

    # --- Reading

    def _statements(self, c: Candidate, text: str) -> list[Statement]:
        key = (c.rowid, text)
        if key not in self._read:
            self._read[key] = list(self._sentences(c, text))
        return self._read[key]

    def _sentences(self, c: Candidate, text: str) -> Iterator[Statement]:
        leaning = self._leaned_on(c, text)
        for sentence in self.language.sentence_gap.split(text.strip()):
            if sentence:
                statement = self._statement(sentence, leaning)
                yield statement
                leaning = statement.stems if text.count(" ") >= LEANS else leaning | statement.stems

    def _statement(self, sentence: str, leaning: frozenset[str]) -> Statement:
        stems = self._telling(sentence)
        return Statement(
            stems=stems,
            leaning=leaning - stems,
            values=self.language.changes.values(sentence, self._words(sentence)),
            sign=self._sign(sentence),
            asks=sentence.rstrip().endswith(self.language.question_marks),
            is_own=self.language.cues.first_person.search(sentence) is not None,
        )

    def _leaned_on(self, c: Candidate, text: str) -> frozenset[str]:
        """The stems of what a short turn answers: the question before it, and of the assistant's all that was said."""
        leans = c.position is not None and text.count(" ") < LEANS
        before = self._beside.get((c.session_id, (c.position or 0) - 1)) if leans else None
        if before is None:
            return frozenset()
        if c.role == "assistant":
            return self._telling(before.text)
        sentences = self.language.sentence_gap.split(before.text)
        return self._telling(" ".join(one for one in sentences if one.endswith(self.language.question_marks)))

    def _sign(self, text: str) -> float:
        if text not in self._signs:
            found = self.language.changes.sign(text, self._words(text), self._telling(text))
            self._signs[text] = 0.0 if found is None else TELLING if found == "telling" else HINTING
        return self._signs[text]

    def _telling(self, text: str) -> frozenset[str]:
        return self._split(text)[1]

    def _words(self, text: str) -> list[str]:
        return self._split(text)[0]

    def _split(self, text: str) -> tuple[list[str], frozenset[str]]:
        """The folded words of a text, and the stems of those that tell what it is about."""
        found = self._known.get(text)
        if found is None:
            words = folded_words(text)
            told = (word for word in words if len(word) > 2 and word not in self._no_subject and not word.isdigit())
            found = self._known[text] = (words, frozenset(map(porter.stem, told)))
        return found


def _alike(old: Statement, new: Statement) -> bool:
    """Whether both have a large number of one size, other than the other's."""
    pairs = ((a, b) for a in _large(old) for b in _large(new))
    return any(a != b and max(a, b) <= TIMES_AS_LARGE * min(a, b) for a, b in pairs)


def _large(statement: Statement) -> Iterator[float]:
    for value in statement.values["number"]:
        if value.isdecimal() and (number := float(value)) >= LARGE:
            yield number


def when(c: Candidate) -> When:
    return (c.event_time, c.session_id or "", c.position or 0, c.rowid)
