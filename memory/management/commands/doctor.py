"""`manage.py doctor`: do base rows, full text, vectors and links agree? With --repair, make them."""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from memory.services import doctor


class Command(BaseCommand):
    help = "Compare base rows, full text, vectors and links; --repair mends them from the base rows."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--repair", action="store_true", help="mend what can be mended without losing anything")

    def handle(self, *args: Any, **options: Any) -> None:
        found = doctor.repair() if options["repair"] else doctor.examine()
        for flaw in found:
            self.stdout.write(f"{flaw.rows} × {flaw.what}")
        left = doctor.examine() if options["repair"] and found else found
        if not left:
            self.stdout.write(self.style.SUCCESS("mended" if found else "all is well"))
            return
        if options["repair"]:
            self.stdout.write(f"{len(left)} cannot be mended")
        sys.exit(1)
