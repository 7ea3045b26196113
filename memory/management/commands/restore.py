"""`manage.py restore`: put a backup in the store's place, with the service stopped."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connections

from memory.search.backends import backend
from memory.services import backups, doctor, erasures, standing
from memory.services.errors import NotFound
from memoryproj import lock
from memoryproj.sqlite.backups import InUse, Unsound, restore


class Command(BaseCommand):
    help = "Verify a backup and put it in the store's place. What is there now is kept beside it, under another name."
    requires_system_checks = []  # the store may be damaged, or gone

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("backup", help='a file that `backup --list` shows; "latest" is the newest')

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            with lock.hold(settings.MEMORY_DATA_DIR, "restore"):
                self._restore(options["backup"])
        except lock.Held as error:
            raise CommandError(f"Stop the service first: {error}.") from error

    def _restore(self, name: str) -> None:
        try:
            found = backups.find(name)
            connections.close_all()
            aside = restore(found, backups.store())
        except (NotFound, Unsound, InUse, OSError, backups.BackupFailed) as error:
            raise CommandError(f"Nothing was restored: {error}.") from error
        backend().forget()
        standing.examined("")  # what was known was of the store that was replaced
        self.stdout.write(f"{found.path.name}, of {found.taken_at:%Y-%m-%d %H:%M:%S} UTC, is the store now.")
        if aside is not None:
            self.stdout.write(f"The store that it replaced lies at {aside}.")
        call_command("migrate", verbosity=0)
        if again := erasures.replay():
            self.stdout.write(f"{again} erasures since that backup were done again.")
        for flaw in doctor.examine():
            self.stdout.write(f"{flaw.rows} × {flaw.what}")
