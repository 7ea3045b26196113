"""Backups of the store's file: made while others write, verified by restoring them, rotated, and put back.

A backup is a whole store, `<stem>-<moment>-<why>.db`, beside a manifest `.json` that tells the rows of each table and
their checksum as they were in the store at that moment. What has no manifest is no backup: it was never verified.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Any

import sqlite_vec

from ..refused import StatementRefused, why_refused
from .driver import Database

FOLDER = "backups"
REPLACED = "-replaced-"  # in the name of a store that was set aside
STEP = 512  # pages that are copied at once; then the writers' disk rests
REST = 0.002  # seconds
ROWS_A_SIGN = 10_000  # rows between two calls of `alive`
MIGRATIONS_KEPT = 3
UNFINISHED_AFTER = timedelta(days=1)  # older pieces were left behind by a process that was killed
MOMENT = "%Y%m%dT%H%M%S%fZ"
MARGIN = 16 << 20  # bytes that a copy may need beyond the store's own size

Digest = dict[str, tuple[int, str]]  # {table: (rows, checksum)}


class Why(StrEnum):
    """What a backup was made for."""

    SCHEDULE = "schedule"
    HAND = "hand"
    MIGRATION = "migration"  # the schema changes next


class Unsound(Exception):
    """A backup, or the store it was made of, is not whole; `str()` says what is wrong."""


class InUse(Exception):
    """Another process has the store open."""


@dataclass(frozen=True)
class Backup:
    """A verified backup, as its manifest tells."""

    path: Path
    taken_at: datetime
    why: Why
    schema: str  # the newest migration of the memory app
    bytes: int
    seconds: float
    digest: Digest = field(repr=False)

    @property
    def manifest(self) -> Path:
        return self.path.with_suffix(".json")

    @property
    def rows(self) -> int:
        return sum(count for count, _ in self.digest.values())

    @classmethod
    def read(cls, manifest: Path) -> Backup:
        """Raises ValueError or KeyError for what is no manifest."""
        told = json.loads(manifest.read_text(encoding="utf-8"))
        if not isinstance(told["schema"], str):
            raise ValueError("its schema is no name of a migration")
        return cls(
            manifest.with_suffix(".db"), datetime.fromisoformat(told["taken_at"]), Why(told["why"]), told["schema"],
            int(told["bytes"]), float(told["seconds"]),
            {table: (int(count), str(checksum)) for table, (count, checksum) in told["digest"].items()},
        )  # fmt: skip

    def write_manifest(self) -> None:
        told = asdict(self) | {"taken_at": self.taken_at.isoformat()}
        del told["path"]
        unfinished = self.manifest.with_suffix(".json.part")
        unfinished.write_text(json.dumps(told, indent=1), encoding="utf-8")
        unfinished.replace(self.manifest)


# --- Making one -------------------------------------------------------------------------------------------------


def make(
    store: Path, folder: Path, why: Why, *, reserve: int = 0, alive: Callable[[], object] = lambda: None
) -> Backup:
    """Back the store up into `folder`, and prove it by restoring. Others go on writing meanwhile; `alive` is called
    again and again.

    Raises OSError where there is no room (`reserve` bytes stay free), Database.Error where the store cannot be read,
    and Unsound where it, and so its copy, is damaged. Nothing is left of the copy then.
    """
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    _clear_unfinished(folder)
    started, taken_at = time.monotonic(), datetime.now(UTC)
    target = folder / f"{store.stem}-{taken_at.strftime(MOMENT)}-{why}.db"
    unfinished = target.with_suffix(".part")
    with closing(connect(store)) as source:
        size = _pages(source)
        # Twice: the copy, and what it is restored to while it is verified.
        if shutil.disk_usage(folder).free < 2 * (size + MARGIN) + reserve:
            raise OSError(errno.ENOSPC, f"no room for a backup of {size} bytes, twice", str(folder))
        # Without a transaction of its own, each commit of another process makes the copy begin anew.
        source.execute("BEGIN")
        schema = _schema(source)
        try:
            with closing(Database.connect(str(unfinished))) as copy:
                source.backup(copy, pages=STEP, progress=partial(_rest, alive))
            digest = digest_of(source, alive)
            source.execute("ROLLBACK")
            _prove(unfinished, digest, alive)
            unfinished.replace(target)
        except BaseException:
            unfinished.unlink(missing_ok=True)
            raise
    made = Backup(target, taken_at, why, schema, target.stat().st_size, time.monotonic() - started, digest)
    made.write_manifest()
    return made


def _rest(alive: Callable[[], object], *steps: int) -> None:
    alive()
    time.sleep(REST)


def connect(path: Path) -> Any:
    """A plain connection of the driver's, for reading a store file whole."""
    connection = Database.connect(str(path), timeout=10)
    connection.enable_load_extension(True)
    sqlite_vec.load(connection)
    connection.enable_load_extension(False)
    return connection


