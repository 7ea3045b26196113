"""A slip that the speaker puts right with the value alone: "Dentist is on 3 March.", "oh wait, no, it's 4 March".

Such a turn says nothing by itself. With what was said before it, it says that again with the right value. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from memory.language.en.vocabulary import MONTH_NAMES

_MONTH = "|".join(MONTH_NAMES)
_VALUES = tuple(
    re.compile(pattern, re.I)
    for pattern in (
        rf"\b\d{{1,2}}(?:st|nd|rd|th)?(?: of)? (?:{_MONTH})\b|\b(?:{_MONTH}) \d{{1,2}}(?:st|nd|rd|th)?\b",
        r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b",
        r"\b\d{1,2}[:.]\d\d(?: ?[ap]m)?\b|\b\d{1,2} ?[ap]m\b",
        r"[£$€]\d[\d.,]*\b",
    )
)
_SLIP = re.compile(
    r"^(?:(?:oh|ah|oops|hm+|ugh|wait|hang on|hold on|no|nope|sorry|actually|correction|scrap that|i mean|my bad"
    r"|my mistake)"
    r"[,.!:…]* |\*)+(?:(?:it's|it is|that's|that should be|should be|make (?:it|that)|i mean|i meant|on|at) )*"
    r"(?P<value>[^,.!?]{2,30}?)(?:,? (?:sorry|not .{1,30}|instead|i mean|my bad|my mistake))*[.! ]*$",
    re.I,
)
_ADMITS = re.compile(r"\b(?:no|nope|sorry|wait|correction|scrap|mean|meant|mistake|bad|oops|hang on)\b|^\*", re.I)


def restated(said: str, before: Sequence[str]) -> str | None:
    """What was said `before` (sentences, newest last) with the value that the turn puts in its place; None where the
    turn is no such slip, or nobody can tell which value is meant."""
    slip = _SLIP.match(" ".join(said.split()))
    if slip is None or not _ADMITS.search(said):
        return None
    for kind in _VALUES:
        if kind.fullmatch(slip["value"]) is None:
            continue
        for sentence in reversed(before):
            found = list(kind.finditer(sentence))
            if found:
                one = found[0]
                return f"{sentence[: one.start()]}{slip['value']}{sentence[one.end() :]}" if len(found) == 1 else None
    return None
