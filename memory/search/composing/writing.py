"""How each memory that was chosen for a block is written: `Writing`. Pure."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from ...context_block import outdated, said, stated
from ...models import Kind
from ...passages import Span
from ..candidates import Candidate
from ..query import Inquiry
from .in_time import distance
from .items import Replaced
from .quoting import only_asks, quoted, tells_all
from .statements import Statements
from .wording import compared_text, has_words, tells_nothing

SHORT_ANSWER = 4  # words: "Yes, on Friday" says nothing without its question


@dataclass
class Writing:
    """What was chosen of the `pool`, in the words in which a line tells it."""

    question: Inquiry
    pool: Sequence[Candidate]
    weights: Mapping[str, float]
    replaced: Sequence[Replaced]
    parts: Mapping[int, Span]  # of long turns, the passages that answer
    statements: Statements

    def __post_init__(self) -> None:
        self.instructed: list[Candidate] = []
        self.quotes: dict[int, str] = {}
        self._told_by: dict[int, frozenset[int]] = {}
        self._quoted: dict[int, str] = {}
        self._at_top: dict[int, str] = {}
        self.known = {c.rowid: c for c in self.pool}
        self.beside = {(c.session_id, c.position): c for c in self.pool if c.position is not None}
        self.outdated: dict[int, list[Replaced]] = {}
        self.before: dict[int, list[str]] = {}
        for one in self.replaced:
            self.outdated.setdefault(one.rowid, []).append(one)
            if one.by is not None and one.was not in self.before.setdefault(one.by, []):
                self.before[one.by].append(one.was)

    def sources(self, fact: int) -> Collection[int]:
        return self.known[fact].sources if fact in self.known else ()

    def changes(self, rowid: int) -> Sequence[Replaced]:
        """What of a memory holds no longer, where that bears on the prompt."""
        return () if rowid in self.statements.aside else self.outdated.get(rowid, ())

    def holding_now(self, rowids: Sequence[int]) -> list[int]:
        """What holds now in the place of any of these."""
        return [one.by for rowid in rowids for one in self.changes(rowid) if one.by is not None]

    def words(self, c: Candidate) -> str:
        """What is compared of a memory."""
        return compared_text(c, self.parts)

    def quote(self, turn: Candidate) -> str:
        if turn.rowid not in self._quoted:
            passage = self.parts.get(turn.rowid)
            self._quoted[turn.rowid] = quoted(turn.text, turn.event_time, self.question, self.weights, passage)
        return self._quoted[turn.rowid]

    def _told(self, turns: Sequence[Candidate]) -> str:
        """Turns of one session, or a fact, as a line tells them."""
        parts: list[str] = []
        previous: Candidate | None = None
        for turn in turns:
            if turn.kind == Kind.FACT:
                parts.append(stated(turn.text) + self._note(turn.rowid, turn.text))
                continue
            if previous is not None and distance(previous, turn) > 1:
                parts.append("…")
            speaker = _speaker(turn)
            is_same = previous is not None and speaker == _speaker(previous)
            quote = self.quotes.get(turn.rowid) or self.quote(turn)
            parts.append(said("" if is_same else speaker, quote) + self._note(turn.rowid, turn.text))
            previous = turn
        return " ".join(parts)

    def _note(self, rowid: int, text: str) -> str:
        """What took, or is to take, the place of what a turn or fact states. A turn that tells more is told what of it
        holds no longer."""
        found = self.outdated.get(rowid)
        if not found:
            return ""
        language = self.question.language
        changes: dict[str, dict[tuple[str, str], None]] = {}
        for one in found:
            was = "" if tells_all(one.was, text, language) else one.was
            changes.setdefault(one.from_day, {})[was, one.now] = None
        return "".join(outdated(told, from_day=day) for day, told in changes.items())

    def _only_answers(self, c: Candidate) -> bool:
        """Whether it says nothing without the turn before it."""
        if c.position is None or has_words(c.text, SHORT_ANSWER + 1):
            return False
        before = self.beside.get((c.session_id, c.position - 1))
        return before is not None and (before.role, before.speaker) != (c.role, c.speaker)

    def _says_something(self, turn: Candidate) -> bool:
        """Whether a turn says more than that it asks, or that it was heard."""
        language = self.question.language
        return not only_asks(turn.text, language) and not tells_nothing(language, turn.text)

    def is_instructed(self, c: Candidate) -> bool:
        """Whether it stands at the top already, or a turn of which an instruction there tells all."""
        return bool(self.instructed) and any(
            c.rowid == one.rowid or c.rowid in self._turns_told(one) for one in self.instructed
        )

    def _turns_told(self, instruction: Candidate) -> frozenset[int]:
        """The turns of which an instruction tells all; worked out once, as the turns are known from the beginning."""
        if instruction.rowid not in self._told_by:
            turns = (self.known[turn] for turn in instruction.sources if turn in self.known)
            language = self.question.language
            told = frozenset(turn.rowid for turn in turns if tells_all(instruction.text, turn.text, language))
            self._told_by[instruction.rowid] = told
        return self._told_by[instruction.rowid]

    def _instruction(self, c: Candidate) -> str:
        if c.rowid not in self._at_top:
            self._at_top[c.rowid] = self._written_instruction(c)
        return self._at_top[c.rowid]

    def _written_instruction(self, c: Candidate) -> str:
        if c.kind == Kind.FACT:
            return stated(c.text) + self._note(c.rowid, c.text)
        quote = quoted(c.text, c.event_time, self.question, self.weights)
        return said(_speaker(c), quote) + self._note(c.rowid, c.text)


def _speaker(turn: Candidate) -> str:
    """Who says it. An assistant may bear a user's name, so it is told that it is one."""
    if turn.role == "assistant" and turn.speaker and turn.speaker.casefold() != turn.role:
        return f"assistant {turn.speaker}"
    return turn.speaker or turn.role or "user"
