"""Which claims are worth keeping, how sure they are, and what they are about.

A claim is kept for what its parse shows: who it is about, whether it is asserted, and whether anything is left
once evaluations and empty nouns are taken away.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from .clauses import Clause, is_past
from .lexicon import (
    ABSTRACT,
    ATTITUDES,
    EMPTY_NOUNS,
    EVALUATIONS,
    FREQUENCY_DETERMINERS,
    HABITS,
    HEDGES,
    KIN,
    LASTING,
    LIKING,
    PEOPLE,
    PETS,
    TALK_VERBS,
    TIMES,
    words,
)
from .rewrite import FIRST_PERSON, POSSESSIVE

if TYPE_CHECKING:
    from spacy.tokens import Token

About = Literal["speaker", "own", "resolved", "known", "other"]

_LIGHT = words(
    "be have do get go make take come feel keep try need want love like think know "
    "see seem look give let start help mean find can will would"
)
_FEELINGS = words(
    "happy glad excited thrilled stoked pumped grateful thankful proud sorry sure "
    "ready delighted pleased honored honoured touched nervous anxious surprised "
    "sad curious determined hopeful optimistic psyched relieved"
)
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
_HEALTH = words(
    "allergic allergy diagnose diagnosis surgery hospital doctor injury injure "
    "asthma diabetes diabetic migraine anxiety depression therapy therapist "
    "medication pill prescription pregnant cancer illness disease sick flu insomnia "
    "intolerant celiac vegan vegetarian ankle knee sprain fracture dentist physio diet blood adhd"
)
_BIOGRAPHY_VERBS = words("live work study graduate grow move born raise retire major bear settle emigrate")
_SKILL_WORDS = words("speak fluent learn skilled proficient certify teach play")
_GOAL_WORDS = words("goal dream aim ambition aspiration aspire pursue become achieve")
_PLAN_VERBS = words("plan consider intend prepare schedule book decide")
_ENTHUSIASM = words("keen interested passionate obsessed crazy addicted partial fan into")
_UNNAMED = words("something anything everything nothing someone somebody things stuff")
# "I need help with ..." asks for an answer, not for a thing.
_REQUESTED = words(
    "help advice recommendation suggestion tip idea information info example regex script function query code "
    "explanation answer summary command template snippet"
)
# What is over within the week, whatever it is about.
_PASSING = words(
    "swamped slammed busy exhausted tired drained beat freaked bummed pumped down off lucky blessed fortunate"
)
_OUTINGS = words("time blast fun day night evening weekend afternoon morning laugh experience talk chat moment feeling")
_TRIFLING_VERBS = words("make eat cook drink play watch take find get have see wear share put pick hear")
_COURTESIES = words("join come see hear check help lend know meet try chat talk show catch")
_STATE_VERBS = words("feel get become seem look sound stay remain keep go turn")
_POLITE_VERBS = words("hear see say help have share know find meet be")
_SURPRISE_OPENERS = words("what how why where when who which whose whom")


@dataclass(frozen=True, slots=True)
class Weight:
    """A kept claim's tags, most telling first, and its confidence."""

    tags: tuple[str, ...]
    confidence: float


def weigh(clause: Clause, about: About, *, elided: bool, dated: bool, ahead: bool, text: str) -> Weight | None:
    """What a claim is worth, or None where nothing durable is said.

    `dated` says that it names a time, `ahead` that the time is still to come.
    """
    head = clause.head
    if _is_hypothetical(clause) or _is_rhetorical(clause):
        return None
    if about == "speaker":
        kept = _worth_of_speaker(clause, dated)
    else:
        kept = _worth_of_other(clause, about, dated)
    if not kept:
        return None
    tags = _tags(clause, about, ahead, dated and not ahead)
    confidence = 0.85
    if elided:
        confidence -= 0.15
    if about in ("resolved", "other"):
        confidence -= 0.1
    words = {token.lower_ for token in clause.words}
    modals = {token.lemma_.lower() for token in _auxiliaries(clause)}
    if "plan" in tags or "goal" in tags:
        confidence -= 0.1
    if words & HEDGES or modals & {"might", "may"} or ({"kind", "of"} <= words and "kind of" in text.lower()):
        confidence -= 0.3
    if head.lemma_ in ("think", "consider", "wonder", "hope", "seem"):
        confidence -= 0.2
    if head.lemma_ == "try" or "opinion" in tags:
        confidence -= 0.05
    return Weight(tags, round(max(confidence, 0.2), 2))


