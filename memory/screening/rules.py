"""One rule of the screening, and which of them a text meets. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from operator import itemgetter

from ..models.trust import QuarantineReason, Trust
from ..text import holds
from .openings import OPENINGS
from .patience import Patience

REACH = 60  # characters before a match that tell whether it is an order


STEM = 4  # letters that stand for a word where it is only asked whether a rule can apply
# Of a longer text, a rule that begins with a word is tried where such a word stands; of each piece the others are tried
# that it has the words and signs for. The pieces overlap by more than a rule reaches.
PIECE, STRIDE = 700, 400
NEAR = 200  # characters behind the beginning of a rule within which each word that it asks for begins
PLACE_EVERY = 5  # characters: a text in which rules may begin more often is not read; talk and manuals have one in 20

WORD = re.compile(r"\w+")
_NO_WORDS: frozenset[str] = frozenset()
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

    def match(self, tried: str, place: int = 0) -> re.Match[str] | None:
        return self._compiled.match(tried, place)

    @cached_property
    def _compiled(self) -> re.Pattern[str]:
        return re.compile(self.text)


@dataclass(frozen=True)
class ScreeningRule:
    """`pattern` is tried over a piece of the flattened text that has a word of each group of `words` (the first STEM
    letters of each), and one of the `signs` where there are any; up to the trust `upto`. Each match begins with a word
    of `opens`; where there are none, it may begin anywhere.

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

    @property
    def opens(self) -> frozenset[str]:
        return OPENINGS.get(self.name, _NO_WORDS)

    def may_apply(self, piece: str, begun: frozenset[str]) -> bool:
        for group in self.words:
            if group.isdisjoint(begun):
                return False
        return not self.signs or holds(piece, self.signs)


def roots(words: str) -> frozenset[str]:
    """A group for `ScreeningRule.words`."""
    return frozenset(word[:STEM] for word in words.split())


UNREAD = ScreeningRule("takes too long to read", QuarantineReason.INSTRUCTION, re.compile("(?!)"), Trust.USER)


class Rules:
    """The rules that count up to one trust, found by the words of their first group.

    `known` are the stems of all groups, and what else is asked of a text's words.
    """

    def __init__(self, rules: Sequence[ScreeningRule], trust: Trust, known: frozenset[str]) -> None:
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
        opened = [rule for rule in rules if trust <= rule.upto and rule.opens]
        self._groups = list(dict.fromkeys(group for rule in opened for group in rule.words))
        # What a word means by its stem: the groups that it is of, and the rules that begin with it.
        self._by_word: dict[str, tuple[list[int], list[tuple[ScreeningRule, list[int]]]]] = {}
        for number, group in enumerate(self._groups):
            for stem in group:
                self._by_word.setdefault(stem, ([], []))[0].append(number)
        for rule in opened:
            for stem in rule.opens:
                asked = [self._groups.index(group) for group in rule.words]
                self._by_word.setdefault(stem, ([], []))[1].append((rule, asked))

    def met(self, flat: str, begun: frozenset[str], patience: Patience, plain: bool = False) -> ScreeningRule | None:
        """The first rule that `flat` meets, whose words begin with `begun`, and UNREAD where `patience` ends before all
        are tried; `plain` says that it has no odd signs."""
        if plain and self._stems.isdisjoint(begun):
            return None  # as most talk
        possible = self._possible(flat, begun, plain)
        if not possible:
            return None
        for rule in possible:
            rule.pattern.match("")  # A LazyPattern is compiled before the clock runs.
        if len(flat) <= PIECE:
            with patience:
                return self._first(possible, flat)
        opened = frozenset(rule.name for rule in possible if rule.opens)
        others = [rule for rule in possible if not rule.opens]
        return self._in_pieces(others, flat, patience) or self._opened(opened, flat, patience)

    def _opened(self, names: frozenset[str], flat: str, patience: Patience) -> ScreeningRule | None:
        """The same of the rules with these names."""
        places = self._places(names, flat) if names else []
        if len(places) > len(flat) // PLACE_EVERY:
            return UNREAD
        with patience:
            for number, (rule, place) in enumerate(places):
                match = rule.pattern.match(flat, place)
                if match and _counts(rule, flat, match, self.trust):
                    return rule
                if number % 4 == 3 and patience.ended():  # the clock takes as long as a trial
                    return UNREAD
        return None

    def _places(self, names: frozenset[str], flat: str) -> list[tuple[ScreeningRule, int]]:
        """Where each of the rules with these names may begin: its other words follow within NEAR."""
        known, follows = self._by_word, [len(flat) + NEAR] * len(self._groups)
        found: list[tuple[ScreeningRule, int]] = []
        most = len(flat) // PLACE_EVERY
        for stem, place in reversed(_words(flat)):
            if stem not in known:
                continue
            groups, rules = known[stem]
            for group in groups:
                follows[group] = place
            end = place + NEAR
            for rule, asked in rules:
                for group in asked:
                    if follows[group] > end:
                        break
                else:
                    if rule.name in names:
                        found.append((rule, place))
            if len(found) > most:
                break
        return found

    def _in_pieces(self, rules: Sequence[ScreeningRule], flat: str, patience: Patience) -> ScreeningRule | None:
        for start in range(0, len(flat) - (PIECE - STRIDE), STRIDE) if rules else ():
            piece = flat[start : start + PIECE]
            signed = [rule for rule in rules if not rule.signs or holds(piece, rule.signs)]
            if not signed:
                continue
            begun = beginnings(piece, self.known)
            with patience:
                if found := self._first([rule for rule in signed if rule.may_apply(piece, begun)], piece):
                    return found
                if patience.ended():
                    return UNREAD
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


