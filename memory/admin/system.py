"""What runs here: versions, sizes, the index and how much of it is done, providers and their health."""

from __future__ import annotations

import platform
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from django.conf import settings
from django.core import checks
from django.core.cache import cache
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.utils.timesince import timesince

from .. import embedding, ner
from ..checks import UNREADABLE_SETTINGS
from ..models import ALL, Entity, Memory, Metadata, Namespace, Session
from ..search.backends import backend
from ..services import embeddings, namespaces
from ..services.upkeep import backups
from . import roles, scope, words
from .site import page, show

PACKAGES = (
    "django",
    "django-ninja",
    "django-unfold",
    "celery",
    "django-celery-beat",
    "sqlite-vec",
    "spacy",
    "mcp",
    "granian",
)
CACHE_SECONDS = 60
BACKUPS_SHOWN = 5
CACHE_KEY = "memory-system-counts"


@page("system/", "memory_system", roles.OPERATE)
def system(request: HttpRequest) -> HttpResponse:
    """Figures over the whole store; of namespaces it names only those that the person was granted."""
    desk = scope.desk_of(request)
    counted = cache.get(CACHE_KEY)
    if counted is None:
        counted = _counts()
        cache.set(CACHE_KEY, counted, CACHE_SECONDS)
    found = [
        message
        for message in checks.run_checks(databases=["default"])
        # That one names namespaces: the page names those that the person was granted.
        if message.level >= checks.WARNING and not message.is_silenced() and message.id != UNREADABLE_SETTINGS
    ]
    return show(
        request, "system.html", "System",
        versions=[("Rememberd", settings.MEMORY_VERSION), ("Python", platform.python_version()), *_versions()],
        problems=found,
        unreadable=namespaces.unreadable(desk.namespaces()),
        files=_files(), backups=_backups(), providers=_providers(), may_see_all=desk.may_see_all,
        metadata=list(Metadata.objects.order_by("key")), **counted,
    )  # fmt: skip


def _counts() -> dict[str, Any]:
    return {
        "status": embeddings.status(),
        "counts": [
            ("namespaces", Namespace.objects.count()),
            ("memories", Memory.objects.across(ALL).count()),
            ("entities", Entity.objects.across(ALL).count()),
            ("sessions", Session.objects.across(ALL).count()),
        ],
    }


def _versions() -> list[tuple[str, str]]:
    found = []
    for name in PACKAGES:
        try:
            found.append((name, version(name)))
        except PackageNotFoundError:
            found.append((name, "not installed"))
    told = {True: "yes", False: "no"}
    parts = [f"{name} {told.get(said, said)}" for name, said in backend().versions().items()]
    found.append((connection.display_name, ", ".join(parts)))
    return found


def _files() -> list[tuple[str, str]]:
    """The database's files with their sizes."""
    return [(file.name, words.size(file.stat().st_size)) for file in backend().files()]


def _backups() -> list[tuple[str, str]]:
    """The newest backups: file name, and age with size. Before them those that cannot be read."""
    found = backups.listing() if connection.vendor == "sqlite" else []
    return [
        *((path.name, "its manifest cannot be read") for path in backups.unreadable()),
        *((one.path.name, f"{timesince(one.taken_at)} ago, {words.size(one.bytes)}") for one in found[:BACKUPS_SHOWN]),
    ]


def _providers() -> list[dict[str, str]]:
    """Each provider with what it is and how it is; nothing is called over the network for that."""
    try:
        embedder, state = (embedding.model_name(), "ready") if embedding.enabled() else ("none", "off")
    except embedding.EmbeddingUnavailable as error:
        embedder, state = settings.MEMORY_EMBEDDER, error.reason
    model = settings.MEMORY_OPENAI_MODEL if settings.MEMORY_OPENAI_BASE_URL or settings.MEMORY_OPENAI_API_KEY else ""
    facts, accurate = settings.MEMORY_FACTS_PROVIDER, ner.accurate_available()
    rows = (
        ("Embedding", embedder, state),
        ("Facts", facts, "ready" if facts != "openai" or model else "not configured"),
        ("Names, fast", ", ".join(ner.available("fast")), "ready"),
        ("Names, accurate", ", ".join(ner.available("accurate")), "ready" if accurate else "no model installed"),
        ("Language model", model or "none", "configured" if model else "not configured"),
    )
    return [dict(zip(("what", "name", "state"), row, strict=True)) for row in rows]
