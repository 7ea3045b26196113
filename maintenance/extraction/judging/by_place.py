"""What is named by the place that it is for is no product's name: "the Oslo plan" beside "the Pro plan". Pure."""

from __future__ import annotations

import re

from memory.language.en.gazetteer import is_place

_NAME = r"(?!The\b)[A-Z][\w-]+(?: [A-Z][\w-]+)?"
_BY_NAME = re.compile(rf"\b(?P<name>{_NAME}) (?:plan|package)s?\b|\b(?:plan|package)s? (?:for|to|in) (?P<to>{_NAME})")
_BOUGHT = re.compile(r"\b(?:plan|package)s?\b")


def are_two_sorts(new: str, old: str) -> bool:
    """Whether one tells of a plan for somewhere, and the other of one that is bought."""
    both = _BOUGHT.search(new) is not None and _BOUGHT.search(old) is not None
    return both and _is_for_a_place(new) != _is_for_a_place(old)


def _is_for_a_place(text: str) -> bool:
    return any(is_place(found["name"] or found["to"]) for found in _BY_NAME.finditer(text))
