"""`manage.py extraction_eval`: how well the configured provider learns from our own dialogues, and what it costs."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from maintenance import evaluation, extraction


class Command(BaseCommand):
    help = "Run the provider of facts over the judged dialogues; print precision, coverage, tokens and cost."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--half", choices=evaluation.HALVES, default="fresh", help="which dialogues")
        parser.add_argument("--provider", help="rules, openai or a dotted path (default: MEMORY_FACTS_PROVIDER)")

    def handle(self, *args: Any, **options: Any) -> None:
        configured = settings.MEMORY_FACTS_PROVIDER
        settings.MEMORY_FACTS_PROVIDER = options["provider"] or configured
        try:
            ready, reason = extraction.available()
            if not ready:
                raise CommandError(reason)
            for line in evaluation.report(options["half"]):
                self.stdout.write(line, ending="")
        finally:
            settings.MEMORY_FACTS_PROVIDER = configured