def digest_of(connection: Any, alive: Callable[[], object] = lambda: None) -> Digest:
    """{table: (rows, checksum)} of every table that holds rows of its own, those of the indexes included.

    The checksum is the sum of the rows' own, so that it does not depend on their order.
    """
    tables = connection.execute(
        "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'shadow') "
        "AND name <> 'sqlite_schema' ORDER BY name"
    ).fetchall()
    return {
        name: _checksum(connection.execute(f'SELECT * FROM "{name}"'), alive)  # noqa: S608  (the store's own names)
        for (name,) in tables
    }


def _checksum(rows: Iterable[tuple[Any, ...]], alive: Callable[[], object]) -> tuple[int, str]:
    count = total = 0
    for row in rows:
        if not count % ROWS_A_SIGN:
            alive()
        count += 1
        total += int.from_bytes(hashlib.blake2b(repr(row).encode(), digest_size=16).digest())
    return count, f"{total % (1 << 128):032x}"


def _pages(connection: Any) -> int:
    """The store's size in bytes."""
    (count,), (size,) = (connection.execute(f"PRAGMA {name}").fetchone() for name in ("page_count", "page_size"))
    return int(count) * int(size)


def _schema(connection: Any) -> str:
    found = connection.execute("SELECT MAX(name) FROM django_migrations WHERE app = 'memory'").fetchone()
    return str(found[0] or "")


def _clear_unfinished(folder: Path) -> None:
    limit = (datetime.now(UTC) - UNFINISHED_AFTER).timestamp()
    for path in folder.glob("*.part"):
        if path.stat().st_mtime < limit:
            path.unlink()


# --- Proving one ------------------------------------------------------------------------------------------------


def verify(backup: Backup) -> None:
    """Restore `backup` into a temporary file and compare. Raises Unsound, or OSError where there is no room."""
    try:
        _prove(backup.path, backup.digest)
    except FileNotFoundError:
        raise Unsound(f"{backup.path.name} is gone") from None


def _prove(path: Path, digest: Digest, alive: Callable[[], object] = lambda: None) -> None:
    folder = Path(tempfile.mkdtemp(prefix=".verify-", dir=path.parent))
    try:
        restored = folder / "restored.db"
        shutil.copyfile(path, restored)
        examine(restored, digest, alive)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def examine(path: Path, digest: Digest, alive: Callable[[], object] = lambda: None) -> None:
    """Raise Unsound unless the store at `path`, which nobody else uses, is whole and holds what `digest` tells."""
    try:
        with closing(connect(path)) as connection:
            said = [str(row[0]) for row in connection.execute("PRAGMA integrity_check")]
            if said != ["ok"]:
                raise Unsound(f"damaged pages: {said[0]}")
            found = digest_of(connection, alive)
    except Database.DatabaseError as error:
        raise Unsound(f"it cannot be read: {error}") from error
    if differing := sorted(name for name in digest.keys() | found.keys() if digest.get(name) != found.get(name)):
        raise Unsound(f"rows differ in {', '.join(differing[:5])}")


# --- Keeping some -----------------------------------------------------------------------------------------------


def listing(folder: Path, stem: str) -> list[Backup]:
    """The backups of the store called `stem`, newest first."""
    return sorted(filter(None, dict(_read_all(folder, stem)).values()), key=lambda one: one.taken_at, reverse=True)


def unreadable(folder: Path, stem: str) -> list[Path]:
    """The backups of the store called `stem` whose manifests cannot be read: nobody knows what they should hold."""
    return sorted(path for path, backup in _read_all(folder, stem) if backup is None)


def _read_all(folder: Path, stem: str) -> Iterator[tuple[Path, Backup | None]]:
    for manifest in folder.glob(f"{stem}-*.json"):
        path = manifest.with_suffix(".db")
        if not path.is_file():
            continue  # some other file
        try:
            yield path, Backup.read(manifest)
        except FileNotFoundError:
            continue  # another process just removed it
        except (ValueError, KeyError, TypeError, AttributeError, OSError):
            yield path, None


