"""DATABASE_URL: which PostgreSQL server keeps the store."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

ENGINE = "django.db.backends.postgresql"
SCHEMES = ("postgresql", "postgres")
SHAPE = "postgresql://user:password@host:5432/database"
CONNECT_SECONDS = 10


def database(url: str, pool: int, setting: str = "DATABASE_URL") -> dict[str, Any]:
    """Django's settings of the database at `url`. `pool` is how many connections the threads of a process share; with 0
    each thread keeps its own. `setting` is where `url` comes from. Raises ImproperlyConfigured, which never shows the
    URL: a password stands in it."""
    try:
        parts = urlsplit(url)
        scheme, name, _ = parts.scheme, parts.path.strip("/"), parts.port
    except ValueError as error:
        raise ImproperlyConfigured(f"{setting} cannot be read ({type(error).__name__}): write {SHAPE}") from error
    if scheme not in SCHEMES:
        raise ImproperlyConfigured(f"{setting} names a PostgreSQL server, not {scheme or 'nothing'!r}: {SHAPE}")
    if not name:
        raise ImproperlyConfigured(f"{setting} names no database: write {SHAPE}")
    try:
        import dj_database_url
        import psycopg  # noqa: F401  Django would say less of what is missing
    except ImportError as error:
        raise ImproperlyConfigured(
            f"{setting} is set, and what speaks with PostgreSQL is not installed: pip install 'rememberd[postgres]'"
        ) from error
    found: dict[str, Any] = dict(dj_database_url.parse(url, engine=ENGINE))
    options = {"application_name": "rememberd", "connect_timeout": CONNECT_SECONDS} | found.get("OPTIONS", {})
    if pool:
        options["pool"] = {"min_size": 1, "max_size": pool}
    return found | {
        "ATOMIC_REQUESTS": False,
        # A pool hands its connections out anew for each request.
        "CONN_MAX_AGE": 0 if pool else None,
        "CONN_HEALTH_CHECKS": not pool,  # the server may have been started again meanwhile
        # A pooler in front of the server gives each transaction another connection, where such a cursor is unknown.
        "DISABLE_SERVER_SIDE_CURSORS": True,
        "OPTIONS": options,
    }
