"""From when on something is so, as it is announced: "starting Monday", "with effect from 3 March", "as of next term".

What stands beside such a phrase is compared with what holds as if it were said to be so "now". Pure.
"""

from __future__ import annotations

import re

from memory.language.en.announcing import COMMA, HOLDS_STILL, LEAD, OPENING, SUBJECT, TIME, once_begun
from memory.language.en.vocabulary import CARDINALS, WEEKDAY_NAMES

# What was got or learnt "from April" is no announcement: April gave it.
_TOLD_OF_THE_PAST = re.compile(
    r"(?:i|we|he|she|it|they) (?:(?:only|also|just|first|never|once) )?(?:was|were|had|got|did|took|gave|bought|heard"
    r"|learnt|came|went|made|knew|found|sent|stole|won|kept|told|said|read|saw|brought|caught|inherited|\w+ed)\b",
    re.I,
)
# "As of Monday, I have three open tickets": how many there are is told of the day that was. How often is a plan.
_COUNTED = re.compile(
    r"(?:there (?:are|is)|(?:i|we|he|she|they|(?:my|our|the) [a-z]+) (?:have|has)) (?:got )?"
    rf"(?:\d+|{'|'.join(CARDINALS)})\b(?!.*\b(?:an?|per|each) (?:day|night|week|month|term|year)\b)",
    re.I,
)
_DAYS = frozenset(WEEKDAY_NAMES)
_FRONTED = re.compile(
    rf"^(?P<opening>{OPENING})(?P<lead>{LEAD}) (?!now\b)(?P<time>{TIME})(?: on(?:wards?)?)?"
    rf"(?:{COMMA}|{SUBJECT})(?= \w)",
    re.I,
)


def in_one_form(sentence: str) -> str:
    """ "As of Monday, our stand-up is at 9:30" for "starting Monday our stand-up is at 9:30": a parser takes what
    follows "from Monday" for its object, but for a comma between, and what begins with "starting" for a sentence of its
    own."""
    return _FRONTED.sub(_as_of, sentence)


def _as_of(found: re.Match[str]) -> str:
    told = found.end() + 1
    if found["lead"].lower() == "from" and _TOLD_OF_THE_PAST.match(found.string, told):
        return found.group()
    if HOLDS_STILL.match(found.string, told):
        return found.group()
    is_report = (
        found["lead"].lower() == "as of" and _COUNTED.match(found.string, told) and found["time"].lower() in _DAYS
    )
    front = f"{found['opening']}as of {'last ' if is_report else ''}{found['time']},"
    return front[:1].upper() + front[1:]


def as_now(content: str) -> str | None:
    """What is announced, said as it is once it holds: "The stand-up is at 9:30 now." None where nothing is."""
    told = once_begun(content)
    if told is None:
        return None
    end = re.search(r"[.!]*$", told)
    assert end is not None
    return f"{told[: end.start()]} now{end.group()}"
