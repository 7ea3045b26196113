"""A second wall around namespaces, kept by PostgreSQL itself: row-level security.

While a request is at work in its namespaces, each statement runs as another role (`MEMORY_DATABASE_WALL`), to which the
policies show the rows of these namespaces alone. So a query that forgot its namespace finds nothing of another's.
Whoever works over the whole store (workers, the desk, commands, migrations) stays the service's own user, who owns the
tables and whom the policies leave alone.

Role and namespaces hold for one transaction. They are sent in front of its first statement, in the same message: they
cost no journey to the server, and a pooler that works by transactions may stand between.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import Any

from django.apps import AppConfig, apps
from django.core.exceptions import ImproperlyConfigured
from django.db import connections
from django.db.backends.signals import connection_created
from django.db.models import Field, ForeignKey, Model
from django.db.models.signals import post_migrate

SETTING = "memory.namespaces"
POLICY = "memory_wall"
ROLE = re.compile(r"[a-z_][a-z0-9_]{0,62}")
WORDS = "memories_words"
VECTORS = "vec_memories"
# How a statement begins that ends, or begins, what the role is set for. It is sent as it is.
BOUNDS = ("BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE")

_NAMES = f"string_to_array(nullif(current_setting('{SETTING}', true), ''), ',')"
# Asked once for each statement, not for each row, by the parentheses around it.
_KEYS = "ANY ((SELECT memory_within())::bigint[])"
_WITHIN = f"""
CREATE OR REPLACE FUNCTION memory_within() RETURNS bigint[] LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT array(SELECT id FROM namespaces WHERE name = ANY ({_NAMES}))
$$
"""  # noqa: S608  its parts are this file's own

# The names; none where no wall was raised yet; None outside requests.
_inside: ContextVar[tuple[str, ...] | None] = ContextVar("inside the wall", default=None)


@contextmanager
def lifted() -> Iterator[None]:
    """Without a wall: around a request, which begins without one and leaves none behind, and around what has to look
    beyond it."""
    token = _inside.set(())
    try:
        yield
    finally:
        _inside.reset(token)


def enclose(names: Iterable[str]) -> None:
    """From now on this request sees the namespaces of these names alone. Outside a request nothing is raised: nothing
    would take it down."""
    if _inside.get() is not None:
        _inside.set(tuple(names))


def role(name: str) -> str:
    """`MEMORY_DATABASE_WALL`, which is empty where there is no wall. Raises ImproperlyConfigured."""
    if name and not ROLE.fullmatch(name):
        raise ImproperlyConfigured("MEMORY_DATABASE_WALL is the name of a role: small letters, digits and _")
    return name


def install(app: AppConfig, role: str) -> None:
    """Put the wall around every connection to PostgreSQL, and lay its policies behind each migration."""

    def surround(connection: Any, **_: object) -> None:
        if connection.vendor == "postgresql" and not any(isinstance(one, Wall) for one in connection.execute_wrappers):
            connection.execute_wrappers.append(Wall(role))

    def lay_behind(using: str, **_: object) -> None:
        with connections[using].cursor() as cursor:
            lay(cursor, role)

    connection_created.connect(surround, weak=False, dispatch_uid="memoryproj.postgresql.wall")
    post_migrate.connect(lay_behind, sender=app, weak=False, dispatch_uid="memoryproj.postgresql.wall")


class Wall:
    """What is put around each statement of one connection (`execute_wrappers`)."""

    def __init__(self, role: str) -> None:
        self.role = role
        self.raised: tuple[str, ...] | object | None = None  # what the open transaction has set

    def __call__(self, execute: Callable[..., Any], sql: Any, params: Any, many: bool, context: dict[str, Any]) -> Any:
        connection = context["connection"].connection
        if connection.info.transaction_status == connection.info.transaction_status.IDLE:
            self.raised = None
        wanted = _inside.get() or None
        text = sql if isinstance(sql, str) else sql.as_string(connection)
        if text.lstrip().startswith(BOUNDS):
            if text.lstrip().startswith("ROLLBACK"):
                self.raised = _UNKNOWN  # a savepoint that was made before takes the role back
            return execute(sql, params, many, context)
        if wanted == self.raised:
            return execute(sql, params, many, context)
        head = _head(self.role, wanted)
        if many:
            # Each statement is a message of its own: one transaction holds them together.
            self.raised = _UNKNOWN
            with connection.transaction():
                connection.execute(head)
                return execute(sql, params, many, context)
        result = execute((head if params is None else head.replace("%", "%%")) + text, params, many, context)
        for _ in range(head.count(";")):
            context["cursor"].cursor.nextset()  # the answers of what was put in front
        if connection.info.transaction_status == connection.info.transaction_status.INTRANS:
            self.raised = wanted
        return result


_UNKNOWN = object()


@lru_cache(maxsize=1024)
def _head(role: str, names: tuple[str, ...] | None) -> str:
    """What sets the role for the rest of the transaction. A namespace's name has no quotation mark and no comma."""
    if names is None:
        return "SET LOCAL ROLE NONE; "
    return f"SET LOCAL ROLE {role}; SET LOCAL {SETTING} = '{','.join(names)}'; "


