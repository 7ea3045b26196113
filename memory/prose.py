"""Sentences as running text. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .language import Language, recognised


def sentence(text: str, language: Language | None = None) -> str:
    """`text` on one line, with a full stop where it has no end of its own."""
    flat = " ".join(text.split())
    return flat if flat.endswith((language or recognised(text)).sentence_marks) else f"{flat}."


def drawn_together(sentences: Iterable[str], language: Language | None = None) -> str:
    """Running text of these sentences: those that begin with the same name become one, parted by semicolons."""
    sentences = list(sentences)
    language = language or recognised(*sentences)
    groups: list[list[str]] = []
    for one in sentences:
        group = next((group for group in groups if subject(group[0], one, language)), None)
        if group is None:
            groups.append([one])
        else:
            group.append(one)
    return " ".join(_joined(group, language) for group in groups)


def subject(a: str, b: str, language: Language | None = None) -> str:
    """The name with which both sentences begin, or "": "Ann's brother Tom", but not the "Ann's" of two people."""
    shared: list[str] = []
    for left, right in zip(a.split(), b.split(), strict=False):
        if left != right:
            break
        shared.append(left)
    while shared and not _is_name(shared[-1]):
        shared.pop()
    following = [text.split()[len(shared) : len(shared) + 1] for text in (a, b)]
    verbs = all(words and words[0][0].islower() for words in following)
    opening = (language or recognised(a, b)).opening_words
    return " ".join(shared) if shared and verbs and shared[0] not in opening else ""


def _is_name(word: str) -> bool:
    return word[0].isupper() and word[-1].isalnum() and word[-2:] not in {"'s", "’s"}


def _joined(group: Sequence[str], language: Language) -> str:
    first, *others = group
    rest = [other.removeprefix(subject(first, other, language)).strip() for other in others]
    *before, last = [first, *rest]
    return "; ".join([*(one.removesuffix(".") for one in before), last])
