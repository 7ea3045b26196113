"""Sentences whose words somebody shortened with a full stop, made whole: "Fa. Brandt", "Hafenstr. 18". Pure.

The shape of the word and what follows tell most of it, so that no list has to know every short form.
"""

from __future__ import annotations

import re

from memory.language.en.vocabulary import MONTH_NAMES

LONGEST = 40  # characters of a word that may be short for another, and of what stands right before it
_ALWAYS = re.compile(r"\b(?:(?i:dr|mr|mrs|prof)|Ms|St|Jr|Sr|vs|etc|e\.g|i\.e|w\.e\.f|a\.m|p\.m|Mt|[A-Z])\.$")
# No word is written without a vowel ("Rd", "Ltd", "Bldg", "w"), and none ends so ("Hafenstr"). "TV" and "HR" are of
# capitals alone.
_CONSONANT = "[b-df-hj-np-tv-xz]"
_NO_WORD = re.compile(
    rf"(?<![\w.])(?:(?:{_CONSONANT}|(?-i:[B-DF-HJ-NP-TV-XZ])(?={_CONSONANT})){_CONSONANT}{{0,4}}"
    rf"|\w{{0,20}}(?!rr|[lr]{{2}}){_CONSONANT}{{2}}r)\.$"
)
# "No." alone is an answer.
_BEFORE_A_NUMBER = re.compile(
    r"(?:(?<=\w )(?i:nos?)"
    r"|\b(?:(?i:nr|max|min|ca|approx)|Mon|Tues?|Wed|Thu|Thurs|Fri|Sat|Sun))\.$"
)
_MONTHS = {short.lower(): name for name in MONTH_NAMES for short in (name[:3], name[:4]) if short != name}
_IN_FULL = {"no": "number", "nr": "number", "approx": "about"}
# Jan and Dec are people too: a word or a number has to tell that it is a month. "By Jan." and "of Jan." tell of him.
_MONTH = r"(?:Jan|Feb|Mar|Apr|Aug|Sept?|Oct|Nov|Dec)"
_PART = r"(?i:early|mid|late|(?:start|beginning|middle|end) of)"
_TOLD_MONTH = (
    rf"(?:\b(?:(?i:in|since|until|till|during)|{_PART}|\d{{1,2}}(?:st|nd|rd|th)?)[ -]{_MONTH}"
    rf"|\b(?i:by|of) (?!Jan){_MONTH})"
)
_SHORT_MONTH = re.compile(rf"{_TOLD_MONTH}\.$")
_OPENING_MONTH = re.compile(rf"(?:In|Since|Until|Till|During|By(?! Jan)) (?:(?:the )?{_PART} )?{_MONTH}\.$")
_BEHIND_A_MONTH = re.compile(r"\d|and\b|(?:this|next|last|every|each) (?:year|time|summer|winter|spring|autumn)\b")
# "On Jan. 5", "the wedding was Jan. 5 in Graz"; not "I met Jan. 5 of us went".
_BEFORE_A_DAY = re.compile(rf"\b(?i:on|due|before|after|until|till) {_MONTH}\.$")
_BEFORE_A_DATE = re.compile(rf"\b{_MONTH}\.$")
_DATE = re.compile(
    r"\d{1,2}(?:st|nd|rd|th)?(?=[,.;!?]|$| (?:in|at|and|to|until|till|this|next|last|every|(?:19|20)\d\d)\b)"
    r"|(?:19|20)\d\d\b"
)
_LAST_MONTH = re.compile(
    rf"(?P<first>(?:{_TOLD_MONTH}\.? (?:and|or|to|until|till)|\b(?i:from) {_MONTH}\.? (?:to|until|till)) )"
    rf"(?P<last>{_MONTH})(?:\.(?= (?:this|next|last|every|each)\b)|(?=\.))"
)
# "Fa. Brandt", "Kern Inc. in Boston is my manager's firm".
_BEFORE_A_FIRM = re.compile(r"\bFa\.$")
_BEHIND_A_FIRM = re.compile(r"\w\W{1,3}(?:Inc|Corp|Co|Bros|Ltd)\.$")
_TOLD_OF_A_FIRM = re.compile(
    r"(?:(?:in|of|at|from) [A-Z][\w'-]{1,20}(?: [A-Z][\w'-]{1,20}){0,2} )?"
    r"(?:is|was|are|were|has|have|had|will|can|does|did)\b"
)
# A short name, or the short form of one.
_SHORT_NAME = re.compile(r"\w\W{0,3}\s[A-Z][a-z]{1,4}\.$")
_STARTS_ANEW = re.compile(
    r"(?:i|we|you|he|she|they|it|this|that|there|these|those|my|our|your|his|her|their|the|an?|what|who|when|if|so|but"
    r"|then|now|also|please|yes|no|not)\b",
    re.I,
)
_GOES_ON = re.compile(r"(?:&|(?:in|on|at|of|for|with|from|to|near|by|since|and|until|till)\b)(?! (?i:i|we|my|our)\b)")
_HAS_SUBJECT = re.compile(r"\b(?:i|i'm|i've|i'll|we|you|he|she|they|it|it's|there|my|our)\b", re.I)
# The rest of a name that begins with the short form, and where it is: "Fa. Brandt in Kiel". "Thanks!" is none.
_SHORTEST_NAME = re.compile(r"\s[A-Z][a-z]{1,2}\.$")
_NAMES_ALONE = re.compile(
    r"^[A-Z][\w'-]*(?: (?:[A-Z][\w'-]*|&)){0,5} (?:in|of|at|near|from)(?: (?:[A-Z][\w'-]*|in|of|at|\d+)){1,8}\.?$"
)


