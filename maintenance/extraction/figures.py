"""Manners of speaking: who is a fool is none, and who is dying for a coffee is well."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memory.language.en.foods import KEPT_FROM

from .lexicon import ANYBODY, WEEKDAYS, word_set
from .statement import Learnable

if TYPE_CHECKING:
    from spacy.tokens import Token

_FIGURES = word_set(
    "fool idiot moron genius mess wreck disaster zombie monster loser clown dummy eejit dope muppet machine legend "
    "shell angel saint gem godsend lifesaver star hero treasure"
)
# "I'm a new woman", "a man of parts", "tea is my whole personality".
_TURNED = word_set("new free changed different broken happy lucky whole entire parts")


def is_figure(said: Learnable) -> bool:
    """Who is a fool or a machine is none; and "it's me, Ann" tells who speaks."""
    if _is_exaggerated(said):
        return True
    if not said.is_be:
        return False
    attribute, state, words = said.child("attr"), said.child("acomp"), said.complement
    if said.subject is not None and said.subject.lower_ == "it" and words and words[0].lower_ in ("me", "us"):
        return True
    if said.about == "speaker" and state is not None and state.lemma_ in ("wrong", "mistaken"):
        return True  # what is right is another statement
    called = "" if attribute is None else attribute.lemma_.lower()
    is_turned = attribute is not None and any(token.lower_ in _TURNED for token in attribute.subtree)
    return called in _FIGURES or (is_turned and called in ANYBODY | {"personality"})


def _is_exaggerated(said: Learnable) -> bool:
    """ "I'm dying for a coffee", "sick to death of it", "allergic to Mondays". Who is dying of cancer is."""
    head = said.head
    behind = {child.lower_: child for child in head.children if child.dep_ in ("prep", "agent")}
    if said.lemma == "die":
        wished = head.tag_ == "VBG" and ("for" in behind or said.child("xcomp") is not None)
        laughing = any(child.lemma_ == "laugh" for child in head.children)
        return wished or laughing or _is_of(behind.get("of"), _LIGHTLY)
    if head.tag_ == "VBG" and said.lemma in ("gasp", "drown"):
        return not _is_of(behind.get("for"), {"air", "breath"}) and bool({"for", "in"} & set(behind))
    if head.tag_ == "VBG" and said.lemma == "kill":
        by = said.subject.lemma_.lower() if said.subject is not None else ""
        return said.target is not None and said.target.lower_ in ("me", "us") and by not in KEPT_FROM
    if said.lemma == "drive":
        return _is_of(behind.get("up"), {"wall"}) or _is_of(behind.get("round"), {"bend", "twist"})
    state = said.adjective
    if not said.is_be or state is None:
        return False
    of_what = next((child for child in state.children if child.lower_ == "to"), behind.get("to"))
    if state.lower_ == "allergic":
        return _is_of(of_what, _IN_JEST)
    on_feet = state.lower_ == "dead" and _is_of(behind.get("on"), {"foot"})
    return on_feet or (state.lower_ in _TO_DEATH and _is_of(of_what, {"death"}))


_LIGHTLY = word_set("boredom embarrassment shame laughter curiosity")
_TO_DEATH = word_set("sick bored scared worried fed")
# What nobody is allergic to.
_IN_JEST = WEEKDAYS | word_set(
    "morning meeting talk work housework paperwork people exercise effort nonsense bullshit drama spreadsheet deadline"
    " commitment"
)


def _is_of(preposition: Token | None, things: frozenset[str] | set[str]) -> bool:
    """Whether all that stands behind the preposition is among these."""
    first = next((child for child in preposition.children if child.dep_ == "pobj"), None) if preposition else None
    named = [] if first is None else [first, *first.conjuncts]
    return bool(named) and all({one.lemma_.lower(), one.lower_.removesuffix("s")} & things for one in named)
