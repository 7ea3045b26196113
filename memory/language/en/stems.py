"""A light stemmer for English. Pure."""

from __future__ import annotations

_SUFFIXES = (
    ("ies", "y"), ("ied", "y"), ("ings", ""), ("ing", ""), ("edly", ""), ("ed", ""), ("ly", ""), ("es", ""), ("s", ""),
    ("e", ""),
)  # fmt: skip


def stem(word: str) -> str:
    """A light stem: "camped", "camping" and "camps" meet. Measured as good as Porter's; only compared with itself."""
    if len(word) <= 3 or word.isdigit():
        return word
    for suffix, instead in _SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= 3 and not word.endswith("ss"):
            word = word.removesuffix(suffix) + instead
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "lsz":
        word = word[:-1]
    return word[:-1] + "i" if len(word) > 3 and word.endswith("y") else word
