"""What was said later of the same thing: `Later`. Pure.

People seldom say that a statement of theirs holds no longer; they tell the new state. So behind a quote of an older one
stands what the same side said of the same thing later on, where that shows a sign of change or gives another value of
the same kind. Nothing is claimed of the older statement: the reader sees all of them, in their order.

What changed more than once is followed to its end. Where more was said than there is room for, what speaks most of the
prompt is told.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from ...language.base import Sign, ValueKind, ValueName
from .. import rarity
from ..candidates import Candidate
from ..query import Inquiry
from . import wording
from .matters import Matters
from .quoting import stems as all_stems

# What speaks for it that the newer tells of what the older told. The unit is a word of both that hardly anything else
# among what was found holds. Rounded from a logistic regression on the stories' build half and, as what belongs not
# together, LoCoMo's tuned half.
ENOUGH = 6.0
WITH_ROOM = 5.4  # is enough where room is left when all is chosen
NEARLY = 4.6  # is enough for what is handed out anyway: to stand behind the older statement costs it nothing
MOST_WORDS = 2.2  # what words of both count for at most
LEANING = 0.35  # of a word's worth, where it stands in the question or the sentence before one of them
TELLING = 2.3  # the newer has a sign that tells of a change
HINTING = 1.35  # or one that may
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
SENTENCE = 20  # words
FAINT = 0.3  # of its worth, what a word counts for that stands in talk about anything
NEVER = 99.0
MOST_TURNS = 60  # looked at, those that speak most of the prompt
LEAST_TOTAL = 60  # turns, among which a word's rarity is counted
LEANS = 12  # words: what is said in fewer leans on the question before it, and on the assistant's words
LEANS_WHOLLY = 6  # words: what is said in fewer leans on whatever was said before
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


When = tuple[datetime, str, int, int]


class SaidSentence(NamedTuple):
    """One sentence: its telling stems; those of the question or sentence that it leans on; its values by kind; what its
    sign of a change counts for; whether it asks, and is of the speaker's own."""

    stems: frozenset[str]
    leaning: frozenset[str]
    values: Mapping[ValueKind, frozenset[str]]
    sign: float
    asks: bool
    is_own: bool


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
        self._read: dict[tuple[int, str], list[SaidSentence]] = {}
        self._speaking: dict[int, bool] = {}
        self._found: dict[tuple[int, str], list[tuple[Candidate, float]]] = {}
        self._linked: dict[tuple[int, int], float] = {}
        self.worths: dict[tuple[int, int], float] = {}  # what speaks for it, by the older and the newer
        self._tells: dict[int, tuple[float, Mapping[ValueKind, frozenset[str]]] | None] = {}
        self._asked_for = max(sum(self.weights.values()), 1e-9)
        self._answering = frozenset().union(*(VALUES_ASKED.get(kind, ()) for kind in self.question.asks))

    def followers_of(
        self,
        c: Candidate,
        text: str,
        said_at: datetime | None = None,
        enough: float = ENOUGH,
        handed: Collection[int] = (),
    ) -> list[Candidate]:
        """The turns that tell later of what `text`, of `c`, tells, and later of that, by time.

        `said_at` says when a fact was said, whose own time is that of what it tells. Of those that are `handed` out
        anyway (rowids), less than `enough` has to speak for it.
        """
        told = dict.fromkeys(self._sure(c, text, said_at, enough, handed)[:MOST])
        for newer in list(told):
            while len(told) < MOST_IN_ALL and (after := self._sure(newer, newer.text, None, enough, handed)[:1]):
                newer = after[0]
                if newer in told:
                    break
                told[newer] = None
        return sorted(told, key=when)

    def _sure(
        self, c: Candidate, text: str, said_at: datetime | None, enough: float, handed: Collection[int]
    ) -> list[Candidate]:
        """The turns that tell later of it surely enough: those to tell first come first."""
        if (c.rowid, text) not in self._found:
            worths = self._worths(c, text, said_at)
            best = {newer: worth + CHOSEN_BY * self.fitting[newer.rowid] for newer, worth in worths.items()}
            order = sorted(worths, key=lambda newer: (-best[newer], when(newer)))
            self._found[c.rowid, text] = [(newer, worths[newer]) for newer in order]
            self.worths.update({(c.rowid, newer.rowid): worth for newer, worth in worths.items()})
        found = self._found[c.rowid, text]
        told = [newer for newer, worth in found if worth >= enough or newer.rowid in handed]
        return [*told, *(newer for newer in self._of_the_matter(c, said_at, handed) if newer not in told)]

    def _worths(self, c: Candidate, text: str, said_at: datetime | None) -> dict[Candidate, float]:
        """What speaks for each turn that may tell later of it, where that is NEARLY enough."""
        if c.role == "assistant" and text.count(" ") > EXPLAINS:
            return {}
        sure: dict[Candidate, float] = {}
        said, speaks = when(c), self._speaks(c)
        stems = self._telling(text) | self._leaned_on(c, text)
        fits = OLDER_FITS * self.fitting.get(c.rowid, 0.0)
        for turn in self._turns:
            newer = turn.candidate
            # Few can come to be enough; the others are not read.
            if fits + turn.most + MOST_WORDS < NEARLY:
                break
            if newer.event_time <= said_at if said_at is not None else turn.said <= said:
                continue
            shared = sum(map(self._rarity.__getitem__, stems & turn.stems))
            if fits + turn.most + min(shared, MOST_WORDS) < NEARLY:
                continue
            if shared < LEAST_SHARED and not (speaks and self._speaks(newer)):
                continue
            if (worth := fits + self._worth(c, text, turn)) >= NEARLY:
                sure[newer] = worth
        return sure

    def _of_the_matter(self, c: Candidate, said_at: datetime | None, handed: Collection[int]) -> list[Candidate]:
        """The turns handed out anyway that tell later of it by what else was said in both sessions."""
        session = c.session_id
        if c.kind == "fact":
            session = next((self._sessions[turn] for turn in c.sources if turn in self._sessions), None)
        if not handed or session is None or (c.role == "assistant" and c.text.count(" ") > EXPLAINS):
            return []
        found = []
        for turn in self._turns:
            newer = turn.candidate
            if newer.rowid in handed and newer.session_id != session and newer.event_time > (said_at or c.event_time):
                link = self.matters.link(session, newer.session_id) if _is_of_one_side(c, newer) else 0.0
                if link and (worth := self._linked_worth(c, newer, link)) >= NEARLY:
                    found.append((worth, newer))
        return [newer for _, newer in sorted(found, key=lambda one: (-one[0], when(one[1])))]

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
            told = [one for one in self._statements(c, c.text) if not one.asks]
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
                and self.weights.keys().isdisjoint(self._leaned_on(c, c.text))
            )
        return self._speaking[c.rowid]

    # --- What was found, by its words

    @cached_property
    def _sessions(self) -> dict[int, str | None]:
        return {c.rowid: c.session_id for c in self.pool}

    @cached_property
    def _beside(self) -> dict[tuple[str | None, int], Candidate]:
        return {(c.session_id, c.position): c for c in self.pool if c.position is not None}

    @cached_property
    def _turns(self) -> list[_Turn]:
        """The turns that may tell of a change, those first that the most may speak for."""
        known = {c.rowid: c for c in self.pool if c.kind == "episode" and c.role in ("user", "")}
        best = sorted(self.fitting.keys() & known.keys(), key=lambda rowid: (-self.fitting[rowid], rowid))[:MOST_TURNS]
        return sorted((self._turn(known[rowid]) for rowid in best), key=lambda turn: -turn.most)

    def _turn(self, c: Candidate) -> _Turn:
        counts = OTHER_COUNT + LIKE_NUMBER if any(map(str.isdigit, c.text)) else 0.0
        alone = self._alone(c)
        most = alone + self._sign(c.text) + OTHER_VALUE + counts + ASKED + ANSWERS
        return _Turn(c, when(c), self._telling(c.text) | self._leaned_on(c, c.text), alone, most)

    def _alone(self, newer: Candidate) -> float:
        """What speaks for a newer turn whatever the older one is."""
        length = max(math.log2((newer.text.count(" ") + 1) / SENTENCE), 0.0)
        return NEWER_FITS * self.fitting[newer.rowid] + LONG * length

    @cached_property
    def _holding(self) -> Counter[str]:
        """In how many of these turns, or in the question that they answer, each stem stands."""
        return Counter(chain.from_iterable(turn.stems for turn in self._turns))

    @cached_property
    def _rarity(self) -> _Rarity:
        return _Rarity(self._holding, max(len(self._turns), LEAST_TOTAL), self._is_faint)

    def _is_faint(self, stem: str) -> bool:
        """Whether it stands in talk about anything, and the prompt does not ask for it."""
        return stem in self.language.changes.faint and stem not in self.weights

    # --- How much speaks for it

    def _worth(self, c: Candidate, text: str, turn: _Turn) -> float:
        newer = turn.candidate
        together = SAME_SESSION if c.session_id is not None and c.session_id == newer.session_id else 0.0
        same_side = _is_of_one_side(c, newer)
        told = [one for one in self._statements(newer, newer.text) if not one.asks]
        # Another speaker tells of a change in what is nobody's own.
        pairs = ((a, b) for a in self._statements(c, text) for b in told if same_side or not (a.is_own or b.is_own))
        bridged = same_side and self._bridged(c, newer)
        return turn.alone + together + max((self._shared(a, b, bridged) for a, b in pairs), default=-NEVER)

    def _shared(self, old: SaidSentence, new: SaidSentence, bridged: bool) -> float:
        both = old.stems & new.stems
        leaning = (old.stems & new.leaning | old.leaning & new.stems) - both
        kinds = [kind for kind in old.values.keys() & new.values.keys() if not new.values[kind] <= old.values[kind]]
        counts = any(kind.name == ValueName.COUNT for kind in kinds)
        answers = not self._answering.isdisjoint(kinds)
        if not (both or leaning or counts or bridged and (answers or not self._answering)) or not (new.sign or kinds):
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

    # --- Reading

    def _statements(self, c: Candidate, text: str) -> list[SaidSentence]:
        key = (c.rowid, text)
        if key not in self._read:
            self._read[key] = list(self._sentences(c, text))
        return self._read[key]

    def _sentences(self, c: Candidate, text: str) -> Iterator[SaidSentence]:
        leaning = self._leaned_on(c, text)
        # "Hang on. It's lemon that she likes.": in a short turn the sign may stand in a sentence of its own.
        sign = self._sign(text) if text.count(" ") < SENTENCE else 0.0
        for sentence in self.language.sentence_gap.split(text.strip()):
            if sentence:
                statement = self._statement(sentence, leaning, sign)
                yield statement
                leaning = statement.stems if text.count(" ") >= LEANS else leaning | statement.stems

    def _statement(self, sentence: str, leaning: frozenset[str], sign: float) -> SaidSentence:
        own = wording.statement(self.language, sentence)
        return SaidSentence(
            stems=own.stems,
            leaning=leaning - own.stems,
            values=own.values,
            sign=max(_counted(own.sign), min(sign, HINTING)),
            asks=own.asks,
            is_own=own.is_own,
        )

    def _leaned_on(self, c: Candidate, text: str) -> frozenset[str]:
        """The stems of what a short turn goes on from: the question before it, of the assistant's all that was said
        before, of a very short one as well; and what the same side said before the assistant's words."""
        before = self._before(c, 1) if text.count(" ") < LEANS else None
        if before is None:
            return frozenset()
        if c.role == "assistant" or text.count(" ") < LEANS_WHOLLY:
            told = self._telling(before.text)
        else:
            sentences = self.language.sentence_gap.split(before.text)
            told = self._telling(" ".join(one for one in sentences if one.endswith(self.language.question_marks)))
        own = self._before(c, 2) if before.role == "assistant" else None
        return told | self._telling(own.text) if own is not None and own.speaker == c.speaker else told

    def _before(self, c: Candidate, steps: int) -> Candidate | None:
        return None if c.position is None else self._beside.get((c.session_id, c.position - steps))

    def _sign(self, text: str) -> float:
        return _counted(wording.sign(self.language, text))

    def _telling(self, text: str) -> frozenset[str]:
        return wording.telling_stems(self.language, text)


class _Rarity(dict[str, float]):
    """What each stem counts for, worked out when it is first met."""

    def __init__(self, holding: Mapping[str, int], total: int, is_faint: Callable[[str], bool]) -> None:
        self._holding, self._total, self._is_faint = holding, total, is_faint

    def __missing__(self, stem: str) -> float:
        found = rarity.of_word(max(self._holding[stem], 2), self._total) / rarity.of_word(2, self._total)
        self[stem] = found * (FAINT if self._is_faint(stem) else 1.0)
        return self[stem]


def _counted(sign: Sign | None) -> float:
    return 0.0 if sign is None else TELLING if sign == "telling" else HINTING


def _is_of_one_side(older: Candidate, newer: Candidate) -> bool:
    if older.role == "assistant" or older.kind == "fact":
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


def when(c: Candidate) -> When:
    return (c.event_time, c.session_id or "", c.position or 0, c.rowid)
