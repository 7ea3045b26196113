"""What goes by its bare name among those who talk, and how it is arranged: "rent is due on the 5th", "coffee is from
Kaffa Roasters", "the default branch is trunk". What is so of such things everywhere is none of it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from memory.language.en.gazetteer import is_place
from memory.language.en.vocabulary import MONTH_NAMES

from ..grammar.clauses import Clause, finite_verb
from ..grammar.lexicon import ABSTRACT, EMPTY_NOUNS, EVALUATIONS, PEOPLE, TIMES, WEEKDAYS, word_set
from ..grammar.statement import Learnable
from .kinds import FEELINGS

if TYPE_CHECKING:
    from spacy.tokens import Token


def is_arrangement(clause: Clause) -> bool:
    """ "Swimming is on Fridays now", "rent is due on the 5th": what goes by its bare name among those who talk, and
    when it is, from whom or through what."""
    subject, head = clause.subject, clause.head
    auxiliaries = {c.lower_ for c in head.children if c.dep_ == "auxpass"}
    verbs = _SETTLING if auxiliaries & {"was", "were"} else _SETTLING | _STOPPING
    settled = head.lemma_ in verbs and bool(auxiliaries)
    if subject is None or subject.tag_ not in ("NN", "NNS", "NNP", "VBG") or not (head.lemma_ in _ARRANGING or settled):
        return False
    if any(c.dep_ not in ("compound", "amod", "punct", "prep") for c in subject.children) or subject.lower_ in TIMES:
        return False
    after = [token for token in clause.tokens if token.i > head.i]
    if any(token.lower_ in ("most", "many", "all", "any") for token in after):
        return False
    if _SET.search("".join(token.text_with_ws for token in after)) or _is_from_somebody(clause) or _is_a_fee(clause):
        return True
    return any(
        t.lower_.removesuffix("s") in _FIXED_TIMES
        or ((t.like_num or t.text[:1].isdigit()) and t.dep_ in ("pobj", "attr", "npadvmod"))
        or (t.pos_ == "PROPN" and (settled or t.dep_ == "attr") and subject.tag_ != "VBG")
        for t in after
    )


_SETTLING = word_set("book order plan schedule reserve sign pay")
_STOPPING = word_set("freeze suspend pause")
_ARRANGING = word_set(
    "be start begin end finish open close run happen move leave depart arrive go come live cost resume belong slip"
)
# An hour, a day of a month, an address, or a place or owner with a name, said of what goes by its bare name.
_MONTH = "|".join(MONTH_NAMES)
_SET = re.compile(
    r"\b(?:at|by|until|till|from|before|after|around) \d{1,2}(?::\d\d)?\b|\b\d{1,2} ?[ap]\.?m\b|\b\d{1,2}:\d\d\b"
    rf"|\bon (?:the )?(?:\d{{1,2}}(?:st|nd|rd|th)?\b|(?:{_MONTH})\b)|\b\d{{1,2}} (?:{_MONTH})\b"
    rf"|\bto (?:{_MONTH}) \d{{1,2}}\b"
    r"|\S@\S+\.\w|\b(?:on|in|at|to|with|through|via) (?:an? |the )?(?-i:[A-Z])\w+"
    r"|\b(?:on|with|through|via) our (?:[a-z]+ ){0,2}(?-i:[A-Z])\w+",
    re.I,
)
_FIXED_TIMES = WEEKDAYS | {"noon", "midnight", "weekend"}


def _is_from_somebody(clause: Clause) -> bool:
    """ "Coffee is from Kaffa Roasters", "flour comes from the Hallers"; not "coffee comes from Ethiopia", nor "butter
    from cream"."""
    if clause.head.lemma_ not in ("be", "come") or finite_verb(clause.head).tag_ not in ("VBZ", "VBP"):
        return False
    came = (c for c in clause.head.children if c.dep_ == "prep" and c.lower_ == "from")
    whom = next((one for prep in came for one in prep.children if one.dep_ == "pobj"), None)
    if whom is None or not _is_a_name(whom):
        return False
    # "Vanilla comes from Sambava": no list has all places.
    return clause.head.lemma_ == "be" or whom.left_edge != whom


