"""Migrations make what is SQLite's own on SQLite alone."""

from __future__ import annotations

from importlib import import_module
from types import SimpleNamespace

import pytest
from django.db.migrations import RunSQL
from django.db.migrations.loader import MigrationLoader

from memoryproj.sqlite.migrations import RunSQLiteSQL
from tests.test_architecture import SQLITES_OWN


class Elsewhere:
    """A schema editor of another database; it notes what it is told to run."""

    def __init__(self):
        self.ran = []
        self.connection = SimpleNamespace(vendor="postgresql", cursor=lambda: pytest.fail("it looked into the store"))

    def execute(self, sql, params=None):
        self.ran.append(sql)


def test_sql_of_sqlite_alone_is_marked_as_such(db):
    written = [
        operation
        for (app, _), migration in MigrationLoader(None).disk_migrations.items()
        if app in {"memory", "maintenance", "reflection"}
        for operation in migration.operations
        if isinstance(operation, RunSQL) and SQLITES_OWN.search(str(operation.sql))
    ]
    assert len(written) >= 4
    assert [operation.sql for operation in written if not isinstance(operation, RunSQLiteSQL)] == []


def test_it_does_nothing_on_another_database():
    operation, editor = RunSQLiteSQL("CREATE VIEW v AS SELECT 1", "DROP VIEW v"), Elsewhere()
    operation.database_forwards("memory", editor, None, None)
    operation.database_backwards("memory", editor, None, None)
    assert editor.ran == []


def test_an_index_of_vec0_is_made_on_sqlite_alone():
    editor = Elsewhere()
    import_module("memory.migrations.0006_partitions").index(None, editor)
    assert editor.ran == []
