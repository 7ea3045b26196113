"""What was chosen for a block, as its lines: `Layout`. Pure."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from ...context_block import FACTS_HEADING, Size, composed, followed, marked, outdated, said, stated
from ...passages import Span
from ..candidates import Candidate
from ..query import Inquiry
from .quoting import quoted

# Quotes of one session at most this many turns apart are one passage.
APART = 2
HEADING = Size.of_line(FACTS_HEADING)
MOST_ITEMS = 999  # counted with, as marks grow by their number


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


@dataclass
class Layout:
    """The facts and quotes chosen so far, with what stands behind each of them; `size` and `items` are those of the
    block that they make."""

    question: Inquiry
    pool: Sequence[Candidate]
    weights: Mapping[str, float]
    replaced: Sequence[Replaced]
    parts: Mapping[int, Span]  # of long turns, the passages that answer

    def __post_init__(self) -> None:
        self.instructed: list[Candidate] = []
        self.facts: dict[int, Item] = {}
        self.quotes: dict[int, str] = {}
        self.sizes: dict[tuple[int, ...], Size] = {}  # of facts, and of passages by their turns
        self.known = {c.rowid: c for c in self.pool}
        self.outdated: dict[int, list[Replaced]] = {}
        self.before: dict[int, list[str]] = {}
        for one in self.replaced:
            self.outdated.setdefault(one.rowid, []).append(one)
            if one.by is not None and one.was not in self.before.setdefault(one.by, []):
                self.before[one.by].append(one.was)
        self.merged: dict[int, list[int]] = {}  # a quoted turn: the facts that it stands for
        self.staying: set[int] = set()  # turns that tell later of what stands before them in the same passage
        self.since: dict[int, list[Candidate]] = {}  # a quoted turn, or a fact: what was said later of the same thing

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

    def size(self) -> Size:
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

    def told_later(self) -> set[int]:
        """The turns that stand behind an older statement, and need no place of their own."""
        return {newer.rowid for rowid in (*self.facts, *self.quotes) for newer in self.since.get(rowid, ())}

    def quote(self, turn: Candidate) -> str:
        return quoted(turn.text, turn.event_time, self.question, self.weights, self.parts.get(turn.rowid))

    def sources(self, fact: int) -> Collection[int]:
        return self.known[fact].sources if fact in self.known else ()

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
        told = self.told_later()
        shown = (rowid for rowid in self.quotes if rowid not in told or rowid in self.staying)
        turns = sorted((self.known[rowid] for rowid in shown), key=by_time)
        passages: list[list[Candidate]] = []
        for turn in turns:
            if passages and goes_on(passages[-1][-1], turn):
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
            is_same = previous is not None and speaker == (previous.speaker or previous.role or "user")
            parts.append(said("" if is_same else speaker, self.quotes[turn.rowid]) + self._note(turn))
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
                self.quote(one),
            )
            + self._note(one)
            for one in sorted(newer.values(), key=by_time)
        ]
        rowids = (rowid for one in newer for rowid in (one, *self.merged.get(one, ())))
        return Item(item.date, item.content + "".join(notes), (*item.rowids, *rowids))

    def _behind(self, rowid: int) -> dict[int, Candidate]:
        """What stands behind a fact or a quote: what was said later of it, and what stands behind that."""
        found: dict[int, Candidate] = {}
        for newer in self.since.get(rowid, ()):
            found |= {newer.rowid: newer} | self._behind(newer.rowid)
        return found

    def _note(self, turn: Candidate) -> str:
        """What took the place of what the turn states."""
        found = self.outdated.get(turn.rowid, [])
        return outdated(dict.fromkeys(one.now or "it was changed since" for one in found)) if found else ""


def _size(item: Item) -> Size:
    return Size.of_line(marked(MOST_ITEMS, item.date, item.content))


def by_time(c: Candidate) -> tuple[datetime, str, int, int]:
    return (c.event_time, c.session_id or "", c.position or 0, c.rowid)


def goes_on(a: Candidate, b: Candidate) -> bool:
    return a.session_id is not None and a.session_id == b.session_id and 0 < _distance(a, b) <= APART


def _distance(a: Candidate, b: Candidate) -> int:
    return APART + 1 if a.position is None or b.position is None else b.position - a.position
