"""Whether a part of a clause may go, so that what is left says no more than was said."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..grammar.clauses import Clause
from ..grammar.duties import is_of_a_duty
from ..grammar.lexicon import TIMES, WEEKDAYS, word_set
from ..grammar.mentions import SECOND_PERSON

if TYPE_CHECKING:
    from spacy.tokens import Token

# What makes a claim hold only if another does.
CONDITIONS = word_set("if unless provided providing assuming supposing once lest until till except")
# Without what follows them a claim says more than was said.
_EXCEPTING = word_set("without except but unlike instead besides than only until till")
_TRIMMABLE = word_set("advcl prep relcl acl appos npadvmod advmod agent dep parataxis")


# Of these the place is the core: whoever "starts there on Monday" may have started elsewhere long ago.
_BEING_SOMEWHERE = word_set("be start begin work live stay go get move come arrive teach study train")


def without_upshot(clause: Clause) -> Clause:
    """Without what follows from it and has no verb: "on omeprazole, so flat whites with oat milk now"."""
    for token in clause.head.sent:
        if token.lower_ == "so" and token.i > clause.head.i and token.nbor(-1).text == ",":
            rest = [other for other in clause.all_tokens if other.i >= token.i and other not in clause.lent]
            bids = bool(rest) and rest[0].tag_ == "VB"  # "brand guideline, so drop the old one"
            told = any(other.pos_ in ("VERB", "AUX") or other.lower_ in ("no", "not") for other in rest)
            if bids or not told:
                return clause.without(frozenset((token.i - 1, *(other.i for other in rest))))
    return clause


_FINITE = ("VBZ", "VBP", "VBD", "MD")


def without_next_doer(clause: Clause) -> Clause:
    """Without who does what is told next: "we are doing a budget and Phil" of "and Phil is sitting here"."""
    own = [token for token in clause.all_tokens if token not in clause.lent and not token.is_punct]
    joint = next((token for token in reversed(own) if token.dep_ == "cc" and token.i > clause.head.i), None)
    if joint is None:
        return clause
    named = [token for token in own if token.i > joint.i]
    if not named or any(token.pos_ in ("VERB", "AUX") for token in named) or named[-1].i + 1 >= len(named[-1].doc):
        return clause
    after = named[-1].nbor()
    does = after.tag_ in _FINITE and after.pos_ in ("VERB", "AUX")
    if after.text == "," and after.i + 2 < len(after.doc):
        does = after.nbor().lower_ in ("she", "he", "they", "it") and after.nbor(2).tag_ in _FINITE
    if not does or named[-1].pos_ not in ("NOUN", "PROPN"):
        return clause
    return clause.without(frozenset(token.i for token in (joint, *named)))


def _is_what_is_left_to(preposition: Token, clause: Clause) -> bool:
    """ "She left me in charge of the budget": without it she left me."""
    left = clause.head.lemma_ == "leave" and preposition.head == clause.head
    somebody = any(child.dep_ == "dobj" and child.pos_ == "PRON" for child in clause.head.children)
    return left and somebody and preposition.lower_ in ("in", "with", "without", "to", "on")


def _list_of_counted(token: Token) -> Token:
    """The whole list of "two dogs, Pepper, the beagle, and Duke", where it is one of these, else the token: of one that
    goes the others are no two dogs."""
    first = token
    while first.dep_ == "conj":
        first = first.head
    is_counted = first.dep_ == "appos" and any(child.dep_ == "nummod" for child in first.head.children)
    return first if is_counted else token


def trimmed(clause: Clause, stuck: Token) -> Clause | None:
    """The clause without the removable part that holds a word; None if the word is in its core."""
    token = stuck
    if stuck.lower_ in ("there", "here") and stuck.head.lemma_ in _BEING_SOMEWHERE:
        if not any(child.lower_ in ("before", "after") and child.dep_ == "mark" for child in stuck.head.children):
            return None
        token = stuck.head  # "before I got there" goes as a whole
    while token != clause.head and token.head != token:
        joined = token.dep_ == "conj" and token.head.pos_ in ("NOUN", "PROPN")
        token = _list_of_counted(token) if joined else token
        if (token.dep_ in _TRIMMABLE or joined) and token.head in clause.all_tokens and token not in clause.lent:
            subject = clause.subject
            if subject is not None and (token == subject or subject.is_ancestor(token)):
                return None
            if token.dep_ == "prep" and (_is_what_is_left_to(token, clause) or not _can_lose(token, clause)):
                if token.head == clause.head:
                    return None
                token = token.head
                continue
            if (
                token.dep_ == "prep"
                and (token.head == clause.head or token.head.dep_ in ("acomp", "attr", "oprd"))
                and stuck.lower_ in SECOND_PERSON
                and stuck.head == token
            ):
                # "I'll send it to you", "I'm proud of you for ...": about the two who talk.
                return None
            if _is_in_a_tale(token) or _is_alone_there(clause):
                return None
            if token.lower_ in _EXCEPTING or (token.dep_ in ("prep", "relcl", "acl") and _is_denied(clause)):
                # "I've never been to the vault" is not "I've never been".
                return None
            conditional = token.head.lower_ == "long" or any(c.lower_ in CONDITIONS for c in token.children)
            if token.dep_ == "advcl" and conditional:
                # Without its condition it is another claim.
                return None
            dropped = {t.i for t in token.subtree}
            before = token.left_edge.i - 1
            if before >= 0 and token.doc[before].dep_ in ("punct", "cc", "mark") and token.doc[before] in clause.tokens:
                dropped.add(before)
            if _would_join(dropped, clause):
                return None
            return clause.without(frozenset(dropped))
        if token.dep_ in ("nsubj", "nsubjpass", "dobj", "attr", "ccomp", "xcomp") and token.head == clause.head:
            return None
        token = token.head
    return None


def _would_join(dropped: set[int], clause: Clause) -> bool:
    """ "Lukas wants Kotlin, the rest of us Java": without the others he would want Kotlin Java."""
    before = [token for token in clause.tokens if token.i < min(dropped)]
    after = [token for token in clause.tokens if token.i > max(dropped)]
    names = ("NOUN", "PROPN")
    if not before or not after or before[-1].pos_ not in names or after[0].pos_ not in names:
        return False
    # "I had lunch with you yesterday" tells when.
    return after[0].dep_ != "npadvmod" and after[0].lower_ not in TIMES | WEEKDAYS


_TALES = word_set(
    "story tale novel book chapter scene film movie play script episode series show game dream poem song comic example"
)


_PLAYED = word_set("show play")


def _is_alone_there(clause: Clause) -> bool:
    """ "I only have mobile data at the cabin": without the cabin it says more."""
    beside = list(clause.head.children)
    # "The only one who can do it", "only allergic to nuts in the cake"
    told = [c for c in beside if c.dep_ == "acomp" or (c.dep_ == "attr" and c.lower_ == "one")]
    return any(
        child.lower_ == "only" and child.dep_ in ("advmod", "amod")
        for child in (*beside, *(child for one in told for child in one.children))
    )


def _is_in_a_tale(preposition: Token) -> bool:
    """ "In the story the wizard takes three drops a day": of nobody, without the story."""
    tales = _TALES if preposition.i < preposition.head.i else _TALES - _PLAYED  # "Lena sings in the show in May"
    things = (child for child in preposition.children if child.dep_ == "pobj")
    return preposition.lower_ == "in" and any(thing.lemma_.lower() in tales for thing in things)


def _is_denied(clause: Clause) -> bool:
    return any(child.dep_ == "neg" or child.lower_ == "never" for child in clause.head.children)


_ENTERING = word_set("sign register enrol enroll apply subscribe")
_ENTERED = word_set("for at in to with")


_BESIDE = word_set("with for about because like as")


def _is_what_it_is(preposition: Token) -> bool:
    """ "The dog is on the tablets with food": without the tablets, it would be with food."""
    is_accompanied = preposition.lower_ in _BESIDE
    told = [c for c in preposition.head.children if c.i > preposition.head.i and c.dep_ in ("prep", "acomp", "attr")]
    return not is_accompanied and all(c == preposition or c.lower_ in _BESIDE for c in told)


def _can_lose(preposition: Token, clause: Clause) -> bool:
    governor = preposition.head
    things = [child for child in preposition.children if child.dep_ == "pobj"]
    unnamed = any(thing.pos_ == "PRON" or thing.lower_ == "one" for thing in things)
    if is_of_a_duty(preposition) or (unnamed and governor.lemma_ in _ENTERING and preposition.lower_ in _ENTERED):
        return False  # "I signed up for it": for what is all that it tells
    if governor.pos_ in ("NOUN", "PROPN"):
        return preposition.lower_ != "of"
    if governor.lemma_ == "be" and _is_what_it_is(preposition):
        return False
    others = [
        c
        for c in governor.children
        if c != preposition and c.dep_ in ("dobj", "prep", "acomp", "attr", "xcomp", "oprd") and c in clause.all_tokens
    ]
    return bool(others)
