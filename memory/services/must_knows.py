"""Facts that an answer must not forget, though they share no word with the prompt: `bearing_on`.

For "Plan a dinner for Maya" such a fact is "Maya is allergic to nuts". Only a fact that a person or a curator stated
can be one, and what took the place of such a fact.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..language.base import Kin, MustKnow, Urgency
from ..language.words import fold
from ..models import Kind, Memory, Trust
from ..search import Scope
from ..search.backends import backend
from ..search.query import Inquiry
from ..similarity import difference, says_the_same

# With 20 and with 80 the stories' build halves answer the same 138 of 145.
FOUND = 40  # by their words, the rarest first, of which those that are must-knows are told
MOST_TURN_WORDS = 40  # a longer turn tells of more
# "When is the dinner?" asks for no help with it.
ONLY_ASKS = frozenset({"time", "number"})
_CAPITALISED = re.compile(r"\b[^\W\d_a-z][^\W\d_]+")


def bearing_on(scope: Scope, question: Inquiry, prompt: str) -> list[Memory]:
    """The facts, and turns that no such fact was drawn from: those of whom the prompt names or means, the gravest, the
    newest first, then mere wishes, and last the turns of which only what they quote or hand on tells it. No statement
    where the prompt asks for none, else a number that it decides."""
    cues = question.language.cues
    kinds = [kind for kind in cues.must_knows if kind.bears_on(prompt)]
    if not kinds or ONLY_ASKS & question.asks:
        return []
    names = _names(prompt)
    words = list(dict.fromkeys([*(word for kind in kinds for word in kind.words), *names]))
    stated = [
        memory
        for memory in _with_words(scope, words)
        if _is_said_by_a_person(memory) and any(kind.told.search(memory.content) for kind in kinds)
    ]
    # In the past they still held.
    found = stated if scope.past else _in_force(scope, stated, kinds)
    meant = _meant(scope, [one for one in cues.kin if one.asked.search(prompt)], found)
    named = {memory.pk for memory in found if names & _names_of(memory)}
    those = [memory for memory in found if memory.pk in named | meant] if named else found
    facts = [memory for memory in those if memory.kind == Kind.FACT]
    turns = [memory for memory in those if memory.kind == Kind.EPISODE and not _is_told(memory, facts)]

    def place(memory: Memory) -> tuple[bool, bool, bool, bool, int, tuple[float, int]]:
        urgency = cues.urgency(memory.content)
        is_turn = memory.kind == Kind.EPISODE
        handed_on = not any(kind.told.search(_own(memory, question)) for kind in kinds)
        return handed_on, urgency == Urgency.WISH, memory.pk not in named | meant, is_turn, urgency, _newest(memory)

    return sorted([*facts, *turns], key=place)


def _with_words(scope: Scope, words: Sequence[str]) -> list[Memory]:
    return backend().memories(scope, [rowid for rowid, _ in backend().text_arm(scope, words, FOUND).hits])


def _meant(scope: Scope, kin: Sequence[Kin], found: Sequence[Memory]) -> set[int]:
    """The keys of those of `found` that are of whom the prompt means, "the kids": by what they are, or by a name that
    anything known tells to be theirs."""
    if not kin:
        return set()
    of = {memory.pk: _names(memory.content) for memory in found}
    words = [*(word for one in kin for word in one.words), *sorted(set().union(*of.values()))]
    known = [memory.content for memory in _with_words(scope, list(dict.fromkeys(words)))]
    names = {name for one in kin for content in known for name in one.names(content)}
    told = {memory.pk for memory in found if any(one.told.search(memory.content) for one in kin)}
    return told | {pk for pk, named in of.items() if named & names}


def _in_force(scope: Scope, stated: list[Memory], kinds: Sequence[MustKnow]) -> list[Memory]:
    """Those of which nothing was replaced, and in the place of each other one what holds now. A turn goes only where
    all was replaced for which it bears on the prompt."""

    def tells(text: str) -> bool:
        return any(kind.told.search(text) for kind in kinds)

    def told(text: str) -> set[str]:
        return {found.group().lower() for kind in kinds for found in kind.told.finditer(text)}

    replaced = [one for one in backend().replaced(scope, [memory.pk for memory in stated]) if tells(one.was)]
    was: dict[int, set[str]] = {}
    for one in replaced:
        was.setdefault(one.rowid, set()).update(told(one.was))
    gone = {memory.pk for memory in stated if memory.pk in was and told(memory.content) <= was[memory.pk]}
    kept = [memory for memory in stated if memory.pk not in gone and not memory.superseded]
    known = {memory.pk for memory in kept}
    now = backend().memories(scope, list(dict.fromkeys(one.by for one in replaced if one.by not in known)))
    # An agent may correct what a person said; what it says by itself is no must-know.
    return kept + [memory for memory in now if memory.trusted >= Trust.AGENT and tells(memory.content)]


def _own(memory: Memory, question: Inquiry) -> str:
    """What a memory tells of its speaker's own: a fact is whole."""
    if memory.kind == Kind.FACT:
        return memory.content
    return question.language.said_oneself(memory.content, memory.source_role)


def _is_told(turn: Memory, facts: list[Memory]) -> bool:
    return any(says_the_same(fact.content, turn.content) and not _takes_back(turn, fact) for fact in facts)


def _takes_back(turn: Memory, fact: Memory) -> bool:
    """Whether the turn denies, later, what the fact says: "allergic to walnuts, not hazelnuts"."""
    return turn.event_time > fact.event_time and difference(fact.content, turn.content) == "negation"


def _is_said_by_a_person(memory: Memory) -> bool:
    if memory.trusted < Trust.USER:
        return False
    if memory.kind == Kind.FACT:
        return True
    asks = memory.content.rstrip().endswith("?")
    return memory.role == "user" and memory.content.count(" ") < MOST_TURN_WORDS and not asks


def _names(text: str) -> set[str]:
    return {fold(name) for name in _CAPITALISED.findall(text)}


def _names_of(memory: Memory) -> set[str]:
    return _names(memory.content) | _names(memory.source_role)


def _newest(memory: Memory) -> tuple[float, int]:
    return (-memory.event_time.timestamp(), -memory.pk)
