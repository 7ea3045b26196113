"""A new job takes the place of the one that somebody has. Pure, and without a parser.

Of jobs one may have several. So what is told has to be a job that was newly got, and nothing may say that it comes on
top: no second or side job, none at weekends or for a summer, no "as well".
"""

from __future__ import annotations

import re

from ..grammar.alignment import BESIDES
from ..types import Verdict
from . import table
from .occupations import line_of_work
from .shapes import even
from .slots import AT_TIMES, slot_of

_SOMEBODY = r"(?P<subject>[^,;]{1,60}?)"
# A job title, an offer, an interview, a job at a printer and one to finish are no new job, and one that starts on some
# day may not have started yet: nothing but its place or its occupation may follow.
_NEW_JOB = re.compile(
    rf"^(?:since [^,]{{1,30}}?,? )?{_SOMEBODY} (?:has |have )?(?:now |just |finally )?"
    r"(?:(?:got|gotten|found|took|taken|landed|started|begun|began|has|have)"
    r" an? (?P<kind>(?:new )?(?:(?:day|full[ -]time|permanent|proper|real) )?)(?:job|position)"
    r"(?: as (?P<as>an? [^,]{1,40}?))?(?: (?P<at>at|with|in) (?P<place>[^,]{1,60}))?"
    r"|(?:changed|switched) (?:jobs|employers)(?: since [^,]{1,30})?)$",
    re.I,
)
# Without "new" a permanent job may be the one that is known, for good.
_MAIN = re.compile(r"^new\b|^(?:day |full[ -]time |proper |real )?$", re.I)
_BESIDE = re.compile(
    r"\b(?:second|third|side|extra|additional|other|another|part[ -]time|evening|weekends?|saturday|sunday|summer"
    r"|holiday|christmas|winter|seasonal|temporary|temp|casual|occasional|voluntary|unpaid|freelance|odd|little|small"
    r"|student|first|both|on top|alongside|next to|besides|clients?|customers?|until|till"
    r"|for (?:the|an?|\w+) (?:\w+ )?(?:days?|weeks?|months?|season|holidays))\b",
    re.I,
)
LONG_AGO = re.compile(r"\bago\b|\bwhen\b|\b(?:in|since) (?:19|20)\d\d\b", re.I)
# "At midnight", "at home", "at a better salary" name no employer, "the same company" and "another team" no other one;
# with a day it may lie ahead.
_NO_OTHER_EMPLOYER = re.compile(
    r"^\d|\b(?:midnight|noon|night|home|once|last|same|level|grade|salary|pay|wage|rate|age|hours?|team|department"
    r"|division|unit|group|branch|from|starting|next|tomorrow|soon|after|20\d\d)\b",
    re.I,
)
_IS_AT_WORK = re.compile(
    rf"^{_SOMEBODY} is (?:an? )?(?:[\w-]+ ){{0,2}}?"
    r"(?:\w+(?:er|or|ist|ian|ant|man|woman)|nurse|chef|cook|clerk|vet) (?:at|for|with|in) "
    r"(?:the |an? )?(?:[\w'-]+ )?[A-Z]"
)
_AT_A_PLACE = re.compile(r" (?:at|for|with|in|on) ")
# Who is one of these at a place does not earn a living there.
_UNPAID = re.compile(
    r"\b(?:volunteer|student|pupil|member|customer|visitor|governor|user|beginner|mentor|subscriber|teenager|owner)s?\b",
    re.I,
)


@table.NEW_JOB.decides
def changed(new: str, old: str) -> Verdict | None:
    """The verdict where the newer fact tells of a new job, and the older one where the same person works, or as what.
    None where this rule does not decide."""
    got = _NEW_JOB.match(even(new))
    if got is None or is_beside(new) or LONG_AGO.search(new) or got["subject"].lower() != _worker(old):
        return None
    if got["kind"] is None:
        return _NEW_ONE if _works_for_somebody(old) else None
    if not _MAIN.search(got["kind"]):
        return None
    place, occupation = got["place"], got["as"]
    if place is not None and _works_for_somebody(old):
        elsewhere = _is_employer(got["at"].lower(), place) and not words(place) & words(old)
        return _NEW_ONE if elsewhere else None
    slot = slot_of(old)
    if occupation is None or slot is None or slot.name != "occupation" or _AT_A_PLACE.search(slot.value):
        return None
    return None if words(occupation) & words(slot.value) else _NEW_ONE


_NEW_ONE = Verdict("updates", "a new job")


def whose(content: str) -> str | None:
    """Whose job a fact tells of, a new one or the one they have, in lower case; None for any other fact."""
    got = _NEW_JOB.match(even(content))
    return got["subject"].lower() if got is not None else _worker(content)


def _is_employer(at: str, place: str) -> bool:
    """Whether it is one: "with more money" and "in finance" are none."""
    named = {"at": True, "with": place[0].isupper(), "in": place.startswith(("a ", "an "))}[at]
    return named and not _NO_OTHER_EMPLOYER.search(place)


def words(text: str) -> set[str]:
    """The words of three letters and more, in lower case."""
    return set(re.findall(r"[\w'-]{3,}", even(text).lower())) - {"the"}


def is_beside(text: str) -> bool:
    """Whether it tells of a job that somebody has besides another."""
    return any(pattern.search(text) for pattern in (BESIDES, _BESIDE, AT_TIMES))


def _worker(old: str) -> str | None:
    """Who the fact tells to have a job, in lower case; None where it tells of no job, or of one among others."""
    if is_beside(old) or _UNPAID.search(old.removeprefix("The user")):
        return None
    slot = slot_of(old)
    if slot is not None and slot.name in ("employer", "occupation"):
        return slot.subject
    at_work = _IS_AT_WORK.match(even(old))
    return at_work["subject"].lower() if at_work is not None else None


def employed(old: str) -> str | None:
    """Who the fact tells to work for somebody, in lower case: "is a barista at Costa". None for any other fact."""
    if (somebody := _worker(old)) is not None:
        return somebody if _works_for_somebody(old) else None
    work = line_of_work(old)
    if work is None or is_beside(old) or _UNPAID.search(work[1]):
        return None
    return work[0] if old.lower().partition(work[1])[2].startswith((" at ", " for ")) else None


def _works_for_somebody(old: str) -> bool:
    """Whether the fact tells for whom, and not only as what: a nurse with another employer is a nurse still."""
    slot = slot_of(old)
    return slot is None or slot.name == "employer"
