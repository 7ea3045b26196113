"""Which later statements a line names by their marks."""

from __future__ import annotations

from datetime import timedelta

from memory.search.composing.items import Item

from .test_choosing import MAY, turn
from .test_later import JUNE, drafted


def test_what_was_put_behind_a_statement_is_named_where_another_line_leads_it_however_little_speaks_for_it():
    old = turn(1, "The garage costs 90 a month.", session="a")
    other = turn(2, "The garage money goes out on the 1st.", session="b", at=MAY + timedelta(days=9))
    new = turn(3, "They put the garage up, it's 115 a month now.", session="c", at=JUNE)
    draft = drafted(old, other, new)
    draft.later.worths |= {1: {3: 0.5}, 2: {}, 3: {}}
    draft.put_behind(1, [new])
    line = draft._naming(Item("2026-05-04", "", (1,)), {1, 2, 3}, {1})
    assert line.later == (3,)


def test_what_was_put_behind_nothing_is_named_only_where_as_much_speaks_for_it_as_for_a_note():
    old = turn(1, "The garage costs 90 a month.", session="a")
    new = turn(3, "They put the garage up, it's 115 a month now.", session="c", at=JUNE)
    draft = drafted(old, new)
    for worth, named in ((0.5, ()), (2.0, (3,))):
        draft.later.worths |= {1: {3: worth}, 3: {}}
        assert draft._naming(Item("2026-05-04", "", (1,)), {1, 3}, {1}).later == named
