"""Whose wish a standing instruction is, and whether it is of them alone. Pure."""

from __future__ import annotations

import re

from ..words import fold
from .manners import LANGUAGE
from .whose import ONESELF, asker

_WISHES = re.compile(
    r"^(?P<who>The user|[A-Z][\w'’.-]*(?: [A-Z][\w'’.-]*){0,3}) "
    r"(?:wants?|asked|asks|has asked|would like|prefers?|likes?|wishes)\b"
)
# Facts write "them" of whoever wishes it.
_ME = r"(?:me|myself|them|him|her|the user)"
_TO_BE = re.compile(rf"\bwants to be (?:called|addressed|reminded)\b|\bcall {_ME} (?-i:(?:Dr\.? |Mr\.? )?[A-Z])", re.I)
_TO_ONE = re.compile(
    r"\b(?:address|answer(?: to)?|reply to|respond to|write(?: to)?|speak (?:to|with)|talk (?:to|with)|explain to"
    r"|text(?:ing)?|call(?:ing)?|phon(?:e|ing)|ring(?:ing)?|message|messaging|e?-?mail(?:ing)?|contact(?:ing)?"
    r"|wak(?:e|ing)|greet(?:ing)?|remind(?:ing)?|send(?:ing)?|giv(?:e|ing)|show(?:ing)?|tell(?:ing)?|bother(?:ing)?"
    rf"|disturb(?:ing)?|lectur(?:e|ing)|ping(?:ing)?) {_ME}\b",
    re.I,
)
_FOR_ONE = re.compile(rf"\bfor {_ME}\b", re.I)
# "Tell me before you deploy" is on the work, whoever does it.
_AT_WORK = re.compile(
    r"\b(?:before|after|if|when|whenever|once|each time|every time) (?:the|a|an|any\w*|some\w*|you|it|there)\b", re.I
)
# "Release notes in English" are of the work, as is "answer customers in French".
_IN_A_LANGUAGE = re.compile(
    r"(?:\b(?:answer|reply|respond|speak|talk|write)(?:ing)? "
    rf"(?:(?:always|only|back|everything|with|to|all|your (?:answers|replies)|{_ME}) )*in "
    r"|“(?:(?:always|only|in|just) )?)"
    rf"{LANGUAGE.pattern}(?! (?:to|for|when|if|in)\b(?! (?:me|them)\b))",
    re.I,
)
_SEVERAL = re.compile(r"\b(?:we|us|our|ours|everyone|everybody|team|family)\b", re.I)


def wisher(instruction: str, speaker: str) -> str:
    """The folded name of who wishes it, as `asker` writes it: whom a fact names first, else who said it."""
    own = asker(speaker)
    found = None if fold(instruction).startswith(f"{own} ") else _WISHES.match(instruction)
    return fold(found["who"]) if found else own


def is_ones_own(instruction: str, prompt: str) -> bool:
    """Whether an instruction is on how its wisher alone is talked to, or on what is done for them alone where the
    prompt wants something for who asks."""
    if _TO_BE.search(instruction) or _IN_A_LANGUAGE.search(instruction):
        return True
    if _AT_WORK.search(instruction):
        return False
    if _TO_ONE.search(instruction):
        return True
    is_for_asker = ONESELF.search(prompt) is not None and _SEVERAL.search(prompt) is None
    return is_for_asker and _FOR_ONE.search(instruction) is not None
