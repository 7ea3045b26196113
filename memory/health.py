"""Whether the service can do its work, and the figures that monitoring draws: over all namespaces, counts alone."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.models import Count

from .models import ALL, Conflict, Entity, Kind, Memory, Metadata, Operation, OperationStatus, Review, Session
from .models.sessions import SessionStatus
from .search.backends import backend
from .services import embeddings

Json = dict[str, Any]


def report() -> Json:
    """{status, version, database, vectors, queue, pending}. `status`: ready, degraded (it answers, with less), or
    unavailable (nothing can be written)."""
    database = _database()
    if not database["readable"]:
        return {"status": "unavailable", "version": settings.MEMORY_VERSION, "database": database}
    index = embeddings.status()
    vectors = {
        "model": index.model, "dimensions": index.dimensions, "coverage": index.coverage, "problem": index.problem,
    }  # fmt: skip
    status = "ready" if database["writable"] else "unavailable"
    if status == "ready" and index.problem:
        status = "degraded"
    return {
        "status": status,
        "version": settings.MEMORY_VERSION,
        "database": database,
        "vectors": vectors,
        "queue": _queue(),
        "pending": {
            "embeddings": index.pending,
            "sessions": Session.objects.across(ALL).filter(status=SessionStatus.PENDING).count(),
            "operations": Operation.objects.filter(status=OperationStatus.PENDING).count(),
        },
    }


def _database() -> Json:
    """A real write tells what no flag does: a full disk, a folder that became read-only."""
    found: Json = {"vendor": connection.vendor, "readable": True, "writable": True, "problem": ""}
    try:
        found |= backend().versions()
    except DatabaseError as error:
        return found | {"readable": False, "writable": False, "problem": str(error)}
    try:
        Metadata.write("last_probe", datetime.now(UTC).isoformat())
    except DatabaseError as error:
        found |= {"writable": False, "problem": str(error)}
    return found


def _queue() -> Json:
    """What the broker is, and for the one of files how many messages lie in it. The queue is disposable: no verdict."""
    scheme = settings.MEMORY_BROKER_URL.partition(":")[0]
    options = getattr(settings, "CELERY_BROKER_TRANSPORT_OPTIONS", {})
    if scheme != "filesystem":
        return {"broker": scheme}
    folder = Path(options["data_folder_in"])
    return {"broker": scheme, "messages": sum(1 for _ in folder.iterdir()) if folder.is_dir() else 0}


def metrics() -> str:
    """Gauges in the Prometheus text format."""
    index = embeddings.status()
    memories = Memory.objects.across(ALL).active().values_list("kind").annotate(n=Count("pk"))
    sessions = Session.objects.across(ALL).values_list("status").annotate(n=Count("pk"))
    operations = Operation.objects.values_list("kind", "status").annotate(n=Count("pk"))
    lines = [
        *_gauge("memories", "Active memories.", [({"kind": k}, n) for k, n in _all(Kind.values, memories)]),
        *_gauge("entities", "Entities.", [({}, Entity.objects.across(ALL).count())]),
        *_gauge("sessions", "Sessions.", [({"status": s}, n) for s, n in _all(SessionStatus.values, sessions)]),
        *_gauge("operations", "Operations on record.", [({"kind": k, "status": s}, n) for k, s, n in operations]),
        *_gauge("conflicts_open", "Conflicts that wait for a judge.", [({}, _open(Conflict))]),
        *_gauge("reviews_open", "Entries of the curators' queue.", [({}, _open(Review))]),
        *_gauge("embeddings_pending", "Memories without a vector.", [({}, index.pending)]),
        *_gauge("embedding_coverage", "Share of active memories with a live vector.", [({}, index.coverage)]),
        *_gauge("database_bytes", "Size of the database file.", [({}, _database_bytes())]),
    ]
    return "\n".join(lines) + "\n"


def _all(names: list[str], counted: Iterable[tuple[str, int]]) -> list[tuple[str, int]]:
    """A series that is zero is shown, too: alerts need it."""
    return list((dict.fromkeys(names, 0) | dict(counted)).items())


def _open(model: type[Conflict] | type[Review]) -> int:
    return model.objects.across(ALL).filter(status="open").count()


def _database_bytes() -> int:
    """Of the main file; 0 where the database is a server."""
    return sum(file.stat().st_size for file in backend().files()[:1])


def _gauge(name: str, text: str, samples: list[tuple[dict[str, str], float]]) -> list[str]:
    """The lines of one metric; label values come from our own enumerations, and need no escapes."""
    lines = [f"# HELP memory_{name} {text}", f"# TYPE memory_{name} gauge"]
    for labels, value in samples:
        marks = ",".join(f'{key}="{label}"' for key, label in labels.items())
        lines.append(f"memory_{name}{{{marks}}} {value}" if marks else f"memory_{name} {value}")
    return lines
