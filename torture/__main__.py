"""`python -m torture [--quick] [--row N …] [--into FILE]`: try the promises, print a table of what was measured.

With `--into` each row is kept in FILE when it has ended, and a row that held there is not run again; `--table FILE`
prints what was kept. Several rows of the full tier run in `--lanes` (2) at a time, each in a process of its own: much
of a trial is waiting. Processor seconds are of all processes of a row: the clock of a busy machine says little. With
`--postgresql` what does not play on files plays on a server.
"""

from __future__ import annotations

import argparse
import importlib
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Collection, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path

from . import record, server, suites
from .outcome import Outcome

PROMISES = {
    1: ("kills", "What was answered with 2xx survives the death of any process"),
    2: ("atomicity", "Facts, links, resolutions and watermark commit together"),
    3: ("once", "A session's range takes effect once, however often delivered"),
    4: ("pending", "Every episode is consolidated or visibly pending"),
    5: ("retries", "Retries are idempotent"),
    6: ("forgetting", "Decay is a function of base, rate, last access and now alone"),
    7: ("failures", "A failing language model loses nothing"),
    8: ("adversaries", "No output of a model erases, protects, or crosses a namespace"),
    9: ("tenants", "A namespace sees its own rows alone"),
    11: ("generated", "No input from a client gives a 5xx, and answers are as documented"),
    12: ("queries", "Any text is a valid query"),
    13: ("vectors", "A bad vector never enters the index"),
    14: ("agreement", "Base rows, full text, vectors and links agree"),
    15: ("contention", "Busy means wait, then 503 with Retry-After"),
    16: ("spoilt", "A full disk or a damaged file is loud and read-only"),
    17: ("restoring", "A backup taken under load restores to a whole store"),
    18: ("erasing", "An erasure is physical"),
    19: ("reembedding", "A change of embedding model never degrades silently"),
    20: ("slots", "A schedule slot runs once"),
    21: ("queue", "The broker is disposable"),
    22: ("block", "A memory cannot leave its place in the context block"),
    23: ("secrecy", "Secrets of known shape are not stored or logged"),
    27: ("handed", "Every block can be given back, and who was told wrong is told once"),
    28: ("superseded", "Nothing superseded is handed out as current"),
}
# Promises that tests try, too or alone. `make test` runs these with the others: the quick tier leaves them out here.
SERVICES, API, ENGINE = "tests/memory/services", "tests/memory/api", "tests/memoryproj"
BY_TESTS = {
    9: ("A namespace sees its own rows alone", (f"{API}/test_every_route.py", "tests/memory/admin/test_no_leak.py")),
    10: ("No route is open by accident", (f"{API}/test_auth.py", f"{ENGINE}/test_secret_and_settings.py")),
    11: ("No input from a client gives a 5xx", (
        f"{API}/test_errors.py", "tests/memory/admin/test_hostile_addresses.py", "tests/memory/mem0/test_hostile.py",
        "tests/memory/mcp/test_hostile_http.py",
    )),
    12: ("Any text is a valid query", ("tests/memory/search/test_contract.py",)),
    13: ("A bad vector never enters the index", (
        "tests/memory/embedding/test_embed.py", f"{SERVICES}/test_embeddings.py",
    )),
    15: ("Busy means wait, then 503 with Retry-After", (
        f"{ENGINE}/test_sqlite_engine.py", f"{API}/test_errors.py", f"{SERVICES}/learning/test_saving_is_brief.py",
    )),
    16: ("A full disk or a damaged file is loud and read-only", (
        f"{ENGINE}/test_guard.py", f"{SERVICES}/upkeep/test_doctor.py",
    )),
    17: ("A backup taken under load restores to a whole store", (
        f"{SERVICES}/upkeep/test_backups.py", f"{ENGINE}/test_backups.py",
    )),
    18: ("An erasure is physical", (
        f"{SERVICES}/upkeep/test_erasures.py", f"{ENGINE}/test_scanning.py", f"{API}/test_erasures.py",
        "tests/memory/admin/test_erasing.py",
    )),
    19: ("A change of embedding model never degrades silently", (f"{SERVICES}/test_embeddings.py",)),
    23: ("Secrets of known shape are not stored or logged", (
        "tests/memory/redaction/test_masking.py", f"{SERVICES}/test_no_secret_is_kept.py",
    )),
    24: ("The curators' roles hold", (
        "tests/memory/admin/test_roles.py", "tests/memory/admin/test_scope.py", "tests/memory/test_content_policy.py",
    )),
    26: ("What a page shows as decided is stored, once", (
        "tests/browser/test_trust.py", "tests/browser/test_two_curators.py",
    )),
    27: ("Every block can be given back, and who was told wrong is told once", (
        f"{SERVICES}/handing/test_ledger.py", f"{SERVICES}/handing/test_corrections.py",
        f"{SERVICES}/handing/test_withdrawals.py",
    )),
    28: ("Nothing superseded is handed out as current", (
        f"{SERVICES}/memories/test_lineage.py", f"{SERVICES}/handing/test_context.py",
        "tests/maintenance/test_supersession.py",
    )),
}  # fmt: skip
LONGEST = (8, 26, 23, 7, 2)  # they begin first, so that no lane waits long for the last row


