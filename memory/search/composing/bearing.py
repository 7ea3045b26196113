"""How much each memory that was found has to do with the prompt, and whether that is enough to hand it out: `Bearing`.
Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import median

from ..candidates import Candidate, Scored
from .quoting import stems

# Only the words and the meaning count here: that the user said it, or that it tells a time, makes nothing of another
# subject fit.
SUBJECT = ("coverage", "cosine", "entity")
# The part of the ranking that an assistant's turn has, unless it is the assistant who is asked about.
ASSISTANT = "assistant"
# What speaks of the prompt by less than this share of what the best does has nothing to do with it. docs/context.md has
# what .2, .4 and .5 gave on LoCoMo's tuned half. The shares that follow left its answers as they were, and handed out
# fewer asides of the stories' build half (36 to 22 %); no figure of each is kept.
FLOOR = 0.3
# Nor has what neither holds its words, as a share of what the best one holds, nor means it more than what was found
# means it by chance. Chance is the middle one of what was found: the arms always bring something.
BEARS = 0.25
MEANING = 0.6
# What is told in a session of something else has to bear on the prompt by this share.
APART = 0.4
# "Noted.", "good, short is good": so few words that hold none of the prompt's bear on it only where they stand out. So
# does what the assistant says without a word of it: that it stands next to what holds one tells little, as it goes on
# to the next matter with its user. docs/context.md has what this gave.
FEW_WORDS = 6
FEW_BEAR = 0.6
# What stands out from what was found by all that the ranking looks at, who said it and its session among it, bears on
# the prompt though it shares no word with it.
STANDS_OUT = 0.6
# What stands out by less than this share of what the best one does was found by chance, whoever said it.
CHANCE = 0.3
# The best few are taken for more than words and meaning: who said it, what it tells, its session.
FIRST = 5
# Among fewer there is no telling what is chance.
FEW_FOUND = 8


class Bearing:
    """`order` is the ranking of `pool`, `weights` what each stem of the prompt counts for."""

    def __init__(self, order: Sequence[Scored], pool: Sequence[Candidate], weights: Mapping[str, float]) -> None:
        fits = {scored.rowid: _fits(scored) for scored in order}
        best = max(fits.values(), default=0.0)
        self.fitting = {rowid: fit / best if best > 0 else 1.0 for rowid, fit in fits.items()}
        self._first = {scored.rowid for scored in order[:FIRST]}
        self._scored = {scored.rowid: scored for scored in order}
        self._texts = {c.rowid: c.text for c in pool}
        self._weights = weights
        self._told = any(name in scored.parts for scored in order for name in SUBJECT)
        self._covered = max([scored.parts.get("coverage", 0.0) for scored in order], default=0.0)
        scores = [scored.score for scored in order]
        self._usual, self._best = (median(scores), max(scores)) if scores else (0.0, 0.0)
        meant = [scored.parts.get("cosine", 0.0) for scored in order]
        self._chance, self._meant = (median(meant), max(meant)) if meant else (0.0, 0.0)

    def is_enough(self, rowid: int) -> bool:
        is_few = not self._told or len(self._scored) < FEW_FOUND
        if not is_few and self._stands_out(self._scored[rowid]):
            return True
        if self.fitting[rowid] < FLOOR:
            return False
        if is_few or rowid in self._first:
            return True
        text, scored = self._texts[rowid], self._scored[rowid]
        is_weak = text.count(" ") < FEW_WORDS or ASSISTANT in scored.parts
        is_bare = is_weak and self._weights.keys().isdisjoint(stems(text))
        return self._share(scored) >= (FEW_BEAR if is_bare else BEARS)

    def is_of_its_own(self, rowid: int) -> bool:
        """Whether it bears on the prompt although its session speaks of nothing that the prompt is about."""
        return not self._told or len(self._scored) < FEW_FOUND or self._share(self._scored[rowid]) >= APART

    def is_part_by_chance(self, rowid: int) -> bool:
        """Whether what would be quoted of a long text holds too few of the prompt's words, and is not near enough to
        it: of the many parts of a pasted log one is always the nearest, and the log stands next to what answers."""
        scored = self._scored.get(rowid)
        if scored is None or scored.passage is None or not self._weights or not self._told:
            return False
        held = stems(self._texts[rowid][scored.passage.start : scored.passage.end])
        words = sum(weight for stem, weight in self._weights.items() if stem in held) / sum(self._weights.values())
        return words / max(self._covered, words, 1e-9) + MEANING * self._meaning(scored) < APART

    def is_chance(self, rowid: int) -> bool:
        """Whether it is hardly better than the middle one by all that the ranking looks at."""
        return self._scored[rowid].score - self._usual < CHANCE * (self._best - self._usual)

    def _stands_out(self, scored: Scored) -> bool:
        return scored.score - self._usual >= STANDS_OUT * (self._best - self._usual) > 0

    def _share(self, scored: Scored) -> float:
        words = _part(scored, "coverage") / self._covered if self._covered > 0 else 0.0
        return words + MEANING * self._meaning(scored)

    def _meaning(self, scored: Scored) -> float:
        """How near it is to the prompt in meaning: 0 for what is found by chance, 1 for the nearest."""
        above = self._meant - self._chance
        return max(_part(scored, "cosine") - self._chance, 0.0) / above if above > 0 else 0.0


def _fits(scored: Scored) -> float:
    """How much a memory speaks of what is asked; of a ranking that tells no such parts, its score."""
    parts = scored.parts
    told = parts.get("coverage", 0.0) + parts.get("cosine", 0.0) + parts.get("entity", 0.0)
    return scored.score if not told and parts.keys().isdisjoint(SUBJECT) else told


def _part(scored: Scored, name: str) -> float:
    return scored.parts.get(name, 0.0)
