"""`manage.py enrich`: look for entities with spaCy and the model, now."""

from __future__ import annotations

import time
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from tqdm import tqdm

from maintenance.enrichment import Enriched, enrich_pending
from maintenance.summaries import summarise_due
from memory.services import enrichment, namespaces


class Command(BaseCommand):
    help = "Extract entities again, accurately, for memories that speak of few; then write the summaries that are due."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--namespace", help="only this one (default: all)")
        parser.add_argument("--seconds", type=float, help="stop after so long (default: MEMORY_ENRICH_SECONDS)")

    def handle(self, *args: Any, **options: Any) -> None:
        namespace = namespaces.find(options["namespace"]) if options["namespace"] else None
        started = time.monotonic()
        with tqdm(desc="enrich", unit=" memory", total=enrichment.count_candidates(namespace)) as bar:

            def show(done: Enriched) -> None:
                bar.update(done.memories - bar.n)

            done = enrich_pending(namespace, seconds=options["seconds"], on_progress=show)
        seconds = settings.MEMORY_ENRICH_SECONDS if options["seconds"] is None else options["seconds"]
        told = summarise_due(namespace, deadline=started + seconds)
        notes = "".join(f"; {note}" for note in dict.fromkeys((done.note, told.note)) if note)
        self.stdout.write(f"{done.memories} memories, {done.links} links, {told.written} summaries{notes}")
