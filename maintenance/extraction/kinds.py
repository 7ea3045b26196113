"""What is kept: each kind of statement with its own measure of how much it must say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memory.language.en.change_words import LEADING, LEAVING

from .guards import PASSING, is_step
from .lexicon import ABSTRACT, ATTITUDES, EMPTY_NOUNS, EVALUATIONS, LASTING, LIKING, PEOPLE, PETS, TALK_VERBS, words
from .rewrite import FIRST_PERSON, POSSESSIVE
from .rule import Rule
from .statement import LIGHT, STATE_VERBS, Learnable, content, is_empty

if TYPE_CHECKING:
    from spacy.tokens import Token

_FEELINGS = words(
    "happy glad excited thrilled stoked pumped grateful thankful proud sorry sure "
    "ready delighted pleased honored honoured touched nervous anxious surprised "
    "sad curious determined hopeful optimistic psyched relieved"
)
_POLITE_VERBS = words("hear see say help have share know find meet be")
_FADING_SUBJECTS = words(
    "code script function query program output heart mind head eye hand face body soul self emotion feeling spirit "
    "mood answer question point bad guess hat thought word fault pleasure "
    "day week weekend morning night evening month year time vibe jam"
)
_EMPTY_ATTRIBUTES = EMPTY_NOUNS | words(
    "lifesaver lifeline blessing gem hit success reality ear experience journey reminder sight memory start step "
    "honor honour relief shame pity process adventure ride "
    "challenge sign inspiration win idea change privilege "
    "treat success delight mix example sense story while "
    "feeling moment day week balance accomplishment "
    "achievement game dream perspective help support way mess"
)
_SAYS_LITTLE = words("sound seem look mean matter rule happen warm thank")
_LIFE_EVENTS = words("die graduate retire divorce marry engage")


def touches_feelings(said: Learnable) -> bool:
    """Whether something is said to make the speaker feel some way, or to be so to them."""
    if said.head.tag_ not in ("VBZ", "VBP"):
        return False
    if said.lemma == "make":
        felt = said.child("ccomp")
        return felt is not None and any(c.lower_ == "me" and c.dep_ == "nsubj" for c in felt.children)
    return said.lemma == "be" and said.adjective is not None and _is_to_me(said.clause.words, ("me",))


def _is_to_me(tokens: list[Token] | tuple[Token, ...], me: tuple[str, ...]) -> bool:
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
    rest = [token for token in said.complement if token != adjective]
    says = content(rest)
    if word in PASSING:
        doing = any(t.tag_ == "VBG" for t in rest)
        return (word == "busy" and doing and says >= 2) or (word == "pumped" and says + 2 * said.dated >= 4)
    if word in ("sorry", "sure", "able", "fine", "okay", "ok", "like"):
        return False
    if word in ("scared", "afraid", "terrified") and any(c.lower_ == "of" for c in adjective.children):
        return says >= 2
    if word in _FEELINGS:
        verbs = {t.lemma_ for t in rest if t.dep_ in ("xcomp", "ccomp", "pcomp", "relcl")}
        return says + 2 * said.dated >= (5 if verbs & _POLITE_VERBS else 4)
    skill = any(c.dep_ == "prep" and c.lower_ in ("at", "with") for c in adjective.children)
    skilled = skill and word in ("good", "great", "bad", "terrible", "awful")
    return says >= (2 if skilled or word not in EVALUATIONS else 4)


def _keeps_identity(said: Learnable) -> bool:
    children = list(said.head.children)
    if any(
        c.dep_ in ("advmod", "prep", "prt") and c.lower_ in ("off", "down", "in") and not any(True for _ in c.children)
        for c in children
    ):
        # "I'm off to have dinner", "I'm in for the show": over within the hour.
        return False
    if any(c.dep_ == "prep" and c.lower_ == "like" for c in children):
        # "We're like a family."
        return False
    empty = said.attribute is not None and said.attribute.lemma_.lower() in _EMPTY_ATTRIBUTES
    return said.content >= (4 if empty else 2)


def _keeps_thought(said: Learnable) -> bool:
    target = next((c for c in said.head.children if c.dep_ in ("dobj", "dative") and c.pos_ in ("NOUN", "PROPN")), None)
    says, lemma = said.content, said.lemma
    if said.child("xcomp") is not None and lemma in ("agree", "promise", "hope"):
        return says >= 3
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
    return said.lemma in ATTITUDES and not any(token.pos_ == "PROPN" for token in said.complement)


def _keeps_deed(said: Learnable) -> bool:
    if said.recurs and said.lemma not in LIGHT | ATTITUDES:
        return True
    if said.modals & {"ca", "can"} and said.lemma == "wait":
        return said.content >= 3
    if said.lemma not in LIGHT | ATTITUDES and said.head.tag_ != "VBG" and said.dated:
        return said.content >= 1 or said.is_past
    return said.content >= 2


def _is_of_no_weight(said: Learnable) -> bool:
    """Whether it speaks of a body part, a mood, a passing thing, or nothing that can be named."""
    if said.subject is None:
        return False
    name = said.subject.lemma_.lower()
    part = name == "one" and any(c.lower_ == "of" for c in said.subject.children)
    if (not part and name in EMPTY_NOUNS) or (name in _FADING_SUBJECTS and said.about != "resolved"):
        return True
    it_is = said.lemma == "be" or said.adjective is not None or said.head.tag_ == "VBG"
    return (said.subject.lower_ == "it" and it_is) or (said.lemma in ("start", "begin") and name in ABSTRACT)


def _is_own_quality(said: Learnable) -> bool:
    return said.adjective is not None and said.lemma in STATE_VERBS | {"be"}


def _keeps_own_quality(said: Learnable) -> bool:
    adjective = said.adjective
    assert adjective is not None
    word, says = adjective.lower_, said.content
    if word in LASTING:
        return True
    if said.about not in ("own", "known"):
        return said.about == "other" and (says >= 4 or _is_to_me(said.complement, ("me", "us")))
    if word == "old" and any(c.dep_ == "npadvmod" for c in adjective.children):
        return True
    if word in _FEELINGS and says >= 1 and any(c.lower_ == "about" for c in adjective.children):
        return True
    tied = any(c.dep_ == "xcomp" or c.lower_ in ("about", "with", "at", "for") for c in adjective.children)
    plain = word not in EVALUATIONS and word not in _FEELINGS and adjective.pos_ == "ADJ"
    return plain or (tied and says >= 3)


def _keeps_own_identity(said: Learnable) -> bool:
    if said.dated and said.about == "other" and said.subject is not None and said.subject.pos_ == "NOUN":
        return True
    if said.attribute is not None and said.attribute.lemma_.lower() in _EMPTY_ATTRIBUTES:
        return said.about == "own" and said.content >= 4
    return said.content >= 2


def _keeps_effect(said: Learnable) -> bool:
    return said.subject is not None and said.subject.lemma_.lower() not in ABSTRACT | EMPTY_NOUNS


_OCCUPYING = words("work study live teach train serve volunteer")


def _keeps_own_deed(said: Learnable) -> bool:
    if said.lemma in _SAYS_LITTLE:
        return False
    mine = said.about in ("own", "known")
    if mine and said.recurs and said.lemma not in LIGHT:
        return True
    if mine and said.is_past and said.lemma not in LIGHT | ATTITUDES:
        concrete = said.subject is not None and said.subject.lemma_.lower() not in ABSTRACT
        final = said.dated or said.child("prt") is not None or said.lemma in _LIFE_EVENTS
        return (concrete and (said.content >= 1 or final)) or said.content >= 2
    if mine and said.lemma in _OCCUPYING and not said.is_past and said.content >= 1:
        return True
    given = said.is_past and any(t.lower_ == "me" and t.dep_ in ("dative", "dobj", "compound") for t in said.complement)
    return said.content >= (2 if mine or given else 3)


def _keeps_named(said: Learnable) -> bool:
    """Whether somebody or something with a name is told of in words that can be known again."""
    if said.lemma in _SAYS_LITTLE | TALK_VERBS | LIKING - {"like", "love", "prefer"} or said.subject is None:
        return False
    if _is_heading(said) or said.modals & {"can", "could"}:
        return False
    attribute = said.attribute
    if said.lemma == "be" and attribute is not None and attribute.pos_ == "NOUN" and not said.dated:
        # "Python is a language" is so for everybody; "Ann is a nurse", "Ann is our contact" tell of one.
        ours = bool(said.lowers & FIRST_PERSON)
        return ours or attribute.lemma_.lower() in PEOPLE | PETS or any(t.like_num for t in said.complement)
    if said.adjective is not None and not said.names_a_value:
        return said.adjective.lower_ in LASTING or (said.adjective.lower_ not in EVALUATIONS and said.content >= 2)
    ours = bool(said.lowers & FIRST_PERSON)
    if said.recurs and (said.lemma not in LIGHT or said.content >= 2):
        return True
    if ours and said.modals & {"will", "'ll"} and said.lemma not in LIGHT | ATTITUDES:
        # "Jonas will cover for me".
        return True
    if said.is_past and not said.is_negated and _has_left(said):
        return True
    if said.lemma in LEADING and said.content >= 1:
        return True  # "Marta reviews everything that touches billing": what somebody has charge of
    # "Sass has many features" is so for everybody; "Milan owns the billing module" tells of one.
    definite = any(t.dep_ == "poss" or (t.dep_ == "det" and t.lower_ == "the") for t in said.complement)
    return said.content >= (1 if said.names_a_value else 2) and (
        ours or definite or said.names_a_value or said.is_past
    )  # fmt: skip


def _has_left(said: Learnable) -> bool:
    """ "Jonas moved out", "Petra retired"."""
    ways = (f"{said.lemma} {child.lower_}" for child in said.head.children if child.dep_ in ("prt", "advmod"))
    return said.lemma in _LIFE_EVENTS | {"resign"} or any(way in LEAVING for way in ways)


def _is_heading(said: Learnable) -> bool:
    """Whether the subject is only a label before a colon, or a part of a quotation."""
    return any(token.text in (":", '"', "*", "**") for token in said.clause.tokens if token.i < said.head.i)


def _keeps_thing(said: Learnable) -> bool:
    """Whether a definite thing is given a name, a number, a date or an owner."""
    if said.lemma in _SAYS_LITTLE | TALK_VERBS or said.is_negated or _is_heading(said) or said.subject is None:
        return False
    if any(token.tag_ == "VBG" or token.lower_ in ("a", "an") for token in said.subject.subtree):
        # "The chance of throwing a six is 1/6": so for everybody.
        return False
    if said.adjective is not None and said.adjective.lower_ in EVALUATIONS:
        return False
    if said.lemma == "belong":  # "the cottage belongs to my uncle"
        return bool(said.lowers & FIRST_PERSON) or said.names_a_value
    return said.names_a_value and said.content + 2 * said.dated >= 2


def is_numbered(subject: Token | None) -> bool:
    """Whether a thing is told apart by its number: "ticket 5531", "PR 412"."""
    if subject is None or subject.pos_ not in ("NOUN", "PROPN", "NUM"):
        return False
    span = [t.text for t in subject.subtree if not t.is_punct]
    return len(span) == 2 and span[0].isalpha() and span[1].lstrip("#").isdigit()


def _keeps_status(said: Learnable) -> bool:
    word = said.adjective if said.adjective is not None else said.head
    told = said.adjective is not None or said.head.tag_ in ("VBN", "VBG")
    return told and word.lower_ not in EVALUATIONS | _FEELINGS and not said.is_negated


def _always(said: Learnable) -> bool:
    return True


# The first that applies decides. Of the speaker: before the guards of deeds, then after them.
OF_SPEAKER_FIRST = (
    Rule(
        "quality", "How the speaker is: for long, good at something, or about something that is named.",
        "I'm allergic to walnuts.", "I'm so happy today.", _is_quality, _keeps_quality,
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
        lambda said: said.lemma in TALK_VERBS, _keeps_thought,
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
        "I bought a canoe in Bergen.", "I got going.", _always, _keeps_deed,
    ),
)  # fmt: skip
OF_OTHERS = (
    Rule(
        "no_weight", "What is said of a mood, a body part, the hour, or of nothing that has a name.",
        "My day was long and full of rain.", "My brother was a sailor on a tall ship.", _is_of_no_weight,
    ),
    Rule(
        "named", "What somebody or something with a name is, has or does.",
        "Karin Holm is our contact at Northwind.", "Karin Holm is great.",
        lambda said: said.about == "named", _keeps_named, confidence=-0.1,
    ),
    Rule(
        "status", "How far a numbered piece of work is.",
        "Ticket 5531 is still open.", "Ticket 5531 is nice.",
        lambda said: said.about == "thing" and is_numbered(said.subject), _keeps_status, confidence=-0.15,
        tag="task",
    ),
    Rule(
        "thing", "What a definite thing costs, when it is, what it is called: a name, a number or a date.",
        "The budget is 40,000 euros.", "The budget is fine.",
        lambda said: said.about == "thing", _keeps_thing, confidence=-0.15,
    ),
    Rule(
        "own_quality", "How somebody or something of the speaker's is.",
        "My sister is allergic to walnuts.", "My sister is great.", _is_own_quality, _keeps_own_quality,
    ),
    Rule(
        "own_identity", "What or where somebody or something of the speaker's is.",
        "My sister is a nurse in Bergen.", "My sister is a gem.",
        lambda said: said.lemma == "be", _keeps_own_identity,
    ),
    Rule(
        "effect", "What makes the speaker feel some way.",
        "Thunderstorms make me nervous.", "Life makes me happy.",
        lambda said: said.about == "other" and touches_feelings(said), _keeps_effect,
    ),
    Rule(
        "own_deed", "What somebody or something of the speaker's does, did, or has done to it.",
        "My brother moved to Bergen.", "My brother seems nice.", _always, _keeps_own_deed,
    ),
)  # fmt: skip
