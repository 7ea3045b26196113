"""Which sessions speak of the same matter: `Matters`. Pure.

A boat is bought in one session, the yard finds damage in a second, and a third tells of another berth; none but the
first says "boat". What ties them are words that hardly any other session has: the yard, who works there, its name.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property

from ...language import porter
from ...language.words import folded_words
from ..candidates import Candidate, Scored
from ..query import Inquiry

# Sessions are linked by what their users said: 1 where they share so many words that no other session has. LINKED is
# what one such word comes to.
WHOLLY = 1.5
LINKED = 0.5
LEAST_SESSIONS = 16  # among which a word's rarity is counted
# The prompt is about the sessions whose best hit stands out nearly as far as the best of all.
ABOUT = 0.9


class Matters:
    """`order` is the ranking of `pool`."""

    def __init__(self, question: Inquiry, order: Sequence[Scored], pool: Sequence[Candidate]) -> None:
        language = question.language
        self._no_subject = language.stop_words | language.differences.dates | language.differences.numbers.keys()
        self._faint = language.changes.faint
        self._order, self._pool = order, pool
        self._links: dict[tuple[str, str], float] = {}

    @cached_property
    def turns(self) -> dict[str, list[Candidate]]:
        """What users said of each session, as far as it was found."""
        found: dict[str, list[Candidate]] = defaultdict(list)
        for c in self._pool:
            if c.session_id is not None and c.kind == "episode" and c.role in ("user", ""):
                found[c.session_id].append(c)
        return found

    @cached_property
    def near(self) -> dict[str, float]:
        """How near each session is to those that the prompt is about: 1 for these."""
        best = self._best()
        about = [session for session, share in best.items() if share >= ABOUT]
        return {
            session: max((best[other] * self.link(session, other) for other in about), default=0.0)
            for session in self.turns
        }

    def link(self, a: str | None, b: str | None) -> float:
        """How much two sessions speak of the same, 0 to 1; 0 for less than LINKED, and where one is not known."""
        if a is None or b is None:
            return 0.0
        if a == b:
            return 1.0
        key = (a, b) if a < b else (b, a)
        if key not in self._links:
            shared = self._stems.get(a, set()) & self._stems.get(b, set())
            found = min(sum(map(self._rare, shared)) / WHOLLY, 1.0)
            self._links[key] = found if found >= LINKED else 0.0
        return self._links[key]

    def _best(self) -> dict[str, float]:
        """How far the best hit of each session stands out from the middle one, as a share of the best of all."""
        if not self._order:
            return {}
        session_of = {c.rowid: c.session_id for c in self._pool}
        scores = sorted(scored.score for scored in self._order)
        usual, best = scores[len(scores) // 2], scores[-1]
        found: dict[str, float] = {}
        for scored in self._order:
            session = session_of[scored.rowid]
            if session is not None and best > usual:
                found[session] = max(found.get(session, 0.0), (scored.score - usual) / (best - usual))
        return found

    @cached_property
    def _stems(self) -> dict[str, set[str]]:
        return {
            session: {stem for c in turns for stem in self._telling(c.text)} for session, turns in self.turns.items()
        }

    def _telling(self, text: str) -> Iterator[str]:
        for word in folded_words(text):
            if len(word) > 2 and word not in self._no_subject and not word.isdigit():
                stem = porter.stem(word)
                if stem not in self._faint:
                    yield stem

    def _rare(self, stem: str) -> float:
        """1 for a word of two sessions alone, 0 for one of all."""
        total = max(len(self._stems), LEAST_SESSIONS)
        return math.log(total / self._holding[stem]) / math.log(total / 2)

    @cached_property
    def _holding(self) -> Counter[str]:
        return Counter(stem for stems in self._stems.values() for stem in stems)
