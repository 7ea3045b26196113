"""Whose first name a word is, and which town or country's: two lists, read when they are first asked for. Pure.

A name that is mostly a person's and one that is mostly a town's stands in one list each; one that may as well be either
stands in none, and neither does a name that is a common word.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

_GIVEN_NAMES = "data/given_names.txt"
_PLACES = "data/places.txt"


def is_given_name(word: str) -> bool:
    """Whether `word` is somebody's first name: "Priya", not "Grafana"."""
    return word.casefold() in _listed(_GIVEN_NAMES)


def given_names() -> frozenset[str]:
    """All that `is_given_name` takes for one, in small letters."""
    return _listed(_GIVEN_NAMES)


def is_place(name: str) -> bool:
    """Whether `name` is a town's, a state's or a country's: "Bremen", "New York"."""
    return name.casefold() in _listed(_PLACES)


@cache
def _listed(file: str) -> frozenset[str]:
    lines = files(__package__).joinpath(file).read_text(encoding="utf-8").splitlines()
    return frozenset(line.casefold() for line in lines if not line.startswith("#"))
