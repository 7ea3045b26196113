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
from memory.services import standing
from memory.services.errors import NotFound
from memory.services.upkeep import backups, doctor, erasure_log, erasures, rights
from memoryproj import lock, schema
from memoryproj.answering import AnsweringCommand
from memoryproj.sqlite.backups import InUse, Unsound, restore


class Command(AnsweringCommand):
    help = (
        "Verify a backup and put it in the store's place. What is there now is kept beside it, under another name, "
        "until the next erasure. Rights that were taken away since stay taken, as far as the replaced store and newer "
        "backups tell. On PostgreSQL, without a file, after the server's own restore: migrate, erase again what was "
        "erased since."
    )
    requires_system_checks = []  # the store may be damaged, or gone

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("backup", nargs="?", help='a file that `backup --list` shows; "latest" is the newest')
        parser.add_argument(
            "--shut", action="store_true",
            help="revoke all keys, shut all accounts of the desk and pause all webhooks: where nobody knows what was "
            "taken away since the backup",
        )  # fmt: skip

    def handle(self, *args: Any, **options: Any) -> None:
        told: dict[str, Any] = {}
        lines: list[str] = []
        taken = None
        try:
            with lock.hold_data_folder(settings.MEMORY_DATA_DIR, "restore"):
                if connection.vendor == "sqlite":
                    taken = self._put_in_place(options["backup"], told, lines)
                elif options["backup"]:
                    raise CommandError(
                        "A server's backup is restored by its own tools; then say `restore` without a file."
                    )
                elif unknown := schema.later_migrations():
                    raise CommandError(_of_a_later_release("The store", unknown[-1]))
                self._settle(told, lines, taken, shut=options["shut"])
        except lock.Held as error:
            raise CommandError(f"Stop the service first: {error}.") from error
        self.answer(options, told, *lines)

    def _put_in_place(self, name: str | None, told: dict[str, Any], lines: list[str]) -> rights.Known | None:
        """Answers what is known of the rights that were taken away since."""
        try:
            found = backups.called(name or "")
            if schema.is_later(found.schema):
                later = _of_a_later_release(found.path.name, f"memory.{found.schema}")
                raise CommandError(f"Nothing was restored: {later}")
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
        return rights.known(found, aside)

    def _settle(self, told: dict[str, Any], lines: list[str], taken: rights.Known | None, *, shut: bool) -> None:
        call_command("migrate", verbosity=0)
        # First: what was shut out must not come in, whatever becomes of the rest.
        kept = rights.shut() if shut else rights.keep_taken(taken)
        again, found = erasures.replay(), doctor.examine()
        told |= {"rights": asdict(kept), "erased_again": again, "found": [asdict(flaw) for flaw in found]}
        told["rights"]["upto"] = kept.upto and kept.upto.isoformat()
        lines += _of_rights(kept, shut=shut)
        if again:
            lines.append(f"{again} erasures since that backup were done again.")
        if not erasures.has_log():
            lines.append(
                f"There is no {erasure_log.NAME} in {settings.MEMORY_DATA_DIR}: what was erased since that backup, if "
                "anything was, is back. Put the log there and restore again."
            )
        lines += [f"{flaw.rows} × {flaw.what}" for flaw in found]


def _of_a_later_release(what: str, migration: str) -> str:
    return f"{what} is of a later release ({migration}). Restore it with that release."


def _of_rights(kept: rights.KeptShut, *, shut: bool) -> list[str]:
    """What the operator is told of them, and is to do."""
    counts = f"{kept.keys} keys, {kept.people} accounts of the desk and {kept.webhooks} webhooks"
    lines = ["All logins to the desk were ended."]
    if shut:
        lines.append(
            f"Shut were {counts}: make keys with create_api_key, let people in and webhooks go on at the desk."
        )
    elif kept.upto is None:
        lines.append(
            "What was taken away since that backup is not known here: keys that were revoked since may open again, "
            "people who were shut out may sign in, and webhooks that were removed are told. Before the service starts, "
            "look at `keys list`, the accounts and the webhooks, or restore again with --shut."
        )
    else:
        lines.append(f"Rights were taken from {counts} again, as was known at {kept.upto:%Y-%m-%d %H:%M:%S} UTC.")
    if kept.lost_keys:
        lines.append(f"{kept.lost_keys} keys that were made since are gone: make others with create_api_key.")
    if not kept.administrators:
        lines.append("No administrator may sign in: createsuperuser makes one.")
    return lines
