"""Allergies and intolerances that are over: "Mia has outgrown her egg allergy" beside "Mia is allergic to eggs". Pure.

To lose an allergy that holds may harm, so both must name the same person and the same thing, and nothing may be left
open: who only might be growing out of it is allergic still, and who can have it again "in small amounts", too.
"""

from __future__ import annotations

import re

from memory.language.en.foods import singulars

from ..types import Verdict
from . import cleared, holders, medication, table
from .only_when import ONLY_WHEN as _END

_AILMENT = r"(?:allergy|allergies|intolerance)"
_THING = r"[a-z][\w'-]{1,20}(?: [a-z][\w'-]{1,20})?"
_OF_IT = rf"(?:(?P<what>{_THING}?) {_AILMENT}|{_AILMENT} to (?P<to>{_THING}))"
_THEIRS = r"(?:his|her|their|the)"
_WHO = r"^(?P<who>[^,;]{2,60}?)"
_NO_MORE = r"(?:any ?more|after all)"
_OVER = (
    re.compile(
        rf"{_WHO}(?:'s| has| have)?(?: now| finally| completely| fully)? (?:outgrown|outgrew|grown out of|grew out of"
        rf"|got over|gotten over|shaken off) {_THEIRS} {_OF_IT}{_END}",
        re.I,
    ),
    re.compile(
        rf"{_WHO}'s {_OF_IT} (?:(?:is|has) (?:now |completely |finally )?(?:gone|over|cleared up|disappeared|vanished)"
        rf"|cleared up|went away){_END}",
        re.I,
    ),
    re.compile(rf"{_WHO} no longer has (?:an? |the )?{_OF_IT}{_END}", re.I),
    re.compile(rf"{_WHO} does not have (?:an? |the )?{_OF_IT} {_NO_MORE}{_END}", re.I),
    re.compile(rf"{_WHO} is no longer allergic to (?P<what>{_THING}?){_END}", re.I),
    re.compile(rf"{_WHO} is not allergic to (?P<what>{_THING}?) {_NO_MORE}{_END}", re.I),
    re.compile(rf"{_WHO} can (?:now |finally )?(?:eat|have|drink|take) (?P<what>{_THING}?) again{_END}", re.I),
    re.compile(rf"{_WHO}(?: has)? tested negative for (?:an? |the )?(?P<what>{_THING}?)(?: {_AILMENT})?{_END}", re.I),
)
_AILING = re.compile(
    rf"{_WHO} (?:is (?:\w+ly )?(?:allergic to (?P<what>{_THING})|(?P<intolerant>{_THING})[ -]intolerant)"
    rf"|has (?:an? )?(?:(?:severe|mild|bad|slight|serious|nasty|terrible) )?(?P<has>{_THING}) {_AILMENT}"
    rf"|has (?:an? )?(?:\w+ )?{_AILMENT} to (?P<to>{_THING})"
    rf"|(?:cannot|must not) (?:have|eat|drink|take) (?:any )?(?P<eats>{_THING})"
    rf"|does not tolerate (?P<tolerates>{_THING})|reacts badly to (?P<reacts>{_THING}))\.?$",
    re.I,
)
_OPEN = re.compile(
    r"\b(?:not|n't|never|might|may|could|maybe|perhaps|hopes?|hopefully|almost|nearly|partly|mostly|possibly|probably"
    r"|thinks?|wonders?|apparently|supposedly|if|once|when|until|wants?|will|used to|but|except|only|unless|yet|still"
    r"|though|although|small|cooked|baked)\b",
    re.I,
)
# In the talk around it: "but only baked".
_LIMITED = re.compile(
    r"\b(?:but|only|except|unless|if|as long as|small|tiny|little|bit|traces?|cooked|baked|careful|might|maybe|perhaps"
    r"|hopes?|hopefully|doubts?|wish(?:es)?|fingers crossed|not sure|next (?:test|step)|still|positive|to come|waiting"
    r"|joking|kidding|in theory|for now|dream\w*|yeah right"
    r"|pills?|tablets?|trial|(?:tea)?spoon\w*)\b",
    re.I,
)
# Who has milk again stands lactose.
_STANDS = {"milk": "lactose", "dairy": "lactose"}


@table.OUTGROWN.decides
def outgrown(new: str, old: str, talk: str = "") -> Verdict | None:
    """The verdict on an allergy that is over; `talk` is what the new fact was said with. None where this rule does not
    decide."""
    over = next(filter(None, (pattern.match(new) for pattern in _OVER)), None)
    if over is None:
        return None
    gone = _named(over)
    ailing = _AILING.match(old)
    if (
        _OPEN.search(over["who"])
        or _LIMITED.search(talk)
        or ailing is None
        or not holders.are_one_person(ailing["who"], over["who"])
    ):
        return None
    had = _named(ailing)
    same = not {*singulars(gone)}.isdisjoint(singulars(had)) or _STANDS.get(gone) == had
    if not same:
        return None
    never = "after all" in over.group().lower()
    return Verdict("corrects", "there was none") if never else Verdict("updates", "the allergy is over")


@table.REST_HOLDS.decides
def rest_holds(new: str, old: str, talk: str) -> Verdict | None:
    """The verdict on a list of which the newer fact tells what is left. None where this rule does not decide."""
    if _LIMITED.search(talk) or medication.is_a_break(talk) or not cleared.rest_holds(new, old, talk):
        return None
    return Verdict("updates", "one of these is over")


def _named(told: re.Match[str]) -> str:
    return next(thing for name, thing in told.groupdict().items() if thing and name != "who").lower()
