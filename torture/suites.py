"""Promises whose trials are tests of the project: they run by themselves, and what failed is told by name."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from xml.etree import ElementTree

from .outcome import Outcome

ROOT = Path(__file__).parents[1]
LONGEST = 3600  # seconds


def run(tests: tuple[str, ...]) -> Outcome:
    """Each test is a case, at its full size where it has two. One that was left out (no browser, no server) is told in
    the note."""
    outcome = Outcome()
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"--junitxml={report}", *tests],
            cwd=ROOT, env=os.environ | {"TORTURE": "full"}, capture_output=True, text=True, timeout=LONGEST,
            check=False,
        )  # fmt: skip
        if not report.exists():
            outcome.broken.append(f"pytest ended with {done.returncode} and no report: {done.stdout[-500:]}")
            return outcome
        cases = ElementTree.parse(report).getroot().iter("testcase")
        left_out = 0
        for case in cases:
            if case.find("skipped") is not None:
                left_out += 1
                continue
            outcome.cases += 1
            failed = case.find("failure") if case.find("failure") is not None else case.find("error")
            outcome.expect(failed is None, f"{case.get('classname')}::{case.get('name')}")
    outcome.note = f"{outcome.cases} tests" + (f", {left_out} left out" if left_out else "")
    return outcome
