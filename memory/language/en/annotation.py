"""Relative dates resolved where they stand: "last Friday" becomes "last Friday (5 May 2023)". Pure.

An expression whose side the sentence does not tell is left as it is: no date is better than a wrong one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from ..dates import CLEARLY, DateSpan, Direction, dates_of, fixed_zone, in_zone
from .date_words import EVENT, OF_A_LIFE, WEEKDAY_NAME, WHEN_YOUNG, any_of
from .dates import find_dates, find_places
from .past_verbs import BEHIND
from .vocabulary import CARDINALS, MONTHS, ORDINALS
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
    r"|\w'll\b|\b(?:is|are|am|'m|'re|'s) (?:\w+ )?\w+ing\b|^\W*see (?:you|ya)\b",
    re.IGNORECASE,
)
# Who did this did it for a day to come, mostly, and so is a day to which something goes.
_ARRANGED = re.compile(
    r"\b(?:booked|reserved|scheduled|rescheduled|planned|arranged|signed up|registered|enrol+ed|invited|extended"
    r"|postponed|delayed|deadline|extension|starts|ends|turns|due|cancel\w*|call(?:ed)? off"
    r"|(?:was|were|got|been) (?:moved|shifted|pushed|brought|put|changed|bumped)"
    r"|(?:was|were|wasn't|weren't) (?:coming|going|leaving|flying|arriving|starting|meeting|supposed|meant))\b",
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
_UP_TO = re.compile(
    rf"\b(?:to|by|for|from|now)(?: the)?(?: (?:{any_of(ORDINALS)}|last|start|beginning|middle|end)(?: \w+)? (?:in|of))?"
    r"\s*$",
    re.IGNORECASE,
)
# "They said it would ship on the 14th", "I thought the exam was on the 14th": what was to come may be to come still.
_FORESEEN = re.compile(
    r"\b(?:would|wouldn't)\b|\w'd (?!\w+(?:ed|en|ne)\b)"
    r"|\b(?:said|told|thought|heard|assumed|believed|reckoned|hoped|understood|figured)\b[^,;:]*"
    r"\b(?:was|were|wasn't|weren't)(?: due)?(?: (?:on|for|by|in|at))?(?: the)?\s*$",
    re.IGNORECASE,
)
# "The release slipped again, 1 December": a plan's new day stands beside what was done to it.
_SHIFTED = re.compile(
    r"\b(?:moved|shifted|slipped|slid|pushed|bumped|postponed|delayed|rescheduled|adjourned|deferred|put (?:off|back))"
    r"\b",
    re.IGNORECASE,
)
# "I quit in August" is as often a plan; "he quit" is none.
_MAY_BE_PRESENT = re.compile(r"\b(?:i|we|you|they) quit\b", re.IGNORECASE)
_CLAUSE_GAP = re.compile(r"[,;:()–—](?:\s|$)|\s(?:and|but|so|because|when|while|which|who)\s", re.IGNORECASE)
# What stands before the expression in a clause that has no subject of its own: it shares its sentence's tense.
_SHARES_TENSE = re.compile(
    r"^\s*(?:(?:\w+ing|on|in|at|by|since|before|after|during|around|about|until|till|from|over|back|early|late|sometime)\b.*)?$",
    re.IGNORECASE | re.DOTALL,
)
_PARTICIPLE = re.compile(r"^\s*\w+ing\b")
# "Thursday week", "this Friday", "a week on Monday": ahead, unless the sentence tells of what was.
_POINTS_AHEAD = re.compile(
    r"^this \w{3,6}day\b|day (?:week|fortnight)$|\b(?:weeks?|fortnights?) (?:on|from) ",
    re.IGNORECASE,
)
# "In three weeks" is how long a thing takes, or took, as often as when it will be: it is when, behind what is set for a
# day, and where neither a condition nor a count stands before it ("my second migraine in two weeks").
_LASTS = re.compile(
    r"\b(?:not|never|ever|once|twice|times?|can|could|possible|able|only|done|within|if|when|whenever|unless|after"
    r"|until)\b|n't\b",
    re.IGNORECASE,
)
_COUNTS = re.compile(
    rf"\b(?:{any_of(ORDINALS)}|\d+(?:st|nd|rd|th)|\d+ \w+s|{any_of(set(CARDINALS) - {'one'})}|last|another|more|most"
    r"|worst|best|\w{2,}[^\We]est|all|whole|entire|every\w*|through)\b",
    re.IGNORECASE,
)
_GOES = "(?:come|go|leave|fly|move|arrive|return|start|begin|open|close|end|expire|launch|see|meet|marry)"
_GOING = "(?:coming|leaving|flying|moving|arriving|returning|starting|opening|closing|ending|seeing|meeting|marrying)"
_IS_SET = re.compile(
    rf"(?:\b(?:will|won't|shall|gonna|going to)|\w'll)(?: \w+ly)? (?:{_GOES}|be|have an?|get married)\b|\bdue\b"
    rf"|(?:\b(?:is|are|am)|'(?:m|re|s))(?: \w+)? (?:{_GOING}|getting married"
    r"|going (?:away|back|home|to (?:the|(?-i:[A-Z])\w*)))\b"
    r"|\b(?:is|are|be|ends|starts|begins|leaves|opens|closes|expires|arrives|runs out|turns \d+|see you|back)\s*$"
    rf"|\w's\s*$|\b(?:have|has|got|'ve) (?:got )?(?:an?|my|our) (?:\w+ ){{0,2}}{EVENT}\s*$",
    re.IGNORECASE,
)
# Of what was long ago "in June" was another June.
_LONG_AGO = re.compile(
    rf"\b{WHEN_YOUNG}\b|\b(?:back then|in those days)\b"
    r"|\bas an? (?:\w+ )?(?:child|kid|boy|girl|student|teenager)\b|\byears ago\b",
    re.IGNORECASE,
)
_OF_A_LIFE = re.compile(OF_A_LIFE, re.IGNORECASE)
# "Came Sunday", "is flying back Thursday", "see you Friday": without these right before it, a day is as often the thing
# that is told of, or part of a name, or one to come: "the dentist gave me Friday", "I decided to go Saturday".
_WHERE = r"(?: (?:back|home|over|out|round|in|up|down|away|here|there|again))?\s+$"
_CAME = re.compile(
    r"\b(?:came|went|arrived|returned|landed|flew|drove|died|happened|started|began|got back|(?:i|we|he|she|they) left)"
    + _WHERE,
    re.IGNORECASE,
)
_COMES = re.compile(
    r"(?:(?:\b(?:is|are|am)|'(?:m|re|s))(?: not)? (?:coming|going|leaving|arriving|returning|starting|landing|flying"
    r"|driving|travelling)|(?:\b(?:will|gonna|going to)|\w'll)(?: not)? (?:come|go|leave|arrive|return|start|land|fly"
    r"|drive|travel|be)|^\W*see (?:you|ya)(?: all| both| then)?)" + _WHERE,
    re.IGNORECASE,
)
# "If he came Friday", "I thought you left Friday": what did not happen, or not yet.
_NOT_SO = re.compile(
    r"\b(?:if|whether|wish|rather|suppose|imagine|thought|told|said|says|would|should|could|have|has|had|no|not"
    r"|never)\b|['’]d\b|n['’]t\b",
    re.IGNORECASE,
)
_ENDS = re.compile(
    r"\s{0,3}(?:$|[.,;:!?)\n–—]|(?:and|but|because|so|with|when)\b|(?:at|around|by|from) \d)", re.IGNORECASE
)
_WEEKDAY = re.compile(rf"\b{WEEKDAY_NAME}", re.IGNORECASE)
# A day that is told with its month needs its year alone, where that is another one.
_WITH_MONTH = re.compile(
    rf"(?:the )?\d{{1,2}}(?:st|nd|rd|th)? (?:of )?{any_of(MONTHS)}\.?"
    rf"|{any_of(MONTHS)}\.? (?:the )?\d{{1,2}}(?:st|nd|rd|th)?",
    re.IGNORECASE,
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
    # "In three weeks" is nothing that was.
    only_ahead = [span for span in ahead.values() if not any(_overlap(span, other) for other in behind)]
    spans = sorted((*behind, *only_ahead), key=lambda span: span.start)
    parts, end = [], 0
    for span, following in zip(spans, [*spans[1:], None], strict=False):
        # "March next year", "Thursday 15 January": one time, which the last of them tells.
        if following is not None and not text[span.end : following.start].strip():
            continue
        if (span.start, span.end) in told:
            continue
        if span in only_ahead:
            resolved = span if _is_when(text, span) else None
        elif _WEEKDAY.match(span.text) and span.value is ahead[span.start].value is None:
            resolved = _weekday(text, span, reference)
        else:
            resolved = _sure(text, span, ahead.get(span.start), either.get(span.start), spans, reference)
        if resolved is span and _is_long_past(span, ahead.get(span.start), reference):
            continue
        words = worded(resolved, reference.date()) if resolved and _adds(resolved, reference) else None
        if words is None:
            continue
        parts.append(f"{text[end : span.end]} ({words.bare})")
        end = span.end
    return "".join([*parts, text[end:]])


def _overlap(one: DateSpan, other: DateSpan) -> bool:
    return one.start < other.end and other.start < one.end


def _adds(resolved: DateSpan, reference: datetime) -> bool:
    """Whether the whole date says more than the expression, beside the day on which it was said."""
    return resolved.value is None or resolved.value.year != reference.year or not _WITH_MONTH.fullmatch(resolved.text)


def _sure(
    text: str,
    behind: DateSpan,
    ahead: DateSpan | None,
    either: DateSpan | None,
    others: Sequence[DateSpan],
    reference: datetime,
) -> DateSpan | None:
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
    direction = _tense(f"{before} {after}")
    if _POINTS_AHEAD.search(behind.text) and not BEHIND.search(f"{before} {after}"):
        return ahead
    if _NOTED.match(sentence) or _IS_THAT_DAY.search(before):
        return None
    if direction == "unknown" and _SHARES_TENSE.match(before):
        direction = _tense(sentence)
        if not before.strip() and _SHIFTED.search(sentence):
            return None
        # "I changed jobs, starting at Arup in January": a participle has no tense of its own.
        if direction == "past" and _PARTICIPLE.match(before):
            direction = _clearly_nearer(behind, ahead, reference)
    if direction == "past" and (_ARRANGED.search(sentence) or _UP_TO.search(text, 0, behind.start)):
        return None
    if direction == "past" and (_FORESEEN.search(before) or _is_plan_as_likely(before, behind, ahead, reference)):
        return None
    resolved = behind if direction == "past" else ahead if direction == "future" else None
    return None if resolved is None or _is_of_another_year(text, resolved, others) else resolved


def _is_plan_as_likely(before: str, behind: DateSpan, ahead: DateSpan, reference: datetime) -> bool:
    """ "I quit at the end of June", said in March."""
    if behind.value is None or ahead.value is None or not _MAY_BE_PRESENT.search(before):
        return False
    return ahead.value - reference < reference - behind.value


def _clearly_nearer(behind: DateSpan, ahead: DateSpan, reference: datetime) -> Direction:
    """The side on which an open expression is nearer, by more than a season."""
    if behind.value is None or ahead.value is None:
        return "unknown"
    since, until = reference - behind.value, ahead.value - reference
    return "unknown" if abs(since - until) < CLEARLY else "past" if since < until else "future"


def _is_of_another_year(text: str, resolved: DateSpan, others: Sequence[DateSpan]) -> bool:
    """Whether the sentence tells of another year, "In 2019 we were in Rome in June", or of long ago."""
    before, after = _around(text, resolved)
    start, end = resolved.start - len(before), resolved.end + len(after)
    beside = (one.value for one in others if start <= one.start < end and one.granularity == "year" and one.value)
    year = resolved.value.year if resolved.value else None
    if resolved.granularity == "month" and year and _OF_A_LIFE.search(f"{before} {after}"):
        return True
    return _LONG_AGO.search(f"{before} {after}") is not None or any(value.year != year for value in beside)


def _is_when(text: str, span: DateSpan) -> bool:
    """Whether "in three weeks" is when something will be, and not how long it takes. Of an hour or minute nobody needs
    the day."""
    if span.granularity == "hour" or _HABIT.search(" ".join(_around(text, span))):
        return False
    before = _around(text, span)[0].replace("’", "'")
    if span.text.lower().endswith(("time", "now")):
        return True
    clause = _around(text, span, _CLAUSE_GAP)[0].replace("’", "'")
    if _LASTS.search(before) or BEHIND.search(before) or _COUNTS.search(clause):
        return False
    return _IS_SET.search(clause) is not None


def _weekday(text: str, span: DateSpan, reference: datetime) -> DateSpan | None:
    """ "Poppy came Sunday", "is coming Thursday", "see you Friday": as people type it, the last one, or the next."""
    sentence = " ".join(_around(text, span))
    if _HABIT.search(sentence) or _WEEKDAY.search(sentence) or not _ENDS.match(text, span.end):
        return None
    before, after = _around(text, span, _CLAUSE_GAP)
    before, direction = before.replace("’", "'"), _tense(f"{before} {after}")
    if direction == "past" and (not _CAME.search(before) or _NOT_SO.search(sentence) or _ARRANGED.search(sentence)):
        return None
    if direction == "unknown" or (direction == "future" and not _COMES.search(before)):
        return None
    found = find_dates(f"on {span.text}", reference, direction)
    return replace(span, value=found[-1].value) if found else None


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
    sentence = sentence.replace("’", "'")
    behind, ahead = BEHIND.search(_IS_DONE.sub(" ", sentence)), _AHEAD.search(sentence)
    if bool(behind) == bool(ahead):
        return "unknown"
    return "past" if behind else "future"
