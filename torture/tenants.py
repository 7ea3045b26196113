"""Promise 9: a namespace sees its own rows alone, and a foreign id answers exactly as a missing one.

Two tenants have the same things in one store. Each request of each door (the API's operations, every tool over MCP,
its resources, mem0's addresses) is made twice by a key of one tenant: with ids of the other, in each place where an id
can stand, and with ids that nobody has. Both answers must be the same, but for the ids, and hold no word and no id of
the other. By each scope, by a key of one namespace and by one of both that stands in one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any
from urllib.parse import quote

from django.db import transaction
from django.test import Client

from maintenance.consolidation import consolidate_pending
from maintenance.enrichment import enrich_pending
from memory import background, sealed
from memory.mcp.door import RequestDoor
from memory.mcp.resources import ENTITIES, SESSIONS
from memory.mcp.resources import read_resource as read_resource
from memory.mcp.server import call as call_tool
from memory.models import ALL, ApiKey, Memory, Namespace
from memory.problems import problem_of
from memory.services import embeddings, namespaces
from memory.services.curating import questions
from memory.services.talk import sessions
from memory.services.upkeep import doctor
from memory.tools import REGISTRY, ToolSet
from tests import contract
from tests.conftest import Api
from tests.memory.api.catalogue import CALLS, Call, furnish

from . import store
from .outcome import Outcome

ALICE, BOB = "acme/alice", "acme/bob"
WORDS = {ALICE: "quokka", BOB: "zanzibar"}
SCOPES = (["read", "write", "admin", "erase"], ["read"], ["write"], ["admin"], ["erase"], ["read", "write"])
# Where an id can stand besides the catalogue's places.
MORE = [
    Call("remember", "POST", "/memories", "write", body={"content": "Maya rows.", "source_ids": ["{episode}"]}),
    Call("remember", "POST", "/memories", "write", body={"content": "Maya rows.", "session_id": "{session}"}),
    Call("remember", "POST", "/memories", "write", body={"content": "Maya rows.", "external_id": "{external}"}),
    Call("add_messages", "POST", "/sessions/chat-9/messages", "write", body={
        "messages": [{"role": "user", "content": "Hi", "external_id": "{external}"}]}),
    Call("search_memories", "POST", "/memories/search", "read", body={"query": "hazelnuts", "session_id": "{session}"}),
    Call("search_memories", "POST", "/memories/search", "read", body={
        "query": "hazelnuts", "exclude_session_id": "{session}"}),
    Call("search_memories", "POST", "/memories/search", "read", body={"query": "hazelnuts", "why_not": "{fact}"}),
    Call("search_memories", "POST", "/memories/search", "read", body={"query": "{word} hazelnuts"}),
    Call("search_memories", "POST", "/memories/search", "read", body={
        "query": "Maya", "valid_at": "2026-06-01T00:00Z", "why_not": "{episode}"}),
    Call("search_memories", "POST", "/memories/search", "read", body={"query": "Maya", "tags": ["{word}"]}),
    Call("build_context", "POST", "/context", "read", body={"prompt": "hazelnuts", "session_id": "{session}"}),
    Call("build_context", "POST", "/context", "read", body={"prompt": "A {word}?", "session_id": "{session}"}),
    Call("list_memories", "GET", "/memories?session_id={session}", "read"),
    Call("list_memories", "GET", "/memories?entity_id={entity}", "read"),
    Call("list_memories", "GET", "/memories?tag={word}", "read"),
    Call("list_memories", "GET", "/memories?cursor={cursor}", "read"),
    Call("list_entities", "GET", "/entities?name={word}", "read"),
    Call("list_operations", "GET", "/operations?cursor={operation}", "read"),
    Call("get_memory", "GET", "/memories/{episode}", "read"),
    Call("memory_history", "GET", "/memories/{episode}/history", "read"),
    Call("change_memory", "PATCH", "/memories/{episode}", "write", body={"tags": ["a"]}),
    Call("retire_memory", "DELETE", "/memories/{episode}", "write"),
    Call("split_entity", "POST", "/entities/{entity}/split", "write", body={
        "aliases": ["annie"], "memory_ids": ["{episode}"]}),
    Call("erase", "POST", "/erasures", "erase", body={"session_id": "{session}", "dry_run": True}),
    Call("erase", "POST", "/erasures", "erase", body={"session_id": "{session}"}),
    Call("erase", "POST", "/erasures", "erase", body={"entity_id": "{entity}"}),
    Call("erase", "POST", "/erasures", "erase", body={"memory_ids": ["{episode}", "{fact}"]}),
    Call("run_maintenance", "POST", "/maintenance/enrich", "admin", body={"session_id": "{session}"}),
]  # fmt: skip
# Arguments of each tool that names something.
TOOLS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("get_context", {"prompt": "What of the {word} and hazelnuts?", "session_id": "{session}"}),
    ("save_turns", {"session_id": "{session}", "messages": [{"role": "user", "content": "Hi"}]}),
    ("search_memory", {"query": "{word} hazelnuts", "exclude_session_id": "{session}"}),
    ("search_memory", {"query": "hazelnuts", "tags": ["{word}"]}),
    ("correct_fact", {"fact_id": "{fact}", "content": "Maya eats nuts."}),
    ("confirm_fact", {"fact_id": "{fact}"}), ("forget_fact", {"fact_id": "{fact}"}),
    ("forget_fact", {"fact_id": "{episode}"}), ("get_entity_info", {"name": "{entity}"}),
    ("get_entity_info", {"name": "{word}"}),
    ("get_episodes_for_consolidation", {"session_id": "{session}"}),
    ("get_episodes_for_consolidation", {"session_id": "chat-1", "after": "{episode}"}),
    ("save_facts_batch", {"session_id": "chat-1", "facts": [{"content": "Maya rows.", "source_ids": ["{episode}"]}]}),
    ("save_facts_batch", {
        "session_id": "{session}", "facts": [{"content": "Maya rows.", "source_ids": ["{episode}"]}]}),
    ("mark_session_consolidated", {"session_id": "{session}"}),
    ("mark_session_consolidated", {"session_id": "chat-1", "upto": "{episode}"}),
    ("is_session_consolidated", {"session_id": "{session}"}), ("detect_conflicts", {"fact_id": "{fact}"}),
    ("resolve_conflict", {"new_fact_id": "{fact}", "old_fact_id": "{newer_fact}"}),
    ("create_entities", {"entities": [{"name": "{node}", "entityType": "person", "observations": ["rows"]}]}),
    ("create_relations", {"relations": [{"from": "Ben", "to": "{node}", "relationType": "knows"}]}),
    ("add_observations", {"observations": [{"entityName": "{node}", "contents": ["rows"]}]}),
    ("delete_entities", {"entityNames": ["{node}"]}),
    ("delete_observations", {"deletions": [{"entityName": "{node}", "observations": ["drinks {word} tea"]}]}),
    ("delete_relations", {"relations": [{"from": "{node}", "to": "{node}", "relationType": "knows"}]}),
    ("search_nodes", {"query": "{word}"}), ("open_nodes", {"names": ["{node}"]}),
)  # fmt: skip
MEM0 = [
    Call("get", "GET", "/v1/memories/{fact}/", "read"), Call("get", "GET", "/memories/{fact}", "read"),
    Call("get", "GET", "/v1/memories/{episode}/", "read"),
    Call("history", "GET", "/v1/memories/{fact}/history/", "read"),
    Call("history", "GET", "/memories/{fact}/history", "read"),
    Call("update", "PUT", "/v1/memories/{fact}/", "write", body={"text": "Maya eats nuts."}),
    Call("update", "PUT", "/memories/{fact}", "write", body={"metadata": {"a": 1}}),
    Call("delete", "DELETE", "/v1/memories/{fact}/", "write"), Call("delete", "DELETE", "/memories/{episode}", "write"),
    Call("add", "POST", "/v3/memories/add/", "write", body={"messages": "Hi", "run_id": "{session}"}),
    Call("search", "POST", "/v3/memories/search/", "read", body={"query": "{word} hazelnuts", "run_id": "{session}"}),
    Call("search", "POST", "/search", "read", body={"query": "hazelnuts", "filters": {"run_id": "{session}"}}),
    Call("list", "POST", "/v3/memories/", "read", body={"run_id": "{session}"}),
    Call("list", "GET", "/memories?run_id={session}", "read"),
    Call("delete_all", "DELETE", "/v1/memories/?run_id={session}", "erase"),
]  # fmt: skip
_PLACE = re.compile(r"\{(\w+)\}")
_ID = re.compile(r"\b(?:fact|ep|ent|ref|ctx|op|qst|whk|mem0)[_-][A-Za-z0-9]+")
_TIME = re.compile(r"\d{4}-\d\d-\d\d[T ][\d:.]+(?:Z|[+-]\d\d:\d\d)?")
# A request's id, a webhook's secret, the seal of an export, which tells when it was made.
_MADE_UP = re.compile(r'"request_id": ?"[^"]*"|whsec_[\w-]+|"sha256": ?"[0-9a-f]{64}"')

# No ids: another word is ranked otherwise, and a place in a list means a place in one's own. They must tell nothing.
UNLIKE = {"word", "cursor"}

Ids = dict[str, Any]


@dataclass(frozen=True)
class Tenant:
    """One of two; `ids` are all that it has, by what they name."""

    name: str
    ids: Ids

    @property
    def tells(self) -> set[str]:
        """What nobody else may be told."""
        return {str(self.ids[kind]) for kind in self.ids if kind not in {"cursor", "node"}} | {WORDS[self.name]}


@dataclass(frozen=True)
class Asked:
    """One request of one door. `send` makes it with ids, and answers what came back."""

    name: str
    scope: str
    shape: str
    send: Callable[[Ids], str]

    def variants(self) -> Iterator[frozenset[str]]:
        """Which of the ids in it are somebody else's: each alone, and all."""
        places = frozenset(_PLACE.findall(self.shape))
        yield places
        if len(places) > 1:
            yield from (frozenset({place}) for place in sorted(places))


