"""From a parsed sentence to its claims: one clause each, with the words that belong to it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from .lexicon import EVALUATIONS, FREQUENCY_DETERMINERS, HABITS, LIKING, MONTHS, PEOPLE, UNCHANGING, WEEKDAYS

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

SUBJECTS = frozenset(("nsubj", "nsubjpass", "csubj", "csubjpass", "expl"))
_CALENDAR = WEEKDAYS | (MONTHS - {"may"}) | {"ago", "last", "yesterday"}
_FINITE_TAGS = frozenset(("VBD", "VBP", "VBZ", "MD"))


@dataclass(frozen=True, slots=True)
class Clause:
    """A claim: its verb (or noun, in a fragment), its subject's head if it has one, and its words in order.

    `lent` are the subject and auxiliaries that a coordinated verb borrows from the verb before it.
    """

    head: Token
    subject: Token | None
    tokens: tuple[Token, ...]
    lent: tuple[Token, ...] = ()

    def without(self, dropped: frozenset[int]) -> Clause:
        """The clause with the tokens at these positions left out."""
        return replace(self, tokens=tuple(token for token in self.tokens if token.i not in dropped))

    @property
    def all_tokens(self) -> tuple[Token, ...]:
        """Those lent and its own, in the order in which they are said."""
        return self.lent + self.tokens


def split(doc: Doc) -> Iterator[Clause]:
    """The clauses of a sentence that can stand alone, left to right."""
    for sentence in doc.sents:
        yield from _clauses(sentence.root, None)


def _clauses(head: Token, lender: Clause | None) -> Iterator[Clause]:
    parts = [child for child in head.children if _stands_alone(child, head)]
    cut: set[int] = set()
    for part in parts:
        cut.update(token.i for token in part.subtree)
        cut.update(_joints(part, head))
    # By position: in a parse whose arcs cross, the subtree is not in the order of the words.
    tokens = tuple(sorted((token for token in head.subtree if token.i not in cut), key=lambda token: token.i))
    subject = next((child for child in _subject_holders(head) if child.dep_ in SUBJECTS and child.i not in cut), None)
    lent: tuple[Token, ...] = ()
    joined = head.dep_ == "conj" and not (_is_bidden(head) or _is_spliced(head))
    if subject is None and joined and lender is not None and _lends(lender, head):
        subject = lender.subject
        lent = _borrowed(head, lender)
    clause = Clause(head, subject, tokens, lent)
    if lent and head.tag_ in ("VB", "VBP") and (_is_stray_infinitive(head, lender) or _is_call(head, lender)):
        return
    before = [part for part in parts if part.i < head.i]
    after = [part for part in parts if part.i > head.i]
    for part in before:
        yield from _clauses(part, None)
    if subject is None or not _is_torn_off(subject, tokens):
        yield clause
    for part in after:
        yield from _clauses(part, clause)


def _is_torn_off(subject: Token, tokens: Sequence[Token]) -> bool:
    """ "Sofia and I don't talk any more", misread as "Sofia, and I don't": it is told of both, and not of one."""
    other = joined_before(subject)
    return other is not None and other not in tokens


def joined_before(subject: Token) -> Token | None:
    """Who does it with the speaker, in "Tom and I don't eat meat", where the parser joins the two to nothing."""
    doc, at = subject.doc, subject.i
    if at < 2 or subject.lower_ != "i" or doc[at - 1].lower_ != "and":
        return None
    other = doc[at - 2]
    first = at - 3 if at > 2 and doc[at - 3].lower_ in ("my", "our") else at - 2
    opens = first == 0 or doc[first - 1].is_punct or doc[first].is_sent_start
    named = other.pos_ == "PROPN" or other.lemma_.lower() in PEOPLE
    return other if opens and named else None


def _lends(lender: Clause, verb: Token) -> bool:
    """Whether the verb before has a subject that this one may have too. "I need help with the wedding, is in August":
    whatever is in August, it is not I."""
    subject = lender.subject
    if subject is None:
        return False
    is_first = subject.lower_ in ("i", "we", "you", "they") and not any(c.dep_ == "conj" for c in subject.children)
    return not (is_first and finite_verb(verb).tag_ == "VBZ" and finite_verb(verb).lower_ not in ("'s", "s"))


def _subject_holders(head: Token) -> Iterator[Token]:
    """The head's children, then those of its auxiliary: "I'm not vegetarian" may have its "I" under the "'m"."""
    yield from head.children
    for child in head.children:
        if child.dep_ in ("aux", "auxpass"):
            yield from child.children


def subject_of(verb: Token) -> Token | None:
    """The verb's subject, which may stand under its auxiliary; None where it has none."""
    return next((child for child in _subject_holders(verb) if child.dep_ in SUBJECTS), None)


