"""What `ingest` and `audit` read: turns of conversations, from JSON lines or from what other programs give out, and the
facts of other memories (claims.py).

Each reader yields `SourceTurn`s in the order in which they were said, session by session. What holds no text for a
memory (pictures, hidden prompts) is left out and counted. A reader raises `Unreadable` with the place of the flaw.
"""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Any, TextIO

from . import claims
from .claims import Item
from .turns import SourceTurn, session_id_of, source_turns

LARGEST_BATCH = 100  # what one call takes
BATCH_BYTES = 2 * 1024 * 1024  # half of what one request may hold


class Source(StrEnum):
    AUTO = "auto"
    LINES = "lines"
    CHATGPT = "chatgpt"
    CLAUDE = "claude"
    LOCOMO = "locomo"
    MEM0 = "mem0"
    GRAPHITI = "graphiti"
    LETTA = "letta"
    SERVER_MEMORY = "server-memory"


MEMORIES: Mapping[Source, claims.Reader] = {
    Source.MEM0: claims.mem0,
    Source.GRAPHITI: claims.graphiti,
    Source.LETTA: claims.letta,
    Source.SERVER_MEMORY: claims.server_memory,
}


class Unreadable(Exception):
    """What is wrong with the file, and where."""


class SourceFile:
    """The turns and facts of a file. `left_out` counts, by reason, what was neither; complete once all are read."""

    def __init__(self, path: Path, source: Source, session_id: str = "") -> None:
        self.path = path
        self.source = source
        self.session_id = session_id
        self.left_out: Counter[str] = Counter()

    def items(self) -> Iterator[Item]:
        with _opened(self.path) as file:
            if self.source in {Source.AUTO, Source.LINES}:
                head, lines = _first(file)
                if self.source is Source.LINES or _is_message(head):
                    yield from self._lines(lines)
                    return
                text = "".join(lines)
            else:
                text = file.read()
        if self.source is Source.SERVER_MEMORY or (self.source is Source.AUTO and _is_node(text)):
            whole: Any = [_parsed(line, f"line {at}") for at, line in enumerate(text.splitlines(), 1) if line.strip()]
            kind = Source.SERVER_MEMORY
        else:
            whole = _parsed(text, str(self.path))
            kind = _recognised(whole) if self.source is Source.AUTO else self.source
        if kind in MEMORIES:
            try:
                yield from MEMORIES[kind](whole, self.left_out)
            except (KeyError, TypeError, AttributeError, ValueError) as error:
                raise Unreadable(f"{self.path} is not as {kind} writes it: {error!r}") from error
            return
        for number, talk in enumerate(whole if isinstance(whole, list) else [whole], 1):
            if not isinstance(talk, dict):
                raise Unreadable(f"conversation {number} is no object")
            try:
                yield from self._readers[kind](self, talk)
            except (KeyError, TypeError, AttributeError, ValueError) as error:
                raise Unreadable(f"conversation {number} is not as {kind} writes it: {error!r}") from error

    def _lines(self, lines: Iterable[str]) -> Iterator[SourceTurn]:
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            place = f"line {number}"
            message = _parsed(line, place)
            if not isinstance(message, dict):
                raise Unreadable(f"{place} is no object")
            session_id = message.pop("session_id", None) or self.session_id
            if not isinstance(session_id, str) or not session_id:
                raise Unreadable(f"{place} names no session: it wants session_id, or the command --session")
            yield SourceTurn(session_id, message, place)

    def _chatgpt(self, talk: Mapping[str, Any]) -> Iterator[SourceTurn]:
        """The branch of the conversation that was shown last; each node knows its parent."""
        nodes, at = talk["mapping"], talk.get("current_node")
        branch: list[dict[str, Any]] = []
        seen: set[str] = set()
        while at is not None and at not in seen:
            seen.add(at)
            node = nodes[at]
            if node.get("message"):
                branch.append(node["message"])
            at = node.get("parent")
        self.left_out["in a branch that was not shown last"] += sum(
            bool(node.get("message")) for name, node in nodes.items() if name not in seen
        )
        session_id = session_id_of("chatgpt", talk.get("conversation_id") or talk.get("id") or talk.get("title", ""))
        for message in reversed(branch):
            if (message.get("metadata") or {}).get("is_visually_hidden_from_conversation"):
                self.left_out["hidden from the conversation"] += 1
                continue
            parts = (message.get("content") or {}).get("parts") or []
            text = "\n".join(part for part in parts if isinstance(part, str))
            yield from self._turn(
                session_id, message["author"]["role"], text, message.get("create_time"), message["id"]
            )

    def _claude(self, talk: Mapping[str, Any]) -> Iterator[SourceTurn]:
        session_id = session_id_of("claude", talk["uuid"])
        for message in talk["chat_messages"]:
            blocks = message.get("content") or []
            text = "\n".join(block["text"] for block in blocks if block.get("type") == "text" and block.get("text"))
            yield from self._turn(
                session_id, message["sender"], text or message.get("text") or "", message.get("created_at"),
                message["uuid"],
            )  # fmt: skip

    def _locomo(self, talk: Mapping[str, Any]) -> Iterator[SourceTurn]:
        said = talk["conversation"]
        numbers = sorted(int(name.removeprefix("session_")) for name in said if re.fullmatch(r"session_\d+", name))
        for number in numbers:
            session_id = session_id_of(str(talk.get("sample_id") or "locomo"), f"session_{number}")
            when = datetime.strptime(said[f"session_{number}_date_time"], "%I:%M %p on %d %B, %Y").replace(tzinfo=UTC)
            for turn in said[f"session_{number}"]:
                yield from self._turn(
                    session_id, "user", turn["text"], when.isoformat(), turn["dia_id"], turn["speaker"]
                )

    def _turn(
        self, session_id: str, role: str, text: str, when: Any, external_id: str, name: str = ""
    ) -> Iterator[SourceTurn]:
        yield from source_turns(session_id, role, text, when, external_id, self.left_out, name)

    _readers: Mapping[Source, Callable[[SourceFile, Mapping[str, Any]], Iterator[SourceTurn]]] = {
        Source.CHATGPT: _chatgpt, Source.CLAUDE: _claude, Source.LOCOMO: _locomo,
    }  # fmt: skip


