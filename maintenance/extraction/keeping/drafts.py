"""Whether a drafted fact is learnt: whether it is likely true, understood by who has not seen the talk, and worth it.

No single sign decides that: "the user got the keys" leaves open of what, "the user got the keys of the flat on Hill
Street" does not. So the signs of its parse are weighed, and of how it stands in the turn that it was drawn from.
`benchmarks.facts.training` learns the weights from marked facts. Words are no signs, but for those of closed classes.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from math import exp, prod
from typing import TYPE_CHECKING

from memory.language.en.change_words import CHANGING, FINISHING
from memory.language.weighing import Weights, load

from ..grammar.alignment import is_hour
from ..grammar.clauses import SUBJECTS, finite_verb
from ..grammar.health import is_kept_from
from ..grammar.lexicon import (
    ABSTRACT,
    EMPTY_NOUNS,
    EVALUATIONS,
    KIN,
    MONTHS,
    PEOPLE,
    PETS,
    SHARED_THINGS,
    TIMES,
    UNCHANGING,
    WEEKDAYS,
    word_set,
)
from ..grammar.roles import SIGN, verb_of
from ..grammar.rule import Rule
from ..grammar.statement import LIGHT
from .tags import HEALTH

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

RULE = Rule(
    "slight", "A rewritten sentence whose signs say that few would understand it later, or want it kept.",
    "Thanks, that was a great help. Anyway I got the form.",
    "Thanks, that was a great help. Anyway I got a puppy called Pepper.",
)  # fmt: skip
QUESTIONS = ("true", "self_contained", "worth_keeping")
WEIGHTS = "data/drafts_{}.tsv"  # of each question
# The least chance that all three are answered with yes, chosen on the writers that the weights were not learnt from
# (docs/fact-quality.md).
LEAST = 0.3


# Rules that keep all sorts of statements; what the others keep is of one kind, and few of it was marked.
WEIGHED = ("deed", "own_deed", "named", "thing")
BESIDE = 2  # words that a turn may say beside its only fact: "hi", "anyway"


def is_worth_learning(doc: Doc, rule: str, said: str) -> bool:
    """Whether a rewritten sentence may be learnt; `doc` is its parse with "She" for the name that opens it, `said` what
    it was drawn from."""
    if not is_weighed(doc, rule, said):
        return True
    of = signs(doc, rule, said)
    return chance([logits(load("maintenance.extraction", WEIGHTS.format(one)), of) for one in QUESTIONS]) > LEAST


def is_weighed(doc: Doc, rule: str, said: str) -> bool:
    """Whether the signs decide. They do not where nothing is said beside the fact that could tell what it leaves open,
    where it tells of a change, as what it ends may be remembered and would be taken for true, where it tells of
    somebody's health or what they cannot do, as to leave that out may harm, and where it tells how much or when
    something is of which a life has one, as "the rent" says which."""
    is_alone = len(_WORD.findall(said)) <= sum(not token.is_punct for token in doc) + BESIDE
    return rule in WEIGHED and not (is_alone or _tells_of_change(doc) or _may_harm(doc) or _is_value_of_the_one(doc))


def _may_harm(doc: Doc) -> bool:
    cannot = any(token.lower_ in ("can", "ca") and token.nbor().dep_ == "neg" for token in doc[:-1])
    root = next(iter(doc.sents)).root
    has = root.lemma_ == "have" and finite_verb(root).tag_ in ("VBZ", "VBP")  # "my dad has Parkinson's"
    kin = any(child.dep_ in SUBJECTS and child.lemma_.lower() in KIN | PETS for child in root.children)
    return cannot or is_kept_from(root) or (has and kin) or not HEALTH.isdisjoint(token.lemma_.lower() for token in doc)


_ONE_IN_A_LIFE = word_set("rent mortgage salary wage pension allowance standup stand-up")


def _is_value_of_the_one(doc: Doc) -> bool:
    """ "The rent is 1,150 a month", "standup is at 9:15"."""
    root = next(iter(doc.sents)).root
    is_so = root.lemma_ == "be" and finite_verb(root).tag_ in ("VBZ", "VBP")
    of_it = any(child.dep_ in SUBJECTS and child.lemma_.lower() in _ONE_IN_A_LIFE for child in root.children)
    return is_so and of_it and any(token.like_num or is_hour(token.lower_) for token in doc)


def _tells_of_change(doc: Doc) -> bool:
    root = next(iter(doc.sents)).root
    done = root.tag_ in ("VBD", "VBN") or root.lower_ in UNCHANGING
    meant = (root, *(child for child in root.children if child.dep_ == "xcomp"))  # "had to change the venue"
    if done and any(verb_of(verb) in _MAKING_OTHERWISE for verb in meant):
        return True
    return SIGN.search(doc.text) is not None or _OTHERWISE.search(doc.text) is not None


_MAKING_OTHERWISE = CHANGING | FINISHING
_OTHERWISE = re.compile(
    r"\b(?:used to|again|tested negative|gave birth"
    r"|(?:got|was|were|been) (?:fired|sacked|laid off|let go|made redundant|dismissed))\b"
)


def logits(weights: Weights, of: Collection[str]) -> float:
    """How much signs speak for an answer with yes."""
    return weights.bias + sum(weights.of.get(sign, 0.0) for sign in of)


def chance(answers: Iterable[float]) -> float:
    """The chance of several answers in logits, taken as independent."""
    return prod(1 / (1 + exp(-one)) for one in answers)


def signs(doc: Doc, rule: str, said: str) -> frozenset[str]:
    """What a fact that this rule found is weighed by."""
    return frozenset((*_of_parse(doc, rule), *_of_place(doc, said)))


_LOOSE = EVALUATIONS | word_set(
    "new old same whole entire other only next last first final latest current own second more"
)
_POINTING = word_set("it its there here this that these those they them he him his she her hers one ones")
_LEANING = word_set("instead too also again back then else so already still anyway yet even just only now later")
_ROLES = {"nsubj": "subject", "nsubjpass": "subject", "dobj": "object", "pobj": "prep", "attr": "attr"}
_NOUNS = ("NOUN", "PROPN", "NUM")
_MODIFYING = ("compound", "nmod", "nummod")
# Nouns that tell nothing by which a thing could be known again.
_UNTOLD = frozenset(("time", "date", "number", "empty", "bare the", "the shared"))


def _of_parse(doc: Doc, rule: str) -> Iterator[str]:
    root = next(iter(doc.sents)).root
    subject = next((child for child in root.children if child.dep_ in SUBJECTS), None)
    nouns = [(token, _kind(token)) for token in doc if token.pos_ in _NOUNS and token.dep_ not in _MODIFYING]
    yield from _of_length(doc)
    yield from _of_verb(doc, root)
    for token, kind in nouns:
        yield kind
        yield f"{kind} {_ROLES.get(token.dep_, 'other')}"
    telling = [kind for token, kind in nouns if token.i and token != subject and kind not in _UNTOLD]
    much = min(len(telling), 2)
    opening = "pronoun" if subject is None or subject.pos_ not in _NOUNS else _kind(subject)
    yield f"rule {rule}"
    yield f"{rule} told {much}"
    yield f"{rule} of {opening}"
    yield f"{rule} {'with a' if 'name' in telling else 'without a'} name"
    yield f"{opening} told {much}"
    yield f"told {min(len(telling), 3)}"
    for token in doc[1:]:
        if token.lower_ in _POINTING and token.dep_ not in ("mark", "det"):
            yield f"pointing {token.lower_}"
        if token.lower_ in _LEANING:
            yield f"leaning {token.lower_}"
        if token.dep_ == "amod" and token.lower_ in _LOOSE:
            yield "loose"
        if token.tag_ in ("JJR", "RBR") and all(other.lower_ != "than" for other in doc):
            yield "compared"


def _kind(noun: Token) -> str:
    """What a noun is known by: its name, its owner, what is told of it, or nothing."""
    low, lemma = noun.lower_, noun.lemma_.lower()
    if low in MONTHS | WEEKDAYS:
        return "date"
    if noun.pos_ == "NUM":
        return "date" if any(c.dep_ in (*_MODIFYING, "prep") or c.is_currency for c in noun.children) else "number"
    if noun.pos_ == "PROPN":
        return "name"
    if lemma in TIMES or lemma in EMPTY_NOUNS:
        return "time" if lemma in TIMES else "empty"
    if any(child.dep_ == "poss" for child in noun.children):
        return "own"
    told = " told" if any(_tells(child) for child in noun.children) else ""
    articles = {child.lower_ for child in noun.children if child.dep_ == "det"}
    if "the" in articles:
        shared = not told and not SHARED_THINGS.isdisjoint((low, lemma))
        return "the shared" if shared else f"the{told}" if told else "bare the"
    if lemma in KIN | PEOPLE | PETS:
        return f"person{told}"
    new = "a" if articles & {"a", "an"} else "several" if noun.tag_ == "NNS" else "one"
    return f"{'abstract' if lemma in ABSTRACT else new}{told}"


def _tells(child: Token) -> bool:
    if child.dep_ in ("amod", "prep"):
        return child.lower_ not in _LOOSE and child.lower_ != "from"
    return child.dep_ in ("compound", "nmod", "relcl", "acl", "appos", "nummod")


_LENGTHS = (5, 7, 9, 12, 16, 22)  # words


def _of_length(doc: Doc) -> Iterator[str]:
    words = sum(not token.is_punct for token in doc)
    yield from (f"words {least}" for least in _LENGTHS if words >= least)
    yield f"commas {min(sum(token.text == ',' for token in doc), 3)}"
    if any(token.like_num for token in doc):
        yield "number"


_COMPLEMENTS = frozenset(("dobj", "prep", "attr", "acomp", "xcomp", "ccomp", "agent", "dative", "oprd"))
_BELOW = (
    *sorted(_COMPLEMENTS), "advcl", "advmod", "auxpass", "conj", "dep", "neg", "npadvmod", "parataxis", "prt",
)  # fmt: skip


def _of_verb(doc: Doc, root: Token) -> Iterator[str]:
    below = {child.dep_ for child in root.children}
    yield f"verb {root.lemma_.lower()}" if root.lemma_.lower() in LIGHT else "verb"
    yield f"tense {finite_verb(root).tag_}"
    yield from (f"has {one}" for one in _BELOW if one in below)
    if not below & _COMPLEMENTS:
        yield "alone"
    yield f"ends {next((token.pos_ for token in reversed(doc) if not token.is_punct), '')}"
    verbs = sum(token.pos_ in ("VERB", "AUX") and token.dep_ not in ("aux", "auxpass") for token in doc)
    yield f"verbs {min(verbs, 4)}"


_FAR = 1  # words left out between two that a fact keeps, and more: something was said between
_WORD = re.compile(r"\w+")


def _of_place(doc: Doc, said: str) -> Iterator[str]:
    """Whether the fact has the turn's words in their order and without gaps, and where in a sentence it ends."""
    spoken = [(word.group().lower(), word.end()) for word in _WORD.finditer(said)]
    words = [word for word, _ in spoken]
    last, gaps, turned = -1, 0, 0
    for word in (token.lower_ for token in doc[1:] if token.is_alpha or token.like_num):
        if word not in words:
            continue
        if word not in words[last + 1 :]:
            turned += 1
            continue
        at = words.index(word, last + 1)
        gaps += last >= 0 and at - last - 1 > _FAR
        last = at
    yield f"gaps {min(gaps, 2)}"
    yield f"turned {min(turned, 2)}"
    if last >= 0:
        rest = said[spoken[last][1] :].lstrip(" ")
        yield f"then {_ENDS.get(rest[:1], 'word' if rest[:1].isalnum() else 'mark')}"


_ENDS = {"": "stop", ".": "stop", "!": "stop", "?": "stop", "\n": "stop", ",": "comma"}
