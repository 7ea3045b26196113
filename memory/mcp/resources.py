"""What a program may read over MCP without a tool: the latest reflection, entities, sessions."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import unquote

from mcp import types

from .. import presentation
from ..access import Caller
from ..models import Entity
from ..problems import NOT_FOUND, Problem
from ..services import reflections
from ..services.graph import entities
from ..services.handing import recalls
from ..services.talk import episodes, sessions

SCHEME = "memory://"
MOST = 100  # rows of a list
MARKDOWN, JSON = "text/markdown", "application/json"
REFLECTION, ENTITIES, SESSIONS = f"{SCHEME}reflection", f"{SCHEME}entities", f"{SCHEME}sessions"

FIXED = [
    types.Resource(
        uri=REFLECTION, name="reflection", title="Weekly insight", mime_type=MARKDOWN,
        description="The latest weekly reflection; empty where there is none yet.",
    ),
    types.Resource(
        uri=ENTITIES, name="entities", title="Entities", mime_type=JSON,
        description=f"The {MOST} people, projects, organisations and places that are named most.",
    ),
    types.Resource(
        uri=SESSIONS, name="sessions", title="Sessions", mime_type=JSON,
        description=f"The latest {MOST} conversations, and whether they were learnt from.",
    ),
]  # fmt: skip
TEMPLATES = [
    types.ResourceTemplate(
        uri_template=f"{ENTITIES}/{{name}}", name="entity", title="Entity", mime_type=JSON,
        description="What is known of one, by name, alias or id; `left_off` counts the memories that did not fit in.",
    ),
    types.ResourceTemplate(
        uri_template=f"{SESSIONS}/{{session_id}}", name="session", title="Session", mime_type=JSON,
        description=f"The first {MOST} turns of a conversation; `left_off` counts those of them that did not fit in.",
    ),
]  # fmt: skip


READABLE = [str(one.uri) for one in FIXED] + [one.uri_template for one in TEMPLATES]


def read_resource(caller: Caller, uri: str) -> types.TextResourceContents:
    """Raises Problem 404 for what is not there."""
    if uri == REFLECTION:
        return types.TextResourceContents(uri=uri, mime_type=MARKDOWN, text=_reflection(caller))
    return types.TextResourceContents(uri=uri, mime_type=JSON, text=json.dumps(_value(caller, uri), ensure_ascii=False))


def _reflection(caller: Caller) -> str:
    latest = reflections.latest(caller.namespace)
    return latest.content if latest else ""


def _value(caller: Caller, uri: str) -> Any:
    if uri in LISTS:
        return LISTS[uri](caller)
    above, _, name = uri.rpartition("/")
    if above not in ONE:
        raise Problem(404, f"{NOT_FOUND} Resources are {', '.join(READABLE)}.")
    return ONE[above](caller, unquote(name))


def _entities(caller: Caller) -> Any:
    rows = Entity.objects.within(caller.namespace).order_by("-mention_count", "pk")
    return presentation.entity_json(list(rows[:MOST]))


def _sessions(caller: Caller) -> Any:
    rows = sessions.counted(caller.namespace).order_by("-pk")
    return [presentation.session_json(session) for session in rows[:MOST]]


def _entity(caller: Caller, name: str) -> Any:
    info = entities.info(caller.namespace, name)
    recalls.record(info.memories, session_id=None, via="entity")
    return presentation.entity_info_json(info, caller.namespace)


def _session(caller: Caller, session_id: str) -> Any:
    session = sessions.get_session(caller.namespace, session_id)
    # For a model to read: without what is in quarantine.
    rows = episodes.turns_of(caller.namespace, session_id).readable().defer("embedding").order_by("pk")
    turns, left_off = presentation.first_fitting(presentation.memory_json(list(rows[:MOST]), caller.namespace))
    return {"session": presentation.session_json(session), "turns": turns, "left_off": left_off}


LISTS: Mapping[str, Callable[[Caller], Any]] = {ENTITIES: _entities, SESSIONS: _sessions}
ONE: Mapping[str, Callable[[Caller, str], Any]] = {ENTITIES: _entity, SESSIONS: _session}
