"""Promise 23: secrets of known shape are not stored or logged, and harmless text is left alone.

Secrets of each format, drawn anew from SEED, are sent by every way in, each way to stores of its own; then the bytes of
the database, of its WAL and of what was logged are searched for them: whole, and their beginnings and ends. Of harmless
lines at most one in a hundred may be touched. In full as many stores are filled at a time as there are processors.
"""

from __future__ import annotations

import hashlib
import json
import logging
import multiprocessing
import os
import re
import tempfile
import uuid
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

from django.contrib.auth.models import User
from django.db import connection, connections
from django.test import Client, override_settings

from maintenance.consolidation import consolidate_pending
from memory import background, redaction
from memory.mcp.door import ProcessDoor
from memory.mcp.server import call as call_tool
from memory.models import ALL, ApiKey, Entity, Memory, Namespace, Origin, ReviewReason, Trust
from memory.screening import screen
from memory.services import namespaces, reflections, reviews
from memory.services.actors import Actor
from memory.services.curating import correcting, deciding, notes
from memory.services.graph import entities, summaries
from memory.services.learning import saving
from memory.services.learning.saving import FactInput
from memory.services.parcels import packing, unpacking
from memory.services.talk import sessions
from memory.tools import ToolSet
from memoryproj.logs import PlainFormatter
from memoryproj.sqlite import scanning
from tests.conftest import Api
from tests.memory.api.catalogue import furnish
from tests.store import public_id

from . import pasted, store
from .outcome import Outcome
from .provider import PATH

SEED = 23
TIMES = 50  # secrets of each format by each way
A_STORE = 100  # secrets sent to one store: with more of them each call meets more that is like it, and takes longer
TOUCHED = 0.01  # of harmless lines, at most
PIECE = 16  # characters of a secret's beginning and end, which are nobody's business either
MOMENT = 6  # figures of a moment's microseconds: a store holds so many moments that a code is among them by chance
CURATOR = Actor("user:carla", Origin.CURATOR)
DERIVED = Actor("consolidation", Origin.DERIVED)


class Pasted(NamedTuple):
    """`said` is what a person sends, `bare` the secret as it stands in a field of its own; `kept` is nobody's."""

    format: str
    said: str
    bare: str
    kept: str

    @property
    def pieces(self) -> set[bytes]:
        whole = self.kept
        if whole.isdigit() and len(whole) <= MOMENT:
            whole = self.bare[self.bare.index(whole) - 1] + whole  # a space; a point stands before microseconds
        ends = {whole[:PIECE], whole[-PIECE:]} if len(whole) >= 2 * PIECE else set()
        return {one.encode() for one in (whole, *ends)}


def run(quick: bool) -> Outcome:
    outcome = Outcome()
    drawn = pasted.Drawn(SEED)
    names = list(pasted.FORMATS)
    leaked: dict[str, set[str]] = {way: set() for way in WAYS}
    for way, sent, found in _tried(_parts(names, drawn, quick), at_once=1 if quick else os.cpu_count() or 1):
        outcome.cases += sent
        leaked[way] |= found
    outcome.broken += [f"{way}: {name} in clear" for way, found in leaked.items() for name in sorted(found)]
    leaks = len(outcome.broken)
    lines = pasted.harmless(2_000 if quick else 10_000, drawn)
    touched = [line for line in lines if redaction.mask(line).secrets]
    outcome.expect(len(touched) <= TOUCHED * len(lines), f"{len(touched)} harmless lines touched: {touched[:5]}")
    outcome.note = (
        f"{len(names)} formats {'by a third of' if quick else f'× {TIMES} by'} {len(WAYS)} ways in (seed {SEED}): "
        f"{leaks} in clear; {len(touched)} of {len(lines):,} harmless lines touched"
    )
    return outcome


_Part = tuple[str, Sequence[Pasted]]  # a way's name, and what goes to one store by it


def _parts(names: list[str], drawn: pasted.Drawn, quick: bool) -> Iterator[_Part]:
    """Each store gets some of most formats: a short text of an import finds a secret that is short enough. The quick
    tier sends a third of the formats each way, the next third the next way."""
    for place, way in enumerate(WAYS):
        mine = (_drawn(name, drawn) for name in (names[place % 3 :: 3] if quick else names * TIMES))
        while part := list(islice(mine, A_STORE)):
            yield way, part


