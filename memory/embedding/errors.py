"""Why a text has no vector."""


class EmbeddingError(Exception):
    """No vector. `reason` is one short sentence, free of the text that was to be embedded."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class EmbeddingUnavailable(EmbeddingError):
    """The provider is off, missing, misconfigured or failing; the same text may succeed later."""


class BadVector(EmbeddingError, ValueError):
    """This text has no usable vector, and asking again will not give it one."""