def touches_feelings(clause: Clause) -> bool:
    """Whether something is said to make the speaker feel some way, or to be so to them."""
    head = clause.head
    if head.tag_ not in ("VBZ", "VBP"):
        return False
    if head.lemma_ == "make":
        felt = next((c for c in head.children if c.dep_ == "ccomp"), None)
        return felt is not None and any(c.lower_ == "me" and c.dep_ == "nsubj" for c in felt.children)
    adjective = _adjective(clause)
    return (
        head.lemma_ == "be"
        and adjective is not None
        and any(t.lower_ == "me" and t.dep_ == "pobj" and t.head.lower_ in ("to", "for") for t in clause.words)
    )


def _auxiliaries(clause: Clause) -> list[Token]:
    """The verb's auxiliaries, those that it borrows included: "we should fight and (should) speak up"."""
    own = [token for token in clause.head.children if token.dep_ == "aux"]
    return own or [token for token in clause.lent if token.dep_ == "aux"]


def _is_hypothetical(clause: Clause) -> bool:
    head = clause.head
    for token in clause.words:
        if token.dep_ == "mark" and token.lower_ in ("if", "unless") and token.head.dep_ in ("advcl", "ccomp"):
            if token.head.dep_ == "ccomp":
                return True
            if token.head.head == head:
                return True
        if token.dep_ == "mark" and token.head == head and token.lower_ in ("if", "unless", "since"):
            return True
    modals = {token.lower_ for token in _auxiliaries(clause)}
    if "'d" in modals and {"been", "better"} & {token.lower_ for token in head.children}:
        return False
    if modals & {"would", "'d"} and head.tag_ != "VBN":
        return head.lemma_.lower() not in LIKING | {"rather", "want"}
    if modals & {"would"}:
        return True
    negated = any(child.dep_ == "neg" for child in head.children)
    words = {token.lower_ for token in clause.words}
    if ("could" in modals and not negated) or ("can" in modals and words & HEDGES):
        return True
    if modals & {"should", "must", "ought", "shall"}:
        return True
    return head.lemma_ in ("wish", "imagine", "suppose", "pretend")


def _is_rhetorical(clause: Clause) -> bool:
    first = clause.words[0] if clause.words else clause.head
    if first.lower_ in _SURPRISE_OPENERS and first.dep_ not in ("mark",) and first.head.dep_ != "advcl":
        return first.dep_ != "advmod" or first.head == clause.head
    return False


