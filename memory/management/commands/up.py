"""`manage.py up`: the whole service as one group of processes, or a host's part of it: web, workers, beat."""

from __future__ import annotations

import hashlib
import os
import secrets
import shlex
import shutil
import sys
from collections.abc import Callable
from contextlib import ExitStack
from importlib.metadata import version
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core import checks
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DEFAULT_DB_ALIAS, connections

from memory import measuring
from memory.background import prepare_queue_folders
from memory.models import ApiKey, Namespace
from memory.services.trying import trials
from memoryproj import lock, ports
from memoryproj.postgresql import locks
from memoryproj.processes import run_group

FIRST_KEY_NAMESPACE = "default"
FIRST_ACCESS = "first_access.txt"
PARTS = ("web", "embed", "llm", "maintenance", "beat")
HEADER_MILLISECONDS = 10_000  # for a request's headers to come in


class Command(BaseCommand):
    help = "Start web, workers and beat together. The first start makes an admin account and an API key."
    requires_system_checks = []  # `check_amiss` runs them, with the database

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--host", type=ports.address, default="127.0.0.1", help="address to listen on (default: %(default)s)"
        )
        parser.add_argument("--port", type=int, default=8000, help="port to listen on (default: %(default)s)")
        parser.add_argument("--mcp-port", type=int, help="serve MCP over HTTP on this port, too")
        parser.add_argument(
            "--only", metavar="PARTS", default="",
            help=f"this host's part of the service, of {', '.join(PARTS)}, as in --only web,beat (default: all)",
        )  # fmt: skip

    def handle(self, *args: Any, **options: Any) -> None:
        host, port, mcp_port = options["host"], options["port"], options["mcp_port"]
        if port == mcp_port:
            raise CommandError(f"--port and --mcp-port are both {port}: each needs a port of its own.")
        group = parts_of(commands(host, port, mcp_port), options["only"])
        prepare_data_folder()
        try:
            with (
                lock.hold(settings.MEMORY_DATA_DIR, f"{settings.MEMORY_COMMAND} up --host {host} --port {port}"),
                ExitStack() as claimed,
            ):
                for part, wanted in (("web", port), ("mcp", mcp_port)):
                    if wanted is not None and part in group:
                        claimed.enter_context(ports.claim(host, wanted))
                self.check_amiss()
                call_command("migrate", verbosity=0)
                collect_static()
                trials.clear_leftovers()
                measuring.begin(settings.MEMORY_DATA_DIR / measuring.FOLDER)
                self.greet(host, port, mcp_port, *first_account_and_key(self.stderr.write))
                connections.close_all()  # nothing that is open now may be carried into the children
                sys.exit(run_group(group, environment(), settings.BASE_DIR))
        except lock.Held as error:
            raise CommandError(f"{error}. Stop that one first, or set another MEMORY_DATA_DIR.") from error
        except ports.Taken as error:
            raise CommandError(f"{error}. Choose another with --port or --mcp-port.") from error

    def check_amiss(self) -> None:
        """Tell what is amiss, and end where that is an error. Django would also tell the driver's version, as an issue:
        a first start would begin with what reads like a failure."""
        found = checks.run_checks(databases=[DEFAULT_DB_ALIAS])
        if any(one.level > checks.INFO and not one.is_silenced() for one in found):
            self.check(databases=[DEFAULT_DB_ALIAS])

    def greet(self, host: str, port: int, mcp_port: int | None, password: str | None, key: str | None) -> None:
        shown_host = "127.0.0.1" if host in {"0.0.0.0", "::"} else host  # noqa: S104
        place = f"http://{f'[{shown_host}]' if ':' in shown_host else shown_host}"
        base = f"{place}:{port}"
        say = self.stdout.write
        say(f"Admin     {base}/admin/")
        say(f"API docs  {base}/api/v1/docs")
        if mcp_port:
            say(f"MCP       {place}:{mcp_port}/mcp")
        shown = self.stdout.isatty()  # a log that others read is no place for a key
        if lines := first_access(password, key):
            file = keep_first_access(lines)
            say("")
            for line in lines if shown else ():
                say(line)
            say(f"{'Kept' if shown else what_was_made(password, key)} in {file}: read it, then delete it.")
        else:
            say("\nThe account and the key of the first start go on.")
        if not key:
            say(f"Another key: {settings.MEMORY_COMMAND} create_api_key")
        say("\nTry it:" if key and shown else "\nTry it (MEMORY_KEY holds your key):")
        for line in curl_lines(base, key if key and shown else "$MEMORY_KEY"):
            say(line)
        say("")
        self.stdout.flush()


def first_access(password: str | None, key: str | None) -> list[str]:
    """What a first start made, a line each."""
    said = [("Admin account:  user admin  password", password), ("API key:       ", key)]
    return [f"{what} {secret}" for what, secret in said if secret]


def what_was_made(password: str | None, key: str | None) -> str:
    """What stands in the file, as the beginning of a sentence. A store may have had the one and not the other."""
    if password and key:
        return "The first account and key are"
    return "A new account is" if password else "A new key is"


def keep_first_access(lines: list[str]) -> Path:
    """Write them into the data folder, readable by the service's user alone; answers the file."""
    file = settings.MEMORY_DATA_DIR / FIRST_ACCESS
    file.unlink(missing_ok=True)
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as opened:
        opened.write("\n".join(lines) + "\n")
    return Path(file)


