"""What is left out whatever it speaks of: not asserted, over within the hour, or good will and nothing else."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

from ..grammar.health import is_kept_from, may_again
from ..grammar.lexicon import (
    ABSTRACT,
    EMPTY_NOUNS,
    EVALUATIONS,
    HEDGES,
    KIN,
    LIKING,
    PEOPLE,
    PETS,
    TIMES,
    word_set,
)
from ..grammar.limits import tells_limit
from ..grammar.rewrite import FIRST_PERSON
from ..grammar.rule import Rule
from ..grammar.statement import Learnable, content
from .figures import is_figure
from .for_an_hour import is_there_for_an_hour

if TYPE_CHECKING:
    from spacy.tokens import Token

# What is over within the week, whatever it is about.
PASSING = word_set(
    "swamped slammed busy exhausted tired drained beat freaked bummed pumped down off lucky blessed fortunate"
)
_UNNAMED = word_set("something anything everything nothing someone somebody things stuff")
# "I need help with ..." asks for an answer, not for a thing.
REQUESTED = word_set(
    "help advice recommendation suggestion tip idea information info example regex script function query code "
    "explanation answer summary command template snippet question favor favour request correction confession"
)
_OUTINGS = word_set(
    "time blast fun day night evening weekend afternoon morning laugh experience talk chat moment feeling"
)
_TRIFLING_VERBS = word_set("make eat cook drink play watch see hear")
_GETTING = word_set("take find get have wear share put pick")  # of any number of some nice things; stitches are none
_PRAISE = EVALUATIONS | {"some", "more"}
_COURTESIES = word_set("join come see hear check help lend know meet try chat talk show catch")
_NO_SKILL = word_set("help stop believe imagine handle deny stress say get make see")
_PARTING = word_set("split break argue fight quarrel")
_SURPRISE_OPENERS = word_set("what how why where when who which whose whom")


AHEAD_OF = word_set("till until once whether lest before")  # what such a clause tells is not so, or not yet


def _is_hypothetical(said: Learnable) -> bool:
    head = said.head
    modals = {token.lower_ for token in said.auxiliaries}
    if "'d" in modals and {"been", "better"} & {token.lower_ for token in head.children}:
        return False
    if "rather" in {token.lower_ for token in head.children}:
        return False
    if said.is_past and said.lemma == "go" and head.tag_ == "VBG" and said.child("xcomp") is not None:
        # "I was going to learn Polish": it did not come to it, or nobody says so.
        return True
    if modals & {"would", "'d"} and head.tag_ != "VBN":
        return head.lemma_.lower() not in LIKING | {"rather", "want"}
    if modals & {"would", "should", "must", "ought", "shall"}:
        return not ("must" in modals and is_kept_from(head))
    if ("could" in modals and not said.is_negated) or ("can" in modals and said.lowers & HEDGES):
        return True
    return head.lemma_ in ("wish", "imagine", "suppose", "pretend")


def _is_conditional(said: Learnable) -> bool:
    """Whether the statement holds only if something else does: the condition would be lost, or hangs in the air."""
    for token in said.clause.all_tokens:
        if token.dep_ == "mark" and token.lower_ in AHEAD_OF and token.head == said.head:
            return True  # "till he's fit": he is not
        if token.dep_ != "mark" or token.lower_ not in ("if", "unless", "since"):
            continue
        if token.head == said.head or (token.head.dep_ == "ccomp" and token.lower_ != "since"):
            return True
        if token.lower_ != "since" and token.head.head == said.head:
            return True
    return False


_RESCHEDULING = word_set("move reschedule push shift bump rebook")


def _is_of_an_appointment(said: Learnable) -> bool:
    """What the dentist moved is no person, and the clause does not name it: "moved me", "moved me again: now on the
    12th". What stands with the verb tells where to, or off what."""
    moved = said.child("dobj")
    if said.lemma not in _RESCHEDULING or moved is None or moved.lower_ not in ("me", "us"):
        return False
    behind = takewhile(lambda token: token.text not in (":", "-", "–", "—"), said.head.doc[moved.i + 1 :])
    below = (token for token in behind if token.head == said.head and not token.is_punct)
    return all(c.dep_ in ("prt", "cc", "conj") or c.lower_ == "again" or c.lemma_.lower() in TIMES for c in below)


def _is_rhetorical(said: Learnable) -> bool:
    first = said.clause.all_tokens[0] if said.clause.all_tokens else said.head
    if first.lower_ == "not":
        # "Not that I don't like Bergen."
        return True
    if first.lower_ in _SURPRISE_OPENERS and first.dep_ != "mark" and first.head.dep_ != "advcl":
        return first.dep_ != "advmod" or first.head == said.head
    return False


