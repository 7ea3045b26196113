"""Claude Code's transcript of a session: JSON lines, of which some hold what was said."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .sources import Unreadable
from .turns import SourceTurn

ROLES = ("user", "assistant")
LONGEST = 200_000  # bytes of a turn that are sent; a pasted file says little to a memory beyond that
# What the program says in the user's name: commands and their output, and notes to the model.
_PROGRAMS_OWN = re.compile(
    r"<(system-reminder|command-name|command-message|command-args|local-command-stdout|local-command-stderr|"
    r"local-command-caveat|bash-stdout|bash-stderr|task-notification)>.*?</\1>",
    re.DOTALL,
)
_FLAGS = ("isMeta", "isSidechain", "isCompactSummary", "isApiErrorMessage")


def turns(path: Path, session_id: str) -> Iterator[SourceTurn]:
    """What the user and the assistant said, in order. Tools, thoughts, sub-agents and the program's notes are left out.

    Raises Unreadable for a line that is no JSON, but for the last: the program may be writing it.
    """
    try:
        lines = path.read_bytes().splitlines()
    except OSError as error:
        raise Unreadable(f"{path} cannot be read: {error.strerror or error}") from error
    for number, line in enumerate(lines, 1):
        try:
            entry = json.loads(line) if line.strip() else None
        except ValueError as error:
            if number == len(lines):
                return
            raise Unreadable(f"{path}, line {number}, is no JSON: {error}") from error
        if isinstance(entry, dict):
            yield from _turn(entry, session_id, f"{path}, line {number}")


def _turn(entry: dict[str, Any], session_id: str, place: str) -> Iterator[SourceTurn]:
    said = entry.get("message")
    # A session that goes on from another one repeats that one's lines, which were kept there.
    elsewhere = entry.get("sessionId", session_id) != session_id
    if entry.get("type") not in ROLES or not isinstance(said, dict) or elsewhere or any(map(entry.get, _FLAGS)):
        return
    text = _PROGRAMS_OWN.sub("", _text(said.get("content"))).strip()
    name = entry.get("uuid")
    if not text or not isinstance(name, str) or not name:
        return
    message = {"role": entry["type"], "content": _cut(text), "external_id": name}
    if isinstance(entry.get("timestamp"), str):
        message["event_time"] = entry["timestamp"]
    yield SourceTurn(session_id, message, place)


def _text(content: Any) -> str:
    if isinstance(content, str):
        return content
    blocks = content if isinstance(content, list) else []
    return "\n".join(
        block["text"]
        for block in blocks
        if isinstance(block, dict) and block.get("type") == "text" and isinstance(block.get("text"), str)
    )


def _cut(text: str) -> str:
    whole = text.replace("\x00", "").encode(errors="replace")
    return whole[:LONGEST].decode(errors="ignore")