def _tried(parts: Iterable[_Part], at_once: int) -> Iterator[tuple[str, int, set[str]]]:
    """Of each part its way, how many secrets went that way, and the formats that were found in clear."""
    if at_once == 1:
        yield from map(_sent, parts)
        return
    with store.fresh():  # What takes long to load is loaded, and the template made, before the processes are forked.
        connections.close_all()
    with ProcessPoolExecutor(at_once, multiprocessing.get_context("fork")) as pool:
        yield from pool.map(_sent, parts)


def _drawn(name: str, drawn: pasted.Drawn) -> Pasted:
    bare = pasted.FORMATS[name](drawn)
    return Pasted(name, drawn.choice(pasted.AROUND).replace("§", bare.text), bare.text, bare.kept)


def _sent(part: _Part) -> tuple[str, int, set[str]]:
    way, secrets = part
    with (
        store.fresh() as path,
        _logged(path.with_name("service.log")) as log,
        override_settings(MEMORY_FACTS_PROVIDER=PATH),
    ):
        sent = WAYS[way](Ways(), secrets)
        background.flush()
        sessions.complete_all()
        consolidate_pending()  # what is learnt of it
        files = [path, path.with_name(f"{path.name}-wal"), log]
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(PASSIVE)")
        needles = {piece: one.format for one in secrets for piece in one.pieces}
        return way, sent, {needles[piece] for piece in scanning.search(files, needles)}


@contextmanager
def _logged(file: Path) -> Iterator[Path]:
    """Everything that is logged goes to `file`, what is only for developers too."""
    handler, root, before = logging.FileHandler(file), logging.getLogger(), logging.root.manager.disable
    handler.setFormatter(PlainFormatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))  # as the service's own
    handlers, level, root.handlers = root.handlers, root.level, [handler]
    root.setLevel(logging.DEBUG)
    logging.getLogger("django.db.backends").setLevel(logging.INFO)  # SQL with its values is told to nobody
    logging.disable(logging.NOTSET)
    try:
        yield file
    finally:
        logging.disable(before)
        root.handlers = handlers
        root.setLevel(level)
        handler.close()


class Ways:
    """Whoever sends: a client of the API and of mem0's door, an MCP host, a person at the desk."""

    def __init__(self) -> None:
        namespaces.ensure(store.HOME)
        Namespace.objects.filter(name=store.HOME).update(settings={"keep_prompts": True})
        namespaces._own.clear()
        _, self.key = ApiKey.objects.issue("torture", pattern=store.HOME, scopes=["read", "write", "erase", "admin"])
        headers = {"Authorization": f"Bearer {self.key}"}
        self.http = Client(raise_request_exception=False, headers=headers, SERVER_NAME="127.0.0.1")
        self.api = Api(self.key, Host="127.0.0.1")
        self.door = ProcessDoor(self.key, store.HOME)

    def send(
        self, method: str, path: str, body: Any, taken: Sequence[int] = (200, 201, 202), key: str | None = None
    ) -> Any:
        """`key` is that of a retry."""
        headers = {"Idempotency-Key": key} if key else {}
        address = path if path.startswith("/mem0") else f"/api/v1{path}"
        answer = self.http.generic(method, address, json.dumps(body), content_type="application/json", headers=headers)
        assert answer.status_code in taken, (method, path, answer.status_code, answer.content[:300])
        return answer.json() if answer.content else None

    def remember(self, content: str) -> str:
        return str(self.send("POST", "/memories", {"content": content})["id"])

    def tool(self, name: str, **arguments: Any) -> Any:
        result = call_tool(self.door, list(ToolSet), name, arguments)
        assert not result.is_error, (name, result.content)
        return result.structured_content


def _turns(ways: Ways, secrets: Sequence[Pasted]) -> int:
    for start in range(0, len(secrets), 100):
        said = [{"role": "user", "content": f"{one.said}"} for one in secrets[start : start + 100]]
        ways.send("POST", f"/sessions/s{start}/messages", {"messages": said})
    return len(secrets)


def _names_and_attributes_of_turns(ways: Ways, secrets: Sequence[Pasted]) -> int:
    for start in range(0, len(secrets), 20):
        said = [
            {"role": "user", "content": "Hello", "name": one.bare[:255] if len(one.bare) < 255 else "Maya",
             "attributes": {one.said: 1, "a": {"b": [one.said, {"c": one.bare}]}}}
            for one in secrets[start : start + 20]
        ]  # fmt: skip
        ways.send("POST", f"/sessions/s{start}/messages", {"messages": said})
    return len(secrets)


