"""What is kept: each kind of statement with its own measure of how much it must say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..grammar.headcounts import tells_headcount
from ..grammar.health import tells_health
from ..grammar.lexicon import (
    ATTITUDES,
    COLLECTIVE,
    EMPTY_NOUNS,
    EVALUATIONS,
    KIN,
    LASTING,
    LIKING,
    PEOPLE,
    PETS,
    TALK_VERBS,
    word_set,
)
from ..grammar.rewrite import POSSESSIVE
from ..grammar.rule import Rule
from ..grammar.statement import LIGHT, STATE_VERBS, Learnable, content, is_empty
from .guards import PASSING, is_step

if TYPE_CHECKING:
    from spacy.tokens import Token

FEELINGS = word_set(
    "happy glad excited thrilled stoked pumped grateful thankful proud sorry sure "
    "ready delighted pleased honored honoured touched nervous anxious surprised "
    "sad curious determined hopeful optimistic psyched relieved"
)
_POLITE_VERBS = word_set("hear see say help have share know find meet be")
EMPTY_ATTRIBUTES = EMPTY_NOUNS | word_set(
    "lifesaver lifeline blessing gem hit success reality ear experience journey reminder sight memory start step "
    "honor honour relief shame pity process adventure ride "
    "challenge sign inspiration win idea change privilege "
    "treat success delight mix example sense story while "
    "feeling moment day week balance accomplishment "
    "achievement game dream perspective help support way mess"
)


def touches_feelings(said: Learnable) -> bool:
    """Whether something is said to make the speaker feel some way, or to be so to them."""
    if said.head.tag_ not in ("VBZ", "VBP"):
        return False
    if said.lemma == "make":
        felt = said.child("ccomp")
        return felt is not None and any(c.lower_ == "me" and c.dep_ == "nsubj" for c in felt.children)
    return said.lemma == "be" and said.adjective is not None and is_to_me(said.clause.all_tokens, ("me",))


def is_to_me(tokens: list[Token] | tuple[Token, ...], me: tuple[str, ...]) -> bool:
    """Whether one of the words in `me` stands behind "to" or "for"."""
    return any(t.lower_ in me and t.dep_ == "pobj" and t.head.lower_ in ("to", "for") for t in tokens)


def _is_quality(said: Learnable) -> bool:
    return said.adjective is not None and (said.is_be or said.head == said.adjective or said.lemma in STATE_VERBS)


def _keeps_quality(said: Learnable) -> bool:
    adjective = said.adjective
    assert adjective is not None
    word = adjective.lower_
    if word == "old" and any(c.dep_ == "npadvmod" for c in adjective.children):
        return True
    if word in LASTING or (adjective.text.istitle() and adjective.i > 1 and word not in EVALUATIONS):
        return True
    if tells_health(said.head):
        return True
    rest = [token for token in said.complement if token != adjective]
    says = content(rest)
    if word in PASSING:
        doing = any(t.tag_ == "VBG" for t in rest)
        return (word == "busy" and doing and says >= 2) or (word == "pumped" and says + 2 * said.dated >= 4)
    if word in ("sorry", "sure", "able", "fine", "okay", "ok", "like"):
        return False
    if word in ("scared", "afraid", "terrified") and any(c.lower_ == "of" for c in adjective.children):
        return says >= 2
    if word in FEELINGS:
        verbs = {t.lemma_ for t in rest if t.dep_ in ("xcomp", "ccomp", "pcomp", "relcl")}
        return says + 2 * said.dated >= (5 if verbs & _POLITE_VERBS else 4)
    skill = any(c.dep_ == "prep" and c.lower_ in ("at", "with") for c in adjective.children)
    skilled = skill and word in ("good", "great", "bad", "terrible", "awful")
    return says >= (2 if skilled or word not in EVALUATIONS else 4)


def _says_who_we_are(said: Learnable) -> bool:
    """ "We're three now", "we're customers", "we're a team of five", "we're at 48": not what the speaker is."""
    attribute = said.attribute
    if attribute is not None and (attribute.tag_ in ("NNS", "NNPS") or attribute.lemma_.lower() in COLLECTIVE):
        return True
    if any(c.like_num for c in said.head.children):
        return True
    return any(
        c.dep_ == "pobj" and c.like_num and prep.lower_ == "at" and prep.dep_ == "prep"
        for prep in said.head.children
        for c in prep.children
    )


def _counts_us(said: Learnable) -> bool:
    return said.is_we and said.is_be and tells_headcount(said.head)


def _keeps_identity(said: Learnable) -> bool:
    if said.is_we and _says_who_we_are(said):
        return False
    children = list(said.head.children)
    if said.complement and said.complement[0].lower_ in ("since", "until", "till"):
        return False  # of "I'm off the crutches since Monday" what was left when the crutches hung
    if tells_health(said.head) or _is_on_plan(said) or any(token.text[:1].isdigit() for token in said.complement):
        return True  # "I'm off from the 14th to the 22nd"
    if any(
        c.dep_ in ("advmod", "prep", "prt") and c.lower_ in ("off", "down", "in") and not any(True for _ in c.children)
        for c in children
    ):
        # "I'm off to have dinner", "I'm in for the show": over within the hour.
        return False
    if any(c.dep_ == "prep" and c.lower_ == "like" for c in children):
        # "We're like a family."
        return False
    empty = said.attribute is not None and said.attribute.lemma_.lower() in EMPTY_ATTRIBUTES
    if said.attribute is not None and said.attribute.lower_ == "one" and "only" in said.lowers:
        has_some = any(child.dep_ == "prep" and any(True for _ in child.children) for child in said.attribute.children)
        return said.content >= (1 if has_some else 2)  # "I'm the only one with admin rights", not "who cares"
    return said.content >= (4 if empty else 2) or (said.dated and said.content >= 1)


_TITLES = word_set("dr mr mrs ms prof")
_PLANS = word_set("plan tariff tier subscription contract package edition")


def _is_on_plan(said: Learnable) -> bool:
    """ "I'm on the basic plan"."""
    things = (t for c in said.head.children if c.dep_ == "prep" and c.lower_ in ("on", "with") for t in c.children)
    return any(
        thing.lemma_.lower() in _PLANS and any(c.dep_ in ("amod", "compound") for c in thing.children)
        for thing in things
    )


def _is_seeing(said: Learnable) -> bool:
    """ "I'm seeing a guy called Ravi", "I'm seeing Dr. Aydin for my back"."""
    target = said.target
    if said.lemma != "see" or said.head.tag_ not in ("VBG", "VBP") or target is None or said.is_negated:
        return False
    titled = any(c.lower_.rstrip(".") in _TITLES for c in target.children)
    return titled or (said.head.tag_ == "VBG" and target.lemma_ in PERSONS)


def _keeps_thought(said: Learnable) -> bool:
    target = next((c for c in said.head.children if c.dep_ in ("dobj", "dative") and c.pos_ in ("NOUN", "PROPN")), None)
    says, lemma = said.content, said.lemma
    if said.child("xcomp") is not None and lemma in ("agree", "promise", "hope"):
        return says >= 3
    if lemma == "agree" and said.is_past and (agreed := said.child("ccomp")) is not None:
        is_rule = agreed.lemma_ != "be" or said.dated  # "Jonas signs all contracts", not "Bob is an idiot"
        return is_rule and not (said.is_negated or said.lowers & {"almost", "nearly"}) and says >= 3
    if lemma == "agree" and said.is_past:
        return any(c.dep_ == "prep" and c.lower_ in ("on", "upon") for c in said.head.children) and says >= 3
    if said.child("ccomp") is not None:
        return lemma in ("think", "believe") and _is_opinion(said.head) and says >= 2
    if lemma in ("think", "wonder"):
        about = any(c.dep_ == "prep" and c.lower_ in ("of", "about") for c in said.head.children)
        return about and any(t.dep_ == "pcomp" for t in said.complement) and says >= 2
    if target is None or is_empty(target):
        return False
    if lemma in ("know", "see", "recommend", "picture", "understand"):
        return (lemma in ("know", "understand") or said.is_past) and says >= 2
    if lemma in ("remember", "forget"):
        return any(c.lower_ in POSSESSIVE for c in target.children) and says >= 3
    return lemma in ("tell", "ask", "promise", "add", "notice", "hear") and said.is_past and says >= 4


def _is_opinion(head: Token) -> bool:
    """Whether "I think ..." judges something that is named well enough to be known again."""
    inner = next((c for c in head.children if c.dep_ == "ccomp"), None)
    subject = inner and next((c for c in inner.children if c.dep_ in ("nsubj", "nsubjpass")), None)
    if subject is None or inner is None or any(c.dep_ == "aux" for c in inner.children):
        return False
    named = any(c.dep_ in ("amod", "compound", "poss") for c in subject.children)
    return subject.pos_ == "PROPN" or (subject.pos_ == "NOUN" and named)


def _keeps_liking(said: Learnable) -> bool:
    target = said.target
    if target is not None and target.pos_ in ("NOUN", "PROPN"):
        pointing = any(
            c.dep_ == "det" and c.lower_ in ("the", "that", "this", "these", "those") for c in target.children
        )
        if pointing and not any(c.dep_ in ("prep", "relcl", "acl", "compound") for c in target.children):
            return False
    return said.content >= 2 or (said.is_dislike and any(t.is_alpha and t.pos_ != "PRON" for t in said.complement))


def _is_attitude(said: Learnable) -> bool:
    if tells_health(said.head):
        return False  # "I can't lift anything heavy"
    return said.lemma in ATTITUDES and not any(token.pos_ == "PROPN" for token in said.complement)


def _is_the_one(thing: Token) -> bool:
    told = {child.dep_ for child in thing.children if child.lower_ not in EVALUATIONS | EMPTY_NOUNS}
    return any(c.lower_ == "the" for c in thing.children) and bool(told & {"amod", "compound"})


_COMMUTING = word_set("walk cycle drive commute bike")
SKILLS = word_set("drive swim read write hear see walk ride dance sing cook ski fly")
PERSONS = PEOPLE | PETS | KIN
_LEAVING = word_set("move leave fly travel retire graduate quit resign marry return emigrate")


def _tells_working_time(said: Learnable) -> bool:
    """ "I work full time", "I work nights"; not "I work all the time"."""
    if said.lemma != "work" or said.head.tag_ not in ("VBP", "VBZ") or said.is_negated:
        return False
    return any(
        (time.tag_ == "NNS" and not any(True for _ in time.children) and time.lemma_ in ("night", "day", "shift"))
        or any(child.lower_ in ("full", "part") for child in time.children)
        for time in said.complement
        if time.head == said.head and time.dep_ in ("npadvmod", "dobj", "advmod")
    )


def _lives_alone(said: Learnable) -> bool:
    """ "I live alone", "I live by myself"."""
    by = [one for child in said.head.children if child.lower_ == "by" for one in child.children]
    alone = any(child.lower_ == "alone" for child in said.head.children)
    alone = alone or any(token.lower_.endswith(("self", "selves")) for token in by)
    return said.lemma == "live" and not said.is_past and alone


_TURNS = word_set("engaged married divorced widowed promoted demoted fired sacked dismissed hired elected knighted")


def _is_turn_of_life(said: Learnable) -> bool:
    """ "I got engaged", "I was fired", "we got laid off": no more is needed to understand it."""
    beside = {child.lower_ for child in said.head.children}
    out = (said.head.lower_, *beside & {"off", "go", "redundant"}) in (
        ("laid", "off"),
        ("let", "go"),
        ("made", "redundant"),
    )
    return said.is_past and (said.head.lower_ in _TURNS or out) and said.child("auxpass") is not None


def _keeps_deed(said: Learnable) -> bool:
    if tells_health(said.head) or _lives_alone(said) or _is_turn_of_life(said):
        return True
    if said.recurs and said.lemma not in LIGHT | ATTITUDES:
        return True
    if said.is_change and said.lemma not in LIGHT | ATTITUDES and said.content >= 1:
        return True
    if _tells_working_time(said):
        return True
    if said.lemma in ("have", "use") and said.target is not None and _is_the_one(said.target):
        return True  # "I have the basic plan"
    if said.is_change and said.subject is not None and any(c.dep_ == "conj" for c in said.subject.children):
        return True  # "Jonah and I broke up"
    if said.is_negated and said.is_change and said.lemma not in LIGHT | ATTITUDES | TALK_VERBS:
        return True  # "I'm not drinking at the moment"
    if said.lemma in _COMMUTING and any(c.lower_ == "to" and c.dep_ == "prep" for c in said.head.children):
        return not said.is_past  # "I walk to work"
    if said.is_negated and said.modals & {"ca", "can"} and said.lemma in SKILLS:
        return True  # "I can't drive"
    if said.lemma in SKILLS and said.subject is not None and any(t.lower_ == "neither" for t in said.subject.subtree):
        return True  # "neither my wife nor I drive"
    if said.modals & {"ca", "can"} and said.lemma == "wait":
        return said.content >= 3
    if said.ahead and said.head.tag_ == "VBG" and (said.lemma in _LEAVING or said.child("prt") is not None):
        return True  # "I'm moving out at the end of the year"
    if said.lemma not in LIGHT | ATTITUDES and said.head.tag_ != "VBG" and said.dated:
        return said.content >= 1 or said.is_past
    return said.content >= 2


def is_made_lasting(said: Learnable) -> bool:
    """ "Ilse and Tom are divorced", which a parser takes for a passive; not "engaged in a debate"."""
    return said.head.lower_ in LASTING and said.child("auxpass") is not None and said.child("prep") is None


def always(said: Learnable) -> bool:
    """Whether a rule keeps what it applies to: each time."""
    return True


# The first that applies decides. Of the speaker: before the guards of deeds, then after them.
OF_SPEAKER_FIRST = (
    Rule(
        "quality", "How the speaker is: for long, good at something, or about something that is named.",
        "I'm allergic to walnuts.", "I'm so happy today.", _is_quality, _keeps_quality,
    ),
    Rule(
        "headcount", "How many the speaker and theirs are: of a kind, at home, or in what they belong to.",
        "We're 34 singers in the choir now.", "We're ten minutes away.", _counts_us, always,
    ),
    Rule(
        "identity", "What or where the speaker is.",
        "I'm a nurse at the harbour clinic.", "I'm off.", lambda said: said.is_be, _keeps_identity,
    ),
)  # fmt: skip
OF_SPEAKER = (
    Rule(
        "step", "A step of the work that the assistant helps with: kept as a task, which soon fades.",
        "I want to add a search box to the page.", "I want to sail to Iceland.", is_step, _keeps_deed, confidence=-0.1,
        tag="task",
    ),
    Rule(
        "thought", "What the speaker thinks of, knows, remembers or hopes to do, if it is named.",
        "I hope to open a bakery in Bergen.", "I know the feeling.",
        lambda said: said.lemma in TALK_VERBS and not _is_seeing(said), _keeps_thought,
    ),
    Rule(
        "liking", "What the speaker likes or dislikes, if it is named.",
        "I love Norwegian folk music.", "I love the idea.",
        lambda said: said.lemma in LIKING or said.is_dislike, _keeps_liking,
    ),
    Rule(
        "attitude", "How the speaker goes about things, only if much is said of them.",
        "I manage three bakeries on the coast.", "I embrace the challenge.", _is_attitude,
        lambda said: said.content + said.dated >= 3,
    ),
    Rule(
        "deed", "What the speaker does, has, did or will do, if it names a thing, a person, a place or a time.",
        "I bought a canoe in Bergen.", "I got going.", always, _keeps_deed,
    ),
)  # fmt: skip
