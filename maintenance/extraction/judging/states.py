"""States of which a thing has one at a time: open and closed, engaged and married, broken and working again."""

from __future__ import annotations

import functools
import re

from memory.language.en.change_words import STATES
from memory.language.en.vocabulary import WEEKDAYS

from ..grammar.alignment import BESIDES, everything, is_number, is_when, weekdays, who
from ..grammar.lexicon import PEOPLE
from ..grammar.readings import Statement
from ..types import Verdict
from . import said_with, table
from .programs import FOR_A_WHILE

# These are told of machines and of work: "down to give tips" and "ran a race" say nothing of the kind of somebody.
_OF_THINGS = frozenset(
    group for group, states in enumerate(STATES) if {"faulty", "stalled"} & {word for one in states for word in one}
)
_BEING = frozenset(("be", "become", "get", "turn", "turn out", "stay", "feel", "seem", "remain"))


@table.OTHER_STATE.decides
def other_state(new: Statement, old: Statement) -> Verdict | None:
    """The verdict that the newer one tells another of the states that exclude each other. None where this rule does not
    decide."""
    same = who(old) <= who(new) <= everything(old)
    if new.is_negated or old.is_negated or not same or _on_other_days(new, old):
        return None
    now, before = states_of(new), states_of(old)
    groups = now.keys() & before.keys()
    if not groups or any(now[group] & before[group] for group in groups):
        return None
    if "turn out" in new.verb:
        return Verdict("corrects", "it turned out otherwise")
    return Verdict("updates", "another state")


_WORKS_TIME = re.compile(
    r"\b(?:works?|working|worked|is|are|am|was|gone|went|go|goes|going|back|down|up|employed)"
    r"(?: (?:to|on|now|only|still|at|in|from|there|here|down|up|back)){0,3} (part|full)[ -]time\b",
    re.I,
)


_WHEN = r"(?:nights?|days?|early|earlies|lates?|mornings?|evenings?)"
_AT_WORK = re.compile(
    r"\b(?:works?|working|is|are|back|switched|moved|changed|went)(?: (?:to|on|now|only|the|back)){0,3} "
    rf"(?P<shifts>{_WHEN}(?: shifts?)?(?:(?:,| and| or) {_WHEN}(?: shifts?)?){{0,3}})"
    r"\b(?! (?:a|per|of|off|each|every|in|and|or)\b)",
    re.I,
)
_SHIFT = re.compile(r"(?P<when>night|day|earl|late|morning|evening)(?:s|ies| shifts?|y shifts?)\b", re.I)
_FROM_NOW_ON = re.compile(r"\b(?:now|nowadays|switched|moved|changed|back|instead)\b", re.I)
# On one day, or somebody's instead of one's own: "changed days with Tom".
_FOR_ONCE = re.compile(
    r"\b(?:this|next|last) \w+|\b(?:today|tonight|tomorrow)\b|\b(?:changed|switched|swapped)\b.{1,60}\bwith\b", re.I
)


@table.OTHER_STATE.decides
def on_another_shift(new: Statement, old: Statement, talk: str) -> Verdict | None:
    """ "Works days now", "switched to day shifts" beside "works nights", of one job; not of some weekdays alone, and
    not where the `talk` says that it is so besides. None where this rule does not decide."""
    now, before = (_shifts(one.text) for one in (new, old))
    if not now or not before or now & before or who(new) != who(old) or new.is_negated or old.is_negated or old.is_past:
        return None
    places = ("at", "for", "as", "in")
    elsewhere = new.heads(*places) - old.heads(*places)
    besides = BESIDES.search(new.text) is not None or said_with.is_said_besides(new.text, talk)
    on_days = weekdays(new) - weekdays(old)
    passing = FOR_A_WHILE.search(new.text) is not None or _FOR_ONCE.search(new.text) is not None
    told = _FROM_NOW_ON.search(new.text) is not None and not passing
    return Verdict("updates", "another shift") if told and not (elsewhere or besides or on_days) else None


def _shifts(text: str) -> frozenset[str]:
    """When somebody is told to work: "night" of "works nights"."""
    return frozenset(
        shift["when"].lower() for found in _AT_WORK.finditer(text) for shift in _SHIFT.finditer(found["shifts"])
    )


@functools.lru_cache(4_000)
def states_of(statement: Statement) -> dict[int, frozenset[int]]:
    """The states that are told of the subject itself, by group: "engaged in politics" is none."""
    loose = (word for word in statement.words if word.role in ("in", "for", "as", "of", "on", "under"))
    strange = [word.lemma for word in loose if not is_when(word.lemma) and not is_number(word.lemma)]
    phrases = set(_phrases(statement))
    found: dict[int, set[int]] = {}
    of_somebody = bool(statement.subject) and statement.subject[-1] in PEOPLE | {"user"}
    for group, states in enumerate(STATES):
        if of_somebody and group in _OF_THINGS:
            continue
        for state, wordings in enumerate(states):
            for wording in wordings:
                told = wording in phrases or (" " in wording and f" {wording} " in f" {statement.text.lower()} ")
                if told and set(strange) <= set(wording.split()):
                    found.setdefault(group, set()).add(state)
    return {group: frozenset(states) for group, states in found.items()}


def _phrases(statement: Statement) -> list[str]:
    """What may be a state's name: the verb of something that came about, or what it is said to be."""
    verb = statement.verb
    # "Works full time", and not "finished the full report" nor "looked for a part-time job".
    time = [f"{found.lower()} time" for found in _WORKS_TIME.findall(statement.text)]
    if verb not in _BEING:
        # "The pool opens in May" is a timetable; "the shop has closed" is a state.
        came_about = statement.is_passive or (statement.is_past and not statement.heads("obj"))
        plain = verb in ("work", "function", "run") and not statement.words
        things = [f"{verb} {word.lemma}" for word in statement.words if word.role == "obj"]
        manner = [word for word in statement.text.lower().split() if word in ("badly", "well")]
        lasting = re.search(r"\b(?:is|are) (\w+ing)$", statement.text)
        return [
            *([verb] if came_about or plain else []),
            *([verb, lasting[1]] if lasting else []),
            *things,
            *manner,
            *time,
        ]
    numbered = any(word.isdigit() for word in statement.subject)  # a ticket that was closed is closed
    if (statement.is_past and verb == "be" and not numbered) or len(statement.words) > 5:
        return []  # who was ill on Monday may be well
    said = [word.lemma for word in statement.words if word.role in ("be", "obj", "do")]
    placed = [f"{word.role} {word.lemma}" for word in statement.words if word.role not in ("be", "obj", "do", "time")]
    wholes = [f"{one} of {two.lemma}" for one in placed for two in statement.words if two.role == "of"]
    return [*said, *placed, *wholes, *(f"be {lemma}" for lemma in said), " and ".join(said), *time]


def _on_other_days(new: Statement, old: Statement) -> bool:
    """Whether each is so on days of its own: closed on Mondays, open on Sundays."""
    days, others = ({word for word in one.complements if word.removesuffix("s") in WEEKDAYS} for one in (new, old))
    return bool(days and others and not days & others)