def _worth_of_speaker(clause: Clause, dated: bool) -> bool:
    head = clause.head
    lemma = head.lemma_.lower()
    complement = _complement(clause)
    if (lemma == "be" and head.pos_ == "AUX") or (lemma in _STATE_VERBS and _adjective(clause)):
        return _worth_of_state(clause, complement, dated)
    if head.lower_ in _PASSING and head.tag_ == "VBN" and not is_past(head):
        return False
    if lemma in ("rock", "rule", "kill"):
        return False
    if _is_trifle(clause, complement, dated) or _is_resolve(clause, complement):
        return False
    if lemma in TALK_VERBS:
        return _worth_of_thought(clause, lemma, complement)
    if lemma in LIKING:
        return _worth_of_liking(clause, complement)
    modals = {token.lower_ for token in head.children if token.dep_ == "aux"}
    general = clause.subject is not None and clause.subject.lower_ == "we" and not is_past(head)
    if modals & {"ca", "can"}:
        if lemma == "wait":
            return _content(complement) >= 3
        if general or lemma in (
            "help",
            "stop",
            "believe",
            "imagine",
            "handle",
            "deny",
            "stress",
            "say",
            "get",
            "make",
            "see",
        ):
            return False
    if general and head.tag_ != "VBN":
        obliged = any(c.dep_ == "xcomp" and any(g.tag_ == "TO" for g in c.children) for c in head.children)
        if lemma == "need" or (lemma in ("have", "get") and obliged):
            return False
        if modals & {"will", "'ll"} or lemma in ("keep", "get"):
            return _content(complement) >= 4
    if lemma == "need" and any(c.dep_ == "dobj" and c.lemma_.lower() in _REQUESTED for c in head.children):
        return False
    asks = any(c.dep_ == "dobj" and c.lemma_ in ("question", "favor", "favour", "request") for c in head.children)
    if asks or any(
        c.dep_ == "dobj" and c.lower_ in _UNNAMED and not any(g.dep_ == "relcl" for g in c.children)
        for c in head.children
    ):
        return False
    if general and any(
        c.dep_ in ("dobj", "attr") and c.lemma_ in ("team", "pair", "duo", "partner") for c in head.children
    ):
        return False
    if general and any(token.lower_ in ("all", "both") or _differs(token) for token in clause.words):
        return False
    if lemma in ("do", "give", "try") and any(
        c.dep_ == "dobj" and c.lemma_.lower() in ("best", "all", "part", "good") for c in head.children
    ):
        return False
    nouns = [t for t in complement if t.pos_ in ("NOUN", "PROPN")]
    if is_past(head) and nouns and all(_is_empty(t) for t in nouns) and not dated and not _is_told_of(nouns):
        # "I got to meet some people."
        return False
    content = _content(complement)
    if lemma in ATTITUDES and not any(token.pos_ == "PROPN" for token in complement):
        return content + dated >= 3
    if lemma not in _LIGHT | ATTITUDES and head.tag_ != "VBG" and dated:
        return content >= 1 or is_past(head)
    return content >= 2


def _differs(token: Token) -> bool:
    """ "We have different skills", "we each cook": what holds between those who "we" are, not of the speaker."""
    if token.lower_ == "each":
        return token.head.lemma_.lower() not in TIMES
    return token.lower_ == "different" and token.dep_ == "amod" and token.head.tag_ == "NNS"


def _is_trifle(clause: Clause, complement: list[Token], dated: bool) -> bool:
    """A good time with nothing said of what, or a bare "made pizza", "got some new shoes"."""
    head = clause.head
    lemma = head.lemma_.lower()
    target = next((c for c in head.children if c.dep_ == "dobj"), None)
    taken = next((t for t in complement if t.dep_ == "dobj" and t.lemma_ in ("picture", "photo", "selfie")), None)
    if taken is not None and taken.head.lemma_ == "take" and taken.head.dep_ == "xcomp":
        return not any(c.dep_ in ("prep", "amod", "compound") for c in taken.children)
    if lemma in ("end", "wind") and any(c.lower_ == "up" for c in head.children):
        # "We ended up laughing": without what led to it, nothing.
        return not any(t.pos_ in ("NOUN", "PROPN") and not _is_empty(t) for t in complement)
    if target is None or lemma not in _TRIFLING_VERBS:
        return False
    things = [
        t
        for t in complement
        if t.pos_ in ("NOUN", "PROPN", "NUM") and t != target and t.lemma_.lower() not in TIMES | EMPTY_NOUNS
    ]
    if lemma == "have" and target.lemma_.lower() in _OUTINGS and head.tag_ != "VBP":
        doing = any(t.tag_ == "VBG" and t.pos_ == "VERB" for t in complement)
        named = any(
            t.dep_ == "pobj"
            and (t.lemma_.lower() not in KIN | PEOPLE | ABSTRACT or any(c.dep_ == "compound" for c in t.children))
            for t in things
        )
        compound = any(c.dep_ == "compound" for c in target.children) and target.lemma_ != "time"
        return not (named or (doing and _content(complement) >= 2) or compound)
    if not is_past(head) or any(t.pos_ == "PROPN" for t in complement):
        return False
    plain = all(
        c.dep_ in ("det", "punct", "predet")
        or (c.dep_ == "amod" and (c.lower_ in EVALUATIONS or c.lower_ in ("new", "some", "more", "cool")))
        for c in target.children
    )
    several = target.tag_ == "NNS" or not any(c.dep_ in ("det", "poss") for c in target.children)
    if target.lemma_.lower() in KIN | PEOPLE | PETS or target.pos_ != "NOUN":
        return False
    return plain and several and not things and not any(t.dep_ in ("relcl", "xcomp", "advcl") for t in complement)


