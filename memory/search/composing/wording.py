"""The words of a text as composing compares texts, each text and each word read once while it is in use. Pure.

One block compares a few hundred texts with each other, and the next one of the same memory mostly the same texts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from ...language import Language, porter
from ...language.base import Sign, ValueKind
from ...language.words import folded_words
from ...passages import Span
from ..candidates import Candidate
from ..kept import LONGEST_KEPT, kept
from .beginnings import words_beginning

WORDS_KEPT = 20_000  # what each word counts for; bounded as texts are (`kept`)


def compared_text(c: Candidate, parts: Mapping[int, Span]) -> str:
    """What is compared of a memory: all that it says, or of more than LONGEST_KEPT characters the part that answers,
    its beginning where there is none. `parts` are the passages that answer, by rowid. No line quotes more of a page."""
    if len(c.text) <= LONGEST_KEPT:
        return c.text
    part = parts.get(c.rowid)
    return c.text[part.start : part.end] if part is not None else c.text[:LONGEST_KEPT]


def has_words(text: str, least: int) -> bool:
    """Whether a text has so many words at least: of a page no more than these are split off."""
    return len(text.split(None, least - 1)) >= least


@kept
def tells_nothing(language: Language, text: str) -> bool:
    """Whether a reply is small talk, or only says that something was heard."""
    return language.says_nothing(text)


def linking_stems(language: Language, text: str) -> frozenset[str]:
    """The stems by which two texts speak of the same matter: no numbers, dates or words of any talk."""
    return _counted(_telling_matter(language), folded_words(text))


def linked_by(language: Language, told: Sequence[Sequence[str]], asked: Set[str]) -> list[set[str]]:
    """Which of the `asked` stems the texts of each group have, of those by which two texts speak of the same matter."""
    counted = _telling_matter(language)
    found: list[set[str]] = []
    for texts in told:
        others = [_counted(counted, _own_words(language, text)) for text in texts if not text.isascii()]
        found.append(set[str]().union(*others) & asked)
    plain = ["\n".join(filter(str.isascii, texts)) for texts in told]
    begun = words_beginning(plain, map(porter.beginning, asked))
    stem_of = {word: stem for word in {word for _, word in begun} for stem in counted[word] if stem in asked}
    for place, word in begun:
        if word in stem_of:
            found[place].add(stem_of[word])
    return found


@kept
def _own_words(language: Language, text: str) -> frozenset[str]:
    return frozenset(folded_words(text))


class _Counted(dict[str, tuple[str, ...]]):
    """What `count` makes of each word; all of it is forgotten where WORDS_KEPT are known."""

    def __init__(self, count: Callable[[str], tuple[str, ...]]) -> None:
        self._count = count

    def __missing__(self, word: str) -> tuple[str, ...]:
        if len(self) >= WORDS_KEPT:
            self.clear()
        self[word] = counted = self._count(word)
        return counted


def _counted(counted: _Counted, words: Iterable[str]) -> frozenset[str]:
    return frozenset(chain.from_iterable(map(counted.__getitem__, words)))


@lru_cache(maxsize=8)
def _telling(language: Language) -> _Counted:
    """What a word counts for: its stem, its figure, both or nothing."""
    no_subject = language.stop_words | language.differences.dates

    def counted(word: str) -> tuple[str, ...]:
        if word.isalpha():  # as most are
            return () if len(word) < 3 or word in no_subject else (porter.stem(word),)
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


class Saying(NamedTuple):
    """What a text tells: its telling stems; its values by kind; the surest sign of a change in a sentence that does not
    ask, None for none; whether it only asks; whether each of its sentences is of the speaker's own; whether it is of
    what "we" do, and the telling stems of the group in which we do it."""

    stems: frozenset[str]
    values: Mapping[ValueKind, frozenset[str]]
    sign: Sign | None
    only_asks: bool
    is_own: bool
    is_ours: bool
    group: frozenset[str]


def may_change(newer: Saying, older: Saying) -> bool:
    """Whether what one speaker said may change what another said, that is not their own. What we do another of us
    changes with a sign of it; "in the data team we" is of no other team."""
    return not (newer.is_ours or older.is_ours) or (newer.sign == "telling" and newer.group <= older.stems)


@kept
def saying(language: Language, text: str) -> Saying:
    counted, changes = _telling(language), language.changes
    stems, values, signs = set[str](), dict[ValueKind, frozenset[str]](), set[Sign | None]()
    only_asks = is_own = True
    is_ours, group = False, list[str]()
    spoken: list[str] = []
    for sentence in filter(None, language.sentence_gap.split(text.strip())):
        words = folded_words(sentence)
        own = _counted(counted, words)
        stems |= own
        for kind, told in changes.values(sentence, words).items():
            values[kind] = values[kind] | told if kind in values else told
        if not language.asks(sentence):
            only_asks = False
            signs.add(changes.sign(sentence, words, own))
        of_one = changes.ones_own.search(sentence) is not None
        is_own = is_own and of_one
        is_ours = is_ours or (not of_one and language.cues.first_person.search(sentence) is not None)
        group += chain.from_iterable(filter(None, found.groups()) for found in changes.group.finditer(sentence))
        spoken += words
    if changes.owns_up(text, spoken):
        signs.add("telling")
    sign: Sign | None = "telling" if "telling" in signs else "hinting" if "hinting" in signs else None
    in_group = _counted(counted, folded_words(" ".join(group))) if group else frozenset[str]()
    return Saying(frozenset(stems), values, sign, only_asks, is_own, is_ours, in_group)
