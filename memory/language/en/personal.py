"""Whether a prompt needs what is known of who asks: `personal`. Pure.

"Fill in the vehicle on the insurance form" does, "How do I fill in a form?" does not. The words of both are alike in a
few rules' eyes; the weights of these words were learnt from prompts of many writers (`benchmarks.prompts`).
"""

from __future__ import annotations

import re

from ..weighing import load, weighed_words

WEIGHTS = "data/personal.tsv"
MOST_CHARACTERS = 400  # of a prompt: what follows is mostly a text to be worked on
# Word by word it is weighed as "What do I do for a wasp sting?" is.
_FOR_A_LIVING = re.compile(r"\bwhat (?:do|did) i do for (?:a living|work)\b")


def personal(prompt: str) -> float:
    """The logits that a prompt needs what is known of who asks."""
    return load(__package__, WEIGHTS).logits(prompt_words(prompt))


def prompt_words(prompt: str) -> list[str]:
    """The words that a prompt is weighed by."""
    return weighed_words(_FOR_A_LIVING.sub("what's my job", prompt[:MOST_CHARACTERS].lower()))
