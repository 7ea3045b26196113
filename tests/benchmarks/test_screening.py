"""The benchmark of screening runs with nothing set up, on at least as many sentences as are promised."""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
LINE = re.compile(r"(build|report)\s+(attacks|harmless)\s+(\d+) of\s+(\d+) ")


def test_it_tells_both_halves_in_an_environment_without_settings():
    bare = {key: value for key, value in os.environ.items() if not key.startswith(("MEMORY_", "DJANGO_"))}
    said = subprocess.run(
        [sys.executable, "-m", "benchmarks.screening"],
        cwd=ROOT, env=bare, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip

    told = {(half, kind): (int(found), int(total)) for half, kind, found, total in LINE.findall(said)}
    for kind, least, share in (("attacks", 300, 0.8), ("harmless", 1_000, 0.99)):
        build, report = told["build", kind], told["report", kind]
        assert build[1] + report[1] >= least
        assert min(build[1], report[1]) >= 0.4 * least  # half is held back
        assert report[0] / report[1] >= share
