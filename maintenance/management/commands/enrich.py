"""`manage.py enrich`: look for entities with spaCy and the model, now."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from django.conf import settings
from django.core.management.base import CommandParser
from tqdm import tqdm

from maintenance import tasks
from maintenance.enrichment import Enriched
from memory.models import Namespace, Operation, OperationKind
from memory.services import namespaces, operations
from memory.services.graph import enrichment
from memoryproj.answering import AnsweringCommand


class Command(AnsweringCommand):
    help = "Extract entities again, accurately, for memories that speak of few; then write the summaries that are due."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--namespace", help="only this one (default: all)")
        parser.add_argument("--seconds", type=float, help="stop after so long (default: MEMORY_ENRICH_SECONDS)")

    def handle(self, *args: Any, **options: Any) -> None:
        namespace = None if options["namespace"] is None else namespaces.existing(options["namespace"])
        seconds = settings.MEMORY_ENRICH_SECONDS if options["seconds"] is None else options["seconds"]
        with operations.by_hand(OperationKind.ENRICH, namespace) as operation:
            done = self._enrich(operation, namespace, seconds)
        self.answer(
            options, asdict(done),
            f"{done.memories} memories, {done.links} links, {done.summaries} summaries"
            + (f"; {done.note}" if done.note else ""),
        )  # fmt: skip

    def _enrich(self, operation: Operation, namespace: Namespace | None, seconds: float) -> Enriched:
        with tqdm(desc="enrich", unit=" memory", total=enrichment.count_candidates(namespace)) as bar:

            def show(done: Enriched) -> None:
                bar.update(done.memories - bar.n)
                operations.alive(operation)

            return tasks.enrich(operation, seconds, show)
