"""Write the memories that were chosen for a block as its lines: `Layout`. Pure."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Collection, Iterator, Sequence, Set
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple, TypeVar

from ...context_block import Size, beside
from ..arranging import repeats
from ..candidates import Candidate
from .in_time import Places, by_time, goes_on, is_before
from .items import HEADING, Item, Sizes, written
from .later import ENOUGH, Later
from .quoting import tells_all
from .writing import Writing

# What surely tells later of an older statement leads their line, if it speaks of the prompt by this share of what the
# older one does.
LEAST_LEADING = 0.3
# A line names what tells later of it elsewhere, the surest few: notes of its own, and what as much speaks for.
NAMED = ENOUGH
MOST_NAMED = 2
Told = TypeVar("Told")


class Thread(NamedTuple):
    """A line, and by time what was said of the same thing at other times. `first` is the line's first memory; None of
    a fact that was not found itself. Of one that `is_led` the first was chosen to lead the others."""

    line: Item
    first: Candidate | None = None
    others: tuple[Candidate, ...] = ()
    is_led: bool = False


@dataclass
class Layout(Writing):
    """The facts and quotes chosen so far, with what stands behind each of them; `size` and `items` are those of the
    block that they make."""

    later: Later

    def __post_init__(self) -> None:
        super().__post_init__()
        self.facts: dict[int, Item] = {}
        self._in_time: list[int] = []  # the quotes
        # The block is weighed often while it is chosen; a thread is written once for each way that it comes to read.
        self._threads: dict[tuple[object, ...], Thread] = {}
        self._lines_behind: dict[tuple[int, ...], list[Item]] = {}
        self._sizes = Sizes()
        self._whole: Size | None = None
        self._told_later: set[int] | None = None
        self._standing_behind: dict[int, dict[int, Candidate]] = {}
        self._places = Places(self.known)
        self.merged: dict[int, list[int]] = {}  # a quoted turn: the facts that it stands for
        self.staying: set[int] = set()  # turns that tell later of what stands before them in the same passage
        self.since: dict[int, list[Candidate]] = {}  # a quoted turn, or a fact: what was said later of the same thing
        self.places: dict[int, int] = {}  # in the ranking

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

    def say_changes_once(self) -> None:
        """A fact that tells what was before it and its turn are one line: the fact, where it says all that the turn
        does, else the turn, where what was before stands there too."""
        for fact in [self.known[rowid] for rowid in self.facts if rowid in self.before and rowid in self.known]:
            turns = [self.known[turn] for turn in fact.sources if turn in self.known]
            for turn in turns:
                if tells_all(fact.text, turn.text, self.question.language):
                    self._stand_for(fact, turn)
            told = self.told_later() | self.quotes.keys()
            is_told_before = any(one.by == fact.rowid for rowid in told for one in self.outdated.get(rowid, ()))
            quoted = next((turn.rowid for turn in turns if turn.rowid in told), None)
            if quoted is not None and is_told_before:
                del self.facts[fact.rowid]
                self.put_behind(fact.rowid, [])
                self.merged.setdefault(quoted, []).append(fact.rowid)

    def _stand_for(self, fact: Candidate, turn: Candidate) -> None:
        if turn.rowid in self.staying or self._only_answers(turn):
            return
        if turn.rowid in self.quotes:
            self.drop_quote(turn.rowid)
        for older in (*self.facts, *self.quotes):
            newer = self.since.get(older, [])
            if turn in newer:
                kept = {one.rowid: one for one in (fact if one is turn else one for one in newer)}
                self.put_behind(older, [one for rowid, one in kept.items() if rowid != older])

    def sized(self) -> tuple[Size | None, set[int] | None]:
        """What was worked out of the lines, for `restored` when all is again as it was."""
        return self._whole, self._told_later

    def restored(self, sized: tuple[Size | None, set[int] | None]) -> None:
        self._whole, self._told_later = sized

    def changed(self) -> None:
        """Forget what was worked out of the lines: what was chosen is not the same any more."""
        self._whole = self._told_later = None

    def within(self, tokens: int) -> list[Item]:
        """The items that fit: what leads a line may be another since the line was weighed."""
        items = self.items()
        while items and HEADING.plus(*map(Size.of_line, written(items))).tokens > tokens:
            items.pop()
        return items

    def items(self) -> list[Item]:
        """Instructions, then what ranks best, each with what was said of it at other times behind it. A memory that
        stands in several lines is named by the first."""
        self._threads.clear()
        found: list[Item] = []
        named: set[int] = set()
        threads = self._told_apart(self._joined(self._written_threads()))
        for item in self._lines(self._in_order(threads)):
            rowids = tuple(rowid for rowid in self._stands_for(item.rowids) if rowid not in named)
            found.append(item._replace(rowids=rowids))
            named.update(rowids)
        return found

    def _lines(self, threads: Sequence[Thread]) -> Iterator[Item]:
        """Each statement is written once: where it tells later of another line too, that line names its place."""
        told = {rowid for thread in threads for rowid in thread.line.rowids}
        for one in self.instructed:
            told.update((one.rowid, *self._turns_told(one)))
        behind: dict[int, list[Candidate]] = {}
        for place, thread in enumerate(threads):
            if thread.others:
                behind[place] = [one for one in thread.others if one.rowid not in told]
                told.update(one.rowid for one in behind[place])
        yield from map(self._instructed, self.instructed)
        for place, (line, first, _, _) in enumerate(threads):
            others = behind.get(place)
            here = (*line.rowids, *(one.rowid for one in others)) if others else line.rowids
            yield self._naming(line, told, here)
            if first is not None and others:
                yield from (self._naming(item, told, here) for item in self._behind_it(first, others))

    def _naming(self, line: Item, told: Set[int], here: Collection[int]) -> Item:
        """The line with what tells later of it, the surest, of what is `told` and not `here`."""
        worths: dict[int, float] = {}
        for rowid in line.rowids:
            since = self.since.get(rowid)
            if since == [] or (c := self.known.get(rowid)) is None:
                continue
            after = self.later.after(c)
            for newer in told & (after.keys() if since is None else {one.rowid for one in since}):
                if newer not in here and (since is not None or after[newer] >= NAMED):
                    worths[newer] = after.get(newer, NAMED)
        if not worths:
            return line
        surest = sorted(worths, key=lambda rowid: (-worths[rowid], rowid))[:MOST_NAMED]
        return line._replace(later=tuple(sorted(surest, key=self._places.__getitem__)))

    def _told_apart(self, threads: Sequence[Thread]) -> list[Thread]:
        """These threads, each without what tells nothing of the same as its line: that gets a line of its own."""
        kept = [self._of_one(one) if one.others else one for one in threads]
        if all(one is thread for one, thread in zip(kept, threads, strict=True)):
            return kept
        told = {rowid for one in kept for rowid in (*one.line.rowids, *(c.rowid for c in one.others))}
        left = {c.rowid: c for one in threads for c in one.others if c.rowid not in told}
        return kept + [self._alone([c]) for c in sorted(left.values(), key=by_time)]

    def _of_one(self, thread: Thread) -> Thread:
        told = {rowid for rowid in thread.line.rowids if rowid in self.known}
        later = set().union(*map(self._later_than, told))
        others = tuple(c for c in thread.others if c.rowid in later or not told.isdisjoint(self._later_than(c.rowid)))
        return thread if len(others) == len(thread.others) else thread._replace(others=others)

    def _later_than(self, rowid: int) -> set[int]:
        """The rowids of what tells later of it."""
        return {*self.later.after(self.known[rowid]), *(one.rowid for one in self.since.get(rowid, ()))}

    def _alone(self, turns: Sequence[Candidate]) -> Thread:
        first = turns[0]
        day, rowids = first.event_time.date().isoformat(), tuple(turn.rowid for turn in turns)
        return Thread(Item(day, self._told(turns), rowids), first)

    def _behind_it(self, first: Candidate, others: Sequence[Candidate]) -> list[Item]:
        """What was said of the same thing at other times: a line for each session and day. What was said several times
        in the same words is written where it was said last, for all of them."""
        key = (first.rowid, *(one.rowid for one in others))
        if key not in self._lines_behind:
            same = self._said_again(others)
            groups = groupby(
                [one for one in others if one.rowid in same],
                lambda one: (one.session_id, one.event_time.date(), one.kind, is_before(one, first)),
            )
            self._lines_behind[key] = [
                Item(
                    day.isoformat(),
                    beside(self._told(turns := list(group)), is_earlier=is_earlier),
                    tuple(rowid for turn in turns for rowid in (turn.rowid, *same[turn.rowid])),
                    is_behind=True,
                )
                for (_, day, _, is_earlier), group in groups
            ]
        return self._lines_behind[key]

    def _said_again(self, others: Sequence[Candidate]) -> dict[int, list[int]]:
        """What of these, which stand by time, is to be written, each with the earlier ones that say it in the same
        words, of the same days."""
        earlier: dict[int, list[int]] = {}
        texts = {one.rowid: self._told([one]) for one in others}
        for one in reversed(others):
            later = next((rowid for rowid in earlier if repeats(texts[one.rowid], texts[rowid])), None)
            if later is None:
                earlier[one.rowid] = []
            else:
                earlier[later].append(one.rowid)
        return earlier

    def _joined(self, threads: Iterator[Thread]) -> list[Thread]:
        """Threads that the same statement leads are one."""
        others: list[Thread] = []
        led: dict[int, dict[int, Candidate]] = {}
        for thread in threads:
            if not thread.is_led or thread.first is None:
                others.append(thread)
            else:
                led.setdefault(thread.first.rowid, {}).update((one.rowid, one) for one in thread.others)
        joined = [kept for thread in others if (kept := self._without(thread, led)) is not None]
        return joined + [self._led_by(self.known[rowid], behind.values()) for rowid, behind in led.items()]

    def _without(self, thread: Thread, led: dict[int, dict[int, Candidate]]) -> Thread | None:
        """The passage without the turns that lead lines of their own. None where the rest says nothing by itself: what
        stands behind it then stands behind the first of these."""
        rowids = thread.line.rowids
        leading = [rowid for rowid in rowids if rowid in led]
        if not leading or thread.first is None:
            return thread
        left = [self.known[rowid] for rowid in rowids if rowid not in led]
        if any(self._says_something(turn) for turn in left):
            line = thread.line._replace(content=self._told(left), rowids=tuple(turn.rowid for turn in left))
            others = tuple(one for one in self._others(left) if one.rowid not in led)
        else:
            line, others = None, ()
        led[leading[0]].update((one.rowid, one) for one in thread.others if one not in others and one.rowid not in led)
        return Thread(line, left[0], others) if line else None

    def _in_order(self, threads: Sequence[Thread]) -> list[Thread]:
        """By their places; what holds now takes the place of what it replaced, which follows it, unless the prompt asks
        for what was."""
        places = [self._place(thread) for thread in threads]
        after = [False] * len(threads)
        if not self.question.is_of_the_past and self.outdated:
            holding = {rowid: at for at, one in enumerate(threads) for rowid in self._stands_for(self._rowids(one))}
            for at, thread in enumerate(threads):
                for newer in [holding[by] for by in self.holding_now(self._rowids(thread)) if by in holding]:
                    if newer != at and not self._is_newest(thread, threads[newer]):
                        places[at] = places[newer] = min(places[at], places[newer])
                        after[at] = True
        order = sorted(range(len(threads)), key=lambda at: (places[at], after[at]))
        return [threads[at] for at in order]

    def _is_newest(self, thread: Thread, other: Thread) -> bool:
        """Whether its line holds still, and was said after the other's."""
        holds = not self.changes(thread.line.rowids[0])
        return holds and thread.first is not None and other.first is not None and is_before(other.first, thread.first)

    def _rowids(self, thread: Thread) -> tuple[int, ...]:
        return (*thread.line.rowids, *(one.rowid for one in thread.others))

    def _place(self, thread: Thread) -> int:
        return min((self._rank(self.known[rowid]) for rowid in self._rowids(thread) if rowid in self.known), default=0)

    def _rank(self, c: Candidate) -> int:
        return self.places.get(c.rowid, len(self.places))

    def size(self) -> Size:
        """The block's size."""
        if self._whole is None:
            lines = self._lines(self._told_apart(list(self._written_threads())))
            self._whole = HEADING.plus(*map(self._sizes.__getitem__, lines))
        return self._whole

    def _written_threads(self) -> Iterator[Thread]:
        for rowid, item in self.facts.items():
            yield self._thread((rowid, item.content, *self._behind(rowid)), self._fact, item)
        for turns in self._passages():
            key: list[object] = [turn.rowid for turn in turns]
            for turn in turns:
                key.append(0)
                if self.since.get(turn.rowid):
                    key += self._behind(turn.rowid)
            yield self._thread(tuple(key), self._passage, turns)

    def _thread(self, key: tuple[object, ...], write: Callable[[Told], Thread], told: Told) -> Thread:
        """What `write` gives of `told`, which `key` tells from every other one."""
        if key not in self._threads:
            self._threads[key] = write(told)
        return self._threads[key]

    def told_later(self) -> set[int]:
        """What stands behind another statement, and needs no place of its own."""
        if self._told_later is None:
            since = self.since
            self._told_later = {
                newer.rowid for rowid in (*self.facts, *self.quotes) if rowid in since for newer in since[rowid]
            }
        return self._told_later

    def _fact(self, item: Item) -> Thread:
        fact = self.known.get(item.rowids[0])
        if fact is None:
            return Thread(item)
        others = self._others([fact])
        leading = self._leading((fact, *others))
        if leading is not fact and fact.rowid not in self.before:
            return self._led_by(leading, [one for one in (fact, *others) if one is not leading])
        return Thread(item, fact, others)

    def _instructed(self, c: Candidate) -> Item:
        later = tuple(one.rowid for one in self.since.get(c.rowid, ()))
        return Item(c.event_time.date().isoformat(), self._instruction(c), (c.rowid,), later=later)

    def _passages(self) -> list[list[Candidate]]:
        """The quoted turns by time; those of a session that stand together are one item."""
        told = self.told_later()
        passages: list[list[Candidate]] = []
        for rowid in self._in_time:
            if rowid in told and rowid not in self.staying:
                continue
            turn = self.known[rowid]
            if passages and goes_on(passages[-1][-1], turn):
                passages[-1].append(turn)
            else:
                passages.append([turn])
        if not self.staying:
            return passages
        return [passage for passage in passages if not told.issuperset(turn.rowid for turn in passage)]

    def _passage(self, turns: Sequence[Candidate]) -> Thread:
        others = self._others(turns)
        leading = self._leading((*turns, *others))
        if leading in others:
            return self._led_by(leading, [one for one in (*turns, *others) if one is not leading])
        return self._alone(turns)._replace(others=others)

    def _leading(self, told: Sequence[Candidate]) -> Candidate:
        """What ranks best of what holds still, or what surely tells later of it. A short answer leads nothing."""
        told = [c for c in told if not (self.is_instructed(c) or self._only_answers(c))] or told
        current = [c for c in told if not self.changes(c.rowid)] or list(told)
        leading = min(current, key=self._rank)
        least = LEAST_LEADING * self.later.fitting.get(leading.rowid, 0.0)
        bearing = [c for c in current if self.later.fitting.get(c.rowid, 0.0) >= least]
        newest = leading
        while newer := [c for c in bearing if self.later.leads(newest, c, leading)]:
            newest = max(newer, key=by_time)
        return newest

    def _led_by(self, leading: Candidate, others: Collection[Candidate]) -> Thread:
        """The thread of what was said later and speaks most of the prompt, with the `others` behind it."""
        return self._alone([leading])._replace(others=tuple(sorted(others, key=by_time)), is_led=True)

    def _others(self, told: Sequence[Candidate]) -> tuple[Candidate, ...]:
        """What stands behind any of these, by time, and is none of them."""
        others = {rowid: one for c in told for rowid, one in self._behind(c.rowid).items()}
        for c in told:
            others.pop(c.rowid, None)
        return tuple(sorted(others.values(), key=by_time))

    def _stands_for(self, rowids: Sequence[int]) -> dict[int, None]:
        """These memories, each with those that it is told in place of."""
        return dict.fromkeys(one for rowid in rowids for one in (rowid, *self.merged.get(rowid, ())))

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
