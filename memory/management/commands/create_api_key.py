"""`manage.py create_api_key`: a key for a client, printed once."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import CommandError, CommandParser

from memory.models import ApiKey
from memory.models.purposes import Hidden
from memoryproj.answering import AnsweringCommand, text

ARGUMENTS = {
    "name": "name", "namespace_pattern": "--namespace", "default_namespace": "--default", "scopes": "--scopes",
    "purpose": "--purpose", "hidden_kinds": "--hide-kind", "hidden_tags": "--hide-tag", "subject": "--subject",
}  # fmt: skip


class Command(AnsweringCommand):
    help = "Create an API key and print it, alone, on stdout. It is stored hashed and cannot be shown again."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", type=text, help="what the key is for")
        parser.add_argument("--namespace", required=True, help="a namespace, or a pattern such as acme/* or *")
        parser.add_argument("--default", default="", help="the namespace of calls that name none")
        parser.add_argument("--scopes", default="read,write", help="of read, write, admin, erase; comma-separated")
        parser.add_argument("--purpose", type=text, default="", help="what it is for, in your words")
        parser.add_argument("--hide-kind", action="append", default=[], help="a kind that the key never sees")
        parser.add_argument(
            "--hide-tag", type=text, action="append", default=[], help="a tag whose memories it never sees"
        )
        parser.add_argument(
            "--subject", type=text, default="", help="whose access tokens open it too (MEMORY_OAUTH_ISSUER)"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            key, secret = ApiKey.objects.issue(
                options["name"],
                pattern=options["namespace"],
                scopes=[scope.strip() for scope in options["scopes"].split(",") if scope.strip()],
                default_namespace=options["default"],
                purpose=options["purpose"],
                hidden=Hidden.of(options["hide_kind"], options["hide_tag"]),
                subject=options["subject"],
            )
        except ValidationError as error:
            raise CommandError("; ".join(_named(error))) from error
        self.answer(
            options,
            {"name": key.name, "key": secret, "namespaces": key.namespace_pattern, "scopes": key.scopes},
            secret,
        )


def _named(error: ValidationError) -> list[str]:
    """What is wrong, each with the argument that it is about."""
    fields = error.message_dict if hasattr(error, "error_dict") else {"": error.messages}
    return [
        f"{ARGUMENTS[field]}: {message}" if field in ARGUMENTS else message
        for field, messages in fields.items()
        for message in messages
    ]