def _facts(ways: Ways, secrets: Sequence[Pasted]) -> int:
    for number, one in enumerate(secrets):
        ways.send("POST", "/memories", {"content": f"{store.claim(number)} {one.said}"})
    return len(secrets)


def _may_be_tag(one: Pasted) -> bool:
    """Whether the interface takes a secret as it stands as a tag: one has no comma."""
    return len(one.bare) <= 100 and "," not in one.bare


def _tags_and_attributes_of_facts(ways: Ways, secrets: Sequence[Pasted]) -> int:
    for number, one in enumerate(secrets):
        tags = {"tags": [one.bare]} if _may_be_tag(one) else {}
        ways.send("POST", "/memories", {
            "content": store.claim(number), "attributes": {one.bare: one.said, "list": [[one.said]]}, **tags,
        })  # fmt: skip
    return len(secrets)


def _changes(ways: Ways, secrets: Sequence[Pasted]) -> int:
    """Tags and attributes set later, corrections and why, a withdrawal and why: one fact after another."""
    fact = ways.remember(store.claim(0))
    for number, one in enumerate(secrets):
        tags = {"tags": [one.bare]} if _may_be_tag(one) else {}
        ways.send("PATCH", f"/memories/{fact}", {"attributes": {"k": one.said}, **tags})
        body = {"content": f"{store.claim(number)} {one.said}", "reason": one.said}
        fact = ways.send("POST", f"/memories/{fact}/correct", body)["id"]
    return len(secrets)


def _questions(ways: Ways, secrets: Sequence[Pasted]) -> int:
    """Prompts, which this namespace keeps; searches; keys of retries."""
    ways.remember("Maya is allergic to hazelnuts.")
    for number, one in enumerate(secrets):
        ways.send("POST", "/context", {"prompt": f"What about hazelnuts? {one.said}", "session_id": f"q{number}"})
        ways.send("POST", "/memories/search", {"query": one.said})
        if "\n" not in one.bare and len(one.bare) <= 200:
            ways.send("POST", "/memories", {"content": store.claim(number)}, key=one.bare)
    return len(secrets)


def _decisions(ways: Ways, secrets: Sequence[Pasted]) -> int:
    """Why facts contradict and how it was decided, a review's correction, an answer, aliases, notes, hooks."""
    home = store.home()
    ids = furnish(ways.api, home)
    ways.send("POST", f"/questions/{ids['question']}", {"answer": "no", "content": f"Maya eats {secrets[0].said}"})
    for number, one in enumerate(secrets):
        new, old = (saving.remember(home, store.claim(2 * number + n), actor=store.AGENT).memory for n in (2, 1))
        conflict = deciding.pair_by_hand(home, new.uid, old.uid, actor=CURATOR, reason=one.said)
        notes.write(conflict, assigned_to="", due=None, comment=one.said[:500], version=0, actor=CURATOR)
        ways.send("POST", f"/conflicts/{public_id(conflict)}/resolve", {"decision": "both", "reason": one.said})
        review = reviews.open_review(home, old, ReviewReason.LOW_CONFIDENCE)
        decided = {"decision": "correct", "content": f"{store.claim(number, 9_999)} {one.said}", "reason": one.said}
        ways.send("POST", f"/reviews/{public_id(review)}", decided)
        entities.add_alias(home, ids["entity"], one.bare[:200], actor=CURATOR)
        hook = {"hook_event_name": "Stop", "session_id": "h", "turns": [{"role": "user", "content": one.said}]}
        ways.send("POST", "/hooks/claude-code", hook)
    return len(secrets)


