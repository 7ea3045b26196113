"""How two facts stand to each other, by rules: the same, a newer value, a contradiction, or nothing of the kind.

Pure, and without a parser: facts are third-person sentences of one claim, so their shape can be read from the words.
A functional slot is a thing of which somebody has one at a time: an employer, a home, a birthday, a name.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files

from .lexicon import words
from .types import Verdict

_SUBJECT = r"(?P<subject>[^,;]{1,80}?)"
_NOW = r"(?:now |currently |still |just |recently )?"
_ONE_OF_A_KIND = (
    r"birthday|date of birth|birth date|birthplace|name|full name|first name|last name|surname"
    r"|nickname|age|height|weight|"
    r"phone number|phone|mobile number|telephone number|number|e-?mail|e-?mail address|address"
    r"|home address|postcode|zip code|"
    r"time ?zone|job title|job|title|occupation|profession|role|position|salary|employer|company"
    r"|boss|manager|supervisor|"
    r"landlord|wife|husband|spouse|fiancée?|girlfriend|boyfriend|partner|nationality|native language|mother tongue|"
    r"first language|blood type|star sign|pronouns|shoe size|clothing size|budget|deadline"
    r"|password|username|home town|hometown|"
    r"home city|marital status|due date|wedding date|appointment|flight|goal weight|target weight|rent|main language|"
    r"(?:favou?rite|preferred|default|current) [\w' -]{2,40}"
)
_PATTERNS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (slot, re.compile(rf"^{_SUBJECT} {pattern}$", re.I))
    for slot, pattern in (
        (
            "employer",
            _NOW + r"(?:works|is working|is employed|has been working|has worked) (?:[^,]{1,30} "
            r")?(?:at|for) (?P<value>[^,]+)",
        ),
        (
            "employer",
            _NOW + r"(?:started|began|has started|has begun|is starting)(?: working| a (?:new )?(?:job"
            r"|position|role))(?: as [^,]{1,40}?)? (?:at|for|with) (?P<value>[^,]+)",
        ),
        (
            "employer",
            _NOW + r"(?:got|has|has got|took|accepted|landed) a (?:new )?(?:job|position|role)(?: as "
            r"[^,]{1,40}?)? (?:at|with) (?P<value>[^,]+)",
        ),
        ("occupation", _NOW + r"(?:works|is working|is employed) as (?P<value>[^,]+)"),
        (
            "home",
            _NOW
            + r"(?:lives|is living|resides|is residing|is based|has been living|has lived) (?:in|at) (?P<value>.+)",
        ),
        (
            "home",
            _NOW + r"(?:moved|has moved|relocated|has relocated|moved back|has moved back)(?: from "
            r"[^,]{1,40}?)? to (?P<value>.+)",
        ),
        ("birthday", r"was born on (?P<value>\d.*|\w+ \d.*)"),
        ("birthplace", r"was born in (?P<value>[^\d,]+)"),
        ("birth year", r"was born in (?P<value>(?:19|20)\d\d)"),
        (
            "name",
            r"(?:is called|is named|wants to be called|goes by|wants to be addressed as) (?P<value>[^,]+)",
        ),
        (
            "age",
            r"(?:is|turned|has turned|has just turned) (?P<value>\d{1,3}|[a-z]+(?:-[a-z]+)?)(?: "
            r"years old| year old)?(?: on [^,]+)?",
        ),
        (
            "marital status",
            r"(?:is|got|has got|has been|became)"
            + r" (?:now |happily |currently |recently |legally )?(?P<value>single|married"
            r"|divorced|engaged|widowed|separated)(?: (?:(?:to|with|on|since) [^,]+|in (?:[A-Z]\w+ )?\d+))?",
        ),
        ("native language", r"speaks (?P<value>[^,]+) as (?:a|their) (?:native|first) language"),
        (
            "answer language",
            r"wants the assistant to (?:always )?(?:answer|reply|respond|write|speak|talk)(?: "
            r"only)? in (?P<value>[^,]+)",
        ),
        ("units", r"wants the assistant to (?:always )?use (?P<value>metric|imperial)(?: units)?"),
        ("drives", r"drives an? (?P<value>[^,]+)"),
    )
)
_OWNED = re.compile(
    rf"^(?P<subject>.{{1,60}}?)(?P<owner>['’]s?|) (?P<slot>{_ONE_OF_A_KIND}) "
    r"(?:is|are|was changed to|changed to|has changed to|"
    r"has been changed to|will be|is now|moved to|has moved to) (?P<not>not )?(?:now |set to |called |named )?"
    r"(?P<value>.+)$",
    re.I,
)
_DEFINITE = re.compile(
    rf"^the (?P<slot>{_ONE_OF_A_KIND}|price|cost|meeting|event|party|wedding|trip|release|launch|version|total|"
    r"[\w -]{2,40}? "
    r"(?:deadline|budget|date|password|version|meeting|price|port|limit))(?P<of> (?:of|for) [\w' -]{1,60}?)? "
    r"(?:is|was changed to|changed to|will be|is now|has been changed to|moved to|has moved to) "
    r"(?:now |set to )?(?P<value>.+)$",
    re.I,
)
_SAME_SLOT = {
    "fave": "favourite",
    "favorite": "favourite",
    "mobile number": "phone number",
    "phone": "phone number",
    "telephone number": "phone number",
    "e-mail": "email",
    "email address": "email",
    "e-mail address": "email",
    "date of birth": "birthday",
    "birth date": "birthday",
    "profession": "occupation",
    "job": "occupation",
    "company": "employer",
    "hometown": "home town",
    "home city": "home",
    "home address": "address",
    "mother tongue": "native language",
    "first language": "native language",
    "first name": "name",
    "nickname": "name",
}
_NOT_A_NUMBER = words("single married here there back home ready not in on at a an the to up off out")
_NUMBER_WORDS = words(
    "one two three four five six seven eight nine ten eleven twelve thirteen "
    "fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty "
    "fifty sixty seventy eighty ninety hundred thousand million"
)
_DAYS = words("monday tuesday wednesday thursday friday saturday sunday")
_MONTHS = _DAYS | words(
    "january february march april may june july august september october november december"
)
# "March" and "may" only where they can be nothing else.
_MONTH_WORDS = (*sorted((_MONTHS | {"tomorrow"}) - {"may", "march"}), " march", " may ")
_NEGATIONS = words("not never no n't cannot without nobody nothing neither nor hardly")
_ENDINGS = re.compile(
    r"\b(?:no longer|not (\w+ )?any ?more|stopped|quit|gave up|used to|formerly|has left|left|was "
    r"laid off|lost their)\b",
    re.I,
)
_OPPOSITES = {
    word: (kind, sign)
    for kind, liked, disliked in (
        (
            "like",
            "like love enjoy adore likes loves enjoys adores",
            "hate dislike detest loathe despise hates dislikes detests loathes despises",
        ),
        ("want", "want wants", "refuse refuses"),
        ("allow", "allow allows permit permits", "forbid forbids ban bans"),
        ("start", "started starts", "stopped stops"),
        ("easy", "easy", "hard difficult"),
        ("good", "good great excellent", "bad awful terrible poor"),
        ("interesting", "interesting", "boring dull"),
        ("open", "open", "closed"),
        ("true", "true", "false"),
    )
    for words, sign in ((liked, 1), (disliked, -1))
    for word in words.split()
}
_SLIGHT = words(
    "a an the is are was were be been being am do does did has have had will would "
    "can could of to in on at for with and or that it its their his her s really "
    "very so quite also just now currently still always"
)
_EVENT_ENDING = re.compile(
    r"\b(?:\w{2,}ed|went|took|had|saw|met|got|made|ran|won|lost|bought|ate|drove|flew|came|gave"
    r"|found|began|wrote|read|spent|sold)\b",
    re.I,
)


class Shape(StrEnum):
    """What sort of value it is. Only one of the same sort takes its place: a wedding is on 3 June, and in Rome."""

    NAME = "name"
    NUMBER = "number"
    DATE = "date"
    TIME = "time"
    PLACE = "place"
    KIND = "kind"  # "a nurse"
    THING = "thing"  # "the harbour"
    QUALITY = "quality"  # "very patient"
    OTHER = "other"  # "with the auditors", "due on the first"


@dataclass(frozen=True, slots=True)
class Slot:
    """What a fact fills: the subject, the slot's name and the value, all normalised."""

    subject: str
    name: str
    value: str
    shape: Shape


