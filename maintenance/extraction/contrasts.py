"""A sentence that names what is so no longer, or never was, beside what is ("from A to B", "B, not A"), and one
that says that what was told was a mistake."""

from __future__ import annotations

import re

from memory.language.en.change_words import CORRECTING, MISTAKES, MISTAKING, ONE_AT_A_TIME, REPLACING, SHIFTING

from .alignment import about, everything, heads, is_number, key, keys, told, who
from .claims import Reading, Statement
from .types import Verdict

_CORRECTING = re.compile(CORRECTING, re.I)
_OTHERWISE = Verdict("corrects", "it is said to be otherwise")
_EVENT = frozenset(("be", "take", "start", "begin", "happen", "run", "meet"))


def contrasted(new: Reading, old: Statement) -> Verdict | None:
    """ "It is in Bern, not in Basel", "has moved from MySQL to PostgreSQL", "takes the bus instead of the car"."""
    if old.is_negated:
        return None
    for kind, contrasts in (("corrects", new.denied), ("updates", new.left)):
        for contrast in contrasts:
            if not _is_of(new, old, keys(contrast), kind):
                continue
            if kind == "corrects" and not any(one.is_now for one in new.statements):
                return _OTHERWISE
            return Verdict("updates", "it is another now")
    return None


def _is_of(new: Reading, old: Statement, gone: frozenset[str], kind: str) -> bool:
    """Whether what is gone is what the older one tells of the same subject."""
    mine = keys(new.bag)
    if not gone or not gone <= everything(old):
        return False
    rest = everything(old) - gone
    unique = any(character.isdigit() for word in gone for character in word) and bool(who(old) & mine)
    if not rest - keys(_EVENT) <= mine and not who(old) <= mine and not (unique and kind == "updates"):
        return False
    verbs = {one.verb for one in new.statements}
    same_verb = old.verb in verbs or key(old.verb) in mine or bool(heads(old, "do") & mine)
    if kind == "corrects":
        events = old.verb in _EVENT and bool(verbs & _EVENT)
        return (bool(gone & told(old)) or gone <= who(old)) and (same_verb or events)
    if old.is_past:
        return False
    if any(one.is_past and one.verb not in SHIFTING for one in new.statements) and not any(
        one.verb in SHIFTING for one in new.statements
    ):
        return False
    if not any(who(one) <= everything(old) | keys(["user"]) for one in new.statements):
        return False
    if gone <= who(old):
        return rest - keys(_EVENT) <= mine
    if not gone & told(old):
        return False
    if unique and verbs & SHIFTING:
        return True
    return same_verb or _is_change_of(new, old) or (old.verb in _EVENT and bool(verbs & _EVENT))


def _is_change_of(new: Reading, old: Statement) -> bool:
    return any(
        one.verb in SHIFTING and (who(one) == who(old) or who(old) <= who(one) | told(one)) for one in new.statements
    )  # fmt: skip


def replaced(new: Statement, old: Statement) -> Verdict | None:
    """ "Replaced Slack with Mattermost", "was replaced by Mr. Baez as head of the school"."""
    if new.verb not in REPLACING or new.is_negated or old.is_negated or old.is_past:
        return None
    fresh = [word for word in new.words if word.role in ("with", "by", "for")]
    named = about(new, fresh)
    gone = heads(new, "obj") if not new.is_passive else who(new)
    gone = gone | heads(new, "from")
    if new.verb in ("take over", "inherit") and new.is_undergone:
        named, gone = about(new), heads(new, "from")
        theirs = who(old) - keys(ONE_AT_A_TIME) <= named and named <= everything(old)
        return Verdict("updates", "another has it now") if gone and theirs and gone <= told(old) else None
    if new.is_undergone and not fresh:
        fresh, named, gone = list(new.words), about(new), who(new)
    # "The user's laptop is a Lenovo" is told of a laptop that the newer one need not name.
    of = who(old) if old.verb != "be" or gone != heads(old, "be") else who(old) - keys(old.subject[-1:])
    if not fresh or not gone or not of <= named or not named <= everything(old):
        return None
    return Verdict("updates", "it was replaced") if gone & heads(old) or gone <= told(old) else None


def mistaken(new: Reading, old: Statement) -> Verdict | None:
    """ "It was for 301 euros; 310 was a slip", "… in room 21; he misread the plan", "it is actually Mr. Vince"."""
    slips = [one for one in new.statements if one.told & MISTAKES or one.verb in MISTAKING]
    rest = [one for one in new.statements if one not in slips]
    for one in rest:
        if not _is_same_claim(one, old):
            continue
        added, gone = told(one) - told(old), told(old) - told(one)
        if not added or not gone:
            continue
        if any(set(slip.subject) & old.told for slip in slips):
            return Verdict("corrects", "it was a mistake")
        roles = {word.role for word in one.words if key(word.lemma) in added}
        lost = {word.role for word in old.words if key(word.lemma) in gone}
        figures = all(map(is_number, one.told - old.told)) and all(map(is_number, old.told - one.told))
        if (slips or _CORRECTING.search(new.text)) and (figures or (roles & lost and len(roles) == len(lost) == 1)):
            return Verdict("corrects", "it was a mistake")
    return None


def _is_same_claim(one: Statement, old: Statement) -> bool:
    """The same subject, with its owner or without, and the same verb."""
    if key(one.verb) != key(old.verb) or one.is_negated != old.is_negated:
        return False
    return who(one) == who(old) or (bool(who(one)) and who(one) | keys(["user"]) == who(old))
