"""What maintenance listens to: a completed session wants consolidation."""

from typing import Any

from django.dispatch import receiver

from memory import background
from memory.signals import session_completed


@receiver(session_completed)
def queue_consolidation(sender: Any, **kwargs: Any) -> None:
    background.wake("maintenance.tasks.consolidate_pending")
