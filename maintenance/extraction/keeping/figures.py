"""Manners of speaking: who is a fool is none, and who is dying for a coffee is well."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memory.language.en.foods import KEPT_FROM

from ..grammar.lexicon import ANYBODY, WEEKDAYS, word_set
from ..grammar.statement import Learnable

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
        wish = said.child("xcomp")
        wished = head.tag_ == "VBG" and (
            ("for" in behind and not _is_of(behind["for"], {"want", "lack"}))
            or (wish is not None and any(child.lower_ == "to" for child in wish.children))
        )
        laughing = any(child.lemma_ == "laugh" for child in head.children)
        return wished or laughing or _is_of(behind.get("of"), _LIGHTLY)
    if head.tag_ == "VBG" and said.lemma == "gasp":
        return "for" in behind and not _is_of(behind["for"], {"air", "breath"})
    if head.tag_ == "VBG" and said.lemma == "drown":
        return _is_of(behind.get("in"), _TOO_MUCH)
    if head.tag_ == "VBG" and said.lemma == "kill":
        by = said.subject.lemma_.lower() if said.subject is not None else ""
        return said.target is not None and said.target.lower_ in ("me", "us") and by not in KEPT_FROM
    if said.lemma == "drive":
        driven = said.target is not None and said.target.pos_ == "PRON"  # a bus is driven round a bend
        return driven and (_is_of(behind.get("up"), {"wall"}) or _is_of(behind.get("round"), {"bend", "twist"}))
    state = said.adjective
    if not said.is_be or state is None:
        return False
    if state.lower_ == "allergic":
        return _is_allergic_in_jest(said, state)
    of_what = next((child for child in state.children if child.lower_ == "to"), behind.get("to"))
    on_feet = state.lower_ == "dead" and _is_of(behind.get("on"), {"foot"})
    return on_feet or (state.lower_ in _TO_DEATH and _is_of(of_what, {"death"}))


_LIGHTLY = word_set("boredom embarrassment shame laughter curiosity")
_TO_DEATH = word_set("sick bored")  # of dogs somebody may be scared to death
# What nobody is allergic to. To exercise some are.
_IN_JEST = WEEKDAYS | word_set(
    "morning meeting talk work housework paperwork people effort nonsense bullshit drama spreadsheet deadline"
    " commitment"
)
_TOO_MUCH = _IN_JEST | word_set("email mail message ticket laundry homework invoice admin")  # not debts, nor a lake


def _is_allergic_in_jest(said: Learnable, state: Token) -> bool:
    """Whether all that is named behind "allergic" is in jest: "to nonsense, and penicillin" names what is meant.

    The parser hangs what follows a comma or a second "to" on other words, and may take it for a verb.
    """
    named = [
        token
        for token in said.clause.tokens
        if token.i > state.i and token.pos_ in ("NOUN", "PROPN", "VERB", "X") and token.dep_ != "compound"
    ]
    return bool(named) and all(_is_one_of(token, _IN_JEST) for token in named)


def _is_of(preposition: Token | None, things: frozenset[str] | set[str]) -> bool:
    """Whether all that stands behind the preposition is among these."""
    first = next((child for child in preposition.children if child.dep_ == "pobj"), None) if preposition else None
    named = [] if first is None else [first, *first.conjuncts]
    return bool(named) and all(_is_one_of(one, things) for one in named)


def _is_one_of(noun: Token, things: frozenset[str] | set[str]) -> bool:
    return bool({noun.lemma_.lower(), noun.lower_.removesuffix("s")} & things)
