"""`manage.py doctor`: do base rows, full text, vectors and links agree? With --repair, make them."""

from __future__ import annotations

import sys
from dataclasses import asdict
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser
from django.db import DatabaseError, connections

from memory.search.backends import backend
from memory.services.upkeep import backups, doctor
from memoryproj import lock, schema
from memoryproj.answering import AnsweringCommand
from memoryproj.sqlite.backups import InUse
from memoryproj.sqlite.salvage import Lost, salvage


class Command(AnsweringCommand):
    requires_system_checks = []  # a damaged store fails them, and is to be examined
    help = "Compare base rows, full text, vectors and links; --repair mends them from the base rows."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--repair", action="store_true", help="mend what can be mended without losing anything")

    def handle(self, *args: Any, **options: Any) -> None:
        self._refuse_what_is_no_store()
        salvaged = options["repair"] and self._salvage()
        found = doctor.repair() if options["repair"] else doctor.examine()
        left = doctor.examine() if options["repair"] else found
        lines = [f"{flaw.rows} × {flaw.what}" for flaw in found]
        if not left:
            lines.append(self.style.SUCCESS("mended" if found or salvaged else "all is well"))
        elif options["repair"]:
            lines.append(f"{len(left)} cannot be mended")
        damaged = any(flaw.damage for flaw in left)
        if damaged:
            lines.append(way_back())
        told = {"found": list(map(asdict, found)), "left": list(map(asdict, left)), "salvaged": bool(salvaged)}
        self.answer(options, told | ({"way_back": way_back()} if damaged else {}), *lines)
        if left:
            sys.exit(1)

    def _refuse_what_is_no_store(self) -> None:
        """A folder without a store, or a store of another release, would be told to be damaged."""
        try:
            lack = schema.lack()
        except DatabaseError:
            return  # damage, which is to be told
        if lack:
            raise CommandError(lack)

    def _salvage(self) -> bool:
        """Copy the base rows into a new file where only what is drawn from them is damaged; answers whether it did."""
        try:
            parts = doctor.damaged_parts()
        except DatabaseError as error:
            raise CommandError(f"The damage cannot be mended: {error}.\n{way_back()}") from error
        if not parts:
            return False
        for part, said in sorted(parts.items()):
            self.stderr.write(f"{part} is damaged ({said})")
        try:
            with lock.hold(settings.MEMORY_DATA_DIR, "doctor --repair"):
                connections.close_all()
                aside = salvage(backups.store())
        except lock.Held as error:
            raise CommandError(f"Damaged pages are mended with the service stopped: {error}.") from error
        except (Lost, InUse, OSError) as error:
            raise CommandError(f"The damage cannot be mended: {error}.\n{way_back()}") from error
        backend().forget()
        self.stderr.write(
            f"The base rows were copied into a new file; the damaged store lies at {aside} until the next erasure."
        )
        return True


def way_back() -> str:
    """What to do where only a backup helps."""
    newest = backups.newest()
    if newest is None:
        return "There is no backup. Keep a copy of the store's files before anything else is tried."
    return (
        f"Stop the service and restore the newest backup, of {newest.taken_at:%Y-%m-%d %H:%M:%S} UTC: "
        f"{settings.MEMORY_COMMAND} restore {newest.path.name}"
    )