def carried(before: str, after: str) -> str | None:
    """What stands before a full stop, as it is in a sentence that goes on behind it; None if the stop ends one. The
    stop of what the parser does not know as short goes, as the parser would end the sentence there."""
    end = before[-LONGEST:]
    if _ALWAYS.search(end):
        return before
    if _is_month(end, after):
        return _spelled(before[:-1], _MONTHS)
    return _spelled(before[:-1], _IN_FULL) if _is_short(end, after) else None


def with_months(text: str) -> str:
    """The text with the last of the months that it lists in full: "in Feb. and March."; `carried` does so with each
    that something stands behind."""
    return _LAST_MONTH.sub(_with_last_in_full, text)


def _with_last_in_full(found: re.Match[str]) -> str:
    return f"{found['first']}{_MONTHS[found['last'].lower()]}"


def _spelled(before: str, in_full: dict[str, str]) -> str:
    """With its last word in full where the parser takes the short form for another: "no" denies."""
    rest, gap, last = before.rpartition(" ")
    return f"{rest}{gap}{in_full.get(last.lower(), last)}"


def _is_month(before: str, after: str) -> bool:
    """Whether the last word is a month's short form, in a sentence that goes on."""
    if _SHORT_MONTH.search(before):
        goes_on = _BEHIND_A_MONTH.match(after) or _GOES_ON.match(after) or _OPENING_MONTH.match(before)
        return goes_on is not None
    if _BEFORE_A_DAY.search(before) and after[:1].isdigit():
        return True
    return _BEFORE_A_DATE.search(before) is not None and _DATE.match(after) is not None


def _is_short(before: str, after: str) -> bool:
    """Whether the last word is a short form."""
    if _BEFORE_A_NUMBER.search(before) and after[:1].isdigit():
        return True
    if _BEFORE_A_FIRM.search(before):
        return after[:1].isupper()
    if _BEHIND_A_FIRM.search(before) and _TOLD_OF_A_FIRM.match(after):
        return True
    if _NO_WORD.search(before):
        is_name = after[:1].isupper() and not _GOES_ON.match(after.lower())  # "9 Bay Ct. With two dogs it's tight."
        goes_on = after[:1].isdigit() or is_name or _GOES_ON.match(after) is not None
        return goes_on and not _STARTS_ANEW.match(after)  # "btw. day 6" is two
    if not _SHORT_NAME.search(before):
        return False
    if _SHORTEST_NAME.search(before) and _NAMES_ALONE.match(after):
        return True
    return _GOES_ON.match(after) is not None and _HAS_SUBJECT.search(after) is None
