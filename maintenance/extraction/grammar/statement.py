"""A clause as the rules look at it: its verb, what stands beside it, and how much that says."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from memory.language.en.change_words import CHANGING, CONDITIONS

from .clauses import Clause, is_past
from .lexicon import (
    ABSTRACT,
    ATTITUDES,
    EMPTY_NOUNS,
    EVALUATIONS,
    FREQUENCY_DETERMINERS,
    TALK_VERBS,
    TIMES,
    WEEKDAYS,
    word_set,
)
from .rewrite import FIRST_PERSON
from .roles import SIGN, verb_of

if TYPE_CHECKING:
    from spacy.tokens import Token

# Whose claim it is: the speaker's; of somebody or something of theirs; of what was named before; of somebody introduced
# as theirs by name; of somebody else or something else with a name; of a definite thing; of what only touches them.
About = Literal["speaker", "own", "resolved", "known", "named", "thing", "other"]

# Verbs that say nothing by themselves.
LIGHT = word_set(
    "be have do get go make take come feel keep try need want love like think know "
    "see seem look give let start help mean find can will would"
)
RECURRING = WEEKDAYS | word_set("weekend weekday morning evening night afternoon")
STATE_VERBS = word_set("feel get become seem look sound stay remain keep go turn")


def tells_condition(clause: Clause) -> bool:
    """ "The importer is merged", "the order is on hold", "the dryer works again"."""
    head = clause.head
    if any(child.dep_ == "neg" for child in head.children):
        return False
    if head.lemma_ in ("work", "run"):
        return any(child.lower_ == "again" for child in head.children)
    if head.lemma_ == "be":
        said = [c.lower_ for c in head.children if c.dep_ in ("acomp", "attr", "advmod", "prep")]
        said += [f"{c.lower_} {g.lower_}" for c in head.children if c.dep_ == "prep" for g in c.children]
        better = any(c.lower_ == "again" for c in head.children) and any(c.dep_ == "acomp" for c in head.children)
        undone = _is_out_of(head) or _is_still_to_do(head) or _is_open(clause)
        return better or undone or not CONDITIONS.isdisjoint(said)
    if head.tag_ in ("VBN", "VBG") and any(child.lower_ == "being" for child in head.children):
        return True  # "the bathroom is being redone"
    return head.lower_ in CONDITIONS and any(child.dep_ == "auxpass" for child in head.children)


def _is_out_of(head: Token) -> bool:
    """ "Out of order"."""
    out = (c for c in head.children if c.dep_ == "prep" and c.lower_ == "out")
    return any(noun.lower_ in _OUT_OF for prep in out for of in prep.children for noun in of.children)


_OUT_OF = word_set("order service use action tune print")


def _is_open(clause: Clause) -> bool:
    """ "The ticket about the broken login is open"; not a door."""
    of_what = () if clause.subject is None else (c for c in clause.subject.children if c.dep_ == "prep")
    about = any(prep.lower_ == "about" for prep in of_what)
    return about and any(c.dep_ == "acomp" and c.lower_ == "open" for c in clause.head.children)


def _is_still_to_do(head: Token) -> bool:
    """ "The tax return is still to be done"; what is still to be seen is nothing yet."""
    still = any(c.lower_ == "still" for c in head.children)
    return still and any(
        c.dep_ == "xcomp" and c.tag_ == "VBN" and c.lemma_ != "see" and any(g.lower_ == "to" for g in c.children)
        for c in head.children
    )


@dataclass(frozen=True)
class Learnable:
    """What a rule is asked about. `dated` says that a time is named, `ahead` that it is still to come, `elided` that
    its "I" was left out, `to_assistant` that it was said to an assistant rather than among people."""

    clause: Clause
    about: About
    text: str
    dated: bool = False
    ahead: bool = False
    elided: bool = False
    to_assistant: bool = False

    @property
    def head(self) -> Token:
        """The clause's verb."""
        return self.clause.head

    @property
    def subject(self) -> Token | None:
        """The clause's subject; None where it was left out."""
        return self.clause.subject

    @cached_property
    def lemma(self) -> str:
        """The verb's lemma in lower case."""
        return str(self.head.lemma_).lower()

    @cached_property
    def is_past(self) -> bool:
        """Whether the verb stands in the past."""
        return is_past(self.head)

    @cached_property
    def is_be(self) -> bool:
        """Whether the verb is "be" and no auxiliary of another."""
        return self.lemma == "be" and self.head.pos_ == "AUX"

    @cached_property
    def is_we(self) -> bool:
        """Whether it is said of "us", and not of one past occasion."""
        return self.subject is not None and self.subject.lower_ == "we" and not self.is_past

    @cached_property
    def lowers(self) -> frozenset[str]:
        """All words of the clause in lower case."""
        return frozenset(token.lower_ for token in self.clause.all_tokens)

    @cached_property
    def auxiliaries(self) -> list[Token]:
        """The verb's auxiliaries, those that it borrows included: "we should fight and (should) speak up"."""
        own = [token for token in self.head.children if token.dep_ == "aux"]
        return own or [token for token in self.clause.lent if token.dep_ == "aux"]

    @cached_property
    def modals(self) -> frozenset[str]:
        """The verb's own auxiliaries."""
        return frozenset(token.lower_ for token in self.head.children if token.dep_ == "aux")

    @cached_property
    def is_negated(self) -> bool:
        """ "Is at 3, not at 4" denies the 4 alone."""
        return any(child.dep_ == "neg" and child.nbor(-1).text != "," for child in self.head.children if child.i)

    @cached_property
    def is_change(self) -> bool:
        """Whether something is told to be otherwise than before: it is so "now" or "no longer", was moved, came off.
        What it was before may be remembered, so this is worth more than its words say."""
        if SIGN.search(" ".join(token.text for token in self.clause.all_tokens)):
            return True
        done = self.is_past or self.child("auxpass") is not None
        return done and verb_of(self.head) in CHANGING

    @cached_property
    def is_dislike(self) -> bool:
        """ "I can't stand coriander", not "I can't stand for long"."""
        denied = self.is_negated and bool(self.modals & {"can", "ca", "could"})
        return self.lemma in ("stand", "bear") and denied and self.child("dobj", "xcomp", "ccomp", "pcomp") is not None

    @cached_property
    def names_a_value(self) -> bool:
        """Whether something after the verb is a name, a number or a date."""
        return self.dated or any(
            t.pos_ in ("PROPN", "NUM") or t.like_num or "@" in t.text or t.text[:1].isdigit() for t in self.complement
        )

    @cached_property
    def recurs(self) -> bool:
        """Whether it is said to be so again and again: "on Sundays", "at weekends", "every evening"."""
        return any(
            (
                t.tag_ in ("NNS", "NNPS")
                and t.lemma_.lower().removesuffix("s") in RECURRING
                and t.dep_ in ("pobj", "npadvmod", "conj", "attr")
            )
            or (t.lower_ in FREQUENCY_DETERMINERS and t.head.lemma_.lower() in TIMES)
            for t in self.complement
        )

    @cached_property
    def complement(self) -> list[Token]:
        """The clause's words besides its verb group and subject."""
        subject = set() if self.subject is None else {token.i for token in self.subject.subtree}
        return [
            token
            for token in self.clause.tokens
            if token != self.head and token.i not in subject and token.dep_ not in ("aux", "auxpass", "neg", "punct")
        ]

    @cached_property
    def content(self) -> int:
        """How much the clause says, by `content`."""
        return content(self.complement)

    @cached_property
    def adjective(self) -> Token | None:
        """The adjective that says how the subject is; None for none."""
        if self.head.pos_ == "ADJ":
            # "I'm not vegetarian any more": the parser may take the adjective for the verb.
            return self.head
        return next(
            (c for c in self.head.children if c.dep_ in ("acomp", "oprd") and c.pos_ in ("ADJ", "VERB", "PROPN")),
            None,
        )

    @cached_property
    def attribute(self) -> Token | None:
        """The noun that says what the subject is; None for none."""
        return self.child("attr")

    @cached_property
    def target(self) -> Token | None:
        """The verb's object; None for none."""
        return self.child("dobj")

    def child(self, *relations: str) -> Token | None:
        """The verb's first dependent of one of these kinds of spaCy's relations; None where it has none."""
        return next((child for child in self.head.children if child.dep_ in relations), None)