def _is_passing(said: Learnable) -> bool:
    if said.is_past:
        return False
    # "I have to leave in ten minutes".
    hour = any(
        t.lemma_ in ("minute", "hour") and t.dep_ == "pobj" and t.head.lower_ == "in" for t in said.clause.all_tokens
    )
    return hour or (said.head.lower_ in PASSING and said.head.tag_ == "VBN")


def _things(said: Learnable) -> list[Token]:
    return [
        t
        for t in said.complement
        if t.pos_ in ("NOUN", "PROPN", "NUM") and t != said.target and t.lemma_.lower() not in TIMES | EMPTY_NOUNS
    ]


def _is_good_time(said: Learnable) -> bool:
    if said.target is None or said.lemma != "have" or said.head.tag_ == "VBP":
        return False
    if said.target.lemma_.lower() not in _OUTINGS:
        return False
    doing = any(t.tag_ == "VBG" and t.pos_ == "VERB" for t in said.complement)
    named = any(
        t.dep_ == "pobj"
        and (t.lemma_.lower() not in KIN | PEOPLE | ABSTRACT or any(c.dep_ == "compound" for c in t.children))
        for t in _things(said)
    )
    compound = any(c.dep_ == "compound" for c in said.target.children) and said.target.lemma_ != "time"
    return not (named or (doing and content(said.complement) >= 2) or compound)


def _is_bare_thing(said: Learnable) -> bool:
    target = said.target
    if target is None or target.pos_ != "NOUN" or not said.is_past:
        return False
    praised = any(c.lower_ in _PRAISE for c in target.children)
    if said.lemma not in _TRIFLING_VERBS and not (praised and said.lemma in _GETTING):
        return False
    if target.lemma_.lower() in KIN | PEOPLE | PETS or any(t.pos_ == "PROPN" for t in said.complement):
        return False
    plain = all(
        c.dep_ in ("det", "punct", "predet") or (c.dep_ == "amod" and c.lower_ in _PRAISE) for c in target.children
    )
    several = target.tag_ == "NNS" or not any(c.dep_ in ("det", "poss") for c in target.children)
    told = any(t.dep_ in ("relcl", "xcomp", "advcl") for t in said.complement)
    return plain and several and not _things(said) and not told


def _is_named(said: Learnable) -> bool:
    return any(t.pos_ == "PROPN" for t in said.complement) or said.content >= 4


def _is_courtesy(said: Learnable) -> bool:
    inner = said.child("xcomp")
    wished = {token.lower_ for token in said.auxiliaries} & {"would", "'d"}
    if not wished or inner is None or said.lemma not in LIKING:
        return False
    return inner.lemma_ in _COURTESIES and not _is_named(said)


def _is_resolve(said: Learnable) -> bool:
    inner = said.child("xcomp")
    verb = inner if inner is not None and said.lemma in ("go", "try", "want") else said.head
    if verb is said.head and not {token.lower_ for token in said.auxiliaries} & {"will", "'ll"}:
        return False
    if said.is_past or verb.lemma_ not in ("keep", "stay", "continue", "remain"):
        return False
    # "Keep trying" and "stay strong", not "keep the flat" and "stay in Lyon".
    return any(c.dep_ in ("xcomp", "acomp") for c in verb.children) and not _is_named(said)


def _is_no_skill(said: Learnable) -> bool:
    figured = said.is_we and any(token.like_num for token in said.complement)  # "we can go up to 900 for the bike"
    return bool(said.modals & {"ca", "can"}) and (said.is_we or said.lemma in _NO_SKILL) and not figured


def _is_among_us(said: Learnable) -> bool:
    """What holds between those who "we" are, not of the speaker."""
    if said.subject is not None and said.subject.lower_ == "we" and said.lemma in _PARTING:
        # "We split up": from whom is not said.
        return not any(c.dep_ in ("dobj", "prep") and c.lower_ in ("with", "from") for c in said.head.children)
    if not said.is_we or said.lemma in LIKING:
        return False
    if said.lemma == "call" and any(c.dep_ == "auxpass" for c in said.head.children):
        return True  # "we're called The Wet Bank Holidays"
    team = any(c.dep_ in ("dobj", "attr") and c.lemma_ in ("team", "pair", "duo") for c in said.head.children)
    each_their_own = "own" in said.lowers and bool(said.lowers & {"all", "both"})
    return team or each_their_own or any(_differs(t) for t in said.clause.all_tokens)


def _differs(token: Token) -> bool:
    if token.lower_ == "each":
        return token.head.lemma_.lower() not in TIMES
    return token.lower_ in ("different", "similar") and token.dep_ == "amod" and token.head.tag_ == "NNS"