def _is_resolve(clause: Clause, complement: list[Token]) -> bool:
    """ "I'm going to keep working hard", "I'd love to join in": good will, and nothing that can be known again."""
    head = clause.head
    lowers = {token.lower_ for token in _auxiliaries(clause)}
    inner = next((c for c in head.children if c.dep_ == "xcomp"), None)
    verb = inner if inner is not None and head.lemma_ in ("go", "try", "want", "love", "like") else head
    named = any(t.pos_ == "PROPN" for t in complement) or _content(complement) >= 4
    if lowers & {"would", "'d"} and inner is not None and head.lemma_ in LIKING | {"like", "love"}:
        return inner.lemma_ in _COURTESIES and not named
    if verb is head and not lowers & {"will", "'ll"}:
        return False
    if head.lemma_ in ("love", "like") or is_past(head):
        return False
    return verb.lemma_ in ("keep", "stay", "continue", "remain") and not named


def _worth_of_state(clause: Clause, complement: list[Token], dated: bool) -> bool:
    head = clause.head
    adjective = _adjective(clause)
    if adjective is not None:
        word = adjective.lower_
        if word == "old" and any(c.dep_ == "npadvmod" for c in adjective.children):
            return True
        if word in LASTING or (adjective.text.istitle() and adjective.i > 1 and word not in EVALUATIONS):
            return True
        rest = [token for token in complement if token != adjective]
        content = _content(rest)
        if word in _PASSING:
            doing = any(t.tag_ == "VBG" for t in rest)
            return (word == "busy" and doing and content >= 2) or (word == "pumped" and content + 2 * dated >= 4)
        if word in ("sorry", "sure", "able", "fine", "okay", "ok", "like"):
            return False
        if word in ("scared", "afraid", "terrified") and any(c.lower_ == "of" for c in adjective.children):
            return content >= 2
        if word in _FEELINGS:
            verbs = {t.lemma_ for t in rest if t.dep_ in ("xcomp", "ccomp", "pcomp", "relcl")}
            return content + 2 * dated >= (5 if verbs & _POLITE_VERBS else 4)
        skill = any(c.dep_ == "prep" and c.lower_ in ("at", "with") for c in adjective.children)
        if word not in EVALUATIONS or (skill and word in ("good", "great", "bad", "terrible", "awful")):
            return content >= 2
        return content >= 4
    if head.lemma_ == "be" and any(
        c.dep_ in ("advmod", "prep", "prt") and c.lower_ in ("off", "down", "in") and not any(True for _ in c.children)
        for c in head.children
    ):
        # "I'm off to have dinner", "I'm in for the show": over within the hour.
        return False
    if any(c.dep_ == "prep" and c.lower_ == "like" for c in head.children):
        # "We're like a family."
        return False
    attribute = next((c for c in head.children if c.dep_ == "attr"), None)
    if attribute is not None:
        return _content(complement) >= (4 if attribute.lemma_.lower() in _EMPTY_ATTRIBUTES else 2)
    return _content(complement) >= 2