_TELLING_SHAPES = frozenset({Shape.NAME, Shape.NUMBER, Shape.DATE, Shape.TIME, Shape.PLACE})
# Slots that a common word can fill. That a manager is patient, or a phone broken, fills no slot.
_WORDED = re.compile(
    r"(?:favourite|preferred|default|current) .*|occupation|role|position|title|job title|nationality|native language"
    r"|main language|star sign|pronouns|marital status|units|answer language|blood type|drives|time ?zone|age|name"
)
# What is so at some times alone has its like beside it.
_AT_TIMES = re.compile(
    r"\b(?:(?:on|at|in|during) (?:the )?(?:week(?:days|ends?)|mornings?|evenings?|afternoons?|nights"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)|every \w+|part[- ]time|sometimes)\b",
    re.I,
)


# Words by which a fact about the same thing may be found that shares nothing with this one but the name.
_CUES = {
    "employer": "work works working employed job position role started employer company",
    "occupation": "work works job occupation profession",
    "home": "live lives living moved relocated resides based home",
    "birthday": "birthday born birth",
    "birthplace": "born birthplace",
    "birth year": "born",
    "name": "called named name addressed",
    "age": "years old turned",
    "marital status": "single married divorced engaged widowed separated wife husband",
    "answer language": "assistant answer reply respond write speak",
    "units": "assistant use metric imperial units",
}


