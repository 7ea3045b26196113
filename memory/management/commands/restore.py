"""`manage.py restore`: put a backup in the store's place, with the service stopped. On PostgreSQL the server's own
tools do that, and this command what must follow."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError, CommandParser
from django.db import connection, connections

from memory.search.backends import backend
from memory.services import backups, doctor, erasures, standing
from memory.services.errors import NotFound
from memoryproj import lock
from memoryproj.answering import AnsweringCommand
from memoryproj.sqlite.backups import InUse, Unsound, restore


class Command(AnsweringCommand):
    help = (
        "Verify a backup and put it in the store's place. What is there now is kept beside it, under another name, "
        "until the next erasure. On PostgreSQL, without a file, after the server's own restore: migrate, erase again "
        "what was erased since."
    )
    requires_system_checks = []  # the store may be damaged, or gone

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("backup", nargs="?", help='a file that `backup --list` shows; "latest" is the newest')

    def handle(self, *args: Any, **options: Any) -> None:
        told: dict[str, Any] = {}
        lines: list[str] = []
        try:
            with lock.hold(settings.MEMORY_DATA_DIR, "restore"):
                if connection.vendor == "sqlite":
                    self._put_in_place(options["backup"], told, lines)
                elif options["backup"]:
                    raise CommandError(
                        "A server's backup is restored by its own tools; then say `restore` without a file."
                    )
                self._settle(told, lines)
        except lock.Held as error:
            raise CommandError(f"Stop the service first: {error}.") from error
        self.answer(options, told, *lines)

    def _put_in_place(self, name: str | None, told: dict[str, Any], lines: list[str]) -> None:
        try:
            found = backups.called(name or "")
            connections.close_all()
            aside = restore(found, backups.store())
        except (NotFound, Unsound, InUse, OSError, backups.BackupFailed) as error:
            raise CommandError(f"Nothing was restored: {error}.") from error
        backend().forget()
        standing.examined("")  # what was known was of the store that was replaced
        told |= {"restored": found.path.name, "taken_at": found.taken_at.isoformat(), "aside": aside and str(aside)}
        lines.append(f"{found.path.name}, of {found.taken_at:%Y-%m-%d %H:%M:%S} UTC, is the store now.")
        if aside is not None:
            lines.append(f"The store that it replaced lies at {aside}.")
            lines.append("The next erasure deletes that file. Copy it out of the folder to keep it.")

    def _settle(self, told: dict[str, Any], lines: list[str]) -> None:
        call_command("migrate", verbosity=0)
        again, found = erasures.replay(), doctor.examine()
        told |= {"erased_again": again, "found": [asdict(flaw) for flaw in found]}
        if again:
            lines.append(f"{again} erasures since that backup were done again.")
        lines += [f"{flaw.rows} × {flaw.what}" for flaw in found]
