"""Which statements of a turn bear on the prompt: `Statements`. Pure.

"I live in Bergen and my sister Ruth is a vet" states two things. Who asks what the sister does need not hear that its
user moved since.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from ...models import Kind
from ..candidates import Candidate, Scored
from ..query import Inquiry
from .items import Replaced
from .quoting import stems, tells_all


class Statements:
    """`order` is the ranking of `pool`, `weights` what each stem of the prompt counts for, `replaced` what holds no
    longer."""

    def __init__(
        self,
        question: Inquiry,
        order: Sequence[Scored],
        pool: Sequence[Candidate],
        weights: Mapping[str, float],
        replaced: Sequence[Replaced],
    ) -> None:
        self._language = question.language
        self._asked = weights.keys()
        self._cosines = {c.rowid: c.cosine for c in pool}
        self._properties = {scored.rowid for scored in order if "told" in scored.parts}
        self._drawn: dict[int, list[Candidate]] = defaultdict(list)
        for c in pool if replaced else ():
            for turn in c.sources if c.kind == Kind.FACT else ():
                self._drawn[turn].append(c)
        self._changes: dict[int, list[Replaced]] = defaultdict(list)
        for one in replaced:
            self._changes[one.rowid].append(one)
        # Turns, and facts drawn from them, of which what holds no longer does not bear on the prompt.
        self.aside: set[int] = set()
        if not question.is_of_the_past:
            for turn in self._drawn.keys() & self._changes.keys():
                self._put_aside(turn)

    def standing_for(self, turn: Candidate) -> list[Candidate]:
        """The facts drawn from a turn that bear on the prompt, where what of it holds no longer does not, and the facts
        tell all that it does."""
        if turn.rowid not in self.aside:
            return []
        told = " ".join([*(one.was for one in self._changes[turn.rowid]), *(c.text for c in self._drawn[turn.rowid])])
        return self._bearing(turn.rowid) if tells_all(told, turn.text, self._language) else []

    def _put_aside(self, turn: int) -> None:
        bearing = self._bearing(turn)
        if not bearing:
            return
        was = {one.was: one for one in self._changes[turn]}
        facts = [c for c in self._drawn[turn] if c.rowid in self._changes]
        off = [c for c in facts if not self._bears(c, bearing)]
        self.aside.update(c.rowid for c in off)
        known = {c.text for c in facts}
        if len(off) == len(facts) and not any(self._holds(text) for text in was if text not in known):
            self.aside.add(turn)

    def _bearing(self, turn: int) -> list[Candidate]:
        """What was learnt of a turn, holds, and has a word of the prompt."""
        return [c for c in self._drawn[turn] if c.rowid not in self._changes and self._holds(c.text)]

    def _bears(self, fact: Candidate, others: Sequence[Candidate]) -> bool:
        """Whether a fact that holds no longer bears on the prompt as well as the `others` of its turn: it has a word of
        it, is as near to it in meaning, or tells, or told, the very property that is asked for."""
        asked = {fact.rowid, *(one.by for one in self._changes[fact.rowid])}
        if self._holds(fact.text) or not asked.isdisjoint(self._properties):
            return True
        nearest = max((self._cosines[c.rowid] or 0.0 for c in others), default=0.0)
        return (self._cosines[fact.rowid] or 0.0) >= nearest > 0.0

    def _holds(self, text: str) -> bool:
        return not self._asked.isdisjoint(stems(text))
