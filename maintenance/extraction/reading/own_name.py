"""Who introduces themselves by the name that they are known by: "I'm Priya, a nurse from Leicester". That she is Priya
tells nothing; what stands beside her name is told of her. Pure.

"Priya here" and "this is Priya" open a message, and what follows may be its matter: "Priya here, a note for Tom".
"""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

from ..grammar.lexicon import EMPTY_NOUNS, LASTING, PEOPLE, word_set
from ..grammar.rewrite import USER, Voice

if TYPE_CHECKING:
    from spacy.tokens import Doc, Span

LONGEST = 3  # words of a name
_STATES = LASTING | {"allergic", "intolerant"}
# What a message may be, and nobody is.
_MATTERS = EMPTY_NOUNS | word_set("query note message reminder request report answer reply favour favor name mistake")
# Where a clause of its own may begin, or one that describes what was said.
_NEW_CLAUSE = word_set("and but so i who which that whose where")
_FINITE = frozenset({"VBD", "VBZ", "VBP", "MD"})
_NO_MORE = word_set("until till once formerly previously please")


def told_beside(doc: Doc, speaker: Voice) -> str | None:
    """ "I'm a nurse from Leicester" for "I'm Priya, a nurse from Leicester", which Priya said; None for what is no such
    introduction, and where nothing is told beside the name."""
    name = _introduced(doc)
    if name is None or speaker == USER or name.end >= len(doc):
        return None
    if {token.lower_ for token in name}.isdisjoint(speaker.inner.lower().split()):
        return None
    is_from = doc[name.end].lower_ == "from"
    rest = doc[name.end if is_from else name.end + 1 :]
    if not is_from and doc[name.end].text != ",":
        return None
    if len(rest) < 1 + is_from or not _is_one_phrase(rest):
        return None
    is_told = rest[1].tag_ != "PRP$" if is_from else _tells_what_one_is(rest, name)
    return f"I'm {rest.text}" if is_told else None


def _introduced(doc: Doc) -> Span | None:
    """What a sentence that opens with "I'm" or "my name is" has before its first comma or "from"."""
    opening = next((n for n in (2, 3) if doc[:n].text.lower() in ("i'm", "i am", "my name is")), 0)
    end = next((token.i for token in doc[opening:] if token.is_punct or token.lower_ == "from"), 0)
    name = doc[opening:end]
    is_name = opening and 0 < len(name) <= LONGEST and all(token.pos_ in ("PROPN", "NOUN") for token in name)
    return name if is_name else None


def _is_one_phrase(rest: Span) -> bool:
    """Whether the words before the next clause tell of what is, and have no verb of their own."""
    phrase = list(takewhile(lambda token: token.lower_ not in _NEW_CLAUSE, rest))
    return not any(token.tag_ in _FINITE or token.lower_ in _NO_MORE for token in phrase)


def _tells_what_one_is(rest: Span, name: Span) -> bool:
    """Whether the words behind the name are a phrase on who bears it, and no clause of its own."""
    first, second = rest[0], rest[min(1, len(rest) - 1)]
    # Of a bare "vegan" or "lactose intolerant" the parser makes anything.
    state = next((token for token in (first, second) if token.lower_ in _STATES), None)
    if state is first or (state is not None and first.pos_ == "NOUN"):
        return state == rest[-1] or state.nbor().pos_ not in ("NOUN", "PROPN")
    told = next((token for token in rest if token.head in name and token.left_edge == first), None)
    if told is None or any(child.dep_ == "neg" for child in (*told.head.children, *told.children)):
        return False
    owners = [token.i for token in rest if token.text in ("'s", "’s") and token.i <= told.i + 1]
    if owners and (told.lemma_ not in PEOPLE or owners[-1] > told.i):
        return False  # "my son's allergic to nuts", which is "my son is"
    if told.pos_ == "NOUN":
        is_whole = told.lemma_ in PEOPLE or any(child.dep_ in ("det", "poss") for child in told.lefts)
        return told.dep_ == "appos" and is_whole and told.lemma_ not in _MATTERS
    is_quality = told.pos_ in ("NUM", "ADJ") and told.dep_ in ("appos", "conj", "amod")
    return is_quality or (told.dep_ == "acl" and told.tag_ == "VBG")
