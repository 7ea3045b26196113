"""The engine: Django's SQLite backend over the driver that `driver.py` chose.

It differs from Django's own in six ways: the driver, sqlite-vec loaded on connect, pragmas that suit one
writer and many readers, a guard that lets SQLite refuse writes while the store is in trouble, a table remake
that keeps triggers (Django's drops them silently, and with them the full-text index stops) and WITHOUT ROWID, and
a migration that leaves rows without what they point to is taken back whole.
"""

from __future__ import annotations

import datetime
import decimal
import functools
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import sqlite_vec
from django.db import IntegrityError
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.backends.sqlite3 import base as django_base
from django.db.backends.sqlite3._functions import register as register_functions  # type: ignore[import-untyped]
from django.db.backends.sqlite3.features import DatabaseFeatures as DjangoFeatures
from django.db.backends.sqlite3.schema import DatabaseSchemaEditor as DjangoSchemaEditor
from django.db.utils import DatabaseErrorWrapper
from django.utils.dateparse import parse_date, parse_datetime, parse_time

from ..refused import SQLITE_READONLY, sqlite_code
from .driver import Database
from .guard import Guard, State, Trouble, guard_of

for _name, _convert in {
    "bool": b"1".__eq__,
    "date": django_base.decoder(parse_date),
    "time": django_base.decoder(parse_time),
    "datetime": django_base.decoder(parse_datetime),
    "timestamp": django_base.decoder(parse_datetime),
}.items():
    Database.register_converter(_name, _convert)
Database.register_adapter(decimal.Decimal, str)
Database.register_adapter(datetime.date, django_base.adapt_date)
Database.register_adapter(datetime.datetime, django_base.adapt_datetime)
# The driver asks of each parameter that is no int, float, str or bytearray how it is to be adapted. Where nothing is
# registered it looks for two methods that are not there, which takes 1 µs: eight times as long as these.
Database.register_adapter(type(None), {None: None}.get)
Database.register_adapter(bool, int)
Database.register_adapter(bytes, bytes)

# WAL lets readers go on beside the writer. `synchronous` comes from settings: FULL makes a 201 survive a power cut.
PRAGMAS: dict[str, str | int] = {
    "journal_mode": "WAL",
    "synchronous": "FULL",
    "foreign_keys": "ON",
    "legacy_alter_table": "OFF",
    "temp_store": "MEMORY",
    "cache_size": -64_000,  # KiB, so 64 MB a connection at most
    "mmap_size": 1 << 30,
    "journal_size_limit": 64 << 20,
}
READ_ONLY_SKIPS = {"journal_mode", "synchronous", "journal_size_limit"}
TRIAL_PATIENCE = 0.1  # seconds that the trial of a store that refused a write waits for other writers
BUSY_SLEEP = 0.001  # seconds. SQLite's own busy handler sleeps up to 100 ms, and a writer can miss its turn many times


class Connection(Database.Connection):  # type: ignore[name-defined,misc]
    if not hasattr(Database.Connection, "getlimit"):

        def getlimit(self, category: int) -> int:
            """SQLite's compiled-in limits, which Django asks for: columns (2) and bound variables (9)."""
            return {2: 2000, 9: 32766}[category]


# Each statement passes here. `super()`, and a union that `isinstance` is given, are made anew at each call.
_execute, _executemany = Database.Cursor.execute, Database.Cursor.executemany
_BY_PLACE = (list, tuple)


class Cursor(Database.Cursor):  # type: ignore[name-defined,misc]
    """Django's "%s" placeholders on the driver's cursor."""

    def execute(self, query: str, params: Any = None) -> Any:
        if params is None:
            return _execute(self, query)
        return _execute(self, converted(query, params), params)

    def executemany(self, query: str, param_list: Iterable[Any]) -> Any:
        rows = list(param_list)
        return _executemany(self, converted(query, rows[0] if rows else ()), rows)


def converted(query: str, params: Any) -> str:
    """`query` with the driver's own placeholders."""
    if isinstance(params, _BY_PLACE) or not isinstance(params, Mapping):  # the first is quick to tell
        return _with_question_marks(query)
    return query % {name: f":{name}" for name in params}


@functools.lru_cache(maxsize=512)
def _with_question_marks(query: str) -> str:
    """The hot statements are few, so the last ones are remembered."""
    return django_base.FORMAT_QMARK_REGEX.sub("?", query).replace("%%", "%")


class DatabaseFeatures(DjangoFeatures):
    supports_aggregate_order_by_clause = Database.sqlite_version_info >= (3, 44, 0)


