"""Porter's stemmer, to the letter as SQLite's FTS5 has it (`tokenize = 'porter …'`).

What compares words with the full-text index must cut them as the index does: a query's "cancel" is `cancel` in the
index, and a ranking that makes `cancell` of a text's "cancelled" finds nothing. FTS5 departs from Porter's paper: words
under three bytes stay, "bli" becomes "ble" and "logi" becomes "log" (`snowballstemmer`'s "porter" keeps the paper, and
disagrees on "apology", "assembly" and "as"). It counts bytes: a letter outside ASCII is several consonants.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

SHORTEST, LONGEST = 3, 64  # bytes of a word that is cut at all

_STEP_2 = {
    "ational": "ate", "tional": "tion", "enci": "ence", "anci": "ance", "izer": "ize", "logi": "log", "bli": "ble",
    "alli": "al", "entli": "ent", "eli": "e", "ousli": "ous", "ization": "ize", "ation": "ate", "ator": "ate",
    "alism": "al", "iveness": "ive", "fulness": "ful", "ousness": "ous", "aliti": "al", "iviti": "ive",
    "biliti": "ble",
}  # fmt: skip
_STEP_3 = {
    "icate": "ic", "ative": "", "alize": "al", "iciti": "ic", "ical": "ic", "ful": "", "ness": "",
}  # fmt: skip
_STEP_4 = dict.fromkeys("al ance ence er ic able ible ant ement ment ent ion ou ism ate iti ous ive ize".split(), "")


def _by_tail(endings: dict[str, str]) -> dict[str, list[str]]:
    """The endings by their last two letters, the longest first: few words have these letters, and of the others no
    ending is looked for."""
    tails: dict[str, list[str]] = {}
    for ending in sorted(endings, key=len, reverse=True):
        tails.setdefault(ending[-2:], []).append(ending)
    return tails


_STEPS = [(endings, _by_tail(endings), least) for endings, least in ((_STEP_2, 1), (_STEP_3, 1), (_STEP_4, 2))]
# The ends of what the other rules cut. A word with none of these ends, nor with an ending's, is its own stem.
_CUT_LETTERS = frozenset("sye")
_CUT_TAILS = frozenset(("ed", "ng", "ll")).union(*(tails for _, tails, _ in _STEPS))


@lru_cache(maxsize=50_000)
def stem(word: str) -> str:
    """The stem of a folded word; words of other scripts are their own."""
    if word.isascii():
        return word if word[-1:] not in _CUT_LETTERS and word[-2:] not in _CUT_TAILS else _cut(word)
    return _cut(word.encode().decode("latin-1")).encode("latin-1").decode(errors="replace")


def beginning(stem: str) -> str:
    """What every word with this stem begins with: without the letters that a stem may have instead of the word's.

    "happi" is the stem of "happy", "file" that of "filing", "possibl" that of "possibility", "ei" that of "eying".
    """
    if len(stem) < SHORTEST:
        return stem.removesuffix("i") or stem
    if stem[-1] in "ei":
        return stem[:-1]
    return stem.removesuffix("l") if stem.endswith("bl") else stem


def _cut(word: str) -> str:
    if not SHORTEST <= len(word) <= LONGEST:
        return word
    word = _without_tense(_without_plural(word))
    if word[-1] == "y" and _has_vowel(word[:-1]):
        word = word[:-1] + "i"
    for endings, tails, least in _STEPS:
        if (likely := tails.get(word[-2:])) is not None:
            word = _changed(word, likely, endings, least)
    if word[-1] == "e":
        measure = _measure(word[:-1])
        if measure > 1 or (measure == 1 and not _is_short(word[:-1])):
            word = word[:-1]
    return word[:-1] if word.endswith("ll") and _measure(word[:-1]) > 1 else word


def _without_plural(word: str) -> str:
    if word[-1] != "s" or word[-2] == "s":
        return word
    if (word.endswith("sses") and len(word) > 4) or (word.endswith("ies") and len(word) > 3):
        return word[:-2]
    return word[:-1]


def _without_tense(word: str) -> str:
    if word.endswith("eed") and len(word) > 3:
        return word[:-1] if _measure(word[:-3]) > 0 else word
    for ending in ("ed", "ing"):
        if word.endswith(ending) and len(word) > len(ending) and _has_vowel(word[: -len(ending)]):
            return _mended(word[: -len(ending)])
    return word


def _mended(word: str) -> str:
    """What is left of a word without its "ed" or "ing": "rat(ing)" is "rate", "hopp(ing)" is "hop"."""
    if word.endswith(("at", "bl", "iz")) and len(word) > 2:
        return word + "e"
    if word[-1] not in "aeioulsz" and word[-1:] == word[-2:-1]:
        return word[:-1]
    return word + "e" if _measure(word) == 1 and _is_short(word) else word


def _changed(word: str, likely: Sequence[str], endings: Mapping[str, str], least: int) -> str:
    """`word` with the first of the `likely` endings that it has changed, if what stands before has a measure of
    `least`."""
    for ending in likely:
        before = word.removesuffix(ending)
        if before and before != word:
            if _measure(before) < least or (ending == "ion" and before[-1] not in "st"):
                return word
            return before + endings[ending]
    return word


def _measure(text: str) -> int:
    """How often a consonant follows a vowel."""
    found, vowel = 0, False
    for is_vowel in _vowels(text):
        found += vowel and not is_vowel
        vowel = is_vowel
    return found


def _vowels(text: str) -> list[bool]:
    """For each letter whether it is a vowel; "y" is one after a consonant."""
    found: list[bool] = []
    consonant = False
    for letter in text:
        consonant = not (letter in "aeiou" or (consonant and letter == "y"))
        found.append(not consonant)
    return found


def _has_vowel(text: str) -> bool:
    return any(letter in "aeiou" or (position and letter == "y") for position, letter in enumerate(text))


def _is_short(text: str) -> bool:
    """Whether it ends consonant, vowel, consonant, the last none of w, x and y."""
    return text[-1] not in "wxy" and _vowels(text)[-3:] == [False, True, False]
