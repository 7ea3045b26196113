"""Why a language model gave no usable answer."""


class LLMError(Exception):
    """No usable answer. `reason` is one short sentence without any of the prompt or the answer.

    The token counts say what the attempt has cost all the same (0 where no answer came).
    """

    def __init__(self, reason: str, tokens_in: int = 0, tokens_out: int = 0) -> None:
        super().__init__(reason)
        self.reason = reason
        self.tokens_in = tokens_in
        self.tokens_out = tokens_out


class LLMUnavailable(LLMError):
    """Not configured, not reachable, too slow, or failing after the retries."""


class LLMRefused(LLMError):
    """The model, or a filter before it, declined."""


class LLMTruncated(LLMError):
    """The question or the answer did not fit; a smaller question may."""


class LLMMalformed(LLMError):
    """The answer is not JSON, or not of the schema."""
