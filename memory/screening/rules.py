"""One rule of the screening, and which of them a text meets. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from operator import itemgetter

from ..models.trust import QuarantineReason, Trust
from ..text import holds

REACH = 60  # characters before a match that tell whether it is an order


STEM = 4  # letters that stand for a word where it is only asked whether a rule can apply
# A long text is looked at in pieces, which overlap by more than a rule reaches. What a piece cannot meet is not tried.
PIECE, STRIDE = 700, 400

WORD = re.compile(r"\w+")
# What stands between words of ASCII letters: a table and `split` take a third of the pattern's time.
_FIRST = itemgetter(slice(STEM))
_GAPS = bytes(code if WORD.match(chr(code)) else ord(" ") for code in range(256))
_SIGN = re.compile(r"[<\[/]")  # without one of these no rule that knows signs of ASCII alone can apply


class LazyPattern:
    """A pattern that is compiled when it is first tried. Those of the rules take a quarter of a second together, and
    most processes meet a text for few of them."""

    def __init__(self, text: str) -> None:
        self.text = text

    def finditer(self, tried: str) -> Iterator[re.Match[str]]:
        return self._compiled.finditer(tried)

    @cached_property
    def _compiled(self) -> re.Pattern[str]:
        return re.compile(self.text)


@dataclass(frozen=True)
class ScreeningRule:
    """`pattern` is tried over a piece of the flattened text that has a word of each group of `words` (the first STEM
    letters of each), and one of the `signs` where there are any; up to the trust `upto`.

    `told`: what only is quoted as something said does not count. `ordered`: nor does, of a user, what is no order by
    its place in the sentence ("I ignore …").
    """

    name: str
    reason: QuarantineReason
    pattern: re.Pattern[str] | LazyPattern
    upto: Trust
    words: tuple[frozenset[str], ...] = ()
    signs: tuple[str, ...] = ()
    told: bool = False
    ordered: bool = False

    def may_apply(self, piece: str, begun: frozenset[str]) -> bool:
        for group in self.words:
            if group.isdisjoint(begun):
                return False
        return not self.signs or holds(piece, self.signs)


def roots(words: str) -> frozenset[str]:
    """A group for `ScreeningRule.words`."""
    return frozenset(word[:STEM] for word in words.split())


class Rules:
    """The rules that count up to one trust, found by the words of their first group.

    `known` are the stems of all groups, and what else is asked of a text's words.
    """

    def __init__(self, rules: Iterable[ScreeningRule], trust: Trust, known: frozenset[str]) -> None:
        self.trust, self.known = trust, known
        self.by_stem: dict[str, dict[int, ScreeningRule]] = {}  # of each rule, by its place among them
        self.by_sign: dict[int, ScreeningRule] = {}
        self.beyond_ascii: dict[int, ScreeningRule] = {}
        for place, rule in enumerate(rule for rule in rules if trust <= rule.upto):
            if not rule.words:
                (self.by_sign if any(map(str.isascii, rule.signs)) else self.beyond_ascii)[place] = rule
            for stem in rule.words[0] if rule.words else ():
                self.by_stem.setdefault(stem, {})[place] = rule
        self._stems = frozenset(self.by_stem)
        self._letters = frozenset(sign[0] for rule in self.beyond_ascii.values() for sign in rule.signs)

    def met(self, flat: str, begun: frozenset[str], plain: bool = False) -> ScreeningRule | None:
        """The first rule that `flat` meets, whose words begin with `begun`; `plain` says that it has no odd signs."""
        if plain and self._stems.isdisjoint(begun):
            return None  # as most talk
        possible = self._possible(flat, begun, plain)
        if not possible or len(flat) <= PIECE:
            return self._first(possible, flat)
        for start in range(0, len(flat) - (PIECE - STRIDE), STRIDE):
            piece = flat[start : start + PIECE]
            if found := self._first(self._possible(piece, beginnings(piece, self.known)), piece):
                return found
        return None

    def _possible(self, piece: str, begun: frozenset[str], plain: bool = False) -> list[ScreeningRule]:
        """The rules that `piece` has the words and signs for, in their order."""
        named: dict[int, ScreeningRule] = {}
        for stem in self._stems & begun:
            named |= self.by_stem[stem]
        if not plain:
            if _SIGN.search(piece):
                named |= self.by_sign
            if not piece.isascii() and not self._letters.isdisjoint(piece):
                named |= self.beyond_ascii
        return [rule for _, rule in sorted(named.items()) if rule.may_apply(piece, begun)] if named else []

    def _first(self, possible: Iterable[ScreeningRule], piece: str) -> ScreeningRule | None:
        for rule in possible:
            if _meets(rule, piece, self.trust):
                return rule
        return None


def beginnings(flat: str, known: frozenset[str]) -> frozenset[str]:
    """The first STEM letters of each word of `flat`, as far as they are `known`."""
    words = flat.encode().translate(_GAPS).decode().split() if flat.isascii() else WORD.findall(flat)
    return known.intersection(map(_FIRST, words))


def _meets(rule: ScreeningRule, piece: str, trust: Trust) -> bool:
    return any(not (rule.told and _is_mention(rule, piece, match, trust)) for match in rule.pattern.finditer(piece))


# An order opens a clause, or is said to "you".
_OPENS = re.compile(
    r"""(?: ^ | [.!?;:,(\[{<>"“”„«»'‘’`*#|=~–—\-\n]\s* | \b(?:
        please|kindly|now|and|then|must|should|will|shall|just|so|you|assistant|ai|model|gpt|claude|chatgpt|chatbot|agent|
        first|instead|immediately|simply|from\ now\ on|but|or|also|next|can|may|could|always|ok|okay|hey|therefore|
        hereby|completely|permanently|henceforth|today|important|attention|system|user|human|bot|simply|totally|entirely
    )\s+ | \b(?:you(?:'re|'ve)?|your)\s+(?:\w+\s+){0,3}to\s+ )$""",
    re.VERBOSE,
)
_REPORTED = re.compile(
    r"\b(?:says?|said|saying|wrote|writes|told|tells|called|phrases?|texts?|sentences?|strings?|words?|attack(?:s|ers?)?|"
    r"injections?|jailbreaks?|payloads?|examples?|e\.g\.?|such as|like|tests?|detects?|blocks?|filters?|article|blog|"
    r"paper|"
    r"talk|regex|contains?|containing|includes?|titled|about|hidden|message|saw|read|trick|spam|reported)\b"
)
_ON_ATTACKS = re.compile(r"\b(?:prompt[- ]injections?|injection (?:attacks?|attempts?)|jailbreaks?|red[- ]?team\w*)\b")
_QUOTES = {'"': '"', "“": "”", "„": "“", "«": "»", "‘": "’", "`": "`", "'": "'"}


def _is_mention(rule: ScreeningRule, flat: str, match: re.Match[str], trust: Trust) -> bool:
    """Whether the words only speak of an order. Of a user that is believed; of an assistant where it speaks of attacks
    and quotes; of a tool or an import never."""
    before = flat[max(match.start() - REACH, 0) : match.start()]
    if trust < Trust.AGENT:
        return False
    if _is_quoted(before, flat[match.end() : match.end() + 4 * REACH]):
        told = _REPORTED if trust >= Trust.USER else _ON_ATTACKS
        return told.search(flat[max(match.start() - 4 * REACH, 0) : match.start()]) is not None
    return rule.ordered and trust >= Trust.USER and _OPENS.search(before) is None


def _is_quoted(before: str, after: str) -> bool:
    """Whether a quotation opens shortly before and closes after."""
    at, mark = max(((before.rfind(mark), mark) for mark in _QUOTES), default=(-1, ""))
    if at < 0 or len(before) - at > 25 or (mark == "'" and at and before[at - 1].isalnum()):
        return False
    return _QUOTES[mark] in after
