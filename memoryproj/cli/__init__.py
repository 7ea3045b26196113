"""The service's command line: `manage.py` in a checkout, `rememberd` when installed.

Two kinds of commands stand side by side. Those of an agent's owner (search, facts, ingest …, in verbs.py) speak the
JSON API, of a running service or of this machine's own store. All others are Django's commands and work on this
machine's store: `rememberd help` lists them.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence

from django.core.exceptions import ImproperlyConfigured

from .. import places, secret

# What verbs.py declares. Known here without importing it, so that the other commands start without its packages.
VERBS = frozenset({
    "serve", "ingest", "search", "context", "facts", "fact", "remember", "correct", "confirm", "forget", "entity",
    "sessions", "stats", "hooks", "audit",
})  # fmt: skip
# These work on a whole store here, and through the API where a service is named.
MAINTENANCE = frozenset({"consolidate", "enrich", "decay", "reflect"})
OF_THE_PROGRAM = frozenset({"--help", "-h", "--install-completion", "--show-completion"})


def main() -> None:
    """Run the command that `sys.argv` names. Exits with a message, and without a trace (`--traceback` shows it), where
    a setting cannot be, the data folder cannot be written, or there is no store of this release."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memoryproj.settings")
    # What the service and its commands write is somebody's memory: its owner's alone. `up` hands this on.
    os.umask(0o077)
    try:
        _run()
    except ImproperlyConfigured as error:
        if "--traceback" in sys.argv:
            raise
        sys.exit(str(error))


def _run() -> None:
    if _speaks_to_the_api(sys.argv[1:]):
        from . import hooks, ingesting  # noqa: F401  (they add their commands)
        from .verbs import app

        app(prog_name=places.COMMAND)
        return
    if sys.argv[1:2] == ["mcp"]:
        # A host waits for it. What is imported stays: the collector, which the command turns on again, would look it
        # through many times and find nothing, in a seventh of the time until the first answer.
        gc.disable()
    # Whoever runs a command here owns the installation, so a first command may make its secret. `check` must not:
    # it is how an operator learns that none is set.
    if sys.argv[1:2] != ["check"]:
        ensure_secret()

    from django.core.management import execute_from_command_line
    from django.db import DatabaseError

    try:
        execute_from_command_line(sys.argv)
    except DatabaseError as error:
        from .. import schema

        if "--traceback" in sys.argv or not (told := schema.told_of(error)):
            raise
        sys.exit(told)


def ensure_secret() -> None:
    """Make the installation's secret if it has none, and the folder of a store in a file. Exits with a message where
    either cannot be written."""
    try:
        secret.ensure()
        if not os.environ.get("DATABASE_URL"):
            places.data_dir().mkdir(parents=True, exist_ok=True)
    except OSError as error:
        sys.exit(f"The data folder {places.data_dir()} cannot be written: {error.strerror}. Set MEMORY_DATA_DIR.")


def _speaks_to_the_api(words: Sequence[str]) -> bool:
    if not words:
        return not places.IS_CHECKOUT or f"_{places.COMMAND.upper()}_COMPLETE" in os.environ
    if words[0] in MAINTENANCE:
        return "MEMORY_URL" in os.environ or any(word.partition("=")[0] == "--url" for word in words[1:])
    return words[0] in VERBS or (words[0] in OF_THE_PROGRAM and not places.IS_CHECKOUT)
