"""What has held since a change that an older fact tells: an offsite that was moved to 11 May is on 11 May."""

from __future__ import annotations

from dataclasses import replace

from memory.language.en.change_words import SHIFTING

from ..grammar.alignment import GOALS, Sort, is_number, is_time, is_when, sorts
from ..grammar.lexicon import PEOPLE
from ..grammar.readings import Statement
from ..types import Verdict
from . import now_otherwise, table

_ROLES = {Sort.DATE: "on", Sort.HOUR: "at", Sort.NUMBER: "be"}


@table.SINCE_A_CHANGE.decides
def is_otherwise_since(new: Statement, old: Statement) -> Verdict | None:
    """The verdict on "the offsite is on 18 May now" beside "the offsite was moved to 11 May". None where this rule does
    not decide."""
    if old.is_name and not all(is_when(word.lemma) for word in new.words if word.is_head):
        return None  # "Ana was moved to 11 May", "Ana is on holiday on 18 May"
    since = _outcome(old)
    otherwise = since is not None and now_otherwise.is_now_otherwise(new, since) is not None
    return Verdict("updates", "it is otherwise than since that change") if otherwise else None


def _outcome(old: Statement) -> Statement | None:
    """The statement of what a thing is since it was given another date, hour or figure; None of people, whose changes
    are told of their jobs and homes, and of what came about at a time of its own: "went up to 940 euros in 2019". What
    goes by a name and was moved to a date or an hour is an event: "the AGM"."""
    if not old.is_past or old.is_negated or old.verb not in SHIFTING or old.is_undergone:
        return None
    if not old.subject or old.subject[-1] in PEOPLE | {"user"}:
        return None
    goal = [word for word in old.words if word.role in GOALS]
    rest = [word for word in old.words if word not in goal and word.role not in ("from", "by")]
    sort = next((one for one in _ROLES if one in sorts(goal)), None)
    if sort is None or (old.is_name and sort is Sort.NUMBER):
        return None
    if any(is_time(word.lemma) or is_number(word.lemma) for word in rest):
        return None
    words = tuple(replace(word, role=_ROLES[sort]) for word in goal)
    return replace(old, verb="be", words=words, is_past=False, is_passive=False)
