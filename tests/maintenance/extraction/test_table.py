"""The table of rules: each takes its own example and leaves the other; docs/fact-quality.md lists them all."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from maintenance.extraction import rules
from maintenance.extraction.catalogue import JUDGING, RULES
from maintenance.extraction.grammar.rule import Rule
from maintenance.extraction.types import Extracted, Turn

PAGE = (Path(__file__).resolve().parents[3] / "docs/fact-quality.md").read_text(encoding="utf-8")
NOW = datetime(2023, 5, 8, 13, 56, tzinfo=UTC)
LEARNING = {"standing", "as_told", "name_to_use", "reminder", "routing", "short_answer", "introduced"}


def read(said: str, before: str = "") -> Extracted:
    asked = [Turn("t0", "assistant", "assistant", before, NOW)] if before else []
    return rules.extract([*asked, Turn("t1", "user", "user", said, NOW)])


def by(said: str, rule: Rule) -> bool:
    """Whether the rule kept something of what was said, or left it, whichever is its office."""
    found = read(said, rule.before)
    if rule.keeps is None and rule.name not in LEARNING:
        return rule.name in found.left
    return any(fact.rule == rule.name for fact in found.facts)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_a_rule_takes_its_example_and_leaves_the_other(rule):
    assert by(rule.takes, rule)
    assert not by(rule.leaves, rule)


def test_a_rule_that_only_leaves_out_leaves_a_fact_standing_beside_it():
    for rule in RULES:
        if rule.keeps is None and rule.name not in LEARNING:
            assert not read(rule.takes, rule.before).facts, rule.name
            assert read(rule.leaves, rule.before).facts, rule.name


def test_every_rule_has_one_name_and_says_what_it_does():
    assert len({rule.name for rule in RULES}) == len(RULES)
    assert all(rule.does.endswith(".") for rule in RULES)


def listed(beside: str) -> list[tuple[str, str]]:
    """The names, and what they do, of the page's table whose third column is `beside`."""
    table = PAGE.partition(f"| rule | what it does | {beside} |")[2].partition("\n\n")[0]
    rows = [[cell.strip() for cell in line.split("|")[1:3]] for line in table.splitlines()[2:]]
    return [(name, does) for name, does in rows]


@pytest.mark.parametrize(
    ("beside", "rules_of_it"),
    [("LoCoMo kept / left", RULES), ("on pairs: right of decided", JUDGING)],
    ids=["learning", "judging"],
)
def test_the_page_lists_every_rule_and_none_that_is_not_there(beside, rules_of_it):
    assert listed(beside) == [(rule.name, rule.does) for rule in rules_of_it]
