"""Who has a duty that goes from one to the next: "Bram has the pager for payments now" beside "Ana is on call for
payments"."""

from __future__ import annotations

import re

from ..grammar.alignment import BESIDES, keys, who
from ..grammar.readings import Statement
from ..types import Verdict
from . import table

# On call, and not on a call.
_DUTY = re.compile(
    r"^(?:is|has been) (?:now )?(?:on[ -]call|on pager duty)\b|^(?:now )?(?:has|holds|carries) the pager\b", re.I
)
# Who is on call so, is so beside the other, or before or after them.
_PARTLY = re.compile(
    r"\b(?:secondary|backup|second|with|together|until|till|tonight|today|tomorrow|week(?:end)?s?|nights?|days?)\b",
    re.I,
)


@table.ANOTHER_ON_CALL.decides
def another_is_on_call(new: Statement, old: Statement) -> Verdict | None:
    """The verdict where another has the duty now, for the same service. None where this rule does not decide."""
    named = all(one.is_name and "user" not in one.subject for one in (new, old))
    if not named or not new.is_now or who(new) == who(old) or _PARTLY.search(new.text) or BESIDES.search(new.text):
        return None
    if not all(_DUTY.search(one.text) and not (one.is_negated or one.is_past) for one in (new, old)):
        return None
    return Verdict("updates", "another is on call now") if _services(new) == _services(old) else None


def _services(one: Statement) -> frozenset[str]:
    """For what and where they are on call, and on which days of each week."""
    named = (word.lemma for word in one.words if word.role not in ("time", "obj", "of"))
    return keys(named) - keys(("call", "duty"))
