"""Promise 14: base rows, full text, vectors and links agree; whatever comes apart, the doctor finds and mends."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
from django.db import connection, connections
from django.test import override_settings

from maintenance.consolidation import consolidate_pending
from memory.models import ALL, Memory, Metadata
from memory.services import embeddings
from memory.services.handing import retrieval
from memory.services.memories import facts
from memory.services.talk import sessions
from memory.services.upkeep import doctor

from . import store
from .outcome import Outcome
from .provider import PATH


def run(quick: bool) -> Outcome:
    outcome = Outcome()
    found = mended = 0
    with override_settings(MEMORY_FACTS_PROVIDER=PATH), store.fresh() as origin:
        _fill()
        outcome.expect(not doctor.examine(), f"a sound store is called ill: {doctor.examine()}")
        wanted = _answers()
        corruptions = SQLITE if connection.vendor == "sqlite" else POSTGRESQL
        for number in range(len(corruptions) if quick else 50):
            outcome.cases += 1
            name, corruption = corruptions[number % len(corruptions)]
            connections.close_all()
            with store.fresh(origin):
                _corrupt(corruption, random.Random(number))
                seen = bool(doctor.examine())
                doctor.repair()
                left = doctor.examine()
                while embeddings.drain():
                    pass
                whole = not left and not store.unsound() and not doctor.examine() and _answers() == wanted
                outcome.expect(seen, f"{name}: not found")
                outcome.expect(whole, f"{name}: not mended {left}")
                found, mended = found + seen, mended + whole
    outcome.note = f"{found} of {outcome.cases} corruptions found, {mended} mended"
    return outcome


def _fill() -> None:
    for session in range(4):
        store.say(f"s{session}", *[f"{store.claim(session * 5 + n)} Ask @ann about #p{n}" for n in range(5)])
    store.say("theirs", "I live in @ulm.", name="acme/bob")
    sessions.complete_all()
    consolidate_pending()
    while embeddings.drain():
        pass
    retired = Memory.objects.across(ALL).facts().active().first()
    assert retired is not None
    facts.retire(store.home(), retired.uid, actor=store.AGENT)


def _answers() -> list[Any]:
    """What a search finds now; by words and by meaning."""
    told = []
    for query in ("Bson", "who lives in Fville", "ann", "#p3"):
        found = retrieval.search(store.home(), query, limit=50, record=False)
        told.append(sorted(hit.memory.uid for hit in found.hits))
    return told


def _corrupt(statements: list[str], chance: random.Random) -> None:
    """As somebody with another program would: no foreign keys, no triggers."""
    table = Metadata.read("vector_table")
    facts = Memory.objects.across(ALL).facts().active().filter(namespace=store.home()).order_by("rowid")
    values = {
        "table": table,
        "fact": chance.choice(list(facts.values_list("pk", flat=True))),
        "retired": Memory.objects.across(ALL).retired().values_list("pk", flat=True).first(),
        "theirs": Memory.objects.across(ALL).exclude(namespace=store.home()).values_list("pk", flat=True).first(),
        "session": f"s{chance.randint(0, 3)}",
    }
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            values |= {"vector": f"x'{_EQUAL.hex()}'", "nan": f"x'{_NAN.hex()}'", "cut": f"x'{_EQUAL[:4].hex()}'"}
            off, on = "PRAGMA foreign_keys = OFF", "PRAGMA foreign_keys = ON"
        else:
            values |= {"nan": f"'\\x{_NAN.hex()}'", "cut": f"'\\x{_EQUAL[:4].hex()}'"}
            values["vector"] = f"'{np.frombuffer(_EQUAL, '<f4').tolist()}'"
            off, on = "SET session_replication_role = replica", "RESET session_replication_role"
        cursor.execute(off)
        for statement in statements:
            cursor.execute(statement.format(**values))
        cursor.execute(on)


_EQUAL, _NAN = (np.full(256, number, dtype="<f4").tobytes() for number in (1 / 16, np.nan))
# Of rows and links, in the same words on both.
_OF_ROWS: list[tuple[str, list[str]]] = [
    ("a base vector of NaN", ["UPDATE memories SET embedding = {nan} WHERE rowid = {fact}"]),
    ("a base vector cut short", ["UPDATE memories SET embedding = {cut} WHERE rowid = {fact}"]),
    ("a link to nobody", ["INSERT INTO memory_entities (memory_id, entity_id) VALUES ({fact}, 99999)"]),
    ("a link of nobody", ["INSERT INTO memory_entities (memory_id, entity_id) SELECT 99999, min(rowid) FROM entities"]),
    ("a link across namespaces", [
        "INSERT INTO memory_entities (memory_id, entity_id) SELECT {theirs}, min(rowid) FROM entities"]),
    ("a source that is gone", ["INSERT INTO memory_sources (memory_id, source_id) VALUES ({fact}, 99999)"]),
    ("a source of another namespace", ["INSERT INTO memory_sources (memory_id, source_id) VALUES ({fact}, {theirs})"]),
    ("an alias of nobody", [
        "INSERT INTO entity_aliases (entity_id, namespace_id, type, alias, alias_key, origin) "
        "VALUES (99999, 1, 'person', 'Zed', 'zed', 'derived')"]),
    ("a name under another key", [
        "UPDATE entities SET name_key = 'zed' WHERE rowid = (SELECT min(rowid) FROM entities)"]),
    ("a session row lost", ["DELETE FROM sessions_consolidations WHERE session_id = '{session}'"]),
    ("a watermark set back", ["UPDATE sessions_consolidations SET watermark = 0 WHERE session_id = '{session}'"]),
    ("more confidence than there was", ["UPDATE memories SET confidence = 1.0 WHERE rowid = {fact}"]),
]  # fmt: skip
_SEARCHED = "SELECT {fact}, scope, content FROM memories_search WHERE rowid = {fact}"
SQLITE: list[tuple[str, list[str]]] = [
    ("a posting lost", [
        f"INSERT INTO memories_fts (memories_fts, rowid, scope, content) SELECT 'delete', * FROM ({_SEARCHED})"]),
    ("a posting of a retired memory", [
        "INSERT INTO memories_fts (rowid, scope, content) VALUES ({retired}, 'n1 f1', 'Bson')"]),
    ("a posting twice", [f"INSERT INTO memories_fts (rowid, scope, content) {_SEARCHED}"]),
    ("a foreign posting", ["INSERT INTO memories_fts (rowid, scope, content) VALUES (99999, 'n1 f1', 'Bson ann')"]),
    ("a vector lost", ['DELETE FROM "{table}" WHERE rowid = {fact}']),
    ("a retired memory's posting lost", [
        "INSERT INTO memories_past_fts (memories_past_fts, rowid, scope, content) "
        "SELECT 'delete', rowid, scope, content FROM memories_past_search WHERE rowid = {retired}"]),
    ("a retired memory's vector lost", ['DELETE FROM "{table}" WHERE rowid = {retired}']),
    ("a retired memory's vector among the active", [
        'DELETE FROM "{table}" WHERE rowid = {retired}',
        'INSERT INTO "{table}" (rowid, namespace_id, kind, embedding) VALUES ({retired}, 1, \'fact\', {vector})']),
    ("a vector of nobody", [
        'INSERT INTO "{table}" (rowid, namespace_id, kind, embedding) VALUES (99999, 1, \'fact\', {vector})']),
    ("another's vector", ['UPDATE "{table}" SET embedding = {vector} WHERE rowid = {fact}']),
    ("a vector in another namespace", [
        'DELETE FROM "{table}" WHERE rowid = {fact}',
        'INSERT INTO "{table}" (rowid, namespace_id, kind, embedding) SELECT rowid, 777, kind, embedding '
        "FROM memories WHERE rowid = {fact}"]),
    *_OF_ROWS,
]  # fmt: skip
_VECTOR_OF = (
    'INSERT INTO "{{table}}" (key, memory_id, namespace_id, kind, retired, embedding) '
    "VALUES ({key}, {memory}, {namespace}, 'fact', {retired}, {{vector}})"
)
POSTGRESQL: list[tuple[str, list[str]]] = [
    ("the words lost", ["DELETE FROM memories_words WHERE memory_id = {fact}"]),
    ("a word lost", [
        "DELETE FROM memories_words WHERE memory_id = {fact} "
        "AND word = (SELECT max(word) FROM memories_words WHERE memory_id = {fact})"]),
    ("a word too many", ["INSERT INTO memories_words VALUES (memory_word('1f:bson'), {retired})"]),
    ("another's words", [
        "DELETE FROM memories_words WHERE memory_id = {fact}",
        "INSERT INTO memories_words SELECT word, {fact} FROM memories_words WHERE memory_id = {theirs}"]),
    ("words of nobody", ["INSERT INTO memories_words VALUES (memory_word('1f:bson'), 99999)"]),
    ("a retired memory's words lost", ["DELETE FROM memories_words WHERE memory_id = {retired}"]),
    ("a vector lost", ['DELETE FROM "{table}" WHERE key = {fact}']),
    ("a retired memory's vector lost", ['DELETE FROM "{table}" WHERE key = {retired}']),
    ("a retired memory's vector among the active", [
        'UPDATE "{table}" SET retired = false, embedding = {vector} WHERE key = {retired}']),
    ("a vector of nobody", [_VECTOR_OF.format(key=99999, memory=99999, namespace=1, retired="false")]),
    ("another's vector", ['UPDATE "{table}" SET embedding = {vector} WHERE key = {fact}']),
    ("a vector in another namespace", ['UPDATE "{table}" SET namespace_id = 777 WHERE key = {fact}']),
    *_OF_ROWS,
]  # fmt: skip
