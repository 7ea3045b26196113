"""What "they" did to something of the speaker's, told of the thing: "they moved my desk" is "my desk was moved".

Who "they" are, an office, a firm, the people of the house, nobody needs to know; what is with the desk now, one does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..grammar.clauses import SUBJECTS, Clause, is_past
from ..grammar.lexicon import FAMILY_NAMES, names_a_doer, word_set
from ..grammar.rewrite import POSSESSIVE
from ..plain.verbless import with_owner
from .answers import past

if TYPE_CHECKING:
    from spacy.tokens import Token

# The participles of verbs whose past has another form.
_PARTICIPLES = {
    "gave": "given", "took": "taken", "chose": "chosen", "drew": "drawn", "wrote": "written", "broke": "broken",
    "stole": "stolen", "threw": "thrown", "did": "done", "grew": "grown", "withdrew": "withdrawn", "saw": "seen",
    "hid": "hidden", "redid": "redone", "redoed": "redone", "forgot": "forgotten", "tore": "torn", "drove": "driven",
    "overrode": "overridden",
}  # fmt: skip
_NOMINATIVE = {"me": "I", "us": "we"}
# Whoever it was: "she doubled the lisinopril", of the doctor whom nobody named.
_SOMEBODY = word_set("they she he")
# What is done to the speaker in a talk, not in their life.
_OF_THE_TALK = word_set("tell ask say thank call see hear know like love let make help want get have keep")


def as_passive(clause: Clause) -> str | None:
    """The clause with what was done to as its subject; None where "they" did nothing to anything of the speaker's."""
    subject, verb = clause.subject, clause.head
    if subject is None or subject.lower_ not in _SOMEBODY or any(child.lower_ in _ALL_BUT for child in verb.children):
        return None
    if any(token.lower_ in _CONDITIONAL for token in clause.head.sent if token.i < verb.i):
        return None  # "if they made me treasurer I'd stay"
    if verb.lemma_ == "make":
        return _as_made(clause)
    if verb.lemma_ in _OF_THE_TALK:
        return None
    going_on = verb.tag_ == "VBG" and any(child.lower_ in ("are", "'re") for child in verb.children)
    if not (is_past(verb) or (going_on and subject.lower_ == "they")):
        return None
    if any(child.dep_ in ("neg", "ccomp") or _is_purpose(child) for child in verb.children):
        return None
    given = next((child for child in verb.children if child.dep_ == "dative"), None)
    if given is not None and not (given.lower_ in FAMILY_NAMES or _is_of_the_speaker(given)):
        return None
    done = given or next((child for child in verb.children if child.dep_ == "dobj" and child.i > verb.i), None)
    if done is None or not (_is_ones_own(done) or _is_somebody_dealt_with(done, verb)):
        return None
    # What "they" did besides was not done to the same thing: "they moved my desk and took the chair".
    besides = {part for child in verb.children if child.dep_ in ("cc", "conj") for part in child.subtree}
    kept = [token for token in clause.tokens if token.i > verb.i and token not in besides]
    thing = [token for token in done.subtree if token in kept]
    rest = [token for token in kept if token not in thing]
    while rest and rest[-1].is_punct:
        rest.pop()
    name = _NOMINATIVE.get(done.lower_) or _text(thing)
    several = name == "we" or done.tag_ in ("NNS", "NNPS")
    if going_on:
        were, participle = "are being" if several else "am being" if name == "I" else "is being", past(verb.lemma_)
    else:
        were, participle = "were" if several else "was", verb.lower_
    participle = _PARTICIPLES.get(participle, participle)
    return with_owner(f"{f'{name[0].upper()}{name[1:]} {were} {participle} {_text(rest)}'.strip()}.")


_CONDITIONAL = word_set("if unless whether imagine suppose")
# What was almost done was not.
_ALL_BUT = word_set("almost nearly")


def _is_purpose(verb: Token) -> bool:
    """A verb with "to", unless it is the first word of an office: "they promoted me to shift lead"."""
    if verb.dep_ != "xcomp":
        return False
    office = next((child for child in verb.children if child.dep_ == "dobj"), None)
    is_office = office is not None and _is_office(office) and office.i == verb.i + 1
    return not (is_office and verb.head.lemma_ in ("promote", "demote"))


# What is made for somebody, and what somebody is made to do.
_NO_OFFICE = word_set("dinner supper wonder order")


def _is_office(noun: Token) -> bool:
    """Whether a noun without an article tells what somebody is."""
    lemma = noun.lemma_.lower()
    bare = not any(child.dep_ in ("det", "poss") for child in noun.children)
    return noun.tag_ == "NN" and bare and lemma not in _NO_OFFICE and names_a_doer(lemma)


def _as_made(clause: Clause) -> str | None:
    """ "They made me senior accountant": an office, which has no article. Who is made to laugh, or a sandwich, holds
    none, nor does the king for a day."""
    verb = clause.head
    office = next((child for child in verb.children if child.dep_ == "ccomp" and child.i > verb.i), None)
    if office is None or not is_past(verb) or not _is_office(office):
        return None
    made = next((child for child in office.children if child.dep_ == "nsubj"), None)
    if made is None or made.lower_ not in _NOMINATIVE:
        return None
    beside = [child for child in verb.children if child.dep_ in ("neg", "prep", "advcl")]
    if any(child.lower_ != "in" or child.i < verb.i for child in beside):
        return None
    kept = [token for token in clause.tokens if token.i > made.i and not token.is_punct]
    if any(token.dep_ in SUBJECTS for token in kept):
        return None
    name = _NOMINATIVE[made.lower_]
    return f"{name[0].upper()}{name[1:]} {'were' if name == 'we' else 'was'} made {_text(kept)}."


# What an office, a firm or a hospital does with somebody.
_DEALING = word_set(
    "diagnose promote demote hire fire dismiss suspend appoint admit discharge transfer evict arrest detain deport "
    "vaccinate operate"
)


def _is_somebody_dealt_with(done: Token, verb: Token) -> bool:
    """ "They diagnosed Dad with Parkinson's", "they promoted Elif": with a name, where it is told what for."""
    if done.lower_ in FAMILY_NAMES:
        return True
    alone = done.pos_ == "PROPN" and all(child.dep_ in ("compound", "flat") for child in done.children)
    return alone and verb.lemma_ in _DEALING


def _text(tokens: list[Token]) -> str:
    return "".join(token.text_with_ws for token in tokens).strip()


def _is_ones_own(done: Token) -> bool:
    """Whether it is the speaker, something of theirs, or a definite thing."""
    if done.lower_ in _NOMINATIVE:
        return True
    return _is_of_the_speaker(done) or (
        done.pos_ in ("NOUN", "PROPN") and any(c.lower_ == "the" for c in done.children)
    )


def _is_of_the_speaker(noun: Token) -> bool:
    return any(child.dep_ == "poss" and child.lower_ in POSSESSIVE for child in noun.children)
