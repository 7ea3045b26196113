"""Whose claim a clause is, and its words without what only leads in or comments on it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from memory.language.en.change_words import DISLIKING, LIKING

from ..grammar.clauses import SUBJECTS, Clause, finite_verb, is_past
from ..grammar.health import tells_health
from ..grammar.lexicon import EMPTY_NOUNS, OPENING_VERBS, TIMES, WEEKDAYS, word_set
from ..grammar.rewrite import FIRST_PERSON, NOMINATIVE, OWN, POSSESSIVE, Voice, is_filler, is_one_name
from ..grammar.settled import is_settled_way
from ..grammar.statement import About, Learnable, tells_condition
from .arrangements import is_arrangement, is_chosen
from .guards import AHEAD_OF
from .kinds import touches_feelings
from .notes import is_noted
from .numbered import is_numbered
from .ours import is_of_ours

if TYPE_CHECKING:
    from spacy.tokens import Token

_SOON = WEEKDAYS | {"tomorrow", "tonight", "today"}


def opened(clause: Clause) -> Clause:
    """ "I think my sister is moving" is about the sister: the clause that a verb of thinking introduces."""
    head = _announcing(clause)
    if head is None:
        return clause
    inner = next((c for c in head.children if c.dep_ == "ccomp" and c.i > head.i), None)
    if any(c.lower_ == "you" for c in head.children):
        # "I told you that I smoke": what the other knows already, and it may be over.
        return clause
    if inner is None or (inner.tag_ == "VBG" and not any(c.dep_ == "aux" for c in inner.children)):
        return clause
    if head.lemma_ in _SAID_BEFORE and is_past(head) and (is_past(inner) or finite_verb(inner).lower_ in _FORESEEN):
        # "I said I was allergic to nuts, but it's only cashews", "I thought I'd hate it": often taken back.
        return clause
    subject = next((c for c in inner.children if c.dep_ in SUBJECTS), None)
    if subject is None or any(c.dep_ == "neg" for c in head.children):
        return clause
    kept = set(clause.tokens)
    if head.lemma_ in ("think", "believe") and not any(t.lower_ in FIRST_PERSON for t in subject.subtree):
        # About something else it stays what the speaker thinks.
        return clause
    words = tuple(
        token for token in inner.subtree if token in kept and not (token.head == inner and token.dep_ == "mark")
    )
    return Clause(inner, subject, words)


_FORESEEN = word_set("would 'd could might")
_SAID_BEFORE = word_set("say tell think believe assume")
# "I should mention that ...", "I forgot to say ...": what follows is what is said.
_ANNOUNCING = word_set("mention add note say tell admit confess announce report repeat point stress")
_LEARNING = word_set("realize realise discover notice learn")


def _announcing(clause: Clause) -> Token | None:
    """The verb whose finite clause is what is claimed: "I think", "it turns out", "I wanted to mention"."""
    head, subject = clause.head, clause.subject
    if subject is None:
        return None
    out = any(c.dep_ == "prt" and c.lower_ == "out" for c in head.children)
    if subject.lower_ == "it":
        return head if head.lemma_ == "turn" and out else None
    if subject.lower_ not in NOMINATIVE:
        return None
    inner = next((c for c in head.children if c.dep_ == "xcomp" and c.lemma_ in _ANNOUNCING), None)
    if inner is not None:
        return inner
    modal = any(c.dep_ == "aux" and c.lower_ in ("should", "must", "might", "will", "'ll") for c in head.children)
    if (head.lemma_ in _ANNOUNCING and modal) or head.lemma_ in _LEARNING or (head.lemma_ == "find" and out):
        return head
    return head if head.lemma_ in OPENING_VERBS else None


def bare(clause: Clause) -> Clause:
    """The clause without interjections, fillers, and remarks about itself (", which was great")."""
    dropped: set[int] = set()
    subject = clause.subject
    for token in clause.tokens:
        if token.dep_ == "intj" or is_filler(token) or _is_addressed(token, clause):
            dropped.update(t.i for t in token.subtree)
        if token.dep_ == "advcl" and {"since", "last"} <= {c.lower_ for c in token.children}:
            # "Since I last wrote" dates the claim by the talk itself.
            dropped.update(t.i for t in token.subtree)
        if token.dep_ in ("relcl", "ccomp", "advcl") and any(
            c.lower_ == "which" and c.dep_ in ("nsubj", "nsubjpass", "dobj") for c in token.children
        ):
            start = token.left_edge.i
            if start > 0 and token.doc[start - 1].text in (",", "-", "–", "—"):
                dropped.update(t.i for t in token.subtree)
        if (
            token.head == clause.head
            and clause.head.dep_ == "ROOT"
            and token.i < clause.head.i
            and (
                (token.dep_ == "mark" and token.lower_ not in {"if", "unless", "since", *AHEAD_OF})
                or token.lower_ in ("when", "especially")
            )
        ):
            # "Especially after I failed the test.": half a sentence is still a statement.
            dropped.update(t.i for t in token.subtree)
        if token.head == clause.head and token.dep_ in ("cc", "punct") and token.i < clause.head.left_edge.i + 1:
            dropped.add(token.i)
        if (
            token.head == clause.head
            and token.dep_ == "mark"
            and token.lower_ == "that"
            and token == clause.all_tokens[0]
        ):
            # "(I think) that we need ...", "And that we need ...".
            dropped.add(token.i)
        if (
            subject is not None
            and token.head == clause.head
            and token.i < subject.left_edge.i
            and (_only_leads_in(token) or _is_remark(token) or _is_order(token))
        ):
            dropped.update(t.i for t in token.subtree)
            if token.right_edge.i + 1 < len(token.doc) and token.doc[token.right_edge.i + 1].is_punct:
                dropped.add(token.right_edge.i + 1)
    return clause.without(frozenset(dropped))


def _is_addressed(token: Token, clause: Clause) -> bool:
    """Whether a name in front is called out: "Sam, I live in York"."""
    subject = clause.subject
    return (
        token.pos_ == "PROPN"
        and token.dep_ in ("npadvmod", "dep", "nsubj", "vocative")
        and token.head == clause.head
        and subject is not None
        and token != subject
        and token.right_edge.i + 1 < subject.left_edge.i + 1
        and token.doc[token.right_edge.i + 1].text == ","
        and token.lemma_.lower() not in TIMES
    )


def _only_leads_in(token: Token) -> bool:
    """Whether what stands before the subject only ties the sentence to the talk: "in the meantime"."""
    words_in = {t.lower_ for t in token.subtree}
    if token.dep_ == "prep":
        noun = next((c for c in token.children if c.dep_ == "pobj"), None)
        if noun is None:
            return False
        if token.lower_ in ("after", "since", "before"):
            # "After my last run": which one only the talk tells.
            return "last" in words_in and any(c.lower_ in POSSESSIVE for c in noun.children)
        if token.lower_ == "as":
            return "for" in words_in and bool(words_in & FIRST_PERSON)
        return noun.lemma_ in ("meantime", "meanwhile", "end", "hand", "way", "note", "side", "fact", "honesty")
    if token.dep_ in ("advmod", "npadvmod"):
        if "now" in words_in:
            return True
        return token.lower_ in ("especially", "meanwhile", "also", "overall", "plus", "anyway", "still", "again")
    return False


def _is_order(token: Token) -> bool:
    """ "Write the hours as numbers, I was late once": the assistant is bidden, and then something is told."""
    bare = token.tag_ == "VB" and token.dep_ in ("ccomp", "dep", "parataxis", "advcl")
    return bare and not any(
        c.dep_ in SUBJECTS or c.dep_ == "mark" or (c.dep_ == "aux" and c.lower_ != "do") for c in token.children
    )


_REMARKS = frozenset(("NOUN", "PROPN", "ADJ", "VERB", "INTJ"))


def _is_remark(token: Token) -> bool:
    """ "Big news, I handed in my notice", "Done, I ordered it", "Synthetic, I'm vegan": a phrase of its own, before a
    comma, that names no time."""
    end = token.right_edge.i + 1
    if end >= len(token.doc) or token.doc[end].text != "," or token.pos_ not in _REMARKS:
        return False
    if token.dep_ not in ("npadvmod", "dep", "advcl", "acomp", "intj", "meta"):
        return False
    span = list(token.subtree)
    if any(t.lemma_.lower() in TIMES or t.like_num or t.ent_type_ in ("DATE", "TIME") for t in span):
        return False
    # "Worried about the cold, I bought a heater": a clause that says why or when.
    return token.pos_ != "VERB" or len(span) == 1


def about_whom(
    clause: Clause, replaced: Mapping[int, str], names: set[str], speaker: Voice, *, things: bool, noted: bool = False
) -> About | None:
    """Whose claim it is: the speaker's, something of theirs, or something that only touches them; with `things` also a
    definite thing's, and with `noted` one's of which a note leaves out the "the". None for any other."""
    subject = clause.subject
    assert subject is not None
    if any(token.lower_ in OWN for token in clause.all_tokens):
        return None
    if subject.dep_ in ("csubj", "csubjpass"):
        # "Cooking relaxes me" is a taste, "going there taught me ..." a lesson.
        return "other" if touches_feelings(Learnable(clause, "other", "")) else None
    if subject.lower_ in NOMINATIVE:
        return "speaker"
    span = list(subject.subtree)
    if any(token.lower_ in NOMINATIVE and token.dep_ == "conj" for token in span):
        return "speaker"
    if (
        any(
            token.lower_ in POSSESSIVE
            and token.dep_ == "poss"
            and (token.head in (subject, subject.head) or (token.head.dep_ == "poss" and token.head.head == subject))
            for token in span
        )
        or _is_of_one_of_theirs(subject, replaced, speaker)
        or is_of_ours(clause)
    ):
        return "own"
    if subject.text in names and (subject.pos_ == "PROPN" or _is_alone(subject)):
        return "known"
    if _is_named(subject, clause.head) or _is_of_somebody(subject, replaced):
        return "named"
    touched = {token.lower_ for token in clause.all_tokens} & FIRST_PERSON
    touches = bool(touched)
    if subject.i in replaced:
        if subject.lower_ in ("it", "they") and not touches:
            return _of_what_was_named(subject, replaced[subject.i], names, speaker, things=things)
        if subject.lower_ in ("he", "she"):
            return "own"
        return "resolved" if subject.pos_ == "PRON" else "other"
    if things and (
        _is_definite(subject)
        or is_arrangement(clause)
        or is_settled_way(clause)
        or is_chosen(clause)
        or _is_of_a_thing_at_hand(clause)
        or (noted and is_noted(clause))
    ):
        return "thing"
    if not touches and _is_fixed(clause):
        return "other"
    if subject.pos_ == "PRON" or not touches:
        return None
    everybody = touched <= {"our", "us", "we", "ourselves"} and not is_past(clause.head)
    if everybody and not any(c.dep_ in ("det", "poss") for c in subject.children):
        # "Nature reminds us of ...": everybody.
        return None
    return "other"


def _is_of_one_of_theirs(subject: Token, replaced: Mapping[int, str], speaker: Voice) -> bool:
    """ "His bed", where he is the speaker's dad."""
    owners = (replaced.get(c.i, "") for c in subject.children if c.dep_ == "poss")
    return any(owner.startswith(f"{speaker.possessive} ") for owner in owners)