def batches(turns: Iterable[SourceTurn]) -> Iterator[list[SourceTurn]]:
    """The turns in lots that one request may hold."""
    batch: list[SourceTurn] = []
    size = 0
    for turn in turns:
        long = len(json.dumps(turn.message))
        if batch and (len(batch) == LARGEST_BATCH or size + long > BATCH_BYTES):
            yield batch
            batch, size = [], 0
        batch.append(turn)
        size += long
    if batch:
        yield batch


@contextmanager
def _opened(path: Path) -> Iterator[TextIO]:
    """The text of the file; of an account's export as it is sent, a .zip, its conversations.json; of `-`, the input."""
    if str(path) == "-":
        with open(0, encoding="utf-8", closefd=False) as file:
            yield file
    elif zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as archive:
            names = [name for name in archive.namelist() if name.rpartition("/")[2] == "conversations.json"]
            if len(names) != 1:
                raise Unreadable(f"{path} is a .zip without one conversations.json")
            with archive.open(names[0]) as packed, io.TextIOWrapper(packed, encoding="utf-8") as file:
                yield file
    else:
        with path.open(encoding="utf-8") as file:
            yield file


def _first(file: TextIO) -> tuple[str, Iterator[str]]:
    """The first line that says something, and all lines."""
    before = []
    for line in file:
        before.append(line)
        if line.strip():
            break

    def lines() -> Iterator[str]:
        yield from before
        yield from file

    return before[-1] if before else "", lines()


def _is_message(line: str) -> bool:
    try:
        found = json.loads(line)
    except ValueError:
        return False
    return isinstance(found, dict) and "role" in found and "content" in found


def _parsed(text: str, place: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"{place} is no JSON: {error}") from error


def _is_node(text: str) -> bool:
    """Whether the first line is one of the reference server's memory file."""
    try:
        found = json.loads(text.lstrip().partition("\n")[0])
    except ValueError:
        return False
    return isinstance(found, dict) and found.get("type") in {"entity", "relation"}


# What stands in the file, or in the first object of its list, and what it is then; the first that fits.
_SIGNS = (
    ({"mapping"}, Source.CHATGPT), ({"chat_messages"}, Source.CLAUDE), ({"conversation"}, Source.LOCOMO),
    ({"memory", "id"}, Source.MEM0), ({"fact", "uuid"}, Source.GRAPHITI), ({"edges"}, Source.GRAPHITI),
    ({"agents", "blocks"}, Source.LETTA), ({"core_memory"}, Source.LETTA), ({"text", "archive_id"}, Source.LETTA),
)  # fmt: skip


def _recognised(whole: Any) -> Source:
    rows = whole.get("results", whole) if isinstance(whole, dict) else whole
    first = rows[0] if isinstance(rows, list) and rows else rows
    for names, source in _SIGNS:
        if isinstance(first, dict) and names <= first.keys():
            return source
    raise Unreadable(
        "The file is neither JSON lines with role and content, nor an export of ChatGPT, Claude, mem0, Graphiti, Letta "
        "or server-memory, nor LoCoMo. Name what it is with --source."
    )
