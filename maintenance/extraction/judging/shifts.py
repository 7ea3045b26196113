"""What a sentence gives another value: it was moved, raised, renamed, replaced."""

from __future__ import annotations

import re

from memory.language.en.change_words import (
    DWELLINGS,
    GATHERING,
    LIVING,
    POSTPONING,
    SHIFTING,
)

from ..grammar.alignment import (
    GOALS,
    PLACES,
    Sort,
    about,
    complements,
    everything,
    heads,
    is_anchored,
    is_number,
    is_of_something_else,
    is_time,
    key,
    keys,
    meets,
    sorts,
    unit,
    when_it_was,
    who,
)
from ..grammar.lexicon import word_set
from ..grammar.readings import Statement, Word
from ..types import Verdict
from . import table

_CHANGED = Verdict("updates", "it was changed")
_REACHING = word_set("give send show lend tell write pay invite assign donate introduce attach connect")
_CARRYING = word_set("carry bring put take haul push pull hang drive roll lift")
_MOVING = _CARRYING | word_set("move relocate migrate transfer shift drift") | {"move over"}
_TO_PEOPLE = word_set("visit meet see call phone marry date help know love miss host")
_RAISES = word_set("raise increase promotion extension upgrade cut discount reduction rise down up")
_VALUED = ("be", "to", "as", "obj", "by", "in", "on", "at", "with", "of", "for", "time", "count")


def changed(new: Statement, old: Statement) -> Verdict | None:
    """The verdict on "was moved to 17 June" beside "is planned for 3 June": a value of the same sort. None where this
    rule does not decide."""
    if new.is_negated or old.is_negated:
        return None
    moved = _moved_home(new, old) or _scaled(new, old)
    if moved is not None:
        return moved
    if not _is_shift(new):
        return None
    goal = _goal(new)
    named = about(new, goal) - (_of_raises(new) - everything(old))
    target = keys(word.lemma for word in goal)
    fresh = target if _ANOTHER.search(new.text) else frozenset()
    if not goal or target <= complements(old):
        return _put_off(new, old, named) if not goal else None
    met = heads(old, "obj", "with") | (who(old) if old.is_passive else frozenset())
    if old.verb in _TO_PEOPLE and who(new) & met and not new.is_passive and new.is_name:
        return None  # "Elin is visiting Maya", "Maya moved to Hamburg": it is Maya who moved, and not the visit
    if not meets(named, old, besides=fresh) or old.is_past and not _is_shift(old):
        return None
    if new.is_past and old.is_past and new.is_undergone and old.is_undergone and not {new.verb, old.verb} & SHIFTING:
        return None  # what was done to the same people or things twice was done twice: two outings, two deliveries
    anchored = is_anchored(named, old)
    return _to_value(new, old, goal, anchored) or _to_word(new, old, goal, anchored)


_ANOTHER = re.compile(r"\b(?:to|into|for|with) (?:another|an? new|an? different)\b", re.I)


def _is_shift(statement: Statement) -> bool:
    got = statement.verb in ("get", "receive", "have", "give", "be") and statement.complements & _RAISES
    if statement.verb in SHIFTING or (got and statement.heads("to")):
        return True
    # Whatever was done to a thing, it is until another date or at another place now.
    done = statement.is_passive and statement.is_past and not statement.is_name
    return done and bool(statement.heads(*GOALS)) and statement.verb not in GATHERING | _REACHING


def _of_raises(new: Statement) -> frozenset[str]:
    """A raise of what need not be said."""
    return keys(new.complements & _RAISES) if new.verb not in SHIFTING else frozenset()


def _goal(new: Statement) -> list[Word]:
    found = [word for word in new.words if word.role in GOALS]
    found += [word for word in new.words if word not in found and word.of in {goal.lemma for goal in found} - {""}]
    if new.verb in _MOVING and found:  # "to the boatyard in Husum"
        found += [word for word in new.words if word.role in ("in", "at", "on") and word not in found]
    by = [word for word in new.words if word.role in ("for", "by", "at", "on", "be")]
    roles = {word.role for word in by if set(sorts([word])) - {Sort.WORD}}
    if found and new.verb in POSTPONING:  # "delayed by a week to 15 April"
        found += [word for word in by if word.role == "by" and is_time(word.lemma) and word not in found]
    return found + [word for word in by if word.role in roles]


@table.PUT_OFF.decides
def _put_off(new: Statement, old: Statement, named: frozenset[str]) -> Verdict | None:
    """It was put off, to nobody knows when."""
    if new.verb not in POSTPONING or old.is_past or not meets(named - when_it_was(new), old):
        return None
    dated = set(sorts(old.words)) & {Sort.DATE, Sort.HOUR}
    return Verdict("updates", "it was put off") if dated and is_anchored(named, old) else None


