"""The quick tier of the trials in `torture/`: each in a process of its own, on stores of its own."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from torture.__main__ import BY_TESTS, PROMISES

ROOT = Path(__file__).parents[2]


def _environment():
    """The test run's own data folder and database are not the trial's."""
    return {key: value for key, value in os.environ.items() if not key.startswith("MEMORY_")}


@pytest.mark.parametrize("row", PROMISES)
def test_a_promise_holds(row, migrated):
    environment = _environment() | {"MEMORY_TEST_STORE": str(migrated)}
    done = subprocess.run(
        [sys.executable, "-m", "torture", "--quick", "--row", str(row)],
        cwd=ROOT, env=environment, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr[-4000:]


def test_every_promise_has_a_trial_and_the_tests_of_a_promise_are_there():
    # 25 is `make mutants`.
    assert sorted({*PROMISES, *BY_TESTS, 25}) == list(range(1, 29))
    for _, tests in BY_TESTS.values():
        for path in tests:
            assert (ROOT / path).is_file(), path
