"""Whether a text means to steer the model that will read it: `screen`. Pure.

It finds what is written plainly, and what is disguised by lookalike letters, digits for letters, spacing, markdown or
an encoding: by rules, and by weights that were learnt (`learnt`). It is a sieve and no barrier: what it lets through is
still only quoted, never obeyed by the service.
Each rule says up to which trust it counts. What a user says to the assistant is judged the most mildly: "answer in
bullet points from now on" is a wish, and a text from a tool that says so to "all AI assistants" is not.
"""

from __future__ import annotations

from typing import NamedTuple

from ..models.trust import QuarantineReason, Trust
from ..redaction import without_kinds
from ..text import Glance, glance, longest_run
from . import abroad, addressed, carrying, english, invisible, learnt, planting, posing, tongues, tooling
from .disguises import LETTERS, decoded, flattened, may_be_masked, unmasked
from .patience import WEIGHED_CHARACTER, Allowance, Patience
from .rules import PIECE, UNREAD, Rules, beginnings

__all__ = ["Allowance", "Finding", "screen"]


class Finding(NamedTuple):
    """`rule` names what spoke against the text, for a curator; it never quotes the text."""

    reason: QuarantineReason
    rule: str


_ALL = (
    *english.RULES,
    *tongues.RULES,
    *abroad.RULES,
    *posing.RULES,
    *carrying.RULES,
    *tooling.RULES,
    *addressed.RULES,
    *planting.RULES,
)
_KNOWN = LETTERS.union(*(group for rule in _ALL for group in rule.words))
_RULES = {trust: Rules(_ALL, trust, _KNOWN) for trust in Trust}


_LEARNT = "reads like an order to an assistant"
_NOT_YET = Finding(QuarantineReason.UNSCREENED, "not screened yet")


def screen(text: str, trust: Trust, seen: Glance | None = None, allowance: Allowance | None = None) -> Finding | None:
    """What keeps `text` from being handed to a model, None for nothing. What a curator wrote is not looked at. `seen`
    is the glance at the text, where the caller took one.

    What cannot be read in the time that `allowance` leaves is UNSCREENED: it is read later, without one. What takes too
    long then, too, is kept.
    """
    if trust >= Trust.CURATOR:
        return None
    if allowance is None:
        return _met(text, trust, seen, *_patience(text))
    if allowance.left <= 0:
        return _NOT_YET
    with allowance:
        found = _met(text, trust, seen, *_patience(text, allowance))
    return _NOT_YET if found is not None and found.rule == UNREAD.name else found


def _patience(text: str, allowance: Allowance | None = None) -> tuple[Patience, Patience]:
    """For the rules, and for the weights."""
    return Patience(len(text), allowance), Patience(len(text), allowance, WEIGHED_CHARACTER)


def _met(text: str, trust: Trust, seen: Glance | None, patience: Patience, weighing: Patience) -> Finding | None:
    """The same within so much patience for the rules, and so much for the weights."""
    if (said := without_kinds(text)) != text:
        text, seen = said, None
    if not text.isascii() and (hidden := invisible.hides(text)):
        return Finding(QuarantineReason.INVISIBLE, hidden)
    plain, longest = seen or glance(text)
    flat = flattened(text, plain)
    begun = beginnings(flat, _KNOWN)
    rules = _RULES[trust]
    if rule := rules.met(flat, begun, patience, plain):
        return Finding(rule.reason, rule.name)
    if (suspected := learnt.suspects(flat, trust, weighing)) is not False:
        return _suspected(suspected)
    if plain and not longest and not may_be_masked(flat, begun):
        return None  # as most talk
    for view in unmasked(text, flat, begun, longest if text.isascii() else longest_run(flat)):
        if rule := rules.met(view, beginnings(view, _KNOWN), patience):
            return Finding(rule.reason, _named(rule.name, "disguised"))
        if (suspected := learnt.suspects(view, trust, weighing)) is not False:
            return _suspected(suspected, "disguised")
    return _met_encoded(text, longest, min(trust, Trust.AGENT), patience, weighing)


def _met_encoded(text: str, longest: int, trust: Trust, patience: Patience, weighing: Patience) -> Finding | None:
    for passage in decoded(text, longest):
        # What a short text says in code is short, too: it is read to its end, however slow the moment is.
        if len(text) > PIECE and patience.left <= 0:
            return Finding(UNREAD.reason, UNREAD.name)
        said = flattened(passage)
        if rule := _RULES[trust].met(said, beginnings(said, _KNOWN), patience):
            return Finding(rule.reason, _named(rule.name, "encoded"))
        if (suspected := learnt.suspects(said, trust, weighing)) is not False:
            return _suspected(suspected, "encoded")
    return None


def _suspected(is_read: bool | None, how: str = "") -> Finding:
    """What was found; where `is_read` is None, that the patience ended."""
    return Finding(QuarantineReason.INSTRUCTION, UNREAD.name if is_read is None else _named(_LEARNT, how))


def _named(name: str, how: str) -> str:
    return name if not how or name == UNREAD.name else f"{name}, {how}"
