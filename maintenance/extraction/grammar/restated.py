"""What one statement says of others: of what is owned, moved, paid for, used as something, or done by somebody."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from memory.language.en.change_words import SHIFTING

from .lexicon import word_set
from .readings import Statement, Word
from .roles import key_of, lemma_of, object_of

if TYPE_CHECKING:
    from spacy.tokens import Token


def restated(statement: Statement, verb: Token) -> Iterator[Statement]:
    """The statement in the other forms that tell the same, each of which is compared as well. `verb` is its verb."""
    yield from _as_owned(statement, verb)
    yield from _as_named(statement, verb)
    yield from _as_role(statement)
    yield from _as_paid(statement)
    yield from _as_sourced(statement, verb)
    yield from _as_measured(statement, verb)
    yield from _as_done(statement, verb)
    yield from _as_undergone(statement, verb)


def is_name(token: Token | None) -> bool:
    """Whether the word is a name or a pronoun of a person. None, the subject that was left out, is the speaker."""
    return token is None or token.pos_ == "PROPN" or token.lower_ in PERSONAL


PERSONAL = word_set("i he she they we you who")


def _as_owned(statement: Statement, verb: Token) -> Iterator[Statement]:
    """ "Heron has a budget of 70,000" says of Heron's budget that it is 70,000."""
    if statement.is_negated or not statement.subject:
        return
    thing = next((child for child in verb.children if child.dep_ == "dobj" and child.pos_ in ("NOUN", "PROPN")), None)
    if thing is None:
        return
    reaching = frozenset() if statement.is_name else _REACHING_A_NUMBER  # "she reached 40 sit-ups" is a deed
    counted = any(child.dep_ == "nummod" for child in thing.children)
    taken = verb.lemma_ == "take" and thing.lemma_ in _COURSES
    if not (verb.lemma_ in ("have", "get") or taken or (counted and verb.lemma_ in _HOLDING | reaching)):
        return
    rest = tuple(
        replace(word, role="be") if word.role == "obj" or word.of else word
        for word in statement.words
        if word.lemma != lemma_of(thing)
    )
    owned = replace(statement, subject=(*statement.subject, lemma_of(thing)), verb="be", words=rest, is_name=False)
    yield replace(owned, is_now=True, is_past=False) if verb.lemma_ in _REACHING_A_NUMBER else owned


_HOLDING = word_set("keep own hold count house contain employ seat")
_REACHING_A_NUMBER = word_set("reach pass exceed hit surpass")


def _as_named(statement: Statement, verb: Token) -> Iterator[Statement]:
    """ "The captain is Ivo" says of Ivo that he is the captain."""
    named = next((child for child in verb.children if child.dep_ == "attr" and child.pos_ == "PROPN"), None)
    if named is None or statement.verb != "be" or statement.is_name or not statement.subject:
        return
    key = key_of(named)
    rest = tuple(word for word in statement.words if word.lemma not in key)
    role = tuple(Word(lemma, "be", lemma == statement.subject[-1]) for lemma in statement.subject)
    text = f"{statement.text.split()[0]} the {' '.join(statement.subject)}{' now' if statement.is_now else ''}"
    yield replace(statement, subject=key, words=(*role, *rest), is_name=True, text=text)


def _as_role(statement: Statement) -> Iterator[Statement]:
    """ "Uses LockBox as password manager" says of the user's password manager that it is LockBox."""
    role = tuple(word.lemma for word in statement.words if word.role == "as")
    things = tuple(replace(word, role="be") for word in statement.words if word.role == "obj")
    if role and things and statement.subject and not statement.is_negated and statement.verb in _USING:
        subject = (*statement.subject, *role)
        yield replace(statement, subject=subject, verb="be", words=things, is_name=False)


_USING = word_set("use have get choose hire appoint")


def _as_paid(statement: Statement) -> Iterator[Statement]:
    """ "Pays 14 euros for the newspaper" says of the newspaper that it costs 14 euros."""
    thing = tuple(word.lemma for word in statement.words if word.role == "for")
    price = tuple(word for word in statement.words if word.role == "obj")
    if thing and price and statement.verb in ("pay", "spend") and not statement.is_negated:
        rest = (*price, *(word for word in statement.words if word.role == "time"))
        yield replace(statement, subject=thing, verb="cost", words=rest, is_name=False)


_COURSES = word_set("lesson class course")


def _as_sourced(statement: Statement, verb: Token) -> Iterator[Statement]:
    """ "Gets the flour from Rossi" says of the flour that it comes from there."""
    thing = next((child for child in verb.children if child.dep_ == "dobj" and child.pos_ == "NOUN"), None)
    source = tuple(word for word in statement.words if word.role == "from")
    if thing is not None and source and statement.subject and verb.lemma_ in _SOURCING and not statement.is_negated:
        own = (replace(word, of="") for word in source)
        subject = (*statement.subject, lemma_of(thing))
        yield replace(statement, subject=subject, verb="come", words=tuple(own), is_name=False)


_SOURCING = word_set("get buy order source purchase rent hire")


def _as_measured(statement: Statement, verb: Token) -> Iterator[Statement]:
    """ "Takes 50 mg of sertraline" says of the sertraline how much it is."""
    unit = next((child for child in verb.children if child.dep_ == "dobj"), None)
    if unit is None or verb.lemma_ not in ("take", "use", "get") or statement.is_negated or not statement.subject:
        return
    counted = any(child.dep_ == "nummod" for child in unit.children)
    thing = tuple(word.lemma for word in statement.words if word.of == lemma_of(unit) and word.role == "of")
    if counted and thing:
        much = tuple(replace(word, role="be") for word in statement.words if word.role == "obj")
        yield replace(statement, subject=(*statement.subject, *thing), verb="be", words=much, is_name=False)


_THEIRS = word_set("his her their its")


def _as_undergone(statement: Statement, verb: Token) -> Iterator[Statement]:
    """ "Ann moved the release to June" says of the release that it was moved there."""
    thing = object_of(verb)
    if thing is None or statement.is_negated or statement.is_passive or verb.lemma_ in ("have", "be"):
        return
    key = key_of(thing)
    if "from" in key and statement.verb in SHIFTING:
        key = key[: key.index("from")]  # "moved the docs from the wiki to a folder": it is not of their name
    rest = tuple(word for word in statement.words if word.lemma not in key)
    theirs = any(child.dep_ == "poss" and child.lower_ in _THEIRS for child in thing.children)
    if theirs and statement.verb in SHIFTING:
        key = (*statement.subject, *key)  # of "Ben moved his shop", the shop is Ben's
    if key:
        yield replace(statement, subject=key, words=rest, is_passive=True, is_name=False, is_undergone=True)


def _as_done(statement: Statement, verb: Token) -> Iterator[Statement]:
    """ "The garden is looked after by Ann" says of Ann that she looks after it."""
    if not statement.is_passive or statement.is_negated or not statement.subject:
        return
    by = (child for child in verb.children if child.dep_ == "agent")
    agent = next((grandchild for child in by for grandchild in child.children if grandchild.dep_ == "pobj"), None)
    key = key_of(agent) if agent is not None else ()
    if key and agent is not None:
        rest = tuple(word for word in statement.words if word.role != "by")
        done = (*rest, *(Word(word, "obj") for word in statement.subject))
        yield replace(
            statement, subject=key, words=done, is_passive=False, is_name=is_name(agent), is_undergone=True
        )  # fmt: skip