# What an assistant writes: who needs one asks for it.
_WRITTEN = word_set(
    "text txt msg message mail e-mail email bio caption plan list checklist reminder letter speech toast eulogy poem "
    "limerick slogan tagline title headline sentence paragraph post tweet advert description outline draft agenda "
    "itinerary quiz worksheet recipe reply response translation synonym rhyme"
)


def _is_request(said: Learnable) -> bool:
    asking = said.lemma in ("need", "have", "want", "look", "search", "ask", "get")
    asked = [c for c in said.head.children if c.dep_ == "dobj"]
    if asking and any(c.lemma_.lower() in REQUESTED for c in asked):
        return True
    needed = said.to_assistant and said.lemma in ("need", "want") and not said.is_past and not said.is_negated
    others = any(token.lower_ == "from" for token in said.clause.all_tokens)  # "a reply from the tax office"
    return needed and not others and any(c.lemma_.lower() in _WRITTEN and not _is_known(c) for c in asked)


def _is_known(noun: Token) -> bool:
    """Whether it is a certain one: "the plan", "my bio"."""
    return any(c.dep_ == "poss" or c.lower_ in ("the", "that", "this", "these", "those") for c in noun.children)


# What is tried for longer than an hour: "I'm trying to quit smoking".
_UNDERTAKINGS = word_set("quit stop learn lose save become sell buy move conceive adopt cut gain reduce sleep eat")
_WORK_OF_THE_HOUR = word_set("try attempt struggle debug fix troubleshoot implement handle wonder deal figure refactor")
_TROUBLE = word_set("trouble issue problem error difficulty exception bug warning crash")
_SEEING_TO = word_set("make ensure understand see check know verify confirm figure clarify double-check")


def _is_task(said: Learnable) -> bool:
    """Whether it is what the assistant is asked to help with, true now and worthless next week."""
    if not said.to_assistant or said.is_past:
        return False
    inner = said.child("xcomp")
    if said.head.tag_ == "VBG":
        if said.lemma in _WORK_OF_THE_HOUR:
            # "We're trying for a baby" is no work of the hour.
            meant = inner is not None and inner.lemma_ in _UNDERTAKINGS
            return not (meant or (inner is None and said.lemma == "try"))
        return said.lemma in ("have", "get", "see", "face") and _is_trouble(said.target)
    if said.lemma in ("have", "get", "see", "keep") and _is_trouble(said.target):
        return True
    wanted = said.lemma in ("want", "need", "like", "have") and inner is not None
    verb = inner if wanted and inner is not None else said.head
    if verb is said.head and not said.modals & {"will", "'ll"}:
        return False
    return verb.lemma_ in _SEEING_TO and (verb.lemma_ != "make" or "sure" in said.lowers)


# What is done to the work at hand, step by step, rather than in somebody's life.
_STEPS = word_set(
    "implement configure optimize optimise fix debug refactor verify validate compute capture handle define integrate "
    "deploy parse import export format render load query generate outline revise proofread tweak incorporate address "
    "clarify categorize categorise simplify"
)
# The same, unless it is done to something of the speaker's own life: "I want to improve my Spanish".
_STEPS_WITH_THINGS = word_set(
    "add include set check create store update use test review draft edit improve track structure"
)
_PERFECT = frozenset(("have", "has", "'ve"))


def is_step(said: Learnable) -> bool:
    """Whether it is a step of what the assistant helps with: tried, wished or meant for next, undated, and about
    nobody."""
    if not said.to_assistant or said.dated or said.is_negated or said.recurs or said.about != "speaker":
        return False
    inner = said.child("xcomp")
    tried = said.lemma in ("try", "attempt", "start", "manage") and inner is not None
    meant = said.lemma in ("want", "need", "like", "plan", "go", "try", "think") and inner is not None
    verb = inner if inner is not None and (tried or meant) else said.head
    perfect = said.head.tag_ == "VBN" and bool(said.modals & _PERFECT)
    ahead = bool(said.modals & {"will", "'ll"})
    if not (tried or meant or perfect or ahead):
        return False
    own = any(t.lower_ in FIRST_PERSON for t in said.complement)
    stepping = verb.lemma_ in _STEPS or (verb.lemma_ in _STEPS_WITH_THINGS and not own)
    if not (stepping or (tried and said.head.tag_ == "VBN" and inner is not None and inner.tag_ == "VBG")):
        return False
    kinds = ("PERSON", "GPE", "ORG", "DATE", "MONEY")
    named = {t for t in said.complement if t.pos_ == "PROPN" or t.ent_type_ in kinds}
    people = any(t.lemma_.lower() in KIN | PEOPLE for t in said.complement)
    return not people and not (named and perfect and not tried)


def _is_trouble(target: Token | None) -> bool:
    return target is not None and target.lemma_.lower() in _TROUBLE


