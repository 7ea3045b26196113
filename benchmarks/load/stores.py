"""`python -m benchmarks.load.stores`: a store full of talk over many namespaces, and the requests that are sent to it.

On SQLite and on PostgreSQL the same memories with the same vectors. A store that is there already is taken as it is.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from memoryproj import throwaway

ASKED = 500  # different requests of each kind, or one a namespace where there are more of these
SESSION = "load"  # one in each namespace, which stays open: what is learnt from sessions that end is another figure
SWEEP = "maintenance.tasks.sweep"
TABLE = "vec_memories"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load.stores", description=__doc__)
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--database-url", default="")
    parser.add_argument("--namespaces", type=int, required=True)
    parser.add_argument("--memories", type=int, required=True)
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    throwaway.prepare(asked.folder, asked.database_url)
    made = make(asked.folder, asked.memories, asked.namespaces)
    json.dump(made, sys.stdout)


def make(folder: Path, memories: int, namespaces: int) -> dict[str, str | dict[str, list[str]]]:
    """Fill the store in use where it is empty. Answers {"key", "requests": {kind: what is sent}}."""
    from django.db import connection, connections
    from django_celery_beat.models import PeriodicTask

    from benchmarks.speed import data
    from memory.models import ApiKey, Namespace

    if not Namespace.objects.filter(name="bench/n1").exists():
        if connection.vendor == "sqlite":
            data.fill(folder / "memory.db", memories, namespaces)
        else:
            fill_server(memories, namespaces)
    # What rings at night would fall into one run and not into another.
    PeriodicTask.objects.exclude(task=SWEEP).update(enabled=False)
    key = ApiKey.objects.issue("load", pattern="*", scopes=["read", "write", "admin"], default_namespace="")[1]
    requests = _requests(key, namespaces)
    connections.close_all()
    return {"key": key, "requests": requests}


def fill_server(memories: int, namespaces: int) -> None:
    """What `data.fill` writes into a file, into the PostgreSQL database in use."""
    from django.core.management.color import no_style
    from django.db import connection

    from benchmarks.large.filling import index_built_last
    from benchmarks.speed import data
    from memory import embedding
    from memory.models import Memory, Metadata, Namespace
    from memory.search.backends import backend

    Namespace.objects.bulk_create([Namespace(name=f"bench/n{n}") for n in range(1, namespaces + 1)])
    keys = dict(enumerate(Namespace.objects.order_by("pk").values_list("pk", flat=True), start=1))
    model = embedding.model_name()
    Metadata.write("embedding_model", model)
    columns = (
        "rowid, id, namespace_id, kind, content, session_id, role, source_role, event_time, created_at, "
        "base_confidence, confidence, decay_rate, access_count, origin, tags, attributes, embedding_error, "
        "enriched_at, embedding, embedding_model"
    )
    same = (1.0, 1.0, 0.1, 0, "agent", "[]", "{}", "")
    with index_built_last():
        for first in range(0, memories, data.CHUNK):
            part = list(
                data.memory_rows(
                    first, min(data.CHUNK, memories - first), namespaces, model, vectors=True, facts_only=False
                )
            )
            with connection.cursor() as cursor, cursor.cursor.copy(f"COPY memories ({columns}) FROM STDIN") as copy:
                for row in part:
                    said = [f"{moment}+00" for moment in row[8:11]]
                    copy.write_row((*row[:2], keys[row[2]], *row[3:8], *said[:2], *same, said[2], *row[11:]))
            backend().put_vectors(TABLE, [(row[0], keys[row[2]], row[3], False, row[11]) for row in part])
    with connection.cursor() as cursor:
        # What a namespace holds decides whether its vectors are compared one by one.
        cursor.execute(
            "UPDATE namespaces SET memories = (SELECT count(*) FROM memories WHERE namespace_id = namespaces.id)"
        )
        for statement in connection.ops.sequence_reset_sql(no_style(), [Memory]):
            cursor.execute(statement)
        cursor.execute("VACUUM ANALYZE")


def _requests(key: str, namespaces: int) -> dict[str, list[str]]:
    """Every namespace has its turn; a question is about a fact of its namespace."""
    from benchmarks.speed import data
    from benchmarks.speed.wire import request
    from memory.models import Namespace

    count = max(ASKED, namespaces)
    names = dict(Namespace.objects.values_list("pk", "name"))
    facts = data.sample("fact", 2 * ASKED)
    asked = data.questions(data.language(), [(rowid, content) for rowid, _, content in facts])
    about = [(names[owner], question.text) for (_, owner, _), question in zip(facts, asked, strict=True)]
    sent = {
        "ingest": [
            request(
                key, f"/api/v1/sessions/{SESSION}/messages", {"messages": [{"role": "user", "content": text}]},
                f"bench/n{number % namespaces + 1}",
            )
            for number, text in enumerate(data.texts(count))
        ],
        "context": [
            request(key, "/api/v1/context", {"prompt": text, "session_id": SESSION}, name) for name, text in about[::2]
        ],
        "search": [request(key, "/api/v1/memories/search", {"query": text}, name) for name, text in about[1::2]],
    }  # fmt: skip
    return {kind: [one.decode() for one in requests] for kind, requests in sent.items()}


if __name__ == "__main__":
    main()
