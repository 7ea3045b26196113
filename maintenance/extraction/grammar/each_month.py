"""Days of the month and of the present one that are meant of each: "he pays by standing order on the 1st"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from .clauses import Clause, finite_verb
from .lexicon import word_set
from .tense import verb_above

if TYPE_CHECKING:
    from spacy.tokens import Token

# "By the end of the month", which is the present one's, or each.
THE_PRESENT = re.compile(r"the (?:week|month|year)", re.I)


def is_by_habit(clause: Clause) -> bool:
    """ "I pay them by the end of the month", "I have to send invoices": what is done, or to be done, each time."""
    head = clause.head
    below = next((child for child in head.children if child.dep_ == "xcomp"), None)
    if finite_verb(head) is head and head.tag_ in ("VBZ", "VBP") and below is None and head.lemma_ not in _ENDING:
        return True
    doers_and_things = [child for verb in (head, below or head) for child in verb.children if child.dep_ in _TOUCHED]
    return any(one.tag_ == "NNS" and not any(c.dep_ in _TOLD_APART for c in one.children) for one in doers_and_things)


# What a thing does once: "my visa runs out at the end of the year".
_ENDING = word_set("start begin end expire run close open stop finish lapse retire leave")
_PAYING = word_set("pay invoice bill charge debit")
_PAID = word_set(
    "salary wage pension rent allowance benefit stipend bill invoice mortgage subscription fee loan premium tuition"
)


def is_paid_monthly(day: Token, clause: Clause) -> bool:
    """ "He pays by standing order on the 1st", "my gym charges me on the 5th", "I get my pension on the 1st"."""
    verb = verb_above(day, clause)
    finite = finite_verb(verb)
    if finite.tag_ not in ("VBZ", "VBP") or not (finite is verb or verb.tag_ == "VBN"):
        return False
    if finite is not verb and finite.lemma_ not in ("be", "get"):
        return False  # "I have paid on the 1st"
    if any(child.lower_ == "back" for child in verb.children):
        return False  # "I pay Tom back on the 15th"
    objects = [child for child in verb.children if child.dep_ == "dobj"]
    if any(child.lemma_.lower() in _PAID for child in objects):
        return True
    # "I pay the deposit on the 3rd" is paid once; "my gym charges me" tells nothing that is.
    return verb.lemma_ in _PAYING and all(child.pos_ == "PRON" for child in objects)


_TOUCHED = ("nsubj", "nsubjpass", "dobj")
_TOLD_APART = ("det", "poss", "nummod")
