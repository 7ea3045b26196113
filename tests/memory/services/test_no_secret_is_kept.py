"""Every way in masks secrets before anything is written."""

from __future__ import annotations

import hashlib
import json
import random
import re
import tempfile
from collections import Counter
from pathlib import Path

import pytest
from django.db import connection

from memory.models import HandedContext, Memory
from memory.services import namespaces, reflections
from memory.services.curating import correcting
from memory.services.graph import entities, summaries
from memory.services.handing import ledger
from memory.services.learning import saving
from memory.services.memories import facts
from memory.services.parcels import packing, unpacking
from memory.tools import REGISTRY, Bench
from tests.store import AGENT, CURATOR, DERIVED, NOON, know, make_entity, say

pytestmark = pytest.mark.django_db
RANDOM = "".join(random.Random(3).choices("ABCDEFGHabcdefgh23456789", k=36))
SECRET = f"ghp_{RANDOM}"


def anywhere() -> list[str]:
    """The tables that hold the secret."""
    found = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names():
            cursor.execute(f'SELECT * FROM "{table}"')
            if any(RANDOM in str(row) for row in cursor.fetchall()):
                found.append(table)
    return found


def brought_along(namespace):
    """An import of what another program wrote as an export: secrets wherever a person may have written."""
    know(namespace, "Maya likes tea", attributes={"k": "-"}, tags=["-"])
    entities.add_alias(namespace, make_entity(namespace, "Maya").uid, "-", actor=CURATOR)
    say(namespace, "s", "hello", name="-")
    facts.retire(namespace, know(namespace, "Bob sails").uid, actor=AGENT, reason="-")
    *lines, _ = packing.lines(namespace)
    told = [line.replace(b'"-"', f'"{SECRET}"'.encode()) for line in lines]
    told = [re.sub(rb'"((?:fact|ep|ent)_\w+)"', rb'"\1x"', line) for line in told]
    assert sum(line.count(SECRET.encode()) for line in told) >= 5
    rows = Counter(next(iter(json.loads(line))) for line in told[1:])
    seal = {"seal": {"rows": rows, "sha256": hashlib.sha256(b"".join(told)).hexdigest()}}
    with tempfile.NamedTemporaryFile() as file:
        file.write(b"".join([*told, json.dumps(seal).encode() + b"\n"]))
        file.flush()
        unpacking.take_in(Path(file.name), "acme/new")
    assert Memory.objects.within(namespaces.for_reading("acme/new")).count() == 3


def use(namespace, name, **arguments):
    return REGISTRY[name].call(Bench(namespace.name, AGENT), arguments)


def entity_alias(namespace):
    entities.add_alias(namespace, make_entity(namespace, "Maya").uid, f"key {SECRET}", actor=CURATOR)


def related(namespace, kind):
    parts = [{"name": name, "entityType": "person", "observations": []} for name in ("Maya", "Bob")]
    use(namespace, "create_entities", entities=parts)
    use(namespace, "create_relations", relations=[{"from": "Maya", "to": "Bob", "relationType": kind}])
    assert Memory.objects.within(namespace).filter(content__contains="[secret: ").exists()


def tea(namespace):
    return know(namespace, "Maya likes tea").uid


WAYS = {
    "turn": lambda ns: say(ns, "s", f"token {SECRET}"),
    "many turns": lambda ns: say(ns, "s", *[f"{n} token {SECRET}" for n in range(9)]),
    "speaker": lambda ns: say(ns, "s", "hello", name=f"Maya {SECRET}"),
    "turn attributes": lambda ns: say(ns, "s", "hello", attributes={"a": {"b": [SECRET]}}),
    "fact": lambda ns: know(ns, f"The token is {SECRET}"),
    "fact attributes": lambda ns: know(ns, "Maya likes tea", attributes={"k": SECRET}),
    "fact tags": lambda ns: know(ns, "Maya likes tea", tags=[SECRET]),
    "derived": lambda ns: know(ns, f"The token is {SECRET}", actor=DERIVED),
    "tool": lambda ns: use(ns, "remember_fact", content=f"The token is {SECRET}"),
    "correction": lambda ns: correcting.correct(ns, tea(ns), f"Use {SECRET}", actor=CURATOR, reason=SECRET),
    "edit": lambda ns: facts.edit(ns, tea(ns), actor=AGENT, attributes={"k": SECRET}, tags=[SECRET]),
    "reason": lambda ns: facts.retire(ns, know(ns, "Maya likes tea").uid, actor=AGENT, reason=f"was {SECRET}"),
    "reflection": lambda ns: reflections.save(ns, f"A week with {SECRET}", [], actor=DERIVED),
    "alias": entity_alias,
    "summary": lambda ns: summaries.write(make_entity(ns, "Maya"), f"Maya uses {SECRET}", 0),
    "import": brought_along,
    "a relation's name": lambda ns: related(ns, SECRET),
    "in a relation's name": lambda ns: related(ns, f"uses_{SECRET}"),
}


@pytest.mark.parametrize("way", WAYS)
def test_no_table_holds_what_came_in(namespace, way):
    WAYS[way](namespace)

    assert anywhere() == []


def test_a_kept_prompt_holds_none(namespace):
    ledger.record_all([ledger.Block("ctx_x", namespace.pk, "s", f"use {SECRET}", True, "block", (), NOON)])

    assert "[secret: " in HandedContext.objects.within(namespace).get().prompt
    assert anywhere() == []


def test_a_turn_that_comes_again_is_still_known(namespace):
    (first,) = say(namespace, "s", f"token {SECRET}", external_id="m1")
    (again,) = say(namespace, "s", f"token {SECRET}", external_id="m1")

    assert first.pk == again.pk


def test_personal_data_is_masked_where_the_namespace_says_so(namespace):
    namespace.settings = {"mask_personal": ["email"]}
    namespace.save()
    namespaces._own.clear()

    say(namespace, "s", "write to maya@example.com")
    saving.remember(namespace, "Maya's mail is maya@example.com", actor=AGENT)

    assert not any("example.com" in memory.content for memory in Memory.objects.within(namespace))


def test_answers_are_kept_by_nobody_on_the_way(api):
    assert api.get("/stats")["Cache-Control"] == "no-store"


def test_an_idempotency_key_that_is_a_secret_is_hashed_and_still_works(api, namespace):
    headers = {"HTTP_IDEMPOTENCY_KEY": SECRET}
    first = api.post("/memories", {"content": "Maya likes tea"}, **headers)
    again = api.post("/memories", {"content": "Maya likes tea"}, **headers)

    assert first.json()["id"] == again.json()["id"]
    assert anywhere() == []
