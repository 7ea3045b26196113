"""`python -m torture [--quick] [--row N …]`: run the trials and print the table of promises with what was measured."""

from __future__ import annotations

import argparse
import importlib
import os
import sys
import time

PROMISES = {
    1: ("kills", "What was answered with 2xx survives the death of any process"),
    2: ("atomicity", "Facts, links, resolutions and watermark commit together"),
    3: ("once", "A session's range takes effect once, however often delivered"),
    4: ("pending", "Every episode is consolidated or visibly pending"),
    5: ("retries", "Retries are idempotent"),
    6: ("forgetting", "Decay is a function of base, rate, last access and now alone"),
    7: ("failures", "A failing language model loses nothing"),
    8: ("adversaries", "No output of a model erases, protects, or crosses a namespace"),
    14: ("agreement", "Base rows, full text, vectors and links agree"),
    20: ("slots", "A schedule slot runs once"),
    21: ("queue", "The broker is disposable"),
    22: ("block", "A memory cannot leave its place in the context block"),
}


def main() -> int:
    parser = argparse.ArgumentParser(prog="torture", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="the tier of every test run")
    parser.add_argument("--row", type=int, nargs="*", choices=sorted(PROMISES), help="these promises only")
    options = parser.parse_args()
    _set_up()
    failed = 0
    print("| # | promise | cases | broken | seconds | measured |\n|---|---|---|---|---|---|", flush=True)
    for number in options.row or PROMISES:
        module, promise = PROMISES[number]
        started = time.monotonic()
        outcome = importlib.import_module(f"torture.{module}").run(options.quick)
        seconds = time.monotonic() - started
        print(
            f"| {number} | {promise} | {outcome.cases} | {len(outcome.broken)} | {seconds:.0f} | {outcome.note} |",
            flush=True,
        )
        for flaw in outcome.broken[:20]:
            print(f"  ! {flaw}", file=sys.stderr, flush=True)
        failed += bool(outcome.broken) or not outcome.cases
    return 1 if failed else 0


def _set_up() -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    import django

    django.setup()
    import logging

    logging.disable(logging.ERROR)  # hundreds of scripted failures would hide the table


if __name__ == "__main__":
    sys.exit(main())
