"""`manage.py export`: all that a namespace holds, as one file."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any, BinaryIO

from django.core.management.base import CommandError, CommandParser
from tqdm import tqdm

from memoryproj.answering import AnsweringCommand

from ...services import namespaces
from ...services.parcels import packing


class Command(AnsweringCommand):
    help = "Write all that a namespace holds to a file of JSON lines, while the service runs."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("namespace")
        parser.add_argument("file", help="a new file; - is the output")

    def handle(self, *args: Any, **options: Any) -> None:
        namespace = namespaces.for_reading(options["namespace"])
        namespaces.check_written(namespace)
        if options["file"] == "-":
            if options["json"]:
                raise CommandError("The file and the answer cannot both be the output: name a file.")
            rows = self._write(namespace, sys.stdout.buffer)
        else:
            rows = self._keep(namespace, Path(options["file"]))
        self.stderr.write(f"{rows} rows of {namespace.name}.")
        self.answer(options, {"namespace": namespace.name, "file": options["file"], "rows": rows})

    def _keep(self, namespace: Any, file: Path) -> int:
        """The file comes into being whole, for its owner alone. Raises CommandError where there is one already."""
        part = file.with_name(f"{file.name}.part")
        try:
            if file.exists():
                raise CommandError(f"{file} is there already.")
            with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as opened:
                rows = self._write(namespace, opened)
                opened.flush()
                os.fsync(opened.fileno())
            part.replace(file)
        except OSError as error:
            raise CommandError(f"{file} cannot be written: {error.strerror or error}") from error
        finally:
            part.unlink(missing_ok=True)
        return rows

    def _write(self, namespace: Any, out: BinaryIO) -> int:
        written = 0
        with tqdm(unit=" rows", disable=not sys.stderr.isatty()) as bar:
            for line in packing.lines(namespace):
                out.write(line)
                written += 1
                bar.update()
        return written - 2  # but for the manifest and the seal
