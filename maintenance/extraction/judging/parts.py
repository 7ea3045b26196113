"""Whether a newer sentence tells of a part of what an older one lists. The rest holds, and a fact holds no longer as a
whole or not at all: "moved the recipes off Keep" beside "uses Keep for lists and recipes"."""

from __future__ import annotations

import re

from ..grammar.alignment import PLACES, everything, heads, keys, who
from ..grammar.readings import Reading, Statement

_LISTED = re.compile(r"\b(?:and|or)\b")
_LISTING = ("obj", "to", "for")


def is_of_a_part(new: Statement, old: Statement) -> bool:
    """ "Stopped the ramipril" beside "takes metformin and ramipril": of the things that the older one lists it names
    some."""
    return _names_some(new, old, *_LISTING)


def is_moved_in_part(new: Reading, old: Reading) -> bool:
    """Whether of several uses, or of several things kept in one place, the newer tells where some are now: "uses
    Paprika for recipes now". Not where the same thing serves for fewer."""
    return any(_is_moved_in_part(one, told) for told in old.statements for one in new.statements)


def _is_moved_in_part(new: Statement, old: Statement) -> bool:
    is_place = bool(old.heads(*PLACES))
    same = new.verb == old.verb and heads(new, *PLACES) & heads(old, *PLACES) if is_place else (
        heads(new, "obj") & (heads(old, "obj") - _uses(old))
    )  # fmt: skip
    if (same and not new.is_negated) or not who(old) <= who(new):
        return False
    return _names_some(new, old, "for", *(("obj",) if is_place else ()))


def _names_some(new: Statement, old: Statement, *roles: str) -> bool:
    if not _LISTED.search(old.text):
        return False
    named = everything(new)
    lists = (_uses(old) if role == "for" else heads(old, role) for role in roles)
    return any(things & named and not things <= named for things in lists)


def _uses(old: Statement) -> frozenset[str]:
    last = _LAST.search(old.text)
    return heads(old, "for") | (keys([last["use"].lower()]) if last else frozenset())


# Of "for chores and work" the parser may join the work to the verb.
_LAST = re.compile(r"\bfor (?:[\w'-]{1,30},? ){1,8}(?:and|or) (?P<use>[\w-]+)$")
