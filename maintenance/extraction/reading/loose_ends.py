"""What is loose in a rewritten sentence that was typed in haste: a fragment in front, a comma behind a name. Pure."""

from __future__ import annotations

import re

# What may stand before the subject: when, where, why, how often.
_LEADING = (
    r"since|whatever|whoever|however|no matter|in|on|at|after|before|when|while|if|as|because|for|from|every|each"
    r"|once|twice|until|till|although|though|with"
    r"|without|during|by|next|last|this|that|these|those|yesterday|today|tomorrow|tonight|now|nowadays|sometimes|usually"
    r"|recently|lately|currently|then|later|earlier|besides|despite|like|unlike|apart|thanks|according|due|instead|over"
    r"|under|between|within|throughout|whenever|wherever|where|even|only|first|finally|again|back|of|to|\w+ly|\w+ing"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)days?(?= (?:at|and|morning|afternoon|evening|from|till|until|\d))|\w+ed"
    r"|(?:two|three|four|a few|\d+) (?:days|weeks|months|years)"
)
# Said of what the talk told before: "the exam is on Thursday, same time".
_AS_BEFORE = re.compile(r", same [a-z]{3,12}(?=[,.])")
_BROKEN_OFF = re.compile(r",? (?:and|but|so) (?:she|he|it|they|we|the user)\.$")  # "found a toy and she... took it"
_LEANING = re.compile(r"\b(?:it|they|them|this|that|he|she|him|her)\b")  # what may stand for something in front
_NAMED_FIRST = re.compile(
    r"^(?P<name>[A-Z][\w'-]+(?: [A-Z][\w'-]+){0,2}), (?=(?:took|went|came|got|has|had|is|was|will|turns)\b)"
)


# "Max, the user's brother": who that is, and no fragment.
_NAMES = re.compile(r"[A-Z][\w'-]*(?: [A-Z][\w'-]*)*")
_LEAD = re.compile(
    rf"(?P<lead>(?!the user\b)(?!(?:{_LEADING})\b)[^,]{{2,60}}), (?=the user\b(?!'s? [^,]{{1,30}},))"
    rf"|No [^,]{{2,40}}? (?=the user )",
    re.I,
)


_TYPE = re.compile(r"\btype-(?=(?:1|2|one|two) diabet)")  # tied together for the parser alone (`typed`)


def tidied(content: str) -> str:
    """The fact without a fragment before its subject ("Thursdays no good, the user works …") and without the comma
    between a name and its verb ("Dr Lund, took over …")."""
    lead = _LEAD.match(content)
    if lead is not None and not _LEANING.search(content, lead.end()) and not _NAMES.fullmatch(lead["lead"] or ""):
        content = content[lead.end() :]
        content = content[0].upper() + content[1:]
    content = _TYPE.sub("type ", _BROKEN_OFF.sub(".", content))
    return _AS_BEFORE.sub("", _NAMED_FIRST.sub(r"\g<name> ", content))
