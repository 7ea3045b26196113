"""Whether what is said of "it" may be said of what was named before it. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..grammar.clauses import Clause
from ..grammar.discourse import Mention
from ..grammar.lexicon import MONTHS, PETS, WEEKDAYS, word_set
from ..grammar.mentions import is_person
from ..plain.verbless import HAS_A_TIME

if TYPE_CHECKING:
    from spacy.tokens import Token

ORDINALS = ("st", "nd", "rd", "th")
_NUMBERED = PETS | word_set(
    "rent price cost fee total bill limit score size age weight height dose speed temperature deposit salary wage "
    "count rate target figure fine mark grade grant balance capacity room floor gate seat version length distance "
    "pressure pulse level premium pension share average mileage turnout line ticket bus pin id extension"
)
_ON_A_DAY = word_set(
    "trip holiday event term festival gig fair fete reunion ride race marathon retreat camp conference talk "
    "summit date slot booking reservation physical opening start sale auction service mass christening wedding "
    "arrival departure leave review report essay draft paper proposal form application visa rent payment delivery "
    "parcel order bill tax ultrasound mri mot nct jab vaccine haircut completion exchange closing camp trial"
)
_GONE = word_set("wrong incorrect old previous former")


def may_be_said(clause: Clause, mention: Mention) -> bool:
    """Whether "so it's 66 now" may be of what was named: a number alone is said of a rent, not of a roof, "a young man"
    of no agency, and the right number of no wrong one."""
    said = [token for token in clause.head.children if token.dep_ == "attr"] if clause.head.lemma_ == "be" else []
    if any(token.pos_ == "NOUN" and is_person(token) for token in said):
        return False
    if any(token.lemma_ == "turn" for token in said):
        return False  # "I chair the board until June, then it's Walt's turn"
    if said and not _GONE.isdisjoint(mention.text.lower().split()):
        return False
    if any(token.lower_ in WEEKDAYS and any(c.lower_ == "a" for c in token.children) for token in said):
        return False  # "it's a Sunday": the day is, whatever is on it
    if any(_is_day(token) for token in said) and not _is_on_a_day(mention.head):
        return False  # "the clinic called, it's the 27th now": the visit is
    is_number = any(token.text.isdigit() and not [*token.children] for token in said)
    return not is_number or mention.head in _NUMBERED or HAS_A_TIME.fullmatch(mention.head) is not None


def _is_day(token: Token) -> bool:
    day = token.lower_
    return day in MONTHS or day in WEEKDAYS or (day[:1].isdigit() and day.endswith(ORDINALS))


def _is_on_a_day(head: str) -> bool:
    return head in _ON_A_DAY or HAS_A_TIME.fullmatch(head) is not None
