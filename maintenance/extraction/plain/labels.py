"""Who says what in a transcript that came as one speaker's turns: "Nadia: the van is back", "Ole: I'll fetch it".

A team that shares one assistant writes its names in front. Without them "I" would be whoever the client calls the user.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from memory.language.en.names import NAME_WORDS
from memory.language.en.writers import names_of

from ..grammar.given_names import MEN, WOMEN
from ..types import Person, Turn

# A first name, or a first and a last one, before a colon.
_LABEL = re.compile(r"\s*(?P<name>[A-Z][\w'’-]{1,20}(?: [A-Z][\w'’.-]{0,20})?): (?=\S)")

# "Lena Kurz: I moved to Oslo", on a line of its own or behind what is asked about it. What stands behind a name and
# tells of him or her is a note about them: "Tom: I owe him 20 euros".
_NAME = (
    r"(?:^[ \t]{0,8}|(?<=[.!?:] ))(?P<first>[A-Z][\w'’-]{1,20})(?P<last> [A-Z][\w'’-]{1,20})?"
    r"(?:, (?:my|our) [a-z' -]{2,30})?: "
)
_NAMED = re.compile(_NAME, re.M)
_LINE = re.compile(
    rf"{_NAME}"
    r"(?=(?:I|i|We|we|I'm|i'm|I’m|i’m|I've|i've|I’ve)\b)(?![^\n]{0,400}\b(?:he|him|his|she|her|hers)\b)[^\n]*",
    re.M,
)
_OF_A_CHAT = re.compile(r"\b(?:summari[sz]e|summary|translate|proofread|chat|transcript|conversation|thread)\b", re.I)


def without_others(turn: Turn, people: Sequence[Person] = ()) -> Turn:
    """The turn without the lines that a pasted chat puts under the names of others: given names that are no words, or
    of `people`, whom the memory knows. Two names, a last name, or what is asked about it tell that it is one; under a
    single name stand notes of the speaker's own, "Tom: we share a flat". Who calls themselves so is the speaker."""
    known = {word.lower() for person in people for word in person.name.split()[:1]}
    mine = names_of(turn.speaker)

    def is_name(label: re.Match[str]) -> bool:
        first = label["first"].lower()
        if first == "me":
            return True  # "Anna: I'm on leave", "Me: I see"
        if label["last"] is None and first in NAME_WORDS.also_words - known:
            return False
        return first in MEN | WOMEN | known or bool(NAME_WORDS.full_names(first))

    several = len({label["first"] for label in _NAMED.finditer(turn.content) if is_name(label)}) > 1

    def left(line: re.Match[str]) -> str:
        first = line["first"].lower()
        if not is_name(line) or first in {"me"} | mine:
            return line.group()
        says_i = first in known and line.group().rpartition(": ")[2].lower().startswith("i")
        asked = _OF_A_CHAT.search(turn.content, 0, line.start()) is not None
        if not (several or line["last"] or asked or says_i):
            return line.group()
        own = re.search(rf"\b(?:I'm|I am|[Mm]y name is|[Tt]his is) {re.escape(line['first'])}\b", turn.content)
        return line.group() if own else ""

    content = _LINE.sub(left, turn.content)
    return turn if content == turn.content else replace(turn, content=content)


def by_speaker(turns: Sequence[Turn]) -> list[Turn]:
    """The turns with the speakers that they name and without these names, if each turn of the user's names one, several
    speak and one of them comes back; else as they are."""
    said = [turn for turn in turns if turn.role == "user"]
    labels = [_LABEL.match(turn.content) for turn in said]
    names = Counter(label["name"] for label in labels if label is not None)
    if len({turn.speaker for turn in said}) > 1 or None in labels or len(names) < 2:
        return list(turns)
    if max(names.values()) == 1:
        return list(turns)  # "Update: …", "Question: …": nobody comes back
    return [_spoken(turn) if turn.role == "user" else turn for turn in turns]


def _spoken(turn: Turn) -> Turn:
    label = _LABEL.match(turn.content)
    assert label is not None
    return replace(turn, speaker=label["name"], content=turn.content[label.end() :])
