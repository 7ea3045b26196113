"""Whether a sentence reports words rather than naming a title."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spacy.tokens import Doc

# "I Want It That Way" is a title, "I live in Oslo" is said by somebody: a title writes its longer words large.
_OF_ONESELF = re.compile(r"(?:i|we|my|our)\b", re.I)
SHORT = 3  # letters


def is_speech(doc: Doc) -> bool:
    """Whether the sentence reports words rather than naming a title."""
    if doc.text.count('"') % 2 == 1:
        return True
    for part in re.findall(r'"([^"]*)"', doc.text):
        words = part.split()
        if _OF_ONESELF.match(part) and any(len(word) > SHORT and word.islower() for word in words[1:]):
            return True
        titled = sum(word[:1].isupper() or not word[:1].isalpha() or len(word) <= 4 for word in words) == len(words)
        if len(words) > 8 or (not titled and (len(words) > 4 or part.rstrip().endswith(("!", ",", ".")))):
            return True
    return any(token.lemma_ in ("say", "shout", "reply", "whisper", "yell") for token in doc)
