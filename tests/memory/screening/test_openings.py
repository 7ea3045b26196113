"""`memory/screening/openings.py` has the words with which each rule begins: a long text is tried nowhere else."""

from __future__ import annotations

import re
from collections.abc import Iterable
from importlib import import_module
from typing import Any

import pytest

from memory.screening import _ALL, Allowance, patience
from memory.screening.openings import OPENINGS
from memory.screening.rules import STEM, LazyPattern, ScreeningRule

_parser: Any = import_module("re._parser")  # The library's own reading of a pattern has no public name.


class Anywhere(Exception):
    """A match may begin with something other than a whole word."""


def openings(rule: ScreeningRule) -> frozenset[str]:
    """The first letters of each word with which a match can begin; none where it may begin with something else."""
    pattern = rule.pattern
    text, flags = (pattern.text, 0) if isinstance(pattern, LazyPattern) else (pattern.pattern, pattern.flags)
    try:
        done, going_on = _walk(_parser.parse(text, flags & re.VERBOSE), {""})
        if {"", "^"} & (done | going_on):
            raise Anywhere
    except Anywhere:
        return frozenset()
    return frozenset(stem.removeprefix("^") for stem in done | going_on)


def _walk(parts: Iterable[tuple[Any, Any]], begun: set[str]) -> tuple[set[str], set[str]]:
    """(words that are whole, or long enough; those that go on) behind `parts`. "^" stands for the word's beginning."""
    done: set[str] = set()
    for kind, value in parts:
        if not begun:
            break
        more: set[str] = set()
        match str(kind):
            case "LITERAL":
                _letter(chr(value), begun, done, more)
            case "AT" if str(value) == "AT_BOUNDARY":
                for word in begun:
                    (done if word not in ("", "^") else more).add(word if word else "^")
            case "ASSERT" | "ASSERT_NOT":
                more = begun
            case "SUBPATTERN":
                _join(_walk(value[3], begun), done, more)
            case "BRANCH":
                for branch in value[1]:
                    _join(_walk(branch, begun), done, more)
            case "MAX_REPEAT" | "MIN_REPEAT":
                least, most, inner = value
                times = begun
                for number in range(min(int(most), max(int(least), STEM)) + 1):
                    if number >= least:
                        more |= times
                    ended, times = _walk(inner, times)
                    done |= ended if number < most else set()
                    times -= more
            case "IN":
                for one in value:
                    _one_of(one, begun, done, more)
            case _:
                raise Anywhere
        begun = more
    return done, begun


def _join(found: tuple[set[str], set[str]], done: set[str], more: set[str]) -> None:
    done |= found[0]
    more |= found[1]


def _letter(letter: str, begun: set[str], done: set[str], more: set[str]) -> None:
    for word in begun:
        if not re.fullmatch(r"\w", letter):
            if word in ("", "^"):
                raise Anywhere
            done.add(word)
        elif not word:
            raise Anywhere  # no boundary before it: it may stand inside a word
        else:
            (done if len(word) == STEM else more).add(word + letter)


def _one_of(one: tuple[Any, Any], begun: set[str], done: set[str], more: set[str]) -> None:
    kind, value = map(str, one)
    if kind == "LITERAL":
        _letter(chr(one[1]), begun, done, more)
    elif (kind, value) == ("CATEGORY", "CATEGORY_DIGIT"):
        for figure in "0123456789":
            _letter(figure, begun, done, more)
    elif (kind, value) in {("CATEGORY", "CATEGORY_SPACE"), ("CATEGORY", "CATEGORY_NOT_WORD")}:
        _letter(" ", begun, done, more)
    else:
        raise Anywhere


@pytest.mark.parametrize("rule", _ALL, ids=lambda rule: rule.name)
def test_each_rule_that_begins_with_a_word_is_listed_with_all_of_them(rule):
    assert " ".join(sorted(OPENINGS.get(rule.name, ()))) == " ".join(sorted(openings(rule)))


def test_each_list_is_of_a_rule_that_there_is():
    assert set(OPENINGS) <= {rule.name for rule in _ALL}
    assert len(OPENINGS) > 40


@pytest.mark.parametrize(
    "slowness,pace",
    [([4, 4, 4, 4, 4], 4.0), ([0.5, 0.5, 0.5, 0.5, 0.5], 1.0), ([9, 2, 3, 40, 2], 2.0)],
    ids=["a slow machine", "a quick one", "a machine that others keep busy"],
)
def test_a_slower_machine_has_as_much_more_time(monkeypatch, slowness, pace):
    tries = iter(slowness)
    monkeypatch.setattr(patience, "_one_pace", lambda: next(tries) * patience.PACE)
    assert patience._pace_of.__wrapped__(0) == pytest.approx(pace)


def test_a_process_that_began_at_a_slow_moment_asks_again(monkeypatch):
    now, pace = [1_000.0], [4.0]
    monkeypatch.setattr(patience.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(patience, "_one_pace", lambda: pace[0] * patience.PACE)
    patience._pace_of.cache_clear()
    assert patience._pace() == pytest.approx(4)
    pace[0] = 1.0
    now[0] += patience.KNOWN_FOR
    assert patience._pace() == 1
    patience._pace_of.cache_clear()


def test_what_a_text_may_take_grows_with_it_and_with_the_machines_slowness(monkeypatch):
    monkeypatch.setattr(patience, "_pace", lambda: 3.0)
    call = Allowance()
    assert call.left == pytest.approx(3 * patience.A_CALL)
    assert patience.Patience(10, call).left == pytest.approx(3 * patience.LEAST_TIME)
    assert patience.Patience(10**5, call).left == pytest.approx(3 * patience.TIME_A_CHARACTER * 10**5)
    assert patience.Patience(10**5).left == pytest.approx(patience.LATER * 3 * patience.TIME_A_CHARACTER * 10**5)


def test_no_text_may_take_longer_than_its_call():
    assert patience.Patience(10**6, Allowance(0.001)).left == pytest.approx(0.001 * patience._pace())
