"""A store's backups: whole while others write, proved by restoring, rotated; and one put in the store's place."""

from __future__ import annotations

import os
import stat
import threading
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryproj.sqlite import backups
from memoryproj.sqlite.backups import Backup, InUse, Unsound, Why
from memoryproj.sqlite.driver import Database

PAGE = 4096


def make_store(path: Path, rows: int = 2000) -> Path:
    with closing(Database.connect(str(path), isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE django_migrations (app TEXT, name TEXT)")
        connection.execute("INSERT INTO django_migrations VALUES ('memory', '0001_initial')")
        connection.execute("CREATE TABLE notes (id INTEGER PRIMARY KEY, said TEXT, weight REAL, raw BLOB)")
        connection.execute("CREATE VIRTUAL TABLE notes_fts USING fts5 (said)")
        connection.execute("BEGIN")
        for number in range(rows):
            add(connection, number)
        connection.execute("COMMIT")
    return path


def add(connection, number):
    said = f"note {number} " + "tea " * 20
    connection.execute("INSERT INTO notes (said, weight, raw) VALUES (?, ?, ?)", (said, number / 7, b"\x00\xff"))
    connection.execute("INSERT INTO notes_fts (said) VALUES (?)", (said,))


def count(path: Path) -> int:
    with closing(Database.connect(f"file:{path}?mode=ro", uri=True)) as connection:
        return int(connection.execute("SELECT COUNT(*) FROM notes").fetchone()[0])


@pytest.fixture
def store(tmp_path):
    return make_store(tmp_path / "memory.db")


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "backups"


def scribble(path: Path, pages: range) -> None:
    """Overwrite whole pages."""
    with path.open("r+b") as file:
        for page in pages:
            file.seek(page * PAGE)
            file.write(os.urandom(PAGE))


def test_a_backup_holds_the_rows_under_their_rowids_and_tells_them(store, folder):
    made = backups.make(store, folder, Why.HAND)
    assert made.path.parent == folder
    assert made.path.match("memory-*-hand.db")
    assert count(made.path) == 2000
    assert made.digest["notes"][0] == 2000
    assert made.schema == "0001_initial"
    assert backups.listing(folder, "memory") == [made]
    backups.verify(made)


def test_a_backup_is_of_one_moment_while_others_write(store, folder):
    stop = threading.Event()

    def write() -> None:
        with closing(Database.connect(str(store), isolation_level=None, timeout=10)) as connection:
            number = 10_000
            while not stop.is_set():
                connection.execute("BEGIN IMMEDIATE")
                add(connection, number)
                connection.execute("COMMIT")
                number += 1

    writer = threading.Thread(target=write)
    writer.start()
    try:
        made = [backups.make(store, folder, Why.HAND) for _ in range(5)]
    finally:
        stop.set()
        writer.join()
    for one in made:
        backups.verify(one)
    assert made[0].digest["notes"][0] < made[-1].digest["notes"][0] <= count(store)


def test_a_store_with_damaged_pages_gives_no_backup_and_the_older_ones_stay(store, folder):
    sound = backups.make(store, folder, Why.HAND)
    with closing(Database.connect(str(store))) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    scribble(store, range(30, 50))
    with pytest.raises((Unsound, Database.DatabaseError)):
        backups.make(store, folder, Why.HAND)
    assert backups.listing(folder, "memory") == [sound]
    assert not list(folder.glob("*.part"))
    assert not list(folder.glob(".verify-*"))


def test_a_backup_is_not_begun_where_there_is_no_room(store, folder):
    with pytest.raises(OSError, match="no room"):
        backups.make(store, folder, Why.HAND, reserve=1 << 62)
    assert list(folder.iterdir()) == []


def test_a_damaged_or_shortened_backup_is_refused_and_the_store_stays(store, folder):
    made = backups.make(store, folder, Why.HAND)
    before = store.read_bytes()
    scribble(made.path, range(20, 24))
    with pytest.raises(Unsound):
        backups.verify(made)
    with pytest.raises(Unsound):
        backups.restore(made, store)
    made.path.write_bytes(made.path.read_bytes()[: 10 * PAGE])
    with pytest.raises(Unsound):
        backups.restore(made, store)
    assert store.read_bytes() == before
    assert {path.name for path in store.parent.iterdir()} == {"memory.db", "backups"}


def test_one_row_that_differs_is_told_though_every_page_is_sound(store, folder):
    made = backups.make(store, folder, Why.HAND)
    with closing(Database.connect(str(made.path))) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute("UPDATE notes SET weight = weight + 1e-9 WHERE id = 77")
        connection.commit()
    with pytest.raises(Unsound, match="rows differ in notes"):
        backups.verify(made)


def test_a_restored_store_is_the_one_of_then_and_the_other_is_kept(store, folder):
    made = backups.make(store, folder, Why.HAND)
    with closing(Database.connect(str(store), isolation_level=None)) as connection:
        add(connection, 1)
    aside = backups.restore(made, store)
    assert count(store) == 2000
    assert count(aside) == 2001
    assert aside.name.startswith("memory-replaced-")


def test_a_commit_that_lies_in_the_wal_of_a_killed_process_is_kept_aside_and_not_played_into_the_new_file(
    store, folder
):
    made = backups.make(store, folder, Why.HAND)
    pid = os.fork()
    if not pid:
        connection = Database.connect(str(store), isolation_level=None)
        add(connection, 1)
        os._exit(0)  # no connection is closed: the WAL stays
    os.waitpid(pid, 0)
    assert Path(f"{store}-wal").stat().st_size
    aside = backups.restore(made, store)
    assert count(store) == 2000
    assert count(aside) == 2001


def test_nothing_is_restored_under_an_open_store(store, folder):
    made = backups.make(store, folder, Why.HAND)
    with closing(Database.connect(str(store))) as connection:
        connection.execute("SELECT COUNT(*) FROM notes").fetchone()
        with pytest.raises(InUse):
            backups.restore(made, store)
        assert connection.execute("SELECT COUNT(*) FROM notes").fetchone() == (2000,)
    assert {path.name for path in store.parent.iterdir()} == {"memory.db", "backups"}


def test_a_damaged_store_and_a_missing_one_are_replaced(store, folder):
    made = backups.make(store, folder, Why.HAND)
    store.write_bytes(os.urandom(100_000))
    aside = backups.restore(made, store)
    assert aside is not None
    assert aside.stat().st_size == 100_000
    assert count(store) == 2000
    store.unlink()
    assert backups.restore(made, store) is None
    assert count(store) == 2000


def test_what_has_no_manifest_or_no_file_is_no_backup(store, folder):
    made = backups.make(store, folder, Why.HAND)
    (folder / "memory-foreign.json").write_text("[]")
    (folder / "memory-other.json").write_text("{")
    (folder / "memory-unfinished.db").write_text("")
    assert backups.listing(folder, "memory") == [made]
    made.path.unlink()
    assert backups.listing(folder, "memory") == []
    with pytest.raises(Unsound, match="gone"):
        backups.verify(made)


def test_what_a_killed_backup_left_is_removed_a_day_later(store, folder):
    folder.mkdir()
    old, young = folder / "memory-a.part", folder / "memory-b.part"
    for path in (old, young):
        path.write_text("x")
    then = (datetime.now(UTC) - timedelta(days=2)).timestamp()
    os.utime(old, (then, then))
    backups.make(store, folder, Why.HAND)
    assert not old.exists()
    assert young.exists()


def test_backups_are_their_owners_alone(store, folder):
    before = os.umask(0o077)
    try:
        made = backups.make(store, folder, Why.HAND)
    finally:
        os.umask(before)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert {stat.S_IMODE(path.stat().st_mode) for path in (made.path, made.manifest)} == {0o600}


def one(days: float, why: Why = Why.SCHEDULE) -> Backup:
    taken = datetime(2026, 3, 2, 1, 30, tzinfo=UTC) + timedelta(days=days)
    return Backup(Path(f"{taken:%Y%m%dT%H%M%S}-{why}.db"), taken, why, "", 0, 0.0, {})


def test_seven_days_and_four_weeks_are_kept():
    every = [one(day) for day in range(60)]
    stays = backups.kept(every, daily=7, weekly=4)
    ages = [(every[-1].taken_at - backup.taken_at).days for backup in stays]
    assert ages == [0, 1, 2, 3, 4, 5, 6, 11, 18]  # the last day is a Thursday; weeks are kept by their Sunday


@given(
    st.lists(st.tuples(st.floats(0, 400), st.sampled_from(list(Why))), max_size=60),
    st.integers(0, 10), st.integers(0, 10),
)  # fmt: skip
def test_the_newest_always_stays_and_keeping_again_changes_nothing(drawn, daily, weekly):
    every = list({backup.path: backup for backup in (one(days, why) for days, why in drawn)}.values())
    stays = backups.kept(every, daily=daily, weekly=weekly)
    assert backups.kept(stays, daily=daily, weekly=weekly) == stays
    ordinary = [backup for backup in every if backup.why != Why.MIGRATION]
    if ordinary:
        assert max(ordinary, key=lambda backup: backup.taken_at) in stays
    assert sum(backup.why == Why.MIGRATION for backup in stays) == min(3, len(every) - len(ordinary))
    assert len(stays) <= 1 + daily + weekly + 3


def test_rotation_removes_file_and_manifest(store, folder):
    made = [backups.make(store, folder, Why.HAND) for _ in range(3)]
    gone = backups.rotate(folder, "memory", daily=1, weekly=0)
    assert sorted(gone) == sorted(backup.path for backup in made[:2])
    assert {path.name for path in folder.iterdir()} == {made[2].path.name, made[2].manifest.name}


def test_rotation_removes_what_has_a_damaged_manifest_when_it_is_older_than_all_that_stay(store, folder):
    names = ("migration", "hand", "migration", "hand", "hand")
    old, older, between, kept, damaged = [backups.make(store, folder, Why(name)) for name in names]
    for one in (older, between, damaged):
        one.manifest.write_text("{")
    foreign = folder / "memory-1-mine.db"
    for path in (foreign, foreign.with_suffix(".json")):
        path.write_text("somebody's")

    gone = backups.rotate(folder, "memory", daily=1, weekly=0)

    assert gone == [older.path]
    assert not older.manifest.exists()
    # Not counted as a good one: the one before it stays.
    assert backups.listing(folder, "memory") == [kept, old]
    assert backups.unreadable(folder, "memory") == sorted([foreign, between.path, damaged.path])
    newer = [backups.make(store, folder, Why.MIGRATION) for _ in range(3)]
    assert backups.rotate(folder, "memory", daily=1, weekly=0) == [old.path, between.path]
    assert backups.listing(folder, "memory") == [*newer[::-1], kept]
