"""The shapes of what the tools alone answer, each declared once; the rest are `memory.answers`'s."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import ConfigDict, with_config
from typing_extensions import TypedDict  # pydantic takes typing's own from Python 3.12 on

from ..answers import MemoryJson, Page, SavedFactJson


class ToolFunctionJson(TypedDict):
    name: str
    description: str
    parameters: dict[str, Any]


class ToolSchemaJson(TypedDict):
    type: Literal["function"]
    function: ToolFunctionJson


class ToolsJson(Page):
    """Each entry of `results` goes as it is into the `tools` of a function-calling model."""

    results: list[ToolSchemaJson]


class ChunkJson(TypedDict):
    """Turns of a session that are not consolidated yet; `next_after` asks for the following ones."""

    session_id: str
    episodes: list[MemoryJson]
    next_after: str | None


class SavedFactsJson(TypedDict):
    facts: list[SavedFactJson]


class SessionStateJson(TypedDict):
    """`consolidated`: nothing of the session waits."""

    session_id: str
    consolidated: bool
    pending_count: int


@with_config(ConfigDict())
class LookalikeJson(MemoryJson):
    """A fact that may contradict another; `similarity` is within [0, 1]."""

    similarity: float


class LookalikesJson(TypedDict):
    """`left_off`: how many candidates more there were than an answer holds."""

    candidates: list[LookalikeJson]
    left_off: int


class GraphEntityJson(TypedDict):
    """An entity as the reference server `server-memory` answers it; so are the following."""

    name: str
    entityType: str
    observations: list[str]


GraphRelationJson = TypedDict("GraphRelationJson", {"from": str, "to": str, "relationType": str})


class GraphJson(TypedDict):
    entities: list[GraphEntityJson]
    relations: list[GraphRelationJson]


class GraphEntitiesJson(TypedDict):
    entities: list[GraphEntityJson]


class GraphRelationsJson(TypedDict):
    relations: list[GraphRelationJson]


class GraphObservedJson(TypedDict):
    entityName: str
    addedObservations: list[str]


class GraphAddedJson(TypedDict):
    results: list[GraphObservedJson]


class GraphDoneJson(TypedDict):
    success: bool
    message: str
