"""Write the memories that were chosen for a block as its lines: `Layout`. Pure."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import NamedTuple, TypeVar

from ...context_block import FACTS_HEADING, Size, composed, followed, marked, outdated, preceded, said, stated
from ...models import Kind
from ...passages import Span
from ..candidates import Candidate
from ..query import Inquiry
from .quoting import quoted

# What speaks so much for it that a later statement tells of an older one leads their line. Chosen on the stories' build
# half.
LEADS = 7.0
LEAST_LEADING = 0.7  # of how much the older speaks of the prompt
# Quotes of one session at most this many turns apart are one passage: one turn between them is mostly an answer.
APART = 2
HEADING = Size.of_line(FACTS_HEADING)
When = tuple[datetime, str, int, int]
Told = TypeVar("Told")
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
        self._in_time: list[int] = []  # the quotes
        # Lines are weighed often while the block is chosen, and written once for each way that they come to read.
        self._sizes: dict[tuple[object, ...], Size] = {}
        self._whole: Size | None = None
        self._later: set[int] | None = None
        self._standing_behind: dict[int, dict[int, Candidate]] = {}
        self._quoted: dict[int, str] = {}
        self._led: dict[Item, tuple[Candidate, Sequence[Candidate]]] = {}  # what leads, what is behind
        self.known = {c.rowid: c for c in self.pool}
        self._places = _Places(self.known)
        self.outdated: dict[int, list[Replaced]] = {}
        self.before: dict[int, list[str]] = {}
        for one in self.replaced:
            self.outdated.setdefault(one.rowid, []).append(one)
            if one.by is not None and one.was not in self.before.setdefault(one.by, []):
                self.before[one.by].append(one.was)
        self.merged: dict[int, list[int]] = {}  # a quoted turn: the facts that it stands for
        self.staying: set[int] = set()  # turns that tell later of what stands before them in the same passage
        self.since: dict[int, list[Candidate]] = {}  # a quoted turn, or a fact: what was said later of the same thing
        self.places: dict[int, int] = {}  # in the ranking
        self.fitting: Mapping[int, float] = {}  # how much each speaks of the prompt
        self.worths: Mapping[tuple[int, int], float] = {}  # what speaks for it that the second tells later of the first

    def keep_quote(self, turn: Candidate, quote: str) -> None:
        self.quotes[turn.rowid] = quote
        insort(self._in_time, turn.rowid, key=self._places.__getitem__)
        self.changed()

    def drop_quote(self, rowid: int) -> None:
        del self.quotes[rowid]
        self._in_time.remove(rowid)
        self.put_behind(rowid, [])

    def put_behind(self, rowid: int, newer: list[Candidate]) -> None:
        """Let what tells later of a fact or a quote stand behind it, and nothing else."""
        if newer or self.since.get(rowid):
            self._standing_behind.clear()
        self.since[rowid] = newer
        self.changed()

    def sized(self) -> tuple[Size | None, set[int] | None]:
        """What was worked out of the lines, for `restored` when all is again as it was."""
        return self._whole, self._later

    def restored(self, sized: tuple[Size | None, set[int] | None]) -> None:
        self._whole, self._later = sized

    def changed(self) -> None:
        """Forget what was worked out of the lines: what was chosen is not the same any more."""
        self._whole = self._later = None

    def within(self, tokens: int) -> list[Item]:
        """The items that fit: what leads a line may be another since the line was weighed."""
        items = self.items()
        while items and HEADING.plus(*map(size_of, items)).tokens > tokens:
            items.pop()
        return items

    def items(self) -> list[Item]:
        """Instructions, then what ranks best. A memory that stands in several lines is named by the first."""
        chosen = self._joined([*map(self._fact, self.facts.values()), *map(self._passage, self._passages())])
        told = [*map(self._instructed, self.instructed), *sorted(chosen, key=self._place)]
        found: list[Item] = []
        named: set[int] = set()
        for item in told:
            rowids = tuple(rowid for rowid in dict.fromkeys(item.rowids) if rowid not in named)
            found.append(item._replace(rowids=rowids))
            named.update(rowids)
        return found

    def _joined(self, lines: Sequence[Item]) -> list[Item]:
        """Lines that the same statement leads are one."""
        joined: list[Item] = []
        led: dict[int, dict[int, Candidate]] = {}
        for line in lines:
            if (told := self._led.get(line)) is None:
                joined.append(line)
            else:
                led.setdefault(told[0].rowid, {}).update((one.rowid, one) for one in told[1])
        return joined + [self._led_by(self.known[rowid], list(others.values())) for rowid, others in led.items()]

    def _place(self, item: Item) -> int:
        return min(map(self._rank, (self.known[rowid] for rowid in item.rowids if rowid in self.known)), default=0)

    def _rank(self, c: Candidate) -> int:
        return self.places.get(c.rowid, len(self.places))

    def size(self) -> Size:
        """The block's size."""
        if self._whole is None:
            self._whole = HEADING.plus(*self._line_sizes())
        return self._whole

    def _line_sizes(self) -> Iterator[Size]:
        for c in self.instructed:
            yield self._size((c.rowid,), self._instructed, c)
        for rowid, item in self.facts.items():
            yield self._size((rowid, item.content, *self._behind(rowid)), self._fact, item)
        for turns in self._passages():
            key: list[object] = [turn.rowid for turn in turns]
            for turn in turns:
                key.append(0)
                if self.since.get(turn.rowid):
                    key += self._behind(turn.rowid)
            yield self._size(tuple(key), self._passage, turns)

    def _size(self, key: tuple[object, ...], write: Callable[[Told], Item], told: Told) -> Size:
        """The size of the line that `write` gives of `told`, which `key` tells from every other one."""
        found = self._sizes.get(key)
        if found is None:
            found = self._sizes[key] = size_of(write(told))
        return found

    def told_later(self) -> set[int]:
        """What stands behind another statement, and needs no place of its own."""
        if self._later is None:
            since = self.since
            self._later = {
                newer.rowid for rowid in (*self.facts, *self.quotes) if rowid in since for newer in since[rowid]
            }
        return self._later

    def quote(self, turn: Candidate) -> str:
        if turn.rowid not in self._quoted:
            passage = self.parts.get(turn.rowid)
            self._quoted[turn.rowid] = quoted(turn.text, turn.event_time, self.question, self.weights, passage)
        return self._quoted[turn.rowid]

    def sources(self, fact: int) -> Collection[int]:
        return self.known[fact].sources if fact in self.known else ()

    def _fact(self, item: Item) -> Item:
        fact = self.known.get(item.rowids[0])
        if fact is None:
            return item
        notes = self._notes([fact]).get(fact.rowid, [])
        leading = self._leading((fact, *notes))
        if leading is not fact and fact.rowid not in self.before:
            return self._led_by(leading, [one for one in (fact, *notes) if one is not leading])
        return Item(item.date, item.content + self._written(fact, notes), (*item.rowids, *self._named(notes)))

    def _instructed(self, c: Candidate) -> Item:
        return Item(c.event_time.date().isoformat(), self._instruction(c), (c.rowid,))

    def _instruction(self, c: Candidate) -> str:
        if c.kind == Kind.FACT:
            return stated(c.text)
        return said(c.speaker or c.role, quoted(c.text, c.event_time, self.question, self.weights)) + self._note(c)

    def _passages(self) -> list[list[Candidate]]:
        """The quoted turns by time; those of a session that stand together are one item."""
        told = self.told_later()
        passages: list[list[Candidate]] = []
        for turn in (self.known[rowid] for rowid in self._in_time if rowid not in told or rowid in self.staying):
            if passages and goes_on(passages[-1][-1], turn):
                passages[-1].append(turn)
            else:
                passages.append([turn])
        return [passage for passage in passages if not told.issuperset(turn.rowid for turn in passage)]

    def _passage(self, turns: Sequence[Candidate]) -> Item:
        notes = self._notes(turns)
        behind = [one for found in notes.values() for one in found]
        leading = self._leading((*turns, *behind))
        if leading in behind:
            return self._led_by(leading, [one for one in (*turns, *behind) if one is not leading])
        parts: list[str] = []
        previous: Candidate | None = None
        for turn in turns:
            if previous is not None and _distance(previous, turn) > 1:
                parts.append("…")
            speaker = turn.speaker or turn.role or "user"
            is_same = previous is not None and speaker == (previous.speaker or previous.role or "user")
            quote = said("" if is_same else speaker, self.quotes[turn.rowid]) + self._note(turn)
            parts.append(quote + self._written(turn, notes.get(turn.rowid, ())))
            previous = turn
        return Item(turns[0].event_time.date().isoformat(), " ".join(parts), self._named([*turns, *behind]))

    def _leading(self, told: Sequence[Candidate]) -> Candidate:
        """What ranks best of what holds still, or what surely tells later of it."""
        current = [c for c in told if c.rowid not in self.outdated] or list(told)
        leading = min(current, key=self._rank)
        least = LEAST_LEADING * self.fitting.get(leading.rowid, 0.0)
        bearing = [c for c in current if self.fitting.get(c.rowid, 0.0) >= least]
        while newer := [c for c in bearing if self._is_surely_later(leading, c)]:
            leading = max(newer, key=by_time)
        return leading

    def _is_surely_later(self, older: Candidate, newer: Candidate) -> bool:
        is_apart = older.session_id is None or older.session_id != newer.session_id
        return (
            is_apart and by_time(newer) > by_time(older) and self.worths.get((older.rowid, newer.rowid), 0.0) >= LEADS
        )

    def _led_by(self, leading: Candidate, others: Sequence[Candidate]) -> Item:
        """The line of what was said later and speaks most of the prompt, with the `others` behind it."""
        quote = said(leading.speaker or leading.role or "user", self.quote(leading)) + self._note(leading)
        content = quote + self._written(leading, sorted(others, key=by_time))
        line = Item(leading.event_time.date().isoformat(), content, self._named([leading, *others]))
        self._led[line] = (leading, others)
        return line

    def _notes(self, told: Sequence[Candidate]) -> dict[int, list[Candidate]]:
        """What stands behind each of these: each once, behind the last of which it tells, and not what stands there."""
        standing = {c.rowid for c in told}
        last = {
            rowid: (c.rowid, one) for c in told for rowid, one in self._behind(c.rowid).items() if rowid not in standing
        }
        notes: dict[int, list[Candidate]] = {}
        for rowid, one in last.values():
            notes.setdefault(rowid, []).append(one)
        return {rowid: sorted(found, key=by_time) for rowid, found in notes.items()}

    def _written(self, c: Candidate, notes: Sequence[Candidate]) -> str:
        """What was said earlier and later of what `c` tells; what was said on one day is one note."""
        told: list[str] = []
        for (day, is_earlier), group in groupby(notes, lambda one: (one.event_time.date(), by_time(one) < by_time(c))):
            speaker = own = "" if c.kind == Kind.FACT else c.speaker or c.role
            quotes: list[str] = []
            by = ""
            for one in group:
                another = own if "fact" in (c.kind, one.kind) else one.speaker or one.role
                if not quotes:
                    by, speaker = "" if another == own else another, another
                quotes.append(said("" if another == speaker else another, self.quote(one)) + self._note(one))
                speaker = another
            told.append((preceded if is_earlier else followed)(day.isoformat(), by, " ".join(quotes)))
        return "".join(told)

    def _named(self, turns: Sequence[Candidate]) -> tuple[int, ...]:
        """The memories that these turns stand for."""
        return tuple(rowid for turn in turns for rowid in (turn.rowid, *self.merged.get(turn.rowid, ())))

    def _behind(self, rowid: int) -> dict[int, Candidate]:
        """What stands behind a fact or a quote: what was said of the same thing, and what stands behind that."""
        found = self._standing_behind.get(rowid)
        if found is None:
            found = self._standing_behind[rowid] = {}
            left = [rowid]
            while left:
                for one in self.since.get(left.pop(), ()):
                    if one.rowid != rowid and one.rowid not in found:
                        found[one.rowid] = one
                        left.append(one.rowid)
        return found

    def _note(self, turn: Candidate) -> str:
        """What took the place of what the turn states."""
        found = self.outdated.get(turn.rowid, [])
        return outdated(dict.fromkeys(one.now or "it was changed since" for one in found)) if found else ""


class _Places(dict[int, When]):
    """The place in time of each candidate, worked out when it is first asked for."""

    def __init__(self, known: Mapping[int, Candidate]) -> None:
        self._known = known

    def __missing__(self, rowid: int) -> When:
        self[rowid] = by_time(self._known[rowid])
        return self[rowid]


def size_of(item: Item) -> Size:
    return Size.of_line(marked(MOST_ITEMS, item.date, item.content))


def by_time(c: Candidate) -> When:
    return (c.event_time, c.session_id or "", c.position or 0, c.rowid)


def goes_on(a: Candidate, b: Candidate) -> bool:
    return a.session_id is not None and a.session_id == b.session_id and 0 < _distance(a, b) <= APART


def _distance(a: Candidate, b: Candidate) -> int:
    return APART + 1 if a.position is None or b.position is None else b.position - a.position
