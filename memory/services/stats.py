"""Counts for people and agents."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, Max

from ..models import Entity, Kind, Memory, Namespace, Session, SessionStatus
from ..search.vectors import LiveIndex


def stats(namespace: Namespace) -> dict[str, Any]:
    """{counts, latest, entities, sessions, embedding} of one namespace; `latest` holds datetimes or None."""
    active = Memory.objects.within(namespace).active()
    by_kind = {
        row["kind"]: (row["n"], row["latest"])
        for row in active.values("kind").annotate(n=Count("pk"), latest=Max("created_at"))
    }
    sessions = dict.fromkeys(SessionStatus.values, 0) | dict(
        Session.objects.within(namespace).values_list("status").annotate(n=Count("pk"))
    )
    index = LiveIndex.read()
    total = sum(count for count, _ in by_kind.values())
    embedded = active.filter(embedding__isnull=False, embedding_model=index.model).count() if index.model else 0
    return {
        "counts": {kind: by_kind.get(kind, (0, None))[0] for kind in Kind.values},
        "latest": {kind: by_kind.get(kind, (0, None))[1] for kind in Kind.values},
        "entities": Entity.objects.within(namespace).count(),
        "sessions": sessions,
        "embedding": {
            "model": index.model,
            "dimensions": index.dimensions,
            "coverage": embedded / total if total else 1.0,
        },
    }
