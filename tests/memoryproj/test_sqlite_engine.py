"""The engine: a driver that loads extensions, sqlite-vec and FTS5, pragmas, writers that wait, a whole table remake."""

from __future__ import annotations

import datetime
import decimal
import threading
import time
from types import SimpleNamespace

import numpy as np
import pytest
from django.conf import settings
from django.core import checks
from django.db import IntegrityError, OperationalError, connection, connections, models, transaction
from django.db.models import F
from django.test.utils import isolate_apps

from memory.models import Memory, Metadata, Namespace
from memory.search.backends import backend
from memoryproj.sqlite import base, driver
from memoryproj.sqlite.base import DatabaseWrapper
from tests.store import committed, full_text_is_sound, has_posting, know, say

__all__ = ["committed"]


def query(sql, *params):
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        return cursor.fetchall()


def another(path, **options) -> DatabaseWrapper:
    """A connection of its own to a file."""
    given = connection.settings_dict | {"NAME": str(path), "OPTIONS": {"timeout": 0.2, **options}}
    return DatabaseWrapper(given, "other")


# --- Driver -----------------------------------------------------------------------------------------------------


def test_the_store_runs_on_a_fit_sqlite(db):
    report = backend().versions()
    assert report["fts5"]
    assert report["sqlite_vec"].startswith("v0.1")
    assert driver.Database.sqlite_version_info >= (3, 51, 3)
    assert report["driver"] in driver.CANDIDATES
    found = [check for check in checks.run_checks(databases=["default"]) if not check.is_silenced()]
    assert [check for check in found if check.level >= checks.WARNING] == []


def test_the_first_driver_that_loads_extensions_is_chosen():
    assert driver.choose(("no_such_driver", *driver.CANDIDATES)) is driver.Database


def test_without_one_the_error_says_what_to_install(monkeypatch):
    bare = SimpleNamespace(Connection=object)
    monkeypatch.setattr(driver.importlib, "import_module", lambda name: bare)
    with pytest.raises(driver.NoUsableSQLite, match="pip install pysqlite3"):
        driver.choose()
    with pytest.raises(driver.NoUsableSQLite):
        driver.choose(())


# --- Values and vectors -----------------------------------------------------------------------------------------


def test_rows_are_made_read_changed_and_deleted(db):
    row = Namespace.objects.create(name="acme/x", settings={"a": [1, None, "ü"]})
    Namespace.objects.filter(pk=row.pk).update(name=F("name"))
    row.refresh_from_db()
    assert row.settings == {"a": [1, None, "ü"]}
    assert row.created_at.tzinfo is not None
    row.delete()
    assert not Namespace.objects.filter(name="acme/x").exists()


def test_values_come_back_as_they_went(db):
    moment = datetime.datetime(2026, 3, 2, 12, 0, 0, 123456)
    assert query("SELECT %s, %s, %s", 1, "ü%s", b"\x00\xff") == [(1, "ü%s", b"\x00\xff")]
    assert query("SELECT typeof(%s), typeof(%s), %s", None, True, False) == [("null", "integer", 0)]
    assert query("SELECT typeof(%s), typeof(%s)", b"", memoryview(b"a")) == [("blob", "blob")]
    assert query("SELECT typeof(%s), %s", decimal.Decimal("1.50"), decimal.Decimal("1.50")) == [("text", "1.50")]
    assert query("SELECT %s", moment) == [("2026-03-02 12:00:00.123456",)]
    with connection.cursor() as cursor:
        cursor.execute("SELECT %(a)s || '%%'", {"a": "x"})
        assert cursor.fetchone() == ("x%",)
        cursor.execute("SELECT 'plain %s'")
        assert cursor.fetchone() == ("plain %s",)


def test_vectors_are_near_what_they_should_be(db):
    table = Metadata.read("vector_table")
    rows = np.eye(settings.MEMORY_EMBEDDING_DIMENSIONS, dtype=np.float32)[:3]
    for rowid, row in enumerate(rows, 1):
        query(
            f'INSERT INTO "{table}" (rowid, namespace_id, kind, embedding) VALUES (%s, 1, %s, %s)',
            rowid,
            "fact",
            row.tobytes(),
        )
    near = query(
        f'SELECT rowid, distance FROM "{table}" WHERE embedding MATCH %s AND k = 2 AND namespace_id = 1 AND kind = %s',
        rows[1].tobytes(), "fact",
    )  # fmt: skip
    assert near[0] == (2, 0.0)
    assert near[1][1] == pytest.approx(2**0.5, abs=1e-4)
    assert (
        query(f'SELECT rowid FROM "{table}" WHERE embedding MATCH %s AND k = 2 AND namespace_id = 2', rows[1].tobytes())
        == []
    )


def test_full_text_stems_and_folds(db):
    with connection.cursor() as cursor:
        cursor.execute("CREATE VIRTUAL TABLE t USING fts5(x, tokenize='porter unicode61')")
        cursor.execute("INSERT INTO t VALUES ('Running naïvely')")
        cursor.execute("SELECT count(*) FROM t WHERE t MATCH 'run AND naively'")
        assert cursor.fetchone() == (1,)


def test_every_connection_has_the_pragmas(db):
    wanted = {"journal_mode": "wal", "foreign_keys": 1, "temp_store": 2, "synchronous": 1, "cache_size": -64000}
    assert {name: query(f"PRAGMA {name}")[0][0] for name in wanted} == wanted


def test_foreign_keys_are_held(committed):
    with pytest.raises(IntegrityError, match="FOREIGN KEY"), transaction.atomic():
        query("INSERT INTO memory_entities VALUES (999999, 999999)")


