"""A large namespace as a service leaves it: turns in sessions, facts drawn from them, names that many are linked with.

Its words have the frequencies of real talk (`benchmarks.speed.data`). The vectors lie around subjects: the embedder of
this store, `Subjects`, gives a text its subject and its place there by a sum over its letters.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta
from zlib import crc32

import numpy as np
from django.db import connection

from benchmarks.speed import data
from memory import embedding
from memory.embedding import Vector
from memory.models import Entity, Memory, Metadata, Namespace
from memory.search.backends import backend
from memory.services import namespaces

from . import filling

NAMESPACE = "large/talk"
NAMES = data.SPEAKERS[:5]  # each fifth fact is linked with each

_COLUMNS = (
    "id, namespace_id, kind, content, session_id, role, source_role, event_time, created_at, enriched_at, embedding, "
    "embedding_model, base_confidence, confidence, decay_rate, access_count, origin, tags, attributes, embedding_error"
)
_SAME = (1.0, 1.0, 0.1, 0, "agent", "[]", "{}", "")
# A fact stands behind the turns that it was drawn from.
_SOURCES = """
INSERT INTO memory_sources (memory_id, source_id)
SELECT fact.rowid, turn.rowid FROM memories AS fact JOIN memories AS turn
ON turn.namespace_id = fact.namespace_id AND turn.kind = 'episode' AND turn.rowid = fact.rowid - 1
WHERE fact.namespace_id = %s AND fact.kind = 'fact'
ON CONFLICT DO NOTHING
"""
_LINKS = """
INSERT INTO memory_entities (memory_id, entity_id)
SELECT memories.rowid, entities.rowid FROM memories JOIN entities USING (namespace_id)
WHERE namespace_id = %s AND kind = 'fact' AND memories.rowid / %s %% %s = entities.rowid %% %s
ON CONFLICT DO NOTHING
"""


class Subjects:
    """Unit vectors around the subjects of `filling`; the same text always has the same one."""

    name = "subjects"
    instant = True

    def __init__(self, dimensions: int) -> None:
        self.dimensions = dimensions

    def load(self) -> None:
        """There is nothing to load."""

    def embed(self, texts: Sequence[str]) -> Iterator[Vector]:
        centres = filling.centres()
        for text in texts:
            random = np.random.default_rng(crc32(text.encode()))
            noise = random.standard_normal(self.dimensions) * filling.SPREAD / np.sqrt(self.dimensions)
            yield (centres[random.integers(filling.CENTRES)] + noise).astype(np.float32)


def fill(count: int) -> Iterator[int]:
    """Bring the namespace to `count` memories, each fifth a fact; answers how many there are, part by part."""
    namespace = namespaces.ensure(NAMESPACE)
    model = embedding.model_name()
    Metadata.write("embedding_model", model)
    done = Memory.objects.within(namespace).count()
    while done < count:
        part = min(filling.PART, count - done)
        _put(namespace, done, part, model)
        done += part
        yield done
    for name in NAMES:
        if not Entity.objects.within(namespace).filter(canonical_name=name).exists():
            Entity.objects.create(namespace=namespace, canonical_name=name, type="person")
    with connection.cursor() as cursor:
        cursor.execute(_SOURCES, [namespace.pk])
        cursor.execute(_LINKS, [namespace.pk, data.FACT_SHARE, len(NAMES), len(NAMES)])
        cursor.execute(
            "UPDATE entities SET mention_count = "
            "(SELECT count(*) FROM memory_entities WHERE entity_id = entities.rowid)"
        )
    filling.counted(namespace, count)


def _put(namespace: Namespace, first: int, count: int, model: str) -> None:
    texts = data.texts(count, seed=first + 3)
    vectors = embedding.embed(texts)
    last = Memory.objects.within(namespace).order_by("-rowid").values_list("rowid", flat=True).first() or 0
    with connection.cursor() as cursor:
        with cursor.cursor.copy(f"COPY memories ({_COLUMNS}) FROM STDIN") as copy:
            for number, (text, vector) in enumerate(zip(texts, vectors, strict=True), first + 1):
                is_fact = number % data.FACT_SHARE == 0
                speaker = "" if is_fact else data.SPEAKERS[number // data.TURNS_A_SESSION % len(data.SPEAKERS)]
                role = "" if is_fact else "assistant" if speaker == "assistant" else "user"
                at = str(data.START + timedelta(minutes=number))
                copy.write_row((
                    f"{'fact' if is_fact else 'ep'}_{number:026d}", namespace.pk, "fact" if is_fact else "episode",
                    text, f"s{number // data.TURNS_A_SESSION}", role, speaker, at, at, at, vector.tobytes(), model,
                    *_SAME,
                ))  # fmt: skip
        cursor.execute(
            "SELECT rowid, kind, embedding FROM memories WHERE namespace_id = %s AND rowid > %s", [namespace.pk, last]
        )
        rows = cursor.fetchall()
    backend().put_vectors(
        filling.TABLE, [(rowid, namespace.pk, kind, False, bytes(stored)) for rowid, kind, stored in rows]
    )
