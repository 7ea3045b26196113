"""A sentence that tells of an exchange and then names the new one: "I've changed dentists, I go to Dr. Wolf now"; or of
a change, and then what it is now: "the mill changed the delivery day, it's Wednesdays now".

Pure, and linear: the second clause alone says neither whose it is nor what.
"""

from __future__ import annotations

import re

from memory.language.en.vocabulary import MONTH_NAMES, WEEKDAY_NAMES

from ..grammar.lexicon import PEOPLE

_NAME = r"(?:(?:Mr|Mrs|Ms|Dr|Prof)\.? )?[A-Z0-9][\w&.-]{0,30}(?: [A-Z0-9][\w&.-]{0,30}){0,3}"
_WHO = r"(?P<who>I|We|we|(?:[Mm]y|[Oo]ur) [a-z]{3,15}|[A-Z][a-z]{1,20})(?:'ve|'s| have| has)?"
_THING = r"(?!(?:at|with|in|on|from|to)\b)[a-z][\w' -]{2,40}?"  # "she's at Lidl now" names no job
_MAIL = r"[\w.+-]{1,40}@[\w.-]{3,40}"
_EXCHANGED = re.compile(
    rf"^(?P<first>(?:{_WHO} )?(?:(?:[Jj]ust|[Rr]ecently|[Ff]inally|[Aa]lso) )?"
    r"(?:(?P<verb>[Cc]hanged|[Ss]witched|[Ss]wapped) (?:(?P<whose>my|our|her|his) )?"
    r"|(?:(?:[Gg]ot|[Ff]ound|have) a|(?<=s )a) new )"
    r"(?P<thing>[a-z]{3,20}(?: [a-z]{3,20})?)(?: (?:last|this) [a-z]{3,12})?)(?:, |: | and )(?:and )?(?:now )?"
    r"(?:(?:it's|it is|the new one is|(?P<person>(?:he|she)'s(?: called)?|his name is|her name is)|that's"
    rf"|(?:I|we) (?:go to|see|use|have)|(?P<with>(?:I'm|I am|we're|we are) with)) (?:now )?"
    rf"(?P<named>{_NAME}|{_MAIL}|{_THING}(?= now\b))(?: now)?)"
    r"(?:, (?!(?:and|but|or)\b)[\w' -]{1,40})?$"
)
# "Ines quit, my new tutor is Bram", "Lotte has moved away, so Mira babysits for us".
_GONE = re.compile(
    r"^(?P<gone>[A-Z]\w{1,30} (?:has )?(?:quit|left|stopped|retired|resigned|died|moved (?:out|away))), (?:so |and )?"
    r"(?:now )?(?P<rest>(?:my|our) new |[A-Z][a-z]{1,30} (?:[a-z]{2,30}s|is) )"
)

_CHANGES = r"(?:changed|moved|shifted|raised|lowered|increased|reduced|cut|pushed back|brought forward|put up)"
_DAYS = rf"(?i:{'|'.join(WEEKDAY_NAMES)})s?"
_DATE = rf"(?:(?:the )?\d{{1,2}}(?:st|nd|rd|th)?(?: of)? )?(?i:{'|'.join(MONTH_NAMES)})(?: \d{{1,2}}(?:st|nd|rd|th)?)?"
_AMOUNT = r"[£$€]?\d[\w.,:%]*(?: (?!now\b)[\w%/]+){0,3}?"
_VALUED = re.compile(
    r"^(?P<told>(?!(?:If|When|Once|Unless|Did|Have|Has|Maybe|Perhaps)\b)(?:"
    rf"[A-Za-z][\w']*(?: [\w']+){{0,3}} {_CHANGES} (?:the|its|their|my|our|his|her) "
    r"(?P<object>[a-z-]+(?: [a-z-]+){0,2})"
    r"|(?:[Tt]he|[Mm]y|[Oo]ur|[Hh]is|[Hh]er) (?P<subject>[\w-]+(?: [\w-]+){0,3}?) "
    rf"(?:has |was |got |has been |is being )?(?:{_CHANGES}|went up|went down)"
    r"))(?:, | - |; )(?:so |and )?(?:it's|it is|its|it'll be) (?:now )?(?:at |on )?"
    rf"(?P<value>{_DAYS}|{_DATE}|{_AMOUNT}|{_NAME})(?P<now> now)?$"
)
# Of these a value tells what they are from then on, though no "now" stands beside it.
_OF_TIME = re.compile(r"\b(?:deadline|date|day|due|appointment|kick-?off|launch|start)$")
_OF_ITSELF = frozenset(("time", "weather", "season", "year", "mood", "life"))