def curl_lines(base: str, key: str) -> list[str]:
    """Three lines to paste: tell it something in passing, have it remember a fact, ask what it knows."""
    head = f'curl -s -H "Authorization: Bearer {key}" -H "Content-Type: application/json" {base}/api/v1'
    return [
        f"{head}/sessions/first/messages -d "
        """'{"messages": [{"role": "user", "content": "My sister Ana lives in Lisbon."}]}'""",
        f"{head}/memories -d " """'{"content": "The user is allergic to peanuts."}'""",
        f"{head}/context -d " """'{"prompt": "What am I allergic to?"}'""",
    ]


def prepare_data_folder() -> None:
    """Make the data folder; raises CommandError where it cannot be written."""
    folder = settings.MEMORY_DATA_DIR
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        probe = folder / f".probe-{os.getpid()}"
        probe.write_text("")
        probe.unlink()
        prepare_queue_folders()
    except OSError as error:
        raise CommandError(
            f"The data folder {folder} cannot be written ({error.strerror}). Set MEMORY_DATA_DIR to one that can."
        ) from error


def collect_static() -> None:
    """Gather the pages' assets for the web server, again only when a package that ships them has changed."""
    packages = ("django", "django-unfold", "django-ninja")
    own = sorted(Path(settings.BASE_DIR, "memory", "static").rglob("*.*"))
    said = [f"{name} {version(name)}" for name in packages] + [f"{file} {file.stat().st_mtime_ns}" for file in own]
    wanted = hashlib.sha256("\n".join(said).encode()).hexdigest()
    stamp = settings.STATIC_ROOT / ".collected"
    if stamp.is_file() and stamp.read_text() == wanted:
        return
    shutil.rmtree(settings.STATIC_ROOT, ignore_errors=True)
    call_command("collectstatic", interactive=False, verbosity=0)
    stamp.write_text(wanted)


def first_account_and_key(say: Callable[[str], object]) -> tuple[str | None, str | None]:
    """What this start made, as `first_account` and `first_key` do. Of hosts that start together one makes them."""
    with locks.making_ready(say):
        return first_account(), first_key()


def first_account() -> str | None:
    """Make the account `admin` where there is no account at all; answers its password, which is not kept."""
    users = get_user_model().objects
    if users.exists():
        return None
    password = secrets.token_urlsafe(12)
    users.create_superuser("admin", password=password)
    return password


def first_key() -> str | None:
    """Make a key where there is none at all; answers its text, which is not kept."""
    if ApiKey.objects.exists():
        return None
    Namespace.objects.get_or_create(name=FIRST_KEY_NAMESPACE)
    _, text = ApiKey.objects.issue(
        "first key", pattern="*", scopes=["read", "write", "admin"], default_namespace=FIRST_KEY_NAMESPACE
    )
    return text


def commands(host: str, port: int, mcp_port: int | None = None) -> dict[str, str]:
    """{name: shell command} of the group. All but the web give way to it when the processor is short."""
    python = shlex.quote(sys.executable)
    give_way = "nice -n 5 " if shutil.which("nice") else ""
    celery = f"{give_way}{python} -m celery --quiet --app memoryproj"
    worker = (
        f"{celery} worker --concurrency {settings.MEMORY_WORKER_PROCESSES} --loglevel WARNING "
        "--without-gossip --without-mingle"
    )
    # With the embedded broker all is on one machine, where a process more costs more than it brings.
    embedded = settings.MEMORY_BROKER_URL.startswith("filesystem:")
    group = {
        "web": (
            f"{python} -m granian --interface rsgi --host {shlex.quote(host)} --port {port} "
            f"--workers {settings.MEMORY_WEB_PROCESSES} "
            f"--http1-header-read-timeout {HEADER_MILLISECONDS} --no-ws --log-level warning --workers-kill-timeout 5 "
            f"--static-path-route {settings.STATIC_URL.rstrip('/')} "
            f"--static-path-mount {shlex.quote(str(settings.STATIC_ROOT))} memoryproj.rsgi:application"
        ),
        "embed": f"{worker} --queues {'embed,maintenance' if embedded else 'embed'} --hostname embed@%h",
        "llm": f"{worker} --queues llm --hostname llm@%h",
        **({} if embedded else {"maintenance": f"{worker} --queues maintenance --hostname maintenance@%h"}),
        "beat": f"{celery} beat --loglevel WARNING --pidfile= --schedule=",
    }
    if mcp_port:
        # Imported here: the protocol's packages take a second to load.
        from memory.mcp.http import server_command

        group["mcp"] = shlex.join(server_command(host, mcp_port))
    return group


def parts_of(group: dict[str, str], only: str) -> dict[str, str]:
    """What of `group` the comma list `only` names; all where it is empty. Raises CommandError for another name."""
    asked = [name.strip() for name in only.split(",") if name.strip()]
    if not asked:
        return group
    for name in asked:
        if name not in group:
            raise CommandError(f"{name!r} is no part of the service here: choose from {', '.join(group)}.")
    embedded = settings.MEMORY_BROKER_URL.startswith("filesystem:")
    if embedded and set(asked) != set(group):
        raise CommandError("A part alone needs a broker that other hosts reach: set MEMORY_BROKER_URL.")
    return {name: group[name] for name in asked}


def environment() -> dict[str, str]:
    return {
        **os.environ,
        "PYTHONUNBUFFERED": "1",
        # One expects SIGTERM to end a worker soon. Celery waits for its task to end then, however long that takes; on
        # SIGQUIT (and so, by this variable of Celery's) it waits for CELERY_WORKER_SOFT_SHUTDOWN_TIMEOUT.
        "REMAP_SIGTERM": "SIGQUIT",
        # In a container everybody is root, and the worker takes JSON alone.
        "PYTHONWARNINGS": "ignore:You're running the worker with superuser privileges",
    }
