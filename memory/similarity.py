"""When two sentences say the same, and when they nearly do. Pure.

Neither shared words nor nearness in meaning tells "peanuts" from "walnuts": two sentences are one fact only where
neither has a telling word that the other lacks, whatever else they share.

A fact is one claim, and longer texts are documents: above MAX_COMPARED characters only the same text is the same fact,
and nothing is its twin. So a comparison costs little whatever is sent.

What a telling word, a number, a negation or an article looks like is the language's to say: each function takes it,
and looks at the texts where it is left out.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Mapping
from functools import cached_property

from .language import Language, recognised
from .language.one_call import asked_once

MAX_COMPARED = 2_000  # characters that are compared word by word
TWIN_JACCARD = 0.75  # of two sentences without their numbers and negations; the specification's (docs/adr/0013)

_WORD = re.compile(r"[^\W_]+(?:['’.,:/-][^\W_]+)*")
_YEAR_OR_DATE = re.compile(r"(?:19|20)\d\d(?:-\d\d?(?:-\d\d?)?)?|\d{1,2}[/.]\d{1,2}(?:[/.]\d{2,4})?|\d{1,2}:\d{2}")


def compared_words(text: str, language: Language | None = None) -> list[str]:
    """The words of `text` in order, NFKC and casefolded, articles left out; "o'neil", "3.5" and "10:30" are one."""
    return list(_reading(text, language or recognised(text)).words)


def normalise(text: str, language: Language | None = None) -> str:
    """The form in which two texts are exactly the same: folded words in order; the signs where there are none, and in
    a text of more than MAX_COMPARED characters."""
    return _reading(text, language or recognised(text)).normal


def comparable(a: str, b: str) -> bool:
    """Whether both are short enough to be compared word by word."""
    return len(a) <= MAX_COMPARED and len(b) <= MAX_COMPARED


def jaccard(a: frozenset[str] | set[str], b: frozenset[str] | set[str]) -> float:
    """|a ∩ b| / |a ∪ b|; two empty sets share nothing."""
    shared = len(a & b)
    union = len(a) + len(b) - shared
    return shared / union if union else 0.0


def similarity(a: str, b: str, language: Language | None = None) -> float:
    """Jaccard of the two sentences' word sets, 0 to 1; of a long text the first MAX_COMPARED characters count."""
    a, b = a[:MAX_COMPARED], b[:MAX_COMPARED]
    language = language or recognised(a, b)
    return jaccard(_reading(a, language).word_set, _reading(b, language).word_set)


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
# With .25 and with 1 the development pairs and stories come out the same.
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
    left, right = _reading(a, language), _reading(b, language)
    if left.negated != right.negated:
        return "negation"
    if left.dates != right.dates:
        return "date"
    if left.numbers != right.numbers:
        return "number"
    return "name" if left.names != right.names else ""


def is_duplicate(a: str, b: str, language: Language | None = None) -> bool:
    """Whether the two sentences state one fact: the same telling words in the same order.

    A phrase may stand at the beginning or at the end: "In May she went to Oslo", "She went to Oslo in May".
    """
    language = language or recognised(a, b)
    if not comparable(a, b):
        return _digest(a, language) == _digest(b, language)
    left, right = _reading(a, language), _reading(b, language)
    if left.normal == right.normal:
        return True
    # Every rotation of a list stands in the list written twice: one search finds it, in linear time.
    one, other = left.telling, right.telling
    return bool(one) and len(one) == len(other) and f" {' '.join(one)} " in f" {' '.join(other + other)} "


def telling_words(text: str, language: Language | None = None) -> list[str]:
    """The words of `text` without which it would say something else, in order; numbers as figures.

    Endings of number and of the present tense are cut. The past stays apart: who lived somewhere may have moved.
    """
    return list(_reading(text, language or recognised(text)).telling)


def is_near_twin(a: str, b: str, language: Language | None = None) -> bool:
    """Whether the two say the same of the same but for a number or a negation: one of them may be out of date.

    Sentences that differ in a date or a name mostly tell of two events, or of two people, and both are true. So are
    those of two things that a number tells apart, whatever is told of them: of server 12, and of server 13.
    """
    if not comparable(a, b):
        return False
    language = language or recognised(a, b)
    if difference(a, b, language) not in {"number", "negation"}:
        return False
    left, right = _reading(a, language), _reading(b, language)
    if _are_apart(left.numbered, right.numbered):
        return False
    return jaccard(left.skeleton, right.skeleton) >= TWIN_JACCARD