def cues(content: str) -> list[str]:
    """Words that another fact about the same functional slot may use; none for a fact that fills no slot."""
    slot = slot_of(content) or _scheduled(content)
    if slot is None:
        return []
    told = f"{slot.subject} {_CUES.get(slot.name, slot.name)}"
    return list(dict.fromkeys(re.findall(r"[^\W_]+", told)))


def share_slot(a: str, b: str) -> bool:
    """Whether two facts speak of one thing of which there is one at a time, whatever they say of it."""
    left, right = slot_of(a) or _scheduled(a), slot_of(b) or _scheduled(b)
    return left is not None and right is not None and (left.subject, left.name) == (right.subject, right.name)


def slot_of(content: str) -> Slot | None:
    """The functional slot that a third-person fact fills now, if it is one; "used to live in" fills none."""
    text = _even(content)
    if _ENDINGS.search(text) or len(text) > 300:
        return None
    text = _ADDED.sub("", text)
    text = re.sub(r"^(?:(?:in|on|since|at) [^,]{1,30}), ", "", text, flags=re.I)
    undated = _without_date(text)
    owned = _OWNED.match(text)
    if owned and owned.group("owner") and not owned.group("not"):
        return _slot(owned.group("subject"), _slot_name(owned.group("slot")), owned.group("value"))
    definite = _DEFINITE.match(text)
    if definite:
        name = _slot_name(definite.group("slot") + (definite.group("of") or "").lower())
        return _slot("the", name, definite.group("value"))
    for name, pattern in _PATTERNS:
        match = pattern.match(text if name in ("birthday", "birth year") else undated)
        if match is None:
            continue
        value = match.group("value")
        if name == "age" and not _is_age(_value(value)):
            continue
        if name == "employer":
            value = re.sub(r" (?:as|for \d+|for \w+ years?|since) .*$", "", value)
        if name in _WHOLE_LIVES and _AT_TIMES.search(text):
            return None
        return _slot(match.group("subject"), name, value)
    return None


_WHOLE_LIVES = frozenset({"employer", "home", "occupation"})


def _slot(subject: str, name: str, told: str) -> Slot | None:
    """The slot, where what is told is a value of it and no other thing about it."""
    shape = _shape(told)
    if name == "home" and shape != Shape.NAME:
        return None
    fits = shape in _TELLING_SHAPES or shape != Shape.OTHER and (_WORDED.fullmatch(name) or name == "employer")
    return Slot(subject.lower(), name, _value(told), shape) if fits else None


