"""Who introduces themselves by the name that they are known by: "I'm Priya, a nurse from Leicester". That she is Priya
tells nothing; what stands beside her name is told of her. Pure.

"Priya here" and "this is Priya" open a message, and what follows may be its matter: "Priya here, a note for Tom".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .lexicon import EMPTY_NOUNS, LASTING, PEOPLE, word_set
from .rewrite import USER, Voice

if TYPE_CHECKING:
    from spacy.tokens import Doc, Span

LONGEST = 3  # words of a name
_STATES = LASTING | {"allergic", "intolerant"}
# What a message may be, and nobody is.
_MATTERS = EMPTY_NOUNS | word_set("query note message reminder request report answer reply")


def told_beside(doc: Doc, speaker: Voice) -> str | None:
    """ "I'm a nurse from Leicester" for "I'm Priya, a nurse from Leicester", which Priya said; None for what is no such
    introduction, and where nothing is told beside the name."""
    name = _introduced(doc)
    if name is None or speaker == USER or name.end >= len(doc):
        return None
    if {token.lower_ for token in name}.isdisjoint(speaker.inner.lower().split()):
        return None
    if doc[name.end].lower_ == "from":
        return f"I'm {doc[name.end :].text}"
    rest = doc[name.end + 1 :]
    return f"I'm {rest.text}" if doc[name.end].text == "," and len(rest) and _tells_what_one_is(rest, name) else None


def _introduced(doc: Doc) -> Span | None:
    """What a sentence that opens with "I'm" or "my name is" has before its first comma or "from"."""
    opening = next((n for n in (2, 3) if doc[:n].text.lower() in ("i'm", "i am", "my name is")), 0)
    end = next((token.i for token in doc[opening:] if token.is_punct or token.lower_ == "from"), 0)
    name = doc[opening:end]
    is_name = opening and 0 < len(name) <= LONGEST and all(token.pos_ in ("PROPN", "NOUN") for token in name)
    return name if is_name else None


def _tells_what_one_is(rest: Span, name: Span) -> bool:
    """Whether the words behind the name are a phrase on who bears it, and no clause of its own."""
    first, second = rest[0], rest[min(1, len(rest) - 1)]
    # Of a bare "vegan" or "lactose intolerant" the parser makes anything.
    if first.lower_ in _STATES or (first.pos_ == "NOUN" and second.lower_ in _STATES):
        return True
    told = next((token for token in rest if token.head in name and token.left_edge == first), None)
    if told is None or any(child.dep_ == "neg" for child in (*told.head.children, *told.children)):
        return False
    if told.pos_ == "NOUN":
        is_whole = told.lemma_ in PEOPLE or any(child.dep_ in ("det", "poss") for child in told.lefts)
        return told.dep_ == "appos" and is_whole and told.lemma_ not in _MATTERS
    is_quality = told.pos_ in ("NUM", "ADJ") and told.dep_ in ("appos", "conj", "amod")
    return is_quality or (told.dep_ == "acl" and told.tag_ == "VBG")
