"""Facts that other memories give out: mem0, Zep and Graphiti, Letta, the reference `server-memory`.

Each reader takes what a file holds and yields `SourceClaim`s, and `SourceTurn`s where it holds conversations, too.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from memory.text import blank, tags_in

from .turns import SourceTurn, session_id_of, source_turns

LONGEST_ID = 255
PERSONA = "persona"  # Letta's block of what the agent is, which is no memory of its user


class SourceClaim(NamedTuple):
    """One fact as the API takes it. `sourced`: the file tells of which words it came; `ended`: since when it is told to
    hold no longer."""

    body: dict[str, Any]
    place: str
    sourced: bool
    ended: str | None = None

    @property
    def text(self) -> str:
        return str(self.body["content"])


Item = SourceTurn | SourceClaim
Reader = Callable[[Any, Counter[str]], Iterator[Item]]


def mem0(whole: Any, left_out: Counter[str]) -> Iterator[Item]:
    """What `get_all` of mem0's client answers, or a list of such rows."""
    for row in whole["results"] if isinstance(whole, Mapping) else whole:
        kept = {name: row[name] for name in ("metadata", "user_id", "agent_id", "app_id", "run_id") if row.get(name)}
        yield from _claim(
            row["memory"], "mem0", row["id"], left_out, when=row.get("created_at"), tags=row.get("categories") or [],
            attributes=kept, sourced=bool(row.get("run_id")), ended=row.get("expiration_date"),
        )  # fmt: skip


def graphiti(whole: Any, left_out: Counter[str]) -> Iterator[Item]:
    """Edges of a graph, as Zep's API and Graphiti's models give them: {"edges": […], "episodes": […]}, or the edges."""
    parts = whole if isinstance(whole, Mapping) else {"edges": whole}
    left_out["summaries of nodes"] += sum(bool(node.get("summary")) for node in parts.get("nodes") or [])
    for episode in parts.get("episodes") or []:
        session_id = session_id_of("graphiti", str(episode.get("group_id") or "episodes"))
        when = episode.get("valid_at") or episode.get("created_at")
        yield from source_turns(session_id, "user", episode["content"], when, episode["uuid"], left_out)
    for edge in parts["edges"]:
        yield from _claim(
            edge["fact"], "graphiti", edge["uuid"], left_out, when=edge.get("valid_at") or edge.get("created_at"),
            tags=[edge["name"]] if edge.get("name") else [], attributes=edge.get("attributes") or {},
            sourced=bool(edge.get("episodes")), ended=edge.get("invalid_at") or edge.get("expired_at"),
        )  # fmt: skip


def letta(whole: Any, left_out: Counter[str]) -> Iterator[Item]:
    """An agent file (.af), of both of its versions, or a list of an agent's passages."""
    if not isinstance(whole, Mapping):
        yield from _passages(whole, left_out)
        return
    for agent in whole.get("agents") or [whole]:
        session_id = session_id_of("letta", str(agent.get("name") or "agent"))
        for number, message in enumerate(agent.get("messages") or []):
            external_id = str(message.get("id") or number)
            role, said = _said(message)
            if role == "system":
                left_out["said by 'system'"] += 1
                continue
            yield from source_turns(session_id, role, said, message.get("created_at"), external_id, left_out)
    for block in whole.get("blocks") or whole.get("core_memory") or []:
        if block["label"] == PERSONA:
            left_out["lines of the agent's persona"] += len(block["value"].splitlines())
            continue
        for line in block["value"].splitlines():
            # A block is edited as a whole, and its lines have no ids.
            yield from _claim(line, "letta", _digest(block["label"], line), left_out, tags=[block["label"]])
    yield from _passages(whole.get("passages") or [], left_out)


def _passages(rows: Sequence[Any], left_out: Counter[str]) -> Iterator[Item]:
    for row in rows:
        if row.get("is_deleted"):
            left_out["deleted"] += 1
            continue
        yield from _claim(
            row["text"], "letta", row["id"], left_out, when=row.get("created_at"), tags=row.get("tags") or [],
            sourced=bool(row.get("source_id") or row.get("file_id")),
        )  # fmt: skip


def _said(message: Mapping[str, Any]) -> tuple[str, str]:
    """(who said, what was said). Letta wraps a user's words in JSON, and an answer in a call of its own tool."""
    content = message.get("content") or message.get("text") or ""
    if not isinstance(content, str):
        content = "\n".join(part["text"] for part in content if part.get("type") == "text")
    role = str(message["role"])
    for call in message.get("tool_calls") or []:
        if call["function"]["name"] == "send_message":
            return role, str(json.loads(call["function"]["arguments"])["message"])
    if role == "user" and content.lstrip().startswith("{"):
        try:
            wrapped = json.loads(content)
        except ValueError:
            return role, content
        if isinstance(wrapped, dict) and "type" in wrapped:
            return role, str(wrapped.get("message", "")) if wrapped["type"] == "user_message" else ""
    return role, content


def server_memory(whole: Any, left_out: Counter[str]) -> Iterator[Item]:
    """The lines of the reference server's memory file: entities with observations, and relations."""
    for row in whole:
        if row["type"] == "entity":
            for observation in row["observations"]:
                text = observation if row["name"] in observation else f"{row['name']}: {observation}"
                yield from _claim(
                    text, "server-memory", _digest(row["name"], observation), left_out, tags=[row["entityType"]]
                )
        elif row["type"] == "relation":
            text = f"{row['from']} {row['relationType'].replace('_', ' ')} {row['to']}"
            yield from _claim(text, "server-memory", _digest(text), left_out, tags=["relation"])
        else:
            left_out[f"of the type {row['type']!r}"] += 1


def _claim(
    text: str,
    program: str,
    id: str,
    left_out: Counter[str],
    *,
    when: Any = None,
    tags: Sequence[str] = (),
    attributes: Mapping[str, Any] | None = None,
    sourced: bool = False,
    ended: Any = None,
) -> Iterator[SourceClaim]:
    if blank(text):
        left_out["without text"] += 1
        return
    body: dict[str, Any] = {"content": text.strip(), "external_id": f"{program}:{id}"[:LONGEST_ID]}
    if named := tags_in(",".join(tags)):
        body["tags"] = named
    if attributes:
        body["attributes"] = {program: dict(attributes)}
    if when:
        body["event_time"] = when
    yield SourceClaim(body, f"{program} {id}", sourced, str(ended) if _is_past(ended) else None)


def _is_past(ended: Any) -> bool:
    if not ended:
        return False
    at = datetime.fromisoformat(str(ended))
    return (at if at.tzinfo else at.replace(tzinfo=UTC)) <= datetime.now(UTC)


def _digest(*parts: str) -> str:
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:32]
