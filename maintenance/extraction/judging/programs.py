"""Somebody changed programs: "switched to Neovim", "uses Neovim for everything now" beside "uses VS Code". Pure.

Of programs of one kind somebody who switched uses one. What either tells of a use, a device or a place leaves the
other, and so does what was for a while, was undone, or was long ago.
"""

from __future__ import annotations

import re

from memory.language.en.change_words import SWITCHING
from memory.language.en.software import programs_in, takes_the_place

from ..grammar.alignment import is_number, is_time, keys, who
from ..grammar.readings import Reading, Statement
from ..types import Verdict
from . import table


@table.SWITCHED.decides
def uses_another(new: Reading, old: Reading, talk: str) -> Verdict | None:
    """The verdict on another program that is used now; `talk` is what the new fact was said with. None where this rule
    does not decide."""
    if any(_is_back_to(one, told) for told in old.statements for one in new.statements):
        return Verdict("updates", "switched to another")
    if any(pattern.search(said) for said in (new.text, talk) for pattern in (FOR_A_WHILE, _UNDONE, _LONG_AGO)):
        return None
    if _YEAR.search(talk):
        return None
    switched = any(_uses_another(one, told) for told in old.statements for one in new.statements)
    return Verdict("updates", "switched to another") if switched else None


# Who names the year tells of long ago; a fact has the year of "last week", too.
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_LONG_AGO = re.compile(
    r"\b(?:in|since|around|back in|of|late|early) (?:19|20)\d\d\b|\b(?:months?|years?|decades?|ages) (?:ago|back)\b"
    r"|\b(?:last year|long ago|a while (?:ago|back)|when i was|used to|originally|at first|once)\b",
    re.I,
)
FOR_A_WHILE = re.compile(
    r"\bfor (?:now|lent|(?:(?!every)[\w'-]{1,12} ){1,3}(?:hours?|days?|nights?|weeks?|weekends?|months?|years?|bit"
    r"|while|holidays?|summer|winter|spring|autumn|season|term|trip|project|time|moment))\b"
    r"|\b(?:until|till|while|whilst|during|temporar\w+|trial|try|tried|trying|test\w*|experiment\w*|briefly"
    r"|just (?:this|today|now|once)|only (?:this|today|for)|(?:this|that) (?:week|month|weekend)|today only)\b",
    re.I,
)
_UNDONE = re.compile(
    r"\b(?:back|again|return\w*|revert\w*|undid|regret\w*|hated?|hating|dislik\w+|gave up|given up|not for me|but"
    r"|didn't|did not|couldn't|almost|nearly|uninstalled|though|although)\b",
    re.I,
)


def _uses_another(new: Statement, old: Statement) -> bool:
    to_it = all(word.role == "to" or is_time(word.lemma) or is_number(word.lemma) for word in new.words)
    switched = new.verb in SWITCHING and new.is_past and to_it
    for_all = new.verb == "use" and new.is_now and _FOR_ALL.search(new.text) is not None
    if not (switched or for_all) or new.is_negated or new.is_passive or who(new) != who(old):
        return False
    if old.is_negated or old.is_past or old.verb != "use" or old.is_undergone or _SEVERAL.search(old.text):
        return False
    if {word.role for word in old.words} - {"obj", "be", "do"} or not _is_all_of_it(old):
        return False
    return _is_all_of_it(new) and takes_the_place(new.text, old.text)


def _is_all_of_it(one: Statement) -> bool:
    """Whether it names nothing but the program: "Vim mode" and "a Slack channel" are none."""
    named = keys(re.findall(r"[\w.+-]+", " ".join(programs_in(one.text))))
    return keys(word.lemma for word in one.words if not (is_time(word.lemma) or is_number(word.lemma))) <= named


def _is_back_to(new: Statement, old: Statement) -> bool:
    """ "Is back to Vim", "went back to Vim" beside "has switched to Helix", "uses Helix"."""
    back = _BACK_TO.fullmatch(new.text)
    if back is None or new.is_negated or old.is_negated or who(new) != who(old) or old.is_undergone:
        return False
    used = old.verb == "use" and not old.is_past or old.verb in SWITCHING | {"move"} and old.is_past
    plain = {word.role for word in old.words} <= {"obj", "to", "be", "do"} and not _SEVERAL.search(old.text)
    return used and plain and _is_all_of_it(old) and takes_the_place(back["program"], old.text)


_BACK_TO = re.compile(
    r"(?:(?:is|are|(?:has |have )?(?:gone|went|switched|moved|changed)) back|(?:has |have )?(?:reverted|returned)) to"
    r" (?P<program>(?:[\w.+-]+ ){0,2}[\w.+-]+?)(?: again| now)?"
)
_FOR_ALL = re.compile(r"\bfor (?:everything|all of it)\b")
_SEVERAL = re.compile(r"\b(?:and|or|both|sometimes|mostly)\b|,")
