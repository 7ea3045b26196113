"""What can go wrong, by name. Interfaces map these in one place."""

from __future__ import annotations


class MemoryServiceError(Exception):
    """Base of the errors that a caller can act on. `detail` is a sentence for people."""

    def __init__(self, detail: str) -> None:
        super().__init__(detail)
        self.detail = detail


class NotFound(MemoryServiceError):
    """No such thing in this namespace; what lies in another one is not found in just the same way."""


class NotFoundByTool(NotFound):
    """The same of what a tool was called with: `detail` tells a model where to take it from."""


class InvalidInput(MemoryServiceError):
    def __init__(self, detail: str, field: str = "") -> None:
        super().__init__(detail)
        self.field = field


class TooLarge(MemoryServiceError):
    pass


class ReplayConflict(MemoryServiceError):
    """An id that was used before came again with other content."""


class StateConflict(MemoryServiceError):
    """The thing is not in a state in which this can be done (a retired fact cannot be corrected)."""


class ChangedSince(StateConflict):
    """Somebody changed the thing after the caller looked at it: the change would put what was there back unseen."""


class QuotaReached(MemoryServiceError):
    """The namespace may not take up more of `quota`, a services.quotas.Quota."""

    def __init__(self, quota: str, detail: str) -> None:
        super().__init__(detail)
        self.quota = quota


class Busy(MemoryServiceError):
    """The store is busy; trying again shortly is right."""