# "It's OK now", "it's Christmas now".
_NO_VALUE = re.compile(r"(?:OK|Okay|Christmas|Xmas|Easter|Halloween|Thanksgiving|Fine|Over|Done)$", re.IGNORECASE)
# What is at a time or on a day. Of a price, a lock or a filter "it's Monday now" tells today.
_TIMED = re.compile(
    r"\b(?:deadline|date|day|due|time|hours|appointment|meeting|call|class|course|lesson|session|training|practice"
    r"|rehearsal|shift|slot|delivery|pick-?up|collection|kick-?off|launch|start|end|stand-?up|party|wedding|exam|test"
    r"|interview|flight|train|bus|ferry|trip|match|game|concert|event|visit|check-?up|review|release|demo|workshop"
    r"|viewing|reservation|booking|market|service|mass|club|choir)$"
)
_MEASURED = re.compile(
    r"\b(?:rent|price|fee|cost|rate|wage|salary|pay|bill|tax|deposit|fare|toll|budget|premium|interest|dose|dosage"
    r"|limit|target|goal|number|code|pin|password|address|size|weight|height|length|width|temperature|speed|speed limit"
    r"|quota|version|score|minimum|maximum|age|count|total|room|gate|platform|allowance|subscription|membership"
    r"|mortgage|tuition|ratio|level|name|amount)$"
)


def _is_of_its_own(thing: str, value: str) -> bool:
    """Whether the value is another matter than the change: a day of what has none, a bare number of what has no
    figure: "the nurse changed the dressing, it's 5 now"."""
    if re.fullmatch(rf"{_DAYS}|{_DATE}", value):
        return _TIMED.search(thing) is None
    if value[0].isdigit():
        return _TIMED.search(thing) is None and _MEASURED.search(thing) is None
    return False


def valued(sentence: str) -> str | None:
    """Such a sentence as one statement: "the mill changed the delivery day to Wednesdays". None for any other."""
    found = _VALUED.match(sentence.rstrip(".! "))
    if found is None:
        return None
    thing = found["object"] or found["subject"]
    is_one = not thing.endswith("s") or thing.endswith(("ss", "hours"))
    by_itself = found["subject"] is not None and thing in _OF_ITSELF or thing == "subject"
    if not is_one or by_itself or not (found["now"] or _OF_TIME.search(thing)):
        return None
    if _NO_VALUE.match(found["value"]) or _is_of_its_own(thing, found["value"]):
        return None
    if found["subject"] and _is_person(thing):
        return f"{found['told'][: found.end('subject') - found.start('told')]} is {found['value']} now."
    return f"{found['told']} to {found['value']}."


# "Found one! Her name is Petra": one statement.
_FOUND = re.compile(
    r"\b(?P<found>[Ff]ound|[Gg]ot|[Hh]ired|[Bb]ooked) (?P<whom>one|an? [a-z]{3,20}(?: [a-z]{3,20})?)[!.,]\s+"
    rf"(?:[Hh]er|[Hh]is|[Ii]ts) name(?:'s| is) (?P<named>{_NAME})"
)


def joined(text: str) -> str:
    """The text with who or what was found, and what the next sentence calls them, in one statement."""
    return _FOUND.sub(r"\g<found> \g<whom> called \g<named>", text)


def exchanged(sentence: str) -> list[str]:
    """The two statements of such a sentence, the second one whole; empty for any other."""
    if told := valued(sentence):
        return [told]
    if gone := _GONE.match(sentence):
        return [f"{gone['gone']}.", sentence[gone.start("rest") :]]
    found = _EXCHANGED.match(sentence.rstrip(".! "))
    if found is None:
        return []
    thing = found["thing"]
    is_named = found["named"][0].isupper()
    if found["person"] and not (is_named and _is_person(thing)):
        return []  # "my wife changed jobs, she's a nurse now": she is, not the job
    if found["whose"] in ("her", "his") and found["who"] in (None, "I", "We", "we"):
        return []  # whose it is, the talk before tells
    if found["verb"] and not found["whose"]:
        if not thing.endswith("s") or thing.endswith("ss"):
            return []  # "changed sides"
        thing = thing.removesuffix("s")
    if thing == "job" and not (is_named or found["with"]):
        return []  # "it's a mess now"
    whose = _whose(found["who"])
    link = "is with" if thing == "job" else "is"
    return [f"{found['first']}.", f"{whose} new {thing} {link} {found['named']}."]


def _is_person(thing: str) -> bool:
    last = thing.split()[-1]
    return not PEOPLE.isdisjoint((last, last.removesuffix("s"))) or last.removesuffix("s") in ("gp", "vet")


def _whose(who: str | None) -> str:
    """ "My" for the speaker's own, "My mum's" for hers."""
    if who in (None, "I"):
        return "My"
    return "Our" if who in ("We", "we") else f"{who}'s"
