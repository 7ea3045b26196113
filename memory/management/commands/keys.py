"""`manage.py keys`: what keys there are, and rotating, revoking or limiting one. `create_api_key` makes a first one."""

from __future__ import annotations

import argparse
from datetime import timedelta
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.db.models import Q
from django.utils import timezone

from memory.models import ApiKey
from memory.models.namespaces import OVERLAP
from memoryproj.answering import AnsweringCommand, text

LONGEST = 3650  # days


def days(written: str) -> timedelta:
    number = float(written)
    if not 0 <= number <= LONGEST:  # refuses NaN too
        raise ValueError(written)
    return timedelta(days=number)


class Command(AnsweringCommand):
    help = (
        "List the API keys, or rotate, revoke or limit one. A key is named by how it begins (mem_1a2b3c4d) or by its "
        "name. A rotated key goes on for the days of --overlap, while its users take the new one, which is printed "
        "alone on stdout."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        verbs = parser.add_subparsers(dest="verb", required=True)
        verbs.add_parser("list", help="name, beginning, namespaces, scopes, state and last use of each")
        rotate = verbs.add_parser("rotate", help="make a new key that may the same for as long, and end the old one")
        rotate.add_argument("--overlap", type=days, default=OVERLAP, help="days for which both open (default: 1)")
        revoke = verbs.add_parser("revoke", help="shut its users out at once")
        expire = verbs.add_parser("expire", help="let it open nothing from some day on")
        expire.add_argument("--days", type=days, required=True, help="from now on")
        for verb in verbs.choices.values():
            # Behind the verb as well as before it; the default is the one that stands there.
            verb.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help=argparse.SUPPRESS)
        for verb in (rotate, revoke, expire):
            verb.add_argument("key", type=text, help="mem_<prefix>, or the name where one key alone bears it")

    def handle(self, *args: Any, **options: Any) -> None:
        verb = options["verb"]
        if verb == "list":
            keys = ApiKey.objects.order_by("name", "pk")
            self.answer(options, [_row(key) for key in keys], *("\t".join(_told(key)) for key in keys))
            return
        key = _named(options["key"])
        if key.revoked_at is not None:
            raise CommandError(f"{key} is revoked already.")
        if verb == "rotate":
            if not key.usable:
                raise CommandError(f"{key} is expired: make another with create_api_key.")
            fresh, secret = key.rotate(options["overlap"])
            self.stderr.write(f"{key} opens until {key.expires_at:%Y-%m-%d %H:%M} UTC.")
            if fresh.expires_at:
                self.stderr.write(f"{fresh} keeps its end: it opens until {fresh.expires_at:%Y-%m-%d %H:%M} UTC.")
            self.answer(options, _row(key) | {"new_key": secret}, secret)
            return
        if verb == "revoke":
            key.revoke()
            self.stderr.write(f"{key} is revoked: it opens nothing from now on.")
        else:
            key.expire(timezone.now() + options["days"])
            self.stderr.write(f"{key} opens until {key.expires_at:%Y-%m-%d %H:%M} UTC.")
        self.answer(options, _row(key))


def _named(given: str) -> ApiKey:
    prefix = given.removeprefix("mem_").partition("_")[0]
    found = list(ApiKey.objects.filter(Q(prefix=prefix) | Q(name=given, revoked_at=None)))
    found = [key for key in found if key.usable or key.prefix == prefix] or found  # an expired one stands behind
    if not found:
        raise CommandError(f"No key is called {given}, or begins so: `keys list` tells.")
    if len(found) > 1:
        raise CommandError(f"{len(found)} keys are called {given}: say mem_<prefix>, as `keys list` tells.")
    return found[0]


def _row(key: ApiKey) -> dict[str, Any]:
    return {
        "name": key.name, "begins": f"mem_{key.prefix}", "namespaces": key.namespace_pattern, "scopes": key.scopes,
        "state": _state(key), "expires_at": key.expires_at and key.expires_at.isoformat(),
        "last_used_at": key.last_used_at and key.last_used_at.isoformat(),
    }  # fmt: skip


def _state(key: ApiKey) -> str:
    return "revoked" if key.revoked_at else "usable" if key.usable else "expired"


def _told(key: ApiKey) -> list[str]:
    used = f"used {key.last_used_at:%Y-%m-%d %H:%M}" if key.last_used_at else "never used"
    ends = f"until {key.expires_at:%Y-%m-%d %H:%M}" if key.expires_at else "no end"
    return [key.name, f"mem_{key.prefix}", key.namespace_pattern, ",".join(key.scopes), _state(key), ends, used]
