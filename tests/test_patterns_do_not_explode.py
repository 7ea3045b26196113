"""No sentence stops the service: no pattern of the project takes time that doubles with each word.

`test_patterns_are_linear` tries the patterns that read texts of any length on units that are chosen by hand. Here each
pattern there is meets texts that are drawn from itself, as long as a sentence may be.
"""

from __future__ import annotations

import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pkgutil import walk_packages
from types import FrameType

import pytest

import maintenance
import memory
import reflection
from memory.screening.rules import LazyPattern
from tests.attacks import attacks

LENGTH = 600  # characters: 40 words that each double the time take longer than any machine waits
AT_MOST = 1.0  # seconds of the processor on one text; what grows with the square of its length takes .05
PACKAGES = [
    one.name
    for root in (maintenance, memory, reflection)
    for one in walk_packages(root.__path__, f"{root.__name__}.")
    if ".migrations" not in one.name
]


class TookTooLong(Exception):
    pass


def _stop(_: int, __: FrameType | None) -> None:
    raise TookTooLong


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """`re` looks for signals while it tries a text, so that what would take for ever ends."""
    before = signal.signal(signal.SIGVTALRM, _stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def patterns_in(value: object, depth: int = 0) -> Iterator[re.Pattern[str]]:
    if isinstance(value, re.Pattern) and isinstance(value.pattern, str):
        yield value
    elif isinstance(value, LazyPattern):
        yield re.compile(value.text)
    elif depth > 5 or isinstance(value, str | bytes | type):
        return
    elif isinstance(value, tuple | list | dict):
        for one in value.values() if isinstance(value, dict) else value:
            yield from patterns_in(one, depth + 1)
    elif type(value).__module__.partition(".")[0] in ("memory", "maintenance") and hasattr(value, "__dict__"):
        yield from patterns_in(vars(value), depth + 1)


def explodes(pattern: re.Pattern[str]) -> str:
    """The text that the pattern takes too long for, empty for none."""
    for said in attacks(pattern, LENGTH):
        try:
            with at_most(AT_MOST):
                pattern.search(said)
                pattern.fullmatch(said)
        except TookTooLong:
            return said
    return ""


@pytest.mark.parametrize(
    "text",
    [
        r"(?:a |a )*b",
        r"(?:\w+\s?)*:",
        r"(?:please |can you (?:please )?)*say",
        r"(?=(?:a+)+b)c",
        r"c(?!(?:a+)+b)",
    ],
)
def test_a_pattern_that_explodes_is_told(text: str) -> None:
    assert explodes(re.compile(text))


@pytest.mark.parametrize("text", [r"\s*x", r"(?:please |can you (?:please )?+)*+say", r"[a-z]+ \d+"])
def test_one_that_does_not_is_left(text: str) -> None:
    assert not explodes(re.compile(text))


@pytest.mark.parametrize("part", range(8))
def test_no_pattern_explodes(part: int) -> None:
    found = {}
    for name in PACKAGES[part::8]:
        own = {key: one for key, one in vars(import_module(name)).items() if not key.startswith("__")}
        for pattern in set(patterns_in(own)):
            if said := explodes(pattern):
                found[pattern.pattern] = said
    assert found == {}
