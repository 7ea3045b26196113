"""`manage.py trial`: what other settings would change, tried on a throwaway copy of a namespace."""

from __future__ import annotations

import difflib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from ...services import namespaces
from ...services.errors import MemoryServiceError
from ...services.trying import trials

TURNS = 500


class Command(BaseCommand):
    help = (
        "Try settings on a throwaway copy of a namespace: it is asked its memory tests and kept prompts without and "
        "with them, and with --learn its newest turns are learnt from under both. Nothing of the namespace changes."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("namespace")
        parser.add_argument(
            "--set", action="append", default=[], metavar="NAME=VALUE", dest="change",
            help='a setting to try, such as ranking=rrf or learn=["preference"] (JSON, or as it is); repeatable',
        )  # fmt: skip
        parser.add_argument(
            "--prompt", type=Path, metavar="FILE",
            help="a learning_prompt to try: what a language model is asked to write down; tells with --learn alone",
        )  # fmt: skip
        parser.add_argument(
            "--learn", type=int, nargs="?", const=TURNS, default=0, metavar="TURNS",
            help=f"learn from the newest TURNS (default {TURNS}) again; with a language model this costs tokens, twice",
        )  # fmt: skip

    def handle(self, *args: Any, **options: Any) -> None:
        change = dict(_given(text) for text in options["change"])
        if options["prompt"]:
            change["learning_prompt"] = _text_of(options["prompt"])
        if not change:
            raise CommandError("Say what to try: --set NAME=VALUE, or --prompt FILE.")
        try:
            namespace = namespaces.existing(options["namespace"])
            told = trials.compare(namespace, trials.tried(namespace, change), learn=options["learn"])
        except MemoryServiceError as error:
            raise CommandError(f"{error.detail.removesuffix('.')}.") from error
        self.show_blocks(told.asked)
        if told.learnt is not None:
            self.show_facts(told.learnt)

    def show_blocks(self, asked: Sequence[trials.TriedQuestion]) -> None:
        for one in asked:
            if one.differs:
                self.stdout.write(f"\n{one.question}")
                for line in difflib.ndiff(one.now.splitlines(), one.then.splitlines()):
                    if line[0] in "+-":
                        self.stdout.write(f"  {line}")
        self.stdout.write(f"{sum(one.differs for one in asked)} of {len(asked)} blocks would differ")

    def show_facts(self, learnt: trials.TriedLearning) -> None:
        for sign, facts in (("-", learnt.no_longer), ("+", learnt.newly)):
            for fact in facts:
                self.stdout.write(f"  {sign} {fact}")
        self.stdout.write(
            f"{learnt.both} facts would be learnt as now, {len(learnt.no_longer)} no longer, {len(learnt.newly)} newly"
        )


def _text_of(file: Path) -> str:
    """Raises CommandError for what cannot be read."""
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"{file} cannot be read: {error}.") from error


def _given(text: str) -> tuple[str, Any]:
    """A setting's name and value. Raises CommandError."""
    name, sign, value = text.partition("=")
    if not sign:
        raise CommandError(f"{text} is no NAME=VALUE.")
    try:
        return name.strip(), json.loads(value)
    except ValueError:
        return name.strip(), value
