"""Whether the store's schema is this release's, told before a command trips over a table or a column."""

from __future__ import annotations

import shutil

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

from .places import COMMAND

OWN_APPS = ("memory", "maintenance", "reflection")


def lack() -> str | None:
    """What keeps this release from working on the store, in a sentence or two; None where its schema is this release's.

    None also where tables are there and no migrations are told: that is damage, which `doctor` names. Raises
    DatabaseError where the store cannot be read.
    """
    executor = MigrationExecutor(connection)
    store = f"The store {connection.settings_dict['NAME']}"
    if not executor.loader.applied_migrations:
        if connection.introspection.table_names():
            return None
        return f"{store} is not there yet. Start the service once ({COMMAND} up), or name another by MEMORY_DATA_DIR."
    if unknown := later_migrations(executor.loader):
        return f"{store} is of a later release ({unknown[-1]}). Work on it with that release."
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        return f"{store} is of an earlier release. Start the service once, or say {COMMAND} migrate."
    return None


def later_migrations(loader: MigrationLoader | None = None) -> list[str]:
    """The migrations of our apps that the store has had and that are newer than all that this release knows."""
    loader = loader or MigrationLoader(connection)
    newest = {app: _newest(app, loader) for app in OWN_APPS}
    return sorted(
        f"{app}.{name}" for app, name in loader.applied_migrations if app in newest and name > newest[app]
    )  # fmt: skip


def is_later(migration: str) -> bool:
    """Whether a migration of the memory app, by its name, is newer than all that this release knows. Asks no store."""
    return migration > _newest("memory", MigrationLoader(None))


def _newest(app: str, loader: MigrationLoader) -> str:
    return max(name for of, name in loader.disk_migrations if of == app)


def told_of(error: DatabaseError) -> str | None:
    """What to say in place of `error`, which a command ended with; None where the store is not to blame."""
    try:
        return lack()
    except DatabaseError:
        return f"The store {connection.settings_dict['NAME']} cannot be opened: {str(error).strip()}{_little_room()}"


def _little_room() -> str:
    """SQLite calls a full disk many names. What is free says it plainly."""
    if connection.vendor != "sqlite":
        return ""
    free = shutil.disk_usage(settings.MEMORY_DATA_DIR).free
    return f" ({free} bytes are free on its disk)" if free < settings.MEMORY_FREE_BYTES else ""
