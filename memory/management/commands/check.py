"""`manage.py check`: Django's checks of the settings; with --namespace or --all-namespaces, the memory tests."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.core.management.commands.check import Command as SystemChecks

from memory.models import Namespace
from memory.services import namespaces
from memory.services.errors import MemoryServiceError
from memory.services.trying import memory_tests


class Command(SystemChecks):
    help = f"{SystemChecks.help} With --namespace or --all-namespaces: the memory tests instead; exits 1 if one fails."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--namespace", action="append", help="run the memory tests of this one; may be repeated")
        parser.add_argument("--all-namespaces", action="store_true", help="run the memory tests of all namespaces")
        parser.add_argument("--junit", type=Path, metavar="FILE", help="write what came of them as JUnit XML")

    def handle(self, *app_labels: Any, **options: Any) -> None:
        names = options.get("namespace") or []
        if not names and not options.get("all_namespaces"):
            if options.get("junit"):
                raise CommandError("--junit is about memory tests: name a --namespace, or --all-namespaces")
            super().handle(*app_labels, **options)
            return
        try:
            spaces = [namespaces.existing(name) for name in sorted(set(names))]
        except MemoryServiceError as error:
            raise CommandError(error.detail) from error
        if options["all_namespaces"]:
            spaces = list(Namespace.objects.order_by("name"))
        results = [result for space in spaces for result in memory_tests.run_all(space)]
        for result in results:
            if not result.passed:
                self.stdout.write(f"FAILED {result.test.namespace.name}: {result.test.question}: {result.says}")
        failed = sum(not result.passed for result in results)
        self.stdout.write(f"{len(results) - failed} of {len(results)} memory tests passed")
        if options["junit"]:
            options["junit"].write_text(memory_tests.junit(results), encoding="utf-8")
        if failed:
            sys.exit(1)