def _tools(ways: Ways, secrets: Sequence[Pasted]) -> int:
    """An MCP host's calls, of all three sets of tools."""
    for number, one in enumerate(secrets):
        name = store.claim(number).split()[0]
        turn = {"role": "user", "content": one.said, "name": one.bare[:255] if len(one.bare) < 255 else None}
        said = ways.tool("save_turns", session_id="m", messages=[turn])["episodes"][0]["id"]
        fact = ways.tool("remember_fact", content=f"{store.claim(3 * number)} {one.said}", tags=["a"])
        if fact["outcome"] != "quarantined":  # else it is a curator's to correct
            corrected = ways.tool(
                "correct_fact", fact_id=fact["id"], content=f"{store.claim(3 * number, 7)} {one.said}", reason=one.said
            )
            if corrected["quarantine"] is None:  # else the fact stays as it was
                ways.tool("forget_fact", fact_id=corrected["id"], reason=one.said)
        stated = {"content": f"{store.claim(3 * number + 1)} {one.said}", "source_ids": [said], "tags": ["b"]}
        ways.tool("save_facts_batch", session_id="m", facts=[stated])
        ways.tool("get_context", prompt=one.said, session_id="m")
        ways.tool("search_memory", query=one.said)
        part = {"name": one.bare if len(one.bare) <= 200 else name, "entityType": "key", "observations": [one.said]}
        ways.tool("create_entities", entities=[part])
        ways.tool("create_entities", entities=[{"name": name, "entityType": "person", "observations": []}])
        ways.tool("add_observations", observations=[{"entityName": name, "contents": [one.said]}])
        ways.tool("create_relations", relations=[{"from": name, "to": name, "relationType": one.bare[:200]}])
    return len(secrets)


def _mem0(ways: Ways, secrets: Sequence[Pasted]) -> int:
    whose: dict[str, Any] = {}  # the key is for one namespace
    for number, one in enumerate(secrets):
        said = [{"role": "user", "content": one.said, "name": one.bare[:255] if len(one.bare) < 255 else "Maya"}]
        add = {"messages": said, "metadata": {one.bare: one.said}, **whose}
        ways.send("POST", "/mem0/v3/memories/add/", {**add, "run_id": "r"})
        fact = [{"role": "user", "content": f"{store.claim(number)} {one.said}"}]
        kept = ways.send("POST", "/mem0/v3/memories/add/", {**add, "messages": fact, "infer": False})["results"][0][
            "id"
        ]
        update = {"text": f"{store.claim(number, 5_000)} {one.said}", "metadata": {"k": one.said}}
        # What the screening takes for an order is refused, and nothing else is.
        refused = screen(redaction.mask(one.said).text, Trust.AGENT) is not None
        ways.send("PUT", f"/mem0/v1/memories/{kept}/", update, (422 if refused else 200,))
        ways.send("POST", "/mem0/v3/memories/search/", {"query": one.said, **whose})
    return len(secrets)


def _import(ways: Ways, secrets: Sequence[Pasted]) -> int:
    """An export of another program's making: secrets in every text that a row of it has."""
    home = store.home()
    ids = furnish(ways.api, home)
    entities.add_alias(home, ids["entity"], "Annika", actor=CURATOR)
    correcting.correct(home, ids["newer_fact"], "Maya eats almonds every day.", actor=CURATOR, reason="she said so")
    lines = [json.loads(line) for line in packing.lines(home)][:-1]
    left = iter(secrets)
    sent = 0
    while chunk := list(islice(left, 200)):
        again = iter(chunk * 50)
        told = [lines[0] | {"namespace": "acme/new"}, *[_spoilt(line, again) for line in lines[1:]]]
        sent += len(chunk)
        _take_in(told, f"{store.HOME}-{sent}")
    return sent


def _spoilt(line: dict[str, Any], secrets: Iterator[Pasted]) -> dict[str, Any]:
    ((table, row),) = line.items()
    return {table: {name: _value(table, name, value, secrets) for name, value in row.items()}}


# Short texts that somebody wrote. The others of a row are ids, kinds and numbers, which an import checks.
WRITTEN = {
    "source_role", "reason", "comment", "canonical_name", "alias", "actor", "by", "last_error", "detail", "found_by",
    "value", "subject_key", "property_key",
}  # fmt: skip


def _value(table: str, name: str, value: Any, secrets: Iterator[Pasted]) -> Any:
    if name == "tags":
        return [next(one.bare for one in secrets if len(one.bare) <= 100)]
    if name in {"attributes", "before", "after"} and isinstance(value, dict):
        return {**value, "k": next(secrets).said, "l": {next(secrets).bare: [next(secrets).said]}}
    if name in {"content", "summary"}:
        return f"{value} {next(secrets).said}"
    if name in WRITTEN and isinstance(value, str) and (table, name) != ("reviews", "reason"):
        return next(one.bare for one in secrets if len(one.bare) <= 60 and "\n" not in one.bare)
    return value


