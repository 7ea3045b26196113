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
        keep = not options["dry_run"]
        try:
            proof = unpacking.prove(file)
        except MemoryServiceError as error:
            raise CommandError(f"Nothing was imported: {error.detail}") from error
        name = options["namespace"] or proof.namespace
        refusal = self._take_in(file, name, proof, keep=keep)
        if refusal and keep:
            raise CommandError(f"Nothing was imported: {refusal}")
        self.answer(
            options,
            {
                "namespace": name, "was": proof.namespace, "exported_at": proof.exported_at, "rows": proof.rows,
                "imported": keep, "refused": refusal,
            },
            f"{proof.namespace} as of {proof.exported_at}", *(f"{n} {table}" for table, n in proof.rows.items()),
        )  # fmt: skip
        if refusal:
            raise CommandError(f"The import would be refused: {refusal}")
        self.stderr.write(f"Imported into {name}." if keep else f"It can be imported into {name}. Nothing was kept.")

    def _take_in(self, file: Path, name: str, proof: unpacking.Proof, *, keep: bool) -> str:
        """Why it cannot be taken in, "" where it can."""
        with tqdm(total=sum(proof.rows.values()), unit=" rows", disable=not sys.stderr.isatty()) as bar:
            try:
                unpacking.take_in(file, name, progress=lambda rows: bar.update(), keep=keep)
            except MemoryServiceError as error:
                return error.detail
        return ""
