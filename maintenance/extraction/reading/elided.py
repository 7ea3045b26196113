"""Whether an "I" that was left out is the speaker's: what else the sentence, or the one before it, may be told of."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from memory.language.en.vocabulary import MONTHS, WEEKDAYS

from ..grammar.clauses import SUBJECTS, Clause, finite_verb
from ..grammar.lexicon import KIN, PETS, TIMES, word_set
from ..grammar.mentions import is_person
from ..grammar.rewrite import NOMINATIVE

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token


def is_of_others(doc: Doc) -> bool:
    """Whether a sentence is told of whoever is not the speaker: "they", "the council", "Ole"."""
    root = next(iter(doc.sents)).root
    subject = next((c for c in root.children if c.dep_ in SUBJECTS), None)
    if subject is None or subject.lower_ in NOMINATIVE or any(c.lower_ in NOMINATIVE for c in subject.conjuncts):
        return False
    return subject.lower_ in ("he", "she", "they") or (
        subject.pos_ in ("NOUN", "PROPN") and subject.lower_ not in TIMES
    )


def is_of_another(doc: Doc) -> bool:
    """Whether a sentence is told of one person who is not the speaker."""
    root = next(iter(doc.sents)).root
    subject = next((c for c in root.children if c.dep_ in SUBJECTS), None)
    if subject is None or subject.tag_ in ("NNS", "NNPS") or any(True for _ in subject.conjuncts):
        return False
    return subject.lower_ in ("he", "she") or (subject.pos_ in ("NOUN", "PROPN") and is_person(subject))


# What one does to a thing: "fixed in 2.4", "merged on Monday" is what became of it.
_DONE_TO = word_set(
    "close fix merge resolve solve repair replace cancel deliver steal confirm approve reject schedule postpone "
    "reschedule buy order purchase"
)


def _is_time(noun: Token) -> bool:
    return noun.like_num or noun.lower_.removesuffix("s") in WEEKDAYS or noun.lower_ in MONTHS


def lacks_object(clause: Clause) -> bool:
    """Whether its verb says what was done to a thing, and the thing is not there."""
    things = (c for c in clause.head.children if c.dep_ in ("dobj", "ccomp", "xcomp"))
    return clause.head.lemma_ in _DONE_TO and all(map(_is_time, things))


def names_a_patient(said: str) -> bool:
    """Whether a turn names kin or a pet, by whom a medicine may be taken as well: "dads home. Lantus at night"."""
    words = re.findall(r"[a-z]+", said.lower())
    return any(word in KIN | PETS or word.removesuffix("s") in KIN | PETS for word in words)


def has_other_verb(clause: Clause) -> bool:
    """Whether the "I" put in front of a gerund was wrong: "running every day boosts" has its own finite verb."""
    if clause.head.tag_ == "VBZ" and clause.head.pos_ == "VERB":
        return True
    if any(_tells_by_itself(child, clause.head) for child in clause.head.children):
        return True  # "staging keys rotate every month", "left achilles is sore", "lost wallet was found"
    return (
        clause.all_tokens[1:2] != ()
        and clause.all_tokens[1].lower_ in ("am", "'m")
        and any(
            t.tag_ == "VBZ"
            and t.dep_ != "relcl"
            and not any(c.dep_ in SUBJECTS for c in t.children)
            and t.pos_ == "VERB"
            for t in clause.all_tokens
        )
    )


def _tells_by_itself(verb: Token, head: Token) -> bool:
    finite = finite_verb(verb).tag_ in ("VB", "VBP", "VBZ", "VBD", "MD") and verb.dep_ in ("ccomp", "dep")
    if not finite or verb.i < head.i or head.lemma_ in _THINKING:
        return False
    if head.tag_ != "VBG" and any(token.tag_ in _BEGINS_ANOTHER for token in head.doc[head.i + 1 : verb.i]):
        return False
    return verb.dep_ == "dep" or any(c.dep_ in SUBJECTS for c in verb.children)


# "Warned Tom the road is icy", "showed Ann how it works" say what the speaker did. Only a bare noun behind the word, up
# to the verb, makes one thing with it: "left achilles".
_BEGINS_ANOTHER = ("DT", "PRP", "PRP$", "WP", "WRB", "WDT", "IN")

_THINKING = word_set(
    "hope think wonder wish guess assume expect say tell consider dream hear see make let help watch find realize"
    " realise decide forget learn know notice love hate prefer want feel pretend promise"
)
