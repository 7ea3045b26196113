"""`manage.py consolidate`: complete open sessions and learn from every one that waits, now."""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import CommandParser
from tqdm import tqdm

from maintenance.consolidation import consolidate_pending, outcome
from memory.models import Operation, OperationKind
from memory.services import namespaces, operations
from memory.services.talk import sessions
from memoryproj.answering import AnsweringCommand


class Command(AnsweringCommand):
    help = "Consolidate sessions into facts now, instead of waiting for a new session, idleness or the night."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--namespace", help="only this one (default: all)")
        parser.add_argument("--completed-only", action="store_true", help="leave sessions that are still open alone")

    def handle(self, *args: Any, **options: Any) -> None:
        namespace = None if options["namespace"] is None else namespaces.existing(options["namespace"])
        with operations.by_hand(OperationKind.CONSOLIDATE, namespace) as operation:
            completed = 0 if options["completed_only"] else sessions.complete_all(namespace)
            with tqdm(desc="consolidate", unit=" session", total=sessions.count_claimable(namespace)) as bar:

                def show(session_id: str, run: Operation) -> None:
                    bar.update()
                    if run.error:
                        bar.write(f"{session_id}: {run.error}", file=sys.stderr)

                runs = consolidate_pending(namespace, show, lambda: operations.alive(operation))
            told = outcome(completed, runs)
            operations.finish(operation, told)
        saved, repeated, conflicts = (
            sum(int(run.counts.get(name, 0)) for run in runs) for name in ("saved", "duplicates", "conflicts")
        )
        self.answer(
            options, told | {"repeated": repeated, "conflicts": conflicts},
            f"{len(runs)} sessions: {saved} facts, {repeated} repeated, {conflicts} in conflict, "
            f"{told['failed']} not finished",
        )  # fmt: skip
