"""The functional slot that a fact fills: a thing of which somebody has one at a time, as an employer or a birthday.

Pure, and without a parser: facts are third-person sentences of one claim, so their shape can be read from the words.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from . import holders
from .shapes import ENDINGS, Shape, even, has_date, is_age, shape_of, without_date

_SUBJECT = r"(?P<subject>[^,;]{1,80}?)"
_NOW = r"(?:now |currently |still |just |recently )?"
_FROM_NOW = r"(?: from now on| now| instead)?"
_ONE_OF_A_KIND = (
    r"birthday|date of birth|birth date|birthplace|name|full name|first name|last name|surname"
    r"|nickname|age|height|weight|"
    r"phone number|phone|mobile number|telephone number|number|e-?mail|e-?mail address|mail|mail address|address"
    r"|home address|delivery address|postcode|zip code|"
    r"time ?zone|job title|job|title|occupation|profession|role|position|salary|employer|company"
    r"|wife|husband|spouse|fiancée?|girlfriend|boyfriend|partner|nationality|native language|mother tongue|"
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
        (
            "manager",
            _NOW + r"(?:reports|is reporting|has been reporting)(?: directly)? to (?P<value>[^,]+?)"
            r"(?: (?:until|from|since|for) [^,]+| now)?",
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
        ("name", r"(?:is called|is named|goes by) (?P<value>[^,]+?)" + _FROM_NOW),
        # Who wants to be called Mrs Holm has a first name still.
        (
            "name to use",
            r"(?:wants|likes|prefers|asks) to be (?:called|addressed as) (?P<value>[^,]+?)" + _FROM_NOW,
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
            # "In bullet points", "in English in mails to Bo": of another matter, or of these alone.
            r"only)? in (?P<value>(?-i:(?!Markdown|Celsius|Fahrenheit)[A-Z][a-z]+(?: [A-Z][a-z]+)?))" + _FROM_NOW,
        ),
        (
            "phone number",
            r"wants the assistant to (?:always )?(?:call|ring|phone|text|reach|message) them (?:on|at|under) "
            r"(?P<value>\+?\d[\d -]{2,20}\d)" + _FROM_NOW,
        ),
        ("delivery address", r"wants the assistant to (?:always )?deliver to (?P<value>[^,]+?)" + _FROM_NOW),
        ("units", r"wants the assistant to (?:always )?use (?P<value>metric|imperial)(?: units)?"),
    )
)
_OWNED = re.compile(
    rf"^(?P<subject>.{{1,60}}?)(?P<owner>['’]s?|) (?:new )?(?P<slot>{holders.ROLE}|{_ONE_OF_A_KIND}) "
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
    "mail": "email",
    "mail address": "email",
    "email address": "email",
    "e-mail address": "email",
    "date of birth": "birthday",
    "birth date": "birthday",
    "profession": "occupation",
    "job": "occupation",
    "company": "employer",
    "boss": "manager",
    "line manager": "manager",
    "hometown": "home town",
    "home city": "home",
    "home address": "address",
    "mother tongue": "native language",
    "first language": "native language",
    "first name": "name",
    "nickname": "name",
}


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
    r"|main language|star sign|pronouns|marital status|units|answer language|blood type|time ?zone|age|name|name to use"
)
# What is so at some times alone has its like beside it.
AT_TIMES = re.compile(
    r"\b(?:(?:on|at|in|during) (?:the )?(?:week(?:days|ends?)|mornings?|evenings?|afternoons?|nights"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)|every \w+|part[- ]time|sometimes"
    r"|(?:in|during) (?:the )?(?:winter|summer|spring|autumn)s?)\b",
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
    "name": "called named name",
    "name to use": "called addressed",
    "age": "years old turned",
    "marital status": "single married divorced engaged widowed separated wife husband",
    "answer language": "assistant answer reply respond write speak",
    "units": "assistant use metric imperial units",
}


def cues(content: str) -> list[str]:
    """Words that another fact about the same functional slot may use; none for a fact that fills no slot."""
    slot = slot_of(content) or scheduled(content)
    if slot is None:
        return []
    told = f"{slot.subject} {_CUES.get(slot.name, slot.name)}"
    return list(dict.fromkeys(re.findall(r"[^\W_]+", told)))


def share_slot(a: str, b: str) -> bool:
    """Whether two facts speak of one thing of which there is one at a time, whatever they say of it."""
    left, right = slot_of(a) or scheduled(a), slot_of(b) or scheduled(b)
    return left is not None and right is not None and (left.subject, left.name) == (right.subject, right.name)


def slot_of(content: str) -> Slot | None:
    """The functional slot that a third-person fact fills now, if it is one; "used to live in" fills none."""
    text = even(content)
    if ENDINGS.search(text) or len(text) > 300:
        return None
    text = _ADDED.sub("", text)
    text = re.sub(r"^(?:(?:in|on|since|at) [^,]{1,30}), ", "", text, flags=re.I)
    text = _CHANGED_TO.sub(r"\1's \2 changed to ", text)
    text = _NEW_HOLDER.sub(r"\1's \2 is ", text)
    undated = without_date(text)
    owned = _OWNED.match(text)
    if owned and owned.group("owner") and not owned.group("not"):
        name, value = _slot_name(owned.group("slot")), owned.group("value")
        if holders.is_role(name):
            value = without_date(value)
            if not (holders.has_one(owned.group("subject")) and holders.is_holder(value)):
                return None
        return _slot(owned.group("subject"), name, value)
    definite = _DEFINITE.match(text)
    if definite:
        name = _slot_name(definite.group("slot") + (definite.group("of") or "").lower())
        return _slot("the", name, definite.group("value"))
    for name, pattern in _PATTERNS:
        match = pattern.match(text if name in ("birthday", "birth year") else undated)
        if match is None:
            continue
        value = match.group("value")
        if name == "age" and not is_age(_value(value)):
            continue
        if name == "employer":
            value = re.sub(r" (?:as|for \d+|for \w+ years?|since) .*$", "", value)
        if name in _WHOLE_LIVES and AT_TIMES.search(text):
            return None
        return _slot(match.group("subject"), name, value)
    return None


# "Ann changed her email to" says of Ann's email that it changed.
_CHANGED_TO = re.compile(rf"^(the user|[A-Z][\w-]*) (?:has )?changed (?:their|his|her) ({_ONE_OF_A_KIND}) to ", re.I)
# "Has got a new boss, Tobias Lang" says who the boss is.
_NEW_HOLDER = re.compile(
    rf"^([^,;]{{1,60}}?) (?:has|got|has (?:just )?got) a new ({holders.ROLE})(?:,| called| named) ", re.I
)
_WHOLE_LIVES = frozenset({"employer", "home", "occupation"})


def _slot(subject: str, name: str, told: str) -> Slot | None:
    """The slot, where what is told is a value of it and no other thing about it."""
    # "555-2010" is no year.
    shape = Shape.NUMBER if name == "phone number" and sum(map(str.isdigit, told)) > 4 else shape_of(told)
    if name == "home" and shape != Shape.NAME:
        return None
    fits = shape in _TELLING_SHAPES or shape != Shape.OTHER and (_WORDED.fullmatch(name) or name == "employer")
    return Slot(subject.lower(), name, _value(told), shape) if fits else None


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


def scheduled(content: str) -> Slot | None:
    """The date of something that somebody has ahead, as a slot: "Ann's flight to Rome leaves on 3 May 2026"; None for
    any other sentence."""
    text = even(content)
    if reported := _REPORTED.match(text):
        text = f"{reported['owner']}'s {reported['rest']}"
    found = _SCHEDULED.match(re.sub(r" (?:now|instead)$", "", text))
    if found is None or not has_date(found["value"]):
        return None
    return Slot(found["subject"].lower(), found["thing"].lower(), found["value"].lower(), Shape.DATE)


def _slot_name(name: str) -> str:
    name = name.lower().replace("favorite", "favourite")
    return _SAME_SLOT.get(name, name)


def _value(text: str) -> str:
    return re.sub(r"^(?:a|an|the|now|in|on|at) ", "", text.lower().strip(" ."))
