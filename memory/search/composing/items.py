"""The lines of a block, and how they are written. Pure."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from itertools import zip_longest
from typing import NamedTuple

from ...context_block import FACTS_HEADING, Size, composed, marked, one_line, pointing, token_estimate

HEADING = Size.of_line(FACTS_HEADING)
MOST_ITEMS = 999  # counted with, as marks grow by their number


class Item(NamedTuple):
    """One line of the block, without its mark: `rowids` are the memories that it stands for, the first first. One that
    `is_behind` tells more of what the last line before it that is not behind anything tells. `later` are the rowids of
    what tells later of it in other lines."""

    date: str
    content: str
    rowids: tuple[int, ...]
    is_behind: bool = False
    later: tuple[int, ...] = ()


class Replaced(NamedTuple):
    """Something that holds no longer. `rowid` is a superseded fact, or the turn that it was drawn from; `by` the rowid
    of what holds now, `now` its words, `held_at` since when; None and "" where that may not be shown. `from_day` is
    the day ("2026-05-11") until which the older one holds, where that lies ahead."""

    rowid: int
    was: str
    by: int | None
    now: str
    held_at: datetime | None
    from_day: str = ""


class Choice(NamedTuple):
    items: list[Item]
    reflection: list[str]

    @property
    def lines(self) -> list[str]:
        return written(self.items)

    @property
    def block(self) -> str:
        return composed(self.lines, self.reflection)

    def without(self, rowids: Collection[int]) -> Choice:
        """This choice without the lines that tell of nothing but these memories, unless others stand behind them."""
        gone = frozenset(rowids)
        kept = [
            item
            for item, after in zip_longest(self.items, self.items[1:])
            if not gone.issuperset(item.rowids) or (after is not None and after.is_behind and not item.is_behind)
        ]
        return self._replace(items=kept)


def written(items: Sequence[Item]) -> list[str]:
    marks = {rowid: f"m{number}" for number, item in enumerate(items, 1) for rowid in item.rowids}
    return [
        marked(number, item.date, item.content + _pointing(item, marks), is_behind=item.is_behind)
        for number, item in enumerate(items, 1)
    ]


def _pointing(item: Item, marks: Mapping[int, str]) -> str:
    return pointing(dict.fromkeys(marks[rowid] for rowid in item.later if rowid in marks)) if item.later else ""


class Sizes(dict[Item, Size]):
    """The size of each line, worked out when it is first asked for."""

    def __missing__(self, item: Item) -> Size:
        self[item] = size = size_of(item)
        return size


def size_of(item: Item) -> Size:
    content = item.content + (pointing([f"m{MOST_ITEMS}"] * len(item.later)) if item.later else "")
    return Size.of_line(marked(MOST_ITEMS, item.date, content, is_behind=item.is_behind))


def insight_within(tokens: int, items: Sequence[Item], reflection: str) -> list[str]:
    """The insight's lines that fit behind these items."""
    lines = written(items)
    kept: list[str] = []
    for line in filter(None, map(one_line, reflection.splitlines())):
        if token_estimate(composed(lines, [*kept, line])) > tokens:
            break
        kept.append(line)
    return kept
