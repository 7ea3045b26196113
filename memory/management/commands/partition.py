"""`manage.py partition 16`: divide the memories of a PostgreSQL database by their namespaces."""

from __future__ import annotations

import time
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser
from django.db import DatabaseError, connection, transaction

from memoryproj import lock
from memoryproj.answering import AnsweringCommand, in_one_line
from memoryproj.postgresql import partitions


class Command(AnsweringCommand):
    help = "Divide memories and vectors into parts by a hash of the namespace (PostgreSQL, with the service stopped)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("parts", type=int, help=f"how many, 2 to {partitions.MOST}; said again, another number")

    def handle(self, *args: Any, **options: Any) -> None:
        number = options["parts"]
        if connection.vendor != "postgresql":
            raise CommandError(
                "Nothing was divided: the store is SQLite's, whose indexes keep namespaces apart already."
            )
        if not 2 <= number <= partitions.MOST:
            raise CommandError(f"Nothing was divided: name 2 to {partitions.MOST} parts.")
        try:
            with lock.hold_data_folder(settings.MEMORY_DATA_DIR, "partition"):
                divided, seconds = self._divide(number)
        except lock.Held as error:
            raise CommandError(f"Nothing was divided. Stop the service first, on each host: {error}.") from error
        except partitions.Undividable as error:
            raise CommandError(f"Nothing was divided: {error}.") from error
        except DatabaseError as error:
            said = in_one_line(error)
            raise CommandError(f"Nothing was divided. Is the service stopped on each host? {said}") from error
        lines = [f"{table}: {rows:,} rows in {number} parts" for table, rows in divided.items()]
        told = {"parts": number, "rows": divided, "seconds": round(seconds, 1)}
        self.answer(options, told, *lines, f"Divided in {seconds:.0f} s.")

    def _divide(self, number: int) -> tuple[dict[str, int], float]:
        """({table: its rows}, seconds)."""
        started = time.monotonic()
        with transaction.atomic(), connection.cursor() as cursor:
            divided = dict(partitions.divide_store(cursor, number, settings.MEMORY_DATABASE_WALL))
        return divided, time.monotonic() - started
