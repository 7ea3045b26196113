"""The table of the offline extractor's rules: those that decide on a statement, and those that decide while reading."""

from __future__ import annotations

from . import worth
from .reader import RULES as READING
from .rule import Rule

RULES: tuple[Rule, ...] = (*READING, *worth.RULES)
