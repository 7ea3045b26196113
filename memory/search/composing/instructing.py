"""Which standing instructions bear on a prompt. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from ...language import Language
from ...language.words import folded_words
from ..candidates import Candidate
from ..query import Inquiry
from .quoting import asked_stems, stems


def bearing_on(question: Inquiry, instructions: Sequence[Candidate], *, related: bool) -> list[Candidate]:
    """Those of them that say how to answer at all, or speak of what is asked. `related` is whether anything else that
    is known is tied to the prompt: where nothing is, a word of what is to be done ("write") is no subject."""
    language = question.language
    return [
        one
        for one in instructions
        if _bears(one, question, related) and not any(_replaces(language, newer, one) for newer in instructions)
    ]


def _replaces(language: Language, newer: Candidate, older: Candidate) -> bool:
    """Whether the newer one, of the same namespace, wants another of what there is one of at a time, and else the
    same. What forbids something replaces nothing, and nothing replaces it."""
    if newer.space != older.space or (newer.event_time, newer.rowid) <= (older.event_time, older.rowid):
        return False
    negations = language.differences.negations
    if not all(negations.isdisjoint(folded_words(one.text)) for one in (newer, older)):
        return False
    for choice in language.cues.one_at_a_time:
        new, old = (set(map(str.lower, choice.findall(one.text))) for one in (newer, older))
        if new and old and new.isdisjoint(old):
            said = (language.cues.asking.sub(" ", choice.sub(" ", one.text)) for one in (newer, older))
            rest = [stems(text) - language.changes.faint for text in said]
            if rest[0] == rest[1]:
                return True
    return False


def _bears(instruction: Candidate, question: Inquiry, related: bool) -> bool:
    cues, text = question.language.cues, instruction.text
    condition = cues.condition.search(text)
    if condition is None and cues.tells_manner(text):
        return True
    told = condition[0] if condition else text
    if any(subject.search(told) and subject.search(question.embedded) for subject in cues.subjects):
        return True
    asked = asked_stems(question) if related and condition is None else _subject(question)
    return not stems(text).isdisjoint(asked - stems(instruction.speaker))


def _subject(question: Inquiry) -> set[str]:
    """The stems of what a prompt is about, "comments", beside what is to be done."""
    words = (word for word in question.words if not question.language.cues.manner.search(word))
    return {stem for word in words for stem in stems(word)} - question.language.changes.faint
