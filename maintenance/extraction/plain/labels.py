"""Who says what in a transcript that came as one speaker's turns: "Nadia: the van is back", "Ole: I'll fetch it".

A team that shares one assistant writes its names in front. Without them "I" would be whoever the client calls the user.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from ..types import Turn

# A first name, or a first and a last one, before a colon.
_LABEL = re.compile(r"\s*(?P<name>[A-Z][\w'’-]{1,20}(?: [A-Z][\w'’.-]{0,20})?): (?=\S)")


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
