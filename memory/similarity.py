"""When two sentences say the same: normalised token sets, and the guard that keeps near-twins apart. Pure.

"The budget is 500" and "the budget is 600" share nearly all their words and are not the same fact: sentences that
differ in a number, a date, a name or a negation never count as duplicates.
"""

from __future__ import annotations

import re
import unicodedata

DUPLICATE_JACCARD = 0.75

_WORD = re.compile(r"[^\W_]+(?:['’.,:/-][^\W_]+)*")
_ARTICLES = frozenset({"a", "an", "the"})
_NUMBER_WORDS = frozenset(
    """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
    eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion once twice
    first second third fourth fifth sixth seventh eighth ninth tenth half dozen""".split()
)
_DATE_WORDS = frozenset(
    """monday tuesday wednesday thursday friday saturday sunday january february march april june july august september
    october november december today tomorrow yesterday morning afternoon evening night spring summer autumn fall winter
    weekend daily weekly monthly yearly""".split()
)
_MONTHS = frozenset(
    """january february march april may june july august september october november december
    jan feb mar apr jun jul aug sep sept oct nov dec""".split()
)
_YEAR_OR_DATE = re.compile(r"(?:19|20)\d\d(?:-\d\d?(?:-\d\d?)?)?|\d{1,2}[/.]\d{1,2}(?:[/.]\d{2,4})?|\d{1,2}:\d{2}")
_GRAMMAR = frozenset(
    """am is are was were be been being do does did has have had will would can could should may might of to in on at
    for with and or that this it its his her their they them he she i you we as by from now also just very so too
    any""".split()
)
_ENDING = re.compile(r"(?:'s|(?<=\w{3})(?:ing|ed|es|s|e))$")
_AUXILIARIES = frozenset({"do", "does", "did", "any"})
_NEGATIONS = frozenset(
    """not no never none nobody nothing neither nor without cannot can't won't don't doesn't didn't isn't aren't wasn't
    weren't hasn't haven't hadn't shouldn't wouldn't couldn't mustn't stopped quit former formerly""".split()
)


def words(text: str) -> list[str]:
    """The words of `text` in order, NFKC and casefolded, articles left out."""
    folded = unicodedata.normalize("NFKC", text).replace("’", "'").casefold()
    return [word for word in (match.group() for match in _WORD.finditer(folded)) if word not in _ARTICLES]


def normalise(text: str) -> str:
    """The form in which two texts are exactly the same: folded words in order; the signs where there are none."""
    return " ".join(words(text)) or " ".join(text.split())


def jaccard(a: frozenset[str] | set[str], b: frozenset[str] | set[str]) -> float:
    """|a ∩ b| / |a ∪ b|; two empty sets share nothing."""
    union = len(a | b)
    return len(a & b) / union if union else 0.0


def similarity(a: str, b: str) -> float:
    """Jaccard of the two sentences' word sets, 0 to 1."""
    return jaccard(set(words(a)), set(words(b)))


def overlap(a: str, b: str) -> float:
    """The share (0 to 1) of the shorter sentence's telling words that the longer has too; endings do not count.

    Jaccard says little where one sentence is much longer: "Ann does not drink coffee", "Ann drinks two cups of
    coffee every morning before work". Sentences that share a single such word share nothing.
    """
    left, right = _telling(a), _telling(b)
    shared = len(left & right)
    return shared / min(len(left), len(right)) if shared > 1 else 0.0


def _telling(text: str) -> set[str]:
    return {_ENDING.sub("", word) or word for word in words(text) if word not in _GRAMMAR and not _is_negation(word)}


def difference(a: str, b: str) -> str:
    """What makes two like sentences different facts: "negation", "date", "number", "name", or "" for nothing."""
    left, right = words(a), words(b)
    if _negated(left) != _negated(right):
        return "negation"
    (left_dates, left_rest), (right_dates, right_rest) = _dates(left), _dates(right)
    if left_dates != right_dates:
        return "date"
    if _numbers(left_rest) != _numbers(right_rest):
        return "number"
    if _names(a) != _names(b):
        return "name"
    return ""


def is_duplicate(a: str, b: str) -> bool:
    """Whether the two sentences state one fact: the same words, or nearly the same with nothing telling apart."""
    if normalise(a) == normalise(b):
        return True
    return similarity(a, b) >= DUPLICATE_JACCARD and not difference(a, b)


def is_near_twin(a: str, b: str) -> bool:
    """Whether the two say the same of the same but for a number or a negation: one of them may be out of date.

    Sentences that differ in a date or a name mostly tell of two events, or of two people, and both are true.
    """
    if difference(a, b) not in {"number", "negation"}:
        return False
    return jaccard(_skeleton(a), _skeleton(b)) >= DUPLICATE_JACCARD


def _skeleton(text: str) -> set[str]:
    found = words(text)
    return {word for word in found if not _is_number(word) and not _is_negation(word) and word not in _AUXILIARIES}


def _negated(found: list[str]) -> bool:
    """Two negations cancel out."""
    return sum(_is_negation(word) for word in found) % 2 == 1


def _is_negation(word: str) -> bool:
    return word in _NEGATIONS or word.endswith("n't")


def _dates(found: list[str]) -> tuple[list[str], list[str]]:
    """The words that tell a time (with the numbers beside a month, years, ISO dates), sorted, and the others."""
    dates, rest = [], []
    for position, word in enumerate(found):
        beside = {found[i] for i in (position - 1, position + 1) if 0 <= i < len(found)}
        if (
            word in _DATE_WORDS
            or _YEAR_OR_DATE.fullmatch(word)
            or (word[0].isdigit() and beside & _MONTHS)
            or (word == "may" and any(other[0].isdigit() for other in beside))
        ):
            dates.append(word)
        else:
            rest.append(word)
    return sorted(dates), rest


def _numbers(found: list[str]) -> list[str]:
    return sorted(word for word in found if _is_number(word))


def _is_number(word: str) -> bool:
    return word in _NUMBER_WORDS or any(c.isdigit() for c in word)


def _names(text: str) -> list[str]:
    """Capitalised words in order: "Alice manages Bob" is not "Bob manages Alice". The first word counts too: whether
    it is a name cannot be told, and two sentences about the same thing mostly begin alike."""
    found = [match.group() for match in _WORD.finditer(unicodedata.normalize("NFKC", text).replace("’", "'"))]
    folded = [word.casefold() for word in found if word[0].isupper()]
    return [word.removesuffix("'s") for word in folded if word not in _ARTICLES]
