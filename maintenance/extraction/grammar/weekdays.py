"""Weekdays that stand by themselves, "she came Sunday", and those of a journey: out on one, and back on the next."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from typing import TYPE_CHECKING

from memory.language.en.past_verbs import BEHIND
from memory.language.en.vocabulary import WEEKDAY_NAMES, WEEKDAYS
from memory.language.en.wording import long_date

from . import dates
from .clauses import Clause, is_past
from .lexicon import word_set
from .tense import verb_above

if TYPE_CHECKING:
    from spacy.tokens import Token

_WEEKDAY = f"(?:{'|'.join(WEEKDAY_NAMES)})"
WEEKDAY_ALONE = re.compile(rf"(?:on )?{_WEEKDAY}", re.I)
MOVING = word_set("move go travel fly drive walk run return arrive leave fall")
# What was done is past, and what it was done for is to come: "I've signed up for the race in June".
SETTING = word_set("book rebook reserve sign register enrol enroll schedule reschedule postpone")


def bare_weekday(token: Token, clause: Clause, text: str, today: date) -> Iterator[dates.Span]:
    """ "She came Sunday", "he is starting Monday": as people type it, the last one, or the next. "As of Monday" too."""
    verb = token.head
    if WEEKDAY_ALONE.fullmatch(token.text) and dates.AS_OF.search(text[: token.idx]):
        for match in dates.find(f"on {token.text}", today, past=is_past(clause.head)):
            day = match.replacement.removeprefix("on ")
            yield replace(match, start=token.idx, end=token.idx + len(token), replacement=day), token.i, []
        return
    if verb.lower_ in ("back", "home") and verb.pos_ == "ADV":
        verb = verb.head  # "I fly to Oslo Wednesday, back Friday"
    joined = all(child.dep_ in ("cc", "conj") for child in token.children)
    is_when = token.dep_ == "npadvmod" and verb.pos_ in ("VERB", "AUX") and joined
    if not is_when or not WEEKDAY_ALONE.fullmatch(token.text):
        return
    past = is_past(verb_above(token, clause))
    others = any(WEEKDAY_ALONE.fullmatch(other.text) for other in clause.tokens if other != token)
    is_set = verb.lemma_.lower() in SETTING | MOVING and any(child.dep_ == "dobj" for child in verb.children)
    others = others and not _goes_and_comes(token, verb, clause)
    is_numbered = token.i + 1 < len(token.doc) and token.nbor().like_num  # "Monday 22": of the month, or an hour
    if others or is_numbered or (past and is_set) or not (past or is_ahead(verb)):
        return  # "I moved the class Tuesday to Thursday", "we booked the hall Friday": when it is to be, or when it was
    for match in dates.find(f"on {token.text}", today, past=past):
        after = returning(match, text[: token.idx], today)
        yield replace(after, start=token.idx, end=token.idx + len(token)), token.i, []


def _goes_and_comes(token: Token, verb: Token, clause: Clause) -> bool:
    """ "I'm flying out Thursday and back Sunday": one day each, which no one does each week."""
    days = [other for other in clause.tokens if WEEKDAY_ALONE.fullmatch(other.text)]
    return (
        days[1:] == days[-1:]
        and (verb.tag_ == "VBG" or verb.lemma_ == "fly")
        and verb.lemma_ in MOVING | {"come"}
        and _COMES_BACK.fullmatch(token.doc[days[0].i + 1 : days[-1].i].text) is not None
    )


_COMES_BACK = re.compile(
    r"(?:(?:,|and|then|but) ?){0,2}(?:com\w{1,3} |gett?\w{0,3} )?(?:back|home)(?: (?:home|here))?(?: on)?", re.I
)
# Between the day on which somebody comes or goes and the one on which they leave or are back.
_BETWEEN = re.compile(
    rf"\b(?P<first>{_WEEKDAY})(?: (?:morning|afternoon|evening|night))?,?(?: \w+)?"
    r"(?: (?:and|then|until|till|to|but|will|is|are|i|we|he|she|they|i'm|we're|he's|she's|they're))* "
    r"(?:(?:back|home|until|till)|(?:(?:comes?|coming|gets?|getting|flies|fly|flying|goes|go|going|be)"
    r" (?:back|home))|(?:returns?|returning|leaves?|leaving|departs?))(?: (?:home|again|here|\w+))?(?: on)? $",
    re.I,
)


def returning(match: dates.DateMatch, before: str, today: date) -> dates.DateMatch:
    """The match, a weekday to come that stands behind `before`, in the week after where somebody is back or leaves on
    it, and comes or goes on a weekday that is named first: "arrives on Friday and leaves on Tuesday"."""
    named = _BETWEEN.search(before[-_REACH:])
    if named is None or match.day <= today or BEHIND.search(before) or _SINCE.search(before):
        return match  # of "left on Friday and is back on Tuesday" the Friday may lie behind
    first = today + timedelta((WEEKDAYS[named["first"].lower()] - today.weekday()) % 7)
    if first < match.day:
        return match
    day = match.day + timedelta(7)
    return replace(match, day=day, replacement=match.replacement.replace(long_date(match.day), long_date(day)))


# "From Friday to Sunday", "from 12 June to the 20th".
_TO_A_DAY = re.compile(
    rf" (?:to|till|until|through) (?:on )?(?P<day>{_WEEKDAY}|the (?P<number>\d{{1,2}})(?:st|nd|rd|th))(?!\w)"
    r"(?! (?:of )?(?-i:[A-Z\d]))",
    re.I,
)
_FROM = re.compile(r"\bfrom (?:on )?$", re.I)
_AWAY = word_set("away abroad")
_WORKING = word_set("work teach study open")  # "am teaching from Monday to Thursday"; a course is taught once
# "During term", "home at weekends", "all his life", "used to work": of many weeks.
_EACH_WEEK = re.compile(
    r"\b(?:during (?:the )?(?:term|semester|season)|weekends|(?:at|home on) the weekend|every|each|usually|normally"
    r"|always|used to|back then|all (?:my|his|her|their|our) life|when (?:i|he|she|we|they) (?:was|were)"
    r"|from \w+ on(?:wards?)?)\b",
    re.I,
)


def with_last_days(spans: list[dates.Span], clause: Clause, text: str, today: date) -> Iterator[dates.Span]:
    """The spans, with the day to which one reaches: one date of two would tell less than both weekdays as they were
    said. Of "open from Monday to Saturday" and "on call from Friday to Monday", which may be each week, neither has a
    date."""
    for match, first, rest in spans:
        last = _TO_A_DAY.match(text, match.end) if _FROM.search(text[: match.start]) else None
        covered = [t for t in clause.tokens if last and last.start("day") <= t.idx < last.end()]
        if last is None or not covered or match.granularity != "day":
            yield match, first, rest
            continue
        head = clause.head
        is_weekday = WEEKDAY_ALONE.fullmatch(text[match.start : match.end]) is not None
        day = _last_day(last, match.day, today, past=is_past(head) and is_weekday)
        if day is None or (is_weekday and (_EACH_WEEK.search(text) or not (is_past(head) or _is_once(head)))):
            continue
        begins = match.day
        if is_weekday and is_past(head):
            begins = day - timedelta((day.weekday() - match.day.weekday()) % 7 or 7)
        start = replace(
            match, day=begins, replacement=match.replacement.replace(long_date(match.day), long_date(begins))
        )
        yield start, first, rest
        end = replace(match, start=last.start("day"), end=last.end(), replacement=long_date(day), day=day)
        yield end, covered[0].i, [token.i for token in covered[1:]]


def _last_day(last: re.Match[str], first: date, today: date, *, past: bool) -> date | None:
    """The first such day behind the first one; of a weekday that is past, the last one before today."""
    if last["number"] is None:
        weekday = WEEKDAYS[last["day"].lower()]
        return (
            today - timedelta((today.weekday() - weekday) % 7)
            if past
            else first + timedelta((weekday - first.weekday()) % 7 or 7)
        )
    later = first.replace(day=1)
    if int(last["number"]) <= first.day:
        later = (later + timedelta(days=31)).replace(day=1)
    try:
        return later.replace(day=int(last["number"]))
    except ValueError:  # 31 June
        return None


def _is_once(verb: Token) -> bool:
    """ "Are visiting", "will be in Oslo", "I'm away", "I'm in Hamburg": no one's every week, as far as they say."""
    if is_ahead(verb):
        return verb.lemma_ not in _WORKING or any(child.dep_ == "dobj" for child in verb.children)
    where = [child for child in verb.children if child.i > verb.i]
    return verb.lemma_ == "be" and any(
        child.lower_ in _AWAY
        or (child.lower_ == "in" and any(place.pos_ == "PROPN" for place in child.children))
        or (child.lower_ == "on" and any(leave.lemma_ in ("holiday", "leave", "vacation") for leave in child.children))
        for child in where
    )


_REACH = 80  # characters
_SINCE = re.compile(r"\bsince\b", re.I)


_ONCE = word_set("start begin join arrive return fly land depart")


def is_ahead(verb: Token) -> bool:
    """ "Is starting", "will start", and "starts", which nobody does each week."""
    helpers = {child.lemma_.lower() for child in verb.children if child.dep_ == "aux"}
    once = verb.tag_ in ("VBZ", "VBP") and verb.lemma_ in (
        "start",
        "begin",
        "join",
        "arrive",
        "return",
        "fly",
        "land",
        "depart",
    )
    return "will" in helpers or (verb.tag_ == "VBG" and "be" in helpers) or once
