"""What did not take place on one day takes place on the next: "The lesson was cancelled on 24 March" ends no lesson
that is on Mondays."""

from __future__ import annotations

import re

from ..grammar.alignment import Sort, is_weekly, often, sorts, who
from ..grammar.lexicon import word_set
from ..grammar.readings import Statement

# What is abolished or discontinued on a day is so from then on.
_OFF_FOR_A_DAY = word_set("cancel close skip suspend drop waive") | {"call off", "fall through"}
_FOR_GOOD = re.compile(r"\b(?:for good|permanently|altogether|forever|completely)\b")
_ONE_TIME = re.compile(r"\b(?:this|next|last) (?:week|time)\b|\btonight\b")


def was_off_once(new: Statement, old: Statement) -> bool:
    """Whether the newer one tells of one day on which a thing was off that the older one tells of every week. What is
    off "since 3 May" is off from then on."""
    if new.verb not in _OFF_FOR_A_DAY or not new.is_passive or who(new) != who(old) or not _recurs(old):
        return False
    if _FOR_GOOD.search(new.text):
        return False
    days = [word for word in new.words if word.role not in ("since", "from", "as", "until")]
    return Sort.DATE in sorts(days) or _ONE_TIME.search(new.text) is not None


def _recurs(old: Statement) -> bool:
    return bool(often(old)) or is_weekly(old)
