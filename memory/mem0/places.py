"""Whose memory mem0's ids mean: a namespace within the key's pattern, and a session of it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from ..access import Caller
from ..fields import MAX_FILTERS
from ..problems import Problem
from .asked import Whose, two_values

SEGMENT = re.compile(r"[A-Za-z0-9._:@~-]+")
OWNERS = ("user_id", "agent_id", "app_id")
# A user has its id as the name; what is no user is called so, that the two never meet.
PREFIXES = {"user_id": "", "agent_id": "agent:", "app_id": "app:"}
NOT_ONE_OWNER = (
    "Each user, agent and app has a memory of its own here. Name one of user_id, agent_id and app_id; run_id may stand "
    "beside it."
)


@dataclass(frozen=True)
class PlaceOfOwner:
    """`session_id` is mem0's run. `attributes` are what else a filter names: mem0's metadata."""

    owner: dict[str, str]
    session_id: str | None
    attributes: dict[str, Any]
    tags: list[str]


def enter(caller: Caller, whose: Whose) -> PlaceOfOwner:
    """Let `caller` into the namespace that the ids mean. Raises Problem 400 for what cannot be mapped."""
    said = whose.model_dump(include={*OWNERS, "run_id"}, exclude_none=True)
    named, attributes, tags = _filters(whose.filters or {})
    for name, value in named.items():
        if said.setdefault(name, value) != value:
            raise two_values(name)
    run = said.pop("run_id", None)
    if len(said) > 1:
        raise Problem(400, NOT_ONE_OWNER)
    caller.enter(_namespace(caller, said))
    return PlaceOfOwner(said, run, attributes, tags)


def owner_of(caller: Caller, namespace_name: str) -> dict[str, str]:
    """The id that means this namespace, as mem0 names it; none of the one namespace of a key for one."""
    base = _base(caller)
    if base is None:
        return {}
    name = namespace_name.removeprefix(base)
    for kind in ("agent_id", "app_id"):
        if name.startswith(PREFIXES[kind]):
            return {kind: name.removeprefix(PREFIXES[kind])}
    return {"user_id": name}


def _namespace(caller: Caller, owner: dict[str, str]) -> str | None:
    """The namespace's name, None for the key's default one."""
    base = _base(caller)
    for kind, name in owner.items():
        if base is None:
            raise Problem(400, f"This key is for one namespace, so {kind} can name none: leave it out, or use a key "
                               "for a pattern such as `mem0/*`.")  # fmt: skip
        taken = kind == "user_id" and name.startswith(tuple(filter(None, PREFIXES.values())))
        if not SEGMENT.fullmatch(name) or name in {".", ".."} or taken:
            raise Problem(400, f"{kind} {name!r} cannot name a memory: it must consist of A-Z a-z 0-9 . _ : @ ~ - and "
                               "not begin as an agent's or app's does (agent:, app:).")  # fmt: skip
        return f"{base}{PREFIXES[kind]}{name}"
    if caller.key is not None and base is not None and not caller.key.default_namespace:
        raise Problem(400, "This key has no default namespace: name one of user_id, agent_id and app_id.")
    return None


def _base(caller: Caller) -> str | None:
    """What stands before an owner's name; None with a key for one namespace."""
    pattern = "*" if caller.key is None else caller.key.namespace_pattern
    if pattern == "*":
        return ""
    return pattern[:-1] if pattern.endswith("/*") else None


def _filters(filters: dict[str, Any]) -> tuple[dict[str, str], dict[str, Any], list[str]]:
    """The ids, the metadata and the categories of mem0's filters: plain values, alone or joined by AND."""
    named: dict[str, str] = {}
    attributes: dict[str, Any] = {}
    tags: list[str] = []
    parts = filters.pop("AND", [])
    for part in [filters, *(parts if isinstance(parts, list) else [parts])]:
        if not isinstance(part, dict):
            raise Problem(400, "AND must be a list of filters.")
        for name, value in part.items():
            match name, value:
                case (("user_id" | "agent_id" | "app_id" | "run_id"), str()) if value != "*":
                    if named.setdefault(name, value) != value:
                        raise two_values(name)
                case "metadata", dict():
                    attributes.update(value)
                case "categories", {"contains": str(one)}:
                    tags.append(one)
                case _:
                    raise Problem(400, f"The filter {name!r} with this value is not served here. Served are user_id, "
                                       "agent_id, app_id and run_id with one value, metadata with equal values, and "
                                       "categories that contain one; joined by AND.")  # fmt: skip
    if len(attributes) > MAX_FILTERS or len(tags) > MAX_FILTERS:
        raise Problem(400, f"At most {MAX_FILTERS} values of metadata, and as many categories, filter one request.")
    return named, attributes, tags
