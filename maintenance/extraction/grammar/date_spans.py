"""The dates that a clause names, where they stand in it, and written out in their place."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date, timedelta
from typing import TYPE_CHECKING

from memory.language.dates import CLEARLY
from memory.language.en.change_words import SHIFTING
from memory.language.en.vocabulary import MONTH_NAMES, WEEKDAY_NAMES, WEEKDAYS

from . import dates
from .agents import is_doer
from .clauses import MISHAPS, SUBJECTS, Clause, finite_verb, is_past
from .each_month import THE_PRESENT, is_by_habit, is_paid_monthly
from .lexicon import COLLECTIVE, TIMES, UNCHANGING, word_set
from .mentions import is_person
from .tense import verb_above
from .weekdays import MOVING, SETTING, WEEKDAY_ALONE, bare_weekday, is_ahead, returning, with_last_days

if TYPE_CHECKING:
    from spacy.tokens import Token

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


def write_dates(spans: list[dates.Span], replaced: dict[int, str]) -> None:
    """Enter each date into `replaced`, {index of a token: what is written for it}: the date stands for the first of its
    words, and nothing stands for the rest."""
    for match, first, rest in spans:
        replaced[first] = match.replacement
        replaced.update((index, "") for index in rest)


def date_spans(clause: Clause, text: str, today: date, *, past: bool | None = None, talk: str = "") -> list[dates.Span]:
    """The dates named within a clause, each with the first word it replaces and the words it removes. `talk` is the
    turn that the clause stands in."""
    found: list[dates.Span] = []
    before = is_past(clause.head) if past is None else past
    otherwise = {match.start: match for match in dates.find(text, today, past=not before)}
    is_undated = False
    for match in dates.find(text, today, past=before):
        said = text[match.start : match.end]
        if not before and WEEKDAY_ALONE.fullmatch(said):
            match = returning(match, text[: match.start], today)
        covered = [token for token in clause.tokens if match.start <= token.idx and token.idx + len(token) <= match.end]
        if covered and covered[0].lower_ == "coming" and is_ahead(covered[0]):
            covered = covered[1:]  # "she is coming Thursday": not the coming one
        is_alone = _DAY_ALONE.fullmatch(said)
        if covered and is_doer(covered):
            continue
        if not covered or _is_each(match, covered, clause, text, past=before) or _is_of_a_series(covered[-1]):
            continue
        if is_alone and not _DATED.search(text) and _is_of_another_month(match.day, talk):
            continue
        if is_alone and dates.is_left_open(is_alone[0], talk, today, past=before):
            continue
        verb = verb_above(covered[-1], clause) if past is None else clause.head
        was = before if verb == clause.head or verb.tag_ == "VBG" else is_past(verb)
        other = otherwise.get(match.start, match)
        sides = (match, other) if before else (other, match)  # behind, and ahead
        is_set = not was or _is_set_for(clause, text, *sides, today)
        if is_set and before and match.start not in otherwise:
            continue  # "Ines was promoted and takes over on 15 May", said in June: last month, or next year
        sure: dates.DateMatch | None
        if _tells_since_when(covered[0]):
            sure = sides[0]
        elif not before and _is_of_what_was(covered[0]) or _is_called_off(covered[-1], clause):
            sure = _clearly_nearer(*sides, today)
        else:
            sure = sides[1] if is_set else _on_its_side(*sides, verb, text, today)
        is_undated = sure is None or (is_undated and is_alone is not None)
        if sure is None or is_undated:
            continue
        if is_alone and covered[-1].head.pos_ == "VERB" and sure.replacement[:1].isdigit():
            sure = replace(sure, replacement=f"on {sure.replacement}")  # "she starts the 1st"
        found.append((sure, covered[0].i, [token.i for token in covered[1:]]))
    if past is None:
        found = list(with_last_days(found, clause, text, today))
    if past is None and not _OFTEN.search(text):
        told = {index for _, first, rest in found for index in (first, *rest)}
        found += [
            span for token in clause.tokens if token.i not in told for span in bare_weekday(token, clause, text, today)
        ]
    return found


def _is_each(match: dates.DateMatch, covered: list[Token], clause: Clause, text: str, *, past: bool) -> bool:
    """Whether no one day is meant: each year's or week's, or which Wednesday course it is."""
    said = text[match.start : match.end]
    is_alone = _DAY_ALONE.fullmatch(said) is not None
    recurs = _RECURRING.search(text) or (not past and _MONTHLY.search(text))
    # Of "her birthday is on the 14th" only the day of speaking tells the month; "each month, on the 15th" is in all
    named = _OFTEN.search(text) or _MONTHLY.search(text) or not is_alone
    # "Every evening since Thursday" began on one.
    if recurs and named and _UNDATED_DAY.match(said) and not _tells_since_when(covered[0]):
        return True
    if (is_alone and is_paid_monthly(covered[-1], clause)) or (THE_PRESENT.fullmatch(said) and is_by_habit(clause)):
        return True
    each_term = clause.head.lemma_ in _EACH_TERM and clause.head.tag_ in ("VBP", "VBZ") and not past
    if each_term and _WEEKDAY_OR_PART.fullmatch(said) and _ONE_AND_ONE.search(text):
        return True  # "I teach one class on Tuesday morning and one on Thursday evening"
    if not WEEKDAY_ALONE.fullmatch(said):
        return False
    if _wants_as_a_rule(clause) and not past:
        return True  # "Weide & Co, they want orders by Thursday noon"
    if _WEEKDAYS_TO.search(text[: match.end]):
        return True  # "Monday to Friday" is every week
    if clause.head.lemma_ in SHIFTING and _FROM.search(text[: match.start]) and _TO_A_WEEKDAY.match(text[match.end :]):
        return True  # "we changed the report day from Friday to Thursday"
    # "I run Tuesday, Thursday, and long on Sunday"
    return (not past and _WEEKDAYS_ON.search(text) is not None) or _names_a_thing(covered[-1])


def _wants_as_a_rule(clause: Clause) -> bool:
    """Whether a firm wants or takes orders, whenever there are any; "they want reports by Friday" is this Friday."""
    subject, what = clause.subject, next((c for c in clause.head.children if c.dep_ == "dobj"), None)
    if subject is None or subject.lower_ != "they" or clause.head.tag_ != "VBP" or what is None:
        return False
    return clause.head.lemma_ in _WANTING and what.tag_ == "NNS" and what.lower_ in ("orders", "bookings", "returns")


_WANTING = word_set("want need take require expect accept")


def _is_of_a_series(span: Token) -> bool:
    """ "Anna's last week of rehearsals", "in the last week of school": which week of it, not the week before this."""
    if span.lemma_.lower() not in TIMES or span.i + 1 >= len(span.doc) or span.nbor().lower_ != "of":
        return False
    if span.i + 2 < len(span.doc) and span.nbor(2).lower_ in ("all", "course"):
        return False  # "in Rome last week of all places"
    return any(child.dep_ == "amod" and child.lower_ in ("last", "next") for child in span.children)


def is_each_week(span: dates.Span, text: str) -> bool:
    """Whether a wish for good means each such day by it: "never suggest desk huddles on Tuesday". It does not where it
    tells why not on that one: "don't call me on Thursday, I'm in court". `text` begins with what the span is of."""
    match, _, _ = span
    if _UNTIL.search(text[: match.start]) or not _WEEKDAY_OR_PART.fullmatch(text[match.start : match.end]):
        return False
    reason = _REASON.search(text)
    return reason is None or _EACH_WEEK.search(text) is not None or _BY_HABIT.search(reason.group()) is not None


_MONTH = "|".join((*MONTH_NAMES, *(name[:3] for name in MONTH_NAMES)))
_DATED = re.compile(
    rf"\b\d{{1,2}}(?:st|nd|rd|th)? (?:of )?(?P<behind>{_MONTH})\b|\b(?P<before>{_MONTH}) \d{{1,2}}\b", re.I
)


def _is_of_another_month(day: date, talk: str) -> bool:
    """ "Maths is on 14 May. French is on the 22nd", said in March: of which month, the words do not tell."""
    named = {(found["behind"] or found["before"])[:3].title() for found in _DATED.finditer(talk)}
    return bool(named) and MONTH_NAMES[day.month - 1][:3] not in named


_WEEKDAY = f"(?:{'|'.join(WEEKDAY_NAMES)})"
_WEEKDAYS_ON = re.compile(
    rf"\b{_WEEKDAY}, {_WEEKDAY},? and (?:[\w-]+ )?(?:on )?{_WEEKDAY}\b"
    rf"|\b{_WEEKDAY} ?(?:[+&/]|and) ?(?:on )?(?:{'|'.join(WEEKDAYS)})\b",
    re.I,
)
_WEEKDAYS_TO = re.compile(rf"\b{_WEEKDAY}s? ?(?:to|till|until|through|-|–) ?{_WEEKDAY}s?$", re.I)
_FROM = re.compile(r"\bfrom $", re.I)
_TO_A_WEEKDAY = re.compile(rf" to {_WEEKDAY}s?\b", re.I)
_WEEKDAY_OR_PART = re.compile(rf"(?:on )?{_WEEKDAY}(?: (?:morning|afternoon|evening|night))?", re.I)
_PART = "(?: (?:morning|afternoon|evening|night))?"
_ONE_AND_ONE = re.compile(rf"\b{_WEEKDAY}{_PART},? and (?:the other |another |one )?(?:on )?{_WEEKDAY}{_PART}\b", re.I)
_EACH_TERM = word_set("teach work train coach tutor volunteer swim practise practice rehearse")
_NOW_ON = re.compile(r"\bnow (?:on |for )?$", re.I)  # "the surgery called: now on the 12th"
_UNTIL = re.compile(r"\b(?:until|till|before|by) $", re.I)
_LASTED_UNTIL = re.compile(r"\b(?:until|till) (?:the )?$", re.I)
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
_HALF_A_YEAR = timedelta(days=183)
_SPARE = timedelta(days=30)


# Who did one of these was there: of all else, a day so far back is told with its year.
_EXPERIENCED = word_set(
    "visit meet see attend marry die graduate celebrate eat watch play win lose run ride race swim climb"
)
# What is done to a plan, beside which its new day stands.
_SHIFTING = word_set("move shift slip slide push bump postpone delay reschedule adjourn defer")
_BESIDE = re.compile(r"(?:[,:;]| [–—-]+)\s*(?:now |the )*$", re.I)


def _was_there(verb: Token) -> bool:
    if any(c.dep_ in ("nsubjpass", "auxpass") for c in verb.children):
        return False
    moves = verb.lemma_ in MOVING and not any(c.dep_ == "dobj" for c in verb.children)  # "moved the entry to 7 June"
    return moves or verb.lemma_ in _EXPERIENCED


# What somebody came by, or moved, may be for a day to come.
_COME_BY = word_set("get have receive accept secure land find agree confirm fix arrange put push shift change move")


def _is_meant_ahead(verb: Token, text: str, back: dates.DateMatch, ahead: dates.DateMatch, today: date) -> bool:
    """ "I got the scan on 3 March", said in February, and "a place in the race, 6 December": no year is named, and that
    of last year is far, or the day is that of the thing."""
    if not _is_either_year(back, ahead) or _was_there(verb):
        return False
    since, until = today - back.day, ahead.day - today
    is_of_the_thing = text[: back.start].endswith(", ") and verb.lemma_.lower() in _COME_BY | SETTING
    return (since > _LONG_AGO and until < _SOON) or (
        is_of_the_thing and since > _SOON and until < _HALF_A_YEAR + _SPARE
    )


def _on_its_side(
    back: dates.DateMatch, ahead: dates.DateMatch, verb: Token, text: str, today: date
) -> dates.DateMatch | None:
    """The day on which something was that the verb tells. None of one whose year is not told, where the next one is
    nearer: "I cut down the oak on 20 November", said in April, may be of any year, and stays as it was said."""
    is_end = _LASTED_UNTIL.search(text[: back.start]) is not None
    if _BESIDE.search(text[: back.start]) and (shifted := _shifted(verb)) is not None:
        is_told_of = shifted.dep_ in SUBJECTS and (
            shifted.pos_ == "PRON" or any(child.dep_ in ("det", "poss") for child in shifted.children)
        )  # what stands bare may be a name that the parse took for a thing
        return ahead if is_told_of else _clearly_nearer(back, ahead, today)
    if back.day != ahead.day and _may_be_present(verb):
        return back if today - back.day <= ahead.day - today else None
    if _may_be_of_the_thing(verb, text, back, ahead, today):
        return None
    if _NOW_ON.search(text[: back.start]) or (not is_end and _is_meant_ahead(verb, text, back, ahead, today)):
        return ahead
    if verb.tag_ == "VBG" and not is_end:
        return _clearly_nearer(back, ahead, today)
    is_nearer_ahead = today - back.day > max(_HALF_A_YEAR, ahead.day - today)
    return None if is_nearer_ahead and _is_either_year(back, ahead) and not _was_there(verb) else back


def _may_be_of_the_thing(verb: Token, text: str, back: dates.DateMatch, ahead: dates.DateMatch, today: date) -> bool:
    """ "I signed up for the marathon on 18 October", said in March: it is as likely the day of the marathon."""
    is_for_it = verb.lemma_.lower() in SETTING and " for " in text[verb.idx : back.start]
    return is_for_it and _is_either_year(back, ahead) and today - back.day > 2 * _SPARE


def _shifted(verb: Token) -> Token | None:
    """The plan whose new day stands beside: "the release moved again, 15 May", "they pushed the demo – 3 November".
    None where somebody moved."""
    if verb.lemma_.lower() not in _SHIFTING:
        return None
    moved = [child for child in verb.children if child.dep_ == "dobj"]
    moved = moved or [child for child in verb.children if child.dep_ in SUBJECTS]
    things = (one for one in moved if one.pos_ in ("NOUN", "PROPN") or one.lower_ in ("it", "this", "that"))
    return next((one for one in things if not is_person(one) and one.lemma_.lower() not in COLLECTIVE), None)


def _may_be_present(verb: Token) -> bool:
    """ "I quit at the end of June", said in March, is as often a plan. "He quit" is none, and no mishap is."""
    doers = [child for child in verb.children if child.dep_ == "nsubj"]
    several = any(one.lower_ in ("i", "we", "you", "they") or one.tag_ == "NNS" for one in doers)
    return several and finite_verb(verb) is verb and verb.lower_ in UNCHANGING - MISHAPS


def _tells_since_when(day: Token) -> bool:
    """ "I'm without a car since the crash in October": whatever goes on since then, that is past."""
    return any(above.lower_ == "since" and above.dep_ == "prep" for above in day.ancestors)


_FOR_WHAT_WAS = word_set("refund compensation reimbursement apology repayment credit")


def _is_of_what_was(day: Token) -> bool:
    """ "Wants a refund for the double charge in August": what is made good has happened."""
    return any(
        above.lower_ in ("for", "of") and above.dep_ == "prep" and above.head.lemma_ in _FOR_WHAT_WAS
        for above in day.ancestors
        if above != day.head  # "a refund in August", "the refund for August"
    )


def _is_called_off(day: Token, clause: Clause) -> bool:
    """ "I cancelled the class on the 14th": it may be the day of the class, and that of the cancelling."""
    above = (clause.head, *day.ancestors)
    return any(
        verb.lemma_ == "cancel" or (verb.lemma_ == "call" and any(child.lower_ == "off" for child in verb.children))
        for verb in above
    )


def _clearly_nearer(back: dates.DateMatch, ahead: dates.DateMatch, today: date) -> dates.DateMatch | None:
    """ "I changed jobs, starting at Arup in January": a participle has no tense of its own."""
    if back.day == ahead.day:
        return back
    since, until = today - back.day, ahead.day - today
    if abs(since - until) < CLEARLY:
        return None
    return ahead if until < since else back


def _is_either_year(back: dates.DateMatch, ahead: dates.DateMatch) -> bool:
    return back.granularity == ahead.granularity == "day" and (ahead.day - back.day).days in (365, 366)


def _names_a_thing(weekday: Token) -> bool:
    """ "The Wednesday course": which one, not when. "Since Monday teatime" is when."""
    if weekday.i and weekday.nbor(-1).lower_ in ("since", "on", "until", "till", "by", "before", "after", "from"):
        return False
    thing = weekday.head
    behind = weekday.dep_ == "compound" and thing.i > weekday.i and thing.pos_ == "NOUN"
    return behind and thing.lemma_.lower() not in TIMES


def _is_set_for(clause: Clause, text: str, match: dates.DateMatch, ahead: dates.DateMatch, today: date) -> bool:
    """Whether the date is when something is to be that was booked: "for 3 March", or the nearer one of the race in
    June."""
    if ahead.day <= today or clause.head.lemma_.lower() not in SETTING:
        return False
    between = text[clause.head.idx : match.start].lower().split()
    if between and between[-1] in ("for", "to"):
        return True
    return "for" in between and ahead.day - today < today - match.day