def content(tokens: list[Token]) -> int:
    """How much these words say; abstractions alone make a sentiment, however many there are.

    The rules compare it with 2 (one thing, name or number), 3 (and something of it) or 4 (two such); which of them was
    chosen on the development talks, by the draws that docs/fact-quality.md tells of.
    """
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
        return 0 if is_empty(token) else 1 if lemma in ABSTRACT else 2
    if token.pos_ == "NUM":
        return 0 if lemma == "one" else 2
    if token.pos_ == "ADJ" and lemma not in ABSTRACT | EMPTY_NOUNS:
        if token.dep_ in ("dobj", "pobj"):
            return 2
        return int(token.dep_ in ("acomp", "attr", "amod", "conj", "oprd"))
    if token.pos_ == "VERB" and lemma not in LIGHT | TALK_VERBS | ATTITUDES:
        bare = token.tag_ == "VB" and token.dep_ == "advcl" and not any(True for _ in token.children)
        return 2 if bare or token.dep_ in ("xcomp", "pcomp", "pobj", "dobj", "attr") else 1
    return 0


def is_empty(token: Token) -> bool:
    """Whether a noun says nothing by itself: "thing", "stuff", a span of time."""
    lemma = token.lemma_.lower()
    return lemma in EMPTY_NOUNS or lemma in TIMES
