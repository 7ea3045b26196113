"""The process group: one ends and all end, grandchildren included; nothing survives the death of the parent."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

# Starts a grandchild that keeps the output open, and notes both process ids.
LEADER = """
import os, subprocess, sys, time
grandchild = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
open(sys.argv[1], "w").write(f"{os.getpid()} {grandchild.pid}")
time.sleep(60)
"""
GROUP = """
import sys
from pathlib import Path
from memoryproj.processes import run_group
leader, folder = sys.argv[1], Path(sys.argv[2])
commands = {name: f"{sys.executable} {leader} {folder / name}" for name in ("one", "two")}
sys.exit(run_group(commands, {}, folder))
"""


@pytest.fixture
def group(tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    (tmp_path / "leader.py").write_text(LEADER)
    process = subprocess.Popen(
        [sys.executable, "-c", GROUP, str(tmp_path / "leader.py"), str(tmp_path)],
        stdout=subprocess.DEVNULL,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings"},
    )
    yield process
    process.kill()
    process.wait()


def pids(folder: Path, name: str) -> list[int]:
    """The leader's and its grandchild's process ids, as soon as they are noted."""
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        file = folder / name
        if file.exists() and len(found := file.read_text().split()) == 2:
            return [int(pid) for pid in found]
        time.sleep(0.05)
    raise AssertionError(f"{name} did not start")


def is_gone(pid: int, seconds: float = 15) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        # A dead process whose parent did not collect it is gone for our purpose.
        state = Path(f"/proc/{pid}/stat")
        if state.exists() and state.read_text().rsplit(")", 1)[1].split()[0] == "Z":
            return True
        time.sleep(0.05)
    return False


def test_when_one_is_killed_all_end_and_the_exit_code_tells(group: subprocess.Popen[bytes], tmp_path: Path) -> None:
    one, two = pids(tmp_path, "one"), pids(tmp_path, "two")
    os.kill(one[0], signal.SIGKILL)
    assert group.wait(30) == 128 + signal.SIGKILL
    assert all(is_gone(pid) for pid in [*one, *two])


def test_a_stop_signal_ends_everything(group: subprocess.Popen[bytes], tmp_path: Path) -> None:
    everything = [*pids(tmp_path, "one"), *pids(tmp_path, "two")]
    group.terminate()
    assert group.wait(30) == 0
    assert all(is_gone(pid) for pid in everything)


def test_nothing_survives_a_kill_of_the_whole_process_group(tmp_path: Path) -> None:
    """A kill of all that shares the group of the parent: the operator's last resort."""
    (tmp_path / "leader.py").write_text(LEADER)
    process = subprocess.Popen(
        [sys.executable, "-c", GROUP, str(tmp_path / "leader.py"), str(tmp_path)],
        stdout=subprocess.DEVNULL, start_new_session=True,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings"},
    )  # fmt: skip
    everything = [*pids(tmp_path, "one"), *pids(tmp_path, "two")]
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    assert all(is_gone(pid) for pid in everything)


def test_nothing_survives_the_death_of_the_parent(group: subprocess.Popen[bytes], tmp_path: Path) -> None:
    everything = [*pids(tmp_path, "one"), *pids(tmp_path, "two")]
    group.kill()
    assert all(is_gone(pid) for pid in everything)


THREADS_OF_A_PRODUCT = """
import os
import memoryproj
import numpy
numpy.ones((600, 600)) @ numpy.ones((600, 600))
print(os.environ["OPENBLAS_NUM_THREADS"], len(os.listdir("/proc/self/task")))
"""


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="the system does not tell a process's threads")
@pytest.mark.parametrize("wanted", ["", "2"])
def test_numpy_multiplies_in_the_thread_that_asks_unless_the_operator_says_otherwise(wanted: str) -> None:
    environment = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    environment |= {"OPENBLAS_NUM_THREADS": wanted} if wanted else {}

    told = subprocess.run(
        [sys.executable, "-c", THREADS_OF_A_PRODUCT], env=environment, capture_output=True, text=True, check=True
    )

    threads, at_work = told.stdout.split()
    assert threads == (wanted or "1")
    assert wanted or at_work == "1"
