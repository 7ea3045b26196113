"""A message as the API takes it, and how one is made of another program's."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from memory.text import blank

ROLES = {"user": "user", "human": "user", "assistant": "assistant", "tool": "tool", "system": "system"}
SESSION_ID_LENGTH = 200
_OUTSIDE_SESSION_ID = re.compile(r"[^A-Za-z0-9._:@~-]+")


class SourceTurn(NamedTuple):
    """One message as the API takes it; `place` tells a person where it stands in the file."""

    session_id: str
    message: dict[str, Any]
    place: str


def source_turns(
    session_id: str, role: str, text: str, when: Any, external_id: str, left_out: Counter[str], name: str = ""
) -> Iterator[SourceTurn]:
    """The turn, or none, which is counted."""
    if role not in ROLES:
        left_out[f"said by {role!r}"] += 1
        return
    if blank(text):
        left_out["without text"] += 1
        return
    message = {"role": ROLES[role], "content": text, "external_id": external_id}
    if when:
        message["event_time"] = when
    if name:
        message["name"] = name
    yield SourceTurn(session_id, message, f"{session_id}, {external_id}")


def session_id_of(prefix: str, name: str) -> str:
    return _OUTSIDE_SESSION_ID.sub("-", f"{prefix}-{name}")[:SESSION_ID_LENGTH]
