"""What a sentence tells as done: a plan was carried out, a search is over, an examination passed, a debt paid."""

from __future__ import annotations

import re

from memory.language.en.change_words import EXAMINED, FINISHING, GETTING, PAYING, PLANNING, SEEKING

from ..grammar.alignment import about, complements, everything, heads, key, keys, when_it_was, who
from ..grammar.readings import Statement
from ..types import Verdict
from . import table

_AHEAD = re.compile(r"^(?:will|'ll|(?:is|are|am) (?:going|supposed|due|planned|scheduled) to)\b", re.I)


@table.FULFILLED.decides
def fulfilled(new: Statement, old: Statement) -> Verdict | None:
    """The verdict that a plan was carried out, a search is over or a debt is paid. None where this rule does not
    decide."""
    if old.is_past or new.is_negated or old.is_negated or not new.is_past or new.is_undergone:
        return None
    if _AHEAD.search(old.text) and new.verb == old.verb and who(new) == who(old) and new.is_passive == old.is_passive:
        named = complements(new) - when_it_was(new)
        both = named <= complements(old) and (
            new.is_passive or heads(old, "obj", "to", "in") <= complements(new) != frozenset()
        )
        return Verdict("updates", "it was done") if both else None
    named = about(new) - when_it_was(new)
    objects = heads(new, "obj", "for", "to")
    planned = old.verb in PLANNING and key(new.verb.split()[0]) in heads(old, "do") and bool(objects)
    if planned and who(new) == who(old) and objects <= complements(old):
        return Verdict("updates", "the plan was carried out")
    sought = heads(old, "obj", "for", "do")
    waits = old.verb in SEEKING or "list" in old.complements
    if waits and sought and new.verb in GETTING | FINISHING:
        found = keys(word.lemma for word in new.words if word.role in ("obj", "for"))
        of_it = found if who(new) == who(old) else who(new)
        came = who(new) == who(old) or new.is_passive or new.verb in ("arrive", "come")
        thing = heads(old, "for") or heads(old, "obj")
        if len(thing) > MOST_SOUGHT:
            thing = _first_sought(old)
        if came and thing and thing <= of_it and of_it <= everything(old):
            return Verdict("updates", "it was found")
        named_now = keys(word.lower() for word in re.findall(r"\b[A-Z]\w+", new.text))  # "a flatmate, Timo"
        if came and thing & of_it and named - named_now <= everything(old):
            return Verdict("updates", "it was found")
        if thing and who(new) == who(old) and thing <= heads(new, "obj") and _is_of_that_kind(new, old, thing):
            return Verdict("updates", "it was found")
    prepared = heads(old, "for")
    if prepared and old.verb in ("study", "prepare", "revise", "train", "practise", "learn") and who(new) == who(old):
        taken = heads(new, "obj")
        done = new.verb in EXAMINED and prepared <= taken and keys(new.complements) <= everything(old)
        return Verdict("updates", "it is over") if done else None
    if old.verb == "owe" and new.verb in PAYING and who(new) == who(old):
        paid = heads(new, "obj", "to") - keys(("back", "money", "debt", "loan"))
        return Verdict("updates", "it was paid") if paid and paid <= complements(old) else None
    return None


MOST_SOUGHT = 3  # a flat, a house or a room; what else stands behind them tells what it must be like; chosen


def _first_sought(old: Statement) -> frozenset[str]:
    """The sneakers of "sneakers that fit casual meetings and on-set comfort"."""
    role = "for" if old.heads("for") else "obj"
    return keys(next(([word.lemma] for word in old.words if word.is_head and word.role == role), []))


def _is_of_that_kind(new: Statement, old: Statement, thing: frozenset[str]) -> bool:
    """Whether what was found may be what was sought: "a babysitter, a student called Lea", not a tax adviser for a
    financial one, nor one for somebody else."""
    mine, theirs = (
        keys(word.lemma for word in one.words if word.role in roles and not word.is_head) - thing
        for one, roles in ((new, ("obj",)), (old, ("obj", "for")))
    )
    others = keys(word.lemma for word in new.words if word.role not in ("obj", "be", "time", "in", "at", "on"))
    return not (mine and theirs and not mine & theirs) and others - when_it_was(new) <= everything(old)
