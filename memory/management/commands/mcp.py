from __future__ import annotations

import os
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from memory.tools import SETS


class Command(BaseCommand):
    help = (
        "Serve the memory tools over MCP on standard input and output, for one agent. With MEMORY_API_KEY in the "
        "environment, the key says which namespaces and tools; without, --namespace is needed."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--namespace", help="Whose memory; a key's default if left out.")
        parser.add_argument("--set", choices=[*SETS, "all"], default=SETS[0], help="Which tools to offer.")

    def handle(self, *args: Any, **options: Any) -> None:
        # Imported here, so that other commands start without the protocol's packages.
        from memory.mcp import Access, serve
        from memory.problems import Problem

        try:
            access = Access(os.environ.get("MEMORY_API_KEY", ""), options["namespace"])
        except Problem as problem:
            raise CommandError(problem.sentence()) from problem
        serve(access, SETS if options["set"] == "all" else [options["set"]])
