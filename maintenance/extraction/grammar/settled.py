"""What is done with things of a kind among those who talk: "invoices are approved by Joris", "backups are kept for 90
days now", "bugs are tracked in Linear", "releases are cut on Thursdays". Ships are built in yards everywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memory.language.en.gazetteer import is_place

from .clauses import Clause, finite_verb
from .lexicon import TIMES, WEEKDAYS, word_set
from .roles import SIGN

if TYPE_CHECKING:
    from spacy.tokens import Token


def is_settled_way(clause: Clause) -> bool:
    """Whether things without an article are dealt with by somebody with a name, in what has one, at so many, on some
    weekday, or now by so many or for so long."""
    subject, verb = clause.subject, clause.head
    if subject is None or any(c.dep_ not in ("compound", "amod") for c in subject.children):
        return False
    by_rule = any(c.dep_ == "auxpass" and finite_verb(verb) == c and c.tag_ in ("VBP", "VBZ") for c in verb.children)
    if not by_rule or any(c.dep_ in ("neg", "aux") for c in verb.children):
        return False
    if any(token.lower_ in _MOSTLY for token in clause.tokens):
        return False
    told = _is_bounded(subject, verb) or _is_in_what_is_named(subject, verb) or _is_on_a_weekday(verb)
    if told and subject.tag_ in ("NN", "NNS"):
        return True
    if subject.tag_ != "NNS":
        return False
    by = next((one for c in verb.children if c.dep_ == "agent" for one in c.children if one.dep_ == "pobj"), None)
    if by is not None and by.ent_type_ == "PERSON":
        return True
    is_new = SIGN.search(" ".join(token.text for token in clause.all_tokens)) is not None
    return is_new and (_is_certain(by) or any(_is_how_long(c) for c in verb.children))


_MOSTLY = word_set(
    "usually often commonly typically generally normally mostly mainly widely always best sometimes most many all any"
)
_BOUNDING = word_set("cap limit pin set fix lock restrict throttle lease rent insure")


def _is_bounded(subject: Token, verb: Token) -> bool:
    """ "Retries are capped at five", "car is leased until 2028"; what the law bounds is so for everybody."""
    if verb.lemma_ not in _BOUNDING or subject.lemma_.lower() in _BOUND_BY_LAW:
        return False
    bounds = (one for c in verb.children if c.dep_ == "prep" and c.lower_ in _BOUNDED_BY for one in c.subtree)
    return any(token.like_num or token.text[:1].isdigit() for token in bounds)


_BOUND_BY_LAW = word_set("speed wage salary price tax duty fine bonus pension terms term")
_BOUNDED_BY = word_set("at to until till til for")
_IN_WHAT = word_set("in on at by with through via to under over")
_DEALING = word_set(
    "track store keep handle host manage serve deploy log file collect send ship process monitor configure define "
    "document mirror book invoice bill"
)
# What a team or a shop has of its own; genes are stored in DNA, and websites built with HTML.
_THEIRS = word_set(
    "bug ticket issue task error alert log secret password credential backup release deploy invoice payment contract "
    "order booking expense receipt refund timestamp migration dashboard flag metric translation shift"
)


def _is_in_what_is_named(subject: Token, verb: Token) -> bool:
    """ "Bugs are tracked in Linear", "timestamps are stored in UTC"; not "cars are built in Germany"."""
    if verb.lemma_ not in _DEALING or subject.lemma_.lower() not in _THEIRS:
        return False
    within = (c for c in verb.children if c.dep_ in ("prep", "agent") and c.lower_ in _IN_WHAT)
    names = (one for prep in within for one in prep.children if one.dep_ == "pobj")
    return any(one.pos_ == "PROPN" and one.text[:1].isupper() and not _is_where_or_when(one) for one in names)


def _is_where_or_when(name: Token) -> bool:
    return name.lower_ in TIMES or is_place(name.text) or is_place(name.doc[name.left_edge.i : name.i + 1].text)


def _is_on_a_weekday(verb: Token) -> bool:
    """ "Releases are cut every other Thursday"; elections are held, and films released, on a day of the week too."""
    return verb.lemma_ in _DONE_ON_A_DAY and any(
        token.lower_.removesuffix("s") in WEEKDAYS for token in verb.subtree if token.i > verb.i
    )


_DONE_ON_A_DAY = word_set("cut collect ship deploy send clean wash water review bake pay bill invoice order")


def _is_certain(by: Token | None) -> bool:
    """ "By two people", "by the platform team"; not "by machines", nor "by the state"."""
    if by is None:
        return False
    counted = any(c.dep_ == "nummod" for c in by.children)
    the = any(c.lower_ in ("the", "our", "my") for c in by.children)
    return counted or (the and any(c.dep_ == "compound" for c in by.children))


def _is_how_long(preposition: Token) -> bool:
    lasting = (c for c in preposition.children if c.dep_ == "pobj" and c.lemma_.lower() in TIMES)
    return preposition.lower_ == "for" and any(c.dep_ == "nummod" for time in lasting for c in time.children)