def _words(flat: str) -> Sequence[tuple[str, int]]:
    """The first STEM letters of each word of `flat`, and where it starts."""
    if flat.isascii():
        words = flat.encode().translate(_GAPS).decode().split(" ")
        return list(zip(map(_FIRST, words), accumulate((len(word) + 1 for word in words), initial=0), strict=False))
    return [(word[0][:STEM], word.start()) for word in WORD.finditer(flat)]


def beginnings(flat: str, known: frozenset[str]) -> frozenset[str]:
    """The first STEM letters of each word of `flat`, as far as they are `known`."""
    words = flat.encode().translate(_GAPS).decode().split() if flat.isascii() else WORD.findall(flat)
    return known.intersection(map(_FIRST, words))


def _meets(rule: ScreeningRule, piece: str, trust: Trust) -> bool:
    return any(_counts(rule, piece, match, trust) for match in rule.pattern.finditer(piece))


def _counts(rule: ScreeningRule, piece: str, match: re.Match[str], trust: Trust) -> bool:
    """Whether the words of a match are an order, by what stands around them."""
    return not (rule.told and _is_mention(rule, piece, match, trust)) and not _is_forbidden(piece, match)


# "Never run a migration without asking the user": what is forbidden is to do it so. It is none behind what forbids to
# leave something undone ("don't delay sending it …"), bids behind the "not" ("not done yet? send it …") or asks ("why
# not send it …").
_FORBIDDEN = re.compile(
    r"(?<!why )\b(?:never|not|don['’]?t|mustn['’]?t|shouldn['’]?t|cannot|can['’]?t)"
    r"(?: (?!hesitat|forget|fail|mind|worry|bother|stop|wait|delay|postpon|declin|refus|refrain|resist|skip|omit"
    r"|neglect|(?:but|before|until|else|just|ask|afraid|shy|you)\b)[\w'’-]{1,30}){1,8} $"
)


def _is_forbidden(piece: str, match: re.Match[str]) -> bool:
    """Whether the clause forbids what the words ask for."""
    before = piece[max(match.start() - 2 * REACH, 0) : match.start()]
    return match.group().startswith("without") and _FORBIDDEN.search(before) is not None


# An order opens a clause, or is said to "you". Before it stands a line's end, a sign, unless that is an "and" between
# two words (`a/b`) or a measure ("50 %"), or a word of these: the second ones where they open the clause themselves. A
# few words behind the label of a note in brackets do not hide it either.
_OPENS = re.compile(
    r"""(?: ^ | (?: [^\w\s%°/+] | \n | (?<!\w)(?<!\w\s)[/+] )\s* | \b(?:
        please|kindly|now|and|then|must|should|will|shall|just|so|you|assistant|ai|model|gpt|claude|chatgpt|chatbot|agent|
        first|instead|immediately|simply|from\ now\ on|but|or|also|next|can|may|could|always|ok|okay|hey|therefore|
        hereby|completely|permanently|henceforth|today|important|attention|system|user|human|bot|simply|totally|entirely
    )\s+ | (?: ^ | (?: [^\w\s] | \n )\s* )(?: (?:
        thanks|thank\ you|anyway|anyhow|well|right|let\ us|let['’]?s|time\ to|remember\ to|be\ sure\ to|try\ to|go|
        (?:steps?|task|part|point|rule|number|no)\ \w{1,8}|[a-z]{3,15}ly
    )\s+ ){1,3} | \[\w{1,20}:\s(?: (?!(?:i|we|they|people|the|my|our|his|her|their)\b)\w+\s+ ){0,3}
    | \b(?:you(?:'re|'ve)?|your)\s+(?:\w+\s+){0,3}to\s+ )$""",
    re.VERBOSE,
)
# What somebody does is no order, unless a model does it.
_DOES = re.compile(r"(?:(?:ignor|overrid|overwrit|bypass)es|(?:disregard|forget|discard|neglect|skip|circumvent)s)\b")
_OF_A_MODEL = re.compile(r"\b(?:assistant|ai|model|gpt|claude|chatgpt|chatbot|agent|system|bot)\s+$")
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
    if not rule.ordered or trust < Trust.USER:
        return False
    return (_OF_A_MODEL if _DOES.match(match.group()) else _OPENS).search(before) is None


def _is_quoted(before: str, after: str) -> bool:
    """Whether a quotation opens shortly before and closes after."""
    at, mark = max(((before.rfind(mark), mark) for mark in _QUOTES), default=(-1, ""))
    if at < 0 or len(before) - at > 25 or (mark == "'" and at and before[at - 1].isalnum()):
        return False
    return _QUOTES[mark] in after