def main() -> int:
    parser = argparse.ArgumentParser(prog="torture", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="the tier of every test run")
    every = sorted({*PROMISES, *BY_TESTS})
    parser.add_argument("--row", type=int, nargs="*", action="extend", choices=every, help="these promises only")
    parser.add_argument("--into", type=Path, help="keep each row here; one that held is not run again")
    parser.add_argument("--table", type=Path, metavar="FILE", help="print what was kept in FILE, and run nothing")
    parser.add_argument("--make-store", type=Path, metavar="FILE", help="make a migrated, empty store, and run nothing")
    parser.add_argument("--lanes", type=int, default=2, help="rows of the full tier that run at a time (default: 2)")
    parser.add_argument(
        "--postgresql", action="store_true", help="on a PostgreSQL server of its own, or DATABASE_URL's"
    )
    options = parser.parse_args()
    if options.table:
        record.print_table(record.kept(options.table).values())
        return 0
    with ExitStack() as stack:
        if options.postgresql:
            stack.enter_context(server.running())
        _set_up()
        if options.make_store:
            importlib.import_module("torture.store").made(options.make_store)
            return 0
        rows = options.row or (PROMISES if options.quick else every)
        if options.postgresql:
            rows = [number for number in rows if number in server.ROWS]
        return _try(rows, options)


def _try(rows: Collection[int], options: argparse.Namespace) -> int:
    """The exit code: 0 where each row held."""
    known = record.kept(options.into, quick=options.quick) if options.into else {}
    failed = 0
    record.print_table([])
    left = [number for number in rows if number not in known or not known[number].held]
    many = options.lanes > 1 and len(left) > 1 and not options.quick
    ran = (
        _side_by_side(left, options.lanes, postgresql=options.postgresql)
        if many
        else (_row(number, options.quick) for number in left)
    )
    for number in rows:
        if number not in left:
            print(known[number].line(), flush=True)
    for row in ran:
        if options.into:
            record.keep(options.into, row)
        print(row.line(), flush=True)
        for flaw in row.broken[:20]:
            print(f"  ! {flaw}", file=sys.stderr, flush=True)
        failed += not row.held
    return 1 if failed else 0


def _side_by_side(numbers: Iterable[int], lanes: int, *, postgresql: bool) -> Iterator[record.Row]:
    """The rows in the order in which they end."""
    first = sorted(numbers, key=lambda number: LONGEST.index(number) if number in LONGEST else len(LONGEST))
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(lanes) as pool:
        if postgresql:
            where = server.environment()
        else:
            where = {
                "MEMORY_TEST_STORE": str(importlib.import_module("torture.store").made(Path(folder) / "memory.db"))
            }
        for done in as_completed([pool.submit(_apart, number, Path(folder), where) for number in first]):
            yield done.result()


def _apart(number: int, folder: Path, where: dict[str, str]) -> record.Row:
    """A row of the full tier in a process of its own, on what the variables in `where` name. One that ended without a
    row is told as broken."""
    into = folder / f"{number}.jsonl"
    on_a_server = ["--postgresql"] if "DATABASE_URL" in where else []
    done = subprocess.run(
        [sys.executable, "-m", "torture", "--row", str(number), "--into", str(into), *on_a_server],
        env=os.environ | where,
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False,
    )  # fmt: skip
    row = record.kept(into).get(number)
    return row or _measured(number, False, Outcome(0, [f"ended with {done.returncode}: {done.stderr[-2000:]}"]), 0, 0)


def _row(number: int, quick: bool) -> record.Row:
    started, before = time.monotonic(), record.processor()
    outcome = _tried(number, quick)
    return _measured(number, quick, outcome, time.monotonic() - started, record.processor() - before)


def _measured(number: int, quick: bool, outcome: Outcome, seconds: float, processor: float) -> record.Row:
    promise = (PROMISES.get(number) or ("", BY_TESTS[number][0]))[1]
    return record.Row(
        number, promise, quick, outcome.cases, outcome.broken, outcome.note, round(seconds), round(processor),
        commit=record.commit(), day=f"{datetime.now(UTC):%Y-%m-%d}",
    )  # fmt: skip


def _tried(number: int, quick: bool) -> Outcome:
    """The trial of a promise; in full also its tests, which `make test` runs with the others. On a server
    `make test-postgres` does."""
    outcome = Outcome()
    if number in PROMISES:
        outcome = importlib.import_module(f"torture.{PROMISES[number][0]}").run(quick)
    if number in BY_TESTS and not quick and not server.environment():
        outcome = outcome.with_(suites.run(BY_TESTS[number][1]))
    return outcome


def _set_up() -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    import django

    django.setup()
    import logging

    logging.disable(logging.ERROR)  # hundreds of scripted failures would hide the table


if __name__ == "__main__":
    sys.exit(main())
