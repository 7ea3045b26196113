"""Who writes from an account: its owner, or somebody else who says so: "Tom here, on Ann's phone". Pure, and linear."""

from __future__ import annotations

import re
from collections.abc import Iterable

from .names import NAME_WORDS
from .nicknames import full_names
from .vocabulary import MONTHS, WEEKDAYS

BEGINNING = 240  # characters of a turn in which somebody says who they are
ALIKE = 3  # letters with which two names of one person begin
_PLAIN = str.maketrans("’‘", "''")
# Accounts of many, and of nobody in particular.
_NOBODYS = frozenset("user customer client caller support team agent admin guest member service office".split())
_NO_NAMES = (
    NAME_WORDS.no_names | {*MONTHS, *WEEKDAYS} | frozenset(
        "all same everything everyone nothing anyone someone me not it this that there spring summer autumn winter"
        " christmas easter morning evening night rain snow still back now who what i we she he they the a my our your"
        " weather reporting".split()
    )
)  # fmt: skip
_KIN = (
    r"(?:[a-z-]{1,15} )?(?:mother|mum|mom|mam|mummy|father|dad|daddy|parents?|sister|sis|brother|bro|son|daughter"
    r"|husband|hubby|wife|partner|spouse|fiancee?|boyfriend|girlfriend|bf|gf|ex|kid|child|niece|nephew|aunt|auntie|uncle|cousin"
    r"|grand(?:mother|father|son|daughter|ma|pa|child|dad)|gran|friend|mate|flatmate|roommate|housemate|neighbou?r"
    r"|carer|caregiver|nurse|assistant|secretary|colleague|coworker|boss|manager|deputy|landlord|landlady|lawyer)"
)
_ANYBODY = r"[^\W\d_][\w-]{1,20}(?!['\w])"
_NAME = rf"(?P<name>{_ANYBODY})"
_OWNER = r"(?P<owner>[^\W\d_][\w-]{1,20}?)"
_OF_OWNER = rf"{_OWNER}(?:'s|s'?) {_KIN}\b"
_GREETING = (
    r"(?:^\s*(?:(?:hi|hello|hey|hiya|hallo|greetings|good (?:morning|evening|afternoon|day))(?: (?:there|all))?"
    r"[,.!]*\s+)?"
    r"|[.!,] )"
)
_THING = r"(?:phone|mobile|account|acct|login|profile|chat|tablet|ipad|laptop|computer|pc|number|device)"
_WRITES = r"(?:here|speaking|writing|typing|texting|messaging)"


def _any(*patterns: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(pattern, re.I) for pattern in patterns)


# Somebody who is named beside what they are to the owner: `owner` has to be the account's.
_KIN_OF_OWNER = _any(
    rf"(?:\b(?:this is|it'?s|it is|i'?m|i am)(?: ?{_ANYBODY},?(?: here)?,? \(?)?|{_GREETING}{_ANYBODY},? here,? \(?)"
    rf",? ?{_OF_OWNER}"
    rf"(?= {_WRITES}|[,.!)(]| \w+[,.!]| \w+ {_WRITES}| i(?:'?m| am)\b|$)",
    rf"\b{_OF_OWNER}(?: \w+)?,? {_WRITES}\b",
    rf"\b(?:the )?{_KIN} of {_OWNER},? {_WRITES}\b",
    rf"\b(?:writing|typing|texting|messaging|chatting)(?: this)? (?:on behalf of|for|instead of) "
    rf"(?:my {_KIN} )?{_OWNER}\b(?!')",
    rf"\bon {_OWNER}'s behalf\b",
    rf"^\W*not {_OWNER},? {_WRITES}\b",
    rf"\b(?:on|using|via|through|borrowing|(?:writing|typing|texting|messaging|chatting)(?: this)? from) {_OWNER}'s"
    rf" {_THING}\b",
    rf"\b(?:(?:this|it|i) ?(?:is|am|'m|'s)? ?(?:not|isn't|ain't)|(?:this is|it'?s|i'?m)(?: me)?,? {_ANYBODY},? not)"
    rf" {_OWNER}\b(?!'s|s )",
)
# Somebody who is named and no owner of that name: `name` has to be another. "Hi, it's Bee" may be how the owner is
# called.
_ANOTHER_NAME = _any(
    rf"\byou(?:'re| are) (?:now )?(?:talking|chatting|speaking) (?:to|with) {_NAME}\b",
    rf"\bi(?:'m| am) {_NAME}, (?:her|his|their) {_KIN}\b",
)
_FROM_ANOTHERS = re.compile(
    rf"\b(?:writing|typing|messaging|chatting|texting)(?: this)? (?:from|on|with|via|through) my {_KIN}'?s"
    r" (?:account|login|profile)\b",
    re.I,
)
_TYPES_FOR = re.compile(
    rf"(?:^\s*(?:(?:hi|hello|hey)[,.!]* )?|[.!,] (?=this |it))(?:this is |it'?s )?(?:her|his|their) {_KIN}(?: \w+)?,?"
    rf" (?:again|{_WRITES})(?=[,.!]| for\b|$)",
    re.I,
)
_BACK = _any(
    rf"{_GREETING}(?:it'?s |this is |i'?m |back to |now )(?:me,? )?{_NAME}"
    r"(?=[.!,]|$| (?:here|again|back|now|speaking)\b)",
    rf"{_GREETING}{_NAME} (?:here|again|back|speaking)(?=[.!,]|$| again\b)",
)


def names_of(speaker: str) -> frozenset[str]:
    """The names in lower case by which the owner of an account goes; none of an account of many."""
    words = re.findall(r"[^\W\d_]{2,}", speaker.lower())
    return frozenset() if not _NOBODYS.isdisjoint(words) else frozenset(words)


def other_writes(text: str, speaker: str) -> bool | None:
    """Whether a turn says that somebody else than `speaker` writes it (True), or that it is them (False);
    None where it says nothing of it."""
    said = text[:BEGINNING].translate(_PLAIN)
    mine = names_of(speaker)
    if any(_is_owner(name, mine) for name in _found(_KIN_OF_OWNER, said)):
        return True
    if _FROM_ANOTHERS.search(said) or _TYPES_FOR.search(said):
        return True
    # An account whose name is none, "kiwi42", may be anybody's.
    if speaker.istitle() and mine and any(_is_strange(name, mine) for name in _found(_ANOTHER_NAME, said)):
        return True
    return False if any(_is_owner(name, mine) for name in _found(_BACK, said)) else None


def _found(patterns: Iterable[re.Pattern[str]], said: str) -> list[str]:
    """The names in their groups."""
    return [name for pattern in patterns for one in pattern.finditer(said) for name in one.groups() if name]


def _is_owner(name: str, mine: frozenset[str]) -> bool:
    """Whether it is one of the owner's names, whole or short: "Liz" of Elizabeth. "Will" is one, and "will" is none."""
    if name in NAME_WORDS.also_words:
        return False
    name = name.lower()
    return any(name == one or name in full_names(one) or one in full_names(name) for one in mine)


def _is_strange(name: str, mine: frozenset[str]) -> bool:
    """Whether it is the name of somebody who cannot be the owner: "Annie" may be Annabel."""
    if not name[0].isupper() or name.lower() in _NO_NAMES or _is_owner(name, mine):
        return False
    return not any(name.lower()[:ALIKE] == one[:ALIKE] for one in mine)
