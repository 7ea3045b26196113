"""How far a text is trusted, by who says it; and what keeps a text from every model."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from .. import screening
from ..models import Memory, MemorySource, Origin, QuarantineReason, Trust, name_key
from ..screening import Allowance, Finding
from ..text import Glance

OF_ORIGIN = {
    Origin.CURATOR: Trust.CURATOR,
    Origin.USER: Trust.USER,
    Origin.AGENT: Trust.AGENT,
    Origin.TOOL: Trust.TOOL,
    Origin.IMPORT: Trust.IMPORT,
    # What the service derives is trusted as its sources are; without any, as what an agent says.
    Origin.DERIVED: Trust.AGENT,
}
# An agent sends the turns of all roles. What the user typed, and what the application itself told the model, is trusted
# more than what a model or a tool answered.
OF_ROLE = {"user": Trust.USER, "system": Trust.USER, "assistant": Trust.AGENT, "tool": Trust.TOOL}


class Screened(NamedTuple):
    """How far a new text is trusted, and what keeps it in quarantine; None for nothing."""

    trust: Trust
    finding: Finding | None

    @property
    def quarantine(self) -> QuarantineReason | None:
        return self.finding.reason if self.finding else None


def of_turn(origin: Origin, role: str) -> Trust:
    """What a model hands in through a tool is trusted as an agent at most, whoever is said to have said it."""
    if origin == Origin.TOOL:
        return min(OF_ROLE.get(role, Trust.TOOL), Trust.AGENT)
    return OF_ORIGIN[origin] if origin in (Origin.IMPORT, Origin.CURATOR) else OF_ROLE.get(role, Trust.TOOL)


def of_statement(origin: Origin, sources: Iterable[Trust]) -> Trust:
    """What a fact's statement is trusted: as who states it, and never more than the least trusted of its sources. What
    the service derived is trusted as its sources alone."""
    lowest = min(sources, default=None)
    if origin == Origin.DERIVED and lowest is not None:
        return lowest
    own = OF_ORIGIN[origin]
    return own if lowest is None or origin == Origin.CURATOR else min(own, lowest)


class Handed(NamedTuple):
    """A text with what a model would be handed beside it, its tags and attributes; `seen` is the glance at the text."""

    content: str
    trust: Trust
    marks: Sequence[str] = ()
    attributes: Mapping[str, Any] | None = None
    seen: Glance | None = None


def screened(
    content: str, trust: Trust, marks: Sequence[str] = (), attributes: Mapping[str, Any] | None = None
) -> Screened:
    """Whether a memory that says `content` may be handed out."""
    return Screened(trust, finding(Handed(content, trust, marks, attributes)))


def finding(handed: Handed, allowance: Allowance | None = None) -> Finding | None:
    """What keeps a memory that says so in quarantine. What `allowance` leaves no time for is kept UNSCREENED."""
    if not handed.marks and not handed.attributes:
        return screening.screen(handed.content, handed.trust, handed.seen, allowance)
    said = "\n".join([handed.content, *handed.marks, *_texts(handed.attributes or {})])
    return screening.screen(said, handed.trust, allowance=allowance)


def findings(handed: Sequence[Handed]) -> list[Finding | None]:
    """The same of all texts of one call, within the time that a call has. The shortest are read first, so that a long
    one lets none of them wait."""
    allowance = Allowance()
    found: list[Finding | None] = [None] * len(handed)
    for place in sorted(range(len(handed)), key=lambda place: len(handed[place].content)):
        found[place] = finding(handed[place], allowance)
    return found


def sent(attributes: Mapping[str, Any], origin: Origin) -> Mapping[str, Any]:
    """The attributes that somebody else wrote. What the service noted of a fact that it derived is no part of what was
    said: with it, a harmless wish read like an order. The same name that a client sends is the client's."""
    if origin != Origin.DERIVED:
        return attributes
    return {name: value for name, value in attributes.items() if name not in _NOTED}


_NOTED = frozenset({"rule"})  # what consolidation notes: by which rule a fact was learnt


def may_protect(origin: Origin, memory: Memory) -> bool:
    """Whether somebody of this origin may make `memory` permanent. A model, which acts through tools, makes so what a
    person said; an application what its agent said as well; what a tool or an import brought needs a curator."""
    if origin == Origin.CURATOR:
        return True
    return memory.trusted >= (Trust.USER if origin == Origin.TOOL else Trust.AGENT)


def _texts(value: Any) -> Iterable[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, one in value.items():
            yield str(key)
            yield from _texts(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _texts(one)


def needs_person(new: Memory, old: Memory) -> bool:
    """A fact that a person wrote or protected is never replaced by a derived one without a review, and none by one that
    is trusted less."""
    stands = old.origin == Origin.CURATOR or old.protected or new.trusted < old.trusted
    return stands and new.origin != Origin.CURATOR


def overrides_own_word(winner: Memory, loser: Memory) -> bool:
    """Whether `loser` is what a person says of themselves, and `winner` what only others say of them."""
    return is_own_word_of_another(loser, _speakers(winner))


def is_own_word_of_another(fact: Memory, speakers: Collection[str]) -> bool:
    """Whether `fact` is what a person says of themselves, who is none of those `speakers`. Nobody knows who is behind
    what has no speaker."""
    said_by = {name_key(name) for name in speakers if name}
    own = {name_key(name) for name in _speakers(fact) if name and _is_of(name, fact.content)}
    return bool(said_by and own) and said_by.isdisjoint(own)


def _is_of(name: str, content: str) -> bool:
    """Whether a fact tells of somebody, or of something of theirs."""
    return re.match(rf"{re.escape(name)}(?:['’]s?)? ", content, re.I) is not None


def _speakers(fact: Memory) -> set[str]:
    """Who said it, in whichever of its turns."""
    said = MemorySource.objects.filter(memory=fact).values_list("source__source_role", flat=True)
    return {*said} or {fact.source_role}