def _of_what_was_named(subject: Token, name: str, names: set[str], speaker: Voice, *, things: bool) -> About | None:
    """Whose claim it is where "it" or "they" stands for this, and nobody else is touched."""
    if subject.lower_ == "they" and " " not in name and name.endswith("s"):
        return None  # "Leeds" is taken for several
    if is_one_name(name):
        return "known" if name in names else "named"
    if speaker.inner in name:
        return "resolved"
    return "thing" if things and name.startswith("the ") and subject.lower_ == "it" else None


def _is_named(subject: Token, verb: Token) -> bool:
    """Whether the subject is a name, or several, that stands by itself: not a place, a day, or a title of something."""
    if any(c.dep_ == "acl" and c.lower_ in ("called", "named") for c in subject.children):
        return True  # "a nurse called Berit"
    if _is_name_unknown(subject, verb):
        return True
    names = [subject, *subject.conjuncts]
    return all(
        name.pos_ == "PROPN" and name.text[:1].isupper() and name.lower_ not in TIMES and name.ent_type_ != "DATE"
        for name in names
    ) and not any(c.dep_ in ("det", "nummod") for c in subject.children)


# "Lunch must not have milk", "traffic has asthma on the rise".
_NOBODY = word_set(
    "nobody everybody somebody anybody nothing everything breakfast lunch dinner supper brunch dessert cake soup salad "
    "sauce pasta pizza food traffic pollution society medicine science research"
)