def _shape(told: str) -> Shape:
    """The sort of a value, read from its words; `told` begins with the preposition, where there is one."""
    before, _, rest = told.partition(" ")
    before = before.lower()
    lower = told.lower()
    if before in {"with", "due", "for", "by", "from", "about", "of", "near", "not", "too"}:
        return Shape.OTHER
    value = rest if before in {"in", "on", "at"} else told
    if any(word in lower for word in _MONTH_WORDS) or _has_date(told):
        return Shape.DATE
    first = value.split(" ")[0].lower()
    if before == "at" and (value[:1].isdigit() or first in _NUMBER_WORDS or first in {"noon", "midnight"}):
        return Shape.TIME
    if re.match(r"\d{1,2}(?::\d\d)? ?(?:am|pm|o'clock)|\d{1,2}:\d\d", value):
        return Shape.TIME
    if any(character.isdigit() for character in value) or first in _NUMBER_WORDS:
        return Shape.NUMBER
    if value[:1].isupper() or (first == "the" and value[4:5].isupper()):
        return Shape.PLACE if before in {"in", "at"} else Shape.NAME
    if first in {"a", "an"}:
        return Shape.KIND
    return Shape.THING if first == "the" else Shape.QUALITY


# ", as a design lead", "now": said beside the value, not of it.
_ADDED = re.compile(
    r"(?:,? (?:now|currently|these days|at the moment|again))?(?:, (?:now )?as (?:a|an|the) [^,]{1,60})?$"
)
_REPORTED = re.compile(r"^[^:]{0,60}\b(?P<owner>[A-Z][\w-]*)['’]s? [^:]{1,60}: (?:their|his|her) (?P<rest>.+)$")
_SCHEDULED = re.compile(
    r"^(?P<subject>[A-Z][^,;]{0,60}?)['’]s? (?P<thing>[a-z][\w' -]{2,60}?(?: [A-Z][\w-]+)*) "
    r"(?:leaves|departs|starts|begins|arrives|lands|takes place|is|will be|was moved to|has been moved to|"
    r"was postponed to|was rescheduled (?:to|for))"
    r" (?:now )?(?:on |at )?(?P<value>(?:[A-Z]\w+ )?\d[^,;]*)$"
)
_MONTH_NAMES = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
)  # fmt: skip
_CHANGE = re.compile(r"\b(?:now|instead|moved|changed?|rescheduled|postponed|brought forward|new date)\b", re.I)


def _scheduled(content: str) -> Slot | None:
    """The date of something that somebody has ahead: "Ann's flight to Rome leaves on 3 May 2026"."""
    text = _even(content)
    if reported := _REPORTED.match(text):
        text = f"{reported['owner']}'s {reported['rest']}"
    found = _SCHEDULED.match(re.sub(r" (?:now|instead)$", "", text))
    if found is None or not _has_date(found["value"]):
        return None
    return Slot(found["subject"].lower(), found["thing"].lower(), found["value"].lower(), Shape.DATE)


def _redated(new: str, old: str) -> Verdict | None:
    """How two dates of what bears one name stand to each other, or None where the facts are not such dates.

    Said to have changed, the new one holds; months apart they are two flights, not one.
    """
    new_date, old_date = _scheduled(new), _scheduled(old)
    if new_date is None or old_date is None or (new_date.subject, new_date.name) != (old_date.subject, old_date.name):
        return None
    if new_date.value == old_date.value:
        return None
    if _CHANGE.search(new):
        return Verdict("updates", "the date was changed")
    if abs(_month(new_date.value) - _month(old_date.value)) > 1:
        return Verdict("unrelated", "two occasions, months apart")
    return None


def _month(date: str) -> int:
    """The months since year 0, as far as the words tell."""
    year = re.search(r"\b(?:19|20)\d\d\b", date)
    named = next((number for number, name in enumerate(_MONTH_NAMES) if name in date), 0)
    return (int(year.group()) if year else 0) * 12 + named


