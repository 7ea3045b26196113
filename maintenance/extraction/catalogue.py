"""The tables of the offline extractor's rules: those that decide on a statement, those that decide while reading, and
those that judge how a new fact stands to an older one."""

from __future__ import annotations

from .grammar.rule import Rule
from .judging import table
from .judging.rule import JudgingRule
from .keeping import drafts, worth
from .plain import corrected
from .reading.table import RULES as READING
from .wishes import wishes

RULES: tuple[Rule, ...] = (*READING, drafts.RULE, wishes.RULE, corrected.RULE, *worth.RULES)
JUDGING: tuple[JudgingRule, ...] = table.RULES