class DatabaseSchemaEditor(DjangoSchemaEditor):
    def __exit__(self, exc_type: Any, exc_value: Any, traceback: Any) -> None:
        """Commit a migration, or take it back where it leaves a row that points to nothing. Raises IntegrityError.

        Django checks this too, but before it leaves the transaction: what it refuses stays open, with foreign keys
        off, until the connection is closed, and the connection takes no other statement.
        """
        if exc_type is None:
            try:
                self.connection.check_constraints()
            except IntegrityError as error:
                self._leave(IntegrityError, error, error.__traceback__)
                raise
        self._leave(exc_type, exc_value, traceback)

    def _leave(self, *raised: Any) -> None:
        try:
            BaseDatabaseSchemaEditor.__exit__(self, *raised)
        finally:
            self.connection.enable_constraint_checking()

    def _remake_table(self, model: Any, *args: Any, **kwargs: Any) -> None:
        table = model._meta.db_table
        with self.connection.cursor() as cursor:
            cursor.execute("SELECT sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = %s", [table])
            triggers = [row[0] for row in cursor.fetchall()]
            # The remake ends with a rename, which fails while a view uses the table: the view goes, and is made again.
            cursor.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'view' AND sql LIKE %s", [f"%{table}%"])
            views = cursor.fetchall()
            cursor.execute("SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = %s", [table])
            created = cursor.fetchone()
        without_rowid = bool(created) and created[0].upper().rstrip().endswith("WITHOUT ROWID")
        for name, _sql in views:
            self.execute(f"DROP VIEW {self.quote_name(name)}")
        template = self.sql_create_table
        if without_rowid:
            self.sql_create_table = template + " WITHOUT ROWID"
        try:
            super()._remake_table(model, *args, **kwargs)  # type: ignore[misc]
        finally:
            self.sql_create_table = template
        for _name, sql in views:
            self.execute(sql, params=None)
        for sql in triggers:
            self.execute(sql, params=None)


class Noting(DatabaseErrorWrapper):
    """Django's translation of the driver's errors, which tells the guard of each first."""

    wrapper: DatabaseWrapper

    def __exit__(self, exc_type: Any, exc_value: Any, traceback: Any) -> None:
        if exc_value is not None:
            self.wrapper.guard.note(exc_value)
            super().__exit__(exc_type, exc_value, traceback)


class DatabaseWrapper(django_base.DatabaseWrapper):
    Database = Database
    features_class = DatabaseFeatures
    SchemaEditorClass = DatabaseSchemaEditor
    transaction_mode: str | None
    init_commands: list[str]
    refuses_writes = False
    reserve_is_open = False
    _guarded: Any = None  # the store that `_guard` is of: another may take its place
    _guard: Guard

    def get_connection_params(self) -> dict[str, Any]:
        params: dict[str, Any] = super().get_connection_params()
        self.pragmas = PRAGMAS | params.pop("pragmas", {})
        params.pop("free_bytes", None)  # the guard's
        if self.transaction_mode is None:
            # SQLite's default is a deferred transaction: when it has read, another connection writes, and it wants
            # to write too, it fails at once with "database is locked", without waiting. IMMEDIATE waits at its start.
            self.transaction_mode = "IMMEDIATE"
        return params

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        timeout = conn_params.get("timeout", 5.0)
        connection = Database.connect(**conn_params, factory=Connection)
        if hasattr(connection, "set_busy_handler"):
            connection.set_busy_handler(short_sleeps(timeout))
        register_functions(connection)
        connection.enable_load_extension(True)
        sqlite_vec.load(connection)
        connection.enable_load_extension(False)
        for name, value in self.pragmas.items():
            try:
                connection.execute(f"PRAGMA {name} = {value}").fetchall()
            except Database.OperationalError as error:
                # A store on a read-only disk still answers questions.
                if name not in READ_ONLY_SKIPS or not is_read_only(error):
                    raise
        for command in filter(None, map(str.strip, self.init_commands)):
            connection.execute(command)
        return connection

    def connect(self) -> None:
        super().connect()
        self.refuses_writes = False

    @property
    def guard(self) -> Guard:
        """Whether the store takes writes, as far as this process knows."""
        name = self.settings_dict["NAME"]
        if self._guarded is not name:  # to compare two paths takes longer than all the rest, at each cursor
            self._guarded = name
            self._guard = guard_of(Path(str(name)), self.settings_dict["OPTIONS"].get("free_bytes", 0))
        return self._guard

    def trouble(self) -> State | None:
        """Why the store takes no writes now; None when it does."""
        return self.guard.state(self._connect_for_trial)

    @functools.cached_property
    def wrap_database_errors(self) -> DatabaseErrorWrapper:
        return Noting(self)

    def _connect_for_trial(self) -> Any:
        return self.get_new_connection(self.get_connection_params() | {"timeout": TRIAL_PATIENCE})

    @contextmanager
    def reserve_open(self) -> Iterator[None]:
        """Inside, this connection may write what the guard keeps free of a full disk."""
        before, self.reserve_is_open = self.reserve_is_open, True
        try:
            yield
        finally:
            self.reserve_is_open = before

    def create_cursor(self, name: str | None = None) -> Any:
        found = self.trouble()
        refuses = found is not None and not (self.reserve_is_open and found.trouble == Trouble.NO_SPACE)
        if refuses != self.refuses_writes:
            self.connection.execute(f"PRAGMA query_only = {'ON' if refuses else 'OFF'}")
            self.refuses_writes = refuses
        return self.connection.cursor(factory=Cursor)


def is_read_only(error: BaseException) -> bool:
    """Whether `error` is SQLite's complaint that the file or its folder cannot be written."""
    return sqlite_code(error) == SQLITE_READONLY


def short_sleeps(timeout: float) -> Callable[[int], int]:
    """A busy handler that polls each millisecond for `timeout` seconds, so that no writer waits out a long back-off."""

    started = 0.0

    def wait(attempt: int) -> int:
        nonlocal started
        now = time.monotonic()
        if attempt == 0:
            started = now
        elif now - started >= timeout:
            return 0
        time.sleep(BUSY_SLEEP)
        return 1

    return wait
