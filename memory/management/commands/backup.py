"""`manage.py backup`: a verified backup of the store, while the service runs."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.db import Error as DatabaseError

from memory.models import Operation, OperationKind
from memory.services import operations
from memory.services.errors import NotFound
from memory.services.upkeep import backups
from memoryproj.answering import AnsweringCommand
from memoryproj.sqlite.backups import Backup, Unsound, Why, verify


class Command(AnsweringCommand):
    help = "Back the store up while others write, prove the backup by restoring it, and remove the oldest ones."
    requires_system_checks = []  # a store that fails its checks wants a backup most

    def add_arguments(self, parser: CommandParser) -> None:
        only = parser.add_mutually_exclusive_group()
        only.add_argument("--list", action="store_true", help="only list the backups that there are")
        only.add_argument("--verify", metavar="FILE", help='only verify this one; "latest" is the newest')

    def handle(self, *args: Any, **options: Any) -> None:
        if options["list"]:
            try:
                listed, problem = backups.listing(), "its manifest cannot be read"
                unreadable = [str(path) for path in backups.unreadable()]
            except backups.BackupFailed as error:
                raise CommandError(f"There are no backups to list: {error}.") from error
            self.answer(
                options, [*map(row, listed), *({"path": path, "problem": problem} for path in unreadable)],
                *map(line, listed), *(f"{path}  {problem}" for path in unreadable),
            )  # fmt: skip
            return
        if options["verify"] is not None:
            found = self._verified(options["verify"])
            self.answer(
                options, row(found), f"{found.path.name} is whole: {found.rows} rows in {len(found.digest)} tables"
            )
            return
        record = self._record()
        try:
            made = backups.make(Why.HAND)
        except backups.BackupFailed as error:
            self._close(record, str(error))
            raise CommandError(f"No backup was made: {error}.") from error
        self._close(record, "", made)
        self.answer(options, row(made), line(made))

    def _verified(self, name: str) -> Backup:
        try:
            found = backups.called(name)
            verify(found)
        except (NotFound, Unsound, backups.BackupFailed, OSError) as error:
            raise CommandError(str(error)) from error
        return found

    def _record(self) -> Operation | None:
        """The run's row; none on a store that takes no writes, which is backed up all the same."""
        try:
            return operations.start(OperationKind.BACKUP, requested_by=operations.COMMAND_LINE)
        except DatabaseError as error:
            self.stderr.write(f"The run is not recorded: {error}")
            return None

    def _close(self, record: Operation | None, error: str, made: Backup | None = None) -> None:
        if record is None:
            return
        try:
            if made is None:
                operations.fail(record, error)
            else:
                operations.finish(record, backups.counts(made))
        except DatabaseError as trouble:
            self.stderr.write(f"The run's end is not recorded: {trouble}")


def line(one: Backup) -> str:
    return (
        f"{one.path}  {one.taken_at:%Y-%m-%d %H:%M:%S} UTC  {one.why}  schema {one.schema}  "
        f"{one.bytes} bytes  {one.rows} rows  {one.seconds:.1f} s"
    )


def row(one: Backup) -> dict[str, Any]:
    return {
        "path": str(one.path), "taken_at": one.taken_at.isoformat(), "why": str(one.why), "schema": one.schema,
        "bytes": one.bytes, "rows": one.rows, "seconds": round(one.seconds, 1),
    }  # fmt: skip
