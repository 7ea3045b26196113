"""Relative dates resolved where they stand: "last Friday" becomes "last Friday (5 May 2023)". Pure.

An expression whose side the sentence does not tell is left as it is: no date is better than a wrong one.
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from ..dates import DateSpan, Direction, dates_of, fixed_zone, in_zone
from .dates import find_places
from .wording import worded

_SENTENCE_GAP = re.compile(r"(?<=[.!?…])\s+|\n+")
# Habits name a month or a day of every year or week.
_HABIT = re.compile(
    r"\b(?:always|usually|every|each|often|sometimes|normally|generally|never|used to|whenever|tend to|tends to"
    r"|regularly|typically)\b",
    re.IGNORECASE,
)
_AHEAD = re.compile(
    r"\b(?:will|won't|shall|gonna|going to|about to|plan(?:s|ning)? to|hop(?:e|es|ing) to|want(?:s)? to|would like"
    r"|looking forward|can't wait|upcoming|soon|let's|must|have to|has to|need(?:s)? to|should|may|might|could)\b"
    r"|\w'll\b|\b(?:is|are|am|'m|'re|'s) (?:\w+ )?\w+ing\b",
    re.IGNORECASE,
)
# Irregular pasts that no present looks like; the regular ones end in "ed" ("need" is none).
_BEHIND = re.compile(
    r"\b(?:was|were|did|didn't|had|went|got|made|took|saw|met|bought|found|ate|drank|wrote|ran|won|lost|came|left|spent"
    r"|grew|taught|brought|chose|drove|flew|built|began|felt|kept|sold|gave|sang|swam|slept|rode|wore|paid|sent|knew"
    r"|thought|heard|told|said|spoke|drew|broke|caught|fell|forgot|held|stood|threw|quit|[a-z]+[^\We]ed)\b",
    re.IGNORECASE,
)
# Who did this did it for a day to come, mostly, and so is a day to which something goes.
_ARRANGED = re.compile(
    r"\b(?:booked|reserved|scheduled|rescheduled|planned|arranged|signed up|registered|enrol+ed|invited|extended"
    r"|postponed|delayed|deadline|extension|starts|ends|turns|due)\b",
    re.IGNORECASE,
)
# "The defence is fixed, 11 December", "it's the 23rd": no past, though a word ends in "ed". "She's moved" is one.
_IS_DONE = re.compile(
    r"(?:\b(?:is|are|am|be|being|gets?|isn't|aren't)|(?<!\bhe)(?<!\bshe)['’](?:s|re|m))"
    r"(?: (?:not|now|all|still|already))? [a-z]+ed\b",
    re.IGNORECASE,
)
_IS_THAT_DAY = re.compile(r"(?:\b(?:is|are)|['’]s)(?: (?:now|on|for|the|not))*\s*$", re.IGNORECASE)
# "Noted: no gluten on Friday" notes it for a day to come. "Moved to Leeds on 10 February" tells what was.
_NOTED = re.compile(
    r"^\W*(?:(?:noted|understood|confirmed)\b|(?:added|changed|updated|saved|moved|set)\W*[:,–—-])", re.IGNORECASE
)
# "They gave me until 31 March", said in February: of what lies so far behind one tells the year, or says "last".
_LONG_PAST = timedelta(days=210)
_UP_TO = re.compile(r"\b(?:to|until|till|by|for|from|now)(?: the)?\s*$", re.IGNORECASE)
_CLAUSE_GAP = re.compile(r"[,;:()–—](?:\s|$)|\s(?:and|but|so|because|when|while|which|who)\s", re.IGNORECASE)
# What stands before the expression in a clause that has no subject of its own: it shares its sentence's tense.
_SHARES_TENSE = re.compile(
    r"\s*(?:(?:\w+ing|on|in|at|by|since|before|after|during|around|about|until|till|from|over|back|early|late|sometime)\b.*)?$",
    re.IGNORECASE | re.DOTALL,
)
# Without its own "this" or year a season is as often every year's.
_BARE_SEASON = re.compile(r"(?:in|during|over|since|until|by)\b|(?:spring|summer|fall|autumn|winter)$", re.IGNORECASE)


def annotate(text: str, reference: datetime, offset_minutes: int | None = None) -> str:
    """`text` with the date behind each relative expression, in brackets; `reference` is when it was said.

    `offset_minutes` is the speaker's distance from UTC; without it the reference's own zone counts. Whole dates stay
    as they are, and so does what cannot be told.
    """
    if (zone := fixed_zone(offset_minutes)) is not None:
        reference = in_zone(reference, zone)
    found = find_places(text)
    if not found:
        return text
    told = {(span.start, span.end) for span in dates_of(found, None, "unknown") if span.value is not None}
    behind = dates_of(found, reference, "past")
    ahead = {span.start: span for span in dates_of(found, reference, "future")}
    either = {span.start: span for span in dates_of(found, reference, "unknown")}
    parts, end = [], 0
    for span, following in zip(behind, [*behind[1:], None], strict=False):
        # "March next year", "Thursday 15 January": one time, which the last of them tells.
        if following is not None and not text[span.end : following.start].strip():
            continue
        resolved = _sure(text, span, ahead.get(span.start), either.get(span.start))
        if resolved is span and _is_long_past(span, ahead.get(span.start), reference):
            continue
        words = worded(resolved, reference.date()) if resolved and (span.start, span.end) not in told else None
        if words is None:
            continue
        parts.append(f"{text[end : span.end]} ({words.bare})")
        end = span.end
    return "".join([*parts, text[end:]])


def _sure(text: str, behind: DateSpan, ahead: DateSpan | None, either: DateSpan | None) -> DateSpan | None:
    """The reading of an expression that holds whatever the tense, or the one that its sentence's tense decides."""
    if ahead is None or ahead.end != behind.end:
        return None
    if behind.value == ahead.value:
        if either is not None and either.value not in (None, behind.value):
            return None
        return behind
    sentence = " ".join(_around(text, behind))
    if _HABIT.search(sentence) or (behind.granularity == "season" and _BARE_SEASON.match(behind.text)):
        return None
    before, after = _around(text, behind, _CLAUSE_GAP)
    if _NOTED.match(sentence) or _IS_THAT_DAY.search(before):
        return None
    direction = _tense(f"{before} {after}")
    if direction == "unknown" and _SHARES_TENSE.match(before):
        direction = _tense(sentence)
    if direction == "past" and (_ARRANGED.search(sentence) or _UP_TO.search(text, 0, behind.start)):
        return None
    return behind if direction == "past" else ahead if direction == "future" else None


def _is_long_past(behind: DateSpan, ahead: DateSpan | None, reference: datetime) -> bool:
    """Whether a day whose year is not told is taken for one that lies nearly a year back."""
    if behind.value is None or ahead is None or ahead.value == behind.value or behind.granularity != "day":
        return False
    return reference.date() - behind.value.date() >= _LONG_PAST


def _around(text: str, span: DateSpan, ends: re.Pattern[str] | None = None) -> tuple[str, str]:
    """What stands before and after an expression in its sentence, or between two of the `ends` besides; without the
    expression, whose own "May" tells no tense."""
    gaps = [_SENTENCE_GAP, *([ends] if ends else [])]
    start = max((gap.end() for pattern in gaps for gap in pattern.finditer(text, 0, span.start)), default=0)
    stops = [gap.start() for pattern in gaps if (gap := pattern.search(text, span.end))]
    return text[start : span.start], text[span.end : min(stops, default=len(text))]


def _tense(sentence: str) -> Direction:
    behind, ahead = _BEHIND.search(_IS_DONE.sub(" ", sentence)), _AHEAD.search(sentence)
    if bool(behind) == bool(ahead):
        return "unknown"
    return "past" if behind else "future"
