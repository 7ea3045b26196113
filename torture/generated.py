"""Promise 11: no input from a client gives a 5xx, and what is answered is as the served OpenAPI document foretells.

Requests are made from the document: each operation, its parameters and bodies, the arguments of each tool; ids that
answers told are named again in later requests. Some values are hostile. A body that the document calls invalid must be
refused.
"""

from __future__ import annotations

import json
import random
import re
from functools import cache
from typing import Any
from urllib.parse import quote, urlencode

import jsonschema
from django.test import Client

from memory import background
from memory.models import ApiKey
from memory.services import namespaces
from tests import contract
from tests.conftest import Api
from tests.memory.api.catalogue import furnish

from . import store
from .outcome import Outcome

ROUND = 500  # requests to one store: lists and searches stay small
REMEMBERED = 60  # ids, of each kind of name that an answer gave them
DEEP = 40
TIMES = ("2026-03-02T12:00:00Z", "2026-03-02", "2026-03-02T12:00:00+05:30", "1772452800", "2026-02-30", "yesterday")
WORDS = ("Maya", "moved", "to", "Porto", "is", "allergic", "hazelnuts", "@annie", "#kitchen", "2 March", "not", "12")
HOSTILE_TEXTS = (
    "", " ", "\x00", "\ud800", "\U0001f9e0" * 50, "ä" * 3_000, "' OR 1=1 --", '"NEAR(', "{{7*7}}", "../../etc/passwd",
    "%00", "\u202e", "\r\nX-Set: 1", "null", "NaN", "-0", "9" * 400, "1e999", "\x1b[31m", "fact_", "²",
)  # fmt: skip
HOSTILE: tuple[Any, ...] = (
    None, True, False, 0, -1, 2**63, -(2**63), 10**30, 0.5, -0.0, 1e308, float("nan"), float("inf"), [], {}, [[]],
    {"": None}, [None], *HOSTILE_TEXTS,
)  # fmt: skip
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE")


def run(quick: bool) -> Outcome:
    outcome = Outcome()
    statuses: dict[int, int] = {}
    done: set[str] = set()
    wanted = 1_000 if quick else 10_000
    chance = random.Random(11)
    while outcome.cases < wanted:
        with store.fresh():
            caller = _Caller(outcome, chance, statuses, done)
            for _ in range(ROUND):
                caller.call()
                background.flush()
    refused = sorted({operation["operationId"] for _, _, operation in caller.operations} - done)
    outcome.expect(quick or not refused, f"never did anything: {refused}")
    told = ", ".join(f"{count:,} × {status}" for status, count in sorted(statuses.items()))
    outcome.note = f"{outcome.cases:,} requests to {len(caller.operations)} operations: {told}"
    return outcome


