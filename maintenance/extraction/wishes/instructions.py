"""Standing instructions to the assistant: what holds from now on, told apart from a request for one answer."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import dropwhile, takewhile
from typing import TYPE_CHECKING

from ..grammar.clauses import SUBJECTS, Clause, finite_verb, is_past
from ..grammar.lexicon import word_set
from ..grammar.rewrite import FIRST_PERSON, POSSESSIVE, third_person
from .routing import is_routing

if TYPE_CHECKING:
    from spacy.tokens import Token

_LASTING_ADVERBS = word_set("always never ever forever henceforth")
_LASTING_PHRASES = (
    "from now on",
    "going forward",
    "from here on",
    "in future",
    "in the future",
    "by default",
    "every time",
    "each time",
    "at all times",
    "whenever",
    "any time",
    "anytime",
    "in all your",
    "in your",
    "when you answer",
    "in every",
    "for every",
    "in general",
    "as a rule",
    "unless i ",
    "no matter what",
)
_MANNER_VERBS = word_set(
    "answer reply respond write speak talk address format sign communicate explain summarize summarise"
)
_HABIT_VERBS = word_set("avoid stop keep stick prefer assume treat refrain use limit")
_PASSING_VERBS = word_set(
    "worry forget mind hesitate be give let get go stop panic tell know think "
    "believe judge laugh cry leave miss wait lose look feel sweat bother take"
)
_ONE_OFF = word_set("this that these those here now today tonight tomorrow above below following again instead")
# How somebody is to speak, whatever they say.
_MANNERS = word_set(
    "brief concise short direct honest blunt formal informal polite specific precise succinct critical frank casual "
    "detailed thorough terse encouraging neutral objective"
)
_NO_NAME = word_set("as like not instead rather because since when if and but or please pls from in at for")
_NUMBER = re.compile(r"\+?\d{3}")
_REMEMBERING = word_set("remember note know")


STANDING = "standing"  # the rule of what holds from now on


@dataclass(frozen=True, slots=True)
class Instruction:
    """What the user wants: `opening` goes before the words, which are written with the assistant as their subject.
    `rule` names what found it."""

    rule: str
    opening: str
    words: tuple[Token, ...]
    replaced: dict[int, str]


def remembered(clause: Clause) -> Clause | None:
    """The clause that "remember that I am vegan" asks to be remembered; None where nothing is asked so."""
    head = clause.head
    if clause.subject is not None or (head.tag_ != "VB" and head.pos_ != "VERB"):
        return None
    holder = head
    if (head.lemma_ in ("keep", "bear") and any(t.lower_ == "mind" for t in head.subtree)) or (
        head.lemma_ == "forget" and any(c.dep_ == "neg" for c in head.children)
    ):
        pass
    elif head.lemma_ not in _REMEMBERING or any(c.dep_ == "neg" for c in head.children):
        return None
    inner = next((c for c in holder.subtree if c.dep_ == "ccomp" and c.i > head.i), None)
    if inner is None or _for_when(head) is not None:
        return None
    subject = next((c for c in inner.children if c.dep_ in SUBJECTS), None)
    if subject is None:
        return None
    words = tuple(t for t in inner.subtree if not (t.head == inner and t.dep_ == "mark"))
    return Clause(inner, subject, words)


def _for_when(head: Token) -> Token | None:
    """When something is to be kept in mind: "when you make charts"."""
    return next(
        (
            token for token in head.subtree
            if token.dep_ == "advcl" and any(c.lower_ in ("when", "whenever", "while") for c in token.children)
            and any(c.lower_ == "you" and c.dep_ in SUBJECTS for c in token.children)
        ), None,
    )  # fmt: skip


def instruction(clause: Clause, text: str) -> Instruction | None:
    """The standing instruction that an imperative clause, or "I want you to ...", gives; None where it gives none."""
    asked = _asked(clause)
    if asked is not None:
        head, words = asked
        wished = clause.subject is not None and clause.subject.lower_ == "i"
    elif clause.subject is None and clause.head.tag_ in ("VB", "VBP") and clause.head.pos_ in ("VERB", "AUX"):
        head, words = clause.head, clause.tokens
        wished = False
        if head.lower_ != head.lemma_.lower() or any(_is_finite_helper(child) for child in head.children):
            return None  # "from now on Fridays are off", "in future cars will fly"
    else:
        return None
    words = tuple(t for t in words if t.lower_ not in ("please", "kindly") and t.dep_ != "intj")
    words = tuple(dropwhile(lambda t: t.is_punct or t.lower_ == "so", words))
    if not words:
        return None
    before = [t for t in words if t.i < head.i and t.head != head and not head.is_ancestor(t)]
    if before:
        return None
    lowers = {t.lower_ for t in words}
    negated = any(c.dep_ == "neg" and c.lower_ in ("n't", "not") for verb in {head, clause.head} for c in verb.children)
    if negated and clause.subject is None and words[0].lower_ == "not":
        return None  # "not grey green, grey grey"
    pointing = {t.lower_ for t in words if t.dep_ != "mark"} & _ONE_OFF
    if (pointing and "from now on" not in text.lower()) or any(t.lower_ == "you" and t.dep_ != "nsubj" for t in words):
        return None
    last = max((t for t in words if not t.is_punct), key=lambda token: token.i, default=head)
    if last.lower_ == "then" and last.dep_ == "advmod":
        # "Don't ring me then": when, only the talk tells.
        return None
    calls = head.lemma_ in ("call", "address") and any(c.lower_ == "me" for c in head.children)
    besides = any(
        c.lower_ in ("never", "also", "too", "sometimes")
        and c.i < head.i + 4
        and (c.head == head or c.head.lemma_ not in ("call", "address"))  # "never call me Sir, always call me Captain"
        for c in words
    )
    if calls and not (negated or besides):  # "you can also call me Sammy"
        named = _name_to_use(head, words)
        if named is not None or not _is_reached(words):
            return named
    if head.lemma_ == "remind" and lowers & {"me"}:
        denied = negated or any(c.dep_ == "neg" or c.lower_ == "never" for c in head.children)
        denied = denied and not lowers & {"just", "only"}  # "don't just remind me about the bins": of more
        return _reminder(head, words, denied=denied)
    if (negated and is_of_the_hour(text)) or _OF_ONES_LIFE.search(text):
        return None
    objects = [c for c in head.children if c.dep_ == "dobj"]
    if clause.subject is None and not negated and is_routing(head, objects):
        routed = _spoken(head, words, negated)
        return None if routed is None else replace(routed, rule="routing")
    is_named = calls and not negated and _name_to_use(head, words) is not None
    if not (is_named or wished and head.lemma_ == "be") and not _is_lasting(head, words, lowers, text, negated):
        return None
    return _spoken(head, words, negated)


def is_naming(clause: Clause) -> bool:
    """Whether it tells by which name to call the speaker, which nobody tells who is known."""
    called = {token.lower_: token.dep_ for token in clause.head.children}
    return clause.subject is None and clause.head.lemma_ == "call" and "me" in called and "neg" not in called.values()


# "It's Sunday", "I'm in a meeting", "I'm driving": why not now.
_OF_THE_HOUR = re.compile(
    r"(?:,|-|\bbecause|\bas|\bsince) (?:it is|it's) (?:already |nearly |almost )?(?:\w+day\b|late\b|early\b|midnight\b"
    r"|night\b|lunch|dinner|\d)"
    r"|(?:,|-|\bbecause|\bas|\bsince) (?:i am|i'm|we are|we're) (?:just |still |already |about to )?(?:in (?:a|the) "
    r"|at (?:a|the) |on (?:a|the) |busy\b|tired\b|asleep\b|away\b|out\b|off\b|(?!not\b)\w+ing\b)",
    re.I,
)


# "If I get it, never another night as long as I live": what the speaker will never do.
_OF_ONES_LIFE = re.compile(r"\bas long as i (?:live|am alive|breathe)\b|\bin my life\b", re.I)


def is_of_the_hour(text: str) -> bool:
    """Whether it is not to be done because of what is so just now: "don't call me, it's Sunday"."""
    return _OF_THE_HOUR.search(text) is not None and not re.search(r"\b(?:never|ever|always|from now on)\b", text, re.I)


def _is_finite_helper(child: Token) -> bool:
    return child.dep_ in ("aux", "auxpass") and child.lower_ not in ("do", "don't", "to", "please")


def _is_reached(words: Iterable[Token]) -> bool:
    """ "Call me on 555 2010": what tells where, not what to do just now."""
    return any(
        token.lower_ in ("on", "at", "under") and token.i + 1 < len(token.doc) and _NUMBER.match(token.nbor().text)
        for token in words
    )


def _asked(clause: Clause) -> tuple[Token, tuple[Token, ...]] | None:
    """The wish in "I want you to ...", "I'd like you to ..." and "you should always ..."."""
    head = clause.head
    subject = clause.subject
    if subject is None:
        return None
    if subject.lower_ == "i" and head.lemma_ in ("want", "like", "need", "prefer", "love"):
        for child in head.children:
            if child.dep_ in ("ccomp", "xcomp") and any(
                c.lower_ == "you" and c.dep_ in SUBJECTS for c in child.children
            ):
                words = tuple(
                    t for t in child.subtree if not (t.head == child and (t.lower_ == "you" or t.tag_ == "TO"))
                )
                return child, words
    if subject.lower_ in ("i", "it") and head.lemma_ in ("prefer", "like", "love", "appreciate", "help", "be"):
        # "I'd prefer it if you used bullet points".
        wished = next((child for child in head.children if child.dep_ == "advcl" and _is_wished(child)), None)
        would = any(child.lower_ in ("would", "'d") for child in head.children)
        if wished is not None and would:
            left = ("if", "you", "would", "could", "can")
            return wished, tuple(t for t in wished.subtree if not (t.head == wished and t.lower_ in left))
    if subject.lower_ == "you" and any(
        c.dep_ == "aux" and c.lower_ in (("should", "must", "can", "may") if _is_for_good(head) else ("should", "must"))
        for c in head.children
    ):
        words = tuple(t for t in clause.tokens if not (t.head == head and (t.dep_ == "aux" or t.dep_ in SUBJECTS)))
        return head, words
    return None


def _is_for_good(verb: Token) -> bool:
    """ "You can always call me Bo", "you may stop asking": no leave for this once, "so you can use it"."""
    return verb.lemma_ in ("stop", "skip", "call", "assume") or any(t.lower_ in _LASTING_ADVERBS for t in verb.children)


def _is_wished(verb: Token) -> bool:
    children = {child.lower_: child.dep_ for child in verb.children}
    return children.get("if") == "mark" and children.get("you") in SUBJECTS


def _is_lasting(head: Token, words: Iterable[Token], lowers: set[str], text: str, negated: bool) -> bool:
    lemma = head.lemma_.lower()
    low = text.lower()
    conditional = any(
        c.dep_ == "advcl"
        and c.i < head.i
        and any(g.lower_ in ("when", "whenever") for g in c.children)
        and not is_past(c)
        for c in head.children
    )
    if any(c.dep_ == "prt" for c in head.children) and lemma in ("give", "keep"):
        return False
    if _is_reached(words) and lowers & {"me", "us"}:
        return lemma in ("call", "ring", "phone", "text", "reach", "message")
    if conditional or lowers & _LASTING_ADVERBS or any(phrase in low for phrase in _LASTING_PHRASES):
        return lemma != "forget"
    objects = [c for c in head.children if c.dep_ == "dobj"]
    if lemma in _REMEMBERING | {"keep", "bear"} and _for_when(head) is not None:
        return True
    if _is_wished(head):
        return not any(c.lower_ in ("the", "a", "an") for o in head.children if o.dep_ == "dobj" for c in o.children)
    if lemma == "be":
        return any(c.dep_ == "acomp" and c.lower_ in _MANNERS for c in head.children)
    if any(c.dep_ == "prt" for c in head.children):
        return False
    if lemma == "make" and "sure" in lowers:
        return False
    specific = any(
        c.lower_ in ("a", "an", "this", "that") or c.lower_ in POSSESSIVE or (c.lower_ == "the" and not _is_general(o))
        for o in objects
        for c in o.children
    )
    if negated:
        return lemma not in _PASSING_VERBS and not _is_reaction(head, objects)
    if lemma in _MANNER_VERBS:
        manner = any(
            (c.dep_ == "prep" and c.lower_ in ("in", "with", "without", "like", "as")) or c.dep_ == "advmod"
            for c in head.children
        )
        others = lemma in ("talk", "speak", "communicate") and any(
            c.lower_ == "with" and not any(o.lower_ in ("me", "us") for o in c.children) for c in head.children
        )
        return manner and not objects and not others  # "talk with Nadia is in May"
    if lemma in _HABIT_VERBS:
        if lemma == "stop" and not any(c.dep_ == "xcomp" for c in head.children):
            return False
        if any(c.lower_ in ("to", "for") and c.dep_ == "prep" for c in head.children) and lemma == "use" and specific:
            return False
        return not specific or (lemma == "keep" and any(c.dep_ == "ccomp" or c.dep_ == "oprd" for c in head.children))
    return False


def _is_reaction(verb: Token, objects: Iterable[Token]) -> bool:
    """ "Don't!", "don't do it", "don't say anything": what it means, only the talk tells."""
    if any(o.lower_ in ("it", "them") for o in objects):
        return True
    if verb.lemma_ in ("say", "tell"):
        return any(o.lower_ in ("anything", "word", "anybody", "anyone") for o in objects)
    return verb.lemma_ == "do" and not any(c.dep_ not in ("neg", "aux", "punct", "intj") for c in verb.children)


def _is_general(noun: Token) -> bool:
    return noun.tag_ in ("NNS",) or any(c.dep_ in ("amod", "compound") for c in noun.children)


def _name_to_use(head: Token, words: tuple[Token, ...]) -> Instruction | None:
    behind = dropwhile(lambda t: t.lower_ in ("me", "by", "as"), (t for t in words if t.i > head.i))
    # "Frau Holm, as my colleagues do", "Dee like everybody else", "Sam not Samuel".
    rest = tuple(takewhile(lambda t: not t.is_punct and t.lower_ not in _NO_NAME, behind))
    if not rest or not any(t.text[:1].isupper() for t in rest) or len(rest) > 8 or rest[0].pos_ == "ADP":
        return None
    return Instruction("name_to_use", "wants to be called", rest, {})


def _reminder(head: Token, words: tuple[Token, ...], *, denied: bool) -> Instruction | None:
    rest = tuple(
        t
        for t in words
        if t.i > head.i and not ((t.lower_ == "me" and t.head == head) or (t.lower_ == "me" and t.i == head.i + 1))
    )
    if len(rest) < 3 or rest[0].lower_ in ("what", "how", "why", "who", "where", "when", "which", "again"):
        return None
    return Instruction("reminder", "does not want to be reminded" if denied else "wants to be reminded", rest, {})


def _spoken(head: Token, words: tuple[Token, ...], negated: bool) -> Instruction | None:
    replaced: dict[int, str] = {head.i: head.lemma_} if _is_wished(head) else {}
    kept = []
    for token in words:
        if token.head == head and token.dep_ in ("aux", "neg") and token.lower_ in ("do", "did", "n't", "not"):
            continue
        if token.lower_ in FIRST_PERSON:
            pass
        elif token.lower_ in ("your",):
            replaced[token.i] = "its"
        elif token.lower_ in ("you", "yourself"):
            replaced[token.i] = "it"
            if token.dep_ == "nsubj" and finite_verb(token.head).tag_ in ("VBP", "VB"):
                verb = finite_verb(token.head)
                replaced[verb.i] = third_person(verb.lower_)
        kept.append(token)
    front = [
        t
        for t in kept
        if t.i < head.i and t.lower_ not in _LASTING_ADVERBS and not (t.dep_ == "advmod" and t.i == head.i - 1)
    ]
    back = [t for t in kept if t not in front]
    front = [t for t in front if not t.is_punct]
    if front and front[0].pos_ in ("NUM", "NOUN", "PROPN", "ADJ"):
        return None  # "two sentences max" is no order to max
    if back and back[0].text[:1].isupper() and back[0].pos_ != "PROPN" and back[0].lower_ != "i":
        replaced[back[0].i] = back[0].text[0].lower() + back[0].text[1:]
    if front and front[0].text[:1].isupper() and front[0].pos_ != "PROPN" and front[0].lower_ != "i":
        replaced[front[0].i] = front[0].text[0].lower() + front[0].text[1:]
    opening = "wants the assistant not to" if negated else "wants the assistant to"
    quotes = sum(token.text == '"' for token in back)
    while back and back[-1].is_punct and not (back[-1].text == '"' and quotes % 2 == 0):
        back.pop()
    return Instruction(STANDING, opening, tuple(back + front), replaced)
