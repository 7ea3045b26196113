"""`manage.py transfer`: carry the store over into a PostgreSQL database, and prove that it is the same."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from argparse import SUPPRESS
from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError, connections
from tqdm import tqdm

from memory.models import ALL, Memory, Metadata
from memory.services import namespaces, retrieval, transfer
from memoryproj.postgresql import address

QUESTIONS = 100  # searches that are asked of both sides
FIRST = 10  # hits that are compared
ALIKE = 0.95  # the share of them that must be the same


class Command(BaseCommand):
    help = "Carry the store over into a PostgreSQL database. Begun again, it goes on, and takes over what is new."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("url", nargs="?", help=address.SHAPE)
        parser.add_argument("--answer", action="store_true", help=SUPPRESS)  # what the target is asked

    def handle(self, *args: Any, **options: Any) -> None:
        if options["answer"]:
            self.stdout.write(json.dumps(answers(json.load(sys.stdin))))
            return
        if not options["url"]:
            raise CommandError(f"Name the database: {address.SHAPE}")
        try:
            given = {"default": address.database(options["url"], 0)}
            connections.settings[transfer.TARGET] = connections.configure_settings(given)["default"]
        except ImproperlyConfigured as error:
            raise CommandError(str(error)) from error
        self._there(options["url"], "migrate", "--verbosity", "0")
        try:
            self._carry()
        except (transfer.TransferRefused, DatabaseError) as error:
            raise CommandError(f"The transfer stopped: {error}. Begun again, it goes on.") from error
        self.stdout.write(self._there(options["url"], "doctor", "--repair").strip())
        self._compare(options["url"])

    def _carry(self) -> None:
        with tqdm(unit=" rows", disable=None, file=self.stdout) as bar:

            def progress(table: str, rows: int) -> None:
                bar.set_description(table)
                bar.update(rows - bar.n if rows >= bar.n else 0)

            for one in transfer.carry(progress):
                if one.rows or one.changed:
                    self.stdout.write(f"{one.table}: {one.rows} rows, {one.changed} written")
        if left := transfer.differing():
            told = ", ".join(f"{number} of {table}" for table, number in left.items())
            raise CommandError(f"Rows differ after the transfer: {told}. The source was not changed; begin again.")

    def _there(self, url: str, *words: str, given: str = "") -> str:
        """What a command of the product says on the target."""
        environment = os.environ | {
            "DATABASE_URL": url,
            "DJANGO_SETTINGS_MODULE": os.environ.get("DJANGO_SETTINGS_MODULE", "memoryproj.settings"),
            "MEMORY_EMBEDDING_DIMENSIONS": Metadata.read(
                "embedding_dimensions", str(settings.MEMORY_EMBEDDING_DIMENSIONS)
            ),
        }
        done = subprocess.run(  # noqa: S603 - this Python, this program
            [sys.executable, "-m", "django", *words], env=environment, input=given, capture_output=True, text=True,
            check=False, cwd=settings.BASE_DIR,
        )  # fmt: skip
        if done.returncode:
            said = (done.stdout + done.stderr).strip().splitlines()[-1:]
            raise CommandError(f"`{words[0]}` failed on the target: {' '.join(said)}")
        return done.stdout

    def _compare(self, url: str) -> None:
        asked = questions()
        ours = answers(asked)
        theirs = json.loads(self._there(url, "transfer", "--answer", given=json.dumps(asked)))
        shares = [
            len(set(mine) & set(other)) / max(len(mine), len(other), 1) if mine or other else 1.0
            for mine, other in zip(ours, theirs, strict=True)
        ]
        share = sum(shares) / len(shares) if shares else 1.0
        self.stdout.write(f"{len(asked)} searches: {share:.1%} of the first {FIRST} hits are the same.")
        if share < ALIKE:
            raise CommandError("The rows are the same, the search is not: see `doctor` on the target.")
        self.stdout.write("The store is carried over: set DATABASE_URL, and start the service.")


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
