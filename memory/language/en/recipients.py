"""To whom a text is to be written, "a mail to my boss": `written_to`. Pure."""

from __future__ import annotations

import re

from ..words import fold
from .instructing import KINDS_OF_TEXT

_WRITES = (
    r"(?:writ(?:e|es|ing)|draft(?:s|ing)?|compos(?:e|es|ing)|send(?:s|ing)?|repl(?:y|ies|ying)|(?:e-?)?mail(?:s|ing)?"
    r"|letters?|messag(?:e|es|ing)|text(?:s|ing)?|notes?|(?:post)?cards?|msgs?|talk(?:s|ing)?|speak(?:s|ing)?"
    r"|explain(?:s|ing)?)"
)
_REACHES = r"(?:(?:e-?mail|mail|text|message|msg|write|tell|ping|send|answer)(?:s|ing)?|let(?=.{2,60} know\b))"
# Whoever is told by a plain noun of many, "clients", may be anybody.
_OWN = (
    rf"(?:my|our|their|his|her|your) (?!{KINDS_OF_TEXT}\b)(?P<own%s>[a-z][\w-]{{1,30}})"
    r"(?= (?:that|know|about|and|when|if|to|on|at|for|in|with|please|again)\b| ?[,.;:!?”\"]| ?$)"
)
_TO_ONES_OWN = re.compile(
    rf"\b{_WRITES}\b(?: (?!to\b)[\w'’-]{{1,30}}){{0,4}}? to {_OWN % 1}|\b{_REACHES} {_OWN % 2}", re.IGNORECASE
)
# Whom one word of a line calls, another of it may call too, and no word of another line does.
_PEOPLE = (
    "mum mom mummy mommy mother mama ma", "dad daddy father papa pa",
    "grandma gran granny grandmother nan nana", "grandpa grandad granddad grandfather",
    "sister sis", "brother bro", "son", "daughter", "aunt auntie aunty", "uncle",
    "wife husband partner spouse girlfriend boyfriend fiancé fiancée hubby missus ex",
    "boss manager supervisor", "landlord landlady", "doctor gp", "dentist", "lawyer solicitor attorney", "accountant",
    "teacher tutor",
)  # fmt: skip
_KNOWN = {fold(word): line for line in _PEOPLE for word in line.split()}
_NAME = r"(?-i:[A-Z][\w-]{1,24}(?:(?: and|,)? [A-Z][\w-]{1,24}){0,3})"
_A_NAME = re.compile(r"[A-Z][\w-]{1,24}")
_TO_NAMED = re.compile(
    rf"\b{_WRITES}\b(?: (?!to\b)[\w'’-]{{1,30}}){{0,4}}? to (?:the )?(?P<to>{_NAME})|\b{_REACHES} (?P<reached>{_NAME})",
    re.IGNORECASE,
)
_OF_ONE = re.compile(rf"(?:my|our|their|his|her|your) (?P<own>[a-z][\w-]{{1,30}})|{_NAME}", re.IGNORECASE)


def names_one(words: str) -> bool:
    """Whether words name one person, "my mum", "Ann", as far as they tell: "Monday" is no less a name."""
    found = _OF_ONE.fullmatch(words)
    return found is not None and (found["own"] is None or fold(found["own"]) in _KNOWN)


def written_to(text: str) -> frozenset[str]:
    """To whom a text is written: who of one's own ("my boss") by all the words for them, and who has a name by each
    word of it, with its capital. Whoever is called by a word that is not known may be anybody."""
    nouns = (fold(found["own1"] or found["own2"]) for found in _TO_ONES_OWN.finditer(text))
    named = (found["to"] or found["reached"] for found in _TO_NAMED.finditer(text))
    known = (_KNOWN[noun] for noun in nouns if noun in _KNOWN)
    return frozenset([*known, *(one for names in named for one in _A_NAME.findall(names))])
