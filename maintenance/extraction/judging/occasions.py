"""When that takes place which somebody does: "choir moved to Fridays" beside "the user goes to choir on Mondays".

The newer statement is about the thing, the older one about the user who goes there, flies or attends it. Both must name
the one thing, with whatever tells it from others of its kind, and give it a time of one sort.
"""

from __future__ import annotations

import re

from memory.language.en.change_words import DISLIKING, LIKING, MINDING, POSTPONING

from ..grammar.alignment import GOALS, Sort, complements, everything, heads, is_when, key, keys, sorts, weekdays, who
from ..grammar.lexicon import word_set
from ..grammar.readings import Reading, Statement
from ..types import Verdict
from . import table

_MOVING = POSTPONING | word_set("move shift change switch reschedule push bring rebook") | {"move up", "bring forward"}
_AT = ("on", "at", "in", "for", "to", "time", "until")
_THERE = ("to", "do", "obj", "at", "for", "in")
_IN_MIND = LIKING | DISLIKING | MINDING - word_set("plan") | word_set("have own")
_INSTEAD = re.compile(r"\b(?:instead|now)\b")


@table.TO_ANOTHER_VALUE.decides
def takes_place_otherwise(new: Statement, old: Statement) -> Verdict | None:
    """The verdict where what the user goes to takes place at another time. None where this rule does not decide."""
    if new.is_negated or old.is_negated or old.is_past or old.subject != ("user",) or old.verb in _IN_MIND:
        return None
    moved = new.verb in _MOVING and (new.is_past or new.is_passive)
    held = new.verb == "be" and _INSTEAD.search(new.text) is not None
    things = who(new) - keys(["user"])
    if not (moved or held) or not things or new.subject[-1] == "user" or not things <= everything(old):
        return None
    roles = GOALS if moved else _AT
    given = [word for word in new.words if word.role in roles]
    had = [word for word in old.words if word.role in _AT and set(sorts([word])) != {Sort.WORD}]
    others = complements(new) - keys(word.lemma for word in given) - keys(["instead"])
    head = key(new.subject[-1])
    same = head in heads(old, *_THERE) or head == key(old.verb)
    if not same or others or len(weekdays(old)) > 1 or not set(sorts(given)) & set(sorts(had)) & {Sort.DATE, Sort.HOUR}:
        return None
    differ = keys(word.lemma.removesuffix("s") for word in given) != keys(word.lemma.removesuffix("s") for word in had)
    return Verdict("updates", "it takes place at another time") if differ else None


# What one arranges oneself, and so can move. A birthday stays where it is.
_ARRANGED = word_set(
    "reunion party dinner lunch brunch breakfast visit trip meeting call appointment session workshop barbecue picnic "
    "celebration gathering lesson class rehearsal review demo training interview talk workout ceremony get-together"
)
_FEASTS = word_set(
    "christmas easter pentecost whitsun thanksgiving halloween passover hanukkah eid diwali advent carnival"
)
_ALL = re.compile(
    r"\b(?:moved|shifted|pushed|postponed|rescheduled) (?:everything|it all|all of it|the (?:whole )?lot) "
    r"(?:over |back |forward )?from (?:the )?(?P<old>\w+(?: \w+)?) to (?:the )?(?P<new>\w+(?: \w+)?)\b",
    re.I,
)


@table.TO_ANOTHER_VALUE.decides
def all_was_moved(new: Reading, old: Statement) -> Verdict | None:
    """The verdict on "the user moved everything from Christmas to Easter" beside "the reunion is at Christmas". None
    where this rule does not decide."""
    moved = _ALL.search(new.text)
    mine = bool(new.statements) and new.statements[0].subject == ("user",)
    if moved is None or not mine or old.is_past or old.is_negated or old.verb != "be":
        return None
    of_the_user = not old.is_name and bool(old.subject) and old.subject[-1] in _ARRANGED
    left = keys(moved["old"].lower().split())
    days = {word.lemma for word in old.words if word.role in ("on", "at", "in", "over")}
    named = days | {*moved["new"].lower().split()}
    on_it = bool(days) and keys(days) == left and all(is_when(day) or day in _FEASTS for day in named)
    return Verdict("updates", "all was moved from there") if of_the_user and on_it else None
