"""Whether a word of a rewritten sentence wants another beside it that is not there: "goes on Tuesdays", "her contact
there", "the same".

As `hanging`, it is asked of the sentence's own parse: who reads the fact later has nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..grammar.clauses import SUBJECTS
from ..grammar.lexicon import TIMES, word_set
from ..grammar.mentions import is_person

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

# Without what is done so nothing is told: "carried with a neighbour". One sells on a market, buys in bulk, keeps to a
# diet and puts in a bathroom, so that these are not among them.
_DONE_TO_SOMETHING = word_set("need bring carry hate own use mention invite include afford")
_OBJECTS = frozenset(
    ("dobj", "ccomp", "xcomp", "oprd", "attr", "acomp", "nsubjpass", "auxpass", "dative", "prt", "nummod", "advcl")
)
_OFTEN = word_set("once twice often regularly usually weekly daily monthly then now still also")
_WHEN = word_set("since for until till from in on at by")
_PLACING = word_set("in at on near by from to into around behind above below beside outside inside across with")
_MEMBERS = word_set("member subscriber patron participant")
_BUYERS = word_set("customer client supplier")
_POINTING = word_set("next last this that")


def leaves_open(doc: Doc, root: Token) -> bool:
    """Whether what belongs to one of its words stood elsewhere; `doc` is its parse with "She" for the name."""
    return _goes_nowhere(root) or _meets_nobody(root) or _does_it_to_nothing(root) or any(map(_is_open, doc))


def _is_open(token: Token) -> bool:
    return (
        _is_nowhere(token)
        or _is_whose(token)
        or _is_same(token)
        or _is_that_time(token)
        or _is_of_nothing(token)
        or _is_value_of_nothing(token)
    )


def _subject(root: Token) -> Token | None:
    return next((child for child in root.children if child.dep_ in SUBJECTS), None)


def _goes_nowhere(root: Token) -> bool:
    """ "She goes on Tuesdays", said of the gym that was named before: only when is told, and not where to. "The bus
    goes at 8" is whole."""
    subject = _subject(root)
    if root.lemma_ != "go" or subject is None or not (subject.lower_ == "she" or is_person(subject)):
        return False
    told = [child for child in root.children if child.dep_ not in (*SUBJECTS, "aux", "punct", "cc")]
    return bool(told) and all(map(_tells_when, told))


def _tells_when(child: Token) -> bool:
    """Whether it tells only when, or how often, something is."""
    if child.dep_ == "prep":
        things = [one for one in child.children if one.dep_ == "pobj"]
        is_age = child.lower_ == "on" and any(one.like_num for one in things)  # "her son is going on seven"
        return child.lower_ in _WHEN and bool(things) and all(map(_is_time, things)) and not is_age
    return child.dep_ in ("npadvmod", "advmod", "dobj") and (_is_time(child) or child.lower_ in _OFTEN)


def _is_time(token: Token) -> bool:
    if any(child.tag_ == "HYPH" for child in token.children):
        return False  # "part-time"
    return token.lemma_.lower().removesuffix("s") in TIMES or token.like_num


def _meets_nobody(root: Token) -> bool:
    """ "She met at the astronomy club", of "we met": whom, only the talk tells."""
    subject = _subject(root)
    if root.lemma_ != "meet" or subject is None or subject.lower_ != "she" or any(True for _ in subject.conjuncts):
        return False
    return not any(
        child.dep_ in ("dobj", "prt", "agent", "auxpass", "conj") or child.lower_ in ("with", "up")
        for child in root.children
    )


def _does_it_to_nothing(root: Token) -> bool:
    """ "She carried with her neighbour Paddy": what is carried stood elsewhere. "She uses and recommends Obsidian" has
    it beside the other verb."""
    subject = _subject(root)
    if root.lemma_ not in _DONE_TO_SOMETHING or subject is None or not (subject.lower_ == "she" or is_person(subject)):
        return False
    told = [child for verb in (root, *root.conjuncts) for child in verb.children if child.i > root.i]
    named = any(child.dep_ == "npadvmod" and not _is_time(child) for child in told)
    carried_on = any(below.dep_ == "pcomp" for child in told for below in child.children)  # "carries on working"
    return not (named or carried_on) and not any(child.dep_ in _OBJECTS for child in (*root.children, *told))


