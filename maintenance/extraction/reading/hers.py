"""What "her" is before a noun: the owner of it, or who is given it. A parser takes one for the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memory.language.en.foods import names_food

from ..grammar.lexicon import PEOPLE, PETS, TWO_OBJECTS, WEEKDAYS, word_set

if TYPE_CHECKING:
    from spacy.tokens import Token

_GIVING = TWO_OBJECTS | word_set("buy bring get cook bake knit sew pour make lend")
# "I pay her bills", "I called her clients": verbs that may have two objects, and here have one.
_OF_HERS = word_set("pay call name charge grant deny award allow")
_TAUGHT = word_set("class course group student pupil kid child team band choir lesson dog puppy")
_ELSEWHERE = word_set("to from for on with into back")


def owns_what_follows(her: Token) -> bool:
    """ "I'm covering her on-call weeks", of which the parser makes two objects: few verbs have two."""
    if her.lower_ != "her" or her.dep_ not in ("dobj", "dative") or her.head.lemma_ in _GIVING:
        return False
    return any(
        thing.dep_ == "dobj" and thing.left_edge.i == her.i + 1 and thing.left_edge.pos_ not in ("DET", "PRON", "NUM")
        for thing in her.head.children
    )


def is_given(her: Token) -> bool:
    """ "I bought her flowers", in which the parser makes them hers: she gets them. "I gave her keys back" and "I'm
    making her bed" tell of what she has."""
    thing = her.head
    verb = thing.head
    if her.lower_ != "her" or her.dep_ != "poss":
        return False
    if thing.pos_ == "PROPN" and thing.dep_ in ("dobj", "oprd"):
        return verb.lemma_ in ("call", "name") or thing.lower_.removesuffix("s") in WEEKDAYS  # "I visit her Sundays"
    if thing.dep_ != "dobj" or verb.lemma_ not in _GIVING - _OF_HERS:
        return False
    if verb.lemma_ == "teach" and not any(child.dep_ in ("amod", "compound") for child in thing.children):
        return thing.lemma_.lower() not in PEOPLE | PETS | _TAUGHT  # "I teach her algebra"
    several = thing.tag_ == "NNS" and thing.lemma_.lower() not in PEOPLE | PETS
    led = any(child.dep_ in ("prep", "prt", "advmod") and child.lower_ in _ELSEWHERE for child in verb.children)
    return (several or names_food(f"eat {thing.lower_}")) and not led