def rotate(folder: Path, stem: str, *, daily: int, weekly: int) -> list[Path]:
    """Remove the backups that `kept` does not keep, and those with damaged manifests that are older than all that it
    keeps of their kind; answers their files."""
    every = listing(folder, stem)
    stays = kept(every, daily=daily, weekly=weekly)
    gone = [one.path for one in every if one not in stays]
    gone += [path for path in unreadable(folder, stem) if _outlived(path, stem, stays)]
    for path in gone:
        path.with_suffix(".json").unlink(missing_ok=True)  # first: what has no manifest is no backup
        path.unlink(missing_ok=True)
    return gone


def _outlived(path: Path, stem: str, stays: Iterable[Backup]) -> bool:
    """Whether all backups that stay of the same kind, before a migration or not, are newer, by what the name tells. Of
    another name it is somebody else's."""
    moment, _, why = path.stem.removeprefix(f"{stem}-").partition("-")
    try:
        taken_at, migrating = datetime.strptime(moment, MOMENT).replace(tzinfo=UTC), Why(why) == Why.MIGRATION
    except ValueError:
        return False
    alike = [one.taken_at for one in stays if (one.why == Why.MIGRATION) == migrating]
    return bool(alike) and taken_at < min(alike)


def kept(every: Iterable[Backup], *, daily: int, weekly: int) -> list[Backup]:
    """Of the last `daily` days and the last `weekly` weeks that have any, the newest each; the newest of all; and the
    last three that were made before a migration."""
    newest_first = sorted(every, key=lambda one: one.taken_at, reverse=True)
    ordinary = [one for one in newest_first if one.why != Why.MIGRATION]
    days: dict[Any, Backup] = {}
    weeks: dict[Any, Backup] = {}
    for one in ordinary:
        days.setdefault(one.taken_at.date(), one)
        weeks.setdefault(one.taken_at.isocalendar()[:2], one)
    migrations = [one for one in newest_first if one.why == Why.MIGRATION][:MIGRATIONS_KEPT]
    stays = [*ordinary[:1], *list(days.values())[:daily], *list(weeks.values())[:weekly], *migrations]
    return sorted({one.path: one for one in stays}.values(), key=lambda one: one.taken_at, reverse=True)


# --- Putting one back -------------------------------------------------------------------------------------------


def restore(backup: Backup, store: Path) -> Path | None:
    """Put `backup` in the place of the store, after it was proved; answers where the store that was there lies now.

    Raises InUse while another process has the store open, Unsound for a bad backup (the store stays as it was), and
    OSError where there is no room.
    """
    fresh = store.with_name(f"{store.stem}.restoring")
    try:
        shutil.copyfile(backup.path, fresh)
        fresh.chmod(0o600)
        examine(fresh, backup.digest)
        with fresh.open("rb") as file:
            os.fsync(file.fileno())
        aside = set_aside(store)
        fresh.replace(store)
        _sync_folder(store.parent)
    except BaseException:
        for path in _files(fresh):
            path.unlink(missing_ok=True)
        raise
    return aside


def set_aside(store: Path) -> Path | None:
    """Move the store away, with what its WAL holds; answers where. Raises InUse.

    A WAL that stayed behind would be played into the new file.
    """
    if not store.exists():
        return None
    try:
        with closing(Database.connect(str(store), timeout=1, isolation_level=None)) as connection:
            # Only the last connection may leave the WAL mode, and doing so empties the WAL into the file.
            mode = connection.execute("PRAGMA journal_mode = DELETE").fetchone()[0]
            if mode == "delete":
                connection.execute("PRAGMA journal_mode = WAL")
    except Database.OperationalError as error:
        if why_refused(error) == StatementRefused.BUSY:
            raise InUse(f"{store} is open in another process") from error
    except Database.DatabaseError:
        pass  # a damaged store is set aside as it is, its WAL with it
    aside = store.with_name(f"{store.stem}{REPLACED}{datetime.now(UTC).strftime(MOMENT)}.db")
    for path in reversed(_files(store)):  # the WAL first
        path.rename(f"{aside}{path.name.removeprefix(store.name)}")
    return aside


def delete_set_aside(store: Path) -> None:
    """Delete what was set aside from this place: no erasure of the store reaches into it."""
    for path in list(store.parent.iterdir()):
        if path.name.startswith(f"{store.stem}{REPLACED}") and not path.is_dir():
            path.unlink(missing_ok=True)


def _files(store: Path) -> list[Path]:
    return [path for tail in ("", "-wal", "-shm") if (path := Path(f"{store}{tail}")).exists()]


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
