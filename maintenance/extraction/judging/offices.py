"""Who holds an office of which a group has one: its treasurer, its on-call lead. Pure, and without a parser.

English tells an office by its article: "is treasurer" and "is the treasurer" are said of what one person is at a time,
"is a nurse" of a trade, and "is our neighbour" leaves open how many there are. So whoever "is treasurer now" ends that
another is, where both tell the same office of the same group. What one has one of besides, a dentist or a manager, is
known by a list.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from memory.language.en.change_words import ONE_AT_A_TIME, RELATIONS

from ..grammar.alignment import BESIDES
from ..grammar.lexicon import KIN, PEOPLE, PETS, names_a_doer, word_set
from ..grammar.roles import SIGN
from ..types import Told, Verdict
from . import holders, table
from .shapes import even

LEADERS = frozenset(
    ("coordinator", "conductor", "treasurer", "secretary", "keeper", "goalkeeper", "organiser", "organizer", "chair")
)
# "CTO": of its chief officers a firm has one each.
_CHIEFS = word_set("ceo cto cfo coo cio cmo cpo cro cso cdo cco cao ciso chro")
_OF_A_TEAM = (
    LEADERS
    | _CHIEFS
    | word_set(
        "manager supervisor captain lead head leader president director editor owner contact principal master officer"
    )
)
# Of these somebody knows or has many at a time.
_MANY = (PEOPLE | PETS) - ONE_AT_A_TIME - RELATIONS - LEADERS

_FRIENDS = word_set("friend buddy pal mate colleague coworker neighbour neighbor classmate teammate")


class _Form(StrEnum):
    """How a sentence tells the office, which says whether there is one of it."""

    BARE = "bare"  # "Piet is treasurer"
    THE = "the"  # "Piet is the treasurer"
    OWNED = "owned"  # "Piet is the user's treasurer"
    SPECIFIED = "specified"  # "The treasurer is Piet", "the user's treasurer is Piet"


@dataclass(frozen=True, slots=True)
class _Office:
    holder: str
    words: tuple[str, ...]
    owner: str
    group: frozenset[str]
    form: _Form
    is_now: bool


_HOLDER = r"(?P<holder>[A-Z][\w.'-]*(?: (?:[A-Z][\w.'-]*|van|von|de|der|den|di|da|la|le|el)){0,3})"
_OWNER = r"(?:(?P<owner>[Tt]he user|[A-Z][\w-]*)(?:'s|(?<=s)') |(?P<the>[Tt]he ))"
_WORDS = r"(?P<words>(?!an? )(?:(?:new |current )?C(?:[A-Z]|IS|HR)O|[a-z][\w-]*(?: [a-z][\w-]*){0,3}?))"
_GROUP = r"(?: (?:of|for|in|at|on) (?P<group>[\w' -]{2,50}?))?"
_SINCE = (
    r"(?P<since>(?:,? (?:now|instead|currently|these days|at the moment))?"
    r"(?: (?:from|as of|since|starting) [\w ]{2,25})?(?: now| instead)?)"
)
_SHAPES = (
    re.compile(rf"^{_HOLDER} is (?P<first>now |currently )?{_OWNER}?{_WORDS}{_GROUP}{_SINCE}$"),
    re.compile(rf"^{_OWNER}{_WORDS}{_GROUP} is (?P<first>now |currently )?{_HOLDER}{_SINCE}$"),
)
_FROM_TODAY = re.compile(r"\b(?:from|as of|as from|starting|since) (?:today|now|tonight|this \w+)\b", re.I)
_NOT_YET_OR_NO_MORE = word_set("former ex old previous past next future late one")


@table.ANOTHER_DOES_IT.decides
def another_holds_it(new: str, old: str, talk: str = "") -> Verdict | None:
    """The verdict on "Piet is treasurer now" beside "Noor is the user's treasurer"; `talk` is what the new one was said
    with. None where this rule does not decide."""
    if BESIDES.search(new):
        return None
    now, before = _office_of(new), _office_of(old)
    if now is None or before is None or now.words != before.words or now.group != before.group:
        return None
    if not (now.is_now or _FROM_TODAY.search(f"{new} {talk}")):
        return None
    if holders.may_be_one(now.holder, before.holder):
        return Verdict("unrelated", "it may be the same person")
    # Who talks with the assistant says "the treasurer" of their own.
    owners = {now.owner.lower(), before.owner.lower()}
    same_owner = len(owners) == 1 or owners == {"", "the user"}
    return Verdict("updates", "another holds it now") if same_owner and _is_one(now, before) else None


def told_of(content: str) -> Told | None:
    """The office as a property, under which whoever holds it is found; None where the sentence tells no office."""
    told = _office_of(content)
    if told is None or not (told.form != _Form.BARE or names_a_doer(told.words[-1])):
        return None
    return Told(" ".join(told.words), "holder", told.holder)


def owner_for_the_team(content: str, talk: str) -> str | None:
    """The speaker whose name stands in the sentence for "our", as it was said in the talk, where the office is one that
    a team has; else None. Two households have two dentists."""
    told = _office_of(content)
    if told is None or not told.owner or told.words[-1] not in _OF_A_TEAM:
        return None
    said = re.search(rf"\bour (?:new |current )?{re.escape(' '.join(told.words))}\b", even(talk), re.I)
    return told.owner if said else None


def _is_one(now: _Office, before: _Office) -> bool:
    """Whether the two sentences tell an office of which there is one."""
    head = now.words[-1]
    if head in ONE_AT_A_TIME | LEADERS | _CHIEFS or holders.is_role(" ".join(now.words)):
        return True
    forms = {now.form, before.form}
    if _Form.THE in forms:
        return True
    if forms == {_Form.SPECIFIED} and head not in KIN | PETS | _FRIENDS:
        return True  # "our client is Svea now": whoever has two says which
    if head in _MANY:
        return False
    return _Form.SPECIFIED in forms or (_Form.BARE in forms and names_a_doer(head))


def _office_of(content: str) -> _Office | None:
    """The office that a sentence says somebody holds at present, and who."""
    text = even(content)
    for form, shape in zip((None, _Form.SPECIFIED), _SHAPES, strict=True):
        found = shape.match(text)
        if found is None or not holders.is_holder(found["holder"]):
            continue
        words = tuple(word for word in found["words"].lower().split() if word not in ("new", "current"))
        if not words or _NOT_YET_OR_NO_MORE & {*words}:
            return None
        owned = _Form.OWNED if found["owner"] else _Form.THE if found["the"] else _Form.BARE
        group = frozenset((found["group"] or "").lower().replace("'s", "").split()) - {"the", "user"}
        is_now = bool(found["first"] or SIGN.search(found["since"]))
        return _Office(found["holder"], words, found["owner"] or "", group, form or owned, is_now)
    return None
