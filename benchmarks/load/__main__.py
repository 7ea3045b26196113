"""`python -m benchmarks.load [--postgresql]`: how much the service bears, on SQLite and beside it on PostgreSQL.

Both services run at once, as `up` starts them, and get their runs in turns, so that what slows the machine slows both.
First each kind of request alone, at a low rate: what one costs. Then all kinds together, at one rate after the other,
until neither store keeps up; with so many web processes and worker processes as `--processes` says.

`--postgresql` starts a server of its own, or takes the empty database that DATABASE_URL names. `--stores FOLDER` keeps
what was filled for the next run of the same size.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from memoryproj import throwaway

from . import report
from .runs import ROOT, Run, Target, run
from .watching import look_at_file, look_at_server, processes, watching

ALONE = {"ingest": 40.0, "context": 6.0, "search": 10.0}  # a second, of one kind and no other
IDLE = 5.0  # seconds at most of looking at what the parts use while nothing comes
WARMING = 3.0  # seconds at most of a first run that nobody counts


@dataclass(frozen=True)
class Store:
    database: str
    folder: Path
    url: str
    key: str
    requests: Mapping[str, list[str]]


def main() -> None:
    asked = _arguments()
    with ExitStack() as stack:
        folder = asked.stores or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="memory-load-")))
        stores = [_filled("SQLite", folder / f"sqlite-{asked.memories}-{asked.namespaces}", "", asked)]
        if asked.postgresql:
            url = stack.enter_context(_server(folder / f"server-{asked.memories}-{asked.namespaces}"))
            stores.append(_filled("PostgreSQL", folder / "postgresql", url, asked))
        runs = list(_measured(stores, asked))
    singles = [one for one in runs if len(one.outcome.kinds) == 1]
    together = [one for one in runs if len(one.outcome.kinds) > 1]
    print(f"\n{asked.memories:,} memories in {asked.namespaces:,} namespaces, {asked.seconds:g} s a run.\n")
    print(f"{report.alone(singles)}\n\n{report.summary(together)}\n\n{report.mixed(together)}")
    print(f"\nThe sender itself was late by {max(one.late for one in runs):.1f} ms at most (p99 of a run).")
    if asked.json:
        asked.json.write_text(json.dumps([asdict(one) for one in runs]))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load", description=__doc__)
    parser.add_argument("--postgresql", action="store_true")
    parser.add_argument("--namespaces", type=int, default=100)
    parser.add_argument("--memories", type=int, default=100_000)
    parser.add_argument("--processes", default="1,2", help="of the web, and of each worker: one series each")
    parser.add_argument("--rates", default="10,20,30,40,60,80,120,160", help="requests a second, from low to high")
    parser.add_argument("--mix", default="ingest=6,context=3,search=1", help="how many of each kind")
    parser.add_argument("--seconds", type=float, default=20.0, help="of arrivals, in each run")
    parser.add_argument("--outstanding", type=int, default=128, help="connections, each with one request under way")
    parser.add_argument("--stores", type=Path)
    parser.add_argument("--json", type=Path)
    return parser.parse_args()


def _filled(database: str, folder: Path, url: str, asked: argparse.Namespace) -> Store:
    """A process of its own fills it: the settings of a process are of one store."""
    began = time.perf_counter()
    done = subprocess.run(  # noqa: S603
        [
            sys.executable, "-m", "benchmarks.load.stores", "--folder", str(folder), "--database-url", url,
            "--namespaces", str(asked.namespaces), "--memories", str(asked.memories),
        ],
        text=True, check=True, stdout=subprocess.PIPE, cwd=ROOT,
    )  # fmt: skip
    print(f"({database}: ready in {time.perf_counter() - began:.0f} s)", file=sys.stderr, flush=True)
    return Store(database, folder, url, **json.loads(done.stdout))


@contextmanager
def _server(folder: Path) -> Iterator[str]:
    """A PostgreSQL server that flushes what it commits, as SQLite does here."""
    if given := os.environ.get("DATABASE_URL"):
        yield given
        return
    from tests import postgres

    folder.mkdir(parents=True, exist_ok=True)
    for one in (folder, folder.parent):
        one.chmod(0o755)
    server = postgres.start(str(folder), quick=())
    try:
        yield server.get_uri()
    finally:
        server.cleanup()


def _measured(stores: list[Store], asked: argparse.Namespace) -> Iterator[Run]:
    mix = {kind: float(share) for kind, share in (part.split("=") for part in asked.mix.split(","))}
    seed = 0
    for number, count in enumerate(map(int, asked.processes.split(","))):
        with ExitStack() as stack:
            targets = [stack.enter_context(_serving(store, count, asked.seconds)) for store in stores]
            for target in targets:
                run(target, 5.0 * count, min(WARMING, asked.seconds), mix, asked.outstanding, seed)
            for kind in () if number else mix:
                for target in targets:
                    yield _told(run(target, ALONE[kind], asked.seconds, {kind: 1.0}, asked.outstanding, seed))
            left = list(targets)
            for rate in map(float, asked.rates.split(",")):
                seed += 1
                for target in tuple(left):
                    yield (one := _told(run(target, rate, asked.seconds, mix, asked.outstanding, seed)))
                    if not one.kept_up:
                        left.remove(target)


def _told(one: Run) -> Run:
    kinds = ", ".join(one.outcome.kinds)
    print(
        f"{one.database}, {one.processes} processes, {one.rate:g} a second of {kinds}: {one.a_second:.1f} in time "
        f"{one.why}", file=sys.stderr, flush=True,
    )  # fmt: skip
    return one


@contextmanager
def _serving(store: Store, count: int, seconds: float) -> Iterator[Target]:
    """The service over the store, as `up` starts it, with so many web processes and processes of each worker."""
    from tests import service

    given: dict[str, Any] = {
        **throwaway.environment(store.folder, store.url),
        "MEMORY_BACKGROUND_THREAD": "1",
        "MEMORY_BROKER_URL": "filesystem://",
        "MEMORY_SQLITE_SYNCHRONOUS": "FULL",
        "MEMORY_WEB_PROCESSES": str(count),
        "MEMORY_WORKER_PROCESSES": str(count),
    }
    look = look_at_server(store.url) if store.url else look_at_file(store.folder / "memory.db")
    with service.running(store.folder, store.folder / "log", **given) as running:
        roots = {running.process.pid: "rest"}
        if store.url and (postmaster := _postmaster(store.url)):
            roots[postmaster] = "server"
        time.sleep(min(IDLE, seconds))  # it starts its models and its first sweep
        with watching(roots, look) as seen:
            time.sleep(min(IDLE, seconds))
        yield Target(store.database, count, running.port, store.requests, roots, look, seen.parts)


def _postmaster(url: str) -> int:
    """The process that is the parent of the server's; 0 where the server is another machine's."""
    import psycopg

    with psycopg.connect(url) as link:
        pid = link.info.backend_pid
        own = processes().get(pid)
        return own.parent if own and own.command.startswith("postgres:") else 0


if __name__ == "__main__":
    main()
