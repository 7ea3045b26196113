"""When two sentences say the same, and when they nearly do. Pure.

Neither shared words nor nearness in meaning tells "peanuts" from "walnuts": two sentences are one fact only where
neither has a telling word that the other lacks, whatever else they share.

A fact is one claim, and longer texts are documents: above MAX_COMPARED characters only the same text is the same fact,
and nothing is its twin. So a comparison costs little whatever is sent.

What a telling word, a number, a negation or an article looks like is the language's to say: each function takes it,
and looks at the texts where it is left out.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from .language import Language, recognised

MAX_COMPARED = 2_000  # characters that are compared word by word
TWIN_JACCARD = 0.75  # of two sentences without their numbers and negations; the specification's (docs/adr/0013)

_WORD = re.compile(r"[^\W_]+(?:['’.,:/-][^\W_]+)*")
_YEAR_OR_DATE = re.compile(r"(?:19|20)\d\d(?:-\d\d?(?:-\d\d?)?)?|\d{1,2}[/.]\d{1,2}(?:[/.]\d{2,4})?|\d{1,2}:\d{2}")


def compared_words(text: str, language: Language | None = None) -> list[str]:
    """The words of `text` in order, NFKC and casefolded, articles left out; "o'neil", "3.5" and "10:30" are one."""
    language = language or recognised(text)
    articles = language.differences.articles
    words = _folded(text) if len(text) > MAX_COMPARED else _lately_folded(text)
    return [word for word in words if word not in articles]


def _folded(text: str) -> tuple[str, ...]:
    folded = unicodedata.normalize("NFKC", text).replace("’", "'").casefold()
    return tuple(match.group() for match in _WORD.finditer(folded))


# One text is compared with many, and the texts of one call with each other.
_lately_folded = lru_cache(maxsize=32)(_folded)  # those of one comparison


def normalise(text: str, language: Language | None = None) -> str:
    """The form in which two texts are exactly the same: folded words in order; the signs where there are none, and in
    a text of more than MAX_COMPARED characters."""
    signs = " ".join(text.split())
    if len(signs) > MAX_COMPARED:
        return signs.casefold()
    return " ".join(compared_words(text, language)) or signs


def comparable(a: str, b: str) -> bool:
    """Whether both are short enough to be compared word by word."""
    return len(a) <= MAX_COMPARED and len(b) <= MAX_COMPARED


def jaccard(a: frozenset[str] | set[str], b: frozenset[str] | set[str]) -> float:
    """|a ∩ b| / |a ∪ b|; two empty sets share nothing."""
    union = len(a | b)
    return len(a & b) / union if union else 0.0


def similarity(a: str, b: str, language: Language | None = None) -> float:
    """Jaccard of the two sentences' word sets, 0 to 1; of a long text the first MAX_COMPARED characters count."""
    a, b = a[:MAX_COMPARED], b[:MAX_COMPARED]
    language = language or recognised(a, b)
    return jaccard(set(compared_words(a, language)), set(compared_words(b, language)))


def overlap(a: str, b: str, language: Language | None = None) -> float:
    """The share (0 to 1) of the shorter sentence's telling words that the longer has too; endings do not count.

    Jaccard says little where one sentence is much longer: "Ann does not drink coffee", "Ann drinks two cups of
    coffee every morning before work". Sentences that share a single such word share nothing.
    """
    language = language or recognised(a, b)
    left, right = _telling(a, language), _telling(b, language)
    shared = len(left & right)
    return shared / min(len(left), len(right)) if shared > 1 else 0.0


# The share of a fact's telling words that somebody's words hold who says the same. They say "I" for the fact's name.
# Chosen, not measured.
SAYS_THE_SAME = 0.5


def says_the_same(fact: str, said: str) -> bool:
    """Whether somebody who said `said` told `fact`."""
    return overlap(fact, said) >= SAYS_THE_SAME


def _telling(text: str, language: Language) -> set[str]:
    grammar = language.differences.function_words
    return {
        language.differences.endings.sub("", word) or word
        for word in compared_words(text, language)
        if word not in grammar and not _is_negation(word, language)
    }


