"""The dates that a clause names, where they stand in it, and written out in their place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from typing import TYPE_CHECKING

from memory.language.en.vocabulary import MONTH_NAMES, WEEKDAY_NAMES

from . import dates
from .clauses import Clause, finite_verb, is_past
from .lexicon import TIMES, word_set

if TYPE_CHECKING:
    from spacy.tokens import Token

# A date of the text, the position of the word that it replaces, and those of the words that go.
Span = tuple[dates.DateMatch, int, list[int]]
# "My birthday is on 5 May" is true every year.
_EACH = r"every|each|annual|yearly|monthly|a month|per month|always|usually"
_OFTEN = re.compile(rf"\b(?:{_EACH})\b", re.I)
_RECURRING = re.compile(rf"\b(?:birthday|anniversary|born|{_EACH})\b", re.I)
# "Rent is due on the 5th" is true every month.
_MONTHLY = re.compile(
    r"\b(?:rent|mortgage|pay ?day|salary|salaries|wages|pension|allowance|benefits?|direct debits?|standing orders?"
    r"|instal?lments?)\b.*"
    r"\b(?:is|are|comes?|goes|go|falls?|due|paid|arrives?|lands?)\b.* the \d{1,2}(?:st|nd|rd|th)\b(?! (?:of )?[A-Z])",
    re.I,
)
_UNDATED_DAY = re.compile(
    rf"(?:on |in |until |till )?(?:the )?(?:\d|{'|'.join((*MONTH_NAMES, *WEEKDAY_NAMES))})\D{{0,40}}\d{{0,2}}(?!\d)"
    r"(?!.*\d{4})",
    re.I,
)


def write_dates(spans: list[Span], replaced: dict[int, str]) -> None:
    """Enter each date into `replaced`, {index of a token: what is written for it}: the date stands for the first of its
    words, and nothing stands for the rest."""
    for match, first, rest in spans:
        replaced[first] = match.replacement
        replaced.update((index, "") for index in rest)


def date_spans(clause: Clause, text: str, today: date, *, past: bool | None = None, talk: str = "") -> list[Span]:
    """The dates named within a clause, each with the first word it replaces and the words it removes. `talk` is the
    turn that the clause stands in."""
    found: list[Span] = []
    before = is_past(clause.head) if past is None else past
    otherwise = {match.start: match for match in dates.find(text, today, past=not before)}
    for match in dates.find(text, today, past=before):
        covered = [token for token in clause.tokens if match.start <= token.idx and token.idx + len(token) <= match.end]
        if covered and covered[0].lower_ == "coming" and _is_ahead(covered[0]):
            covered = covered[1:]  # "she is coming Thursday": not the coming one
        recurs = _RECURRING.search(text) or (not before and _MONTHLY.search(text))
        # Of "her birthday is on the 14th" only the day of speaking tells the month; "each month, on the 15th" is in all
        is_alone = _DAY_ALONE.fullmatch(text[match.start : match.end])
        named = _OFTEN.search(text) or _MONTHLY.search(text) or not is_alone
        if not covered or (recurs and named and _UNDATED_DAY.match(text[match.start : match.end])):
            continue
        if _WEEKDAYS_TO.search(text[: match.end]) and _WEEKDAY_ALONE.fullmatch(text[match.start : match.end]):
            continue  # "Monday to Friday" is every week
        if not before and _WEEKDAYS_ON.search(text) and _WEEKDAY_ALONE.fullmatch(text[match.start : match.end]):
            continue  # "I run Tuesday, Thursday, and long on Sunday"
        if _WEEKDAY_ALONE.fullmatch(text[match.start : match.end]) and _names_a_thing(covered[-1]):
            continue
        if is_alone and not _DATED.search(text) and _is_of_another_month(match.day, talk):
            continue
        inner = _verb_above(covered[-1], clause)
        if past is None and inner != clause.head and is_past(inner) != before:
            match = otherwise.get(match.start, match)  # "she told me that the office closes in June"
        elif before and _NOW_ON.search(text[: match.start]):
            match = otherwise.get(match.start, match)
        elif (
            before
            and not _was_there(clause)
            and _is_meant_ahead(match, otherwise.get(match.start), today)
            or before
            and _is_set_for(clause, text, match, otherwise.get(match.start), today)
        ):
            match = otherwise[match.start]
        found.append((match, covered[0].i, [token.i for token in covered[1:]]))
    if past is None and not _OFTEN.search(text):
        told = {index for _, first, rest in found for index in (first, *rest)}
        found += [
            span for token in clause.tokens if token.i not in told for span in _bare_weekday(token, clause, today)
        ]
    return found


def is_each_week(span: Span, text: str) -> bool:
    """Whether a wish for good means each such day by it: "never suggest desk huddles on Tuesday". It does not where it
    tells why not on that one: "don't call me on Thursday, I'm in court". `text` begins with what the span is of."""
    match, _, _ = span
    if _UNTIL.search(text[: match.start]) or not _WEEKDAY_OR_PART.fullmatch(text[match.start : match.end]):
        return False
    reason = _REASON.search(text)
    return reason is None or _EACH_WEEK.search(text) is not None or _BY_HABIT.search(reason.group()) is not None


def _bare_weekday(token: Token, clause: Clause, today: date) -> Iterator[Span]:
    """ "She came Sunday", "he is starting Monday": as people type it, the last one, or the next."""
    verb = token.head
    is_when = token.dep_ == "npadvmod" and verb.pos_ in ("VERB", "AUX") and not any(True for _ in token.children)
    if not is_when or not _WEEKDAY_ALONE.fullmatch(token.text):
        return
    past = is_past(_verb_above(token, clause))
    others = any(_WEEKDAY_ALONE.fullmatch(other.text) for other in clause.tokens if other != token)
    is_set = verb.lemma_.lower() in _SETTING | _MOVING and any(child.dep_ == "dobj" for child in verb.children)
    if others or (past and is_set) or not (past or _is_ahead(verb)):
        return  # "I moved the class Tuesday to Thursday", "we booked the hall Friday": when it is to be, or when it was
    for match in dates.find(f"on {token.text}", today, past=past):
        yield replace(match, start=token.idx, end=token.idx + len(token)), token.i, []


def _is_ahead(verb: Token) -> bool:
    """ "Is starting", "will start"."""
    helpers = {child.lemma_.lower() for child in verb.children if child.dep_ == "aux"}
    return "will" in helpers or (verb.tag_ == "VBG" and "be" in helpers)


_MONTH = "|".join((*MONTH_NAMES, *(name[:3] for name in MONTH_NAMES)))
_DATED = re.compile(
    rf"\b\d{{1,2}}(?:st|nd|rd|th)? (?:of )?(?P<behind>{_MONTH})\b|\b(?P<before>{_MONTH}) \d{{1,2}}\b", re.I
)


def _is_of_another_month(day: date, talk: str) -> bool:
    """ "Maths is on 14 May. French is on the 22nd", said in March: of which month, the words do not tell."""
    named = {(found["behind"] or found["before"])[:3].title() for found in _DATED.finditer(talk)}
    return bool(named) and MONTH_NAMES[day.month - 1][:3] not in named


_WEEKDAY = f"(?:{'|'.join(WEEKDAY_NAMES)})"
_WEEKDAYS_ON = re.compile(rf"\b{_WEEKDAY}, {_WEEKDAY},? and (?:[\w-]+ )?(?:on )?{_WEEKDAY}\b", re.I)
_WEEKDAYS_TO = re.compile(rf"\b{_WEEKDAY}s? ?(?:to|till|until|through|-|–) ?{_WEEKDAY}s?$", re.I)
_WEEKDAY_ALONE = re.compile(rf"(?:on )?{_WEEKDAY}", re.I)
_WEEKDAY_OR_PART = re.compile(rf"(?:on )?{_WEEKDAY}(?: (?:morning|afternoon|evening|night))?", re.I)
_NOW_ON = re.compile(r"\bnow (?:on |for )?$", re.I)  # "the surgery called: now on the 12th"
_UNTIL = re.compile(r"\b(?:until|till|before|by) $", re.I)
# What is so, told behind what is not to be done: "…, I'm in court", "… because my son has an exam"; nor "as I said".
_REASON = re.compile(
    r"(?:[,;:–—-] ?|\b(?:because|as|since|cos) )"
    r"(?:(?:I|we)\b(?!['’]d\b| (?:was|were|had|did|said|told|\w+ed)\b)"
    r"|(?:it|there|(?:my|our) \w+)(?:['’]s\b| (?:is|are|has|have)\b)).*",
    re.I,
)
_EACH_WEEK = re.compile(r"\b(?:every|each|from now on|going forward|in future|as a rule)\b", re.I)
_BY_HABIT = re.compile(rf"\b(?:always|never|usually|normally|regularly|weekly|do(?:es)?n['’]t|{_WEEKDAY}s)\b", re.I)
_DAY_ALONE = re.compile(r"(?:on )?(?:the )?\d{1,2}(?:st|nd|rd|th)", re.I)
_LONG_AGO = timedelta(days=240)
_SOON = timedelta(days=120)


# Who did one of these was there: of all else, a day so far back is told with its year.
_EXPERIENCED = word_set("visit meet see attend marry die graduate celebrate eat watch play win lose")
_MOVING = word_set("move go travel fly drive walk run return arrive leave fall")


def _was_there(clause: Clause) -> bool:
    verb = clause.head
    if any(c.dep_ in ("nsubjpass", "auxpass") for c in verb.children):
        return False
    moves = verb.lemma_ in _MOVING and not any(c.dep_ == "dobj" for c in verb.children)  # "moved the entry to 7 June"
    return moves or verb.lemma_ in _EXPERIENCED


def _is_meant_ahead(back: dates.DateMatch, ahead: dates.DateMatch | None, today: date) -> bool:
    """ "I got the scan on 3 March", said in February: no year is named, and that of last year is far."""
    near = ahead is not None and ahead.granularity == back.granularity == "day" and ahead.day - today < _SOON
    return near and today - back.day > _LONG_AGO


def _names_a_thing(weekday: Token) -> bool:
    """ "The Wednesday course": which one, not when. "Since Monday teatime" is when."""
    if weekday.i and weekday.nbor(-1).lower_ in ("since", "on", "until", "till", "by", "before", "after", "from"):
        return False
    thing = weekday.head
    behind = weekday.dep_ == "compound" and thing.i > weekday.i and thing.pos_ == "NOUN"
    return behind and thing.lemma_.lower() not in TIMES


# What was done is past, and what it was done for is to come: "I've signed up for the race in June".
_SETTING = word_set("book rebook reserve sign register enrol enroll schedule reschedule postpone")


def _is_set_for(clause: Clause, text: str, match: dates.DateMatch, ahead: dates.DateMatch | None, today: date) -> bool:
    """Whether the date is when something is to be that was booked: "for 3 March", or the nearer one of the race in
    June."""
    if ahead is None or ahead.day <= today or clause.head.lemma_.lower() not in _SETTING:
        return False
    between = text[clause.head.idx : match.start].lower().split()
    if between and between[-1] in ("for", "to"):
        return True
    return "for" in between and ahead.day - today < today - match.day


def _verb_above(token: Token, clause: Clause) -> Token:
    """The verb of the clause within the clause that a word stands in, if it tells its own tense."""
    for above in token.ancestors:
        if above == clause.head:
            break
        if above.dep_ in ("ccomp", "relcl") and finite_verb(above).tag_ in ("VBD", "VBP", "VBZ", "MD"):
            return above
        if above.dep_ in ("conj", "advcl", "acl", "dep", "parataxis") and finite_verb(above).tag_ in ("VBD", "VBN"):
            return above  # "I'm at number 18 now, moved in April"
    return clause.head
