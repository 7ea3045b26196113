"""Spend a budget of tokens on what a search ranked: facts, and quotes of what was said. Pure."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, NamedTuple

from ...context_block import (
    FACTS_HEADING,
    Size,
    composed,
    followed,
    marked,
    one_line,
    outdated,
    said,
    stated,
    token_estimate,
)
from ...passages import Span
from ..arranging import repeats
from ..candidates import Candidate, Scored
from ..query import Question
from .bearing import Bearing
from .later import ENOUGH, WITH_ROOM, Later
from .quoting import only_asks, quoted, stems, told_apart

Part = Literal["instructions", "facts", "turns", "reflection"]
PARTS: frozenset[Part] = frozenset({"instructions", "facts", "turns", "reflection"})

# The best few are quoted in the words that were said, even where a fact drawn from them ranks first: the turn says what
# the fact leaves out. Further down a fact stands for its turn: for the same tokens it tells three times as much.
IN_FULL = 3
# Quotes of one session at most this many turns apart are one passage.
APART = 2
# Must-knows and standing instructions take this share of the budget, and are as many of each, at most.
INSTRUCTED = 0.15
INSTRUCTIONS = 3
MUST_KNOWS = 3
# After so many that are too long for what is left, the rest is not looked at.
TOO_LONG = 4
HEADING = Size.of_line(FACTS_HEADING)
MOST_ITEMS = 999  # counted with, as marks grow by their number
# A turn of the assistant's of up to so many words, of which this share stands in the user's before it, says nothing.
ECHO = 15
ECHOED = 0.6
SHORT_ANSWER = 4  # words: "Yes, on Friday" says nothing without its question
QUOTED_ROLES = frozenset({"user", "assistant", ""})


@dataclass(frozen=True)
class Want:
    """What is wanted of a block: at most `tokens` in all and `facts` facts, and its parts."""

    tokens: int
    facts: int
    include: frozenset[Part] = PARTS


class Replaced(NamedTuple):
    """Something that holds no longer. `rowid` is a superseded fact, or the turn that it was drawn from; `by` the rowid
    of what holds now, `now` its words, `held_at` since when; None and "" where that may not be shown."""

    rowid: int
    was: str
    by: int | None
    now: str
    held_at: datetime | None


class Item(NamedTuple):
    """One line of the block, without its mark: `rowids` are the memories that it stands for, the first first."""

    date: str
    content: str
    rowids: tuple[int, ...]


class Choice(NamedTuple):
    items: list[Item]
    reflection: list[str]

    @property
    def lines(self) -> list[str]:
        return [marked(number, item.date, item.content) for number, item in enumerate(self.items, 1)]

    @property
    def block(self) -> str:
        return composed(self.lines, self.reflection)


def compose(
    question: Question,
    order: Sequence[Scored],
    pool: Sequence[Candidate],
    want: Want,
    *,
    weights: Mapping[str, float],
    replaced: Sequence[Replaced] = (),
    instructions: Sequence[Candidate] = (),
    must_knows: Sequence[Candidate] = (),
    reflection: str = "",
) -> Choice:
    """The lines of the block: must-knows and instructions, facts, quotes by time, and the insight if room is left.

    `order` is the ranking of `pool`; `weights` what each stem of the question counts for. The budget is never exceeded.
    """
    bearing = Bearing(order, pool, weights)
    parts = {scored.rowid: scored.passage for scored in order if scored.passage is not None}
    draft = _Draft(question, pool, want, weights, replaced, Later(question, pool, bearing.fitting, weights), parts)
    if "instructions" in want.include:
        for memory in must_knows[:MUST_KNOWS]:
            draft.instruct(memory)
        for fact in [fact for fact in instructions if bears_on(fact, question)][:INSTRUCTIONS]:
            draft.instruct(fact)
    for place, scored in enumerate(order):
        if draft.full:
            break
        if bearing.is_enough(scored.rowid):
            draft.offer(scored.rowid, in_full=place < IN_FULL)
    draft.put_together()
    items = draft.items()
    return Choice(items, _insight(items, reflection, question, want) if "reflection" in want.include else [])


def bears_on(instruction: Candidate, question: Question) -> bool:
    """Whether a standing instruction says how to answer at all, or speaks of what is asked."""
    if question.language.cues.manner.search(instruction.text):
        return True
    return not stems(instruction.text).isdisjoint(_asked(question) - stems(instruction.speaker))


@dataclass
class _Draft:
    """The block while it is chosen. `offer` keeps a memory, drops it, or finds that it is said already."""

    question: Question
    pool: Sequence[Candidate]
    want: Want
    weights: Mapping[str, float]
    replaced: Sequence[Replaced]
    later: Later
    parts: Mapping[int, Span]  # of long turns, the passages that answer
    instructed: list[Candidate] = field(default_factory=list)
    facts: dict[int, Item] = field(default_factory=dict)
    quotes: dict[int, str] = field(default_factory=dict)
    too_long: int = 0

    def __post_init__(self) -> None:
        self.sizes: dict[tuple[int, ...], Size] = {}  # of facts, and of passages by their turns
        self.known = {c.rowid: c for c in self.pool}
        self.beside = {(c.session_id, c.position): c for c in self.pool if c.position is not None}
        self.outdated: dict[int, list[Replaced]] = {}
        self.before: dict[int, list[str]] = {}
        for one in self.replaced:
            self.outdated.setdefault(one.rowid, []).append(one)
            if one.by is not None and one.was not in self.before.setdefault(one.by, []):
                self.before[one.by].append(one.was)
        self.merged: dict[int, list[int]] = {}  # a quoted turn: the facts that it stands for
        self.texts: dict[int, str] = {}
        self.staying: set[int] = set()  # turns that tell later of what stands before them in the same passage
        self.since: dict[int, list[Candidate]] = {}  # a quoted turn, or a fact: what was said later of the same thing

    @property
    def full(self) -> bool:
        return self.too_long >= TOO_LONG

    def instruct(self, memory: Candidate) -> None:
        if any(memory.rowid == told.rowid or repeats(memory.text, told.text) for told in self.instructed):
            return
        self.instructed.append(memory)
        if self._size().tokens > INSTRUCTED * self.want.tokens:
            self.instructed.pop()

    def offer(self, rowid: int, *, in_full: bool) -> None:
        c = self.known[rowid]
        if any(c.rowid == fact.rowid for fact in self.instructed):
            return
        if c.kind == "fact":
            self._offer_fact(c, in_full)
        elif c.kind == "episode" and "turns" in self.want.include:
            self._offer_turn(c)

    def put_together(self) -> None:
        """Put what was chosen behind the older statement of which it tells later, where it stands apart from it; and
        into the room that is left, what tells later of what was chosen."""
        if "turns" not in self.want.include:
            return
        drawn = {turn: fact for fact in self.facts if fact not in self.before for turn in self._sources(fact)}
        handed = self.quotes.keys() | drawn.keys()
        for rowid in [rowid for rowid in (*self.facts, *self.quotes) if rowid in self.known]:
            if any(self._put_behind(rowid, enough, handed) for enough in (WITH_ROOM, ENOUGH)):
                for turn in [one.rowid for one in self.since[rowid] if drawn.get(one.rowid, rowid) != rowid]:
                    if self.facts.pop(drawn[turn], None):
                        self.merged.setdefault(turn, []).append(drawn[turn])

    def _put_behind(self, rowid: int, enough: float, handed: Collection[int]) -> bool:
        """Whether what tells later of this fact or quote stands behind it now, as it fits."""
        if rowid not in self.facts and rowid not in self.quotes:
            return False
        c, older = self.known[rowid], self.since.get(rowid, [])
        text = self.texts[rowid] if rowid in self.facts else self.quotes[rowid]
        newer = self._followers(c, text, self._said_at(c), enough, handed)
        beside = [one for one in newer if rowid in self.quotes and one.rowid in self.quotes and _goes_on(c, one)]
        self.staying.update(one.rowid for one in beside)
        self.since[rowid] = [*older, *(one for one in newer if one not in older and one not in beside)]
        self.sizes.clear()  # they count what stands behind
        if self._size().tokens <= self.want.tokens:
            return True
        self.since[rowid] = older
        self.sizes.clear()
        return False

    def _said_at(self, c: Candidate) -> datetime | None:
        """When a fact was said; None of a turn, which tells it itself."""
        if c.kind != "fact":
            return None
        return max((self.known[turn].event_time for turn in c.sources if turn in self.known), default=c.event_time)

    def _offer_fact(self, c: Candidate, in_full: bool) -> None:
        if c.superseded:
            for one in self.outdated.get(c.rowid, []):
                if one.by is not None and one.held_at is not None and one.by not in self.facts:
                    self._keep_fact(one.by, one.now, one.held_at)
            return
        quotable = [] if "turns" not in self.want.include else [self.known[s] for s in c.sources if s in self.known]
        told = self._told_later() | self.quotes.keys()
        already = next((turn for turn in quotable if turn.rowid in told), None)
        if already is None and in_full and c.rowid not in self.before:
            for turn in quotable[:1]:
                self._offer_turn(turn)
                already = turn if turn.rowid in self.quotes else None
        if already is not None and c.rowid not in self.before:
            self.merged.setdefault(already.rowid, []).append(c.rowid)
            return
        self._keep_fact(c.rowid, c.text, c.event_time)

    def _keep_fact(self, rowid: int, text: str, since: datetime) -> None:
        if "facts" not in self.want.include or len(self.facts) >= self.want.facts or rowid in self.facts:
            return
        if self._repeated(text, [self.texts[other] for other in self.facts]):
            return
        before = [told_apart(old, text) for old in self.before.get(rowid, [])]
        self.texts[rowid] = text
        self.facts[rowid] = Item(since.date().isoformat(), stated(text, before), (rowid,))
        if rowid in self.known:
            self.since[rowid] = self._followers(self.known[rowid], text, self._said_at(self.known[rowid]))
        if not self._fits():
            del self.facts[rowid]
            self.since.pop(rowid, None)

    def _offer_turn(self, c: Candidate) -> None:
        if not self._quotable(c) or c.rowid in self.quotes:
            return
        if (echoed := self._echoed(c)) is not None:
            self._offer_turn(echoed)
            return
        if c.rowid in self._told_later():
            return
        if any(c.rowid in self._sources(fact) for fact in (*self.facts, *(told.rowid for told in self.instructed))):
            return
        if self._repeated(c.text, [self.known[other].text for other in self.quotes]):
            return
        turns = [c]
        if only_asks(c.text, self.question.language):
            answer = self._next_to(c, 1)
            if answer is None:
                return
            turns.append(answer)
        elif len(c.text.split()) <= SHORT_ANSWER:
            turns += self._asked_before(c)
        fresh = [turn for turn in turns if turn.rowid not in self.quotes]
        for turn in fresh:
            self.quotes[turn.rowid] = self._quote(turn)
            newer = self._followers(turn, self.quotes[turn.rowid])
            # What goes on in the same passage needs no note.
            beside = [one for one in newer if _goes_on(turn, one)]
            self.since[turn.rowid] = [one for one in newer if one not in beside]
            self.staying.update(one.rowid for one in beside)
            fresh += [one for one in beside if one.rowid not in self.quotes and one not in fresh]
        if not one_line(self.quotes[c.rowid]) or not self._fits():
            for turn in fresh:
                del self.quotes[turn.rowid], self.since[turn.rowid]

    def _quote(self, turn: Candidate) -> str:
        return quoted(turn.text, turn.event_time, self.question, self.weights, self.parts.get(turn.rowid))

    def _followers(
        self,
        c: Candidate,
        text: str,
        said_at: datetime | None = None,
        enough: float = ENOUGH,
        handed: Collection[int] = (),
    ) -> list[Candidate]:
        """What was said later of the same thing, and later of that, by time."""
        if "turns" not in self.want.include:
            return []
        return [newer for newer in self.later.of(c, text, said_at, enough, handed) if newer.rowid not in c.sources]

    def _told_later(self) -> set[int]:
        """The turns that stand behind an older statement, and need no place of their own."""
        return {newer.rowid for rowid in (*self.facts, *self.quotes) for newer in self.since.get(rowid, ())}

    def _behind(self, rowid: int) -> dict[int, Candidate]:
        """What stands behind a fact or a quote: what was said later of it, and what stands behind that."""
        found: dict[int, Candidate] = {}
        for newer in self.since.get(rowid, ()):
            found |= {newer.rowid: newer} | self._behind(newer.rowid)
        return found

    def _echoed(self, c: Candidate) -> Candidate | None:
        """The user's turn that a short one of the assistant's only repeats: "Aisle seat, got it."."""
        before = self._next_to(c, -1) if c.role == "assistant" and len(c.text.split()) <= ECHO else None
        if before is None or any(mark in c.text for mark in self.question.language.question_marks):
            return None
        own = stems(c.text) - self.question.language.stop_words
        return before if len(own & stems(before.text)) >= len(own) * ECHOED else None

    def _quotable(self, c: Candidate) -> bool:
        return c.kind == "episode" and c.eligible and c.role in QUOTED_ROLES

    def _sources(self, fact: int) -> Collection[int]:
        return self.known[fact].sources if fact in self.known else ()

    def _next_to(self, c: Candidate, step: int) -> Candidate | None:
        other = None if c.position is None else self.beside.get((c.session_id, c.position + step))
        return other if other is not None and self._quotable(other) else None

    def _asked_before(self, c: Candidate) -> list[Candidate]:
        before, marks = self._next_to(c, -1), self.question.language.question_marks
        return [before] if before is not None and any(mark in before.text for mark in marks) else []

    def _repeated(self, text: str, others: Sequence[str]) -> bool:
        return any(repeats(text, other) for other in others)

    def _fits(self) -> bool:
        if self._size().tokens <= self.want.tokens:
            return True
        self.too_long += 1
        return False

    def _size(self) -> Size:
        """The block's size: every fact and passage is written once, however often it is weighed."""
        sizes = [_size(item) for item in self._instructions()]
        for rowid, item in self.facts.items():
            if (rowid,) not in self.sizes:
                self.sizes[rowid,] = _size(self._fact(item))
            sizes.append(self.sizes[rowid,])
        for turns in self._passages():
            key = tuple(turn.rowid for turn in turns)
            if key not in self.sizes:
                self.sizes[key] = _size(self._passage(turns))
            sizes.append(self.sizes[key])
        return HEADING.plus(*sizes)

    # --- what it looks like

    def items(self) -> list[Item]:
        """A memory that stands in several lines is named by the first."""
        told = [*self._instructions(), *map(self._fact, self.facts.values()), *map(self._passage, self._passages())]
        found: list[Item] = []
        named: set[int] = set()
        for item in told:
            rowids = tuple(rowid for rowid in dict.fromkeys(item.rowids) if rowid not in named)
            found.append(item._replace(rowids=rowids))
            named.update(rowids)
        return found

    def _fact(self, item: Item) -> Item:
        return self._continued(item, [self.known[rowid] for rowid in item.rowids if rowid in self.known])

    def _instructions(self) -> list[Item]:
        return [Item(c.event_time.date().isoformat(), self._instruction(c), (c.rowid,)) for c in self.instructed]

    def _instruction(self, c: Candidate) -> str:
        if c.kind == "fact":
            return stated(c.text)
        return said(c.speaker or c.role, quoted(c.text, c.event_time, self.question, self.weights)) + self._note(c)

    def _passages(self) -> list[list[Candidate]]:
        """The quoted turns by time; those of a session that stand together are one item."""
        told = self._told_later()
        shown = (rowid for rowid in self.quotes if rowid not in told or rowid in self.staying)
        turns = sorted((self.known[rowid] for rowid in shown), key=_by_time)
        passages: list[list[Candidate]] = []
        for turn in turns:
            if passages and _goes_on(passages[-1][-1], turn):
                passages[-1].append(turn)
            else:
                passages.append([turn])
        return [passage for passage in passages if not told.issuperset(turn.rowid for turn in passage)]

    def _passage(self, turns: Sequence[Candidate]) -> Item:
        parts: list[str] = []
        previous: Candidate | None = None
        for turn in turns:
            if previous is not None and _distance(previous, turn) > 1:
                parts.append("…")
            speaker = turn.speaker or turn.role or "user"
            goes_on = previous is not None and speaker == (previous.speaker or previous.role or "user")
            parts.append(said("" if goes_on else speaker, self.quotes[turn.rowid]) + self._note(turn))
            previous = turn
        rowids = [rowid for turn in turns for rowid in (turn.rowid, *self.merged.get(turn.rowid, ()))]
        return self._continued(Item(turns[0].event_time.date().isoformat(), " ".join(parts), tuple(rowids)), turns)

    def _continued(self, item: Item, told: Sequence[Candidate]) -> Item:
        """The item with what was said later of what `told` tells, unless it stands there."""
        speakers = {c.speaker or c.role for c in told if c.kind == "episode"}
        newer = {rowid: one for c in told for rowid, one in self._behind(c.rowid).items() if rowid not in item.rowids}
        notes = [
            followed(
                one.event_time.date().isoformat(),
                "" if {one.speaker or one.role} >= speakers else one.speaker or one.role,
                self._quote(one),
            )
            + self._note(one)
            for one in sorted(newer.values(), key=_by_time)
        ]
        rowids = (rowid for one in newer for rowid in (one, *self.merged.get(one, ())))
        return Item(item.date, item.content + "".join(notes), (*item.rowids, *rowids))

    def _note(self, turn: Candidate) -> str:
        """What took the place of what the turn states."""
        found = self.outdated.get(turn.rowid, [])
        return outdated(dict.fromkeys(one.now or "it was changed since" for one in found)) if found else ""


def _size(item: Item) -> Size:
    return Size.of_line(marked(MOST_ITEMS, item.date, item.content))


def _by_time(c: Candidate) -> tuple[datetime, str, int, int]:
    return (c.event_time, c.session_id or "", c.position or 0, c.rowid)


def _goes_on(a: Candidate, b: Candidate) -> bool:
    return a.session_id is not None and a.session_id == b.session_id and 0 < _distance(a, b) <= APART


def _distance(a: Candidate, b: Candidate) -> int:
    return APART + 1 if a.position is None or b.position is None else b.position - a.position


def _asked(question: Question) -> set[str]:
    return {stem for word in question.words for stem in stems(word)}


def _insight(items: Sequence[Item], reflection: str, question: Question, want: Want) -> list[str]:
    """The insight's lines that fit, if it speaks of anything that was asked for."""
    if not reflection or stems(reflection).isdisjoint(_asked(question)):
        return []
    lines = [marked(number, item.date, item.content) for number, item in enumerate(items, 1)]
    kept: list[str] = []
    for line in filter(None, map(one_line, reflection.splitlines())):
        if token_estimate(composed(lines, [*kept, line])) > want.tokens:
            break
        kept.append(line)
    return kept
