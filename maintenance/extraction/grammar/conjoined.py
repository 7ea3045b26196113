"""Which of two that are named together "she" may be: of "Lucy and Pete" the one whom a word or the name tells to be a
woman, else nobody."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from .discourse import Discourse, Gender, Mention, Place

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_OTHER: dict[Gender, Gender] = {"f": "m", "m": "f"}


def by_gender(doc: Doc, place: Place, discourse: Discourse) -> None:
    """Take the other of two for the other gender, where one's is known: whoever says "she" of "Priya and Joss" means
    that the word tells which. Of three it tells nothing."""
    for at, mention in enumerate(discourse.mentions):
        if mention.order[:2] != place or not _is_one_person(mention) or mention.gender != "?":
            continue
        group = _together(doc[mention.order[2]])
        others = [
            one for one in discourse.mentions
            if one.order[:2] == place and _is_one_person(one) and one.order != mention.order
            and doc[one.order[2]] in group
        ]  # fmt: skip
        if len(group) == 2 and len(others) == 1:
            known = discourse.genders.get(others[0].text.lower(), others[0].gender)
            gender = "?" if known == "f" and _may_be_a_woman(doc[mention.order[2]]) else _OTHER.get(known, "?")
            discourse.mentions[at] = replace(mention, gender=gender)


def _may_be_a_woman(name: Token) -> bool:
    """A name of no known gender that ends as women's names do: of "Anna and Beate" neither is a man for sure."""
    return name.pos_ == "PROPN" and name.lower_.endswith(("a", "e"))


def _is_one_person(mention: Mention) -> bool:
    return mention.person and not mention.plural


def _together(noun: Token) -> list[Token]:
    return [noun, *noun.conjuncts]
