"""Every operation of the API once, with a request that succeeds: what the walks over all routes are made from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from memory import background
from memory.models import Conflict, Entity, Memory, Namespace, ReviewReason
from memory.services import reviews
from tests.conftest import Api
from tests.store import public_id


@dataclass(frozen=True)
class Call:
    """`path` names things of a `furnish`ed namespace in braces. `owned`: it names something that must exist there."""

    operation: str
    method: str
    path: str
    scope: str
    status: int = 200
    body: Any = None
    owned: bool = False
    kind: str = "application/json"  # of the answer

    def url(self, ids: dict[str, Any]) -> str:
        return self.path.format(**ids)

    def payload(self, ids: dict[str, Any]) -> Any:
        if isinstance(self.body, dict):
            return {name: _filled(value, ids) for name, value in self.body.items()}
        return self.body


def _filled(value: Any, ids: dict[str, Any]) -> Any:
    if isinstance(value, list):
        return [_filled(one, ids) for one in value]
    return value.format(**ids) if isinstance(value, str) else value


ERASURE = {"memory_ids": ["{fact}"], "dry_run": True}
TURN = {"messages": [{"role": "user", "content": "Hi"}]}
HOOK = {"hook_event_name": "Stop", "session_id": "{session}", "turns": TURN["messages"], "cwd": "/home/maya"}

CALLS = [
    Call("add_messages", "POST", "/sessions/{session}/messages", "write", 201, TURN),
    Call("session_messages", "GET", "/sessions/{session}/messages", "read", owned=True),
    Call("claude_code_hook", "POST", "/hooks/claude-code", "write", body=HOOK),
    Call("build_context", "POST", "/context", "read", body={"prompt": "hazelnuts"}),
    Call("search_memories", "POST", "/memories/search", "read", body={"query": "hazelnuts"}),
    Call("list_tools", "GET", "/tools", "read"),
    Call("call_tool", "POST", "/tools/confirm_fact", "write", body={"fact_id": "{fact}"}, owned=True),
    Call("list_memories", "GET", "/memories", "read"),
    Call("remember", "POST", "/memories", "write", 201, {"content": "Maya owns a bicycle."}),
    Call("get_memory", "GET", "/memories/{fact}", "read", owned=True),
    Call("change_memory", "PATCH", "/memories/{fact}", "write", body={"tags": ["a"]}, owned=True),
    Call("retire_memory", "DELETE", "/memories/{fact}", "write", owned=True),
    Call("restore_memory", "POST", "/memories/{fact}/restore", "write", owned=True),
    Call("correct_memory", "POST", "/memories/{fact}/correct", "write", body={"content": "Nuts."}, owned=True),
    Call("confirm_memory", "POST", "/memories/{fact}/confirm", "write", owned=True),
    Call("memory_history", "GET", "/memories/{fact}/history", "read", owned=True),
    Call("memory_sources", "GET", "/memories/{fact}/sources", "read", owned=True),
    Call("memory_handed", "GET", "/memories/{fact}/handed", "read", owned=True),
    Call("get_context", "GET", "/contexts/{context}", "read", owned=True),
    Call("list_entities", "GET", "/entities", "read"),
    Call("get_entity", "GET", "/entities/{entity}", "read", owned=True),
    Call("entity_memories", "GET", "/entities/{entity}/memories", "read", owned=True),
    Call("merge_entity", "POST", "/entities/{entity}/merge", "write", body={"into": "{other_entity}"}, owned=True),
    Call("split_entity", "POST", "/entities/{entity}/split", "write", body={"aliases": ["annie"]}, owned=True),
    Call("list_sessions", "GET", "/sessions", "read"),
    Call("get_session", "GET", "/sessions/{session}", "read", owned=True),
    Call("change_session", "PATCH", "/sessions/{session}", "write", body={"remember": True}, owned=True),
    Call("consolidate_session", "POST", "/sessions/{session}/consolidate", "write", 202, owned=True),
    Call("list_conflicts", "GET", "/conflicts", "read"),
    Call("resolve_conflict", "POST", "/conflicts/{conflict}/resolve", "write", body={"decision": "new"}, owned=True),
    Call("list_reviews", "GET", "/reviews", "read"),
    Call("decide_review", "POST", "/reviews/{review}", "write", body={"decision": "accept"}, owned=True),
    Call("answer_question", "POST", "/questions/{question}", "write", body={"answer": "unknown"}, owned=True),
    Call("erase", "POST", "/erasures", "erase", 202, ERASURE, owned=True),
    Call("list_operations", "GET", "/operations", "read"),
    Call("get_operation", "GET", "/operations/{operation}", "read", owned=True),
    Call("get_stats", "GET", "/stats", "read"),
    Call("run_maintenance", "POST", "/maintenance/decay", "admin", 202),
    Call("export_namespace", "GET", "/export", "admin", kind="application/x-ndjson"),
    Call("list_events", "GET", "/events", "read", kind="text/event-stream"),
    Call("list_webhooks", "GET", "/webhooks", "admin"),
    Call("add_webhook", "POST", "/webhooks", "admin", 201, {"url": "https://hooks.example.org/x"}),
    Call("change_webhook", "PATCH", "/webhooks/{webhook}", "admin", body={"paused": True}, owned=True),
    Call("remove_webhook", "DELETE", "/webhooks/{webhook}", "admin", owned=True),
]


def furnish(api: Api, namespace: Namespace) -> dict[str, Any]:
    """One of everything in `namespace`, whose client `api` is; answers the ids."""
    (episode,) = api.say("chat-1", "I told @annie that I am allergic to hazelnuts #kitchen")
    fact = api.remember("Maya is allergic to hazelnuts.", source_ids=[episode], tags=["health"])
    newer = api.remember("Maya eats hazelnuts every day.")
    rows = {memory.uid: memory for memory in Memory.objects.within(namespace)}
    person, project = (Entity.objects.within(namespace).get(type=kind) for kind in ("person", "project"))
    person.aliases.create(alias="annie", entity=person)
    Entity.objects.within(namespace).filter(pk=person.pk).update(canonical_name="Anna", name_key="anna")
    conflict = Conflict.objects.create(
        namespace=namespace, new_fact=rows[newer["id"]], old_fact=rows[fact["id"]], kind="contradiction",
        found_by="test",
    )  # fmt: skip
    review = reviews.open_review(namespace, rows[fact["id"]], ReviewReason.LOW_CONFIDENCE)
    operation = api.post("/maintenance/enrich").json()
    handed = api.post("/context", {"prompt": "Is Maya allergic to hazelnuts?", "session_id": "chat-2"}).json()
    background.flush()
    webhook = api.post("/webhooks", {"url": "https://hooks.example.org/memory"}).json()
    return {
        "session": "chat-1", "episode": episode, "fact": fact["id"], "newer_fact": newer["id"],
        "entity": person.uid, "other_entity": project.uid, "conflict": public_id(conflict), "review": public_id(review),
        "operation": operation["id"], "context": handed["id"],
        "question": handed["question"]["id"], "webhook": webhook["id"],
    }  # fmt: skip
