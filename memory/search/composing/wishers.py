"""Whose instructions lead: in a memory of several people those of who asks, and of whom the prompt names. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...language import Language
from ...language.words import WORD, fold, folded_words
from ...models import Kind
from ..candidates import Candidate
from ..query import Inquiry

OWN_FIRST = 2  # behind so many the first of what others want of the work has its place


def for_asker(
    question: Inquiry, bearing: Sequence[Candidate], prompt: str, asker: Callable[[], str | None]
) -> list[Candidate]:
    """Of those that bear on a prompt first the ones of who asks, of whom it names, and of nobody in particular; last
    those of others on how to answer. How others alone want to be talked to bears on nothing. All as they are where
    nobody knows who asks, by `asker`."""
    language = question.language
    wishers = {one.rowid: whose_wish(language, one) for one in bearing}
    if not any(wishers.values()):
        return list(bearing)
    who = _named(language, asker() or "")
    if not who:
        return list(bearing)
    names = _names(language, prompt)
    own: list[Candidate] = []
    on_work: list[Candidate] = []
    on_answers: list[Candidate] = []
    for one in bearing:
        told = wishers[one.rowid]
        is_manner = language.cues.tells_manner(one.text)
        if not told or told == who or not names.isdisjoint(told.split()):
            own.append(one)
        elif are_two(told, who) and language.cues.is_ones_own(one.text, prompt):
            continue
        else:
            (on_answers if is_manner else on_work).append(one)
    return [*own[:OWN_FIRST], *on_work[:1], *own[OWN_FIRST:], *on_work[1:], *on_answers]


def whose_wish(language: Language, one: Candidate) -> str:
    """The name of whose wish an instruction is, or who said what lifts one; empty where nobody is named."""
    if one.kind == Kind.EPISODE:
        return _named(language, one.speaker)
    return _named(language, language.cues.wisher(one.text, one.speaker))


def are_two(one: str, other: str) -> bool:
    """Whether two names are of two people, surely: "Tim" may be "Tim Brown"."""
    return bool(one and other) and set(one.split()).isdisjoint(other.split())


def _named(language: Language, speaker: str) -> str:
    name = language.cues.asker(speaker)
    return "" if name in map(language.cues.asker, ("", "user")) else name


def _names(language: Language, prompt: str) -> set[str]:
    """The words of a prompt that may be names: those with a capital, or all of what is typed without any."""
    words = [fold(word) for word in WORD.findall(prompt) if word[0].isupper()] or folded_words(prompt)
    return set(words) - language.stop_words
