"""System checks: what is missing or off, each with a hint. `manage.py check` prints them; so does every start."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core import checks
from django.db import Error as DatabaseError
from django.db import connection

SAFE_SQLITE = (3, 51, 3)  # earlier ones can corrupt a WAL that two connections reset at once


@checks.register(checks.Tags.database)
def sqlite_is_fit(app_configs: Any, databases: Any = None, **kwargs: Any) -> list[checks.CheckMessage]:
    """Driver, SQLite, FTS5 and sqlite-vec: their versions (`check --database default`), and what is wrong with them."""
    if connection.vendor != "sqlite" or not databases:
        return []
    report = describe_sqlite()
    found: list[checks.CheckMessage] = [
        checks.Info(
            f"SQLite {report['sqlite']} by {report['driver']}, FTS5 {'yes' if report['fts5'] else 'no'}, "
            f"sqlite-vec {report['sqlite_vec']}.",
            id="memory.I001",
        )
    ]
    if tuple(report["version"]) < SAFE_SQLITE:
        found.append(
            checks.Warning(
                f"SQLite {report['sqlite']} ({report['driver']}) has a bug that can corrupt a WAL file.",
                hint="Install the wheel of pysqlite3 that requirements/run.txt names.",
                id="memory.W001",
            )
        )
    if not report["fts5"]:
        found.append(checks.Error("SQLite was built without FTS5.", hint="Install pysqlite3.", id="memory.E001"))
    return found


def describe_sqlite() -> dict[str, Any]:
    """{driver, sqlite, version, fts5, sqlite_vec} of the connection in use."""
    module = connection.Database  # type: ignore[attr-defined]
    with connection.cursor() as cursor:
        cursor.execute("SELECT sqlite_compileoption_used('ENABLE_FTS5'), vec_version()")
        fts5, vec = cursor.fetchone()
    return {
        "driver": module.__name__.split(".")[0],
        "sqlite": module.sqlite_version,
        "version": list(module.sqlite_version_info),
        "fts5": bool(fts5),
        "sqlite_vec": vec,
    }


@checks.register(checks.Tags.database)
def vectors_fit_the_embedder(app_configs: Any, databases: Any = None, **kwargs: Any) -> list[checks.CheckMessage]:
    if not databases:
        return []
    from .search.vectors import LiveIndex

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
