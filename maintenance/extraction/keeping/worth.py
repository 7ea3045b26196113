"""Which statements are kept, by which rule of the table, how sure they are, and what they are about.

A statement is kept for what its parse shows: who it is about, whether it is asserted, and whether anything is left
once evaluations and empty nouns are taken away.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..grammar.lexicon import HEDGES
from ..grammar.rule import Rule
from ..grammar.statement import Learnable
from .guards import NOT_SAID, NOT_WORTH
from .kinds import OF_SPEAKER, OF_SPEAKER_FIRST
from .kinds_of_others import OF_OTHERS
from .tags import tags

RULES: tuple[Rule, ...] = (*NOT_SAID, *OF_SPEAKER_FIRST, *NOT_WORTH, *OF_SPEAKER, *OF_OTHERS)
_SPEAKERS = (*NOT_SAID, *OF_SPEAKER_FIRST, *NOT_WORTH, *OF_SPEAKER)
_OTHERS = (*NOT_SAID, *OF_OTHERS)

# How sure an asserted statement is, and what takes some of that away. They are ranks, not measured shares: they only
# put the sure before the doubtful, and `precision` sets them beside how often a rule is right. With all that takes away
# halved and doubled the stories' build halves learn and answer the same. 60 and 59 of 262 facts have another confidence
# then, and one fact fewer and four more wait for a person as doubtful.
ASSERTED = 0.85
ELIDED = 0.15
AT_ONE_REMOVE = 0.1
AHEAD = 0.1
HEDGED = 0.3
THOUGHT = 0.2
TRIED = 0.05
LEAST = 0.2


@dataclass(frozen=True, slots=True)
class Weight:
    """What the rule that decided on a statement makes of it: its tags, most telling first, and its confidence; no tags
    where it is left out."""

    rule: str
    tags: tuple[str, ...] = ()
    confidence: float = 0.0


def weigh(said: Learnable) -> Weight:
    """What a statement is worth, by the first rule that applies to it."""
    rule = _deciding(_SPEAKERS if said.about == "speaker" else _OTHERS, said)
    if rule.keeps is None or not rule.keeps(said):
        return Weight(rule.name)
    found = tuple(dict.fromkeys((rule.tag, *tags(said)))) if rule.tag else tags(said)
    return Weight(rule.name, found, round(max(_confidence(said, found) + rule.confidence, LEAST), 2))


def _deciding(rules: Sequence[Rule], said: Learnable) -> Rule:
    return next(rule for rule in rules if rule.applies is not None and rule.applies(said))


def _confidence(said: Learnable, found: tuple[str, ...]) -> float:
    confidence = ASSERTED
    if said.elided:
        confidence -= ELIDED
    if said.about in ("resolved", "other"):
        confidence -= AT_ONE_REMOVE
    if "plan" in found or "goal" in found:
        confidence -= AHEAD
    modals = {token.lemma_.lower() for token in said.auxiliaries}
    kind_of = {"kind", "of"} <= said.lowers and "kind of" in said.text.lower()
    if said.lowers & HEDGES or modals & {"might", "may"} or kind_of:
        confidence -= HEDGED
    if said.head.lemma_ in ("think", "consider", "wonder", "hope", "seem"):
        confidence -= THOUGHT
    if said.head.lemma_ == "try" or "opinion" in found:
        confidence -= TRIED
    return confidence