def run(quick: bool) -> Outcome:
    outcome = Outcome()
    doors: dict[str, int] = {}
    with store.fresh():
        tenants = [_settled(ALICE), _settled(BOB)]
        _work()
        for own, other in ((0, 1),) if quick else ((0, 1), (1, 0)):
            for scopes in SCOPES[:1] if quick else SCOPES:
                for pattern in (tenants[own].name,) if quick else (tenants[own].name, "acme/*"):
                    for door, number in _compared(outcome, tenants[own], tenants[other], scopes, pattern).items():
                        doors[door] = doors.get(door, 0) + number
            _expect_strangers_refused(outcome, tenants[own], tenants[other])
        _expect_apart(outcome, tenants)
        told = {name for name, _ in TOOLS}
        aimless = {"remember_fact", "memory_stats", "read_graph"}  # they name nothing
        outcome.expect(set(REGISTRY) == told | aimless, f"tools that are not tried: {set(REGISTRY) ^ (told | aimless)}")
    ways = ", ".join(f"{number:,} by {door}" for door, number in doors.items())
    outcome.note = f"{outcome.cases:,} cases ({ways}): {len(outcome.broken)} leaks or differences"
    return outcome


def _settled(name: str) -> Tenant:
    """A tenant with one of everything; what it says has a word that nobody else knows."""
    namespace, word = namespaces.ensure(name), WORDS[name]
    _, key = ApiKey.objects.issue("torture", pattern=name, scopes=SCOPES[0])
    api = Api(key, Host="127.0.0.1")
    ids = furnish(api, namespace)
    session = f"talk-{word}"
    api.say(session, f"My {word} is called {word.title()} #{word}", f"I keep the {word} in @{word}town", name="Maya",
            external_id=None)  # fmt: skip
    (known,) = api.say(session, "I sold the boat", external_id=f"turn-{word}")
    api.remember(f"Maya owns a {word}.", tags=[word], external_id=f"fact-{word}")
    node = f"Ned{word}"
    door = RequestDoor(key, None)
    people = {node: [f"drinks {word} tea"], "Ben": []}
    parts = [{"name": name, "entityType": "person", "observations": said} for name, said in people.items()]
    for tool, arguments in (
        ("create_entities", {"entities": parts}),
        ("create_relations", {"relations": [{"from": "Ben", "to": node, "relationType": "knows"}]}),
    ):  # fmt: skip
        done = call_tool(door, list(ToolSet), tool, arguments)
        assert not done.is_error, done.content
    cursor = api.get("/memories?limit=1").json()["next"]
    more = {
        "session": session,
        "episode": known,
        "word": word,
        "external": f"turn-{word}",
        "node": node,
        "cursor": cursor,
    }
    return Tenant(name, ids | more)


