"""A command of this machine's store that tells what it did: in lines for people, with `--json` for programs."""

from __future__ import annotations

import argparse
import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from memory.services.errors import MemoryServiceError
from memory.text import BadText, check_characters


def text(argument: str) -> str:
    """An argument that the store can hold, as the type of an option. Python reads bytes of the shell's that are no
    UTF-8 as lone surrogates. Raises ArgumentTypeError."""
    try:
        return check_characters(argument)
    except BadText as error:
        raise argparse.ArgumentTypeError(f"it {error} (is it UTF-8?)") from error


def in_one_line(said: object) -> str:
    """What a server says in several lines, as a part of a sentence."""
    return " ".join(str(said).split())


class AnsweringCommand(BaseCommand):
    """`answer` is what such a command writes to the output; all else goes to standard error. What a caller can act on
    ends it with a sentence."""

    def create_parser(self, prog_name: str, subcommand: str, **options: Any) -> CommandParser:
        parser = super().create_parser(prog_name, subcommand, **options)
        parser.add_argument("--json", action="store_true", help="the answer as JSON, alone on the output")
        return parser

    def execute(self, *args: Any, **options: Any) -> Any:
        """What a service refuses ends the command with its sentence."""
        try:
            return super().execute(*args, **options)
        except MemoryServiceError as error:
            raise CommandError(error.detail) from error

    def answer(self, options: dict[str, Any], value: Any, *lines: str) -> None:
        """`value` for programs, `lines` for people."""
        if options["json"]:
            self.stdout.write(json.dumps(value, indent=2, default=str))
            return
        for line in lines:
            self.stdout.write(line)
