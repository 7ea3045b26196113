"""The quarantine: a text that means to steer the model that reads it is kept and shown to curators, and handed to no
model. What was not screened yet waits there, too, until `late_screening` comes to it.

Such a memory is retired from its first moment, so that every query for what holds leaves it out. Its `quarantine` says
why, so that only a curator can bring it back. A card in the review queue asks a curator to decide.
"""

from __future__ import annotations

from collections.abc import Sequence

from .. import background
from ..models import Memory, Namespace, Origin, QuarantineReason, Review, ReviewReason, ReviewStatus
from ..screening import Finding
from . import reviews
from .actors import Actor
from .errors import StateConflict

# Cards of one namespace that wait. A flood of attacks fills the queue no further; the desk's list has them all.
MOST_CARDS = 200
SCREEN_TASK = "memory.tasks.screen_waiting"


def waits(finding: Finding) -> bool:
    """Whether the text was not screened yet."""
    return finding.reason == QuarantineReason.UNSCREENED


def send(namespace: Namespace, found: Sequence[tuple[Memory, Finding]]) -> None:
    """Ask a curator whether these new memories stay in quarantine. For what was not screened yet a worker is woken."""
    judged = [(memory, finding) for memory, finding in found if not waits(finding)]
    if len(judged) < len(found):
        background.wake(SCREEN_TASK)
    if not judged:
        return
    waiting = Review.objects.within(namespace).filter(reason=ReviewReason.QUARANTINED, status=ReviewStatus.OPEN)
    room = max(MOST_CARDS - waiting.count(), 0)
    reviews.open_new(namespace, [(memory, ReviewReason.QUARANTINED, finding.rule) for memory, finding in judged[:room]])


def ask_to_keep(namespace: Namespace, memory: Memory, actor: Actor) -> None:
    """Ask a curator whether `memory` is made permanent: `actor` may not do so."""
    detail = f"{actor.name} asks to make it permanent; its words come from {memory.trusted.label}"
    reviews.open_review(namespace, memory, ReviewReason.CONFIRMATION, detail)


def check_release(memory: Memory, actor: Actor) -> None:
    """Raises StateConflict where `actor` may not bring `memory` back."""
    if memory.quarantine is not None and actor.origin != Origin.CURATOR:
        raise StateConflict(f"{memory.uid} is in quarantine: a curator decides whether it is released")