def _work() -> None:
    """What the workers do: they learn, embed and enrich both tenants' turns together."""
    sessions.complete_all()
    consolidate_pending()
    enrich_pending()
    while embeddings.drain():
        pass
    background.flush()


NOBODYS: Ids = {
    "session": "talk-nowhere", "episode": "ep_01jzzzzzzzzzzzzzzzzzzzzzzz", "fact": "fact_01jzzzzzzzzzzzzzzzzzzzzzzz",
    "newer_fact": "fact_01jzzzzzzzzzzzzzzzzzzzzzzy", "entity": "ent_01jzzzzzzzzzzzzzzzzzzzzzzz",
    "other_entity": "ent_01jzzzzzzzzzzzzzzzzzzzzzzy", "operation": "op_01jzzzzzzzzzzzzzzzzzzzzzzz",
    "context": "ctx_01jzzzzzzzzzzzzzzzzzzzzzzz", "question": "qst_01jzzzzzzzzzzzzzzzzzzzzzzz", "word": "aardvark",
    "webhook": "whk_01jzzzzzzzzzzzzzzzzzzzzzzz", "external": "turn-aardvark", "node": "Nedaardvark",
    "cursor": "nobodys",
}  # fmt: skip


def _nobodys() -> Ids:
    return NOBODYS | {
        "conflict": sealed.seal(sealed.CONFLICT, 999_999), "review": sealed.seal(sealed.REVIEW, 999_999),
    }  # fmt: skip


