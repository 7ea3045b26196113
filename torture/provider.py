"""A provider whose answers are known beforehand: every user turn is a fact, of two that begin alike the newer holds.

It notes what a provider must never see: a question asked while a transaction is open.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django.db import connection

from maintenance.extraction.types import Background, Claim, Extracted, FactDraft, Judged, Turn, Verdict

from .store import scratch

PATH = "torture.provider.scripted"


class Scripted:
    """`meanwhile` is called in the middle of each extraction, with its turns: what happens during a model's seconds.

    `telling` makes a turn's text the fact's.
    """

    def __init__(self) -> None:
        self.meanwhile: Callable[[Sequence[Turn]], object] = lambda turns: None
        self.telling: Callable[[str], str] = lambda text: text

    def extract(self, turns: Sequence[Turn], *, timezone: str, background: Background) -> Extracted:
        self._refuse_transactions("extract")
        self.meanwhile(turns)
        spoken = [turn for turn in turns if turn.role == "user" and not turn.is_context]
        return Extracted([_fact(turn, self.telling(turn.content)) for turn in spoken], {}, 10, 5)

    def judge(self, new: Claim, older: Sequence[Claim]) -> Judged:
        self._refuse_transactions("judge")
        return Judged(tuple(self._verdict(new, old) for old in older), 3, 1)

    @staticmethod
    def _verdict(new: Claim, old: Claim) -> Verdict:
        if new.content != old.content and new.content.split()[:3] == old.content.split()[:3]:
            return Verdict("updates", "a newer one")
        return Verdict("unrelated")

    def _refuse_transactions(self, question: str) -> None:
        if connection.in_atomic_block:
            with scratch().open("a") as notes:
                notes.write(f"{question} inside a transaction\n")


def _fact(turn: Turn, content: str) -> FactDraft:
    return FactDraft(
        content=content, source_ids=(turn.id,), event_time=turn.event_time, tags=("biography",), confidence=0.9,
        speaker=turn.speaker,
    )  # fmt: skip


scripted = Scripted()
