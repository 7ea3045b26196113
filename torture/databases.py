"""Stores of a trial on a PostgreSQL server: each is a database of its own, copied from another."""

from __future__ import annotations

import subprocess
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from django.conf import settings
from django.core.management import call_command
from django.db import connection, connections

from memory.search.backends import backend
from tests import postgres

PATIENCE = 30  # seconds until a killed process's connection is gone, which keeps its database from being copied


@contextmanager
def database(like: str = "") -> Iterator[str]:
    """This process works on a database of its own, migrated and empty or a copy of the one named `like`; it is gone
    afterwards."""
    made = _made(like or _template())
    before = _point_at(made)
    try:
        yield made
    finally:
        _point_at(before)
        _at_the_server(f'DROP DATABASE "{made}" WITH (FORCE)')


def url() -> str:
    """The address of the present database, for a process of its own."""
    parts = urlsplit(settings.DATABASE_URL)
    name = connections["default"].settings_dict["NAME"]
    return urlunsplit(parts._replace(path=f"/{name}", netloc=parts.netloc or "postgres@"))


def checkpoint() -> None:
    _at_the_server("CHECKPOINT")


def dump() -> int:
    """Dump the present database beside whatever is at work on it. Answers how many bytes that took."""
    version = connection.pg_version // 10_000  # type: ignore[attr-defined]
    made = subprocess.run(
        [postgres.program("pg_dump", version), "--format", "custom", url()], capture_output=True, check=True
    )
    return len(made.stdout)


def unsound() -> list[str]:
    """What is broken in the present database, as it tells itself: pages, foreign keys, the words' index."""
    found = [f"{where}: {what}" for where, what in backend().damage().items()]
    found += [f"{table}: a foreign key points nowhere" for table in backend().dangling()]
    flaw = backend().full_text_flaw()
    return [*found, flaw] if flaw else found


@cache
def _template() -> str:
    made = _made("template0")
    before = _point_at(made)
    call_command("migrate", verbosity=0)
    _point_at(before)
    return made


def _made(like: str) -> str:
    name = f"torture_{uuid.uuid4().hex[:12]}"
    connections.close_all()
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            _at_the_server(f"""CREATE DATABASE "{name}" TEMPLATE "{like}" ENCODING 'UTF8'""")
            return name
        except Exception as error:
            in_use = getattr(error, "sqlstate", "") == "55006"
            if not in_use or time.monotonic() > deadline:
                raise
            time.sleep(0.1)


def _point_at(name: str) -> str:
    """Let the next query of this process go to that database. Answers which it was until now."""
    connection.close()
    before: str = connection.settings_dict["NAME"]
    connection.settings_dict["NAME"] = settings.DATABASES["default"]["NAME"] = name
    return before


def _at_the_server(statement: str) -> None:
    import psycopg

    options: dict[str, Any] = {"autocommit": True}
    with psycopg.connect(settings.DATABASE_URL, **options) as link:
        link.execute(statement)
