"""`make five-minutes`: each host from an empty folder until the memory answers, timed; the page that shows it is made.

Names (`make five-minutes ONLY="mcp-stdio crewai"`) choose among the hosts; what was kept of the others stays. Ports
8000 and 8001 must be free.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from . import page
from .paths import PATHS, HostPath
from .records import Record
from .terminal import Terminal

ROOT = Path(__file__).resolve().parent.parent.parent
PROGRAMS = Path(__file__).resolve().parent / "programs"
SERVICE = "service"
OF_SERVICE = ("pyproject.toml", "setup.py", "README.md", "LICENSE", "memoryproj", "memory", "maintenance", "reflection",
              "templates")  # fmt: skip
OF_CLIENT = ("pyproject.toml", "README.md", "src")
WITHOUT = shutil.ignore_patterns("__pycache__", "*.egg-info")


def main() -> None:
    names = sys.argv[1:] or list(PATHS)
    if unknown := set(names) - set(PATHS):
        sys.exit(f"No such host: {', '.join(sorted(unknown))}. There are {', '.join(PATHS)}.")
    with tempfile.TemporaryDirectory(prefix="five-minutes-") as folder:
        everything = Path(folder)
        parts, tools = everything / "parts", everything / "tools"
        _build(parts)
        _have_tools(tools)
        alone = [name for name in names if PATHS[name].own_service and name != SERVICE]
        for name in alone:
            place = everything / name
            with _opened(PATHS[name], place, place, parts, tools / "bin") as terminal:
                _record(name, terminal)
        if names != alone:
            _record_with_one_service([name for name in names if not PATHS[name].own_service], everything, parts, tools)
    page.FILE.write_text(page.page(), encoding="utf-8")


def _record_with_one_service(names: list[str], everything: Path, parts: Path, tools: Path) -> None:
    home = everything / "home"
    with _opened(PATHS[SERVICE], home, home, parts, tools / "bin") as service:
        _record(SERVICE, service)
        for name in names:
            place = everything / name
            with _opened(PATHS[name], place, home, parts, tools / "bin") as terminal:
                (place / SERVICE).symlink_to(home / SERVICE)
                _record(name, terminal)
            shutil.rmtree(place)


def _build(parts: Path) -> None:
    """What a registry would have: the service's wheel, the client's, the client for node."""
    for source, names in ((ROOT, OF_SERVICE), (ROOT / "clients" / "python", OF_CLIENT)):
        # From a copy: setuptools leaves a `build` folder beside the sources, and packs what is in it.
        copy = parts / "source"
        copy.mkdir(parents=True)
        for name in names:
            one = source / name
            shutil.copytree(one, copy / name, ignore=WITHOUT) if one.is_dir() else shutil.copy(one, copy)
        _run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(parts), str(copy))
        shutil.rmtree(copy)
    typescript = ROOT / "clients" / "typescript"
    _run("node", "node_modules/typescript/bin/tsc", folder=typescript)
    _run("npm", "pack", "--silent", "--pack-destination", str(parts), folder=typescript)


def _have_tools(folder: Path) -> None:
    """pipx and uv, which a person has already."""
    _run(sys.executable, "-m", "venv", str(folder))
    _run(str(folder / "bin" / "pip"), "install", "-qq", "pipx", "uv")
    for name in ("python", "python3", "pip", "pip3"):
        (folder / "bin" / name).unlink(missing_ok=True)


def _run(*words: str, folder: Path = ROOT) -> None:
    subprocess.run(words, cwd=folder, check=True, stdout=subprocess.DEVNULL)  # noqa: S603 (the words stand above)


@contextmanager
def _opened(path: HostPath, place: Path, home: Path, parts: Path, tools: Path) -> Iterator[Terminal]:
    place.mkdir()
    for file in [*parts.iterdir(), *(PROGRAMS / name for name in path.programs)]:
        shutil.copy(file, place)
    with Terminal(place, home, [tools]) as terminal:
        yield terminal


def _record(name: str, terminal: Terminal) -> None:
    path = PATHS[name]
    steps = []
    for line in path.lines:
        steps.append(terminal.type(line))
        print(f"{name}: {line}  {steps[-1].seconds:.1f} s", flush=True)
    print(steps[-1].shown)
    if path.expected not in steps[-1].shown:
        sys.exit(f"{name}: {path.expected!r} is not in\n{steps[-1].shown}")
    installed = sum(_mebibytes(terminal.folder / folder) for folder in path.folders)
    Record.of(name, steps, installed).write()


def _mebibytes(folder: Path) -> float:
    return sum(file.lstat().st_blocks * 512 for file in folder.rglob("*") if not file.is_dir()) / 2**20


if __name__ == "__main__":
    main()
