"""docs/five-minutes.md was seen, of the programs as they are; and each of these still works with the service."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from django.conf import settings

from benchmarks.five_minutes import page, paths
from benchmarks.five_minutes.__main__ import PROGRAMS
from benchmarks.five_minutes.paths import PATHS
from benchmarks.five_minutes.records import Record, lines_of
from benchmarks.five_minutes.terminal import LineFailed, Terminal
from tests import hosts
from tests.clients.test_in_hosts import ADAPTERS
from tests.store import committed

__all__ = ["committed"]

TYPESCRIPT = settings.BASE_DIR / "clients" / "typescript"
PYTHON = sorted(
    program for path in PATHS.values() for program in path.programs
    if program.endswith(".py") and not program.startswith("mcp")
)  # fmt: skip
NODE = sorted(program for path in PATHS.values() for program in path.programs if program.endswith(".mjs"))
MINUTES = 5


def test_the_page_is_made_of_what_was_seen():
    assert page.FILE.read_text(encoding="utf-8") == page.page(), "the page is out of date: make five-minutes"


def test_every_adapter_and_every_client_has_its_way():
    adapters = {Path(file).stem for path in PATHS.values() for file in path.adapter}
    assert adapters >= ADAPTERS | {"ai-sdk", "client", "hooks", "verbs"}


@pytest.mark.parametrize("name", PATHS)
def test_a_record_is_of_the_lines_and_programs_as_they_are(name):
    path, record = PATHS[name], Record.read(name)
    assert [step["line"] for step in record.steps] == list(path.lines)
    assert path.expected in record.steps[-1]["shown"]
    shown = {step["line"]: step["shown"] for step in record.steps}
    for program in path.programs:
        if f"cat {program}" in shown:
            text = (PROGRAMS / program).read_text(encoding="utf-8")
            # The shell's end of a line is not the program's.
            assert shown[f"cat {program}"].strip() == text.strip()
    assert abs(lines_of(name) - record.lines) <= record.lines / 5, "the adapter has grown: record it again"


@pytest.mark.parametrize("name", PATHS)
def test_a_way_takes_less_than_five_minutes_of_the_processor_and_tells_nothing_of_the_machine(name):
    record = Record.read(name)
    assert 0 < record.total("seconds") < MINUTES * 60
    told = "\n".join(step["shown"] + step["line"] for step in record.steps)
    assert not re.search(r"mem_[0-9a-f]{8}_|/tmp/|/root|/home/|/work", told)


@pytest.mark.parametrize("program", PYTHON)
def test_a_program_of_python_saves_and_recalls(live_server, committed, make_key, tmp_path, program):
    python = hosts.CREWAI if program == "crew.py" else hosts.PYTHON
    if python == hosts.CREWAI and not python.exists():
        pytest.skip("CrewAI's libraries are not installed: make test-crewai")
    key = make_key("home/*", default_namespace="home/maya")
    done = hosts.run(
        str(PROGRAMS / program), home=tmp_path, python=python, MEMORY_URL=live_server.url, MEMORY_KEY=key,
        PYTHONPATH=str(settings.BASE_DIR / "clients" / "python" / "src"),
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "Ana" in done.stdout


@pytest.mark.xdist_group("typescript")
@pytest.mark.skipif(shutil.which("npm") is None, reason="no npm here: the TypeScript client is not tested")
@pytest.mark.parametrize("program", NODE)
def test_a_program_of_node_saves_and_recalls(live_server, committed, make_key, tmp_path, program):
    modules = TYPESCRIPT / "node_modules"
    assert (modules / ".ready").exists(), "Its packages are missing: make clients/typescript/node_modules/.ready"
    own = tmp_path / "node_modules"
    own.mkdir()
    for package in modules.iterdir():
        (own / package.name).symlink_to(package)
    (own / "rememberd-client").mkdir()
    shutil.copy(TYPESCRIPT / "package.json", own / "rememberd-client")
    compiler = modules / "typescript" / "bin" / "tsc"
    subprocess.run(["node", compiler, "--outDir", own / "rememberd-client" / "dist"], cwd=TYPESCRIPT, check=True)
    shutil.copy(PROGRAMS / program, tmp_path)
    key = make_key("home/*", default_namespace="home/maya")
    done = subprocess.run(
        ["node", program], cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False,
        env=os.environ | {"MEMORY_URL": live_server.url, "MEMORY_KEY": key, "MEM0_TELEMETRY": "false"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "Ana" in done.stdout


def test_a_terminal_tells_what_was_shown_and_stops_at_what_fails(tmp_path):
    with Terminal(tmp_path, tmp_path, []) as terminal:
        terminal.type("export NAME=Ana")
        assert terminal.type('echo "$NAME" in $PWD').shown == "Ana in ."
        assert terminal.type("printf 'no end of line'").shown == "no end of line"
        assert terminal.type("sleep 60 > /dev/null &").shown == ""
        step = terminal.type("python3 -c 'sum(range(10**7))'")
        assert step.seconds + 0.01 >= step.processor > 0.05  # the shell tells the processor's in hundredths
        with pytest.raises(LineFailed, match="no such"):
            terminal.type("ls 'no such'")
    assert paths.URL.startswith("http://127.0.0.1")
