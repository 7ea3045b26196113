"""Django's PostgreSQL engine, with a bound on how long a statement's answer is waited for.

`statement_timeout` is the server's own clock: a server that is frozen never looks at it, and its network goes on
confirming what it is sent. So the client counts, too. The read replica has this engine (`replica.py`).
"""

from __future__ import annotations

from collections.abc import Generator
from functools import partial
from time import monotonic
from typing import Any

from django.db.backends.postgresql import base
from psycopg import Connection, OperationalError

SILENT_SECONDS = 3.0


class NoAnswer(OperationalError):  # type: ignore[misc]  # psycopg is not installed where the types are checked
    """The server did not answer a statement in time. The connection is closed."""


class DatabaseWrapper(base.DatabaseWrapper):
    # How long one statement may take. A statement that should be answered at once is given less.
    silent_seconds = SILENT_SECONDS

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        made: Any = super().get_new_connection(conn_params)
        made.wait = partial(self._wait, made)  # a pool hands the same one out again, to another thread's wrapper
        return made

    def _wait(self, made: Any, work: Any, *arguments: Any, **named: Any) -> Any:
        return Connection.wait(made, _bounded(work, made, self.silent_seconds), *arguments, **named)


def _bounded(work: Any, made: Any, seconds: float) -> Generator[Any, Any, Any]:
    """`work`, a generator of psycopg's that yields what it waits for. It is woken some ten times a second."""
    until = monotonic() + seconds
    try:
        wanted = next(work)
        while True:
            ready = yield wanted
            if not ready and monotonic() >= until:
                # An answer that comes late is no later statement's, and no rollback is waited for either.
                made.pgconn.finish()
                raise NoAnswer(f"the server did not answer within {seconds:g} s")
            wanted = work.send(ready)
    except StopIteration as end:
        return end.value
