"""`manage.py transfer`: carry the store over into another database, and prove that it is the same."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from argparse import SUPPRESS
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError, connections
from tqdm import tqdm

from memory.models import ALL, Memory, Metadata
from memory.services import namespaces
from memory.services.handing import retrieval
from memory.services.upkeep import erasure_log, transfer
from memoryproj import schema
from memoryproj.answering import in_one_line
from memoryproj.moments import one_moment
from memoryproj.postgresql import address
from memoryproj.sqlite import address as sqlite_address

QUESTIONS = 100  # searches that are asked of both sides
FIRST = 10  # hits that are compared
ALIKE = 0.95  # the share of them that must be the same
# In what a command says that failed: the errors among what Django's checks found, or an exception with its hints.
REASON = re.compile(r"^(?:ERRORS:\n|(?=[\w.]+Error: ))(.+?)(?=\n\n|\Z)", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Target:
    """Where the store goes: Django's settings of the database, and the variables of a process that works on it."""

    database: dict[str, Any]
    environment: dict[str, str]
    then: str  # what a person does behind it


class Command(BaseCommand):
    help = "Carry the store over into another database. Begun again, it goes on, and takes over what is new."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("target", nargs="?", help=f"{address.SHAPE}, or a data folder for SQLite")
        parser.add_argument(
            "--overwrite", action="store_true", help="let memories go that are newer there than all of this store"
        )
        parser.add_argument("--answer", action="store_true", help=SUPPRESS)  # what the target is asked

    def handle(self, *args: Any, **options: Any) -> None:
        if options["answer"]:
            self.stdout.write(json.dumps(answers(json.load(sys.stdin))))
            return
        if not options["target"]:
            raise CommandError(f"Name the database: {address.SHAPE}, or a data folder for SQLite")
        if lack := schema.lack():
            # Tables that this release does not know would stay behind, and nothing would tell.
            raise CommandError(f"Nothing was carried over. {lack}")
        self.target = target(options["target"])
        connections.settings[transfer.TARGET] = connections.configure_settings({"default": self.target.database})[
            "default"
        ]
        if place(connections[transfer.TARGET]) == place(connections["default"]):
            raise CommandError("That is the store itself.")
        try:
            connections[transfer.TARGET].ensure_connection()
        except DatabaseError as error:
            raise CommandError(f"The target cannot be reached: {in_one_line(error)}") from error
        try:
            transfer.refuse_other_tables()
            self._there("migrate", "--verbosity", "0")
            with one_moment():  # what is written meanwhile is the next transfer's
                self._carry(options["overwrite"])
                self.stdout.write(self._there("doctor", "--repair").strip())
                self._compare()
        except transfer.TransferRefused as error:
            raise CommandError(f"Nothing was carried over: {error}.") from error
        except DatabaseError as error:
            raise CommandError(f"The transfer stopped: {in_one_line(error)}. Begun again, it goes on.") from error

    def _carry(self, overwrite: bool) -> None:
        with tqdm(total=transfer.row_count(), unit=" rows", disable=None, file=self.stdout) as bar:

            def progress(table: str, rows: int) -> None:
                bar.set_description(table)
                bar.update(rows)

            for one in transfer.carry(progress, overwrite=overwrite):
                if one.rows or one.changed:
                    self.stdout.write(f"{one.table}: {one.rows} rows, {one.changed} written")
        if left := transfer.differing():
            told = ", ".join(f"{number} of {table}" for table, number in left.items())
            raise CommandError(f"Rows differ after the transfer: {told}. The source was not changed; begin again.")

    def _there(self, *words: str, given: str = "") -> str:
        """What a command of the product says on the target."""
        environment = os.environ | {
            "DJANGO_SETTINGS_MODULE": os.environ.get("DJANGO_SETTINGS_MODULE", "memoryproj.settings"),
            "MEMORY_EMBEDDING_DIMENSIONS": Metadata.read(
                "embedding_dimensions", str(settings.MEMORY_EMBEDDING_DIMENSIONS)
            ),
        }
        environment |= self.target.environment
        done = subprocess.run(  # noqa: S603 - this Python, this program
            [sys.executable, "-m", "django", *words], env=environment, input=given, capture_output=True, text=True,
            check=False, cwd=settings.BASE_DIR,
        )  # fmt: skip
        if done.returncode:
            raise CommandError(f"`{words[0]}` failed on the target: {reason(done.stdout + done.stderr)}")
        return done.stdout

    def _compare(self) -> None:
        asked = questions()
        ours = answers(asked)
        theirs = json.loads(self._there("transfer", "--answer", given=json.dumps(asked)))
        shares = [
            len(set(mine) & set(other)) / max(len(mine), len(other), 1) if mine or other else 1.0
            for mine, other in zip(ours, theirs, strict=True)
        ]
        share = sum(shares) / len(shares) if shares else 1.0
        self.stdout.write(f"{len(asked)} searches: {share:.1%} of the first {FIRST} hits are the same.")
        if share < ALIKE:
            raise CommandError(
                "The rows are the same, the search is not: see `doctor` on the target. Where it finds nothing, "
                "memories that are nearly alike have taken each other's places, and the store may be used."
            )
        self.stdout.write(f"The store is carried over: {self.target.then}, and start the service.")


def reason(said: str) -> str:
    """Why a command failed, in one line: the errors of Django's checks, or the last exception with its hints."""
    return in_one_line(" ".join((REASON.findall(said.strip()) or said.strip().splitlines())[-1:]))


def target(named: str) -> Target:
    """What a URL or a folder names. Raises CommandError."""
    if "://" in named:
        try:
            return Target(address.database(named, 0, setting="the target"), {"DATABASE_URL": named}, "set DATABASE_URL")
        except ImproperlyConfigured as error:
            raise CommandError(str(error)) from error
    folder = Path(named).resolve()
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise CommandError(f"The folder {folder} cannot be made ({error.strerror}).") from error
    alone = ("DATABASE_URL", "MEMORY_DATABASE_WALL", "MEMORY_REPLICA_URL", "MEMORY_TEST_DATABASE")
    then = "leave out DATABASE_URL"
    if folder != settings.MEMORY_DATA_DIR.resolve():
        then += f", set MEMORY_DATA_DIR={folder}, take {erasure_log.NAME} and the secret key there"
    return Target(
        sqlite_address.database(folder, settings.MEMORY_SQLITE_SYNCHRONOUS, settings.MEMORY_FREE_BYTES, ""),
        dict.fromkeys(alone, "") | {"MEMORY_DATA_DIR": str(folder), "MEMORY_SECRET_KEY": settings.SECRET_KEY},
        then,
    )


def place(connection: Any) -> tuple[str, ...]:
    """Where a database is, as far as its settings tell."""
    return tuple(str(connection.settings_dict.get(name, "")) for name in ("ENGINE", "HOST", "PORT", "NAME"))


def questions() -> list[tuple[str, str]]:
    """(namespace, query): the beginnings of memories from all over the store."""
    active = Memory.objects.across(ALL).active()
    keys = list(active.order_by("pk").values_list("pk", flat=True))
    chosen = keys[:: max(len(keys) // QUESTIONS, 1)][:QUESTIONS]
    rows = active.filter(pk__in=chosen).values_list("namespace__name", "content")
    return [(name, content[:200]) for name, content in rows]


def answers(asked: list[tuple[str, str]]) -> list[list[str]]:
    """The ids of the first hits of each question."""
    return [
        [hit.memory.uid for hit in retrieval.search(namespaces.for_reading(name), query, record=False).hits[:FIRST]]
        for name, query in asked
    ]