def _is_unnamed(said: Learnable) -> bool:
    objects = (c for c in said.head.children if c.dep_ == "dobj")
    unnamed = any(c.lower_ in _UNNAMED and not any(g.dep_ == "relcl" for g in c.children) for c in objects)
    off = (c for c in said.head.children if c.lower_ in ("off", "from") and said.lemma in ("move", "migrate"))
    names = {g.lower_.removesuffix("s") for c in off for g in c.children if g.text[:1].isupper()}
    lasts = names - TIMES or tells_limit(said.head) or may_again(said.head)  # "off Notion", "anything over 5 kilos"
    return unnamed and not lasts


# What begins, ends or is left is something: "I stopped in 2013", "I start on 1 May" leave open what.
OF_SOMETHING = word_set("start stop begin finish quit leave open close end continue resign")


def _is_elliptic(said: Learnable) -> bool:
    if said.lemma not in OF_SOMETHING or said.about != "speaker":
        return False
    if any(t.pos_ == "VERB" and t.i < said.head.i for t in said.head.sent):
        # "I used to smoke but I quit in 2019".
        return False
    return not any(
        c.dep_ in ("dobj", "xcomp", "ccomp", "oprd", "acomp", "attr", "nsubjpass", "prt")
        or (c.dep_ == "prep" and any(t.pos_ in ("NOUN", "PROPN") and t.lemma_.lower() not in TIMES for t in c.subtree))
        for c in said.head.children
    )


# Asked of every statement.
NOT_SAID = (
    Rule(
        "hypothetical", "What would, should or might as well be is not so.",
        "I should call the bank in Bergen.", "I called the bank in Bergen yesterday.", _is_hypothetical,
    ),
    Rule(
        "conditional", "What holds only if something else does is not told as a fact.",
        "I'll move to Bergen if I get the job.", "I'll move to Bergen in June.", _is_conditional,
    ),
    Rule(
        "rhetorical", "An exclamation or a question without its mark states nothing.",
        "What a garden I have.", "I have a garden in Bergen.", _is_rhetorical,
    ),
    Rule(
        "appointment", "Whose day was moved is told of the appointment, which the sentence does not name.",
        "The dentist moved me.", "The landlord moved me to flat 3.", _is_of_an_appointment,
    ),
    Rule(
        "figure", "What is said in jest, praise, regret or exaggeration, that one was wrong, and who it is.",
        "I'm a fool.", "I'm a nurse.", is_figure,
    ),
    Rule(
        "for_an_hour", "Where somebody is for an hour.",
        "I'm on the train.", "I'm on the train to Leeds every morning.", is_there_for_an_hour,
    ),
)  # fmt: skip
# Asked of what the speaker does; what they are, think or like has rules of its own.
NOT_WORTH = (
    Rule(
        "passing", "How somebody is just now is over within the week.",
        "I'm slammed with phone calls.", "I'm employed at the harbour.", _is_passing,
    ),
    Rule(
        "good_time", "A good time, with nothing said of what.",
        "We had a great time with friends.", "We had a pottery evening in Bergen.", _is_good_time,
    ),
    Rule(
        "bare_thing", "A thing made, eaten or seen that nothing tells from any other.",
        "I made pizza.", "I made a walnut table for my sister.", _is_bare_thing,
    ),
    Rule(
        "courtesy", "A polite wish to join, see or hear.",
        "I'd love to join in.", "I'd love to learn the cello.", _is_courtesy,
    ),
    Rule(
        "resolve", "Good will to go on, with nothing that can be known again.",
        "I'm going to keep working hard.", "I'm going to keep the old flat.", _is_resolve,
    ),
    Rule(
        "no_skill", "\"I can't believe\", \"we can\": a manner of speaking, no skill.",
        "I can't believe the price of coffee.", "I can play the cello.", _is_no_skill,
    ),
    Rule(
        "among_us", "What holds between those who \"we\" are.",
        "We all have different talents.", "We both work in Bergen.", _is_among_us,
    ),
    Rule(
        "request", "A request for an answer.",
        "I need a regex for phone numbers.", "I need a bigger freezer for the bakery.", _is_request,
    ),
    Rule(
        "task", "The work of the hour, told to the assistant that is to help with it.",
        "I'm trying to handle errors in Flask.", "I'm trying to learn Norwegian.", _is_task,
    ),
    Rule(
        "elliptic", "What begins, ends or is left, and not what.",
        "I stopped in 2013.", "I stopped smoking in 2013.", _is_elliptic,
    ),
    Rule(
        "unnamed", "Something, and not what.",
        "I bought something in Bergen.", "I bought a canoe in Bergen.", _is_unnamed,
    ),
)  # fmt: skip