def _take_in(lines: Sequence[dict[str, Any]], name: str) -> None:
    """As `manage.py import` takes a file."""
    raw = [(json.dumps(line, ensure_ascii=False) + "\n").encode() for line in lines]
    with tempfile.TemporaryDirectory() as folder:
        for one, line in enumerate(raw):  # ids of a store of its own
            raw[one] = re.sub(rb'"((?:fact|ep|ent|ref)_\w+)"', lambda found: b'"%sx%d"' % (found[1], len(name)), line)
        digest = hashlib.sha256(b"".join(raw)).hexdigest()
        rows = Counter(next(iter(line)) for line in lines[1:])
        seal = json.dumps({"seal": {"rows": rows, "sha256": digest}}).encode()
        file = Path(folder) / "parcel.jsonl"
        file.write_bytes(b"".join(raw) + seal + b"\n")
        unpacking.take_in(file, name)


def _desk(ways: Ways, secrets: Sequence[Pasted]) -> int:
    """A person's forms: a fact with tags, a pair with a reason, a note; and what is looked for."""
    person = User.objects.create(username="carla", is_staff=True, is_superuser=True)
    web = Client(raise_request_exception=False, SERVER_NAME="127.0.0.1")
    web.force_login(person)
    for number, one in enumerate(secrets):
        tags = one.bare if _may_be_tag(one) and "\n" not in one.bare else "a"
        form = {
            "content": f"{store.claim(number)} {one.said}",
            "namespace": store.HOME,
            "tags": tags,
            "key": uuid.uuid4(),
        }
        answer = web.post("/admin/fact/add/", form)
        assert answer.status_code == 302, answer.content[:500]
        new, old = Memory.objects.within(store.home()).facts().order_by("-pk")[:2] if number else (None, None)
        if new is not None and old is not None:
            paired = web.post(f"/admin/memory/memory/{new.pk}/pair/with/", {"other": old.pk, "reason": one.said})
            assert paired.status_code == 302, paired.status_code
        web.get("/admin/search/", {"q": one.said})
        web.get("/admin/ask/", {"q": one.said})
        web.get(f"/admin/nowhere/{number}/", {"key": one.bare})
    return len(secrets)


def _learnt(ways: Ways, secrets: Sequence[Pasted]) -> int:
    """What a model answers: facts, a week's reflection, an entity's summary."""
    store.say("s", "I met @ann")
    home = store.home()
    entity = Entity.objects.across(ALL).get(name_key="ann")
    for start in range(0, len(secrets), 50):
        drafts = [
            FactInput(f"{store.claim(start + n)} {one.said}", attributes={"k": one.said})
            for n, one in enumerate(secrets[start : start + 50])
        ]
        saving.save_batch(home, drafts, actor=DERIVED)
    for one in secrets:
        reflections.save(home, f"A week with {one.said}", [], actor=DERIVED, attributes={"k": one.said})
        summaries.write(entity, f"Ann uses {one.said}", 0)
    return len(secrets)


def _what_is_refused(ways: Ways, secrets: Sequence[Pasted]) -> int:
    """Bodies, addresses and headers that the service does not take: it says so, and logs nothing of them."""
    for one in secrets:
        ways.send("POST", "/memories", {"content": one.said, one.bare: 1}, (422,))
        ways.send("POST", f"/tools/{quote(one.bare, safe='')}", {"q": one.said}, (404, 422))
        ways.send("GET", f"/memories/{quote(one.bare, safe='')}?kind={quote(one.bare, safe='')}", None, (404, 422))
        header = "".join(c for c in one.bare.replace("\n", " ") if c.isascii() and c.isprintable())[:200]
        ways.http.get("/api/v1/stats", headers={"Authorization": f"Bearer {header}", "X-Memory-Namespace": header})
    return len(secrets)


WAYS: dict[str, Callable[[Ways, Sequence[Pasted]], int]] = {
    way.__name__.strip("_").replace("_", " "): way
    for way in (
        _turns, _names_and_attributes_of_turns, _facts, _tags_and_attributes_of_facts, _changes, _questions, _decisions,
        _tools, _mem0, _import, _desk, _learnt, _what_is_refused,
    )
}  # fmt: skip
