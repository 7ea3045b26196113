"""Whether a newer sentence tells of a part of what an older one lists. The rest holds, and a fact holds no longer as a
whole or not at all: "moved the recipes off Keep" beside "uses Keep for lists and recipes"."""

from __future__ import annotations

import re

from ..grammar.alignment import PLACES, everything, heads, keys, who
from ..grammar.readings import Reading, Statement

_LISTED = re.compile(r"\b(?:and|or)\b")


def is_of_a_part(new: Statement, old: Statement) -> bool:
    """ "Stopped the ramipril" beside "takes metformin and ramipril": of the things that the older one lists it names
    some. Who deleted a thing with all their recipes has it for nothing else either."""
    if heads(new, "obj", "do") & (heads(old, "obj") - _uses(old)):  # "Keep" may be read as a verb
        used = _of(new, "for", "at", "in", "on", *(("obj",) if new.verb == "move off" else ()))
        return _names_some(everything(new), old, "obj", "to") or _names_some(used, old, "for")
    return _names_some(everything(new), old, "obj", "to", "for", "be")


def is_moved_in_part(new: Reading, old: Reading, talk: str) -> bool:
    """Whether of several uses, or of several things kept in one place, the newer tells where some are now: "uses
    Paprika for recipes now". Not where the same thing serves for fewer, and not where the `talk` names the other uses
    too, or says that the thing itself was dropped."""
    return any(_is_moved_in_part(one, told, talk) for told in old.statements for one in new.statements)


def _is_moved_in_part(new: Statement, old: Statement, talk: str) -> bool:
    is_place = bool(old.heads(*PLACES))
    same = new.verb == old.verb and heads(new, *PLACES) & heads(old, *PLACES) if is_place else (
        heads(new, "obj") & (heads(old, "obj") - _uses(old))
    )  # fmt: skip
    if (same and not new.is_negated) or not who(old) <= who(new):
        return False
    if any(_words(found["thing"]) & (heads(old, "obj") - _uses(old)) for found in _DROPPED.finditer(talk)):
        return False
    named = everything(new).union(*(_words(found["uses"]) for found in _FOR_ALL_OF.finditer(talk)))
    return _names_some(named, old, "for", *(("obj",) if is_place else ()))


def _of(new: Statement, *roles: str) -> frozenset[str]:
    return keys(word.lemma for word in new.words if word.role in roles)


def _words(said: str) -> frozenset[str]:
    return keys(re.findall(r"[\w.+-]+", said.lower()))


# Of "for work and study now" the parser may join the study to the verb, and the fact is learnt without it.
_FOR_ALL_OF = re.compile(
    r"\bfor (?P<uses>(?:(?!now\b|but\b)[\w'-]{1,30},? ){1,6}(?:and|or) (?:(?:my|our|the) )?[\w'-]{1,30})"
    r"(?= (?:now|instead|these days|from now on)\b|[.,;!?]|$)",
    re.I,
)
# The thing itself, for all that it was used for: "dropped Trello at work" is of work alone.
_DROPPED = re.compile(
    r"\b(?:cancell?ed|deleted|dropped|quit|ditched|uninstalled|abandoned|got rid of|gave up(?: on)?|stopped using"
    r"|sold|scrapped|done with) (?:(?:my|our|the) )?(?P<thing>[\w.+-]{1,30}(?: [\w.+-]{1,30})?)"
    r"(?=[,;!?]|\.(?:\s|$)|$| (?:and|so|altogether|completely|entirely)\b)",
    re.I,
)


def _names_some(named: frozenset[str], old: Statement, *roles: str) -> bool:
    if not _LISTED.search(old.text):
        return False
    lists = (_uses(old) if role == "for" else heads(old, role) for role in roles)
    return any(things & named and not things <= named for things in lists)


def _uses(old: Statement) -> frozenset[str]:
    last = _LAST.search(old.text)
    return heads(old, "for") | (keys([last["use"].lower()]) if last else frozenset())


# Of "for chores and work" the parser may join the work to the verb.
_LAST = re.compile(r"\bfor (?:[\w'-]{1,30},? ){1,8}(?:and|or) (?P<use>[\w-]+)$")
