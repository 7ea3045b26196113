"""`manage.py import`: what `export` wrote becomes a namespace of this store."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from tqdm import tqdm

from memoryproj.answering import AnsweringCommand

from ...services.errors import MemoryServiceError
from ...services.parcels import unpacking


class Command(AnsweringCommand):
    help = "Take in what `export` wrote, into a namespace that holds nothing yet: all of it, or nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--namespace", help="where to; the name that it had if left out")
        parser.add_argument(
            "--dry-run",
            action="store_true",
            help="take it in and keep nothing: proves the file, and that it fits there",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        file: Path = options["file"]
        try:
            proof = unpacking.prove(file)
            name = options["namespace"] or proof.namespace
            told = {"namespace": name, "was": proof.namespace, "exported_at": proof.exported_at, "rows": proof.rows}
            lines = [
                f"{proof.namespace} as of {proof.exported_at}",
                *(f"{n} {table}" for table, n in proof.rows.items()),
            ]
            keep = not options["dry_run"]
            with tqdm(total=sum(proof.rows.values()), unit=" rows", disable=not sys.stderr.isatty()) as bar:
                unpacking.take_in(file, name, progress=lambda rows: bar.update(), keep=keep)
        except MemoryServiceError as error:
            raise CommandError(f"Nothing was imported: {error.detail}") from error
        self.answer(options, told | {"imported": keep}, *lines)
        self.stderr.write(f"Imported into {name}." if keep else f"It can be imported into {name}. Nothing was kept.")
