"""What mem0's clients send. A parameter that would change the outcome and is not served here is refused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, TypeVar

from django.conf import settings
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from ..arguments import Role
from ..fields import Attributes, Content, Query, Tags, When
from ..problems import Problem

# Parameters that say how mem0 does its work. They change nothing of what is meant here.
OF_NO_EFFECT = frozenset({
    "version", "output_format", "api_version", "async_mode", "enable_graph", "rerank", "keyword_search", "latest_only",
    "org_id", "project_id", "fields", "show_expired", "delete_linked",
})  # fmt: skip
Id = Annotated[str, Field(min_length=1, max_length=180)]
MOST_PAGE = 100


def _without_effectless(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    return {name: one for name, one in value.items() if name not in OF_NO_EFFECT and one is not None}


class Asked(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Whose(Asked):
    """The ids at the top, as the open server has them, or in `filters`, as the platform has them."""

    user_id: Id | None = None
    agent_id: Id | None = None
    app_id: Id | None = None
    run_id: Id | None = None
    filters: dict[str, Any] | None = None


class TurnAsked(Asked):
    role: Role
    content: Content
    name: Annotated[str, Field(max_length=255)] | None = None


def _as_turns(value: Any) -> Any:
    """A text alone is the user's; one message alone is a list of one."""
    if isinstance(value, str):
        return [{"role": "user", "content": value}]
    return [value] if isinstance(value, dict) else value


Turns = Annotated[
    list[TurnAsked], BeforeValidator(_as_turns), Field(min_length=1, max_length=settings.MEMORY_MAX_BATCH)
]


class Add(Whose):
    messages: Turns
    metadata: Attributes = {}
    infer: bool = True
    timestamp: When | None = None


class SearchAsked(Whose):
    query: Query
    top_k: Annotated[int, Field(ge=1, le=100)] = 10
    limit: Annotated[int, Field(ge=1, le=100)] | None = None  # the open server's name of `top_k`
    threshold: Annotated[float, Field(ge=0, le=1)] = 0.0
    categories: Tags = []


class All(Whose):
    page: Annotated[int, Field(ge=1, le=100_000)] = 1
    page_size: Annotated[int, Field(ge=1, le=MOST_PAGE)] = MOST_PAGE
    categories: Tags = []


class Update(Asked):
    text: Content | None = None
    data: Content | None = None  # the open server's older name of `text`
    metadata: Attributes | None = None


Shape = TypeVar("Shape", bound=Asked)


def two_values(name: str) -> Problem:
    return Problem(400, f"{name} is said twice, with two values.")


def merged(query: Mapping[str, list[str]], body: Any) -> dict[str, Any]:
    """What a request says in its address or in its body. Raises Problem 400 where it says two things."""
    said: dict[str, Any] = _without_effectless(body) if isinstance(body, dict) else {}
    for name, values in _without_effectless(query).items():
        for value in values:
            if str(said.setdefault(name, value)) != value:
                raise two_values(name)
    return said


def read_shape(kind: type[Shape], value: Any) -> Shape:
    """Raises pydantic's ValidationError."""
    return kind.model_validate(_without_effectless(value))