_DENIAL = re.compile(
    r"^(?P<subject>[^,;]{1,60}?) (?:does not (?P<verb>[a-z]+)|never (?P<third>[a-z]+?)s) (?P<object>[a-z][a-z-]*)$"
)
_AMOUNT = (
    r"(?:(?:an?|some|much|many|plenty of|lots of|a lot of|too much|too many|about|at least|up to|\d+|one|two|three|four"
    r"|five|six|several) ){0,3}"
    r"(?:(?:cups?|glass(?:es)?|bottles?|mugs?|pints?|pieces?|slices?|bars?|packs?|litres?) of )?"
)
_AFTER = (
    r"(?= (?:every|each|on|in|at|with|for|daily|twice|once|and|now|again|sometimes|often|regularly|before|after|a"
    r"|per)\b|,|$)"
)


def _denied(general: str, instance: str) -> bool:
    """Whether one fact denies in general what the other tells: never drinking coffee, two cups every morning."""
    denial = _DENIAL.match(general)
    if denial is None:
        return False
    subject, thing = re.escape(denial["subject"]), re.escape(denial["object"])
    verb = denial["verb"] or denial["third"]
    told = rf"{subject} (?:still |often |usually |always |now )?{verb}(?:e?s) {_AMOUNT}{thing}{_AFTER}"
    return re.match(told, instance, re.I) is not None


_LEFT = re.compile(
    r"^(?P<subject>[^,;]{1,60}?) (?:(?:has )?(?:left|quit|resigned from)|no longer works (?:at|for)|"
    r"stopped working (?:at|for)|was laid off (?:by|from)) (?:their job at |the )?(?P<value>[^,]+)$",
    re.I,
)


def _left(new: str, old: str) -> bool:
    """Whether the new fact says that somebody left the employer of whom the old one speaks."""
    left, slot = _LEFT.match(new), slot_of(old)
    if left is None or slot is None or slot.name != "employer" or slot.subject != left["subject"].lower():
        return False
    return f"{left['value'].lower()} ".startswith(f"{slot.value} ")


def judge(new_content: str, old_content: str) -> Verdict:
    """How a new fact stands to an old one; the same answer each time, and "unrelated" wherever in doubt."""
    new, old = _even(new_content), _even(old_content)
    if not new or not old:
        return Verdict("unrelated", "empty")
    if new.lower() == old.lower():
        return Verdict("same", "the same words")
    new_slot, old_slot = slot_of(new), slot_of(old)
    if new_slot and old_slot and new_slot.name == old_slot.name and new_slot.subject == old_slot.subject:
        if _same_value(new_slot.value, old_slot.value):
            return Verdict("same", f"the same {new_slot.name}")
        if new_slot.shape != old_slot.shape or _holds_the_other(new_slot, old_slot):
            return Verdict("unrelated", f"something else about the {new_slot.name}")
        return Verdict("updates", f"a newer {new_slot.name}")
    if _left(new, old):
        return Verdict("updates", "left that employer")
    if (redated := _redated(new, old)) is not None:
        return redated
    if _denied(new, old) or _denied(old, new):
        return Verdict("contradicts", "one denies in general what the other tells")
    new_sign, new_words = _claim(new)
    old_sign, old_words = _claim(old)
    if new_words[:1] != old_words[:1]:
        return Verdict("unrelated", "another subject")
    new_set, old_set = frozenset(new_words), frozenset(old_words)
    if new_set == old_set:
        if new_sign != old_sign:
            return Verdict("contradicts", "the opposite of the same statement")
        return Verdict("same", "the same words in another order or form")
    if _ENDINGS.search(new) and not _ENDINGS.search(old) and _ended(new, old):
        return Verdict("updates", "it has ended")
    return _numbers(new, old, new_set, old_set, new_sign == old_sign)


def _holds_the_other(new: Slot, old: Slot) -> bool:
    """Whether one home is a country and the other is none: who lives in Norway may well live in Bergen."""
    return new.name == "home" and (new.value in countries()) != (old.value in countries())


