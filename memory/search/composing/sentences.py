"""What was said, sentence by sentence, as `later` compares it: `Sentences`. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from ...language import Language
from ...language.base import Sign, ValueKind
from ..candidates import Candidate
from . import wording

# What a sign of a change counts for; see `later`.
TELLING = 2.3  # the newer has a sign that tells of a change
HINTING = 1.35  # or one that may
SENTENCE = 20  # words
RIGHTED = 3  # sentences, from the one that says that something was wrong, in which what is right stands
LEANS = 12  # words: what is said in fewer leans on the question before it, and on the assistant's words
LEANS_WHOLLY = 6  # words: what is said in fewer leans on whatever was said before


class SaidSentence(NamedTuple):
    """One sentence: its telling stems; those of the question or sentence that it leans on; its values by kind; what its
    sign of a change counts for; whether it asks, and is of the speaker's own."""

    stems: frozenset[str]
    leaning: frozenset[str]
    values: Mapping[ValueKind, frozenset[str]]
    sign: float
    asks: bool
    is_own: bool


class Sentences:
    """Each text is read once. A short one leans on what stands before it in `pool`."""

    def __init__(self, language: Language, pool: Sequence[Candidate]) -> None:
        self.language, self.pool = language, pool
        self._read: dict[tuple[int, str], list[SaidSentence]] = {}
        self._tellings: dict[int, list[SaidSentence]] = {}

    def tellings(self, c: Candidate) -> list[SaidSentence]:
        """The sentences of a turn that do not ask."""
        if c.rowid not in self._tellings:
            self._tellings[c.rowid] = [one for one in self.statements(c, c.text) if not one.asks]
        return self._tellings[c.rowid]

    def statements(self, c: Candidate, text: str) -> list[SaidSentence]:
        key = (c.rowid, text)
        if key not in self._read:
            self._read[key] = list(self._sentences(c, text))
        return self._read[key]

    def _sentences(self, c: Candidate, text: str) -> Iterator[SaidSentence]:
        leaning = self.leaned_on(c, text)
        # "Hang on. It's lemon that she likes.": in a short turn the sign may stand in a sentence of its own.
        sign = self.sign(text) if text.count(" ") < SENTENCE else 0.0
        sentences = [one for one in self.language.sentence_gap.split(text.strip()) if one]
        for place, sentence in enumerate(sentences):
            statement = self._statement(sentence, leaning, sign)
            yield statement
            if self.language.changes.owning_up.search(sentence):
                # What was wrong and what is right: "I told you 1987. I looked it up. It was 1979."
                whole = self._statement(" ".join(sentences[place : place + RIGHTED]), leaning, sign)
                yield whole._replace(sign=TELLING, asks=False)
            leaning = statement.stems if text.count(" ") >= LEANS else leaning | statement.stems

    def _statement(self, sentence: str, leaning: frozenset[str], sign: float) -> SaidSentence:
        own = wording.statement(self.language, sentence)
        return SaidSentence(
            stems=own.stems,
            leaning=leaning - own.stems,
            values=own.values,
            sign=max(counted(own.sign), min(sign, HINTING)),
            asks=own.asks,
            is_own=own.is_own,
        )

    def leaned_on(self, c: Candidate, text: str) -> frozenset[str]:
        """The stems of what a short turn goes on from: the question before it, of the assistant's all that was said
        before, of a very short one as well; and what the same side said before the assistant's words."""
        before = self._before(c, 1) if text.count(" ") < LEANS else None
        if before is None:
            return frozenset()
        if c.role == "assistant" or text.count(" ") < LEANS_WHOLLY:
            told = self.telling(before.text)
        else:
            sentences = self.language.sentence_gap.split(before.text)
            told = self.telling(" ".join(one for one in sentences if self.language.asks(one)))
        own = self._before(c, 2) if before.role == "assistant" else None
        return told | self.telling(own.text) if own is not None and own.speaker == c.speaker else told

    def _before(self, c: Candidate, steps: int) -> Candidate | None:
        return None if c.position is None else self._beside.get((c.session_id, c.position - steps))

    def sign(self, text: str) -> float:
        if self.language.changes.owning_up.search(text):
            return TELLING
        return counted(wording.sign(self.language, text))

    def telling(self, text: str) -> frozenset[str]:
        return wording.telling_stems(self.language, text)

    @cached_property
    def _beside(self) -> dict[tuple[str | None, int], Candidate]:
        return {(c.session_id, c.position): c for c in self.pool if c.position is not None}


def counted(sign: Sign | None) -> float:
    return 0.0 if sign is None else TELLING if sign == "telling" else HINTING