def _is_spliced(head: Token) -> bool:
    """ "I painted a patch, looked like a liver": a second verb behind a comma, with nothing that joins it, is of
    something else as often, unless the first has nothing beside its subject that could be that ("she is 77, lives
    alone"), or the second is done to something ("sold her flat, bought a houseboat"). Of three and more, the last is
    joined: "I plan, cook and serve"."""
    if head.i == 0 or not any(
        token.text in (",", ";", "-", "–") for token in head.doc[max(head.left_edge.i - 1, 0) : head.i]
    ):
        return False
    first = head
    while first.dep_ == "conj":
        first = first.head
    chain = [first, *first.conjuncts]
    if any(child.dep_ == "cc" for verb in chain for child in verb.children):
        return False
    done_to = any(child.dep_ == "dobj" and not child.like_num for child in head.children)
    if done_to and head.lemma_ not in _OF_THINGS:
        return False
    things = (token for token in head.doc[first.i : head.i] if token.dep_ in ("dobj", "pobj", "nsubj", "appos"))
    return any(token.pos_ in ("NOUN", "PROPN", "PRON") for token in things)


# What a thing does to another as well: "a flat, costs a fortune", "a cake, needs an hour".
_OF_THINGS = frozenset(
    ("cost", "take", "need", "weigh", "measure", "include", "contain", "hold", "show", "smell", "give", "make", "want")
)


def _is_stray_infinitive(head: Token, lender: Clause | None) -> bool:
    """ "I'm going to rest and see my family", misread as "I'm ... and see": no claim of its own."""
    progressive = lender is not None and any(
        token.lemma_ == "be" and token.dep_ == "aux" for token in lender.all_tokens
    )
    if head.tag_ == "VBP" and lender is not None:
        progressive = progressive and any(c.dep_ == "xcomp" for c in lender.head.children)
    return progressive and head.lemma_ not in LIKING | {"need", "want", "have", "know", "live", "work"}


def _is_call(head: Token, lender: Clause | None) -> bool:
    """ "I've planted herbs, and look at my basil": the other is told to look."""
    called = head.lemma_ in ("look", "see", "check") and not any(c.dep_ == "aux" for c in head.children)
    return called and lender is not None and finite_verb(lender.head) is not lender.head


def _is_bidden(head: Token) -> bool:
    """ "We use pnpm, so write commands for it": behind "so", a bare verb without a subject bids the other."""
    if head.dep_ not in ("conj", "advcl") or head.tag_ not in ("VB", "VBP") or head.lower_ != head.lemma_:
        return False
    if any(c.dep_ in SUBJECTS or c.dep_ == "mark" or (c.dep_ == "aux" and c.lower_ != "do") for c in head.children):
        return False
    first = head.left_edge
    return first.lower_ == "so" or (first.i > 0 and first.nbor(-1).lower_ == "so")


def _stands_alone(child: Token, head: Token) -> bool:
    if child.pos_ not in ("VERB", "AUX"):
        return False
    own_subject = any(grandchild.dep_ in SUBJECTS for grandchild in child.children)
    if child.i > head.i and _is_bidden(child):
        return True
    if _is_participle(child, head):
        return False
    if child.dep_ == "conj":
        if own_subject:
            return True
        if child.lower_ in EVALUATIONS:
            # "A mix of excited and scared": an adjective that was taken for a verb.
            return False
        if head.pos_ not in ("VERB", "AUX"):
            return False
        if child.tag_ == "VB" and any(c.dep_ == "xcomp" and c.i < child.i for c in head.children):
            # "I want to rest and see my family": the second infinitive belongs to the first.
            return False
        # "I wrote and recorded a song" is one claim: the first verb has nothing of its own before the second.
        return any(
            grandchild.i > head.i and grandchild.i < child.left_edge.i and grandchild.dep_ not in ("cc", "punct")
            for grandchild in head.children
        )
    if child.dep_ not in ("ccomp", "parataxis", "advcl", "dep") or not own_subject or head.pos_ not in ("VERB", "AUX"):
        return False
    if any(c.dep_ == "mark" or c.tag_ in ("WRB", "WP", "WDT") for c in child.children):
        return False
    if finite_verb(child).tag_ not in _FINITE_TAGS:
        return False
    # A run-on sentence: the parser takes one clause for a part of the other, with only a comma between.
    # Or "so" stands there: "it made me dizzy so they switched me".
    if child.i < head.i:
        joint = head.doc[child.right_edge.i + 1]
        return joint.is_punct or joint.lower_ == "so"
    return child.left_edge.i > head.i and child.left_edge.nbor(-1).is_punct


def _is_participle(child: Token, head: Token) -> bool:
    """ "We're nine, spread over Porto and Riga": what looks like a past tense tells how they are."""
    behind_comma = child.left_edge.i > head.i and child.left_edge.nbor(-1).text == ","
    alone = not any(c.dep_ in SUBJECTS or c.dep_.startswith("aux") or c.dep_ in ("dobj", "cc") for c in child.children)
    joined = any(c.dep_ == "cc" for c in head.children)
    return head.lemma_ == "be" and child.lower_ in UNCHANGING and behind_comma and alone and not joined


