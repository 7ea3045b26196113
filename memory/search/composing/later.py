"""What was said later of the same thing: `Later`. Pure.

People seldom say that a statement of theirs holds no longer; they tell the new state, mostly in other words. So behind
an older statement stands what the same side said of the same thing later on. Nothing is claimed of the older one: the
reader sees all of them, in their order.

What changed more than once is followed to its end. Where more was said than there is room for, what surely tells later
of it is told.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache, cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...language.base import ValueKind, ValueName
from ...models import Kind
from ...passages import Span
from .. import rarity
from ..candidates import Candidate
from ..kept import LONGEST_KEPT
from ..query import Inquiry
from .in_time import by_time
from .wording import Saying, compared_text, may_change, saying

# What speaks for it that the newer tells later of what the older tells, in logits: weights of a logistic regression on
# stories of many writers and, as what belongs not together, LoCoMo's tuned half (`benchmarks.stories.weighing`).
BIAS = -7.5
WEIGHTS = {
    "older_fits": 3.1,  # how much it speaks of the prompt, as a share of what the best does
    "newer_fits": 3.0,
    "near": 4.0,  # in meaning: the part of the way from the middle of two turns' cosines to 1 that theirs goes
    "shared": 3.6,  # words of both; each counts as far as it is rarer than USUAL, and against it where it is not
    "apart": 0.55,  # the days between, on a scale of logarithms
    "sign": 1.15,  # the newer has a sign of a change
    "other_value": 0.8,  # both have a value of some kind, and not the same
    "answers": 1.65,  # of the kind that the prompt asks for
}
USUAL = 2 / 3  # how rare a word is, where 1 is one that hardly anything else among what was found holds
SIGNS = {"telling": 1.0, "hinting": 0.6, None: 0.0}
# How much of it is enough.
ENOUGH = 1.8
WITH_ROOM = 0.9  # where room is left when all is chosen
# So little is no note, but a turn of the same matter may go on with what is told. With -1 the stories' build half and
# the chat's are answered as often in 3 % fewer lines, but more states are missed that change within one day's session.
MAYBE = -2.0
NEARLY = 0.4  # for what is handed out anyway: to stand behind the older statement costs it nothing
OF_THE_PAST = 1.5  # more, where the prompt asks for what was: then it is told as it was said
# So much speaks for it that the newer leads the older one's line. With 2.3 two more blocks of the stories' build half
# have the answer on top, and with them a piano tuner leads what was said of a piano lesson.
LEADS = 2.8
# However much both speak of the prompt, so much comes of what they share and how near they are. Of 255 pairs that
# strangers judged 141 have as much: 77 of these tell of the same state, person or thing, and 17 of the other 114.
SAME_MATTER = 0.5
FAINT = 0.3  # of its worth, what a word counts for that stands in talk about anything
MOST_TURNS = 60  # looked at, those that speak most of the prompt
ORDERED_BY = 8  # numbers of a vector, by which two unlike ones differ
FEW_TURNS = 4  # of fewer there is no middle to speak of
LEAST_TOTAL = 60  # turns, among which a word's rarity is counted
DAY = 86_400.0  # seconds
MOST = 5  # told of one quote, besides those to which these lead
MOST_IN_ALL = 8
_WEIGHTS = np.array([*WEIGHTS.values()])
_OLDER_FITS, _NEWER_FITS, _NEAR, _SHARED, _APART, _SIGN, _OTHER_VALUE, _ANSWERS = range(len(WEIGHTS))
_MATTER = np.array([weight * (name in ("near", "shared")) for name, weight in WEIGHTS.items()])
# The kinds of values that answer what a prompt asks for.
VALUES_ASKED = {
    asked: frozenset(map(ValueKind, names))
    for asked, names in {
        "time": (ValueName.CLOCK, ValueName.WEEKDAY, ValueName.DATE, ValueName.HOUR, ValueName.OFTEN),
        "number": (ValueName.NUMBER, ValueName.OFTEN, ValueName.CODE),
        "name": (ValueName.NAME,),
    }.items()
}


@dataclass
class Later:
    """`pool` is what was found, `fitting` how much each of those that may be told speaks of the prompt (1: as much as
    the best), `weights` what each stem of the prompt counts for, `parts` the passages of long turns that answer."""

    question: Inquiry
    pool: Sequence[Candidate]
    fitting: Mapping[int, float]
    weights: Mapping[str, float]
    parts: Mapping[int, Span] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.language = self.question.language
        self._handed: frozenset[int] = frozenset()
        self._found: dict[tuple[int, str], list[tuple[Candidate, float]]] = {}
        self._places: dict[tuple[int, tuple[str, str] | None, bool], NDArray[np.int64]] = {}
        self.worths: dict[int, dict[int, float]] = {}  # what speaks for it, by the older and the newer
        self.following: dict[int, set[int]] = {}  # by the older, what MAYBE tells later; all if no nearness is known
        self.same_matter: set[tuple[int, int]] = set()  # the older and the newer that speak of the same matter
        self._answering = frozenset().union(*(VALUES_ASKED.get(kind, ()) for kind in self.question.asks))

    def hand_out(self, handed: Collection[int]) -> None:
        """Of those that are `handed` out anyway (rowids), less has to speak for it from now on."""
        self._handed = frozenset(handed)

    def followers_of(self, c: Candidate, text: str, enough: float = ENOUGH) -> list[Candidate]:
        """The turns that tell later of what `text`, of `c`, tells, and later of that, by time."""
        told = {newer.rowid: newer for newer in self._sure(c, text, enough)[:MOST]}
        for newer in list(told.values()):
            while len(told) < MOST_IN_ALL and (
                after := self._sure(newer, compared_text(newer, self.parts), enough)[:1]
            ):
                newer = after[0]
                if newer.rowid in told:
                    break
                told[newer.rowid] = newer
        return sorted(told.values(), key=by_time) if len(told) > 1 else list(told.values())

    def leads(self, older: Candidate, newer: Candidate, asked: Candidate) -> bool:
        """Whether the newer, of another session, tells later of the older surely enough to lead its line. The older one
        tells of what the prompt asks for as much as the `asked` one, of which it tells later itself."""
        is_apart = older.session_id is None or older.session_id != newer.session_id
        if not is_apart or by_time(newer) <= by_time(older):
            return False
        worth = self.after(older).get(newer.rowid, -math.inf)
        more = self.fitting.get(asked.rowid, 0.0) - self.fitting.get(older.rowid, 0.0)
        is_sure = worth + WEIGHTS["older_fits"] * max(more, 0.0) >= LEADS
        return is_sure and (older.rowid, newer.rowid) in self.same_matter

    def after(self, c: Candidate) -> Mapping[int, float]:
        """What speaks for each turn that tells later of it, as far as that is NEARLY enough, by rowid."""
        if c.rowid not in self.worths:
            self._sure(c, compared_text(c, self.parts), ENOUGH)
        return self.worths[c.rowid]

    def _sure(self, c: Candidate, text: str, enough: float) -> list[Candidate]:
        """The turns that tell later of it surely enough, the surest first."""
        key = (c.rowid, text)
        if (found := self._found.get(key)) is None:
            found = self._worths(c, text)
            found.sort(key=lambda one: (-one[1], by_time(one[0])))
            self._found[key] = found
            self.worths.setdefault(c.rowid, {}).update((newer.rowid, worth) for newer, worth in found)
        least = enough + OF_THE_PAST * self.question.is_of_the_past
        return [newer for newer, worth in found if worth >= least or newer.rowid in self._handed]

    def _worths(self, c: Candidate, text: str) -> list[tuple[Candidate, float]]:
        """What speaks for each turn that may tell later of it, where that is NEARLY enough."""
        newer, evidence = self._evidence(c, text)
        worths = BIAS + evidence @ _WEIGHTS
        may = newer[worths >= MAYBE] if self._knows_nearness(c) else newer
        self.following.setdefault(c.rowid, set()).update(self._turns[place].rowid for place in may.tolist())
        told = worths >= NEARLY
        if not told.any():
            return []
        turns = [self._turns[place] for place in newer.tolist()]
        is_same = evidence @ _MATTER >= SAME_MATTER
        self.same_matter.update((c.rowid, turns[place].rowid) for place in (told & is_same).nonzero()[0].tolist())
        if self._knows_nearness(c):
            told &= is_same | self._answers_anew(evidence, worths)
        elif len(self._turns) < FEW_TURNS:
            # Among few turns all speak of the prompt. A name stands in nearly any of them.
            answers = evidence[:, _ANSWERS] * bool(self._answering - VALUES_ASKED["name"])
            told &= (evidence[:, _SHARED] > 0.0) | (answers > 0.0)
        places = told.nonzero()[0]
        return [(turns[place], worth) for place, worth in zip(places.tolist(), worths[places].tolist(), strict=True)]

    def _answers_anew(self, evidence: NDArray[np.float64], worths: NDArray[np.float64]) -> NDArray[np.bool_]:
        """Of each turn, whether it tells with a sign of a change another day or number, where one is asked for: "until
        when?", "31 May", "so now it's 12 July"."""
        if self._answering <= VALUES_ASKED["name"]:
            return np.zeros(len(worths), dtype=bool)
        is_sure = (evidence[:, _SIGN] >= SIGNS["telling"]) & (worths >= LEADS)
        return np.asarray(is_sure & (evidence[:, _ANSWERS] > 0.0))

    def evidence(self, c: Candidate, text: str) -> tuple[list[Candidate], NDArray[np.float64]]:
        """The turns that were said after `text`, of `c`, and what speaks for each that it tells later of the same:
        a row for each, a column for each of WEIGHTS."""
        places, evidence = self._evidence(c, text)
        return [self._turns[place] for place in places.tolist()], evidence

    def _evidence(self, c: Candidate, text: str) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """The same, with the turns' places."""
        old = saying(self.language, text[:LONGEST_KEPT])
        since = self._said_at(c)
        places = self._said_after(c, since, old)
        evidence = self._by_itself.take(places, axis=0)
        if not len(places):
            return places, evidence
        evidence[:, _OLDER_FITS] = self.fitting.get(c.rowid, 0.0)
        evidence[:, _NEAR] = self._nearness(c).take(places)
        evidence[:, _SHARED] = self._shared(old).take(places)
        apart = self._times.take(places) - (since or c.event_time).timestamp()
        evidence[:, _APART] = np.log1p(np.maximum(apart, 0.0) / DAY)
        self._tell_other_values(evidence, old, places)
        return places, evidence

    def _said_after(self, c: Candidate, said_at: datetime | None, old: Saying) -> NDArray[np.int64]:
        """The places of the turns of its namespace that were said after it. A fact was `said_at` a time."""
        # What was said in the second in which a fact was said is not said after it.
        since = (c.event_time.timestamp(), c.rowid) if said_at is None else (said_at.timestamp(), math.inf)
        # Another speaker tells of a change in what is nobody's own.
        side = None if _speaks_of_anybody(c) else (c.speaker, c.role)
        places = self._told_by(c.space, side, is_own=old.is_own)
        places = places[places.searchsorted(bisect_right(self._moments, since)) :]
        if side is None or old.is_own:
            return places
        own = self._sides[places] == self._numbers.get(side, -1)
        others = [may_change(self._sayings[place], old) for place in places.tolist()]
        return places.compress(own | np.array(others, dtype=bool))

    def _told_by(self, space: int, side: tuple[str, str] | None, *, is_own: bool) -> NDArray[np.int64]:
        """The places of the turns of a namespace that may tell of a change in what a side told; None: in anybody's."""
        key = (space, side, is_own)
        if (found := self._places.get(key)) is None:
            told = self._spaces == space
            if side is not None:
                of_its_side = self._sides == self._numbers.get(side, -1)
                told &= of_its_side if is_own else of_its_side | ~self._own
            found = self._places[key] = told.nonzero()[0]
        return found

    def _said_at(self, c: Candidate) -> datetime | None:
        """When a fact was said, whose own time is that of what it tells; None of a turn."""
        if c.kind != Kind.FACT:
            return None
        return max((self._times_said[turn] for turn in c.sources if turn in self._times_said), default=c.event_time)

    @cached_property
    def _times_said(self) -> dict[int, datetime]:
        return {c.rowid: c.event_time for c in self.pool}

    @cached_property
    def _told(self) -> list[tuple[Candidate, Saying]]:
        """The turns that may tell of a change, by time, each with what it tells."""
        fitting = self.fitting
        told = [c for c in self.pool if c.role in ("user", "") and c.kind == Kind.EPISODE and c.rowid in fitting]
        best = sorted(told, key=lambda c: (-fitting[c.rowid], c.rowid))[:MOST_TURNS]
        read = [(c, saying(self.language, compared_text(c, self.parts))) for c in best]
        return sorted((one for one in read if not one[1].only_asks), key=lambda one: by_time(one[0]))

    @cached_property
    def _turns(self) -> list[Candidate]:
        return [turn for turn, _ in self._told]

    @cached_property
    def _sayings(self) -> list[Saying]:
        return [said for _, said in self._told]

    @cached_property
    def _by_itself(self) -> NDArray[np.float64]:
        """The evidence that does not depend on what is older: a row for each turn."""
        evidence = np.zeros((len(self._turns), len(WEIGHTS)))
        evidence[:, _NEWER_FITS] = [self.fitting[turn.rowid] for turn in self._turns]
        evidence[:, _SIGN] = [SIGNS[said.sign] for said in self._sayings]
        return evidence

    @cached_property
    def _times(self) -> NDArray[np.float64]:
        return np.array([turn.event_time.timestamp() for turn in self._turns])

    @cached_property
    def _moments(self) -> list[tuple[float, float]]:
        """When each turn was said."""
        return [(time, turn.rowid) for time, turn in zip(self._times.tolist(), self._turns, strict=True)]

    @cached_property
    def _spaces(self) -> NDArray[np.int64]:
        return np.array([turn.space for turn in self._turns], dtype=np.int64)

    @cached_property
    def _own(self) -> NDArray[np.bool_]:
        return np.array([said.is_own for said in self._sayings], dtype=bool)

    @cached_property
    def _numbers(self) -> dict[tuple[str, str], int]:
        """A number for each side."""
        return {side: number for number, side in enumerate({(turn.speaker, turn.role) for turn in self._turns})}

    @cached_property
    def _sides(self) -> NDArray[np.int64]:
        return np.array([self._numbers[turn.speaker, turn.role] for turn in self._turns], dtype=np.int64)

    # --- By meaning

    def _knows_nearness(self, c: Candidate) -> bool:
        return self._usual is not None and c.vector is not None and len(c.vector) == self._vectors[0].nbytes

    def _nearness(self, c: Candidate) -> NDArray[Any]:
        """How near it is in meaning to each turn; 0 where that is not known."""
        if c.vector is None or self._usual is None or not self._knows_nearness(c):
            return np.zeros(len(self._turns))
        near = (self._vectors @ np.frombuffer(c.vector, dtype=np.float32) - self._usual) / (1.0 - self._usual)
        near[self._lacking_vector] = 0.0
        return near

    @cached_property
    def _vectors(self) -> NDArray[np.float32]:
        """The turns' vectors, of nothing but zeros where there is none."""
        stored = [turn.vector or b"" for turn in self._turns]
        # A damaged one is as if there were none.
        sizes = Counter(len(one) for one in stored if len(one) % np.float32().itemsize == 0)
        size = max(sizes, key=lambda one: one and sizes[one], default=0)
        rows = b"".join(one if len(one) == size else bytes(size) for one in stored)
        return np.frombuffer(rows, dtype=np.float32).reshape(len(stored), size // np.float32().itemsize)

    @cached_property
    def _lacking_vector(self) -> NDArray[np.int64]:
        return np.flatnonzero(~np.asarray(self._vectors.any(axis=1)))

    @cached_property
    def _usual(self) -> float | None:
        """The middle of two unlike turns' cosines: of one wording many times it would be 1, and all else far apart."""
        vectors = self._vectors
        unlike = {vectors[place].tobytes(): place for place in np.flatnonzero(vectors.any(axis=1)).tolist()}
        if len(unlike) < FEW_TURNS:
            return None
        # In one order, however they rank: in another one the products differ in their last bits.
        known = vectors[sorted(unlike.values(), key=vectors[:, :ORDERED_BY].tolist().__getitem__)]
        usual = float(np.median((known @ known.T)[_pairs(len(known))]))
        return usual if usual < 1.0 else None

    # --- By the words of both

    def _shared(self, old: Saying) -> NDArray[np.float64]:
        """What the words come to that it shares with each turn."""
        numbers = [number for number in map(self._stems.get, old.stems) if number is not None]
        return np.asarray(np.add.reduce(self._worth.take(np.array(numbers, dtype=np.int64), axis=0), axis=0))

    def _tell_other_values(self, evidence: NDArray[np.float64], old: Saying, places: NDArray[np.int64]) -> None:
        """Note in the rows of `evidence`, which are of the turns at `places`, whether each turn gives another value of
        some kind, and one that answers."""
        if self._values.keys().isdisjoint(old.values):
            return
        found = np.zeros((len(self._turns), 2))
        for kind, values in old.values.items():
            others = [place for place, newer in self._values.get(kind, ()) if not newer <= values]
            found[others, 0] = 1.0
            if kind in self._answering:
                found[others, 1] = 1.0
        evidence[:, _OTHER_VALUE : _ANSWERS + 1] = found.take(places, axis=0)

    @cached_property
    def _values(self) -> dict[ValueKind, list[tuple[int, frozenset[str]]]]:
        """The values of each kind, with the places of the turns that tell them."""
        found: dict[ValueKind, list[tuple[int, frozenset[str]]]] = {}
        for place, said in enumerate(self._sayings):
            for kind, values in said.values.items():
                found.setdefault(kind, []).append((place, values))
        return found

    @cached_property
    def _stems(self) -> dict[str, int]:
        """A number for each stem of these turns."""
        return {stem: number for number, stem in enumerate(frozenset().union(*(said.stems for said in self._sayings)))}

    @cached_property
    def _worth(self) -> NDArray[np.float64]:
        """What it comes to that a turn shares a stem, by the stem's number and the turn's place; 0 where it does not
        hold it. The fewer of these turns hold a stem, the more it counts for; one that stands in talk about anything,
        and that the prompt does not ask for, counts little."""
        held = [self._stems[stem] for said in self._sayings for stem in said.stems]
        holds = np.zeros((len(self._stems), len(self._turns)))
        holds[held, np.repeat(np.arange(len(self._turns)), [len(said.stems) for said in self._sayings])] = 1.0
        total = max(len(self._turns), LEAST_TOTAL)
        worth = _rarities(total)[np.bincount(held, minlength=len(self._stems))]
        faint = (self.language.changes.faint & self._stems.keys()) - self.weights.keys()
        worth[[self._stems[stem] for stem in faint]] *= FAINT
        return np.asarray(holds * (worth - USUAL)[:, np.newaxis])


@cache
def _rarities(total: int) -> NDArray[np.float64]:
    """How rare a word is that 0, 1, 2 … of `total` turns hold: 1 of two at most."""
    alone = rarity.of_word(2, total)
    return np.array([rarity.of_word(max(count, 2), total) / alone for count in range(total + 1)])


@cache
def _pairs(count: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The rows and columns of all pairs of so many, MOST_TURNS at most."""
    rows, columns = np.triu_indices(count, 1)
    return rows, columns


def _speaks_of_anybody(older: Candidate) -> bool:
    """Whether anybody may tell of a change in it: a fact is nobody's words, and the assistant tells of whoever asks."""
    return older.role == "assistant" or older.kind == Kind.FACT
