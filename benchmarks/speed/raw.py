"""What SQLite itself needs: the driver alone, the same pragmas, the same rows, triggers and indexes included.

It knows beforehand what the product must find out: the ids of namespace, session and entities, and what a text names.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import sqlite_vec

from memory.models.ids import new_id
from memoryproj.sqlite.base import PRAGMAS, short_sleeps
from memoryproj.sqlite.driver import Database

EPISODE = """
    INSERT INTO memories
        (id, namespace_id, kind, content, session_id, role, source_role, external_id, event_time, event_offset,
         created_at, base_confidence, confidence, decay_rate, access_count, origin, tags, attributes, trust,
         embedding_model, embedding_error)
    VALUES (?, ?, 'episode', ?, ?, 'user', 'user', NULL, ?, NULL, ?, 1.0, 1.0, 0.1, 0, 'agent', '[]', '{}', 40, '', '')
"""


def connect(path: Path, synchronous: str, **pragmas: str | int) -> Any:
    connection = Database.connect(str(path), isolation_level=None, timeout=10, check_same_thread=False)
    connection.set_busy_handler(short_sleeps(10.0))  # as the product's: SQLite's own back-off starves writers
    connection.enable_load_extension(True)
    sqlite_vec.load(connection)
    for name, value in (PRAGMAS | {"synchronous": synchronous} | pragmas).items():
        connection.execute(f"PRAGMA {name} = {value}").fetchall()
    return connection


class Place:
    """Where raw turns go: the session of one namespace, and the entities that each of its turns names."""

    def __init__(self, connection: Any, namespace: str, session_id: str) -> None:
        self.connection = connection
        self.session_id = session_id
        (self.namespace_id,) = connection.execute("SELECT id FROM namespaces WHERE name = ?", [namespace]).fetchone()
        rows = connection.execute("SELECT rowid FROM entities WHERE namespace_id = ?", [self.namespace_id])
        self.entities = [rowid for (rowid,) in rows.fetchall()]

    def add(self, content: str) -> None:
        """One turn, in one transaction."""
        execute = self.connection.execute
        now = str(datetime.now(UTC))[:26]
        execute("BEGIN IMMEDIATE")
        self.touch()
        self.count([content])
        row = [new_id("ep"), self.namespace_id, content, self.session_id, now, now]
        (rowid,) = execute(f"{EPISODE} RETURNING rowid", row).fetchone()
        for entity in self.entities:
            execute("UPDATE entities SET mention_count = mention_count + 1 WHERE rowid = ?", [entity])
            execute("INSERT INTO memory_entities (memory_id, entity_id) VALUES (?, ?)", [rowid, entity])
        execute("COMMIT")

    def touch(self) -> None:
        """The product writes a session's last moment once a second; a read tells whether it must."""
        self.connection.execute(
            "SELECT 1 FROM sessions_consolidations WHERE namespace_id = ? AND session_id = ? AND status = 'open'",
            [self.namespace_id, self.session_id],
        ).fetchone()

    def count(self, contents: Sequence[str]) -> None:
        """What the namespace takes up stands in its row."""
        self.connection.execute(
            "UPDATE namespaces SET memories = memories + ?, text_bytes = text_bytes + ? WHERE id = ?",
            [len(contents), sum(map(len, contents)), self.namespace_id],
        )

    def add_all(self, contents: Sequence[str]) -> None:
        """Many turns in one transaction, the full-text index in one statement; no entities."""
        execute = self.connection.execute
        now = str(datetime.now(UTC))[:26]
        execute("BEGIN IMMEDIATE")
        self.touch()
        self.count(contents)
        with deferred(self.connection):
            self.connection.executemany(
                EPISODE, [[new_id("ep"), self.namespace_id, c, self.session_id, now, now] for c in contents]
            )
        execute("COMMIT")

    def learn(self, new: int, repeated: int, turns: int) -> None:
        """What consolidation must read and write for `new` facts and `repeated` known ones from `turns` turns, once
        somebody has thought."""
        execute = self.connection.execute
        now = str(datetime.now(UTC))[:26]
        read = execute(
            "SELECT rowid, id, content, source_role, event_time FROM memories "
            "WHERE namespace_id = ? AND session_id = ? AND kind = 'episode' ORDER BY rowid LIMIT ?",
            [self.namespace_id, self.session_id, turns],
        ).fetchall()
        execute("BEGIN IMMEDIATE")
        (change,) = execute(f"{CHANGE} RETURNING id", [self.namespace_id, now]).fetchone() if new else (None,)
        for number in range(new):
            source, _, content, *_ = read[number % len(read)]
            uid, told = new_id("fact"), f"{content} {number} {now}"
            row = [uid, self.namespace_id, told, self.session_id, now, now]
            (rowid,) = execute(f"{FACT} RETURNING rowid", row).fetchone()
            execute(SOURCE, [rowid, source])
            execute(VALIDITY, [rowid, now, now])
            properties = told.split()[:PROPERTIES_A_FACT]
            self.connection.executemany(
                PROPERTY, [(rowid, self.namespace_id, "user", f"{key} {n}", told) for n, key in enumerate(properties)]
            )
            execute(EVENT, [self.namespace_id, uid, json.dumps({"content": told, "event_time": now}), change, now])
        known = execute("SELECT rowid FROM memories WHERE namespace_id = ? AND kind = 'fact'", [self.namespace_id])
        facts = [rowid for (rowid,) in known.fetchall()]
        for number in range(repeated):
            source, *_ = read[number % len(read)]
            fact = facts[number % len(facts)]
            execute(SOURCE, [fact, source])
            execute(RECALL, [fact, f"{self.session_id} {now}", self.session_id, now[:10], now])
            execute(RECALLED, [now, fact])
        execute("UPDATE sessions_consolidations SET watermark = watermark WHERE session_id = ?", [self.session_id])
        execute("COMMIT")


