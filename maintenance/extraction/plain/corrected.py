"""What a speaker takes back or puts right in the next breath: in the next sentence, or at the beginning of their next
turn. What was said so is not learnt, and what it is corrected to is. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from memory.language.en.pasted import without_pasted

from ..grammar.rule import Rule
from ..types import Turn
from .amended import amended, put_right
from .others_words import DICTATED, own_words

RULE = Rule(
    "taken_back", "What the speaker takes back, or puts right, in the next breath.",
    "I'm diabetic. Just kidding.", "I'm diabetic. Not kidding.",
)  # fmt: skip
MOST_CHARACTERS = 2_000  # of a turn: who pastes more corrects nothing in it

# A sentence ends, or a correction begins behind a comma or a dash.
_ENDS = re.compile(
    r"(?<=[.!?…])(?<!\b[A-Z]\.)(?<!\bDr\.)(?<!\bMr\.)(?<!\bSt\.)(?<!\bMs\.)(?<!\bMrs\.)\s+|\n+"
    r"|(?P<soft>(?:,| [-–—]| ?\.\.\.)\s+)(?=(?:(?:oh|ah|er|um),? )?"
    r"(?:no,? wait|wait,? no|no,? sorry|sorry,? no|sorry|i mean|i meant"
    r"|(?:scratch|scrap|strike) that|actually,? no|w?oops|correction|make that|just kidding|(?:lol )?jk"
    r"|only joking)\b)",
    re.I,
)
_CALLS = (
    r"(?:(?:oh|ah|(?:ha){2,6}|lol|nah|no|nope|ok|okay|and|but|sorry|wait|actually|well|update|hm+)[,.!:…]{0,3}\s+){0,5}"
)
_ONLY_CALLS = re.compile(
    r"(?:(?:oh|ah|er|um|haha|lol|no|nah|nope|sorry|wait|actually|well|update|excuse me|pardon|hang on|hold on|oops"
    r"|and|but)\b"
    r"[,.! ]*)+",
    re.I,
)
_NOT_MEANT = re.compile(
    rf"^{_CALLS}(?:(?:i'm |i am |i was )?(?:just |only )(?:kidding|joking|messing(?: with you| around)?)|(?:lol )?jk"
    r"|(?:scratch|scrap|strike) (?:that|what i (?:just )?said|i said that)|scratch it"
    r"|(?:forget|ignore|disregard) (?:that|what i (?:just )?said|i said that)(?=[.!…]*$)"
    r"|i take (?:that|it) back|(?<=\bno[,.] )false alarm)"
    r"(?P<mark>[.!…]*$|[,.!…:;]+ (?!and\b|or\b)| [-–—] )",
    re.I,
)
# What the assistant said in between may be scratched or ignored, but the joke was the speaker's own.
_ONLY_JOKED = re.compile(
    rf"^{_CALLS}(?:(?:i'm |i am |i was )?(?:just |only )(?:kidding|joking)|(?:lol )?jk)[.!…]*$", re.I
)
# "Haha no." "Haha, no, I won't die" laughs off something else.
_LAUGHED_OFF = re.compile(r"^(?:lo+l|lmao|(?:ha){2,6}h?)[,.! ]{1,3}(?:no|nope|nah|not)[.!…]*$", re.I)
# "No wait, that's Tom": whatever is right, what was said is not.
_NO_WAIT = re.compile(
    r"^(?:oh,? |hm+,? )?(?:no,? wait|wait,? no)[,.!…]+ "
    r"(?=that(?:'s| is| was) (?:(?-i:[A-Z][\w-]+)|(?:my|our) [\w-]+|wrong|not (?:right|true))[.!…]*$)",
    re.I,
)
# "No I'm not", "turns out she isn't".
_DENIED = re.compile(
    rf"^{_CALLS}(?:(?:(?:it )?turns out|turned out|in fact|the doctor says?|they say) )?"
    r"(?P<who>i|we|he|she|it|they)(?:'m|'re|'s| am| are| is| was| were)? ?"
    r"(?P<aux>not|isn't|aren't|wasn't|weren't|don't|doesn't|didn't|won't|haven't|hasn't|can't)(?: after all| actually)?"
    r"(?:[.!]*$|[,;] )",
    re.I,
)
_OPENS_NO = re.compile(r"^(?:(?:oh|well|actually|haha|lol|wait|update:?),? ){0,4}(?:no|nope|nah)\b", re.I)
_SURE = re.compile(r"\b(?:no|nope|nah|actually|turn(?:s|ed) out|in fact|the doctor says?|they say)\b", re.I)
_UNSURE = re.compile(
    r"\b(?:may|might|could|maybe|perhaps|probably|possibly|i think|we think|i guess|i suspect|thinking (?:of|about)"
    r"|considering|not sure)\b",
    re.I,
)
_SETTLED = re.compile(
    r"^(?:(?:oh|well|wait|update:?),? ){0,3}(?:actually,? no|no,? actually)[,.!]"
    r"(?! (?:don't|do not|can you|could you|let me|please|i (?:don't|need|want|know|think|mean))\b)"
    r"|^update:? (?!.*\b(?:my|our|his|her|their)\b)[^.!?]{0,80}(?:, so no|\bcame back (?:clear|negative|fine|normal)"
    r"|\b(?:was|is|were) (?:negative|ruled out)|\bthe all-?clear"
    r"|\bsays (?:i|we|he|she) (?:don't|doesn't|haven't|hasn't)|\bdecided (?:not to|against it|to stay))\b"
    r"[^.!?]{0,40}[.!]{0,3}$",
    re.I,
)
_NEGATED = re.compile(r"n't\b|\b(?:not|never|no)\b", re.I)
_OF_ONESELF = re.compile(
    r"\b(?P<who>I|we)(?:'m| am|'re| are| (?:may|might|could) (?:well )?be) (?P<rest>(?!not\b).+)$", re.I
)
_ONESELF = re.compile(r"\b(?:i|we)\b", re.I)
_CURLY = str.maketrans("’‘“”", "''\"\"")


class Settled(NamedTuple):
    """The turns without what was taken back in them, and how many statements that were."""

    turns: list[Turn]
    taken_back: int


class _Place(NamedTuple):
    turn: int
    piece: int


def settled(turns: Sequence[Turn]) -> Settled:
    """The turns with what each speaker's next breath makes of them."""
    breath = _Breath(turns)
    for index in range(len(turns)):
        breath.go_on(index)
    return Settled(breath.turns(), breath.taken_back)