def _compared(outcome: Outcome, own: Tenant, other: Tenant, scopes: list[str], pattern: str) -> dict[str, int]:
    """Every request with ids of `other`, beside the same with nobody's. Answers how many by each door."""
    _, key = ApiKey.objects.issue("torture", pattern=pattern, scopes=scopes)
    doors: dict[str, int] = {}
    for door, asked in _requests(key, own.name, whole=pattern == own.name):
        for foreign in asked.variants():
            outcome.cases += 1
            doors[door] = doors.get(door, 0) + 1
            theirs = own.ids | {kind: other.ids[kind] for kind in foreign}
            nobodys = own.ids | {kind: _nobodys()[kind] for kind in foreign}
            first, second = asked.send(theirs), asked.send(nobodys)
            case = f"{own.name}, {door} {asked.name} {asked.shape[:120]} of {sorted(foreign)} by {scopes} {pattern}"
            same = foreign & UNLIKE or _without(first, theirs, foreign) == _without(second, nobodys, foreign)
            outcome.expect(same, f"{case}: {first[:300]} is not {second[:300]}")
            left = _cut(first, [theirs[kind] for kind in foreign])
            leaked = sorted(one for one in other.tells if one in left)
            outcome.expect(not leaked, f"{case}: told {leaked}")
    return doors


def _without(answer: str, sent: Ids, foreign: frozenset[str]) -> str:
    """An answer without what was sent, ids that it made up, and times."""
    cut = _cut(answer, [sent[kind] for kind in sorted(foreign)])
    return _MADE_UP.sub("", _TIME.sub("<time>", _ID.sub("<id>", cut)))


def _cut(answer: str, sent: list[Any]) -> str:
    for value in sorted(map(str, sent), key=len, reverse=True):
        answer = answer.replace(value, "<sent>").replace(value.title(), "<sent>")
    return answer


def _requests(key: str, namespace: str, *, whole: bool) -> Iterator[tuple[str, Asked]]:
    web = Client(raise_request_exception=False, SERVER_NAME="127.0.0.1",
                 headers={"Authorization": f"Bearer {key}", "X-Memory-Namespace": namespace})  # fmt: skip
    for call in [*CALLS, *MORE]:
        yield "API", _over_http(web, "/api/v1", call)
    for name, arguments in TOOLS:
        shape = json.dumps(arguments)
        yield "tools", Asked(name, "", shape, partial(_tool, key, namespace, name, shape))
    for shape in (f"{ENTITIES}/{{entity}}", f"{ENTITIES}/{{word}}", f"{SESSIONS}/{{session}}"):
        yield "resources", Asked("resource", "read", shape, partial(_resource, key, namespace, shape))
    # A key of several namespaces finds each of them by mem0's protocol: its ids stand alone.
    for call in MEM0 if whole else ():
        yield "mem0", _over_http(web, "/mem0", call)


