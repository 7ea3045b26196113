"""Whether a sentence tells what another one tells, and more: "has a dog called Bo" beside "has a dog".

Who believes the newer one believes the older one, too; so nothing is lost where the newer one alone is handed on. What
is added to a liking, a habit or a figure may narrow it ("likes dogs of small breeds"), so only what somebody has, and
where and as what somebody lives and works, is compared.
"""

from __future__ import annotations

import re

from memory.language.en.change_words import HAVING, LIVING

from ..grammar.alignment import Sort, is_number, key, keys, sorts
from ..grammar.readings import Reading, Statement, Word

_LIVING = LIVING | {"work", "study", "teach", "practise", "practice", "train", "rehearse", "meet"}
_HOW = ("in", "at", "with", "as", "near", "on")
# What narrows, weakens or takes back what is said beside it.
_NARROWING = re.compile(
    r"\b(?:not?|never|n't|no longer|only|just|hardly|barely|almost|nearly|if|unless|when|whenever|until|except|but|or"
    r"|would|could|might|may|maybe|perhaps|probably|sometimes|rarely|seldom|used to|any ?more|without|except|during"
    r"|instead|in law|want\w*|plan\w*|hope\w*|need\w*|look\w* for|think\w*|said|says)\b",
    re.I,
)


# A day of which two readers take one each: "on 6 or 13 March 2026", "29 May or 5 June 2026".
_EITHER = re.compile(
    r"\b(?P<day>\d{1,2})(?P<month> [A-Z][a-z]{2,8})?(?P<year> \d{4})? or "
    r"(?P<later>\d{1,2}(?P<of> [A-Z][a-z]{2,8})(?P<in> \d{4}))\b"
)


def tells_which_day(new: str, old: str) -> bool:
    """Whether the newer sentence names one of the two days of the older one, and is the same otherwise."""
    found = _EITHER.search(old)
    if found is None:
        return False
    earlier = f"{found['day']}{found['month'] or found['of']}{found['year'] or found['in']}"
    told = (f"{old[: found.start()]}{day}{old[found.end() :]}" for day in (earlier, found["later"]))
    return new.rstrip(".") in {one.rstrip(".") for one in told}


def refines(new: Reading, old: Reading) -> bool:
    """Whether the newer one entails the older one and tells more."""
    if not (new.statements and old.statements) or _NARROWING.search(new.text) or _NARROWING.search(old.text):
        return False
    mine, theirs = new.statements[0], old.statements[0]
    if not (_is_one_clause(new) and _is_one_clause(old) and _is_lasting(mine) and _is_lasting(theirs)):
        return False
    if mine.subject != theirs.subject or key(mine.verb) != key(theirs.verb) or mine.is_passive != theirs.is_passive:
        return False
    added = _added(mine, theirs)
    if not added:
        return False
    if theirs.verb in HAVING:
        return _has_one_such(old.text, theirs) and not any(_is_of_another(word, theirs) for word in added)
    doing = theirs.verb in _LIVING and not any(is_number(word.lemma) for word in theirs.words)
    return doing and all(_tells_how(word) for word in added) and not set(sorts(added)) & {Sort.DATE}


def _is_one_clause(one: Reading) -> bool:
    """Whether the sentence has one clause that stands alone, whatever else was made of that."""
    return len({told.text for told in one.statements if not told.is_undergone}) == 1


def _is_lasting(one: Statement) -> bool:
    return bool(one.subject) and not one.is_past and not one.is_negated and not one.because


def _added(new: Statement, old: Statement) -> list[Word]:
    """What the newer one tells besides, or nothing where it does not tell all of the older one."""
    mine = {(key(word.lemma), word.role) for word in new.words}
    if not old.words or not {(key(word.lemma), word.role) for word in old.words} <= mine:
        return []
    if {key(w.lemma) for w in old.words if w.is_head} - {key(w.lemma) for w in new.words if w.is_head}:
        return []  # a dog sitter is no dog
    told = keys(old.complements)
    return [word for word in new.words if key(word.lemma) not in told]


def _has_one_such(text: str, old: Statement) -> bool:
    """Whether what somebody has is one of its kind, whichever: "a dog", "a season ticket"."""
    things = old.heads("obj")
    found = re.search(r"\b(?:a|an) (?P<thing>(?:[\w-]+ ){0,2}[\w-]+)$", text.rstrip(". "))
    plain = len(old.words) <= 3 and not any(word.of for word in old.words)
    return found is not None and plain and keys(things) <= keys(found["thing"].lower().split())


def _is_of_another(word: Word, old: Statement) -> bool:
    """Whether an added word is another thing that is had beside: "a dog and a cat" says it too, and so is none."""
    return is_number(word.lemma) or word.role in ("count", "time")


def _tells_how(word: Word) -> bool:
    return word.role in _HOW or (word.role == "time" and is_number(word.lemma))
