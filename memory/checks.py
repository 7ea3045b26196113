"""System checks: what is missing or off, each with a hint. `manage.py check` prints them; so does every start."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core import checks
from django.db import Error as DatabaseError
from django.utils.module_loading import import_string

from memoryproj import schema
from memoryproj.postgresql import replica

from .search.backends import backend
from .search.vectors import LiveIndex


@checks.register(checks.Tags.database)
def database_is_fit(app_configs: Any, databases: Any = None, **kwargs: Any) -> list[checks.CheckMessage]:
    """The database's versions and parts (`check --database default`), and what is wrong with them."""
    return backend().unfit() if databases else []


@checks.register(checks.Tags.database)
def the_store_is_not_of_tomorrow(app_configs: Any, databases: Any = None, **kwargs: Any) -> list[checks.CheckMessage]:
    """A release that is put back would write what the newer one does not expect, or fail in the middle of a request."""
    if not databases:
        return []
    try:
        unknown = schema.later_migrations()
    except DatabaseError:
        return []  # the other checks tell
    if not unknown:
        return []
    return [
        checks.Error(
            f"The store is of a later release, which has {', '.join(unknown)}.",
            hint="Start that release; or go back with the backup that was made before its migration "
            f"({settings.MEMORY_COMMAND} backup --list, restore FILE).",
            id="memory.E006",
        )
    ]


@checks.register(checks.Tags.database)
def vectors_fit_the_embedder(app_configs: Any, databases: Any = None, **kwargs: Any) -> list[checks.CheckMessage]:
    if not databases:
        return []
    try:
        problem = LiveIndex.read().problem()
    except DatabaseError:
        return []  # not migrated yet
    if not problem:
        return []
    return [
        checks.Warning(
            f"Vector search is off: {problem}.",
            hint="Text and entity search go on without it.",
            id="memory.W002",
        )
    ]


@checks.register
def providers_are_there(app_configs: Any, **kwargs: Any) -> list[checks.CheckMessage]:
    """The spaCy model behind enrichment and offline facts."""
    from . import ner

    if ner.accurate_available():
        return []
    return [
        checks.Warning(
            f"The spaCy model {settings.MEMORY_SPACY_MODEL} is not installed.",
            hint="Enrichment is skipped and the offline fact extractor waits until it is (requirements/run.txt).",
            id="memory.W003",
        )
    ]


# What stands beside dotted paths in MEMORY_FACTS_PROVIDER: the names of maintenance.extraction, which imports this app.
FACTS_PROVIDERS = ("rules", "openai")


@checks.register
def providers_are_known(app_configs: Any, **kwargs: Any) -> list[checks.CheckMessage]:
    """A name that leads to no provider ends a start: what it should do would wait, and nobody would know why."""
    from . import embedding

    named = {"MEMORY_EMBEDDER": ("", *embedding.PROVIDERS), "MEMORY_FACTS_PROVIDER": FACTS_PROVIDERS}
    return [
        checks.Error(
            f"{setting} = {getattr(settings, setting)!r} leads to no provider.",
            hint=f"Name {', '.join(filter(None, known))}, or the dotted path of your own.",
            id="memory.E005",
        )
        for setting, known in named.items()
        if getattr(settings, setting) not in known and not _is_importable(getattr(settings, setting))
    ]


def _is_importable(path: str) -> bool:
    try:
        import_string(path)
    except ImportError:
        return False
    return True


@checks.register
def the_wall_has_a_database(app_configs: Any, **kwargs: Any) -> list[checks.CheckMessage]:
    """Row-level security is asked for, and the store is a file."""
    if not settings.MEMORY_DATABASE_WALL or settings.DATABASE_URL:
        return []
    return [
        checks.Warning(
            "MEMORY_DATABASE_WALL is set, and SQLite has no row-level security: there is no second wall.",
            hint="Set DATABASE_URL as well, or take it away.",
            id="memory.W005",
        )
    ]


@checks.register(checks.Tags.database)
def the_replica_answers(app_configs: Any, databases: Any = None, **kwargs: Any) -> list[checks.CheckMessage]:
    """`check --database default` asks the read replica, too."""
    if not databases:
        return []
    try:
        there = replica.standing()
    except DatabaseError:
        return []  # of a primary that does not answer the other checks tell
    if there is None or not there.problem:
        return []
    return [
        checks.Warning(
            f"The primary answers searches: {there.problem}.",
            hint="Set MEMORY_REPLICA_URL to a streaming replica of the server at DATABASE_URL.",
            id="memory.W006",
        )
    ]


UNREADABLE_SETTINGS = "memory.W004"
MOST_NAMED = 5


@checks.register(checks.Tags.database)
def namespaces_settings_are_readable(
    app_configs: Any, databases: Any = None, **kwargs: Any
) -> list[checks.CheckMessage]:
    """Stored settings that no reader takes: the default holds in their place, and somebody should know."""
    if not databases:
        return []
    from .models import Namespace
    from .services import namespaces

    try:
        found = namespaces.unreadable(Namespace.objects.all())
    except DatabaseError:
        return []  # not migrated yet
    if not found:
        return []
    named = "; ".join(f"{one.name}: {one.sentence}" for one in found[:MOST_NAMED])
    return [
        checks.Warning(
            f"{len(found)} namespace(s) have settings that cannot be read, and the defaults hold: {named}.",
            hint="Open the namespace in the admin and save it.",
            id=UNREADABLE_SETTINGS,
        )
    ]
