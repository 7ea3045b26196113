"""Statements that "and" or "but" joins, each with a subject of its own: "I'm allergic to sesame and I get home at six".

A small parser takes the last word of the one for the subject of the other now and then, and both are lost. Alone, each
is a short sentence that it gets right. A sentence is only divided where both parts are whole: "Sam and I went" is one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from .clauses import SUBJECTS, finite_verb
from .guards import OF_SOMETHING
from .lexicon import word_set
from .mentions import THIRD_PERSON
from .references import POINTING

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

MOST_TRIED = 6  # joints of one sentence: each costs two parses; chosen
_FINITE = frozenset(("VBD", "VBP", "VBZ", "MD"))
_JOINT = re.compile(
    r"(?:,| -)? (?:and|but|so(?! (?:I|we) (?:can|could|would|might|may|'d)\b)) (?=(?:I|we|my|our)\b)|; (?=(?:I|we"
    r"|my|our)\b)"
)
# What stands in front of two clauses may be said of both: a condition, a time, who said it.
_OPENED = re.compile(
    r"^(?:if|when|while|once|unless|until|after|before|because|since|although|though|as|whenever|even|both|either"
    r"|not only)\b|\b(?:if|unless|whether|as long as|provided|in case|suppose|otherwise|so that)\b",
    re.I,
)
_QUOTING = re.compile(r"[\"“”]|(?<!\w)'")
# Verbs and adjectives whose clause may go on behind the joint: "she says that it rains and I need a coat".
_GOVERNING = word_set(
    "say tell think know believe hope wish guess suppose feel imagine mean promise suggest hear read notice decide "
    "realise realize remember forget learn find see show prove worry fear claim report explain ask insist agree doubt "
    "dream pretend assume expect figure bet swear love hate like mind want prefer let make help"
)


def divided(doc: Doc, parse: Callable[[str], Doc]) -> Iterator[Doc]:
    """The sentence's parts that can each stand alone, left to right; the sentence itself where it is one."""
    text = doc.text
    misread = _is_misread(doc)
    for start, end in [] if _QUOTING.search(text) else _joints(doc):
        left, right = text[:start], text[end:]
        if _OPENED.search(left) or left.count("(") > left.count(")"):
            continue
        first, second = parse(f"{left}."), parse(f"{right[0].upper()}{right[1:]}")
        if not misread and _leans_back(second):
            continue
        if _is_whole(first) and not _governs_on(first) and _is_whole(second):
            yield first
            yield from divided(second, parse)
            return
    yield doc


def _joints(doc: Doc) -> list[tuple[int, int]]:
    """Where a statement may end and the next one begin, as positions in the text."""
    spans = {joint.span() for joint in _JOINT.finditer(doc.text)}
    spans |= {(_end_before(joint), joint.nbor().idx) for verb in doc if (joint := _lost_joint(verb)) is not None}
    return sorted(span for span in spans if span[0] > 0)[:MOST_TRIED]


def _lost_joint(verb: Token) -> Token | None:
    """The "and" before a verb's own subject that was taken for a second object: "to penicillin and Ole carries"."""
    if verb.tag_ not in _FINITE or verb.pos_ not in ("VERB", "AUX") or _subject(verb) is not None or verb.i < 3:
        return None
    before = verb.nbor(-1)
    if before.dep_ != "conj" or before.pos_ not in ("NOUN", "PROPN") or before.head.dep_ in SUBJECTS:
        return None
    start = before.left_edge.i
    joint = before.doc[start - 1] if start else before
    return joint if joint.lower_ in ("and", "but") else None


def _end_before(joint: Token) -> int:
    last = joint.nbor(-1) if joint.i else joint
    if last.is_punct and last.i:
        last = last.nbor(-1)
    return last.idx + len(last)


def _is_misread(doc: Doc) -> bool:
    """Whether the parser made two sentences of one, or left a telling word without a role."""
    return len(list(doc.sents)) > 1 or _has_lost_words(doc)


def _has_lost_words(doc: Doc) -> bool:
    return any(token.dep_ == "punct" and token.pos_ in _TELLING for token in doc)


def _leans_back(part: Doc) -> bool:
    """Whether only the whole sentence tells who or what it means: "and it prints blank pages", "but I quit"."""
    root = next(part.sents).root
    objectless = not any(child.dep_ in ("dobj", "xcomp", "prt") for child in root.children)
    ended = root.lemma_ in OF_SOMETHING and objectless
    return ended or any(token.lower_ in THIRD_PERSON | POINTING for token in part)


def _is_whole(part: Doc) -> bool:
    """Whether it opens with one finite clause whose subject stands before its verb, and nothing lies outside of it."""
    sentences = list(part.sents)
    root = sentences[0].root
    subject = _subject(root)
    if len(sentences) > 1 or subject is None or subject.i > root.i:
        return False
    return finite_verb(root).tag_ in _FINITE and not _has_lost_words(part)


_TELLING = frozenset(("NOUN", "PROPN", "VERB", "ADJ", "PRON"))


def _subject(root: Token) -> Token | None:
    return next((child for child in root.children if child.dep_ in SUBJECTS), None)


def _governs_on(part: Doc) -> bool:
    """Whether the last verb that takes a clause has nothing behind it that the joint could not go on."""
    last = part[len(part) - 1]
    return any(
        verb.lemma_.lower() in _GOVERNING and (_ends_in_clause(verb, last) or _ends_in_person(verb, last))
        for verb in part
        if verb.pos_ in ("VERB", "AUX")
    )


def _ends_in_clause(verb: Token, last: Token) -> bool:
    return any(child.dep_ in ("ccomp", "xcomp") and child.right_edge.i >= last.i - 1 for child in verb.children)


def _ends_in_person(verb: Token, last: Token) -> bool:
    """ "I think Sam", "I hope my wife": who may be the subject of what follows."""
    return any(
        child.dep_ in ("dobj", "dative", "oprd", "nsubj") and child.right_edge.i >= last.i - 1 and child.i > verb.i
        and (child.pos_ == "PROPN" or verb.lemma_.lower() in _SAYING)
        for child in verb.children
    )  # fmt: skip


_SAYING = word_set("say think know believe hope wish guess suppose feel imagine mean assume expect bet swear")
