"""Where speakers quote themselves in earnest: what they told their doctor, and the rule that they live by.

To anybody else one says what is not so, and a profile or a bio may be a pose: such quotations stay as they are. Pure,
and linear.
"""

from __future__ import annotations

import re

_SAID = (
    r"(?P<told>I (?:(?:just|finally|also) )?(?:told|texted|e-?mailed|messaged|wrote|said to|wrote to)"
    r" (?:my|our) (?:(?!ex\b|fake\b)[a-z-]{2,20} )?"
    r"(?:doctor|nurse|therapist|dentist|GP|gp|pharmacist|midwife|physio|physiotherapist))"
)
# `I told my doctor "I sleep badly" and he gave me drops`.
_TOLD = re.compile(
    rf'^{_SAID},? "(?P<words>(?:I|I\'m|I\'ve|[Mm]y|[Ww]e|[Oo]ur) [^".!?;]{{3,120}})[.,]?"'
    r"(?:,? (?:and|so) (?P<rest>[^\"]{5,150}))?$"
)
_NOT_MEANT = re.compile(
    r"\b(?:but|jok(?:e[ds]?|ing)|lied|lies|a lie|pretend\w{0,4}|kidding|fake\w?|laugh\w{0,3})\b", re.I
)
# `My rule is "I don't work on Sundays"`. Mottos that tell of a deed are somebody's words first: "I came, I saw".
_OF_ONESELF = re.compile(
    r'^My (?:(?:own|one|only|main|first|golden|personal) )?(?:motto|rule|principle) is:? "'
    r"(?P<words>I(?:'m| am| never| always| only| don't| do not| can't| cannot)\b[^\".!?;,]{3,120})[.!]?\"$"
)


def said_of_oneself(sentence: str) -> list[str]:
    """The statements of a sentence in which the speaker quotes themselves, without the marks; empty for any other."""
    plain = sentence.rstrip(".! ")
    if _NOT_MEANT.search(plain) is not None:
        return []
    if (own := _OF_ONESELF.match(plain)) is not None:
        return [f"{own['words']}."]
    told = _TOLD.match(plain)
    if told is None:
        return []
    words = told["words"]
    inside = words if words.startswith("I") else f"{words[0].lower()}{words[1:]}"
    said = [f"{told['told']} that {inside}."]
    return [*said, f"{told['rest'][0].upper()}{told['rest'][1:]}."] if told["rest"] else said