def _are_apart(left: Mapping[str, frozenset[str]], right: Mapping[str, frozenset[str]]) -> bool:
    """Whether both tell something of numbered things of one kind, and of none of the same number."""
    return any(left[thing].isdisjoint(right[thing]) for thing in left.keys() & right.keys())


class _Reading:
    """What comparisons ask of one text, each part worked out when it is first asked for: a text of one call may be
    compared with each other text of that call."""

    def __init__(self, text: str, language: Language) -> None:
        self.text, self.language = text, language

    @cached_property
    def words(self) -> list[str]:
        articles = self.language.differences.articles
        folded = unicodedata.normalize("NFKC", self.text).replace("’", "'").casefold()
        return [word for word in _WORD.findall(folded) if word not in articles]

    @cached_property
    def word_set(self) -> frozenset[str]:
        return frozenset(self.words)

    @cached_property
    def normal(self) -> str:
        signs = " ".join(self.text.split())
        if len(signs) > MAX_COMPARED:
            return signs.casefold()
        return " ".join(self.words) or signs

    @cached_property
    def telling(self) -> list[str]:
        known = self.language.differences
        return [
            _figure(word, self.language)
            if _is_number(word, self.language)
            else known.present_endings.sub("", word) or word
            for word in self.words
            if word not in known.light_words
        ]

    @cached_property
    def skeleton(self) -> frozenset[str]:
        auxiliaries = self.language.differences.auxiliaries
        return frozenset(
            word
            for word in self.words
            if not _is_number(word, self.language) and not _is_negation(word, self.language) and word not in auxiliaries
        )

    @cached_property
    def negated(self) -> bool:
        """Two negations cancel out."""
        return sum(_is_negation(word, self.language) for word in self.words) % 2 == 1

    @cached_property
    def _parted(self) -> tuple[list[str], list[str]]:
        """The words that tell a time (with the numbers beside a month, years, ISO dates), sorted, and the others."""
        times, months = self.language.differences.dates, self.language.differences.months
        found = self.words
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

    @cached_property
    def dates(self) -> list[str]:
        return self._parted[0]

    @cached_property
    def numbers(self) -> list[str]:
        """The figures that are no part of a date, sorted."""
        language = self.language
        return sorted(_figure(word, language) for word in self._parted[1] if _is_number(word, language))

    @cached_property
    def numbered(self) -> dict[str, frozenset[str]]:
        """{thing: numbers} of what a number tells from its like."""
        found: dict[str, frozenset[str]] = {}
        for one in self.language.differences.numbered.finditer(unicodedata.normalize("NFKC", self.text)):
            thing, number = one["thing"].casefold(), (one["number"] or one["mark"]).casefold()
            found[thing] = found.get(thing, frozenset()) | {_figure(number, self.language)}
        return found

    @cached_property
    def names(self) -> list[str]:
        """Capitalised words in order: "Alice manages Bob" is not "Bob manages Alice". The first word counts too:
        whether it is a name cannot be told, and two sentences about the same thing mostly begin alike."""
        found = _WORD.findall(unicodedata.normalize("NFKC", self.text).replace("’", "'"))
        folded = [word.casefold() for word in found if word[0].isupper()]
        known = self.language.differences
        return [word.removesuffix(known.possessive) for word in folded if word not in known.articles]


def _reading(text: str, language: Language) -> _Reading:
    """What is known of a text that is compared takes some 40 KB at most; longer ones are read anew."""
    return _Reading(text, language) if len(text) > MAX_COMPARED else _kept_reading(text, language)


@asked_once
def _kept_reading(text: str, language: Language) -> _Reading:
    return _Reading(text, language)


@asked_once
def _digest(text: str, language: Language) -> bytes:
    """The SHA-256 of the text's normal form: that of a long text is as long, and it is compared with many."""
    return hashlib.sha256(normalise(text, language).encode(errors="surrogatepass")).digest()


def _is_negation(word: str, language: Language) -> bool:
    return word in language.differences.negations or word.endswith(language.differences.negated_endings)


def _figure(word: str, language: Language) -> str:
    """ "3" for "three"; every other word is itself."""
    figure = language.differences.numbers.get(word)
    return word if figure is None else str(figure)


def _is_number(word: str, language: Language) -> bool:
    return word in language.differences.numbers or any(c.isdigit() for c in word)
