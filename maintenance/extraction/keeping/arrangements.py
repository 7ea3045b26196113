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
    if _SET.search("".join(token.text_with_ws for token in after)) or _is_supplied(clause) or _is_a_fee(clause):
        return True
    if _goes_through(clause):
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
    r"|\S@\S+\.\w|\b(?:on|in|at|to|with) (?:an? |the )?(?-i:[A-Z])\w+"
    r"|\b(?:on|with|through|via) our (?:[a-z]+ ){0,2}(?-i:[A-Z])\w+",
    re.I,
)
_FIXED_TIMES = WEEKDAYS | {"noon", "midnight", "weekend"}


# What a household or a shop buys again and again; of a text or a song it is told who made it.
_SUPPLIES = word_set(
    "coffee tea flour bread butter milk cheese egg meat fish vegetable veg fruit beer wine honey yeast sugar produce "
    "veggie flower plant timber wood paper packaging linen uniform hardware electricity gas internet hosting payroll"
)


def _is_supplied(clause: Clause) -> bool:
    """ "Coffee is from Kaffa Roasters", "flour comes from Mühle Brandt"; not "coffee is from Ethiopia", nor "tea is
    from Darjeeling": no list has all places, so the name has two words."""
    subject, verb = clause.subject, clause.head
    if subject is None or subject.lemma_.lower() not in _SUPPLIES or verb.lemma_ not in ("be", "come"):
        return False
    came = (c for c in verb.children if c.dep_ == "prep" and c.lower_ == "from")
    whom = next((one for prep in came for one in prep.children if one.dep_ == "pobj"), None)
    return finite_verb(verb).tag_ in ("VBZ", "VBP") and whom is not None and _is_a_firm(whom)


_REGIONS = word_set(
    "africa asia europe america england valley mountain mountains hill hills sea island islands coast river lake bay "
    "north south east west northern southern eastern western central new san santa"
)


def _is_a_firm(word: Token) -> bool:
    """Whether it is a name of two words or more, and no place's or day's."""
    name = word.doc[word.left_edge.i : word.i + 1]
    if len(name) < 2 or not all(t.text[:1].isupper() or t.text == "&" for t in name) or word.ent_type_ in _WHERE:
        return False
    return not is_place(name.text) and not any(is_place(t.text) or t.lower_ in _REGIONS | TIMES for t in name)


_WHERE = frozenset(("GPE", "LOC", "NORP"))


# What is sent one way or another in an office; light and blood go their ways too.
_SENT = word_set("order payment invoice booking login access refund ticket call request claim payroll approval")


def _goes_through(clause: Clause) -> bool:
    """ "Wholesale orders go through Faire", "access is via Okta"; not "traffic goes through Hull"."""
    subject, verb = clause.subject, clause.head
    if subject is None or subject.lemma_.lower() not in _SENT or finite_verb(verb).tag_ not in ("VBZ", "VBP"):
        return False
    ways = (c for c in verb.children if c.dep_ == "prep" and c.lower_ in ("through", "via"))
    names = (one for prep in ways for one in prep.children if one.dep_ == "pobj")
    return any(one.text[:1].isupper() and not is_place(one.text) for one in names)


_EACH = word_set("year month week quarter day term season hour")
# What one pays for here; what war, college or sleep costs is so for everybody.
_PAID = word_set("membership subscription rent parking gym hosting locker dues berth allotment")


def _is_a_fee(clause: Clause) -> bool:
    """ "Membership costs 45 a year"."""
    subject = clause.subject
    if subject is None or clause.head.lemma_ != "cost" or finite_verb(clause.head).tag_ not in ("VBZ", "VBP"):
        return False
    after = [token for token in clause.tokens if token.i > clause.head.i]
    figure = subject.lemma_.lower() in _PAID and any(token.like_num for token in after)
    return figure and any(token.lower_ in _EACH and token.nbor(-1).lower_ in ("a", "per", "each") for token in after)


# What is set once among those who work together.
_SETTABLE = word_set(
    "branch timezone locale currency runtime license licence linter formatter bundler compiler framework database "
    "backend frontend hosting encoding protocol endpoint region tracker orm"
)
# How it is dealt with where two do the same.
_DECIDED = word_set("handling resolution policy strategy ordering locking caching merging versioning rounding eviction")


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
        return subject.lower_ in _DECIDED
    if len(words) != 1 or subject.lower_ not in _SETTABLE:
        return False
    if subject.lower_ == "branch" and said.lower_ in ("main", "master", "trunk"):
        return True
    # "Framework is Django"; "framework is bloat" is what somebody thinks of it.
    return said.pos_ == "PROPN" and said.text[:1].isupper() and said.lower_ not in EVALUATIONS | FEELINGS | TIMES


_WAY = re.compile(r"[a-z]+(?:-[a-z]+){2,4}", re.I)
_NO_WAY = word_set("state run up out over down top hard easy one once so not matter larger all more less good next hit")


_REPORTED = word_set("bug error exception question update")


def is_dealt_with(said: Learnable) -> bool:
    """ "Bugs are tracked in Linear", "errors go to Sentry"."""
    assert said.subject is not None
    if said.lemma not in ("go", "track", "report", "log", "keep", "file", "collect", "send"):
        return False  # "bugs live in Africa"
    several = said.about == "thing" and said.subject.tag_ == "NNS" and said.subject.lemma_.lower() in _REPORTED
    return several and said.names_a_value and not said.is_past