def _worth_of_thought(clause: Clause, lemma: str, complement: list[Token]) -> bool:
    head = clause.head
    relations = {child.dep_ for child in head.children}
    target = next((c for c in head.children if c.dep_ in ("dobj", "dative") and c.pos_ in ("NOUN", "PROPN")), None)
    content = _content(complement)
    if lemma in ("agree", "promise") and "xcomp" in relations:
        return content >= 3
    if lemma == "hope":
        return "xcomp" in relations and content >= 3
    if lemma in ("think", "believe") and "ccomp" in relations:
        return _is_opinion(head) and content >= 2
    if lemma in ("think", "wonder"):
        about = any(c.dep_ == "prep" and c.lower_ in ("of", "about") for c in head.children)
        return about and any(t.dep_ == "pcomp" for t in complement) and content >= 2
    if target is None or _is_empty(target) or "ccomp" in relations:
        return False
    if lemma in ("know", "see", "recommend", "picture", "understand"):
        return (lemma in ("know", "understand") or is_past(head)) and content >= 2
    if lemma in ("remember", "forget"):
        own = any(c.lower_ in POSSESSIVE for c in target.children)
        return own and content >= 3
    return lemma in ("tell", "ask", "promise", "add", "notice", "hear") and is_past(head) and content >= 4


def _is_opinion(head: Token) -> bool:
    """Whether "I think ..." judges something that is named well enough to be known again."""
    inner = next((c for c in head.children if c.dep_ == "ccomp"), None)
    subject = inner and next((c for c in inner.children if c.dep_ in ("nsubj", "nsubjpass")), None)
    if subject is None or inner is None or any(c.dep_ == "aux" for c in inner.children):
        return False
    named = any(c.dep_ in ("amod", "compound", "poss") for c in subject.children)
    return subject.pos_ == "PROPN" or (subject.pos_ == "NOUN" and named)


def _worth_of_liking(clause: Clause, complement: list[Token]) -> bool:
    head = clause.head
    target = next((c for c in head.children if c.dep_ == "dobj"), None)
    if target is not None and target.pos_ in ("NOUN", "PROPN"):
        pointing = any(
            c.dep_ == "det" and c.lower_ in ("the", "that", "this", "these", "those") for c in target.children
        )
        modified = any(c.dep_ in ("prep", "relcl", "acl", "compound") for c in target.children)
        if pointing and not modified:
            return False
    return _content(complement) >= 2


