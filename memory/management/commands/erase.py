"""Erase for good: a memory, a session, what speaks of an entity, or a namespace."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandError, CommandParser

from memoryproj.answering import AnsweringCommand, text

from ...models.erasures import ErasedWhat
from ...services import namespaces
from ...services.actors import Actor
from ...services.upkeep import erasure_plans, erasures


class Command(AnsweringCommand):
    help = "Erase for good, with all that was drawn from it; --dry-run only says what would go."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("namespace")
        parser.add_argument("what", choices=ErasedWhat.values)
        parser.add_argument(
            "target", type=text, nargs="?", default="", help="the id; for a namespace, its name once more"
        )
        parser.add_argument("--dry-run", action="store_true")

    def handle(self, *args: Any, **options: Any) -> None:
        what, target = ErasedWhat(options["what"]), options["target"]
        if what == ErasedWhat.NAMESPACE and target != options["namespace"]:
            raise CommandError("Type the namespace's name once more to erase all of it.")
        namespace = namespaces.existing(options["namespace"])
        targets = [target] if target and what != ErasedWhat.NAMESPACE else []
        planned = erasure_plans.plan(namespace, what, *targets)
        planned_row = {"planned": dict(planned.counts)}
        lines = [", ".join(f"{number} {name}" for name, number in planned.counts.items())]
        if options["dry_run"]:
            self.answer(options, planned_row, *lines)
            return
        done = erasures.erase(namespace, what, *targets, actor=Actor.system("erase"))
        told = planned_row | {"id": done.uid, "sought": done.sought, "remaining": done.remaining}
        if not erasures.provable():
            lines.append(f"{done.uid}: deleted. What the database server's files keep of it is not known here.")
            self.answer(options, told, *lines)
            return
        if done.remaining is None:
            raise CommandError(f"{done.uid}: deleted; others wrote, so the files were not rewritten and not scanned.")
        lines.append(f"{done.uid}: {done.remaining} of {done.sought} passages were found in the files' bytes.")
        self.answer(options, told, *lines)
        if done.remaining:
            raise CommandError("Something of what was erased is still there.")
