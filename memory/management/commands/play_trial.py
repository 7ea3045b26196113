"""`manage.py play_trial`: what a trial starts as a process of its own."""

from __future__ import annotations

import os
import sys
import threading
from io import StringIO
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser

from ...services.trying import trial_copies


class Command(BaseCommand):
    help = "Play a trial in the folder that `trial` or a worker laid down. They start it; nobody else need."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        folder: Path = options["folder"]
        if Path(settings.MEMORY_DATA_DIR) != folder:
            raise CommandError("A trial is played on a store of its own: its folder is the data folder.")
        threading.Thread(target=_end_with_the_starter, daemon=True).start()
        call_command("migrate", verbosity=0)
        trial_copies.play(folder, lambda: call_command("consolidate", stdout=StringIO()))


def _end_with_the_starter() -> None:
    """The starter's end of the pipe closes when it ends, however it ends: then nobody waits for this process."""
    while os.read(sys.stdin.fileno(), 1):  # not by `sys.stdin`, whose lock the end of the program waits for
        pass
    os._exit(1)
