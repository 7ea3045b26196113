"""What a judge says of two facts, and what becomes of the one that holds no longer."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from ...models import ConflictKind, Memory, SupersessionKind


class VerdictKind(StrEnum):
    SAME = "same"
    UPDATES = "updates"  # it was true
    CORRECTS = "corrects"  # it never was
    CONTRADICTS = "contradicts"
    REFINES = "refines"  # it is true, and the new one tells the same and more
    UNRELATED = "unrelated"


SETTLED_AS = {
    VerdictKind.UPDATES: ConflictKind.UPDATE,
    VerdictKind.CORRECTS: ConflictKind.CONTRADICTION,
    VerdictKind.CONTRADICTS: ConflictKind.CONTRADICTION,
    VerdictKind.REFINES: ConflictKind.UPDATE,
}
ENDED_AS = {VerdictKind.CORRECTS: SupersessionKind.WRONG, VerdictKind.REFINES: SupersessionKind.REFINED}


@dataclass(frozen=True)
class Judgement:
    """What a judge says of a new fact against an older one; `kind` is a VerdictKind. `tells_of_change` is whether the
    new fact says that something changed, and does not only tell another value; `older_tells` the same of the older one,
    which may have been said last."""

    kind: str
    reason: str = ""
    judge: str = ""
    tells_of_change: bool = True
    older_tells: bool = False

    def telling(self, new: Memory, old: Memory) -> list[Memory]:
        """Those of the two that say that something changed."""
        return [fact for fact, tells in ((new, self.tells_of_change), (old, self.older_tells)) if tells]

    @property
    def ends(self) -> bool:
        """Whether the older fact holds no longer; one that is refined is true."""
        return self.kind in SETTLED_AS and self.kind != VerdictKind.REFINES
