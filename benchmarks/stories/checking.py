"""Does a context block answer a question, and does it show as current what holds no longer? Pure.

A block is read item by item: each line is one, with the indented lines below it. A wording stands in the block when all
its parts stand in one item, or in it and the lines that its notes name by their marks, `(said later: m4)`, as whole
words. What holds no longer is allowed where the reader is told so:

1. the same item, or a line that it names, also holds the value that is expected;
2. it stands inside a note `(before: …)`;
3. it stands before a note `(no longer true: …)` of that item.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from .dataset import Kind, Part, Question, Wording

_MONTHS = (
    "january", "february", "march", "april", "may", "june",
    "july", "august", "september", "october", "november", "december",
)  # fmt: skip
_NUMBER_OF = {name[:length]: number for number, name in enumerate(_MONTHS, 1) for length in (3, len(name))}
_NUMBER_OF["sept"] = 9
_NAMED = "|".join(sorted(_NUMBER_OF, key=len, reverse=True))
_DATES = (
    re.compile(r"\b(?P<year>\d{4})-(?P<month>\d{2})-(?P<day>\d{2})\b"),
    re.compile(rf"\b(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? (?P<month>{_NAMED})\b\.?(?:,? (?P<year>\d{{4}}))?"),
    re.compile(rf"\b(?P<month>{_NAMED})\b\.? (?:the )?(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\b(?:,? (?P<year>\d{{4}}))?"),
)
_HEADING = re.compile(r"#+ ")
_NUMBER = re.compile(r"\d[\d.,]*")
_BEFORE = re.compile(r"\(before: [^)]*\)")
_OUTDATED = "(no longer true"
_WAS = re.compile(r'"[^"]*", (?=now "|it was changed since)')
_ASIDE = re.compile(r" \((?:before: |said later: )")
_MARK = re.compile(r"\s*- (m\d+) ")
_NAMES = re.compile(r"\(said later: (m\d+(?:, m\d+)*)\)")
_CONTRACTIONS = (
    (re.compile(r"\bwon't\b"), "will not"),
    (re.compile(r"\b(?:can't|cannot)\b"), "can not"),
    (re.compile(r"(?<=\w)n't\b"), " not"),
)


@dataclass(frozen=True)
class Verdict:
    """`items` are the block's items; `stale` the first that shows as current what holds no longer, else empty; `leads`
    says whether the first item's own words, before its notes, answer."""

    answered: bool
    stale: str
    items: int
    leads: bool = False


class Told(NamedTuple):
    """An item as it is written, its words, and those with the lines that it names: these are judged for themselves."""

    text: str
    own: str
    words: str


def check(question: Question, block: str) -> Verdict:
    """A question that the talk does not answer is answered by a block without any of its forbidden wordings."""
    told = items(block)
    stale = next((item.text for item in told if _shows_stale(question, item)), "")
    if question.kind == Kind.NONE:
        return Verdict(not stale, stale, len(told))
    answered = all(
        any(stands(wording, item.words) for wording in group for item in told) for group in question.expected
    )
    first = normal(_ASIDE.split(_lines(block)[0])[0]) if told else ""
    leads = any(stands(wording, first) for wording in question.expected[0]) if question.expected else False
    return Verdict(answered, stale, len(told), leads)


def items(block: str) -> list[Told]:
    """The block's items: its lines without headings, each with the indented ones below it."""
    lines = _lines(block)
    marked = {mark[1]: line.strip() for line in lines if (mark := _MARK.match(line))}
    found: list[list[str]] = []
    for line in lines:
        if line.startswith("  ") and found:
            found[-1].append(line.strip())
        else:
            found.append([line.strip()])
    return [_told(own, marked) for own in found]


def _told(lines: list[str], marked: Mapping[str, str]) -> Told:
    named = [mark for line in lines for marks in _NAMES.findall(line) for mark in marks.split(", ")]
    text = " ".join(lines)
    return Told(text, normal(text), normal(" ".join([text, *(marked[mark] for mark in named if mark in marked)])))


def _lines(block: str) -> list[str]:
    return [line for line in block.splitlines() if line.strip() and not _HEADING.match(line)]


def _shows_stale(question: Question, item: Told) -> bool:
    if question.expected and any(stands(wording, item.words) for wording in question.expected[0]):
        return False
    current = _WAS.sub("", _BEFORE.sub("", item.own[item.own.rfind(_OUTDATED) + 1 :]))
    return any(stands(wording, current) for wording in question.forbidden)


def stands(wording: Wording, words: str) -> bool:
    return all(_part_stands(part, words) for part in wording)


def _part_stands(part: Part, words: str) -> bool:
    if isinstance(part, date):
        return any(_is_day(found, part) for pattern in _DATES for found in pattern.finditer(words))
    if _NUMBER.fullmatch(part):  # a count is not meant by the day of a date
        for pattern in _DATES:
            words = pattern.sub(" ", words)
    # "5" is not in "2.5" nor in "5.5" nor in "15".
    return re.search(rf"(?<!\w)(?<!\d[.,:]){re.escape(normal(part))}(?!\w)(?![.,:]\d)", words) is not None


def _is_day(found: re.Match[str], day: date) -> bool:
    month = found["month"]
    number = int(month) if month.isdigit() else _NUMBER_OF[month]
    same_year = found["year"] is None or int(found["year"]) == day.year
    return (number, int(found["day"])) == (day.month, day.day) and same_year


def normal(text: str) -> str:
    """`text` in the one form in which it is compared: small letters, straight quotes, no contractions, no thousands'
    separators, single spaces."""
    flat = unicodedata.normalize("NFKC", text).translate({0x2018: "'", 0x2019: "'", 0x201C: '"', 0x201D: '"'}).lower()
    for pattern, whole in _CONTRACTIONS:
        flat = pattern.sub(whole, flat)
    flat = re.sub(r"(?<=\d),(?=\d{3}\b)", "", flat)
    return re.sub(r"\s+", " ", flat).strip()
