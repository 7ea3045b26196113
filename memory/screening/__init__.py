"""Whether a text means to steer the model that will read it: `screen`. Pure.

It finds what is written plainly, and what is disguised by lookalike letters, digits for letters, spacing, markdown or
an encoding. It is a sieve and no barrier: what it lets through is still only quoted, never obeyed by the service.
Each rule says up to which trust it counts. What a user says to the assistant is judged the most mildly: "answer in
bullet points from now on" is a wish, and a text from a tool that says so to "all AI assistants" is not.
"""

from __future__ import annotations

from typing import NamedTuple

from ..models.trust import QuarantineReason, Trust
from . import carrying, english, invisible, posing, tongues
from .disguises import decoded, flattened, unmasked
from .rules import Rules

LOOKED_AT = 60_000  # characters from a text's beginning, and as many from its end
MOST_DECODED = 8  # passages of one text that are decoded and looked at


class Finding(NamedTuple):
    """`rule` names what spoke against the text, for a curator; it never quotes the text."""

    reason: QuarantineReason
    rule: str


_RULES = Rules((*english.RULES, *tongues.RULES, *posing.RULES, *carrying.RULES))


def screen(text: str, trust: Trust) -> Finding | None:
    """What keeps `text` from being handed to a model, None for nothing. What a curator wrote is not looked at."""
    if trust >= Trust.CURATOR:
        return None
    if len(text) > 2 * LOOKED_AT:
        text = f"{text[:LOOKED_AT]}\n{text[-LOOKED_AT:]}"
    if not text.isascii() and (hidden := invisible.hides(text)):
        return Finding(QuarantineReason.INVISIBLE, hidden)
    flat = flattened(text)
    if found := _judged(flat, trust):
        return found
    longest = max(map(len, text.split()), default=0)
    for view in unmasked(text, flat, longest if text.isascii() else max(map(len, flat.split()), default=0)):
        if found := _judged(view, trust):
            return found._replace(rule=f"{found.rule}, disguised")
    for passage in decoded(text, longest)[:MOST_DECODED]:
        if found := _judged(flattened(passage), min(trust, Trust.AGENT)):
            return found._replace(rule=f"{found.rule}, encoded")
    return None


def _judged(flat: str, trust: Trust) -> Finding | None:
    rule = _RULES.met(flat, trust)
    return Finding(rule.reason, rule.name) if rule else None
