"""Pronouns and pointing words of a clause: traced to what they stand for, trimmed off, or the clause given up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from memory.language.en.change_words import LEADING

from .clauses import Clause, is_past
from .lexicon import EVALUATIONS, SHARED_THINGS, TIMES, words
from .mentions import SECOND_PERSON, THIRD_PERSON, Discourse, Mention, Place, can_be_named_again, is_person
from .rewrite import FIRST_PERSON, possessive

if TYPE_CHECKING:
    from spacy.tokens import Token

_PLAYED_ONCE = words("game part role song piece music tune video match record lottery card")
_SAME_REFERENT = {
    word: frozenset(group.split())
    for group in (
        "it its itself",
        "they them their theirs themselves",
        "he him his himself",
        "she her hers herself",
    )
    for word in group.split()
}
_EVENT_VERBS = words(
    "show make teach push mean give remind bring feel motivate inspire take get "
    "happen turn start go come work pay end matter encourage hit help"
)
POINTING = words("this that these those")
# What makes a claim hold only if another does.
CONDITIONS = words("if unless provided providing assuming supposing once lest until till except")
# What is held up for the other to see rather than told about.
SHOWN = words("pic photo picture photograph video image painting drawing one time way")
_MEETING_VERBS = words("talk chat speak see meet catch connect")
_BARE_AMOUNTS = words("some any more most several many few enough both each either neither none all another others")
_HEADS_COUNTED = words("two three four five six seven eight rest")
# Without what follows them a claim says more than was said.
_EXCEPTING = words("without except but unlike instead besides than only until till")
_TRIMMABLE = words("advcl prep relcl acl appos npadvmod advmod agent dep parataxis")


def trace(clause: Clause, place: Place, discourse: Discourse, dated: set[int]) -> tuple[Clause, dict[int, str]] | None:
    """Pronouns replaced by what they stand for; what cannot be traced is trimmed off, or None returned."""
    replaced: dict[int, str] = {}
    for _ in range(4):
        stuck = None
        for token in clause.words:
            if token.i in replaced or token.i in dated:
                continue
            text = _referent(token, clause, place, discourse, replaced, bool(dated))
            if text is None:
                stuck = token
                break
            if text:
                replaced[token.i] = text
                if token.lower_ == "the":
                    # The noun is named anew, with what told it apart.
                    replaced.update((index, "") for index in range(token.i + 1, token.head.i + 1))
        if stuck is None:
            return clause, replaced
        trimmed = _trim(clause, stuck)
        if trimmed is None:
            return None
        clause = trimmed
    return None


def _referent(
    token: Token, clause: Clause, place: Place, discourse: Discourse, done: Mapping[int, str], dated: bool
) -> str | None:
    """The text for a referring word, "" where it may stand, None where it dangles."""
    low = token.lower_
    if _hangs_alone(token, low):
        return None
    if low == "there" and token.dep_ == "advmod":
        where = discourse.place(token, *place)
        return None if where is None else where.place
    if low == "the" and token.dep_ == "det":
        known = _definite(token, clause, place, discourse)
        # "The wedding on 6 May" is told apart by its day, unless it only sets the scene.
        if known is None and (_is_valued(token.head, clause) or (dated and token.head.dep_ in ("dobj", "attr"))):
            return ""
        return known
    if low in POINTING:
        if token.dep_ == "det":
            return _pointed(token, clause, place, discourse)
        relative = token.dep_ in ("mark", "advmod") or (token.head.dep_ in ("relcl", "acl") and low == "that")
        return "" if relative else None
    if low in THIRD_PERSON and token.pos_ in ("PRON", "DET"):
        return _antecedent(token, clause, place, discourse, done)
    return ""


def _is_valued(noun: Token, clause: Clause) -> bool:
    """Whether the clause gives a definite thing, its subject, a name or a number: "the budget is 40,000 euros"."""
    named = noun.head if noun.dep_ == "poss" else noun
    subject = clause.subject
    of_it = subject is not None and subject.is_ancestor(named) and named.dep_ == "pobj"  # "my budget for the trip"
    if not (subject == named or of_it) or clause.head.lemma_ in ("say", "look", "feel", "seem"):
        return False
    after = [token for token in clause.tokens if token.i > clause.head.i]
    return any(token.pos_ in ("PROPN", "NUM") or token.like_num for token in after)


def _hangs_alone(token: Token, low: str) -> bool:
    """Whether a word means the other, the talk itself, or one of what only the talk tells."""
    if low in SECOND_PERSON or (low in ("we", "us") and _is_about_the_talk(token)):
        return True
    if low == "us" and token.head.lower_ == "of" and token.head.head.lower_ in _HEADS_COUNTED | _BARE_AMOUNTS:
        # "For both of us": how many only "we" tells.
        return True
    if low == "then" and (token.dep_ in ("pcomp", "pobj") or (token.dep_ == "advmod" and token.i > token.head.i)):
        return True
    if low == "here" and token.dep_ in ("advmod", "pcomp", "pobj"):
        return True
    if low in ("one", "ones") and token.dep_ in ("dobj", "pobj", "nsubj", "attr"):
        counted = any(c.dep_ == "nummod" or c.lower_ == "of" for c in token.children)
        return not counted and not (token.i and token.nbor(-1).text == "-")
    return low in _BARE_AMOUNTS and token.dep_ in ("dobj", "pobj", "nsubj") and not any(True for _ in token.children)


def _antecedent(
    token: Token, clause: Clause, place: Place, discourse: Discourse, done: Mapping[int, str]
) -> str | None:
    """The text for "it", "they", "her": as `_referent`."""
    low = token.lower_
    if has_antecedent(token, clause):
        return ""
    if low == "it":
        if _is_expletive(token, clause):
            return ""
        if _is_whole_event(token, clause):
            return None
    if any(t.lower_ in _SAME_REFERENT.get(low, ()) and t.i in done for t in clause.words if t.i < token.i):
        return ""
    mention = discourse.resolve(token, *place)
    if mention is None or _would_hang(mention):
        return None
    return possessive(mention.text) if token.dep_ == "poss" else mention.text


def _is_whole_event(token: Token, clause: Clause) -> bool:
    """Whether "it" as often means the whole event or undertaking as the thing named in it: "it showed me ..."."""
    verb = token.head
    if token.dep_ == "dobj" and verb.lemma_ in ("do", "make", "get", "have"):
        return True
    if verb.dep_ == "ccomp" and verb.head.lemma_ in ("make", "let", "see", "watch"):
        return True
    return token == clause.subject and clause.head.lemma_ in _EVENT_VERBS


# What tells nothing apart: "the new one", "the whole thing".
_LOOSE = words("new same whole entire other only actual next last first final old latest current local") | EVALUATIONS


def _definite(token: Token, clause: Clause, place: Place, discourse: Discourse) -> str | None:
    """The text for "the" before a noun: "" where the noun is clear, what it was named before, None if it hangs."""
    noun = token.head
    lemma = noun.lemma_.lower()
    if noun.pos_ != "NOUN" or noun.lower_ in SHARED_THINGS or lemma in SHARED_THINGS or lemma in TIMES:
        return ""
    if noun.text.istitle():
        return ""  # a name that the parser does not know
    if noun.dep_ == "dobj" and noun.head.lemma_ == "play" and lemma not in _PLAYED_ONCE:
        return ""  # "I play the viola"
    if any(_tells_apart(child) for child in noun.children if child in clause.words):
        return ""
    if any(t.i < token.i and t != noun and t.lemma_.lower() == lemma for t in clause.words):
        return ""
    if lemma in SHOWN:
        return None
    if noun.dep_ == "dobj" and noun.head == clause.head and _has_charge(clause):
        return ""  # "Ingo owns the migration": the one that is his
    if noun.dep_ == "pobj" and noun.head.head == clause.head and _is_work(clause):
        return ""  # "my brother works nights at the bakery": the one where he works
    for mention in reversed(discourse.mentions):
        distance = place[0] - mention.order[0]
        if distance not in (0, 2) or mention.order >= (*place, token.i) or mention.head != lemma:
            continue
        if not _would_hang(mention) and mention.text.lower().endswith(lemma if not mention.plural else noun.lower_):
            return mention.text
    return None


def _has_charge(clause: Clause) -> bool:
    """Whether somebody with a name, or who speaks, has charge of something: whose it is tells which it is."""
    subject, head = clause.subject, clause.head
    known = subject is not None and (subject.pos_ == "PROPN" or subject.lower_ in ("i", "we"))
    standing = head.tag_ in ("VBZ", "VBP") and not any(c.dep_ == "neg" for c in head.children)
    return known and standing and head.lemma_ in LEADING


def _is_work(clause: Clause) -> bool:
    subject, head = clause.subject, clause.head
    somebody = subject is not None and (is_person(subject) or subject.pos_ == "PROPN" or subject.lower_ in ("i", "we"))
    return somebody and head.lemma_ in ("work", "volunteer", "train", "teach") and head.tag_ in ("VBZ", "VBP")


def _tells_apart(child: Token) -> bool:
    if child.dep_ in ("relcl", "acl", "compound", "poss", "nummod", "appos", "nmod", "npadvmod"):
        return True
    if child.dep_ == "amod":
        return child.lower_ not in _LOOSE or child.tag_ == "JJS"
    # "The idea from a magazine" is no better known for where it came from.
    return child.dep_ == "prep" and child.lower_ != "from" and any(True for _ in child.children)


def _would_hang(mention: Mention) -> bool:
    """Whether a thing, named again, would still leave open which one: "the dog"."""
    parts = mention.text.lower().split()
    return (
        len(parts) >= 2
        and parts[0] in ("the", "some", "those", "these")
        and all(part in _LOOSE for part in parts[1:-1])
        and mention.text.split()[-1][:1].islower()
        and parts[-1] not in SHARED_THINGS
        and mention.head not in SHARED_THINGS
    )


def _pointed(token: Token, clause: Clause, place: Place, discourse: Discourse) -> str | None:
    noun = token.head
    if any(child.dep_ in ("relcl", "acl") for child in noun.children):
        return (
            {"this": "a" if noun.tag_ != "NNS" else "some", "that": "the", "these": "some", "those": "the"}[
                token.lower_
            ]
            if noun.lemma_.lower() not in ("time", "one")
            else None
        )
    new = (
        noun.dep_ in ("dobj", "pobj", "nsubj") and any(c.dep_ == "amod" for c in noun.children)
    ) or noun.dep_ == "dobj"
    if token.lower_ in ("this", "these") and new and is_past(clause.head) and noun.lemma_.lower() not in SHOWN | TIMES:
        # "I met this woman": the colloquial indefinite.
        if any(c.dep_ == "predet" for c in noun.children):
            return "the"
        return "a" if token.lower_ == "this" and noun.tag_ != "NNS" else "some"
    for mention in reversed(discourse.mentions):
        if mention.order >= (*place, clause.words[0].i):
            continue
        if mention.order[0] == place[0] and mention.head == noun.lemma_.lower():
            return "the"
    return None


def _is_about_the_talk(token: Token) -> bool:
    """Whether "we" are the two who are talking: "since we last spoke"."""
    verb = token.head
    return (
        token.dep_ == "nsubj"
        and verb.lemma_ in _MEETING_VERBS
        and any(
            c.dep_ in ("advmod", "npadvmod") and c.lemma_ in ("last", "again", "soon", "while", "long", "later")
            for c in verb.children
        )
    ) or (token.dep_ == "nsubj" and verb.lemma_ in ("talk", "chat", "speak"))


def has_antecedent(token: Token, clause: Clause) -> bool:
    """Whether the clause itself names, before the pronoun, what it stands for."""
    low = token.lower_
    for other in clause.words:
        if other.i >= token.i and other not in clause.lent:
            break
        if other.pos_ not in ("NOUN", "PROPN") or (
            other.is_ancestor(token)
            and any(a.dep_ in ("relcl", "acl") and a.head == other for a in (token, *token.ancestors))
        ):
            continue
        plural = other.tag_ in ("NNS", "NNPS") or any(c.dep_ == "conj" for c in other.children)
        if low in ("they", "them", "their", "theirs", "themselves"):
            if plural or other.lemma_.lower() in ("family", "team", "group", "someone", "everyone", "band"):
                return True
        elif low in ("it", "its", "itself"):
            if not plural and not is_person(other) and can_be_named_again(other):
                return True
        elif is_person(other) and not plural:
            return True
    return False


def _is_expletive(token: Token, clause: Clause) -> bool:
    """ "It is important to me that ...": the subject follows."""
    return (
        token.dep_ in ("nsubj", "expl")
        and token.head == clause.head
        and any(c.dep_ in ("ccomp", "xcomp", "csubj", "advcl") and c.i > clause.head.i for c in _below(clause.head))
        and clause.head.lemma_ == "be"
        and any(c.dep_ in ("acomp",) for c in clause.head.children)
        and any(t.lower_ in FIRST_PERSON for t in clause.words)
    )


def _below(head: Token) -> list[Token]:
    return list(head.children) + [g for c in head.children if c.dep_ == "acomp" for g in c.children]


def _trim(clause: Clause, stuck: Token) -> Clause | None:
    """The clause without the removable part that holds a word; None if the word is in its core."""
    token = stuck
    if stuck.lower_ in ("there", "here") and stuck.head.lemma_ == "be":
        return None
    while token != clause.head and token.head != token:
        joined = token.dep_ == "conj" and token.head.pos_ in ("NOUN", "PROPN")
        if (token.dep_ in _TRIMMABLE or joined) and token.head in clause.words and token not in clause.lent:
            subject = clause.subject
            if subject is not None and (token == subject or subject.is_ancestor(token)):
                return None
            if token.dep_ == "prep" and not _can_lose(token, clause):
                if token.head == clause.head:
                    return None
                token = token.head
                continue
            if (
                token.dep_ == "prep"
                and (token.head == clause.head or token.head.dep_ in ("acomp", "attr", "oprd"))
                and stuck.lower_ in SECOND_PERSON
                and stuck.head == token
            ):
                # "I'll send it to you", "I'm proud of you for ...": about the two who talk.
                return None
            if token.lower_ in _EXCEPTING or (token.dep_ in ("prep", "relcl", "acl") and _is_denied(clause)):
                # "I've never been to the vault" is not "I've never been".
                return None
            conditional = token.head.lower_ == "long" or any(c.lower_ in CONDITIONS for c in token.children)
            if token.dep_ == "advcl" and conditional:
                # Without its condition it is another claim.
                return None
            dropped = {t.i for t in token.subtree}
            before = token.left_edge.i - 1
            if before >= 0 and token.doc[before].dep_ in ("punct", "cc", "mark") and token.doc[before] in clause.tokens:
                dropped.add(before)
            return clause.without(frozenset(dropped))
        if token.dep_ in ("nsubj", "nsubjpass", "dobj", "attr", "ccomp", "xcomp") and token.head == clause.head:
            return None
        token = token.head
    return None


def _is_denied(clause: Clause) -> bool:
    return any(child.dep_ == "neg" or child.lower_ == "never" for child in clause.head.children)


def _can_lose(preposition: Token, clause: Clause) -> bool:
    governor = preposition.head
    if governor.pos_ in ("NOUN", "PROPN"):
        return preposition.lower_ != "of"
    others = [
        c
        for c in governor.children
        if c != preposition and c.dep_ in ("dobj", "prep", "acomp", "attr", "xcomp") and c in clause.words
    ]
    return bool(others)