def _is_name_unknown(subject: Token, verb: Token) -> bool:
    """ "Miso is on a diet", "Pepper hates fireworks", "Kit has asthma": a word that a parser takes for a noun, of which
    something is told that only somebody does or has, or whose verb shows that it is no plural."""
    first = finite_verb(verb)
    if (
        not _is_alone(subject)
        or subject.tag_ not in ("NN", "NNS")
        or first.tag_ not in ("VBZ", "MD")
        or subject.lower_ in TIMES | EMPTY_NOUNS
    ):
        return False
    if tells_health(verb):
        return subject.tag_ == "NN" and subject.lower_ not in _NOBODY and not subject.lower_.endswith("ing")
    if first.tag_ == "MD":
        return False
    return (subject.tag_ == "NNS" and not subject.lower_.endswith("s")) or verb.lemma_ in _OF_SOMEBODY


def _is_alone(subject: Token) -> bool:
    """Whether one word with a capital opens the sentence."""
    return subject.i == subject.sent.start and subject.text.istitle() and not any(True for _ in subject.children)


def _is_of_somebody(subject: Token, replaced: Mapping[int, str]) -> bool:
    """ "Wiebke's sister", and "his teacher", where he is Leo."""
    if subject.i not in replaced and any(
        c.dep_ == "poss" and replaced.get(c.i, "")[:1].isupper() for c in subject.children
    ):
        return True
    return subject.pos_ == "NOUN" and any(
        c.dep_ == "poss" and c.pos_ == "PROPN" and c.lower_ not in TIMES and c.ent_type_ != "DATE"
        for c in subject.children
    )


