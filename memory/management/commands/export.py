"""`manage.py export`: all that a namespace holds, as one file."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import Any, BinaryIO

from django.core.management.base import CommandError, CommandParser
from tqdm import tqdm

from memoryproj.answering import AnsweringCommand

from ...models import Namespace
from ...services import namespaces
from ...services.parcels import packing


class Command(AnsweringCommand):
    help = "Write all that a namespace holds to a file of JSON lines, while the service runs."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("namespace")
        parser.add_argument("file", help="a new file; - is the output")

    def handle(self, *args: Any, **options: Any) -> None:
        namespace = namespaces.existing(options["namespace"])
        if not options["file"]:
            raise CommandError("Name a file, or - for the output.")
        if options["file"] == "-":
            if options["json"]:
                raise CommandError("The file and the answer cannot both be the output: name a file.")
            rows = self._print(namespace)
        else:
            rows = self._keep(namespace, Path(options["file"]))
        self.stderr.write(f"{rows} rows of {namespace.name}.")
        self.answer(options, {"namespace": namespace.name, "file": options["file"], "rows": rows})

    def _keep(self, namespace: Namespace, file: Path) -> int:
        """The file comes into being whole, for its owner alone. Raises CommandError where there is one already."""
        if os.path.lexists(file):
            raise CommandError(f"{file} is there already.")
        try:
            # A name that nobody can know beforehand, so that the file is new, the owner's, and no link to another one.
            descriptor, name = tempfile.mkstemp(prefix="export-", suffix=".part", dir=file.parent)
            part = Path(name)
            try:
                with os.fdopen(descriptor, "wb") as opened:
                    rows = self._write(namespace, opened)
                    opened.flush()
                    os.fsync(opened.fileno())
                file.touch(mode=0o600, exist_ok=False)  # `replace` alone would replace what came meanwhile
                part.replace(file)
            finally:
                part.unlink(missing_ok=True)
        except OSError as error:
            raise CommandError(f"{file} cannot be written: {error.strerror or error}") from error
        return rows

    def _print(self, namespace: Namespace) -> int:
        """Raises CommandError where whoever reads the output went away, or its disk is full."""
        try:
            rows = self._write(namespace, sys.stdout.buffer)
            sys.stdout.buffer.flush()
        except OSError as error:
            # Python writes what is left in the buffer when it ends: that would fail again, beside this command.
            with Path(os.devnull).open("wb") as nowhere:
                os.dup2(nowhere.fileno(), sys.stdout.fileno())
            raise CommandError(f"The output takes no more: {error.strerror}.") from error
        return rows

    def _write(self, namespace: Namespace, out: BinaryIO) -> int:
        written = 0
        with tqdm(unit=" rows", disable=not sys.stderr.isatty()) as bar:
            for line in packing.lines(namespace):
                out.write(line)
                written += 1
                bar.update()
        return written - 2  # but for the manifest and the seal