@cache
def countries() -> frozenset[str]:
    """The names of countries, folded, as the time zone database lists them."""
    listed = files("tzdata").joinpath("zoneinfo", "iso3166.tab").read_text(encoding="utf-8")
    names = (line.split("\t")[1] for line in listed.splitlines() if line and not line.startswith("#"))
    return frozenset(name.casefold() for full in names for name in (full, full.split(" (")[0])) | _SPOKEN


_SPOKEN = frozenset(
    {"uk", "united kingdom", "england", "scotland", "wales", "great britain", "usa", "us", "united states", "america",
     "the netherlands", "holland", "turkey", "czech republic", "south korea", "russia"}
)  # fmt: skip


def _numbers(new: str, old: str, new_set: frozenset[str], old_set: frozenset[str], agree: bool) -> Verdict:
    added, gone = new_set - old_set, old_set - new_set
    if added and gone and agree and all(map(_is_number, added | gone)):
        if any(word in _DAYS for word in added | gone) and not _has_date(new):
            return Verdict("unrelated", "on two days of the week, both may be")
        dated = any(word in _MONTHS for word in added | gone) or _has_date(new) or _has_date(old)
        if dated and _EVENT_ENDING.search(new) and _EVENT_ENDING.search(old):
            return Verdict("unrelated", "two events of different dates")
        return Verdict("contradicts", "another number or date for the same thing")
    return Verdict("unrelated", "another statement")


def _even(content: str) -> str:
    text = content.replace("’", "'").strip().rstrip(".!")
    text = re.sub(r"\bcannot\b", "can not", re.sub(r"n't\b", " not", text))
    return re.sub(r"\s+", " ", text)


_DATE = re.compile(
    r" (?:on|in|around|at|since|as of|from|until) (?:the (?:week|weekend|morning|evening|night"
    r"|afternoon) (?:before|after|of) )?"
    r"(?:\d{1,2} )?(?:(?:january|february|march|april|may|june|july|august|september|october"
    r"|november|december|spring|summer|fall|autumn|winter) )?"
    r"(?:19|20)\d\d$",
    re.I,
)


def _without_date(text: str) -> str:
    return _DATE.sub("", text)


def _has_date(text: str) -> bool:
    return bool(re.search(r"\b(?:19|20)\d\d\b", text))


def _slot_name(name: str) -> str:
    name = name.lower().replace("favorite", "favourite")
    return _SAME_SLOT.get(name, name)


def _value(text: str) -> str:
    return re.sub(r"^(?:a|an|the|now|in|on|at) ", "", text.lower().strip(" ."))


def _same_value(new: str, old: str) -> bool:
    return new == old or old.startswith(new + " ") or new.startswith((old + " ", old + ","))


def _is_age(value: str) -> bool:
    return value.isdigit() or (value not in _NOT_A_NUMBER and value.split("-")[0] in _NUMBER_WORDS)


def _is_number(word: str) -> bool:
    return (
        bool(re.fullmatch(r"[$€£]?\d[\d.,:%]*(?:st|nd|rd|th|am|pm|k|kg|km|m|h)?", word))
        or word in _NUMBER_WORDS
        or word in _MONTHS
    )


def _claim(text: str) -> tuple[int, list[str]]:
    """A statement's sign and its telling words, verbs of liking and disliking under one name."""
    sign = 1
    words: list[str] = []
    for word in re.findall(r"[$€£]?\d[\d.,:]*\w*|[^\W_]+(?:[-'][^\W_]+)*", text.lower()):
        word = word.rstrip(".,:")
        if word in _NEGATIONS:
            sign = -sign
            if word == "never":
                continue
        elif word in _OPPOSITES:
            kind, side = _OPPOSITES[word]
            sign *= side
            words.append(kind)
        elif word not in _SLIGHT:
            words.append(_stem(word))
    return sign, words


def _stem(word: str) -> str:
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    for ending in ("'s", "ing", "es", "ed", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)].rstrip("e")
    return word.rstrip("e") if len(word) > 3 else word


def _ended(new: str, old: str) -> bool:
    _, new_words = _claim(_ENDINGS.sub("", new))
    _, old_words = _claim(old)
    new_set, old_set = frozenset(new_words), frozenset(old_words)
    return len(new_set & old_set) >= 2 and new_set == old_set
