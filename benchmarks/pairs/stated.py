"""A facts provider for sentences that are facts already: it learns each turn as it stands, and judges by the rules."""

from __future__ import annotations

from collections.abc import Sequence

from maintenance.extraction import Background, Claim, Extracted, FactDraft, Judged, Turn, rules


class Stated:
    """Consolidation with it compares exactly the facts that a pair names, not what an extractor makes of them."""

    def extract(self, turns: Sequence[Turn], *, timezone: str, background: Background) -> Extracted:
        return Extracted(
            [
                FactDraft(
                    content=turn.content,
                    source_ids=(turn.id,),
                    event_time=turn.event_time,
                    tags=(),
                    confidence=1.0,
                    speaker=turn.speaker,
                )
                for turn in turns
                if turn.role == "user" and not turn.is_context
            ]
        )

    def judge(self, new: Claim, older: Sequence[Claim]) -> Judged:
        return rules.judge(new, older)


PROVIDER = Stated()
