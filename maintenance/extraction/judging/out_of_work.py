"""Whoever was laid off, quit their job or has retired works no longer where they did. Pure, and without a parser.

The newer fact need not name the employer. Where it names one, or says as what they worked, it tells of that job alone.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations

from memory.language.en.vocabulary import MONTH_NAMES

from ..types import Verdict
from . import jobs, table
from .shapes import even

_DAY = rf"(?:\d{{1,2}} )?(?:{'|'.join(MONTH_NAMES)})(?: \d{{4}})?"
_WHEN = (
    rf"(?: (?:today|yesterday|recently|earlier|last \w+|this \w+|(?:on|in|at the (?:start|end) of) (?:the )?{_DAY}"
    rf"|in the (?:week|month|year) before {_DAY}|on the weekend of {_DAY}|(?:in|since) \d{{4}}|\d+ \w+ ago))?"
)
_WHY = r"(?P<why>,? (?:because|after|due to|over|when|as|so|and) .{2,120})?"
_THEIR = r"(?:their|his|her|the) (?:current |day |main )?job"
_POST = r"(?:their|his|her) (?:current |main )?(?:job|position|post)"
_OUT = re.compile(
    r"^(?P<subject>[^,;]{1,60}?) (?:has |have )?(?:now |just |recently |finally |also )?"
    rf"(?:lost {_THEIR}|(?:quit|left|resigned from|gave up|given up) (?:{_THEIR}|{_POST})|resigned|retired"
    r"|got the (?:sack|boot|axe)"
    r"|(?:was|were|got|been|gotten) (?:\w+ly )?(?:fired|sacked|laid off|let go|made redundant|dismissed)"
    r"|is (?:now )?(?:unemployed|out of work|jobless|retired|without a job|between jobs))"
    rf"(?: now)?(?: (?:from|by|at|as) (?!(?:{_DAY}|\d))(?P<named>[^,]{{2,60}}?))?{_WHEN}{_WHY}$",
    re.I,
)
_NO_END = re.compile(
    r"\b(?:nearly|almost|might|may (?!\d)|could|never|not|would|will|if|temporarily|for (?:now|a))\b"
    # "Was fired and rehired", "laid off, and then found this one": the job that they have may be the one after.
    r"|\b(?:rehired|reinstated|re-?employed|back|again|still|then|took|taken|started|found|new|joined|instead)\b"
    r"|\b(?:police|border|customs)\b|\blast year\b|\bin the year before\b",
    re.I,
)
# "At Costa and at the library": which of both it was is not told.
_TWO_OR_NONE = re.compile(r" and (?:at|for|as|in|the|(?-i:[A-Z]))|\b(?:him|her|them)sel(?:f|ves)\b", re.I)


@table.OUT_OF_WORK.decides
def works_no_longer(new: str, old: str) -> Verdict | None:
    """The verdict where the older fact tells for whom somebody works, and the newer one that they do no longer. None
    where this rule does not decide."""
    out = _OUT.match(even(new))
    if out is None or _NO_END.search(new) or jobs.LONG_AGO.search(new) or jobs.is_beside(new):
        return None
    if out["subject"].lower() != jobs.employed(old) or _TWO_OR_NONE.search(old):
        return None
    named = jobs.words(out["named"] or "")
    if out["why"] and any(word in out["why"] for word in re.findall(r"(?<= )[A-Z][\w'-]+", old)):
        return None  # "left their job because Costa pays better"
    return Verdict("updates", "has that job no longer") if named <= jobs.words(old) else None


_TAKEN_BACK = re.compile(
    r"\b(?:reinstated|re-?hired|(?:took|taken|hired) (?:me|him|her|them|us) back"
    r"|got (?:it|(?:my|his|her|their|the|our) job) back)\b",
    re.I,
)
_NO_JOB_AT_ALL = re.compile(r"\b(?:retired|unemployed|out of work|jobless|without a job|between jobs)\b", re.I)
_EMPLOYER = re.compile(r" (?:at|for) (?P<named>.+)", re.I)


def leaves_open(new: str, jobs_held: Sequence[str], talk: str) -> bool:
    """Whether nobody knows which of the jobs it was that somebody has no longer, or they have got it again."""
    if _TAKEN_BACK.search(talk):
        return True
    employers = [jobs.words(found["named"]) for old in jobs_held if (found := _EMPLOYER.search(even(old)))]
    differ = any(not one & other for one, other in combinations(employers, 2))
    return differ and not _NO_JOB_AT_ALL.search(new)


def whose(content: str) -> str | None:
    """Who has a job no longer, in lower case; None where the fact tells of nothing like it."""
    out = _OUT.match(even(content))
    return out["subject"].lower() if out is not None else None
