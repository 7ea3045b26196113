"""To whom a turn is said, where several people talk in one session and an assistant takes part. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from ..types import Turn

# "Bob, lock the door", "lock the door, Bob", "@Bob".
_CALLED = r"(?:^|[.!?\n]\s*)(?:(?:hey|hi|ok|okay|so|and|thanks),? )?@?{0}\b ?[,:!-]|,? @?{0}\s*[.!?]*$|@{0}\b"


def to_the_assistant(turns: Sequence[Turn]) -> frozenset[int]:
    """The numbers of the turns that were said to the assistant: all where one person talks, else those that the
    assistant's turn follows, without those that call another of the people by name."""
    said = [place for place, turn in enumerate(turns) if turn.role == "user"]
    people = {turns[place].speaker for place in said}
    if len(people) < 2:
        return frozenset(said)
    return frozenset(
        place for place, (turn, after) in enumerate(pairwise(turns))
        if turn.role == "user" and after.role == "assistant" and not _calls_one(turn.content, people - {turn.speaker})
    )  # fmt: skip


def _calls_one(said: str, people: set[str]) -> bool:
    called = {name for person in people for name in (person, *person.split()[:1]) if name.lower() != "user"}
    return any(re.search(_CALLED.format(re.escape(name)), said, re.I | re.M) for name in called if name)
