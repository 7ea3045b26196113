"""Where speakers quote themselves: what they told somebody is so, and what came of it is told outside of the marks.

Pure, and linear.
"""

from __future__ import annotations

import re

_SAID = (
    r"(?P<told>I (?:(?:just|once|finally|also) )?(?:told|texted|e-?mailed|messaged|wrote|said to|wrote to)"
    r" (?:(?:my|our|the|his|her) [a-z-]{2,20}(?: [a-z-]{2,20})?|[A-Z][\w'-]{1,20}))"
)
# `I told my doctor "I sleep badly" and he gave me drops`.
_TOLD = re.compile(
    rf'^{_SAID},? "(?P<words>(?:I|I\'m|I\'ve|[Mm]y|[Ww]e|[Oo]ur) [^".!?;]{{3,120}})[.,]?"'
    r"(?:,? (?:and|so|but) (?P<rest>[^\"]{5,150}))?$"
)
# `My rule is "I don't work on Sundays"`, `my status says "I'm on leave until May"`. Mottos that tell of a deed are
# somebody's words first: "I came, I saw".
_OF_ONESELF = re.compile(
    r'^My (?:[a-z]+ )?(?:motto|rule|principle|status|bio|profile|out-of-office|voicemail) (?:is|says|reads):? "'
    r"(?P<words>I(?:'m| am| never| always| only| don't| do not| can't| cannot)\b[^\".!?;,]{3,120})[.!]?\"$"
)


def said_of_oneself(sentence: str) -> list[str]:
    """The statements of a sentence in which the speaker quotes themselves, without the marks; empty for any other."""
    plain = sentence.rstrip(".! ")
    if (own := _OF_ONESELF.match(plain)) is not None:
        return [f"{own['words']}."]
    told = _TOLD.match(plain)
    if told is None:
        return []
    words = told["words"]
    inside = words if words.startswith("I") else f"{words[0].lower()}{words[1:]}"
    said = [f"{told['told']} that {inside}."]
    return [*said, f"{told['rest'][0].upper()}{told['rest'][1:]}."] if told["rest"] else said