def difference(a: str, b: str, language: Language | None = None) -> str:
    """What makes two like sentences different facts: "negation", "date", "number", "name", or "" for nothing."""
    language = language or recognised(a, b)
    left, right = compared_words(a, language), compared_words(b, language)
    if _negated(left, language) != _negated(right, language):
        return "negation"
    (left_dates, left_rest), (right_dates, right_rest) = _dates(left, language), _dates(right, language)
    if left_dates != right_dates:
        return "date"
    if _numbers(left_rest, language) != _numbers(right_rest, language):
        return "number"
    if _names(a, language) != _names(b, language):
        return "name"
    return ""


def is_duplicate(a: str, b: str, language: Language | None = None) -> bool:
    """Whether the two sentences state one fact: the same telling words in the same order.

    A phrase may stand at the beginning or at the end: "In May she went to Oslo", "She went to Oslo in May".
    """
    language = language or recognised(a, b)
    if normalise(a, language) == normalise(b, language):
        return True
    if not comparable(a, b):
        return False
    left, right = telling_words(a, language), telling_words(b, language)
    # Every rotation of a list stands in the list written twice: one search finds it, in linear time.
    return bool(left) and len(left) == len(right) and f" {' '.join(left)} " in f" {' '.join(right + right)} "


def telling_words(text: str, language: Language | None = None) -> list[str]:
    """The words of `text` without which it would say something else, in order; numbers as figures.

    Endings of number and of the present tense are cut. The past stays apart: who lived somewhere may have moved.
    """
    language = language or recognised(text)
    known = language.differences
    found = [word for word in compared_words(text, language) if word not in known.light_words]
    return [
        _figure(word, language) if _is_number(word, language) else known.present_endings.sub("", word) or word
        for word in found
    ]


def is_near_twin(a: str, b: str, language: Language | None = None) -> bool:
    """Whether the two say the same of the same but for a number or a negation: one of them may be out of date.

    Sentences that differ in a date or a name mostly tell of two events, or of two people, and both are true.
    """
    if not comparable(a, b):
        return False
    language = language or recognised(a, b)
    if difference(a, b, language) not in {"number", "negation"}:
        return False
    return jaccard(_skeleton(a, language), _skeleton(b, language)) >= TWIN_JACCARD


def _skeleton(text: str, language: Language) -> set[str]:
    auxiliaries = language.differences.auxiliaries
    return {
        word
        for word in compared_words(text, language)
        if not _is_number(word, language) and not _is_negation(word, language) and word not in auxiliaries
    }


def _negated(found: list[str], language: Language) -> bool:
    """Two negations cancel out."""
    return sum(_is_negation(word, language) for word in found) % 2 == 1


def _is_negation(word: str, language: Language) -> bool:
    return word in language.differences.negations or word.endswith(language.differences.negated_endings)


def _dates(found: list[str], language: Language) -> tuple[list[str], list[str]]:
    """The words that tell a time (with the numbers beside a month, years, ISO dates), sorted, and the others."""
    times, months = language.differences.dates, language.differences.months
    dates, rest = [], []
    for position, word in enumerate(found):
        beside = {found[i] for i in (position - 1, position + 1) if 0 <= i < len(found)}
        if (
            word in times
            or _YEAR_OR_DATE.fullmatch(word)
            or (word[0].isdigit() and beside & months)
            or (word in months and any(other[0].isdigit() for other in beside))
        ):
            dates.append(word)
        else:
            rest.append(word)
    return sorted(dates), rest


def _numbers(found: list[str], language: Language) -> list[str]:
    return sorted(_figure(word, language) for word in found if _is_number(word, language))


def _figure(word: str, language: Language) -> str:
    """ "3" for "three"; every other word is itself."""
    figure = language.differences.numbers.get(word)
    return word if figure is None else str(figure)


def _is_number(word: str, language: Language) -> bool:
    return word in language.differences.numbers or any(c.isdigit() for c in word)


def _names(text: str, language: Language) -> list[str]:
    """Capitalised words in order: "Alice manages Bob" is not "Bob manages Alice". The first word counts too: whether
    it is a name cannot be told, and two sentences about the same thing mostly begin alike."""
    found = [match.group() for match in _WORD.finditer(unicodedata.normalize("NFKC", text).replace("’", "'"))]
    folded = [word.casefold() for word in found if word[0].isupper()]
    known = language.differences
    return [word.removesuffix(known.possessive) for word in folded if word not in known.articles]