def _worth_of_other(clause: Clause, about: About, dated: bool) -> bool:
    head = clause.head
    subject = clause.subject
    complement = _complement(clause)
    lemma = head.lemma_.lower()
    adjective = _adjective(clause)
    if subject is not None:
        name = subject.lemma_.lower()
        part = name == "one" and any(c.lower_ == "of" for c in subject.children)
        if (not part and name in EMPTY_NOUNS) or (name in _FADING_SUBJECTS and about != "resolved"):
            return False
        if subject.lower_ == "it" and (lemma == "be" or adjective is not None or head.tag_ == "VBG"):
            return False
    modals = {token.lower_ for token in head.children if token.dep_ == "aux"}
    if modals & {"can", "could", "might", "may", "will", "'ll"} and about not in ("own", "known"):
        return False
    if lemma in ("start", "begin") and subject is not None and subject.lemma_.lower() in ABSTRACT:
        return False
    content = _content(complement)
    if adjective is not None and lemma in _STATE_VERBS | {"be"}:
        if adjective.lower_ in LASTING:
            return True
        plain = adjective.lower_ not in EVALUATIONS and adjective.lower_ not in _FEELINGS
        if about in ("own", "known"):
            if adjective.lower_ == "old" and any(c.dep_ == "npadvmod" for c in adjective.children):
                return True
            if adjective.lower_ in _FEELINGS and content >= 1 and any(c.lower_ == "about" for c in adjective.children):
                return True
            tied = any(c.dep_ == "xcomp" or c.lower_ in ("about", "with", "at", "for") for c in adjective.children)
            return (plain and adjective.pos_ == "ADJ") or (tied and content >= 3)
        to_me = any(
            t.lower_ in ("me", "us") and t.dep_ == "pobj" and t.head.lower_ in ("to", "for") for t in complement
        )
        return (to_me and about == "other") or (content >= 4 and about == "other")
    attribute = next((c for c in head.children if c.dep_ == "attr"), None)
    if lemma == "be":
        if dated and about == "other" and clause.subject is not None and clause.subject.pos_ == "NOUN":
            return True
        if attribute is not None and attribute.lemma_.lower() in _EMPTY_ATTRIBUTES:
            return about == "own" and content >= 4
        return content >= 2
    if about == "other" and touches_feelings(clause):
        return subject is not None and subject.lemma_.lower() not in ABSTRACT | EMPTY_NOUNS
    if lemma in ("sound", "seem", "look", "mean", "matter", "rule", "happen", "warm", "thank"):
        return False
    if about in ("own", "known") and is_past(head) and lemma not in _LIGHT | ATTITUDES:
        concrete = subject is not None and subject.lemma_.lower() not in ABSTRACT
        final = (
            dated
            or any(c.dep_ == "prt" for c in head.children)
            or lemma in ("die", "graduate", "retire", "divorce", "marry")
        )
        return (concrete and (content >= 1 or final)) or content >= 2
    given = is_past(head) and any(t.lower_ == "me" and t.dep_ in ("dative", "dobj", "compound") for t in complement)
    return content >= (2 if about in ("own", "known") or given else 3)


def _adjective(clause: Clause) -> Token | None:
    return next(
        (c for c in clause.head.children if c.dep_ in ("acomp", "oprd") and c.pos_ in ("ADJ", "VERB", "PROPN")),
        None,
    )


def _complement(clause: Clause) -> list[Token]:
    """The clause's words besides its verb group and subject."""
    subject = set() if clause.subject is None else {token.i for token in clause.subject.subtree}
    return [
        token
        for token in clause.tokens
        if token != clause.head and token.i not in subject and token.dep_ not in ("aux", "auxpass", "neg", "punct")
    ]


def _is_told_of(nouns: list[Token]) -> bool:
    return any(c.dep_ in ("relcl", "acl", "amod", "compound") for noun in nouns for c in noun.children)


def _is_empty(token: Token) -> bool:
    lemma = token.lemma_.lower()
    return lemma in EMPTY_NOUNS or lemma in TIMES


def _content(tokens: list[Token]) -> int:
    """How much these words say; abstractions alone make a sentiment, however many there are."""
    weights = [_weight(token) for token in tokens]
    return sum(weights) if 2 in weights else min(sum(weights), 1)


def _weight(token: Token) -> int:
    """Two for a thing, a name or a number; one for an abstraction, an action or a quality."""
    lemma = token.lemma_.lower()
    if lemma in FIRST_PERSON or lemma in EVALUATIONS or token.lower_ in EVALUATIONS:
        return 0
    if token.pos_ == "PROPN":
        return 2
    if token.pos_ == "NOUN":
        if lemma in EMPTY_NOUNS or lemma in TIMES:
            return 0
        return 1 if lemma in ABSTRACT else 2
    if token.pos_ == "NUM":
        return 0 if lemma == "one" else 2
    if token.pos_ == "ADJ" and lemma not in ABSTRACT | EMPTY_NOUNS:
        if token.dep_ in ("dobj", "pobj"):
            return 2
        return int(token.dep_ in ("acomp", "attr", "amod", "conj", "oprd"))
    if token.pos_ == "VERB" and lemma not in _LIGHT | TALK_VERBS | ATTITUDES:
        bare = token.tag_ == "VB" and token.dep_ == "advcl" and not any(True for _ in token.children)
        return 2 if bare or token.dep_ in ("xcomp", "pcomp", "pobj", "dobj", "attr") else 1
    return 0


