"""Standing wishes of writers from whom nothing was learnt, and what only looks like one."""

from benchmarks.wishes.__main__ import measure
from benchmarks.wishes.messages import HELD_BACK, LEARNT_FROM, messages


def test_most_wishes_are_known_and_little_else_is_taken_for_one():
    known, total = measure(is_wish=True)
    assert total >= 100
    assert known >= 0.65 * total
    taken, others = measure(is_wish=False)
    assert others >= 250
    assert taken <= 0.05 * others


def test_each_wish_stands_in_its_message_and_none_is_in_both_parts():
    own, held_back = list(messages(LEARNT_FROM)), list(messages(HELD_BACK))
    assert all(one.wish in one.text for one in (*own, *held_back) if one.wish)
    assert not {one.text for one in own if one.wish} & {one.text for one in held_back}
