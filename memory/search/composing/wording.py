"""The words of a text as composing compares texts, each text and each word read once while it is in use. Pure.

One block compares a few hundred texts with each other, and the next one of the same memory mostly the same texts. So
what a text's words come to is kept for the latest texts, none of them long.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from ...language import Language, porter
from ...language.base import Sign, ValueKind
from ...language.words import folded_words

# What was made of texts and words lately is kept, as the next prompt mostly finds the same memories. Bounded, so that a
# process stays small; chosen, not measured.
KEPT = 4_000  # texts
LONGEST_KEPT = 2_000  # characters
WORDS_KEPT = 20_000


def telling_stems(language: Language, text: str) -> frozenset[str]:
    """The stems of the words that tell what a text is about, figures too."""
    return _kept_telling(language, text) if len(text) <= LONGEST_KEPT else _stems(language, text)


def linking_stems(language: Language, text: str) -> frozenset[str]:
    """The stems by which two texts speak of the same matter: no numbers, dates or words of any talk."""
    return _kept_linking(language, text) if len(text) <= LONGEST_KEPT else _linking(language, text)


def _stems(language: Language, text: str) -> frozenset[str]:
    return frozenset(chain.from_iterable(map(_telling(language).__getitem__, folded_words(text))))


def _linking(language: Language, text: str) -> frozenset[str]:
    return frozenset(chain.from_iterable(map(_telling_matter(language).__getitem__, folded_words(text))))


_kept_telling = lru_cache(maxsize=KEPT)(_stems)
_kept_linking = lru_cache(maxsize=KEPT)(_linking)


class _Counted(dict[str, tuple[str, ...]]):
    """What `count` makes of each word; all of it is forgotten where WORDS_KEPT are known."""

    def __init__(self, count: Callable[[str], tuple[str, ...]]) -> None:
        self._count = count

    def __missing__(self, word: str) -> tuple[str, ...]:
        if len(self) >= WORDS_KEPT:
            self.clear()
        self[word] = counted = self._count(word)
        return counted


@lru_cache(maxsize=8)
def _telling(language: Language) -> _Counted:
    """What a word counts for: its stem, its figure, both or nothing."""
    no_subject = language.stop_words | language.differences.dates

    def counted(word: str) -> tuple[str, ...]:
        told = () if len(word) < 3 or word in no_subject or word.isdigit() else (porter.stem(word),)
        # "Not 3:40": what it corrects. "The 30th" is of "30 May".
        return (*told, word.rstrip("stndrh")) if len(word) > 1 and word[:2].isdigit() else told

    return _Counted(counted)


@lru_cache(maxsize=8)
def _telling_matter(language: Language) -> _Counted:
    no_subject = language.stop_words | language.differences.dates | language.differences.numbers.keys()

    def counted(word: str) -> tuple[str, ...]:
        if len(word) < 3 or word in no_subject or word.isdigit():
            return ()
        stem = porter.stem(word)
        return () if stem in language.changes.faint else (stem,)

    return _Counted(counted)


class LoneSentence(NamedTuple):
    """One sentence by itself: its telling stems, its values by kind, its sign of a change, whether it asks, and is of
    the speaker's own."""

    stems: frozenset[str]
    values: Mapping[ValueKind, frozenset[str]]
    sign: Sign | None
    asks: bool
    is_own: bool


def statement(language: Language, sentence: str) -> LoneSentence:
    return _kept_statement(language, sentence) if len(sentence) <= LONGEST_KEPT else _statement(language, sentence)


def sign(language: Language, text: str) -> Sign | None:
    """The sign of a change that a text has as a whole; see `language.base.ChangeSigns`."""
    return _kept_sign(language, text) if len(text) <= LONGEST_KEPT else _sign(language, text)


def _statement(language: Language, sentence: str) -> LoneSentence:
    return LoneSentence(
        telling_stems(language, sentence),
        language.changes.values(sentence, folded_words(sentence)),
        sign(language, sentence),
        language.asks(sentence),
        language.cues.first_person.search(sentence) is not None,
    )


def _sign(language: Language, text: str) -> Sign | None:
    return language.changes.sign(text, folded_words(text), telling_stems(language, text))


_kept_statement = lru_cache(maxsize=KEPT)(_statement)
_kept_sign = lru_cache(maxsize=KEPT)(_sign)