@table.TO_ANOTHER_VALUE.decides
def _to_value(new: Statement, old: Statement, goal: list[Word], anchored: bool) -> Verdict | None:
    """A date for a date, an hour for an hour, an amount for an amount of the same thing."""
    given, had = sorts(goal), sorts(old.words)
    for sort in (Sort.DATE, Sort.HOUR):
        if sort in given and sort in had and anchored and given[sort] != had[sort]:
            return _CHANGED
    if Sort.DATE in given or Sort.HOUR in given:
        by_time = {Sort.DATE, Sort.HOUR} & set(had) and new.verb in POSTPONING
        return _CHANGED if by_time and anchored and Sort.NUMBER in given else None
    if Sort.DATE in had and _ON_A_DAY.search(new.text):
        return _CHANGED if anchored else None
    if Sort.NUMBER not in given:
        lasts = any(word.role == "by" for word in goal) and new.verb in POSTPONING and anchored
        return _CHANGED if lasts and set(had) & {Sort.DATE, Sort.HOUR} else None
    if any(word.role == "by" for word in goal) and new.verb in POSTPONING:
        return _CHANGED if anchored and set(had) & {Sort.DATE, Sort.HOUR} else None
    if Sort.NUMBER not in had:
        return None
    now, before = unit(goal) - _each(new), unit(old.words) - _each(old)
    if now & before or (anchored and (not now or not before)):
        return _CHANGED
    return None


def _each(statement: Statement) -> frozenset[str]:
    """The keys of the times for each of which it is told: "24 hours a week" and "three times a week" share no unit."""
    return keys(found.lower() for found in _EACH.findall(statement.text))


_EACH = re.compile(r"\b(?:an?|per|every|each) (hour|day|night|week|month|year)\b", re.I)
# "Pushed to the 27th", and not to the 5th floor.
_ON_A_DAY = re.compile(
    r"\b(?:to|until|till|for) the \d{1,2} ?(?:st|nd|rd|th)(?! (?!now|instead|at|in|of|because|so|and|after)[a-z])"
)


@table.TO_ANOTHER_VALUE.decides
def _scaled(new: Statement, old: Statement) -> Verdict | None:
    """ "The doctor halved the bisoprolol" beside how much of it the user takes: so much it is no longer."""
    if new.verb not in _SCALING or not new.is_passive or old.is_past:
        return None
    beside = keys(word.lemma for word in new.words if word.role not in (*GOALS, "by")) - when_it_was(new)
    amount = any(is_number(word.lemma) for word in old.words) and Sort.NUMBER in sorts(old.words)
    of_it = old.verb in _TAKING and who(old) <= who(new) <= who(old) | heads(old, "obj", "of")
    return _CHANGED if amount and of_it and not beside and not old.is_undergone else None


_SCALING = word_set("halve double triple quadruple")
_TAKING = word_set("take be use pay get have need eat drink cost earn inject")
_GROWING = word_set("expand extend widen grow")  # what is wider now holds what it held
_YEAR = re.compile(r"(?:19|20)\d\d")


@table.TO_ANOTHER_WORD.decides
def _to_word(new: Statement, old: Statement, goal: list[Word], anchored: bool) -> Verdict | None:
    """Another place for a place, another colour, another name; else another of what bears the same noun."""
    given, had = sorts(goal), sorts(old.words)
    if Sort.COLOUR in given and Sort.COLOUR in had:
        return _CHANGED if anchored else None
    if Sort.WORD not in given or set(given) & {Sort.DATE, Sort.HOUR} or old.is_past or new.verb in _GROWING:
        return None
    if is_of_something_else(new, old, keys(word.lemma for word in new.words if word.role in ("from", "to"))):
        return None
    ours = keys(word.lemma for word in goal if word.is_head) - _each(new)
    described = keys(word.lemma for word in goal if not _YEAR.fullmatch(word.lemma))
    if ours & heads(old, *_VALUED) and described - everything(old):
        return Verdict("updates", "another of its kind")
    left = [word for word in old.words if key(word.lemma) not in everything(new)]
    gone = frozenset(word.role for word in left if Sort.WORD in sorts([word]))
    if not anchored or not gone:
        return None
    if new.verb in _MOVING:
        return Verdict("updates", "it was moved") if gone & PLACES and not old.heads("obj") - new.complements else None
    summed = key(old.verb) in who(new) and len(gone) == 1  # its insurance, of what is insured
    plain = summed or old.verb in ("be", "call", "name", "use", "assign", "run", "set", "keep") and len(gone) == 1
    valued = summed or old.verb != "be" or len(old.subject) > 1 or new.verb in ("change", "rename", "reassign", "reset")
    return _CHANGED if plain and valued and new.verb not in ("paint", "turn", "cut", "drop") else None


@table.MOVED_HOME.decides
def _moved_home(new: Statement, old: Statement) -> Verdict | None:
    """ "Moved to Voss", "moved into a care home", "moved in with the user" beside where somebody lives."""
    elsewhere = new.verb in ("move", "relocate", "move in", "move out", "move back") and not new.is_passive
    if not elsewhere or new.heads("obj") - {"in", "out", "back"} or old.verb not in LIVING or old.is_past:
        return None
    if who(new) != who(old):
        return None
    to = new.heads("to", "into")
    housed = bool(to & DWELLINGS) or bool(_TO_A_PLACE.search(new.text)) or new.verb in ("move in", "move out")
    return Verdict("updates", "moved away") if housed and not to & old.complements else None


_TO_A_PLACE = re.compile(r"\b(?:to|into) (?:the )?[A-Z]|\baway\b|\bout\b|\binto an? |\bin with\b")
