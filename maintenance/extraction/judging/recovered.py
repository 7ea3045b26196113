"""Limits of somebody's body that are over: "Ada can lift again" beside "Ada cannot lift anything heavy". Pure.

As with an allergy, both must name the same person and the same doing, and nothing may be left open: who can stand "for
an hour again" may not stand for long yet, and who can drive again "on Friday" cannot before.
"""

from __future__ import annotations

import re

from ..types import Verdict
from . import holders, table
from .only_when import DATE

_BORNE = r"(?P<what>stand|sit|walk|climb|lift|carry|kneel|bend|run|drive|type)"
_WHO = r"^(?P<who>[^,;]{2,60}?)"
_ON_FOOT = r"(?: (?:the )?(?P<on>stairs|steps|ladders))?"
_SINCE = DATE.replace("(?:in|on|since|as of)", "since", 1)
_END = rf"(?: (?:now|at last|after all|too|for good|completely|{_SINCE}|today))*\.?$"
_HEAVY = r"(?: (?:anything|things|heavy things|heavy bags|anything heavy))?"
_OVER = re.compile(
    rf"{_WHO} (?:can|may) (?:now |finally )?{_BORNE}{_ON_FOOT}{_HEAVY}(?: (?:far|for long|properly|normally))?"
    rf" again{_END}",
    re.I,
)
_PART = r"(?:(?:bad|left|right|new|old) )?[a-z]{2,12}"
_WHY = rf"(?: (?:because of|with) (?:my|his|her|their|this|that|the) {_PART})?"
_LIMIT = re.compile(
    rf"{_WHO} cannot {_BORNE}{_ON_FOOT}(?: (?:far|for (?:long|more than [\w ]{{1,20}})|heavy \w{{3,10}}"
    rf"|anything (?:heavy|(?:over|above|heavier than) [\w. ]{{1,20}})))?{_WHY}\.?$",
    re.I,
)
_STAIRS = re.compile(r"steps", re.I)
_OPEN = re.compile(
    r"\b(?:not|n't|might|could|maybe|perhaps|hopes?|hopefully|almost|nearly|partly|mostly|probably|thinks?|wonders?"
    r"|apparently|supposedly|if|once|when|until|wants?|will|used to|but|except|only|unless|yet|still|though|although"
    r"|as long as|up to|kilos?|kg|pounds?|light\w*|easy|slowly|gently|careful\w*|brace|crutch\w*|stick|short|bit|little"
    r"|small|next|soon|tomorrow|tonight|then|starting|com(?:es?|ing) off|joking|kidding"
    r"|dream\w*|yeah right|wish(?:es)?|no longer than)\b",
    re.I,
)


@table.OUTGROWN.decides
def recovered(new: str, old: str, talk: str = "") -> Verdict | None:
    """The verdict on a limit that is over; `talk` is what the new fact was said with. None where this rule does not
    decide."""
    over, limit = _OVER.match(new), _LIMIT.match(old)
    if over is None or limit is None or over["what"].lower() != limit["what"].lower():
        return None
    if over["on"] and (limit["on"] is None or _STAIRS.sub("stairs", over["on"]) != _STAIRS.sub("stairs", limit["on"])):
        return None
    if _OPEN.search(over["who"]) or _OPEN.search(talk) or not holders.are_one_person(limit["who"], over["who"]):
        return None
    return Verdict("updates", "the limit is over")
