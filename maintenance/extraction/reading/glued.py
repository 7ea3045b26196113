"""Whether a rewritten sentence holds words of a second statement, which its own parse shows: "has gone Stu went to
work", "can she have a projector", "her iron and b12 are"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..grammar.clauses import finite_verb, subject_of
from ..grammar.lexicon import MONTHS, TIMES, WEEKDAYS, word_set
from .joints import GOVERNING

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_FINITE = frozenset(("VBD", "VBP", "VBZ", "MD"))
# What joins one clause to another, or makes it a part of it.
_JOINING = word_set(
    "that who which whom whose what when where while because since if so and but or as than until till after before "
    "how why whether though although once wherever whenever plus yet unless except like case provided providing given "
    "whatever whichever whoever however nor or"
)
# "Gets her pumped", "has it confirmed", "ensures it loads": what is done to the subject of the second verb.
_CAUSING = word_set("get have make let keep see watch ensure check joke define include give")
# What is told, thought or asked may be a clause that nothing joins: "the vet confirmed Milo has diabetes".
_TELLING = GOVERNING | word_set(
    "confirm recommend state write warn inform advise admit reckon discover text order reply phone email message argue "
    "propose recall announce point demand request require note mention estimate conclude suspect predict complain "
    "stress add guarantee signal indicate imply remind assure convince persuade teach understand observe declare deny "
    "specify maintain repeat rule vow pray regret accept acknowledge appreciate care see sense spot stipulate"
)
_HOLIDAYS = word_set("christmas xmas easter year whitsun diwali eid ramadan hanukkah passover thanksgiving holi")
# What opens a clause that is no sentence by itself.
_HALF = word_set("because if unless whether lest")


def is_glued(doc: Doc) -> bool:
    """Whether its one statement cannot be told from what stands around it."""
    root = next(iter(doc.sents)).root
    subject = subject_of(root)
    if subject is None:
        return False
    return (
        _is_asked(doc, root, subject)
        or _is_cut_off(root, subject)
        or _is_half(doc, root, subject)
        or _has_two_subjects(root)
        or any(_is_strange(token, root) or _is_left_over(token) or _is_lost(token, root) for token in doc)
    )


def _is_asked(doc: Doc, root: Token, subject: Token) -> bool:
    """ "Can Ann have a better projector", typed without its mark."""
    first = finite_verb(root)
    return first.i == doc[0].i and first.i < subject.i


def _is_cut_off(root: Token, subject: Token) -> bool:
    """ "With Callum, she was": what she was is not there."""
    if root.lemma_ != "be" or subject.i > root.i or subject.tag_ in ("EX", "WP", "WDT"):
        return False
    if any(child.dep_ in ("acomp", "attr") for child in root.children):
        return False  # "vegetarian I am"
    return not any(child.i > root.i and child.dep_ not in ("punct", "cc", "conj") for child in root.children)


def _is_half(doc: Doc, root: Token, subject: Token) -> bool:
    """ "In case she sets it up again", "because of the flu, and she comes": no statement by itself."""
    first = doc[0]
    doing = first.tag_ == "VBG" and first.dep_ in ("advcl", "csubj") and first.i < subject.i
    if doing and any(child.dep_ == "dobj" for child in first.children):
        return True  # "doing a flat pack, shaker doors, Ann wanted stone"
    if first.lower_ in _HALF and any(token.dep_ == "cc" and token.head == root for token in doc[: subject.left_edge.i]):
        return True
    return doc[:2].text.lower() == "in case" and len(doc) > 2 and doc[2].lower_ != "of"


def _has_two_subjects(root: Token) -> bool:
    """ "A green Raleigh from a man in Chorlton, he threw in a lock", "Noodle she will miss"."""
    subjects = [child for child in root.children if child.dep_ in ("nsubj", "nsubjpass") and child.i < root.i]
    behind = (one for one in subjects[1:] if one.left_edge.i > 0)
    return any(
        one.pos_ == "PRON" or one.left_edge.pos_ == "DET" or one.left_edge.nbor(-1).text == "," for one in behind
    )


def _is_lost(token: Token, root: Token) -> bool:
    """A finite verb without a subject below another, "wants somewhere to dump it goes"; a call between commas, "does
    not like, remember, when it rains"; an object behind a comma, "finished, only the cheese"."""
    if token.dep_ == "dobj":
        first = token.left_edge
        return first.i > 1 and first.nbor(-1).text == "," and first.i - 2 == token.head.i
    if token.dep_ == "parataxis" and token.tag_ in ("VB", "VBP"):
        return token.i > 0 and token.nbor(-1).text == "," and all(child.is_punct for child in token.children)
    has_subject = any(child.dep_ in ("nsubj", "nsubjpass", "expl", "csubj", "mark", "aux") for child in token.children)
    return token != root and token.dep_ == "ccomp" and token.tag_ == "VBZ" and not has_subject


def _is_left_over(name: Token) -> bool:
    """ "She finishes on 3 July and Sunil": who is joined to a day began the next statement."""
    day = name.head
    return (
        name.dep_ == "conj"
        and name.pos_ == "PROPN"
        and name.i == len(name.doc) - 1 - name.doc[-1].is_punct
        and name.lower_ not in MONTHS | WEEKDAYS | _HOLIDAYS
        and (day.lower_ in MONTHS or day.like_num or day.lemma_.lower() in TIMES)
    )


def _is_strange(verb: Token, root: Token) -> bool:
    """Whether a second verb has a subject of its own, and nothing joins it to the first."""
    subject = subject_of(verb)
    if verb == root or verb.pos_ not in ("VERB", "AUX") or subject is None or subject.i > verb.i:
        return False
    finite = finite_verb(verb)
    if finite.tag_ not in _FINITE or verb.dep_ not in ("ccomp", "parataxis", "dep", "conj", "advcl"):
        return False
    if verb.head.lemma_.lower() in _TELLING | _CAUSING or verb.head.pos_ in ("ADJ", "NOUN"):
        return False
    opening = verb.doc[max(0, min(subject.left_edge.i, finite.i, verb.left_edge.i) - 1) : subject.i + 1]
    joined = any(token.lower_ in _JOINING or token.is_punct for token in opening)
    return not joined and verb.i > verb.head.i