# --- Threads ----------------------------------------------------------------------------------------------------


def test_writers_side_by_side_wait_for_each_other_and_lose_nothing(committed):
    Metadata.write("counter", "0")
    failures = []

    def count() -> None:
        try:
            for _ in range(25):
                with transaction.atomic():  # IMMEDIATE: what is read cannot change before it is written
                    Metadata.write("counter", str(int(Metadata.read("counter")) + 1))
        except OperationalError as error:
            failures.append(error)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=count) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert Metadata.read("counter") == "100"


def test_a_reader_goes_on_beside_a_writer(committed):
    know(committed, "Ann likes tea.")
    seen = []

    def read() -> None:
        seen.append(Memory.objects.within(committed).count())
        connections.close_all()

    with transaction.atomic():
        know(committed, "Bob owns a boat.")
        thread = threading.Thread(target=read)
        thread.start()
        thread.join()
    assert seen == [1]
    assert Memory.objects.within(committed).count() == 2


@pytest.mark.timed
def test_a_writer_that_waited_too_long_says_so(db, tmp_path):
    first, second = another(tmp_path / "x.db"), another(tmp_path / "x.db")
    try:
        first.cursor().execute("CREATE TABLE t (a)")
        with transaction_of(first):
            begin = time.monotonic()
            with pytest.raises(OperationalError, match="locked"), second.wrap_database_errors:
                second.cursor().execute("BEGIN IMMEDIATE")
            assert 0.1 < time.monotonic() - begin < 3
    finally:
        first.close()
        second.close()


class transaction_of:
    def __init__(self, wrapper: DatabaseWrapper) -> None:
        self.wrapper = wrapper

    def __enter__(self) -> None:
        self.wrapper.cursor().execute("BEGIN IMMEDIATE")

    def __exit__(self, *args: object) -> None:
        self.wrapper.cursor().execute("ROLLBACK")


# --- A folder that cannot be written ----------------------------------------------------------------------------


def test_a_store_that_cannot_be_written_still_answers_questions(db, tmp_path):
    writable = another(tmp_path / "x.db")
    writable.cursor().execute("CREATE TABLE t (a)")
    writable.cursor().execute("INSERT INTO t VALUES (1)")
    writable.close()
    read_only = another(f"file:{tmp_path}/x.db?mode=ro", uri=True)
    try:
        with read_only.cursor() as cursor:
            cursor.execute("SELECT a FROM t")
            assert cursor.fetchall() == [(1,)]
            with pytest.raises(OperationalError) as refusal:
                cursor.execute("INSERT INTO t VALUES (2)")
        assert base.is_read_only(refusal.value)
    finally:
        read_only.close()


def test_a_file_that_is_no_database_is_an_error_and_left_alone(db, tmp_path):
    file = tmp_path / "x.db"
    file.write_bytes(b"this is not a database, and somebody may want it" * 100)
    broken = another(file)
    with pytest.raises(Exception, match="not a database"):
        broken.cursor().execute("SELECT 1")
    broken.close()
    assert file.read_bytes().startswith(b"this is not")


# --- Table remake -----------------------------------------------------------------------------------------------


def shapes() -> dict[str, str]:
    return dict(
        query(
            "SELECT name, sql FROM sqlite_schema "
            "WHERE type IN ('trigger', 'view') OR name = 'memory_entities' ORDER BY name"
        )
    )


def test_a_remade_table_keeps_triggers_and_view_and_its_rows_their_numbers(committed):
    (turn,) = say(committed, "s1", "the museum was closed")
    gone = know(committed, "Eve drinks tea.")
    fact = know(committed, "Ann drinks tea.")
    gone.delete()
    before = shapes()
    assert len([name for name in before if name.startswith("memories_fts_")]) >= 4
    field = Memory._meta.get_field("source_role")
    wider = models.CharField(max_length=300, blank=True, default="")
    wider.set_attributes_from_name("source_role")
    wider.model = Memory
    for old, new in ((field, wider), (wider, field)):
        with connection.schema_editor() as editor:
            editor.alter_field(Memory, old, new, strict=True)
    assert shapes() == before
    assert [m.pk for m in Memory.objects.within(committed).order_by("rowid")] == [turn.pk, fact.pk]
    assert has_posting(fact, "tea")
    new = know(committed, "Bob drinks cocoa.")
    assert has_posting(new, "cocoa")
    Memory.objects.within(committed).filter(pk=fact.pk).delete()
    assert not has_posting(fact, "tea")
    full_text_is_sound()


def test_a_remade_table_stays_without_rowid(db):
    with isolate_apps("memory"):

        class Link(models.Model):  # noqa: DJ008 (lives for this test)
            pk = models.CompositePrimaryKey("a", "b")
            a = models.IntegerField()
            b = models.IntegerField()

            class Meta:
                app_label = "memory"
                db_table = "plain_links"

    connection.disable_constraint_checking()
    query("CREATE TABLE plain_links (a integer NOT NULL, b integer NOT NULL, PRIMARY KEY (a, b)) WITHOUT ROWID")
    query("INSERT INTO plain_links VALUES (1, 2)")
    editor = connection.schema_editor()
    editor.deferred_sql = []
    editor.collect_sql = False
    wider = models.BigIntegerField()
    wider.set_attributes_from_name("b")
    wider.model = Link
    editor._remake_table(Link, alter_fields=[(Link._meta.get_field("b"), wider)])
    ((sql,),) = query("SELECT sql FROM sqlite_schema WHERE name = 'plain_links'")
    assert sql.upper().endswith("WITHOUT ROWID")
    assert query("SELECT * FROM plain_links") == [(1, 2)]
