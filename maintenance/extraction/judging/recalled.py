"""What is said in short of what is known: "Lisbon is off", of the flight there; "it's wasps, not bees", of an allergy;
"Slack is history", of the tool that was used; "the budget was cut to 30k", of the speaker's own.

Such a sentence says by itself neither whose it is nor what. With the fact that it takes back it is made whole, so that
it can be learnt and ends that fact. Pure.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Sequence
from datetime import datetime

from ..grammar.alignment import key
from ..types import Told
from . import cleared, gone, named_plans, redated

_NAME = r"[A-Z][\w'-]{1,30}(?: [A-Z][\w'-]{1,30})?"
_OFF = re.compile(
    rf"^(?:(?:[Ss]o|[Oo]k|[Ss]adly|[Uu]nfortunately|[Oo]h|[Dd]amn|[Nn]ews:),? ){{0,2}}(?P<where>(?i:{_NAME}?))"
    r"(?:'s| is| has been| got| was) (?:now )?(?:off|cancell?ed|called off|not happening)"
    r"(?=[,.!;:]| this year| after all| now| because| -| –|$)"
)
# Beside a journey that is off, a place that is "done" is gone to.
_INSTEAD = re.compile(
    rf"^(?P<who>(?i:we|i)(?:'re|'m| are| am)) (?:now )?(?:doing|going for|having|taking) (?P<where>{_NAME})"
    r" instead[.!]*$"
)
_JOURNEY = (
    r"(?:trip|flight|visit|holiday|journey|cruise|train|ferry|weekend|getaway|crossing|tour)(?: back)?(?: home)? to"
)
_GOING = r"(?:is|will be|plans to|is planning to) (?:going|flying|travelling|driving|go|fly|travel) (?:on holiday )?to"
_RATHER = re.compile(
    r"(?:\b(?:it )?turn(?:s|ed) out |\bapparently |\bactually |^)?\b(?:it's|it is|it was|that's) (?:only |just )?"
    r"(?:the |to )?(?P<new>[a-z]+(?: [a-z]+)?), (?:and )?not (?:the |to )?(?P<old>[a-z]+)(?=[.,!;]|$)"
)
_TESTED = re.compile(
    r"\b(?:allerg\w*|tests?|tested|results?|doctors?|gp|specialist|clinic|hospital|reaction|rash)\b", re.I
)
# "The budget was cut to 30k" is told of the one that is known as the speaker's.
_CHANGED = re.compile(
    r"^[Tt]he (?P<thing>[a-z]{3,20}(?: [a-z]{3,20})?) (?=(?:was|got|has been|(?:has )?just been) (?:\w+ed|cut) "
    r"(?:back |down |up )?(?:to|by|from) [£$€]?\d)"
)
_ALLERGIC = re.compile(r"^(?P<who>[^,;]{2,60}?) is (?:\w+ly )?allergic to (?P<what>[^,.;]{2,60})\.?$")
_NAMES = re.compile(r"\b[A-Z][\w-]+")


def recalled_of(said: str, speakers: Sequence[str]) -> list[Told]:
    """The properties under which the facts are found that the talk speaks of in short; none for any other talk."""
    owners = ("user", *(speaker.lower() for speaker in speakers))
    names: set[str] = set()
    names.update(word for thing in gone.named_gone(said) for word in gone.words_of(thing))
    for line in named_plans.LINES.split(said):
        if (off := _OFF.match(line)) is not None:
            names.add(key(off["where"].lower().split()[-1]))
        if (changed := _CHANGED.match(line)) is not None:
            names.add(key(changed["thing"].split()[-1]))
    found = [Told(owner, name) for owner in owners for name in sorted(names)]
    if _RATHER.search(said) and _TESTED.search(said):
        named = (name.lower() for name in _NAMES.findall(said))
        found += [Told(one, key("allergic")) for one in dict.fromkeys((*owners, *named))]
    people = dict.fromkeys((*owners, *(name.lower() for name in _NAMES.findall(said))))
    return [
        *found, *cleared.wanted(said, [*people]), *redated.wanted(said, owners), *named_plans.wanted(said, owners)
    ]  # fmt: skip


def whole(sentence: str, said: str, speaker: str, facts: Sequence[str], at: datetime, earlier: str = "") -> list[str]:
    """The sentence as those that tell what it is of, by the known `facts`, oldest first; empty where it is whole
    itself or nothing is known. `said` is its turn, `at` its time, `earlier` the talk before it."""
    mine = rf"(?:The user|{re.escape(speaker)})"
    if (off := _OFF.match(sentence)) is not None and (where := _journey_to(off["where"], mine, facts)) is not None:
        return [f"My trip to {where} is cancelled."]
    if (instead := _INSTEAD.match(sentence)) is not None:
        was_off = any(_journey_to(where, mine, facts) for where in _all_off(said))
        return [f"{instead['who']} going to {instead['where']} instead."] if was_off else []
    if (changed := _CHANGED.match(sentence)) is not None:
        has_one = re.compile(rf"^{mine}'s {changed['thing']} is [^,;]{{0,20}}\d")
        return [f"Our{sentence[3:]}"] if any(map(has_one.match, facts)) else []
    if over := cleared.whole(sentence, said, mine, facts):
        return over
    if used_no_longer := gone.whole(sentence, said, mine, facts):
        return used_no_longer
    if called_off := named_plans.whole(sentence, said, mine, facts, at, earlier):
        return called_off
    rather = _RATHER.search(sentence)
    if rather is None or not _TESTED.search(said):
        return []
    of = list(dict.fromkeys(_denied(rather["old"], said, mine, facts)))
    if len(of) != 1:
        return []
    before = sentence[: rather.start()].rstrip(" ,;:-–")
    told = f"{of[0]} allergic to {rather['new']}, not {rather['old']}."
    return [f"{before}.", told] if before else [told]


@functools.lru_cache(4)
def _all_off(said: str) -> frozenset[str]:
    """Every place that a turn tells to be off."""
    offs = (_OFF.match(line) for line in named_plans.LINES.split(said))
    return frozenset(off["where"] for off in offs if off)


def _journey_to(where: str, mine: str, facts: Sequence[str]) -> str | None:
    """Where the speaker is known to travel, as it is written there: "rome" is Rome to whom it is known."""
    known = re.compile(rf"^{mine}(?:'s {_JOURNEY}| {_GOING}) (?P<where>[A-Z](?i:{re.escape(where[1:])}))\b")
    found = (known.match(fact) for fact in facts)
    return next((one["where"] for one in found if one and one["where"].lower() == where.lower()), None)


def _denied(old: str, said: str, mine: str, facts: Sequence[str]) -> Iterator[str]:
    """Whose known allergy to the `old` the turn speaks of, as the speaker would say it."""
    for fact in facts:
        found = _ALLERGIC.match(fact)
        if found is None or key(old) not in map(key, found["what"].lower().split()):
            continue
        who = re.sub(rf"^{mine}'s ", "My ", found["who"])
        if re.fullmatch(mine, who):
            if re.search(r"\b(?:I|my)\b", said, re.I):
                yield "I am"
        elif re.search(rf"\b{re.escape(who.split()[-1])}\b", said):
            yield f"{who} is"
