"""`manage.py reembed`: move the index to the configured embedder."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from memory.embedding import EmbeddingUnavailable
from memory.models import OperationKind
from memory.services import embeddings, operations
from memory.services.errors import StateConflict


class Command(BaseCommand):
    help = "Embed every memory with the configured model, beside the live index, and switch. Resumes after a kill."

    def handle(self, *args: Any, **options: Any) -> None:
        with tqdm(desc="reembed", unit=" memory") as bar:

            def show(done: int, total: int) -> None:
                bar.total = total
                bar.update(done - bar.n)

            try:
                with operations.by_hand(OperationKind.REEMBED) as operation:
                    count = embeddings.reembed(show)
                    operations.finish(operation, {"embedded": count})
            except EmbeddingUnavailable as error:
                raise CommandError(error.reason) from error
            except StateConflict as error:
                raise CommandError(error.detail) from error
        status = embeddings.status()
        self.stdout.write(f"{count} embedded anew; the index speaks {status.model}, {status.dimensions} dimensions")
