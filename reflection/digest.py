"""The offline reflection: a readable digest of a week. Pure: material in, Markdown lines out.

Not a list of facts: what changed, what is ahead, who and what kept coming up, what was learnt of which kind. Each fact
is told once, what was superseded only as what it was before, and sentences about one subject are drawn together.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

from memory.models import Memory
from memory.prose import drawn_together, sentence
from memory.services.reflections import FOREMOST, Material

# How many of each stand in the digest, chosen so that the whole is one screen.
CHANGES = 5
COMING = 5
THEMES = 4
FACTS_A_THEME = 4
LONGEST_LINE = 520  # the context block cuts an item at 600 characters
# In the order in which somebody who serves the user wants to read them.
_TAG_TITLES = {
    "health": "Health",
    "instruction": "How to help",
    "goal": "Goals",
    "plan": "Plans",
    "relation": "People",
    "preference": "Preferences",
    "habit": "Habits",
    "possession": "Belongings",
    "skill": "Skills",
    "biography": "Background",
    "opinion": "Views",
    "event": "What happened",
}


def write(material: Material) -> tuple[str, list[str]]:
    """(the digest, ids of the facts that it rests on)."""
    used: dict[str, None] = {}
    lines = [_opening(material)]
    lines += _changes(material, used)
    lines += _ahead(material, used)
    lines += _themes(material, used)
    lines += _kinds(material, used)
    lines += _standing(material, used)
    return "\n".join(lines), list(used)


def _opening(material: Material) -> str:
    facts = f"{material.fact_count} new fact{'s' * (material.fact_count != 1)}"
    turns = f"{material.episode_count} turn{'s' * (material.episode_count != 1)}"
    subjects = [name for name, _ in material.recurring[:FOREMOST]]
    about = f", much of it about {_listed(subjects)}" if subjects else ""
    return f"Week of {_span(material.since, material.until)}: {facts} from {turns}{about}."


def _changes(material: Material, used: dict[str, None]) -> list[str]:
    """What no longer holds, with what holds instead; one line for each new fact."""
    before: dict[str, tuple[Memory, list[Memory]]] = {}
    for new, old in material.changed:
        before.setdefault(new.uid, (new, []))[1].append(old)
    lines = []
    for new, olds in list(before.values())[-CHANGES:]:
        used.update({fact.uid: None for fact in (new, *olds)})
        lines.append(f"Changed: {_sentence(new)} Before that: {drawn_together(map(_sentence, olds))}")
    return lines


def _ahead(material: Material, used: dict[str, None]) -> list[str]:
    coming = [fact for fact in material.planned if fact.uid not in used][:COMING]
    used.update({fact.uid: None for fact in coming})
    told = [_sentence(fact) if _dated(fact) else f"{_day(fact.event_time)}: {_sentence(fact)}" for fact in coming]
    return [f"Ahead: {' '.join(told)}"] if told else []


def _themes(material: Material, used: dict[str, None]) -> list[str]:
    """Who or what kept coming up, with what is new of it."""
    lines: list[str] = []
    for name, times in material.recurring:
        about = [
            fact for fact in material.facts
            if fact.uid not in used and any(entity.canonical_name == name for entity in fact.entities.all())
        ]  # fmt: skip
        if about and len(lines) < THEMES:
            lines.append(_line(f"{name} (came up {times} times)", about, used))
    return lines


def _kinds(material: Material, used: dict[str, None]) -> list[str]:
    """The rest of what was learnt, by kind."""
    lines = []
    for tag, title in _TAG_TITLES.items():
        told = [fact for fact in material.facts if fact.uid not in used and tag in fact.tags]
        if told:
            lines.append(_line(title, told, used))
    return lines


def _standing(material: Material, used: dict[str, None]) -> list[str]:
    often = [fact for fact in material.recalled if fact.uid not in used]
    return [_line("Asked for again", often, used)] if often else []


def _line(title: str, facts: Sequence[Memory], used: dict[str, None]) -> str:
    """One line of the digest, from the first few of `facts` for which there is room."""
    told: list[Memory] = []
    for fact in facts[:FACTS_A_THEME]:
        if told and len(title) + len(drawn_together(map(_sentence, [*told, fact]))) > LONGEST_LINE:
            break
        told.append(fact)
    used.update({fact.uid: None for fact in told})
    return f"{title}: {drawn_together(map(_sentence, told))}"


def _sentence(fact: Memory) -> str:
    told = sentence(fact.content)
    return f"{told.rstrip('.')} ({_day(fact.event_time)})." if "event" in fact.tags and not _dated(fact) else told


def _dated(fact: Memory) -> bool:
    return re.search(r"\b(?:19|20)\d\d\b", fact.content) is not None


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _span(since: datetime, until: datetime) -> str:
    if (since.year, since.month) == (until.year, until.month):
        return f"{since.day} to {_day(until)}"
    return f"{_day(since)} to {_day(until)}"


def _day(moment: datetime) -> str:
    return f"{moment.day} {moment:%B %Y}"
