"""From when on something is so, as it is announced: "starting Monday", "with effect from 3 March", "as of next term".
Pure.
"""

from __future__ import annotations

import re

from .vocabulary import MONTH_NAMES, WEEKDAY_NAMES

_MONTH = rf"(?:{'|'.join(MONTH_NAMES)})"
_DATED = (
    rf"(?:(?:the )?(?:\d{{1,2}}(?:st|nd|rd|th)?|first)(?: of)? {_MONTH}|the \d{{1,2}}(?:st|nd|rd|th)"
    rf"|{_MONTH}(?: \d{{1,2}}(?:st|nd|rd|th)?)?)(?:,? \d{{4}})?"
)
# Of what is next only a time begins: "from the next room", "from the new boss" tell whence something comes.
_PERIOD = (
    r"(?:day|week|weekend|fortnight|month|quarter|half-?year|year|decade|term|half-?term|semester|trimester|season"
    r"|sprint|spring|summer|autumn|fall|winter|shift|rota|lesson|session|release|version|meeting|holidays?"
    rf"|{'|'.join((*MONTH_NAMES, *WEEKDAY_NAMES))})"
)
_AHEAD = rf"(?:the |this )?(?:next|coming|following|new) (?:(?:school|academic|financial|tax) )?{_PERIOD}"
_WEEKDAY = rf"(?:{'|'.join(WEEKDAY_NAMES)})"
TIME = (
    rf"(?:{_DATED}|{_AHEAD}|(?:this |next )?{_WEEKDAY}|today|tomorrow|now|this (?:week|month|year)"
    rf"|the (?:week|weekend) (?:after|of) {_DATED})"
)
LEAD = (
    r"(?:(?:starting|beginning|effective)(?: (?:from|on|in|with|as of))?|with effect (?:from|as of)"
    r"|as (?:of|from)|from)"
)
_WHEN = rf"{LEAD} (?P<time>{TIME})(?: on(?:wards?)?)?"
OPENING = r"(?:(?:so|and|but|also|ok|okay|actually|in fact),? )?"
# Behind it stands who or what is told of, so that "from Monday to Friday" is no such phrase.
# "From June Carter I got the recipe", "from May Day we have", "from Monday the 11th": the name or the day goes on.
SUBJECT = (
    r"(?= (?:(?:i|we|he|she|it|they|my|our|his|her|their|the(?! \d))\b"
    r"|(?-i:[A-Z])[a-z]+\b(?! (?:i|we|he|she|it|they|my|our|his|her|their|the user)\b)"
    r"|[a-z]+s (?:are|go|come|cost|get|need|start|end|will)\b))"
)
# Behind "from Friday, 8 May" the day goes on, too.
COMMA = rf",(?! (?:the )?(?:\d|{_MONTH}\b))"
IN_FRONT = re.compile(rf"^{OPENING}{_WHEN}(?:{COMMA}|{SUBJECT}) ?(?P<told>\w)", re.I)
# "A new job, starting in April": behind what is told, these two may be of it alone.
BEHIND = re.compile(rf",? (?!from |starting |beginning ){_WHEN}(?P<end>[.!]*)$", re.I)


# "From October I still have the bill": what still is so was so before.
HOLDS_STILL = re.compile(r"(?:[\w'’.]+ ){1,4}still\b", re.I)


def beginning(text: str) -> re.Match[str] | None:
    """What stands in front of what is announced, with its `time` and the first letter of what is `told`; else None."""
    found = IN_FRONT.match(text)
    return found if found and not HOLDS_STILL.match(text, found.start("told")) else None


def announced_time(text: str) -> str | None:
    """The words for the time from which on a text says that something is so: "11 May 2026"; else None."""
    found = beginning(text) or BEHIND.search(text)
    return found["time"] if found else None


def once_begun(text: str) -> str | None:
    """What is announced, said as it is from its day on: "The stand-up is at 9:30."; None where nothing is."""
    found = beginning(text)
    if found is not None:
        told = text[found.start("told") :]
        return f"{told[:1].upper()}{told[1:]}"
    behind = BEHIND.search(text)
    return None if behind is None else f"{text[: behind.start()]}{behind['end']}"


_DATE = rf"\d{{1,2}} {_MONTH} \d{{4}}"
# In one's own words for a step that is taken at one time, and is dated: "is moving to Bergen on 20 March 2026".
STEP = re.compile(
    r"^(?P<who>[^,;]{1,60}?) (?:is |are |will )?(?P<verb>(?:moving|relocating|starting|beginning"
    r"|joining)|(?:move|relocate|start|begin|join)s?)(?: (?P<to>back to|to|into|at|with))? "
    rf"(?P<value>[^,;]{{1,60}}?) on (?P<time>{_DATE})(?: instead)?(?:, not [^;]{{1,40}})?[.!]*$",
    re.I,
)


def step_time(text: str) -> str | None:
    """The day on which somebody takes a step that changes where they live, work or learn; else None."""
    found = STEP.match(text)
    return found["time"] if found else None
