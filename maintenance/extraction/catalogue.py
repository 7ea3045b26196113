"""The tables of the offline extractor's rules: those that decide on a statement, those that decide while reading, and
those that judge how a new fact stands to an older one."""

from __future__ import annotations

from . import corrected, drafts, judging, wishes, worth
from .reader import RULES as READING
from .rule import Rule

RULES: tuple[Rule, ...] = (*READING, drafts.RULE, wishes.RULE, corrected.RULE, *worth.RULES)
JUDGING: tuple[judging.JudgingRule, ...] = judging.RULES
