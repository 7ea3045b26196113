"""What can go wrong in a provider."""


class NerUnavailable(Exception):
    """A provider that is there failed on this text; the same text may succeed later. See `reason`."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
