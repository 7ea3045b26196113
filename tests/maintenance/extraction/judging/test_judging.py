"""The table of the judging rules: each takes its own pair and leaves the other."""

from __future__ import annotations

import pytest

from maintenance.extraction import rules
from maintenance.extraction.catalogue import JUDGING
from maintenance.extraction.judging.rule import Beside, JudgingRule
from maintenance.extraction.types import Verdict


def judged(pair: Beside) -> Verdict:
    return rules.judge_pair(pair.newer, pair.older, pair.talk)


@pytest.mark.parametrize("rule", JUDGING, ids=lambda rule: rule.name)
def test_a_rule_decides_on_its_example_and_nothing_decides_on_the_other(rule: JudgingRule):
    assert judged(rule.takes).rule == rule.name
    left = judged(rule.leaves)
    assert (left.kind, left.rule) == ("unrelated", "")


def test_every_rule_has_one_name_and_says_what_it_does():
    assert len(JUDGING) > 70
    assert len({rule.name for rule in JUDGING}) == len(JUDGING)
    assert all(rule.does.endswith(".") for rule in JUDGING)


def test_whatever_is_more_than_nothing_was_decided_by_a_rule_of_the_table():
    names = {rule.name for rule in JUDGING}
    for rule in JUDGING:
        for other in JUDGING[:10]:
            verdict = judged(Beside(rule.takes.older, other.takes.newer))
            assert (verdict.kind == "unrelated") == (verdict.rule not in names)


def test_a_verdict_keeps_the_name_of_the_rule_that_found_it_first():
    inner, outer = JUDGING[:2]
    found = outer.decides(inner.decides(lambda: Verdict("updates")))()
    assert found.rule == inner.name
    both_hold: Verdict = outer.decides(lambda: Verdict("unrelated"))()
    assert both_hold.rule == ""