# Of these a town's or a country's list has not all.
_REGIONS = word_set(
    "africa asia europe america antarctica oceania scandinavia england scotland wales britain mars jupiter god heaven"
)
_OF_A_PEOPLE = re.compile(r"\w+(?:ese|ish|ian|ean|ic|man|ch)")  # "algebra is from Arabic"


def _is_a_name(word: Token) -> bool:
    """Whether a word is a firm's, a person's or a product's name, and no place's, people's or day's."""
    name = word.doc[word.left_edge.i : word.i + 1].text.removeprefix("the ")
    if not word.text[:1].isupper() or word.lower_ in TIMES or word.lower_.removesuffix("s") in TIMES:
        return False
    alone = " " not in name
    if alone and _OF_A_PEOPLE.fullmatch(word.lower_):
        return False
    return not (is_place(name) or is_place(word.text) or word.lower_ in _REGIONS)


_EACH = word_set("year month week quarter day term season hour")


def _is_a_fee(clause: Clause) -> bool:
    """ "Membership costs 45 a year"."""
    if clause.head.lemma_ != "cost" or finite_verb(clause.head).tag_ not in ("VBZ", "VBP"):
        return False
    after = [token for token in clause.tokens if token.i > clause.head.i]
    figure = any(token.like_num for token in after)
    return figure and any(token.lower_ in _EACH and token.nbor(-1).lower_ in ("a", "per", "each") for token in after)


# What is set once among those who work together.
_SETTABLE = word_set(
    "branch timezone locale currency runtime license licence linter formatter bundler compiler framework database "
    "backend frontend hosting encoding protocol endpoint region tracker orm"
)
_SCORNED = word_set("trash garbage crap rubbish junk hell shit mess nightmare joke history toast king bliss")


def is_chosen(clause: Clause) -> bool:
    """ "Default branch is trunk", "branch is main now", "conflict handling is last-writer-wins": which of several ways
    was chosen, by its name."""
    subject, verb = clause.subject, clause.head
    if subject is None or verb.lemma_ != "be" or subject.tag_ not in ("NN", "NNP"):
        return False
    if finite_verb(verb).tag_ != "VBZ" or any(c.dep_ in ("neg", "aux") for c in verb.children):
        return False
    if any(c.dep_ not in ("compound", "amod") for c in subject.children) or subject.left_edge != clause.tokens[0]:
        return False
    said = next((c for c in verb.children if c.dep_ in ("attr", "acomp")), None)
    if said is None or subject.lemma_.lower() in ABSTRACT | EMPTY_NOUNS | TIMES | PEOPLE:
        return False
    words = [token for token in said.subtree if not token.is_punct or token.text == "-"]
    way = "".join(token.text_with_ws for token in words).strip()
    if _WAY.fullmatch(way) and way.split("-")[0].lower() not in _NO_WAY:
        return any(c.dep_ == "compound" for c in subject.children) or subject.lower_.endswith("ing")
    default = any(c.lower_ == "default" for c in subject.children)
    if len(words) != 1 or not (default or subject.lower_ in _SETTABLE):
        return False
    is_main = subject.lower_ == "branch" and said.lower_ in ("main", "master")
    return is_main or (
        said.pos_ in ("NOUN", "PROPN")
        and said.lower_ not in EVALUATIONS | FEELINGS | ABSTRACT | EMPTY_NOUNS | TIMES | _SCORNED
    )


_WAY = re.compile(r"[a-z]+(?:-[a-z]+){2,4}", re.I)
_NO_WAY = word_set("state run up out over down top hard easy one once so not matter larger all more less good next")


_REPORTED = word_set("bug error exception question update option news")


def is_dealt_with(said: Learnable) -> bool:
    """ "Bugs are tracked in Linear", "errors go to Sentry"."""
    assert said.subject is not None
    several = said.about == "thing" and said.subject.tag_ == "NNS" and said.subject.lemma_.lower() in _REPORTED
    return several and said.names_a_value and not said.is_past
