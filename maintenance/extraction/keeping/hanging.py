"""Whether a rewritten sentence leaves open what it speaks of: "found a place", "everyone", "laughs together".

It is asked of the sentence's own parse: who reads the fact later has nothing else.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ..grammar.clauses import SUBJECTS, is_past
from ..grammar.duties import is_on_call
from ..grammar.lexicon import ABSTRACT, EMPTY_NOUNS, EVALUATIONS, TIMES, TWO_OBJECTS, word_set
from ..grammar.mentions import is_person
from .left_open import leaves_open

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

# Nouns that only what is said with them fills: a place for what, hurdles on which way, whose meeting.
_OPEN = word_set(
    "place spot area event hurdle connection conversation idea tool talent skill people folk project story "
    "meeting session call shift surge networking assistance fund awareness ambition action hand "
    "means resource situation obstacle setback effort role step detail discussion topic issue problem solution"
)
# Adjectives that tell no such thing from another.
_LOOSE = EVALUATIONS | word_set(
    "future various several certain first regular more other own all some many recent whole upcoming similar "
    "useful right local nearby involved"
)
_GOALS = word_set("want aim goal hope wish try")
_OBJECTS = frozenset(("dobj", "pobj", "attr", "nsubj", "conj"))
_WITH_OTHERS = word_set("put get pull bring come hold piece work fit tie stick glue sew join mix throw keep")
_DANGLING = re.compile(r"\bsomething similar\b|\bthat the hard way\b|\bthrough\.$", re.I)
_EVERYONE = word_set("everyone everybody")


def hangs(doc: Doc) -> bool:
    """Whether the sentence needs the talk around it to be understood; `doc` is its parse with "She" for the name."""
    root = next(iter(doc.sents)).root
    return (
        _DANGLING.search(doc.text) is not None
        or _is_misheard(root)
        or any(_needs_kind(token) or _is_bare_number(token) for token in doc)
        or any(token.lower_ in _EVERYONE and not _is_narrowed(token) for token in doc)
        or _says_nothing_of_it(doc, root)
        or _is_alone_together(doc, root)
        or (root.lemma_ == "do" and any(_is_instead(child) for child in root.subtree))
        or _is_cut_short(doc, root)
        or any(_is_of_somebody_else(token) or _is_the_day(token) for token in doc)
        or leaves_open(doc, root)
        or doc[0].lower_ in _COLOURS
        and doc[1].text == ","
    )


# "White, 2026, picks up Friday": of what that was named before.
_COLOURS = word_set(
    "white black red blue green grey gray silver brown orange yellow pink purple beige cream navy dark light"
)


def _is_cut_short(doc: Doc, root: Token) -> bool:
    """ "Because of the new flat she moves to": where to stood elsewhere."""
    last = next((token for token in reversed(doc) if not token.is_punct), root)
    return last.lower_ in ("to", "until", "till", "at") and last.dep_ == "prep" and last.head == root


def _is_the_day(token: Token) -> bool:
    """ "1 September is the day": of what?"""
    bare = all(child.lower_ == "the" for child in token.children)
    return token.dep_ == "attr" and token.lemma_ in ("day", "date", "time") and bare


def _is_of_somebody_else(token: Token) -> bool:
    """ "Paul has him booked": who that is, is not told, as it is not Paul."""
    if token.lower_ not in ("him", "her") or token.dep_ == "poss" or token.tag_ == "PRP$":
        return False
    verbs = [above for above in token.ancestors if above.pos_ in ("VERB", "AUX")]
    doers = {child.i for verb in verbs[:2] for child in verb.children if child.dep_ in SUBJECTS and child != token}
    before = (one for one in token.doc[: token.i] if one.i not in doers)
    return not any(one.pos_ == "PROPN" or is_person(one) or one.lower_ in ("somebody", "someone") for one in before)


def _is_instead(token: Token) -> bool:
    """ "She is doing Lake Constance instead": of what, and what is done there?"""
    return token.lower_ == "instead" and not any(child.lower_ == "of" for child in token.children)


def _is_narrowed(token: Token) -> bool:
    return any(c.dep_ in ("relcl", "acl", "prep") for c in token.children)


def _needs_kind(noun: Token) -> bool:
    """ "She took lessons", "she awaits the grand opening": in what, of what?"""
    own = {c.dep_ for c in noun.children} & {"compound", "poss", "nmod", "relcl", "acl"}
    doing = noun.head if noun.dep_ == "dobj" and noun.head.dep_ == "xcomp" and noun.head.i == noun.i - 1 else noun
    if doing.tag_ == "VBG" and doing.lemma_ not in ("take", "have", "give", "get", "book", "offer"):
        return False  # "starts driving lessons", where a parser takes "driving" for what is done to them
    about = any(c.dep_ == "prep" and c.lower_ in ("in", "of", "for", "about") for c in noun.children)
    if noun.lower_ == "opening" and noun.dep_ in ("pobj", "dobj"):
        return any(c.lower_ == "grand" for c in noun.children) and not about and not own & {"poss", "relcl"}
    kinds = any(c.dep_ == "amod" and c.lower_ not in _LOOSE for c in noun.children)
    return noun.lower_ == "lessons" and noun.dep_ in ("dobj", "nsubj") and not (own or about or kinds)


# What is counted without a unit: "she turned 40", "it costs 12".
_COUNTING = word_set("turn hit weigh cost reach charge earn pay measure pass owe wear")


def _is_counted(token: Token) -> bool:
    of_a_deed = token.dep_ == "attr" and token.head.lemma_ in ("get", "have", "take")
    return of_a_deed or (token.dep_ == "dobj" and token.head.lemma_ not in _COUNTING)


def _is_bare_number(token: Token) -> bool:
    """ "She has 900", "Ann takes two": of what?"""
    if token.pos_ == "NUM" and token.dep_ == "attr" and any(c.lower_ in ("a", "an") for c in token.children):
        return True  # "the frame is a 54"
    paid_for = token.dep_ == "pobj" and token.head.lower_ == "for" and token.head.head.lemma_ in _COUNTING
    if token.pos_ != "NUM" or not (paid_for or _is_counted(token)):
        return False
    told = ("prep", "nmod", "compound", "quantmod")
    return not any(c.dep_ in told or c.text in "$€£" or (c.dep_ == "relcl" and c.tag_ != "VB") for c in token.children)


def _is_misheard(root: Token) -> bool:
    """ "She is built a shed": a slip for "has built"."""
    passive = any(c.dep_ in ("aux", "auxpass") and c.lower_ in ("is", "am", "are") for c in root.children)
    return (
        passive
        and root.tag_ == "VBN"
        and root.lemma_ not in TWO_OBJECTS
        and any(c.dep_ == "dobj" for c in root.children)
    )


def _says_nothing_of_it(doc: Doc, root: Token) -> bool:
    """Whether a thing that must be told of is named and nothing is told of it anywhere in the sentence."""
    subject = next((c for c in root.children if c.dep_ in SUBJECTS), None)
    named = [
        t
        for t in doc
        if t.pos_ in ("NOUN", "PROPN") and t != subject and not (t.pos_ == "PROPN" and t.text in ("Emma", "She"))
    ]
    if any(_is_place_for_nothing(t) for t in named):
        return True
    if any(_is_content(t) for t in named) or any(_tells(t) for t in doc):
        return False
    prefers = root.lemma_ == "prefer" or any(c.lower_ == "rather" for c in root.children)
    if prefers and any(t.like_num or _is_part_of_day(t) for t in doc):
        return False  # "prefers calls after 5", "prefers meetings in the morning"
    wished = root.lemma_ in _GOALS or (subject is not None and subject.lemma_ in _GOALS)
    if wished and is_past(root) and not any(t.like_num for t in doc):
        # "She wanted to show warmth": on what occasion only the talk tells.
        return True
    opened = [t for t in named if _is_open(t) and t.dep_ in _OBJECTS]
    return bool(opened) and not any(_has_purpose(t) for t in opened)


def _is_part_of_day(token: Token) -> bool:
    return token.dep_ == "pobj" and token.lower_.removesuffix("s") in ("morning", "afternoon", "evening")


def _has_purpose(noun: Token) -> bool:
    """ "A place to grow", "a place for people to grow", "people who were laid off"."""
    below = any(t.dep_ == "relcl" or (t.dep_ == "acl" and t.tag_ == "VB") for t in noun.subtree)
    return below or any(c.dep_ in ("relcl", "advcl") and c.tag_ == "VB" and c.i > noun.i for c in noun.head.children)


def _is_open(noun: Token) -> bool:
    if noun.lemma_ == "shift" and any(child.dep_ in ("compound", "amod") for child in noun.children):
        return False  # "works night shifts"
    return (noun.lemma_.lower() in _OPEN or noun.lower_ in _OPEN) and not is_on_call(noun)


def _is_content(noun: Token) -> bool:
    lemma = noun.lemma_.lower()
    if lemma == "community" and noun.dep_ == "compound":
        return True
    if lemma in EMPTY_NOUNS | TIMES | ABSTRACT | _GOALS | {"self"}:
        return False
    if noun.dep_ in ("compound", "nmod", "amod"):
        # "Work stuff" stays stuff.
        return noun.head.lemma_.lower() not in ("stuff", "thing", "way", "kind", "sort", "lot")
    return noun.ent_type_ != "DATE" and not _is_open(noun)


def _tells(token: Token) -> bool:
    """Whether an adjective or a clause says which: "a wooden tool", "people who keep bees"."""
    if token.dep_ == "amod":
        return token.tag_ in ("JJ", "VBG") and token.lower_ not in _LOOSE and token.head.lemma_.lower() not in TIMES
    return token.tag_ == "VBG" and token.dep_ in ("pcomp", "xcomp", "acl") and token.lemma_.lower() in _DOINGS


_DOINGS = word_set("dance paint hike cook climb swim run garden knit sew sail volunteer surf ski box sing camp")


def _is_place_for_nothing(noun: Token) -> bool:
    """ "She found a place with big windows": for what?"""
    if noun.lemma_.lower() not in ("place", "spot") or noun.dep_ != "dobj" or noun.head.lemma_ not in ("find", "get"):
        return False
    own = [c for c in noun.children if c.dep_ not in ("det", "punct")]
    purpose = [*own, *(c for c in noun.head.children if c.i > noun.i)]
    return not any(
        (c.dep_ == "prep" and c.lower_ in ("for", "of", "in", "near", "on", "at", "by"))
        or c.dep_ in ("relcl", "acl", "advcl", "xcomp", "compound", "poss")
        for c in purpose
    )


def _is_alone_together(doc: Doc, root: Token) -> bool:
    """Whether one person does what takes several: "she laughs together", "she bonds over stories"."""
    subject = next((c for c in root.children if c.dep_ in SUBJECTS), None)
    if subject is None or subject.lower_ != "she" or any(c.dep_ == "conj" for c in subject.children):
        return False
    if root.lemma_ == "bond" and not any(t.lower_ == "with" for t in doc):
        return True
    for token in doc:
        if token.lower_ != "together" or token.dep_ != "advmod" or token.head.lemma_ in _WITH_OTHERS:
            continue
        verb = token.head
        owner = next((c for c in verb.children if c.dep_ in SUBJECTS), subject)
        shared = any(
            t.lower_ in ("with", "and")
            and t.head.pos_ in ("NOUN", "PROPN", "PRON", "VERB")
            and t.i > 0
            and (t.lower_ == "with" or t.head.pos_ != "VERB")
            for t in doc
        )
        if owner == subject and not shared and not any(c.dep_ == "dobj" and c.tag_ == "NNS" for c in verb.children):
            return True
    return False
