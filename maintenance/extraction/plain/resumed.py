"""Who is told of twice, as it is said aloud: "my husband he works nights"."""

from __future__ import annotations

import re

from ..grammar.lexicon import FEMALE, KIN, MALE, PEOPLE

PERSON = "|".join(sorted(map(re.escape, KIN | PEOPLE), key=len, reverse=True))
_WHOM = rf"(?:my|our) (?P<person>{PERSON})(?: (?-i:[A-Z])\w+)?"
# Behind a comma "she" may begin another clause: "with Moritz and our daughter Mila, she is three".
_RESUMED = re.compile(
    rf"(?P<before>^|\b(?:and|but|so|also) )(?P<whom>{_WHOM}) (?P<again>he|she|they)"
    r"(?:(?P<is>'s)(?= (?P<done>got|been|had|moved|lost|left)?)"
    r"|(?='ve |'re |'ll | (?:(?:is|are|was|were|has|have|had|does|do|did|will|would|can|could)(?:n't)?"
    r"|won't|can't|works?|lives?|likes?|takes?|eats?|wants?|moved|lost|got|left|bought|[a-z]{2,12}s)\b))",
    re.I,
)
_FAR = 200  # characters on each side, by which it is told who is meant
_STILL_TWICE = re.compile(rf"\b{_WHOM} (?:he|she|they) ", re.I)
# "My friend she works with is ill": of somebody else it is told what they have to do with the friend.
_RELATIVE = re.compile(
    r"^[^,.;!?]*?\b(?:with|for|to|of|about|on|from|at|after)"
    r"(?:[.!?]*$| (?:is|are|was|were|has|had|will|would|can|moved|lives|works|got|left|went|came)\b)",
    re.I,
)
# What stands before "and my brother he lives in Bern" states something itself, and ends with nobody who may live there
# too, as "my sister" and "I live with Ida" do.
_STATES = re.compile(r"\b(?:i|we|he|she|it|they|there)\b|n't\b", re.I)
_WITH_SOMEBODY = re.compile(rf"(?:\b(?:{PERSON})|\b(?-i:[A-Z])\w*) $", re.I)


def without_second_subject(sentence: str) -> str:
    """The sentence with each told of once. It stays as it is where "he" may be somebody else: "with Omar and my sister
    he works with", "my sister and my brother he lives in Bern"."""
    told = _RESUMED.sub(_once, sentence)
    return sentence if _STILL_TWICE.search(told) else told


def _once(found: re.Match[str]) -> str:
    person, again = found["person"].lower(), found["again"].lower()
    start, end = found.span()
    before, after = found.string[max(0, start - _FAR) : start], found.string[end : end + _FAR]
    is_another = (person in FEMALE and again == "he") or (person in MALE and again == "she")
    if before and (person not in FEMALE | MALE or not _STATES.search(before) or _WITH_SOMEBODY.search(before)):
        is_another = True
    if is_another or _RELATIVE.match(after):
        return found.group()
    # "My son's allergic" may be read as what is his.
    verb = "" if found["is"] is None else " has" if found["done"] else " is"
    return f"{found['before']}{found['whom']}{verb}"
