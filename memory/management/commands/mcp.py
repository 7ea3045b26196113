from __future__ import annotations

import gc
import os
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from memory.models import Namespace
from memory.tools import ToolSet
from memoryproj import ports

ALL = "all"


class Command(BaseCommand):
    help = (
        "Serve the memory over MCP: on standard input and output for one agent, or with --http for all that have a "
        "key. On standard input and output the key in MEMORY_API_KEY says which namespaces and tools; without one, "
        "--namespace is needed."
    )
    requires_system_checks = []  # an agent waits for it; `up` and `check` run them

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--namespace", help="Whose memory; a key's default if left out.")
        sets = [*ToolSet, ALL]
        parser.add_argument("--set", choices=sets, default=ToolSet.ORCHESTRATOR, help="Which tools to offer on stdio.")
        parser.add_argument("--http", action="store_true", help="Listen for HTTP: each request brings its key.")
        parser.add_argument(
            "--host", type=ports.address, default="127.0.0.1", help="address to listen on (default: %(default)s)"
        )
        parser.add_argument("--port", type=int, default=8001, help="port to listen on (default: %(default)s)")

    def handle(self, *args: Any, **options: Any) -> None:
        # Imported here, so that other commands start without the protocol's packages.
        from memory.mcp.door import ProcessDoor
        from memory.problems import Problem

        if options["http"]:
            from memory.mcp.http import server_command

            try:
                claimed = ports.claim(options["host"], options["port"])
            except ports.Taken as error:
                raise CommandError(f"{error}. Choose another with --port.") from error
            _look_for_the_store()
            claimed.set_inheritable(True)  # the server is this process, and keeps the claim
            os.chdir(settings.BASE_DIR)  # where the packages lie
            words = server_command(options["host"], options["port"])
            os.execv(words[0], words)  # noqa: S606
        from memory.mcp.server import serve

        _look_for_the_store()
        try:
            door = ProcessDoor(os.environ.get("MEMORY_API_KEY", ""), options["namespace"])
        except Problem as problem:
            raise CommandError(problem.sentence()) from problem
        gc.freeze()
        gc.enable()
        serve(door, list(ToolSet) if options["set"] == ALL else [ToolSet(options["set"])])


def _look_for_the_store() -> None:
    """Raises DatabaseError without one: each tool would fail, and a host shows that late and without a reason."""
    Namespace.objects.exists()
