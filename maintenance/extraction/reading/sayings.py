"""A sentence where it was said: by whom, when, and after what."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import date, datetime, time

from ..grammar.discourse import Discourse
from ..grammar.rewrite import Voice
from ..types import Turn


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence by the numbers of its turn and its place in it; `unsaid` where its "I" was left out. `at` counts the
    parts of the turn's sentences that were divided: what a pronoun stands for was named before it."""

    turn: int
    number: int
    text: str
    unsaid: bool
    at: int = 0

    def saying(self, part: str, at: int | None = None) -> Sentence:
        """A part of it, which stands at its place, or `at` among the turn's parts."""
        at = self.at if at is None else at
        unsaid = self.unsaid and part[:2] == self.text[:2]
        return replace(self, at=at) if part == self.text else replace(self, text=part, unsaid=unsaid, at=at)


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence where it was said: by whom, when, and after what."""

    sentence: Sentence
    turn: Turn
    speaker: Voice
    discourse: Discourse
    today: date
    moment: datetime

    @property
    def place(self) -> tuple[int, int]:
        """(the turn's place in the talk, the sentence's place in the turn), both from 0."""
        return self.sentence.turn, self.sentence.at

    @property
    def with_reason(self) -> str:
        """The sentence, and what the turn says behind a comma after it, which stands by itself: "don't call me, it's
        Sunday"."""
        text = self.sentence.text
        start = self.turn.content.lower().find(text.lower().rstrip(".! "))
        rest = self.turn.content[start + len(text.rstrip(".! ")) :] if start >= 0 else ""
        return text + (re.split(r"[.!?\n]", rest)[0] if rest.startswith((",", " -", " because", " as ")) else "")

    def at(self, day: date | None) -> datetime:
        """Noon of a day that is told, else when the turn was said."""
        return datetime.combine(day, time(12), self.moment.tzinfo) if day else self.turn.event_time
