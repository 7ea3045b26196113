"""To whom a text is to be written, "a mail to my boss": `written_to`. Pure."""

from __future__ import annotations

import re

from ..words import fold
from .change_words import SAME_THING
from .instructing import KINDS_OF_TEXT

_WRITES = (
    r"(?:writ(?:e|es|ing)|draft(?:s|ing)?|compos(?:e|es|ing)|send(?:s|ing)?|repl(?:y|ies|ying)|(?:e-?)?mail(?:s|ing)?"
    r"|letters?|messag(?:e|es|ing)|text(?:s|ing)?|notes?|(?:post)?cards?|msgs?)"
)
_REACHES = r"(?:e-?mail|mail|text|message|msg|write|tell|ping)(?:s|ing)?"
# Whoever is told by a plain noun of many, "clients", may be anybody.
_OWN = (
    rf"(?:my|our|their|his|her|your) (?!{KINDS_OF_TEXT}\b)(?P<own%s>[a-z][\w-]{{1,30}})"
    r"(?= (?:that|about|and|when|if|to|on|at|for|in|with|please|again)\b| ?[,.;:!?”\"]| ?$)"
)
_TO_ONES_OWN = re.compile(
    rf"\b{_WRITES}\b(?: (?!to\b)[\w'’-]{{1,30}}){{0,4}}? to {_OWN % 1}|\b{_REACHES} {_OWN % 2}", re.IGNORECASE
)


def written_to(text: str) -> frozenset[str]:
    """The folded nouns, in one form each, of those of one's own ("my boss") to whom a text is written."""
    nouns = (fold(found["own1"] or found["own2"]) for found in _TO_ONES_OWN.finditer(text))
    return frozenset(SAME_THING.get(noun, noun) for noun in nouns if not noun.endswith("s") or noun.endswith("ss"))
