"""What somebody does together with the speaker, told with the speaker first: "me and Sam run a bakery", "my girlfriend
and I split up". Pure.

A small parser takes "my girlfriend and I split up" for "my girlfriend", and what I did for another clause. Behind
"I and my girlfriend" it finds the verb of both.
"""

from __future__ import annotations

import re

from ..grammar.lexicon import FAMILY_NAMES, PEOPLE

# Nobody is called so: "me and his ex", "me and you".
_NO_NAME = (
    r"(?!(?:you|i|me|we|us|it|he|she|they|him|her|them|that|this|those|these|not|no|and|or|so|but|what|who|the|an?|my|our"
    r"|his|your|their|some|all|mr|mrs|ms|dr)\b)"
)
_OWNED = r"(?:my|our) [\w-]{2,20}(?: (?-i:[A-Z])[\w-]{1,20})?"
_KIN = "|".join(sorted((word for word in PEOPLE if word.isalpha()), key=len, reverse=True))
_WHO = rf"{_OWNED}|the (?:{_KIN})s?|{_NO_NAME}[a-z][\w-]{{1,20}}(?<!ing)"
# "Me and my big mouth" has no verb, so that nothing is learnt of it.
_ME_FIRST = re.compile(rf"^me (?:and|&) (?P<who>{_WHO}) (?P<does>(?!and\b|or\b|is\b|was\b|has\b)(?-i:[a-z']))", re.I)
# Of both the parser finds most verbs, but not these.
_PARTED = r"(?:have |'ve )?(?:split|broke|parted|separated|fell out)\b"
_ME_LAST = re.compile(rf"^(?P<who>{_OWNED}|the (?:{_KIN})s?) and (?:I|me) (?P<does>{_PARTED})", re.I)


def speaker_first(sentence: str) -> str:
    """ "I and Sam split up" for "me and Sam split up". Any other sentence as it is."""
    both = _ME_FIRST.match(sentence) or _ME_LAST.match(sentence)
    if both is None:
        return sentence
    who, rest = both["who"], sentence[both.start("does") :]
    if " " in who:
        return f"I and {who[0].lower()}{who[1:]} {rest}"
    if who.lower() in FAMILY_NAMES:
        return f"I and my {who.lower()} {rest}"
    return f"I and {who[0].upper()}{who[1:]} {rest}"
