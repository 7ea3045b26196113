"""What in a fact's words asks for a person's look. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from .language import Language, recognised
from .similarity import compared_words

# A fact may put "went" for "going" and a date for "yesterday"; when most of its telling words are nowhere in the turns
# that it is said to rest on, it was made up. Of the 262 facts that the rules learn from the stories' build halves, each
# of which was said, one is sent to a person; with .25 none is, with .99 eighteen.
LEAST_SUPPORT = 0.5
STEM = 4  # letters by which two forms of a word are taken for one; with 2 none waits for a person, with 8 three


def sensitive(text: str, language: Language | None = None) -> str:
    """The first word of `text` that touches money, health, faith, law or the like; empty where none does."""
    match = (language or recognised(text)).review.sensitive.search(text)
    return match.group() if match else ""


def unsupported(fact: str, speaker: str, sources: Sequence[str], language: Language | None = None) -> list[str]:
    """The telling words of `fact` that none of its `sources` has, where they are most of them; else nothing.

    Names, numbers and dates are resolved from elsewhere (the speaker's name, the turn's date), so they don't count.
    """
    language = language or recognised(fact)
    given = {word[:STEM] for text in (speaker, *sources) for word in compared_words(text, language)}
    untold = language.stop_words | language.review.frame
    telling = [
        word for word in compared_words(fact, language)
        if word not in untold and word.isalpha() and len(word) >= STEM
    ]  # fmt: skip
    strange = [word for word in telling if word[:STEM] not in given]
    return strange if telling and len(strange) > (1 - LEAST_SUPPORT) * len(telling) else []
