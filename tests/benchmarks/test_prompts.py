"""Prompts of writers from whom nothing was learnt: which of them need what is known of who asks."""

from benchmarks.prompts.__main__ import weighed
from benchmarks.prompts.prompts import HELD_BACK, LEARNT_FROM, prompts


def test_most_prompts_that_need_what_is_known_are_told_from_those_that_do_not():
    known, total = weighed(is_personal=True)
    assert total >= 250
    assert known >= 0.9 * total
    taken, others = weighed(is_personal=False)
    assert others >= 250
    assert taken <= 0.15 * others


def test_no_prompt_is_in_both_parts():
    assert not {one.text for one in prompts(LEARNT_FROM)} & {one.text for one in prompts(HELD_BACK)}
