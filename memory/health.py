"""Whether the service can do its work, and the figures that monitoring draws: over all namespaces, counts alone."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from itertools import product
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.models import Count, Min
from django.utils import timezone

from memoryproj.postgresql import replica
from memoryproj.refused import StatementRefused, why_refused

from . import measuring
from .models import (
    ALL,
    Conflict,
    Entity,
    Kind,
    Memory,
    Metadata,
    Operation,
    OperationKind,
    OperationStatus,
    Review,
    Session,
    Supersession,
)
from .models.sessions import SessionStatus
from .search.backends import backend
from .services import embeddings, quotas, schedule, standing
from .services.learning import late_screening
from .services.standing import StoreStanding
from .services.upkeep import backups

Json = dict[str, Any]


def report() -> Json:
    """{status, version, database, vectors, queue, backup, pending, timetable}, and `replica` where there is one.
    `status`: ready, degraded (it answers, with less), or unavailable (nothing can be written)."""
    database = _database()
    found: Json = {"status": "unavailable", "version": settings.MEMORY_VERSION, "database": database}
    if not database["readable"]:
        return found
    if (there := replica.standing()) is not None:
        found["replica"] = {"problem": there.problem, "behind_bytes": there.behind_bytes}
    try:
        index = embeddings.status()
        pending = {
            "embeddings": index.pending,
            "screening": late_screening.waiting_count(),
            "sessions": Session.objects.across(ALL).filter(status=SessionStatus.PENDING).count(),
            "operations": Operation.objects.filter(status=OperationStatus.PENDING).count(),
        }
        timetable = schedule.flaws()
    except DatabaseError as error:
        return found | {"database": database | {"readable": False, "writable": False, "problem": str(error)}}
    vectors = {
        "model": index.model, "dimensions": index.dimensions, "coverage": index.coverage, "problem": index.problem,
    }  # fmt: skip
    if database["writable"]:
        found["status"] = "degraded" if index.problem or timetable else "ready"
    return found | {
        "vectors": vectors, "queue": _queue(), "backup": _backup(), "pending": pending,
        "timetable": {"not_running": timetable},
    }  # fmt: skip


def _database() -> Json:
    """What is known of the store, and a real write, which tells what no flag does: a folder that became read-only."""
    found: Json = {"vendor": connection.vendor, "readable": True, "writable": True, "problem": "", "code": None}
    try:
        found |= backend().versions()
    except DatabaseError as error:
        return found | {"readable": False, "writable": False, "problem": str(error)}
    if refusal := standing.refusal(look=True):
        return found | {"writable": False, "problem": refusal.detail, "code": refusal.standing}
    try:
        Metadata.write("last_probe", datetime.now(UTC).isoformat())
    except DatabaseError as error:
        found |= {"writable": False, "problem": str(error)}
        if why_refused(error) == StatementRefused.UNWRITABLE:
            found["code"] = standing.told_by(error).standing
    return found


def _queue() -> Json:
    """What the broker is, and for the one of files how many messages lie in it. The queue is disposable: no verdict."""
    scheme = settings.MEMORY_BROKER_URL.partition(":")[0]
    options = getattr(settings, "CELERY_BROKER_TRANSPORT_OPTIONS", {})
    if scheme != "filesystem":
        return {"broker": scheme}
    folder = Path(options["data_folder_in"])
    return {"broker": scheme, "messages": sum(1 for _ in folder.iterdir()) if folder.is_dir() else 0}


def _backup() -> Json:
    newest = backups.newest()
    if newest is None:
        return {"newest": None, "age_seconds": None}
    return {"newest": newest.path.name, "age_seconds": round((timezone.now() - newest.taken_at).total_seconds())}


def metrics() -> str:
    """Gauges of the whole store, and what this process has measured, in the Prometheus text format."""
    index = embeddings.status()
    refusal = standing.refusal(look=True)
    memories = Memory.objects.across(ALL).active().values_list("kind").annotate(n=Count("pk"))
    sessions = Session.objects.across(ALL).values_list("status").annotate(n=Count("pk"))
    operations = dict.fromkeys(product(OperationKind.values, OperationStatus.values), 0)
    operations |= {(k, s): n for k, s, n in Operation.objects.values_list("kind", "status").annotate(n=Count("pk"))}
    lines = [
        *_gauge("memories", "Active memories.", [({"kind": k}, n) for k, n in _all(Kind.values, memories)]),
        *_gauge("entities", "Entities.", [({}, Entity.objects.across(ALL).count())]),
        *_gauge("sessions", "Sessions.", [({"status": s}, n) for s, n in _all(SessionStatus.values, sessions)]),
        *_gauge(
            "operations",
            "Operations on record.",
            [({"kind": k, "status": s}, n) for (k, s), n in operations.items()],
        ),
        *_gauge("conflicts_open", "Conflicts that wait for a judge.", [({}, _open(Conflict))]),
        *_gauge("reviews_open", "Entries of the curators' queue that wait.", [({}, _open(Review))]),
        *_gauge("embeddings_pending", "Memories without a vector.", [({}, index.pending)]),
        *_gauge("embedding_coverage", "Share of active memories with a live vector.", [({}, index.coverage)]),
        *_gauge("database_bytes", "Size of the database file.", [({}, _database_bytes())]),
        *_gauge("store_writable", "1 when the store takes writes.", [({}, int(refusal is None))]),
        *_gauge(
            "store_refuses",
            "1 for the reason for which the store takes no writes.",
            [({"reason": one}, int(refusal is not None and refusal.standing == one)) for one in StoreStanding],
        ),
        *_gauge(
            "quota_used_share",
            "Of each quota of what is stored, the largest share that a namespace has used.",
            [({"quota": quota}, round(share, 4)) for quota, share in quotas.shares().items()],
        ),
        *_replica(),
        *_backup_age(),
        *_examined(),
        *_waiting(),
        *_facts(),
        *measuring.lines(),
    ]
    return "\n".join(lines) + "\n"


def _replica() -> list[str]:
    """No series where no replica is configured, and none of how far it is behind where it cannot tell."""
    there = replica.standing()
    if there is None:
        return []
    behind: list[tuple[dict[str, str], float]] = [] if there.behind_bytes is None else [({}, there.behind_bytes)]
    return [
        *_gauge("replica_usable", "1 when the read replica can answer.", [({}, int(not there.problem))]),
        *_gauge("replica_behind_bytes", "Bytes of the log that the read replica has yet to replay.", behind),
    ]


def _backup_age() -> list[str]:
    """No series where there is no backup: an alert asks whether it is absent."""
    age = backups.age()
    samples: list[tuple[dict[str, str], float]] = [({}, age.total_seconds())] if age else []
    return _gauge("backup_age_seconds", "Age of the newest verified backup.", samples) if samples else []


def _examined() -> list[str]:
    """No series where the doctor never looked: an alert asks whether it is absent."""
    found = standing.last_examined()
    if found is None:
        return []
    age = (timezone.now() - found.at).total_seconds()
    words = "Rows, postings, vectors and links that disagreed when the doctor last looked."
    return [
        *_gauge("mismatches", words, [({}, found.mismatches)]),
        *_gauge("examined_age_seconds", "How long ago the doctor last looked.", [({}, round(age, 1))]),
    ]


def _waiting() -> list[str]:
    """What waits, and how long the oldest of it has waited already; 0 where nothing waits."""
    now = timezone.now()
    sessions = Session.objects.across(ALL).filter(status=SessionStatus.PENDING)
    runs = Operation.objects.filter(status=OperationStatus.PENDING)
    oldest = {
        "sessions": sessions.aggregate(at=Min("completed_at"))["at"],
        "operations": runs.aggregate(at=Min("created_at"))["at"],
        "embeddings": embeddings.oldest_pending(),
        "screening": late_screening.oldest_waiting(),
    }
    seconds: list[tuple[dict[str, str], float]] = [
        ({"work": work}, round((now - at).total_seconds(), 1) if at else 0.0) for work, at in oldest.items()
    ]
    words = "How long the oldest piece of work has waited."
    return _gauge("oldest_pending_seconds", words, seconds)


def _facts() -> list[str]:
    """How many facts hold and how many do not: what decay and supersession take is a share of them."""
    facts = Memory.objects.across(ALL).facts()
    active = facts.active().count()
    superseded = Supersession.objects.standing().values("old").distinct().count()
    samples: list[tuple[dict[str, str], float]] = [
        ({"state": "active"}, active),
        ({"state": "retired"}, facts.retired().count()),
        ({"state": "superseded"}, superseded),
    ]
    return _gauge("facts", "Facts by what became of them; superseded ones may be active or retired.", samples)


def _all(names: list[str], counted: Iterable[tuple[str, int]]) -> list[tuple[str, int]]:
    """A series that is zero is shown, too: alerts need it."""
    return list((dict.fromkeys(names, 0) | dict(counted)).items())


def _open(model: type[Conflict] | type[Review]) -> int:
    return model.objects.across(ALL).filter(model.WAITING).count()


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