def lay(cursor: Any, role: str) -> None:
    """Make the policies, and grant the role what requests need, or do it again. Raises ImproperlyConfigured where the
    role is not there, or the policies would not hold for it."""
    cursor.execute(
        "SELECT rolsuper OR rolbypassrls OR rolcanlogin, pg_has_role(current_user, oid, 'MEMBER'), current_user, "
        "quote_ident(current_schema()) FROM pg_roles WHERE rolname = %s",
        [role],
    )
    found = cursor.fetchone()
    if found is None or not found[1]:
        user = found[2] if found else "the service's user"
        raise ImproperlyConfigured(
            f"MEMORY_DATABASE_WALL names a role that this user may not become. An administrator says: "
            f"CREATE ROLE {role} NOLOGIN; GRANT {role} TO {user}"
        )
    if found[0]:
        raise ImproperlyConfigured(f"The role {role} logs in, or no policy holds for it: make one with NOLOGIN alone.")
    schema = found[3]
    cursor.execute(_WITHIN)
    cursor.execute(f"GRANT USAGE ON SCHEMA {schema} TO {role}")
    cursor.execute(f"GRANT USAGE ON ALL SEQUENCES IN SCHEMA {schema} TO {role}")
    for table, condition in conditions().items():
        _cover(cursor, role, table, condition)
    for table in vector_tables(cursor):
        cover_vectors(cursor, role, table)
    # A word stands there without its namespace's row: nobody reads it inside the wall, and triggers alone write it.
    cursor.execute(f"REVOKE ALL ON {WORDS} FROM {role}")
    for when in ("insert", "update", "delete"):
        cursor.execute(f"ALTER FUNCTION {WORDS}_{when}() SECURITY DEFINER SET search_path = {schema}, pg_temp")


def take_down(cursor: Any) -> None:
    """Remove the policies of all tables. The role then sees no row, until they are laid again."""
    cursor.execute(
        "SELECT format('DROP POLICY %%I ON %%I', polname, relname) FROM pg_policy "
        "JOIN pg_class ON pg_class.oid = polrelid "
        "WHERE polname = %s AND relnamespace = current_schema()::regnamespace",
        [POLICY],
    )
    for (statement,) in cursor.fetchall():
        cursor.execute(statement)


def vector_tables(cursor: Any) -> list[str]:
    """The tables of vectors, the live one and one that is being made; of one that is divided not its parts."""
    cursor.execute(
        "SELECT relname FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') "
        "AND NOT relispartition AND relname ~ %s ORDER BY relname",
        [f"^{VECTORS}(_[0-9]+)?$"],
    )
    return [table for (table,) in cursor.fetchall()]


def cover_new_vectors(cursor: Any, role: str, table: str) -> None:
    """The same of a table of vectors that is made after the policies; those before it are found when these are laid."""
    cursor.execute("SELECT to_regprocedure('memory_within()') IS NOT NULL")
    if cursor.fetchone()[0]:
        cover_vectors(cursor, role, table)


def cover_vectors(cursor: Any, role: str, table: str) -> None:
    _cover(cursor, role, table, f"namespace_id = {_KEYS}")


def _cover(cursor: Any, role: str, table: str, condition: str) -> None:
    cursor.execute(f'GRANT SELECT, INSERT, UPDATE, DELETE ON "{table}" TO {role}')
    if condition:
        cursor.execute(f'ALTER TABLE "{table}" ENABLE ROW LEVEL SECURITY')
        cursor.execute(f'DROP POLICY IF EXISTS {POLICY} ON "{table}"')
        cursor.execute(f'CREATE POLICY {POLICY} ON "{table}" TO {role} USING ({condition})')


def conditions() -> dict[str, str]:
    """{table: which of its rows are inside}; empty for one that has rows of no namespace."""
    models = apps.get_app_config("memory").get_models(include_auto_created=True)
    return {model._meta.db_table: _condition(model) for model in models if model._meta.managed}


def _condition(model: type[Model]) -> str:
    """A table has its namespace's key, or its name, or hangs on a row of a table that has."""
    table = model._meta.db_table
    if table == "namespaces":
        return f"name = ANY ({_NAMES})"
    columns: dict[str, Field[Any, Any]] = {field.name: field for field in model._meta.concrete_fields}
    own = columns.get("namespace")
    if isinstance(own, ForeignKey):
        return f"{own.column} = {_KEYS}" + (f" OR {own.column} IS NULL" if own.null else "")
    if own is not None:
        return f"{own.column} = ANY ({_NAMES})"
    for field in model._meta.concrete_fields:
        if isinstance(field, ForeignKey) and not field.null and field.related_model._meta.app_label == "memory":
            target = field.related_model
            if _condition(target):
                far = field.target_field.column
                there = f'SELECT 1 FROM "{target._meta.db_table}" AS far WHERE far.{far} = {table}.{field.column}'  # noqa: S608
                return f"EXISTS ({there})"
    return ""
