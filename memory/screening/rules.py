"""One rule of the screening, and which of them a text meets. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ..models.trust import QuarantineReason, Trust

REACH = 60  # characters before a match that tell whether it is an order


STEM = 4  # letters that stand for a word where it is only asked whether a rule can apply
# A long text is looked at in pieces, which overlap by more than a rule reaches. What a piece cannot meet is not tried.
PIECE, STRIDE = 700, 400

WORD = re.compile(r"\w+")
_SIGN = re.compile(r"[<\[\]|/=｜@{#]")  # without one of these no rule that knows signs alone can apply


@dataclass(frozen=True)
class Rule:
    """`pattern` is tried over a piece of the flattened text that has a word of each group of `words` (the first STEM
    letters of each), and one of the `signs` where there are any; up to the trust `upto`.

    `told`: what only is quoted as something said does not count. `ordered`: nor does, of a user, what is no order by
    its place in the sentence ("I ignore …").
    """

    name: str
    reason: QuarantineReason
    pattern: re.Pattern[str]
    upto: Trust
    words: tuple[frozenset[str], ...] = ()
    signs: tuple[str, ...] = ()
    told: bool = False
    ordered: bool = False

    def may_apply(self, piece: str, stems: set[str]) -> bool:
        for group in self.words:
            if group.isdisjoint(stems):
                return False
        for sign in self.signs:
            if sign in piece:
                return True
        return not self.signs


def stems(words: str) -> frozenset[str]:
    """A group for `Rule.words`."""
    return frozenset(word[:STEM] for word in words.split())


@dataclass(frozen=True)
class Rules:
    """Rules, found by the words of their first group."""

    rules: tuple[Rule, ...]
    by_stem: dict[str, list[Rule]] = field(default_factory=dict)
    by_sign: list[Rule] = field(default_factory=list)
    beyond_ascii: list[Rule] = field(default_factory=list)

    def __post_init__(self) -> None:
        for rule in self.rules:
            if not rule.words:
                (self.by_sign if any(map(str.isascii, rule.signs)) else self.beyond_ascii).append(rule)
            for stem in rule.words[0] if rule.words else ():
                self.by_stem.setdefault(stem, []).append(rule)

    def met(self, flat: str, trust: Trust) -> Rule | None:
        """The first rule that `flat` meets at this trust."""
        for start in range(0, max(len(flat) - (PIECE - STRIDE), 1), STRIDE):
            piece = flat[start : start + PIECE]
            for rule in self._possible(piece):
                if trust <= rule.upto and _meets(rule, piece, trust):
                    return rule
        return None

    def _possible(self, piece: str) -> list[Rule]:
        found = {word[:STEM] for word in WORD.findall(piece)}
        named = {rule.name: rule for stem in self.by_stem.keys() & found for rule in self.by_stem[stem]}
        possible = [rule for rule in named.values() if rule.may_apply(piece, found)]
        if _SIGN.search(piece):
            possible += [rule for rule in self.by_sign if rule.may_apply(piece, found)]
        if not piece.isascii():
            possible += [rule for rule in self.beyond_ascii if rule.may_apply(piece, found)]
        return possible


def _meets(rule: Rule, piece: str, trust: Trust) -> bool:
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


def _is_mention(rule: Rule, flat: str, match: re.Match[str], trust: Trust) -> bool:
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