FACT = EPISODE.replace("'episode'", "'fact'").replace("'user', 'user'", "'', ''")
PROPERTIES_A_FACT = 4  # of the facts of upkeep.TALK
CHANGE = """
    INSERT INTO changes (namespace_id, kind, actor, origin, decision, batch, at, comment)
    VALUES (?, 'remember', 'bench', 'derived', '', '', ?, '')
"""
EVENT = """
    INSERT INTO events (namespace_id, subject, kind, actor, origin, before, after, change_id, reason, at)
    VALUES (?, ?, 'remembered', 'bench', 'derived', '{}', ?, ?, '', ?)
"""
SOURCE = "INSERT OR IGNORE INTO memory_sources (memory_id, source_id) VALUES (?, ?)"
VALIDITY = "INSERT INTO validity (memory_id, valid_from, known_from) VALUES (?, ?, ?)"
PROPERTY = """
    INSERT OR IGNORE INTO fact_properties (memory_id, namespace_id, subject_key, property_key, value)
    VALUES (?, ?, ?, ?, ?)
"""
RECALL = """
    INSERT INTO recalls (memory_id, occasion, session_id, day, via, at)
    VALUES (?, ?, ?, ?, 'repeat', ?) ON CONFLICT (memory_id, occasion) DO NOTHING
"""
RECALLED = "UPDATE memories SET last_accessed = ?, confidence = base_confidence WHERE rowid = ?"


class Arms:
    """What a search asks of SQLite at least: the best by FTS5's own ranking, and the nearest vectors.

    The words and the vector are known beforehand, and nothing is made of what is found.
    """

    def __init__(self, connection: Any, limit: int = 40) -> None:
        self.connection = connection
        self.limit = limit

    def ask(self, namespace_id: int, kind: str | None, words: Sequence[str], vector: bytes) -> None:
        if words:
            wanted = " OR ".join(f'"{word}"' for word in words)
            scope = f"{kind[0] if kind else 'n'}{namespace_id}"
            self.connection.execute(
                "SELECT rowid, rank FROM memories_fts WHERE memories_fts MATCH ? ORDER BY rank LIMIT ?",
                [f"scope : {scope} AND content : ({wanted})", self.limit],
            ).fetchall()
        self.connection.execute(
            NEAREST_OF_A_KIND if kind else NEAREST, [vector, self.limit, namespace_id, *([kind] if kind else [])]
        ).fetchall()


NEAREST = "SELECT rowid, distance FROM vec_memories WHERE embedding MATCH ? AND k = ? AND namespace_id = ?"
NEAREST_OF_A_KIND = f"{NEAREST} AND kind = ?"
VECTOR = "UPDATE memories SET embedding = ?, embedding_model = ? WHERE rowid = ?"
INDEXED = "INSERT INTO vec_memories (rowid, namespace_id, kind, embedding) VALUES (?, ?, ?, ?)"


def put_vectors(connection: Any, model: str, rows: Sequence[tuple[int, int, str, bytes]]) -> None:
    """Store vectors that are ready, (rowid, namespace id, kind, float32 bytes), in rows and index: one transaction."""
    connection.execute("BEGIN IMMEDIATE")
    connection.executemany(VECTOR, [(vector, model, rowid) for rowid, _, _, vector in rows])
    connection.executemany(INDEXED, rows)
    connection.execute("COMMIT")


@contextmanager
def deferred(connection: Any) -> Iterator[None]:
    (last,) = connection.execute("SELECT max(rowid) FROM memories").fetchone()
    connection.execute("INSERT INTO memory_metadata (key, value) VALUES ('fts_defer', '1')")
    yield
    connection.execute(
        "INSERT INTO memories_fts (rowid, scope, content) SELECT rowid, scope, content FROM memories_search "
        "WHERE rowid > ?",
        [last or 0],
    )
    connection.execute("DELETE FROM memory_metadata WHERE key = 'fts_defer'")
