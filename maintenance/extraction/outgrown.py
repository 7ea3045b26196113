"""Allergies and intolerances that are over: "Mia has outgrown her egg allergy" beside "Mia is allergic to eggs". Pure.

To lose an allergy that holds may harm, so both must name the same person and the same thing, and nothing may be left
open: who only might be growing out of it is allergic still.
"""

from __future__ import annotations

import re

from memory.language.en.foods import singulars

from . import judging
from .types import Verdict

_AILMENT = r"(?:allergy|allergies|intolerance)"
_THING = r"[a-z][\w'-]{1,20}(?: [a-z][\w'-]{1,20})?"
_THEIRS = r"(?:his|her|their|the)"
_OVER = (
    re.compile(
        rf"^(?P<who>[^,;]{{2,60}}?)(?:'s| has| have)?(?: now| finally| completely| fully)? "
        rf"(?:outgrown|outgrew|grown out of|grew out of|got over|gotten over|shaken off) {_THEIRS} "
        rf"(?:(?P<what>{_THING}) {_AILMENT}|{_AILMENT} to (?P<to>{_THING}))\b",
        re.I,
    ),
    re.compile(
        rf"^(?P<who>[^,;]{{2,60}}?)'s (?:(?P<what>{_THING}) {_AILMENT}|{_AILMENT} to (?P<to>{_THING})) "
        r"(?:(?:is|has) (?:now |completely |finally )?(?:gone|over|cleared up|disappeared|vanished)"
        r"|cleared up|went away)\b",
        re.I,
    ),
)
_AILING = re.compile(
    rf"^(?P<who>[^,;]{{2,60}}?) (?:(?:is|are) (?:\w+ly )?(?:allergic to (?P<what>{_THING})"
    rf"|(?P<intolerant>{_THING})[ -]intolerant)|(?:has|have) an? (?:\w+ )?(?P<has>{_THING}) {_AILMENT}"
    rf"|(?:cannot|must not) (?:have|eat|drink) (?:any )?(?P<eats>{_THING}))\.?$",
    re.I,
)
_OPEN = re.compile(
    r"\b(?:not|n't|never|might|may|could|maybe|perhaps|hopes?|hopefully|almost|nearly|partly|mostly|possibly|probably"
    r"|thinks?|wonders?|apparently|supposedly|if|once|when|until|wants?|will|used to)\b",
    re.I,
)


@judging.OUTGROWN.decides
def outgrown(new: str, old: str) -> Verdict | None:
    """The verdict on an allergy that is over; None where this rule does not decide."""
    over = next(filter(None, (pattern.match(new) for pattern in _OVER)), None)
    if over is None or _OPEN.search(new):
        return None
    ailing = _AILING.match(old)
    if ailing is None or ailing["who"].lower() != over["who"].lower():
        return None
    gone = (over["what"] or over["to"]).lower()
    had = next(filter(None, (ailing[name] for name in ("what", "intolerant", "has", "eats"))), "").lower()
    return None if {*singulars(gone)}.isdisjoint(singulars(had)) else Verdict("updates", "the allergy is over")
