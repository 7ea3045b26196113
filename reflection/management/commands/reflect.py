"""`manage.py reflect`: write the weekly reflections that are due, now."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser
from tqdm import tqdm

from memory.models import OperationKind
from memory.services import namespaces, operations
from memoryproj.answering import AnsweringCommand
from reflection import weekly


class Command(AnsweringCommand):
    help = "Write the reflections that are due: at most one in six days, from at least three new facts."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--namespace", help="only this one (default: all)")

    def handle(self, *args: Any, **options: Any) -> None:
        namespace = None if options["namespace"] is None else namespaces.existing(options["namespace"])
        with operations.by_hand(OperationKind.REFLECT, namespace) as operation:
            with tqdm(desc="reflect", unit=" namespace") as bar:
                done = weekly.reflect_due(namespace, on_progress=lambda done: bar.update())
            if done.failed:
                operations.fail(operation, done.reasons(), done.counts(), done.cost())
            else:
                operations.finish(operation, done.counts(), done.cost())
        self.answer(
            options, done.counts() | {"failed": done.failed},
            f"{done.written} written", *(f"{name}: {why}" for name, why in done.failed.items()),
        )  # fmt: skip
