"""Words that mean the talk itself, or one of what only the talk tells: "you", "here", "the business one"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memory.language.en.vocabulary import CARDINALS

from ..grammar.lexicon import word_set
from ..grammar.mentions import SECOND_PERSON
from ..grammar.rewrite import tells_what_is_next
from ..keeping.ours import is_none

if TYPE_CHECKING:
    from spacy.tokens import Token

_MEETING_VERBS = word_set("talk chat speak see meet catch connect")
_BARE_AMOUNTS = word_set("some any more most several many few enough both each either neither none all another others")
_HEADS_COUNTED = {word for word, number in CARDINALS.items() if 2 <= number <= 8} | {"rest"}


def hangs_alone(token: Token, low: str) -> bool:
    """Whether a word means the other, the talk itself, or one of what only the talk tells."""
    if low in SECOND_PERSON or (low in ("we", "us") and _is_about_the_talk(token)):
        return True
    if low == "us" and token.head.lower_ == "of" and token.head.head.lower_ in _HEADS_COUNTED | _BARE_AMOUNTS:
        # "For both of us": how many only "we" tells.
        return True
    behind = token.dep_ == "advmod" and token.i > token.head.i
    if low == "then" and (behind or token.dep_ in ("pcomp", "pobj")) and not tells_what_is_next(token):
        return True
    if low == "here" and token.dep_ in ("advmod", "pcomp", "pobj"):
        return True
    if is_none(token):
        return not any(child.dep_ == "prep" for child in token.children) and low == "none"
    if low == "one" and token.dep_ == "appos" and token.i and token.nbor(-1) == token.head:
        return True  # "the business one", of the phones
    if low in ("one", "ones") and token.dep_ in ("dobj", "pobj", "nsubj", "attr"):
        counted = any(c.dep_ == "nummod" or c.lower_ == "of" for c in token.children)
        return not (counted or _is_one_of_those(token)) and not (token.i and token.nbor(-1).text == "-")
    return low in _BARE_AMOUNTS and token.dep_ in ("dobj", "pobj", "nsubj") and not any(True for _ in token.children)


def _is_one_of_those(one: Token) -> bool:
    """ "On all tills except the one in Ghent": of those that were just named. "The only one with admin rights"."""
    told = any(child.dep_ in ("prep", "relcl", "acl") for child in one.children)
    if one.dep_ == "attr":
        return told and any(child.lower_ == "only" for child in one.children)
    excepted = told and one.dep_ == "pobj" and one.head.lower_ == "except"
    return excepted and any(token.tag_ == "NNS" for token in one.doc[: one.head.i])


def _is_about_the_talk(token: Token) -> bool:
    """Whether "we" are the two who are talking: "since we last spoke"."""
    verb = token.head
    return (
        token.dep_ == "nsubj"
        and verb.lemma_ in _MEETING_VERBS
        and any(
            c.dep_ in ("advmod", "npadvmod") and c.lemma_ in ("last", "again", "soon", "while", "long", "later")
            for c in verb.children
        )
    ) or (
        token.dep_ == "nsubj"
        and verb.lemma_ in ("talk", "chat", "speak")
        and not any(child.dep_ == "dobj" for child in verb.children)  # "at home we speak Tamil"
    )