class _Breath:
    """The sentences of each turn that was gone through, and of each speaker the places of the latest ones."""

    def __init__(self, turns: Sequence[Turn]) -> None:
        self._turns = turns
        self._speakers = {turn.speaker.lower() for turn in turns}
        self._told: dict[int, list[str]] = {}  # by turn: a sentence, what parts it from the next, that one, ...
        self._latest: dict[str, list[_Place]] = {}
        self._changed: set[int] = set()
        self._asked = 0  # questions of the assistant's so far, and as many as there were at each speaker's last turn
        self._asked_before: dict[str, int] = {}
        self.taken_back = 0

    def turns(self) -> list[Turn]:
        return [
            replace(turn, content="".join(self._told[index]).strip()) if index in self._changed else turn
            for index, turn in enumerate(self._turns)
        ]

    def go_on(self, index: int) -> None:
        """Read the next turn."""
        turn = self._turns[index]
        if turn.role != "user":
            self._asked += turn.content.count("?")
            return
        text = turn.content.translate(_CURLY)
        latest = self._latest.setdefault(turn.speaker, [])
        own = without_pasted(own_words(text), turn.speaker)
        if len(text) > MOST_CHARACTERS or DICTATED.search(text) or own != text:
            latest.clear()  # of what is handed over nothing is the speaker's
            return
        at_once = text if turn.is_context else put_right(text)
        if at_once != text:
            text = at_once
            self._changed.add(index)
        asked = self._asked - self._asked_before.get(turn.speaker, self._asked)
        self._asked_before[turn.speaker] = self._asked
        told = self._told[index] = _parted(text)
        for piece in range(0, len(told), 2):
            if not told[piece]:
                continue
            answers = asked > (1 if piece else 0)
            if latest and not turn.is_context and not (answers and _OPENS_NO.match(told[piece])):
                self._hear(_Place(index, piece), latest)
            if told[piece]:
                latest.append(_Place(index, piece))

    def _hear(self, place: _Place, latest: list[_Place]) -> None:
        """Let a sentence take back or put right the one before it."""
        said, older = self._said(place), latest[-1]
        statement = self._said(older)
        if statement.endswith("?"):
            return
        if place.turn - older.turn > 1:  # what is said to whoever spoke meanwhile is of what they said
            again = "" if _ONLY_JOKED.match(said) else None
        elif (found := amended(said, statement, self._speakers)) is not None:
            again = f"{found.statement}. {found.rest}".strip()
        else:
            again = _without(said, statement)
        if again is not None:
            self._write(place, again)
            self._write(older, "")
            latest.pop()
            self.taken_back += not self._turns[older.turn].is_context

    def _said(self, place: _Place) -> str:
        return self._told[place.turn][place.piece]

    def _write(self, place: _Place, text: str) -> None:
        told = self._told[place.turn]
        if self._turns[place.turn].is_context:
            return
        told[place.piece] = text
        if place.piece + 1 < len(told) and "\n" not in told[place.piece + 1]:
            told[place.piece + 1] = " " if text else ""
        self._changed.add(place.turn)


def _parted(text: str) -> list[str]:
    """The sentences, each followed by what parts it from the next; an odd number."""
    parts: list[str] = []
    start = 0
    for end in _ENDS.finditer(text):
        if end["soft"] and _ONLY_CALLS.fullmatch(text, start, end.start()):
            continue
        parts += [text[start : end.start()], end.group()]
        start = end.end()
    return [*parts, text[start:]]


def _kept(said: str) -> str | None:
    """What is left of a sentence that takes back whatever was said before it, as a joke; None of any other."""
    meant = _NOT_MEANT.match(said)
    return None if meant is None else said[meant.end() :]


def _without(said: str, statement: str) -> str | None:
    """What is left of a sentence that takes the statement before it back; None where it does not."""
    if (kept := _kept(said)) is not None:
        return kept
    if (other := _NO_WAIT.match(said) or _LAUGHED_OFF.match(said)) is not None:
        return said[other.end() :]
    if (denied := _DENIED.match(said)) is not None and _is_denied(denied, said, statement):
        rest = said[denied.end() :]
        oneself = _OF_ONESELF.search(statement.rstrip(".! ")) if denied["who"].lower() in ("i", "we") else None
        if oneself is None or denied["aux"] != "not":
            return rest
        be = "am" if oneself["who"] == "I" else "are"
        return f"{oneself['who']} {be} not {oneself['rest']}. {rest}".strip()
    if _UNSURE.search(statement) and _SETTLED.search(said):
        return said
    return None


def _is_denied(denied: re.Match[str], said: str, statement: str) -> bool:
    """Whether "no I'm not" denies this statement: it has the same subject, and is no denial itself."""
    if _SURE.search(said, 0, denied.start("who")) is None or _NEGATED.search(statement):
        return False
    is_own = _ONESELF.search(statement) is not None
    return is_own == (denied["who"].lower() in ("i", "we"))
