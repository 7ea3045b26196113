"""Before the schema of a store in use changes, its file is copied; the last three copies stay."""

import sqlite3

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from memory.management.commands import migrate
from memory.models import Memory
from memoryproj.sqlite import copies
from tests.store import committed, know

__all__ = ["committed"]


@pytest.fixture
def beside(monkeypatch, tmp_path):
    """The copies' folder, in a place of the test's own."""
    monkeypatch.setitem(connection.settings_dict, "NAME", str(tmp_path / "memory.db"))
    return tmp_path / "copies"


def test_a_copy_holds_the_rows_under_their_rowids(committed, beside):
    fact = know(committed, "Ann likes tea.")
    path = copies.copy_store(connection, "0007_lists")
    assert path.parent == beside
    assert path.name.startswith("memory-0007_lists-")
    rows = sqlite3.connect(path).execute("SELECT rowid, content FROM memories").fetchall()
    assert rows == [(fact.pk, "Ann likes tea.")]


def test_the_last_three_stay(committed, beside):
    made = [copies.copy_store(connection, "0007_lists") for _ in range(5)]
    assert sorted(beside.iterdir()) == made[2:]


def test_a_store_without_pending_migrations_is_not_copied(committed, beside):
    call_command("migrate", verbosity=0)
    assert not beside.exists()


def test_one_with_pending_migrations_is_copied_first(committed, beside, monkeypatch):
    newest = MigrationRecorder.Migration.objects.filter(app="memory").order_by("name").last()
    MigrationRecorder(connection).record_unapplied("memory", newest.name)
    monkeypatch.setattr(migrate.migrate.Command, "handle", lambda *args, **options: None)
    call_command("migrate", "--plan", verbosity=0)
    assert not beside.exists()
    call_command("migrate", verbosity=0)
    assert len(list(beside.iterdir())) == 1
    MigrationRecorder(connection).record_applied("memory", newest.name)


def test_a_migration_does_not_begin_where_there_is_no_room(committed, beside, monkeypatch):
    know(committed, "Ann likes tea.")
    newest = MigrationRecorder.Migration.objects.filter(app="memory").order_by("name").last()
    MigrationRecorder(connection).record_unapplied("memory", newest.name)
    beside.write_text("in the way")
    begun = []
    monkeypatch.setattr(migrate.migrate.Command, "handle", lambda *args, **options: begun.append(1))
    with pytest.raises(CommandError, match="not begun"):
        call_command("migrate", verbosity=0)
    assert begun == []
    assert Memory.everything.count() == 1
    MigrationRecorder(connection).record_applied("memory", newest.name)