def _tags(clause: Clause, about: About, ahead: bool, happened: bool) -> tuple[str, ...]:
    head = clause.head
    lemma = head.lemma_.lower()
    lemmas = {token.lemma_.lower() for token in clause.words}
    lowers = {token.lower_ for token in clause.words}
    modals = {token.lower_ for token in head.children if token.dep_ == "aux"}
    past = is_past(head)
    tags: list[str] = []
    going = (
        lemma == "go"
        and head.tag_ == "VBG"
        and any(c.dep_ == "xcomp" and any(g.tag_ == "TO" for g in c.children) for c in head.children)
    )
    objects = {c.lemma_.lower() for c in head.children if c.dep_ in ("dobj", "attr")}
    if (lemmas & _GOAL_WORDS and not past) or (lemma in ("want", "hope") and lemmas & _GOAL_WORDS):
        tags.append("goal")
    if (
        going
        or modals & {"will", "'ll", "wo"}
        or (lemma in _PLAN_VERBS and not past)
        or (
            (lemma in ("want", "hope") or (lemma == "think" and not any(c.dep_ == "ccomp" for c in head.children)))
            and not past
        )
        or ("forward" in lowers and lemma == "look")
        or (modals & {"might", "may"} and lemma != "be")
        or (lemma == "need" and any(c.dep_ == "xcomp" for c in head.children))
        or (ahead and not past)
    ):
        tags.append("plan")
    if lemma in LIKING or lemmas & {"favorite", "favourite"} or (lowers & _ENTHUSIASM and lemma == "be"):
        tags.append("preference")
    if lemmas & _HEALTH and lemma not in ("work", "study", "volunteer"):
        tags.append("health")
    subject_lemma = clause.subject.lemma_.lower() if clause.subject is not None else ""
    if (
        subject_lemma in KIN | PETS | {"friend", "boss", "colleague"}
        or lemma in ("marry", "date", "divorce")
        or (lemma in ("have", "meet") and objects & (PEOPLE | PETS))
    ):
        tags.append("relation")
    if (lemma in _BIOGRAPHY_VERBS and about == "speaker") or (
        lemma == "be" and about == "speaker" and (objects or lowers & LASTING or "from" in lowers or lowers & {"old"})
    ):
        tags.append("biography")
    if (
        (lemma in ("own", "buy", "purchase") or (lemma == "have" and not past))
        and objects
        and not objects & (PEOPLE | PETS)
    ):
        tags.append("possession")
    if (
        "can" in modals
        or (lemma in _SKILL_WORDS and not (past and lemma == "speak"))
        or lowers & {"fluent", "fluently"}
    ):
        tags.append("skill")
    habitual = lowers & HABITS or any(
        token.dep_ == "det" and token.lower_ in FREQUENCY_DETERMINERS for token in clause.words
    )
    if habitual and not past:
        tags.append("habit")
    if past and "biography" not in tags and lemma not in LIKING and lemma != "be":
        tags.append("event")
    if not tags and happened and lemma != "be":
        tags.append("event")
    if not tags:
        if lemma in ("think", "believe", "find") and any(c.dep_ in ("ccomp", "oprd") for c in head.children):
            tags.append("opinion")
        elif head.tag_ in ("VBP", "VBZ") and lemma not in ("be", "feel", "have", "need"):
            tags.append("habit")
        elif lemma == "be" or lemma == "feel":
            tags.append("opinion" if _adjective(clause) is not None and about != "own" else "biography")
        elif head.tag_ == "VBG":
            tags.append("event")
        else:
            tags.append("biography")
    return tuple(dict.fromkeys(tags))