class _Caller:
    """A client that knows the document, and what answers told it so far."""

    def __init__(
        self, outcome: Outcome, chance: random.Random, statuses: dict[int, int], done: set[str]
    ) -> None:  # fmt: skip
        self.outcome, self.chance, self.statuses, self.done = outcome, chance, statuses, done
        namespaces.ensure(store.HOME)
        scopes = ["read", "write", "admin", "erase"]
        _, key = ApiKey.objects.issue("torture", pattern="acme/*", scopes=scopes, default_namespace=store.HOME)
        headers = {"Authorization": f"Bearer {key}"}
        self.http = Client(raise_request_exception=False, headers=headers, SERVER_NAME="127.0.0.1")
        self.known: dict[str, list[Any]] = {}
        self.rows = furnish(Api(key, Host="127.0.0.1"), store.home())  # something to decide, answer, split
        for one in self.rows.values():
            self._learn(one, "id")
        self.document: dict[str, Any] = self.http.get("/api/v1/openapi.json").json()
        self.tools = [
            tool["function"]
            for kind in ("orchestrator", "consolidator", "graph")
            for tool in self.http.get(f"/api/v1/tools?set={kind}").json()["results"]
        ]
        self.operations = [
            (path.removeprefix(contract.PREFIX), method.upper(), operation)
            for path, methods in self.document["paths"].items()
            for method, operation in methods.items()
        ]

    def call(self) -> None:
        """One request, held against the document."""
        path, method, operation = self.chance.choice(self.operations)
        name = ""
        address, query, headers = path, [], {}
        for one in operation["parameters"]:
            value = self._value(one["schema"], one["name"])
            if one["in"] == "path":
                if one["name"] == "name":
                    value = name = self.chance.choice(self.tools)["name"]
                address = address.replace(f"{{{one['name']}}}", quote(_text(value), safe="") or "%20")
            elif one["in"] == "query" and self.chance.random() < 0.3:
                query += [(one["name"], _text(each)) for each in (value if isinstance(value, list) else [value])]
            elif one["in"] == "header" and self.chance.random() < 0.1:
                headers[one["name"]] = re.sub(r"[^ -~]", "", _text(value))
        if "X-Memory-Namespace" in headers and self.chance.random() < 0.7:
            headers["X-Memory-Namespace"] = self.chance.choice([store.HOME, "acme/bob", "acme/new"])
        schema, body = self._body(operation, name)
        if self.chance.random() < 0.03:
            method = self.chance.choice(METHODS)
        if self._send(method, f"{address}?{urlencode(query)}" if query else address, schema, body, headers):
            self.done.add(operation["operationId"])

    def _body(self, operation: dict[str, Any], tool: str) -> tuple[dict[str, Any] | None, bytes]:
        """The shape that the document asks for, if it asks for one, and a body."""
        if "requestBody" not in operation:
            return None, b""
        schema = operation["requestBody"]["content"]["application/json"]["schema"]
        if tool:
            schema = next(one["parameters"] for one in self.tools if one["name"] == tool)
        value = self._value(schema, "")
        if self.chance.random() < 0.02:
            for _ in range(DEEP):
                value = [value]
        if self.chance.random() < 0.02:
            return schema, json.dumps(value)[:-1].encode()
        return schema, json.dumps(value).encode()

    def _send(self, method: str, path: str, schema: Any, body: bytes, headers: dict[str, str]) -> bool:
        """Whether something was done."""
        self.outcome.cases += 1
        sent = self.http.generic(method, f"/api/v1{path}", body, content_type="application/json", headers=headers)
        answer = contract.whole(sent)
        self.statuses[answer.status_code] = self.statuses.get(answer.status_code, 0) + 1
        asked = f"{method} {path[:200]!r} {headers} {body[:300]!r}"
        self.outcome.expect(answer.status_code < 500, f"{answer.status_code}: {asked}")
        if method not in {"HEAD", "OPTIONS", "TRACE"}:
            try:
                contract.check(method, path, answer)
            except AssertionError as error:
                self.outcome.broken.append(f"{str(error)[:400]}: {asked}")
        if answer.status_code < 300:
            if schema is not None and method == "POST":
                flaw = _flaw(json.dumps({**schema, "components": self.document["components"]}), body)
                self.outcome.expect(not flaw, f"taken, though the document refuses it ({flaw}): {asked}")
            if answer.content and answer.headers["Content-Type"].startswith("application/json"):
                self._learn(answer.json(), "")
        return bool(answer.status_code < 300)

    def _learn(self, value: Any, name: str) -> None:
        """Keep ids and cursors by the names of their fields, for the next requests."""
        if isinstance(value, list):
            for one in value[:5]:
                self._learn(one, name)
        elif isinstance(value, dict):
            for field, one in value.items():
                self._learn(one, field)
        elif isinstance(value, str) and value and re.fullmatch(r"(id|\w+_ids?|next|namespace|session|mark|type)", name):
            kept = self.known.setdefault(value.partition("_")[0] if "_" in value else name, [])
            kept.append(value)
            del kept[:-REMEMBERED]

    def _value(self, schema: dict[str, Any], name: str, depth: int = 0) -> Any:
        """A value for `schema`, of the field `name`: valid, one that an answer told, or hostile."""
        schema = self._resolved(schema)
        dice = self.chance.random()
        if depth and dice < 0.05:
            return self.chance.choice(HOSTILE)
        if choices := schema.get("enum"):
            return self.chance.choice(choices)
        if "const" in schema:
            return schema["const"]
        match schema.get("type"):
            case "object":
                return self._object(schema, depth)
            case "array":
                few = range(self.chance.randint(schema.get("minItems", 0), min(schema.get("maxItems", 3), 3)))
                return [self._value(schema.get("items", {}), name, depth + 1) for _ in few]
            case "integer" | "number":
                low, high = schema.get("minimum", -5), schema.get("maximum", 200)
                drawn = self.chance.uniform(low, high)
                edge = self.chance.choice([low, high, low - 1, high + 1, drawn, drawn])
                return int(edge) if schema["type"] == "integer" else edge
            case "boolean":
                return self.chance.random() < 0.5
            case "null":
                return None
            case "string":
                return self._string(schema, name)
        return self.chance.choice(HOSTILE) if dice < 0.3 else self._string(schema, name)

    def _object(self, schema: dict[str, Any], depth: int) -> dict[str, Any]:
        needed = schema.get("required", [])
        found = {
            field: self._value(inner, field, depth + 1)
            for field, inner in schema.get("properties", {}).items()
            if (field in needed and self.chance.random() < 0.98) or self.chance.random() < 0.3
        }
        if schema.get("additionalProperties") not in (None, False) and self.chance.random() < 0.5:
            found[self.chance.choice(["color", "a.b", "$x", "ä", ""])] = self._value({}, "", depth + 1)
        if self.chance.random() < 0.02:
            found["unforeseen"] = 1
        return found

    def _string(self, schema: dict[str, Any], name: str) -> str:
        dice = self.chance.random()
        if dice < 0.05:
            return self.chance.choice(HOSTILE_TEXTS)
        if name.endswith(("_time", "_at", "_after", "_before", "as_of")) or schema.get("format") == "date-time":
            return self.chance.choice(TIMES)
        if name in NUMBERED and dice < 0.85:
            return str(self.rows[NUMBERED[name]])
        if name == "aliases" and dice < 0.5:
            return "annie"  # an alias that an entity has
        if name.endswith(("id", "ids", "into", "cursor", "set", "type", "why_not", "session")) and dice < 0.85:
            told = [value for kept in self.known.values() for value in kept]
            if "session" in name:
                told = [f"chat-{self.chance.randint(1, 4)}"]
            elif narrower := [one for one in told if one.startswith(KINDS.get(name, "\0"))]:
                told = narrower
            if told:
                return str(self.chance.choice(told))
        return " ".join(self.chance.choices(WORDS, k=self.chance.randint(1, 8)))

    def _resolved(self, schema: dict[str, Any]) -> dict[str, Any]:
        while True:
            if reference := schema.get("$ref"):
                schema = self.document["components"]["schemas"][reference.rpartition("/")[2]]
            elif several := schema.get("anyOf") or schema.get("oneOf") or schema.get("allOf"):
                schema = self.chance.choice(several)
            else:
                return schema


# Ids that are numbers: nobody draws one that there is.
NUMBERED = {"conflict_id": "conflict", "review_id": "review"}
# What the ids begin with that belong into a field.
KINDS = {
    "memory_id": ("fact_", "ep_", "ref_"), "fact_id": "fact_", "entity_id": "ent_", "into": "ent_",
    "context_id": "ctx_", "question_id": "qst_", "operation_id": "op_", "source_ids": "ep_",
    "memory_ids": ("fact_", "ep_"),
}  # fmt: skip


def _text(value: Any) -> str:
    """As it stands in an address: a surrogate or a NUL does, too, in its bytes."""
    said = value if isinstance(value, str) else json.dumps(value)
    return said.encode("utf-8", "replace").decode()


def _flaw(schema: str, body: bytes) -> str:
    """What the document says is wrong with `body`; empty where nothing is."""
    found = next(iter(_validator(schema).iter_errors(json.loads(body or b"{}"))), None)
    return f"{list(found.absolute_path)}: {found.message[:200]}" if found else ""


@cache
def _validator(schema: str) -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(json.loads(schema))
