"""`manage.py decay`: the nightly decay, now."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from django.core.management.base import CommandParser
from tqdm import tqdm

from memory.models import OperationKind
from memory.services import namespaces, operations
from memory.services.memories import decay
from memoryproj.answering import AnsweringCommand


class Command(AnsweringCommand):
    help = "Write today's confidence of every fact and retire those below the threshold."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--namespace", help="only this one (default: all)")
        parser.add_argument("--force", action="store_true", help="retire even where a curator would be asked first")

    def handle(self, *args: Any, **options: Any) -> None:
        namespace = None if options["namespace"] is None else namespaces.existing(options["namespace"])
        with operations.by_hand(OperationKind.DECAY, namespace) as operation:
            with tqdm(desc="decay", unit="%", total=100) as bar:
                result = decay.run(
                    namespace, force=options["force"], on_progress=lambda share: bar.update(round(share * 100) - bar.n)
                )
            operations.finish(operation, asdict(result))
        lines = [f"{result.updated} updated, {result.retired} retired"]
        if result.faded:
            lines.append(f"{result.faded} lasting facts have faded; a curator is asked about each")
        lines += [f"{name}: too many at once; a curator is asked (or run it with --force)" for name in result.stopped]
        self.answer(options, asdict(result), *lines)