def _over_http(web: Client, prefix: str, call: Call) -> Asked:
    def send(ids: Ids) -> str:
        path = prefix + call.url({kind: quote(str(value), safe="") for kind, value in ids.items()})
        body = call.payload(ids)
        if call.body is not None:
            body = json.loads(_filled(json.dumps(call.body), ids))
        return _undone(lambda: _told(web.generic(
            call.method, path, json.dumps(body) if body is not None else b"", content_type="application/json"
        )))  # fmt: skip

    return Asked(call.operation, call.scope, f"{call.method} {call.path} {json.dumps(call.body)}", send)


def _told(answer: Any) -> str:
    return f"{answer.status_code} {contract.whole(answer).content.decode()}"


def _filled(shape: str, ids: Mapping[str, Any]) -> str:
    return _PLACE.sub(lambda found: str(ids[found[1]]), shape)


def _tool(key: str, namespace: str, name: str, shape: str, ids: Ids) -> str:
    def work() -> str:
        done = call_tool(RequestDoor(key, namespace), list(ToolSet), name, json.loads(_filled(shape, ids)))
        return f"{done.is_error} {done.content[0].text}"  # type: ignore[union-attr]

    return _undone(work)


def _resource(key: str, namespace: str, shape: str, ids: Ids) -> str:
    def work() -> str:
        try:
            caller = RequestDoor(key, namespace).caller()
            caller.require("read")
            return str(read_resource(caller, _filled(shape, ids)).text)
        except Exception as error:  # as the server tells it
            return problem_of(error).sentence()

    return _undone(work)


def _undone(work: Callable[[], str]) -> str:
    """What `work` answers; what it did is taken back, so that the next request finds the same store."""
    questions.forget()  # which session was asked
    with transaction.atomic():
        told = work()
        background.flush()
        transaction.set_rollback(True)
    return told


def _expect_strangers_refused(outcome: Outcome, own: Tenant, other: Tenant) -> None:
    """The other's namespace, by name, is refused in the words of one that is not there; alone and among several."""
    _, key = ApiKey.objects.issue("torture", pattern=own.name, scopes=SCOPES[0])
    web = Client(raise_request_exception=False, SERVER_NAME="127.0.0.1", headers={"Authorization": f"Bearer {key}"})
    for call in CALLS:
        if call.operation == "list_tools":
            continue  # the same for everybody
        for header, more in (("X-Memory-Namespace", ""), ("X-Memory-Namespaces", f"{own.name},")):
            outcome.cases += 1
            told = []
            for name in (other.name, "acme/nobody"):
                send = partial(
                    web.generic, call.method, f"/api/v1{call.url(own.ids)}", json.dumps(call.payload(own.ids)),
                    content_type="application/json", headers={header: f"{more}{name}"},
                )  # fmt: skip
                told.append(_undone(lambda send=send: _told(send())).replace(name, "<name>"))  # type: ignore[misc]
            case = f"{own.name}: {call.operation} in {other.name} by {header}"
            outcome.expect(told[0] == told[1], f"{case}: {told[0][:200]} is not {told[1][:200]}")
            outcome.expect(told[0][:3] in {"400", "403"}, f"{case}: answered {told[0][:3]}")


def _expect_apart(outcome: Outcome, tenants: list[Tenant]) -> None:
    """What the workers made of both is in its own place, and rests on its own turns."""
    outcome.broken += [f"doctor: {flaw.what}" for flaw in doctor.examine()]
    for tenant in tenants:
        outcome.cases += 1
        strange = WORDS[BOB if tenant.name == ALICE else ALICE]
        rows = Memory.objects.within(namespaces.for_reading(tenant.name))
        outcome.expect(not rows.filter(content__icontains=strange).exists(), f"{tenant.name} holds {strange}")
        outcome.expect(rows.facts().filter(source_links__isnull=False).exists(), f"{tenant.name} learnt nothing")
    outcome.expect(
        Memory.objects.across(ALL).exists() and Namespace.objects.count() == 2, "another namespace came about"
    )
