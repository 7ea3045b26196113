"""Whether a question asks for something that nobody told: `is_unknown`. Pure.

"What is my dentist called?" finds the doctor's name, because nothing is nearer. A question names the thing that it asks
for. Where no text that was found tells of such a thing, or none tells of it for the person in question, what was found
can only mislead.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cached_property

from ..language import porter
from ..language.base import AskedFor, Detail, NameWords
from ..language.words import fold, folded_words
from .arranging import nearness
from .candidates import Candidate, Scored
from .query import Inquiry

# Turns of a session that are no further apart tell of one thing; who was named so many before is still spoken of.
# Of 52 questions of the stories' build halves that nobody answered 10 mislead; with 4 turns 11, with 1 still 10. Half
# and twice of NAMED_BEFORE change nothing.
TOGETHER = 2
NAMED_BEFORE = 6
NAMED_WITHIN = 120  # characters before who is meant, "Ruth, my sister", in which the name stands
# So many letters of a name tell it in its short and long forms, "Kath" for "Kathryn". With 2 letters 11 of these 52
# mislead, with 8 still 10.
SHORT_NAME = 4
# A question that no memory has a word of is answered in other words only where one is nearer in meaning than this.
# With .2 ten of 560 questions of six sets of talk, two by strangers, lose their answer; of 76 that nobody answered in
# small stores 21 mislead, 27 with .1 (docs/stories.md).
NEAR = 0.1


def is_unknown(question: Inquiry, order: Sequence[Scored], pool: Sequence[Candidate]) -> bool:
    """Whether nothing of `pool`, of which `order` is the ranking, tells of what the question is after.

    Never of a prompt that is no short question, nor of one whose language is not read.
    """
    asked = question.asked_for
    if asked is None or not order or any(c.told for c in pool):
        return False
    told = _Told(pool, question.language.names)
    if asked.names and not any(told.names(name) for name in asked.names):
        return True
    if asked.details:
        return not told.tells(asked)
    shared = any(scored.parts.get("coverage", 0.0) > 0 for scored in order)
    cosines = [c.cosine for c in pool if c.cosine is not None]
    if shared or not asked.things or not cosines or nearness(cosines) >= NEAR:
        return False
    return not told.names_any(asked.things)


class _Told:
    def __init__(self, pool: Sequence[Candidate], names: NameWords) -> None:
        self._pool, self._names = pool, names

    @cached_property
    def _words(self) -> frozenset[str]:
        return frozenset(word for c in self._pool for word in (*folded_words(c.text), *folded_words(c.speaker)))

    @cached_property
    def _stems(self) -> frozenset[str]:
        return frozenset(map(porter.stem, self._words))

    @cached_property
    def _turns(self) -> dict[tuple[str | None, int], Candidate]:
        return {(c.session_id, c.position): c for c in self._pool if c.position is not None}

    @cached_property
    def _known(self) -> dict[int, Candidate]:
        return {c.rowid: c for c in self._pool}

    def names(self, name: str) -> bool:
        """Whether anybody of this name, or of one that begins alike, was spoken of."""
        beginning = name[:SHORT_NAME]
        return any(c.entity > 0 for c in self._pool) or any(
            word.startswith(beginning) or (len(word) > 2 and name.startswith(word)) for word in self._words
        )

    def names_any(self, things: Collection[str]) -> bool:
        return not self._stems.isdisjoint(map(porter.stem, things))

    def tells(self, asked: AskedFor) -> bool:
        """Whether all that is asked for is told together, by turns that also name whose it is."""
        first, *others = [self._telling(detail) for detail in asked.details]
        return any(
            all(any(self._are_together(c, other) for other in found) for found in others)
            and (not asked.owner or any(self._is_named(owner, c) for owner in asked.owner))
            for c in first
        )

    def _telling(self, detail: Detail) -> list[Candidate]:
        """What has a word of it, or names the one who is called so elsewhere: "my sister Ruth"."""
        called = frozenset(name for c in self._pool for name in self._names_of(detail, c.text))
        return [
            c
            for c in self._pool
            if detail.told.search(c.text) or (called and not called.isdisjoint(folded_words(c.text)))
        ]

    def _names_of(self, detail: Detail, text: str) -> Iterator[str]:
        for found in detail.asked.finditer(text):
            before = text[max(0, found.start() - NAMED_WITHIN) : found.start()]
            for name in (self._names.behind.match(text, found.end()), self._names.before.search(before)):
                if name is not None:
                    yield fold(name[1])

    def _are_together(self, a: Candidate, b: Candidate) -> bool:
        return any(
            x.rowid == y.rowid
            or (x.session_id == y.session_id and x.position is not None and y.position is not None
                and abs(x.position - y.position) <= TOGETHER)
            for x in self._places(a) for y in self._places(b)
        )  # fmt: skip

    def _places(self, c: Candidate) -> list[Candidate]:
        """The turn, or a fact and the turns that it was drawn from."""
        return [c, *(self._known[turn] for turn in c.sources if turn in self._known)]

    def _is_named(self, owner: str, c: Candidate) -> bool:
        return any(owner in words for words in self._around(c))

    def _around(self, c: Candidate) -> Iterator[Collection[str]]:
        for turn in self._places(c):
            yield {*folded_words(turn.text), *folded_words(turn.speaker)}
            if turn.position is not None:
                for place in range(turn.position - NAMED_BEFORE, turn.position + TOGETHER + 1):
                    if (other := self._turns.get((turn.session_id, place))) is not None:
                        yield folded_words(other.text)
