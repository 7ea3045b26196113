"""What was said later of the same thing: `Later`. Pure.

People seldom say that a statement of theirs holds no longer; they tell the new state. So behind a quote of an older one
stands what the same side said of the same thing later on, where that shows a sign of change or gives another value of
the same kind. Nothing is claimed of the older statement: the reader sees all of them, in their order.

What changed more than once is followed to its end. Where more was said than there is room for, what speaks most of the
prompt is told.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence, Sized
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import NamedTuple

from ...language.base import ValueKind, ValueName
from ...models import Kind
from .. import rarity
from ..candidates import Candidate
from ..query import Inquiry
from .in_time import When, by_time
from .matters import Matters
from .quoting import stems as all_stems
from .sentences import SENTENCE, SaidSentence, Sentences

# What speaks for it that the newer tells of what the older told. The unit is a word of both that hardly anything else
# among what was found holds. Rounded from a logistic regression on the stories' build half and, as what belongs not
# together, LoCoMo's tuned half.
ENOUGH = 6.0
WITH_ROOM = 5.4  # is enough where room is left when all is chosen
NEARLY = 4.6  # is enough for what is handed out anyway: to stand behind the older statement costs it nothing
MOST_WORDS = 2.2  # what words of both count for at most
LEANING = 0.35  # of a word's worth, where it stands in the question or the sentence before one of them
OTHER_VALUE = 1.25  # both have a value of the same kind, and not the same
OTHER_COUNT = 0.65  # more, where it is a number of the same things
LIKE_NUMBER = 1.0  # more, where both have large numbers of one size
ASKED = 0.35  # the share of the prompt's words that stand in both
ANSWERS = 0.75  # both have a value of the kind that the prompt asks for, and not the same
SPEAKS = 0.5  # who speaks of the prompt by at least this share of what the best does, and answers it otherwise, needs
# no word of the older one's
OLDER_FITS = 2.7  # how much the older speaks of the prompt, as a share of what the best does
NEWER_FITS = 1.15
SAME_SESSION = -0.85
LONG = -2.1  # each doubling of the newer's length beyond that of a sentence
FAINT = 0.3  # of its worth, what a word counts for that stands in talk about anything
NEVER = 99.0
ROUNDED = 1e-9  # by which a bound may fall short of what it bounds
MOST_TURNS = 60  # looked at, those that speak most of the prompt
LEAST_TOTAL = 60  # turns, among which a word's rarity is counted
EXPLAINS = 25  # words: an assistant that says more explains, and no user changes what it says
LEAST_SHARED = 0.6  # of two turns, what the words of both count for at least
LARGE = 20.0  # from which on numbers are compared by their size
TIMES_AS_LARGE = 3.0
MOST = 5  # told of one quote, besides those to which these lead
MOST_IN_ALL = 8
# What a share of fitting counts for where the ones to tell are chosen, beside what speaks for them.
CHOSEN_BY = 10.0
# The kinds of values that answer what a prompt asks for.
VALUES_ASKED = {
    asked: frozenset(map(ValueKind, names))
    for asked, names in {
        "time": (ValueName.CLOCK, ValueName.WEEKDAY, ValueName.DATE, ValueName.HOUR, ValueName.OFTEN),
        "number": (ValueName.NUMBER, ValueName.OFTEN, ValueName.CODE),
        "name": (ValueName.NAME,),
    }.items()
}
LARGE_KIND = ValueKind(ValueName.NUMBER)


class _Turn(NamedTuple):
    """`stems` are its own and those of the question that it answers; `alone` is what speaks for it whatever the older
    one says, `most` what may speak for it besides shared words, at most."""

    candidate: Candidate
    said: When
    stems: frozenset[str]
    alone: float
    most: float


@dataclass
class Later:
    """`pool` is what was found, `fitting` how much each of those that may be told speaks of the prompt (1: as much as
    the best), `weights` what each stem of the prompt counts for, `matters` which sessions speak of the same."""

    question: Inquiry
    pool: Sequence[Candidate]
    fitting: Mapping[int, float]
    weights: Mapping[str, float]
    matters: Matters

    def __post_init__(self) -> None:
        self.language = self.question.language
        self.said = Sentences(self.language, self.pool)
        self._speaking: dict[int, bool] = {}
        self._handed: frozenset[int] = frozenset()
        self._handed_turns: list[_Turn] = []
        self._matching: dict[tuple[int, datetime | None], list[Candidate]] = {}
        self._found: dict[tuple[int, str], list[tuple[Candidate, float]]] = {}
        self._linked: dict[tuple[int, int], float] = {}
        self.worths: dict[tuple[int, int], float] = {}  # what speaks for it, by the older and the newer
        self._tells: dict[int, tuple[float, Mapping[ValueKind, frozenset[str]]] | None] = {}
        self._asked_for = max(sum(self.weights.values()), 1e-9)
        self._answering = frozenset().union(*(VALUES_ASKED.get(kind, ()) for kind in self.question.asks))

    def hand_out(self, handed: Collection[int]) -> None:
        """Of those that are `handed` out anyway (rowids), less has to speak for it from now on."""
        self._handed = frozenset(handed)
        self._matching.clear()
        self._handed_turns = [turn for turn in self._turns if turn.candidate.rowid in self._handed]

    def followers_of(
        self, c: Candidate, text: str, said_at: datetime | None = None, enough: float = ENOUGH
    ) -> list[Candidate]:
        """The turns that tell later of what `text`, of `c`, tells, and later of that, by time.

        `said_at` says when a fact was said, whose own time is that of what it tells.
        """
        told = {newer.rowid: newer for newer in self._sure(c, text, said_at, enough)[:MOST]}
        for newer in list(told.values()):
            while len(told) < MOST_IN_ALL and (after := self._sure(newer, newer.text, None, enough)[:1]):
                newer = after[0]
                if newer.rowid in told:
                    break
                told[newer.rowid] = newer
        return sorted(told.values(), key=by_time) if len(told) > 1 else list(told.values())

    def _sure(self, c: Candidate, text: str, said_at: datetime | None, enough: float) -> list[Candidate]:
        """The turns that tell later of it surely enough: those to tell first come first."""
        key = (c.rowid, text)
        if (found := self._found.get(key)) is None:
            found = self._worths(c, text, said_at)
            found.sort(key=lambda one: (-(one[1] + CHOSEN_BY * self.fitting[one[0].rowid]), by_time(one[0])))
            self._found[key] = found
            self.worths.update({(c.rowid, newer.rowid): worth for newer, worth in found})
        if not self._handed:
            return [newer for newer, worth in found if worth >= enough]
        told = [newer for newer, worth in found if worth >= enough or newer.rowid in self._handed]
        rowids = {newer.rowid for newer in told}
        return [*told, *(newer for newer in self._of_the_matter(c, said_at) if newer.rowid not in rowids)]

    def _worths(self, c: Candidate, text: str, said_at: datetime | None) -> list[tuple[Candidate, float]]:
        """What speaks for each turn that may tell later of it, where that is NEARLY enough."""
        if c.role == "assistant" and text.count(" ") > EXPLAINS:
            return []
        shared: defaultdict[int, float] = defaultdict(float)
        for stem in self.said.telling(text) | self.said.leaned_on(c, text):
            if places := self._holders.get(stem):
                rare = self._rarity[stem]
                for place in places:
                    shared[place] += rare
        turns, fits = self._turns, OLDER_FITS * self.fitting.get(c.rowid, 0.0)
        # Few can come to be enough; the others are not read.
        least = NEARLY - fits - ROUNDED
        told = [
            turns[place]
            for place, words in shared.items()
            if words >= LEAST_SHARED and turns[place].most + min(words, MOST_WORDS) >= least
        ]
        if self._speaks(c):
            told += [turns[place] for place in self._speaking_places if shared.get(place, 0.0) < LEAST_SHARED]
        if said_at is not None:
            told = [turn for turn in told if turn.candidate.event_time > said_at]
        elif told:
            said = by_time(c)
            told = [turn for turn in told if turn.said > said]
        worths = [(turn.candidate, fits + self._worth(c, text, turn)) for turn in told]
        return [one for one in worths if one[1] >= NEARLY]

    def _of_the_matter(self, c: Candidate, said_at: datetime | None) -> list[Candidate]:
        """The turns handed out anyway that tell later of it by what else was said in both sessions."""
        key = (c.rowid, said_at)
        if key not in self._matching:
            self._matching[key] = self._matched(c, said_at)
        return self._matching[key]

    def _matched(self, c: Candidate, said_at: datetime | None) -> list[Candidate]:
        session = c.session_id
        if c.kind == Kind.FACT:
            session = next((self._sessions[turn] for turn in c.sources if turn in self._sessions), None)
        if session is None or (c.role == "assistant" and c.text.count(" ") > EXPLAINS):
            return []
        found, since = [], said_at or c.event_time
        for turn in self._handed_turns:
            newer = turn.candidate
            if newer.session_id != session and newer.event_time > since:
                link = self.matters.link(session, newer.session_id) if _is_of_one_side(c, newer) else 0.0
                if link and (worth := self._linked_worth(c, newer, link)) >= NEARLY:
                    found.append((worth, newer))
        return [newer for _, newer in sorted(found, key=lambda one: (-one[0], by_time(one[1])))]

    def _linked_worth(self, c: Candidate, newer: Candidate, link: float) -> float:
        """What speaks for it where the link between both sessions stands for words of both turns."""
        if (c.rowid, newer.rowid) not in self._linked:
            old, new = self._told(c), self._told(newer)
            worth = OLDER_FITS * self.fitting.get(c.rowid, 0.0) + self._alone(newer) + MOST_WORDS * link
            if old is None or new is None:
                worth = -NEVER
            else:
                was = old[1]
                kinds = [kind for kind in was.keys() & new[1].keys() if not new[1][kind] <= was[kind]]
                worth += new[0] + OTHER_VALUE * bool(kinds) + ANSWERS * (not self._answering.isdisjoint(kinds))
            self._linked[c.rowid, newer.rowid] = worth
            self.worths.setdefault((c.rowid, newer.rowid), worth)
        return self._linked[c.rowid, newer.rowid]

    def _told(self, c: Candidate) -> tuple[float, Mapping[ValueKind, frozenset[str]]] | None:
        """The sign and the values of what a turn tells as a whole; None where it only asks."""
        if c.rowid not in self._tells:
            told = self.said.tellings(c)
            kinds = {kind for one in told for kind in one.values}
            values = {kind: frozenset().union(*(one.values.get(kind, ()) for one in told)) for kind in kinds}
            self._tells[c.rowid] = (max(one.sign for one in told), values) if told else None
        return self._tells[c.rowid]

    def _bridged(self, older: Candidate, newer: Candidate) -> bool:
        """Whether both speak so much of the prompt, and with words of it, that it is what they have in common."""
        return self._speaks(older) and self._speaks(newer)

    def _speaks(self, c: Candidate) -> bool:
        if c.rowid not in self._speaking:
            self._speaking[c.rowid] = self.fitting.get(c.rowid, 0.0) >= SPEAKS and not (
                self.weights.keys().isdisjoint(all_stems(c.text))
                and self.weights.keys().isdisjoint(self.said.leaned_on(c, c.text))
            )
        return self._speaking[c.rowid]

    # --- What was found, by its words

    @cached_property
    def _sessions(self) -> dict[int, str | None]:
        return {c.rowid: c.session_id for c in self.pool}

    @cached_property
    def _turns(self) -> list[_Turn]:
        """The turns that may tell of a change, those first that the most may speak for."""
        known = {c.rowid: c for c in self.pool if c.kind == Kind.EPISODE and c.role in ("user", "")}
        best = sorted(self.fitting.keys() & known.keys(), key=lambda rowid: (-self.fitting[rowid], rowid))[:MOST_TURNS]
        return sorted((self._turn(known[rowid]) for rowid in best), key=lambda turn: -turn.most)

    @cached_property
    def _holders(self) -> dict[str, list[int]]:
        """The places among these turns of those that hold each stem."""
        found: dict[str, list[int]] = {}
        for place, turn in enumerate(self._turns):
            for stem in turn.stems:
                found.setdefault(stem, []).append(place)
        return found

    @cached_property
    def _speaking_places(self) -> list[int]:
        return [place for place, turn in enumerate(self._turns) if self._speaks(turn.candidate)]

    def _turn(self, c: Candidate) -> _Turn:
        counts = OTHER_COUNT + LIKE_NUMBER if any(map(str.isdigit, c.text)) else 0.0
        alone = self._alone(c)
        most = alone + self.said.sign(c.text) + OTHER_VALUE + counts + ASKED + ANSWERS
        return _Turn(c, by_time(c), self.said.telling(c.text) | self.said.leaned_on(c, c.text), alone, most)

    def _alone(self, newer: Candidate) -> float:
        """What speaks for a newer turn whatever the older one is."""
        length = max(math.log2((newer.text.count(" ") + 1) / SENTENCE), 0.0)
        return NEWER_FITS * self.fitting[newer.rowid] + LONG * length

    @cached_property
    def _rarity(self) -> _Rarity:
        """By in how many of these turns, or in the question that they answer, a stem stands."""
        return _Rarity(self._holders, max(len(self._turns), LEAST_TOTAL), self._is_faint)

    def _is_faint(self, stem: str) -> bool:
        """Whether it stands in talk about anything, and the prompt does not ask for it."""
        return stem in self.language.changes.faint and stem not in self.weights

    # --- How much speaks for it

    def _worth(self, c: Candidate, text: str, turn: _Turn) -> float:
        newer = turn.candidate
        together = SAME_SESSION if c.session_id is not None and c.session_id == newer.session_id else 0.0
        old, new = self.said.statements(c, text), self.said.tellings(newer)
        same_side = _is_of_one_side(c, newer)
        if not same_side:
            # Another speaker tells of a change in what is nobody's own.
            old, new = [one for one in old if not one.is_own], [one for one in new if not one.is_own]
        bridged = same_side and self._bridged(c, newer)
        return turn.alone + together + max((self._shared(a, b, bridged) for a in old for b in new), default=-NEVER)

    def _shared(self, old: SaidSentence, new: SaidSentence, bridged: bool) -> float:
        kinds = [kind for kind, values in new.values.items() if kind in old.values and not values <= old.values[kind]]
        if not kinds and not new.sign:
            return -NEVER
        both = old.stems & new.stems
        leaning = (old.stems & new.leaning | old.leaning & new.stems) - both
        counts = any(kind.name == ValueName.COUNT for kind in kinds)
        answers = not self._answering.isdisjoint(kinds)
        if not (both or leaning or counts or bridged and (answers or not self._answering)):
            return -NEVER
        rare = self._rarity.__getitem__
        words = sum(map(rare, both)) + LEANING * sum(map(rare, leaning))
        asked = sum(self.weights.get(stem, 0.0) for stem in both | leaning) / self._asked_for
        return (
            min(words, MOST_WORDS)
            + new.sign + ASKED * asked
            + OTHER_VALUE * bool(kinds) + ANSWERS * answers + OTHER_COUNT * counts
            + LIKE_NUMBER * (LARGE_KIND in kinds and _alike(old, new))
        )  # fmt: skip


class _Rarity(dict[str, float]):
    """What each stem counts for, worked out when it is first met."""

    def __init__(self, holders: Mapping[str, Sized], total: int, is_faint: Callable[[str], bool]) -> None:
        self._holders, self._total, self._is_faint = holders, total, is_faint
        self._by_count: dict[int, float] = {}

    def __missing__(self, stem: str) -> float:
        holding = max(len(self._holders.get(stem, ())), 2)
        if (found := self._by_count.get(holding)) is None:
            found = self._by_count[holding] = rarity.of_word(holding, self._total) / rarity.of_word(2, self._total)
        self[stem] = counted = found * FAINT if self._is_faint(stem) else found
        return counted


def _is_of_one_side(older: Candidate, newer: Candidate) -> bool:
    if older.role == "assistant" or older.kind == Kind.FACT:
        return True
    return (older.speaker, older.role) == (newer.speaker, newer.role)


def _alike(old: SaidSentence, new: SaidSentence) -> bool:
    """Whether both have a large number of one size, other than the other's."""
    pairs = ((a, b) for a in _large(old) for b in _large(new))
    return any(a != b and max(a, b) <= TIMES_AS_LARGE * min(a, b) for a, b in pairs)


def _large(statement: SaidSentence) -> Iterator[float]:
    for value in statement.values[LARGE_KIND]:
        if value.isdecimal() and (number := float(value)) >= LARGE:
            yield number