def _is_nowhere(token: Token) -> bool:
    """ "Her contact there", and no place is named before it."""
    if token.lower_ != "there" or ((token.dep_ == "expl" or token.tag_ == "EX") and not _is_beside_a_noun(token)):
        return False
    before = token.doc[: token.i]
    placed = any(
        one.lower_ in _PLACING and any(child.dep_ in ("pobj", "pcomp") for child in one.children) for one in before
    )
    named = any(one.pos_ == "PROPN" and one.dep_ not in ("poss", "compound") for one in before)
    return not (placed or named) and not any(child.i > token.i for child in token.children)


def _is_beside_a_noun(there: Token) -> bool:
    """ "Her contact there is Ann", which a parser may take for "there is Ann"."""
    noun = there.nbor(-1) if there.i else there
    return noun.pos_ == "NOUN" and noun.dep_ != "pobj" and noun.lemma_.lower() not in TIMES


def _is_whose(token: Token) -> bool:
    """ "Hers are spotless": her what? "A friend of hers" is a friend."""
    return token.lower_ in ("hers", "theirs") and not (token.dep_ == "pobj" and token.head.lower_ == "of")


def _is_same(token: Token) -> bool:
    """ "Pays 19 for the same": as what? "Eats the same for breakfast: porridge" says it behind."""
    alone = token.dep_ in ("dobj", "pobj", "attr", "nsubj") and any(child.lower_ == "the" for child in token.children)
    told = any(child.dep_ == "appos" for child in token.children)
    told = told or any(later.lower_ in ("as", ":") for later in token.doc[token.i :])
    return token.lower_ == "same" and alone and not told


def _is_that_time(token: Token) -> bool:
    """ "A talk on comets next time": which time that is, only the talk tells. "Last time she flew" tells it."""
    if token.lower_ != "time" or token.dep_ not in ("npadvmod", "advmod", "dep", "pobj"):
        return False
    beside = list(token.children)
    told = any(child.dep_ in ("relcl", "acl") for child in beside) or token.head.lower_ == "for"  # "for the last time"
    told = told or (token.left_edge.i > 0 and token.i + 1 < len(token.doc) and token.nbor().dep_ in SUBJECTS)
    return not told and any(child.lower_ in _POINTING for child in beside)


_REACHING = word_set("be go drop fall rise hope aim come stand")
_LAST_HOUR = 24  # of a day: what "at" says beyond it is no time


def _is_value_of_nothing(number: Token) -> bool:
    """ "She is down to 102", "she is at 61", "she had hoped for 80": how much of what? "She is at work at 8" tells an
    hour; "she is over 80" and "she came to Norway at 26" tell an age."""
    to = number.head
    if number.dep_ != "pobj" or not number.text.isdigit() or to.lower_ not in ("to", "at", "for", "down", "up"):
        return False
    verb = next((above for above in to.ancestors if above.pos_ in ("VERB", "AUX")), to)
    subject = _subject(verb)
    if verb.lemma_ not in _REACHING or subject is None or not (subject.lower_ == "she" or is_person(subject)):
        return False
    of_what = any(child.dep_ in ("prep", "nmod", "compound", "quantmod") for child in number.children)
    is_hour = to.lower_ == "at" and int(number.text) <= _LAST_HOUR
    is_age = to.lower_ == "at" and verb.lemma_ != "be"
    is_year = len(number.text) == 4 and number.text[:2] in ("19", "20")
    return not (of_what or is_hour or is_age or is_year or any(c.dep_ == "dobj" for c in verb.children))


def _is_of_nothing(token: Token) -> bool:
    """ "She has been a member since 2019": of what? But "Nordbank is a client" is one of hers."""
    subject = _subject(token.head)
    whoever = _BUYERS | _MEMBERS if subject is not None and subject.lower_ == "she" else _MEMBERS
    if token.lemma_.lower() not in whoever or token.dep_ != "attr":
        return False
    which = ("compound", "poss", "nmod", "amod", "relcl", "acl")
    beside = any(child.dep_ in which or _tells_of_what(child) for child in token.children)
    return not beside and not any(map(_tells_of_what, token.head.children))


def _tells_of_what(child: Token) -> bool:
    return child.dep_ == "prep" and child.lower_ in ("at", "with", "of", "in", "for", "to")