def _is_definite(subject: Token) -> bool:
    if is_numbered(subject):
        return True
    owner = next((c for c in subject.children if c.dep_ == "poss"), subject)
    the = any(c.dep_ == "det" and c.lower_ == "the" for c in owner.children)
    return the and subject.pos_ in ("NOUN", "PROPN") and subject.dep_ in ("nsubj", "nsubjpass")


def _is_of_a_thing_at_hand(clause: Clause) -> bool:
    """ "Washing machine is quiet again", "bathroom is done": in a note the "the" is left out."""
    subject = clause.subject
    if subject is None or subject.tag_ != "NN" or clause.tokens[:1] != (subject.left_edge,) or subject.lower_ in TIMES:
        return False
    bare = all(c.dep_ in ("compound", "amod") for c in subject.children)
    return bare and subject.left_edge.i == subject.sent.start and tells_condition(clause)


_OF_SOMEBODY = LIKING | DISLIKING | word_set("sleep snore bark fear")


def _is_fixed(clause: Clause) -> bool:
    """ "The project deadline is 30 June": a definite thing with a date or a number set for it."""
    subject = clause.subject
    return (
        subject is not None
        and clause.head.lemma_ in ("be", "move", "start", "begin", "end", "open", "close")
        and subject.pos_ == "NOUN"
        and any(c.dep_ == "det" and c.lower_ == "the" for c in subject.children)
        and any(c.dep_ in ("compound", "amod", "prep") for c in subject.children)
        and any(
            t.ent_type_ or t.like_num or t.lower_ in _SOON
            for t in clause.tokens
            if t.i > clause.head.i and t.head in (clause.head, *clause.head.children)
        )
    )


def says_itself(clause: Clause, speaker: Voice) -> bool:
    """ "I'm Maya" and "my name is Maya" make "Maya is Maya", and "I do" nothing at all."""
    head = clause.head
    if head.lemma_ == "do" and not any(c.dep_ in ("dobj", "xcomp", "ccomp") for c in head.children):
        undergone = any(c.dep_ == "auxpass" for c in head.children)  # "electric is done by Brennan Electrical"
        return not any(c.dep_ == "advmod" or (undergone and c.dep_ in ("agent", "prep")) for c in head.children)
    if head.lemma_ != "be" or clause.subject is None:
        return False
    said = next((c for c in head.children if c.dep_ in ("attr", "acomp")), None)
    if said is None or said.lower_ not in speaker.inner.lower().split():
        return False
    own_name = clause.subject.lower_ == "name" and any(c.lower_ == "my" for c in clause.subject.children)
    return clause.subject.lower_ in NOMINATIVE or (own_name and not any(said.children))
