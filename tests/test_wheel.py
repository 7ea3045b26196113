"""The built wheel, installed into an empty environment and started from an empty folder, does the main job.

The environment is a new virtual environment in which the wheel alone is installed. A .pth file lends it the
dependencies of the environment that runs the tests: downloading them would take minutes and prove nothing of the wheel.
"""

from __future__ import annotations

import ast
import contextlib
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import sysconfig
import time
import tomllib
import urllib.error
import urllib.request
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("memoryproj", "memory", "maintenance", "reflection")
STARTING = 60  # seconds
pytestmark = pytest.mark.xdist_group("wheel")  # one build for all of them


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    """The wheel, built from a copy: setuptools leaves a `build` folder beside the sources, and packs what is in it."""
    source = tmp_path_factory.mktemp("source")
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    for name in (*PACKAGES, "templates"):
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    out = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", out, source)
    return next(iter(Path(out).glob("*.whl")))


def run(*words: Any) -> str:
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_wheel_holds_every_file_of_the_packages_and_the_templates(wheel):
    wanted = {
        file.relative_to(ROOT).as_posix()
        for folder in PACKAGES
        for file in (ROOT / folder).rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    }
    wanted |= {
        f"memoryproj/{file.relative_to(ROOT).as_posix()}" for file in (ROOT / "templates").rglob("*") if file.is_file()
    }
    held = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert held == wanted
    assert wheel.name.startswith("rememberd-")


def needed(extras: tuple[str, ...] = ()) -> set[str]:
    """What an installed service has: what the wheel asks for, with these extras, and what that asks for in turn."""
    told = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    left = [*told["dependencies"], *(one for extra in extras for one in told["optional-dependencies"][extra])]
    found: set[str] = set()
    while left:
        asked = Requirement(left.pop())
        name = canonicalize_name(asked.name)
        if name in found or (
            asked.marker and not any(asked.marker.evaluate({"extra": one}) for one in ("", *asked.extras))
        ):
            continue
        found |= {name, *(f"{name}-{extra}" for extra in asked.extras)}  # as psycopg names its parts
        with contextlib.suppress(metadata.PackageNotFoundError):  # for another machine, or another database
            left += metadata.requires(name) or []
    return found


def imported(folder: str) -> set[tuple[str, str]]:
    """(file, first part of the name) of what the modules of a package import, inside functions too."""
    return {
        (path.relative_to(ROOT).as_posix(), name.split(".")[0])
        for path in (ROOT / folder).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        for name in (
            [alias.name for alias in node.names] if isinstance(node, ast.Import)
            else [node.module or ""] if isinstance(node, ast.ImportFrom) and not node.level else []
        )
    }  # fmt: skip


def test_the_packages_import_nothing_that_the_wheel_does_not_ask_for():
    """The environment below is lent all that the tests have: a library that is not asked for would not be missed."""
    asked_for = needed(("onnx", "redis", "postgres"))
    whose = metadata.packages_distributions()
    undeclared = [
        f"{path} imports {name}"
        for folder in PACKAGES
        for path, name in sorted(imported(folder))
        if name not in sys.stdlib_module_names and name not in PACKAGES
        and not {canonicalize_name(one) for one in whose.get(name, [name])} & asked_for
    ]  # fmt: skip
    assert undeclared == []


@dataclass
class Installed:
    """The service as somebody who installed it has it: its base URL, the API key it printed, the user's home."""

    url: str
    key: str
    home: Path
    started_in: Path

    def get(self, path: str) -> tuple[int, str]:
        try:
            with urllib.request.urlopen(self.url + path, timeout=20) as response:
                return response.status, response.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()

    def post(self, path: str, body: dict[str, Any]) -> Any:
        request = urllib.request.Request(
            f"{self.url}/api/v1{path}", json.dumps(body).encode(),
            {"Authorization": f"Bearer {self.key}", "Content-Type": "application/json"},
        )  # fmt: skip
        with urllib.request.urlopen(request, timeout=20) as response:
            return json.loads(response.read())


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory) -> Iterator[Installed]:
    place = tmp_path_factory.mktemp("installed")
    environment, home, started_in = place / "venv", place / "home", place / "empty"
    home.mkdir()
    started_in.mkdir()
    run(sys.executable, "-m", "venv", "--without-pip", environment)
    python = environment / "bin" / "python"
    run(sys.executable, "-m", "pip", "--python", python, "install", "--no-deps", "--no-index", wheel)
    own = Path(run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip())
    (own / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    of_this_run = ("MEMORY_", "DJANGO_", "PYTHON", "XDG_")
    variables = {name: value for name, value in os.environ.items() if not name.startswith(of_this_run)}
    log = place / "log"
    with log.open("w") as output:
        service = subprocess.Popen(
            [environment / "bin" / "rememberd", "up", "--port", str(port)], cwd=started_in, stdout=output,
            stderr=subprocess.STDOUT, env=variables | {"HOME": str(home)}, start_new_session=True,
        )  # fmt: skip
    try:
        url = f"http://127.0.0.1:{port}"
        await_answer(f"{url}/livez", service, log)
        first_access = home / ".local" / "share" / "rememberd" / "first_access.txt"
        (key,) = re.findall(r"API key:\s+(\S+)", first_access.read_text())
        assert key not in log.read_text()
        yield Installed(url, key, home, started_in)
    finally:
        service.send_signal(signal.SIGTERM)
        try:
            code = service.wait(timeout=40)
        finally:
            if service.poll() is None:
                os.killpg(service.pid, signal.SIGKILL)
    assert code == 0, log.read_text()


def await_answer(url: str, service: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + STARTING
    while time.monotonic() < deadline:
        assert service.poll() is None, log.read_text()
        try:
            urllib.request.urlopen(url, timeout=5).close()
            return
        except OSError:
            time.sleep(0.2)
    raise AssertionError(log.read_text())


def test_it_ingests_remembers_and_answers_with_context(installed):
    turn = {"role": "user", "name": "Maya", "content": "My sister Elin lives in Lisbon."}
    ingested = installed.post("/sessions/s1/messages", {"messages": [turn]})
    assert len(ingested["episodes"]) == 1
    fact = installed.post("/memories", {"content": "Maya is allergic to hazelnuts."})
    assert fact["kind"] == "fact"
    block = installed.post("/context", {"prompt": "What is Maya allergic to?"})
    assert "hazelnuts" in block["context"]


def test_its_pages_and_static_files_are_served(installed):
    status, page = installed.get("/admin/login/")
    assert status == 200
    assert 'name="password"' in page
    links = set(re.findall(r'(?:href|src)="(/static/[^"]+)"', page))
    assert any("memory/" in link for link in links), page
    assert {link: installed.get(link)[0] for link in links} == dict.fromkeys(links, 200)


def test_its_data_lies_in_the_users_own_folder(installed):
    assert list(installed.started_in.iterdir()) == []
    assert [file for file in installed.home.rglob("memory.db") if file.parent.name == "rememberd"]