def _joints(part: Token, head: Token) -> Iterator[int]:
    """The conjunctions and commas between a clause and the one it is joined to."""
    left = part.left_edge.i - 1
    while left > head.i and (head.doc[left].dep_ in ("cc", "punct") or head.doc[left].tag_ == "CC"):
        yield left
        left -= 1


def _borrowed(head: Token, lender: Clause) -> tuple[Token, ...]:
    assert lender.subject is not None
    if lender.lent:
        subject = tuple(token for token in lender.lent if token.dep_ not in ("aux", "auxpass", "neg"))
    else:
        # What the parser hangs on the subject behind the verb, "so two tax returns", is not lent.
        ends = lender.head.i if lender.subject.i < lender.head.i else len(head.doc)
        own = set(lender.tokens)
        subject = tuple(token for token in lender.subject.subtree if token in own and token.i < ends)
    if any(child.dep_ in ("aux", "auxpass") for child in head.children) or head.tag_ in ("VBD", "VBP", "VBZ"):
        return subject
    shared = tuple(
        token
        for token in lender.all_tokens
        if token.dep_ in ("aux", "auxpass", "neg")
        and token.head in (lender.head, lender.head.head)
        and token.i < head.i
    )
    if head.tag_ == "VB" and any(token.lemma_ in ("be", "have") for token in shared):
        return subject
    if head.tag_ in ("VBN", "VBG", "VB"):
        return subject + tuple(token for token in shared if token not in subject)
    return subject


def finite_verb(head: Token) -> Token:
    """The word of a verb group that agrees with the subject."""
    for child in head.children:
        if child.dep_ in ("aux", "auxpass") and child.i < head.i and child.tag_ != "TO":
            return child
    return head


def is_past(head: Token) -> bool:
    """Whether a verb group speaks of the past: it decides which way "on Friday" points."""
    verb = finite_verb(head)
    if verb.tag_ == "VBD":
        return True
    if verb.lemma_ == "have" and head.tag_ == "VBN":
        return not (head.lower_ == "got" and verb.tag_ in ("VBP", "VBZ"))  # "I've got an appointment on Friday"
    return (verb is head and head.tag_ == "VBN") or is_unchanged_past(verb)


def is_unchanged_past(verb: Token) -> bool:
    """Whether a verb whose past looks like its present is one: "I quit in 2019", "I quit in January"."""
    if verb.lower_ not in UNCHANGING or verb.tag_ not in ("VBP", "VB") or finite_verb(verb) is not verb:
        return False
    said = list(verb.subtree)
    if any(token.lower_ in FREQUENCY_DETERMINERS | HABITS | {"to"} for token in said) or _tells_when_ever(verb):
        return False
    if verb.lower_ == "quit":
        return True  # nobody does so every week
    beside = {child.dep_ for child in verb.children}
    if beside & {"dobj", "ccomp"} and (verb.lower_ in MISHAPS or _is_done_to_one(verb)):
        return True  # "I hurt my knee", "I put on three kilos"
    return any((token.like_num and len(token.text) == 4) or token.lower_ in _CALENDAR for token in said)


# What happens to somebody once, where it is done to something.
MISHAPS = frozenset(("hurt", "burst", "beat"))


def _is_done_to_one(verb: Token) -> bool:
    """ "I put on three kilos", "I put in a complaint". Shelves are put up, and a suit is put on, again and again."""
    particle = next((child.lower_ for child in verb.children if child.dep_ == "prt"), None)
    if particle is None:
        return False
    things = (child for child in verb.children if child.dep_ == "dobj")
    return any(
        (one.like_num and one.i < thing.i) or (one.lower_ in ("a", "an") and particle != "on")
        for thing in things
        for one in thing.children
    )


def _tells_when_ever(verb: Token) -> bool:
    """Whether it says on which occasions: "when I cook", "before bed", "in winter", "on Tuesdays", "for a living"."""
    for token in verb.subtree:
        if token.lower_ in ("when", "whenever", "while", "before", "after", "if", "living"):
            return True
        if token.lower_.endswith("s") and token.lower_.removesuffix("s") in WEEKDAYS:
            return True
        if token.tag_ in ("NNS", "NNPS") and token.lower_.removesuffix("s") in _PARTS:
            return True
        if token.dep_ == "prep" and any(
            child.dep_ == "pobj" and child.lower_ in _PARTS and not any(g.dep_ == "amod" for g in child.children)
            for child in token.children
        ):
            return True
    return False


_PARTS = frozenset(
    "day week weekend month year morning afternoon evening night bedtime breakfast lunch dinner winter summer spring"
    " autumn".split()
)


def is_cut_from_condition(clause: Clause) -> bool:
    """Whether the sentence has a condition that is not among the clause's words, and that the clause may hang on."""
    if is_past(clause.head):
        return False
    kept = {token.i for token in clause.all_tokens}
    return any(t.lower_ in ("if", "unless") and t.dep_ == "mark" and t.i not in kept for t in clause.head.doc)
