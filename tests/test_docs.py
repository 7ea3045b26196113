"""The documentation is run: every console line of the README, against a real server; every setting has its row."""

from __future__ import annotations

import json
import re
import shlex
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command, get_commands
from django.db import connection

from memory.models import ApiKey
from memory.models.namespace_settings import READERS
from tests.store import committed, know, say

__all__ = ["committed"]

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```console\n(.*?)```", README, re.DOTALL)
LINES = [line.removeprefix("$ ") for block in BLOCKS for line in block.splitlines() if line.startswith("$ ")]
CURLS = [line for line in LINES if line.startswith("curl ")]
COMMANDS = [line for line in LINES if "manage.py" in line]


def send(line: str, server: str, key: str) -> tuple[int, dict[str, Any]]:
    """Do what a curl line of the README does; only the options that it uses are known here."""
    words = shlex.split(line.replace("$MEMORY_KEY", key))[1:]
    url, headers, data = "", {}, None
    while words:
        word = words.pop(0)
        if word == "-H":
            name, _, value = words.pop(0).partition(": ")
            headers[name] = value
        elif word == "-d":
            data = words.pop(0).encode()
        elif word != "-s":
            assert not url, f"an option that the test does not know: {word}"
            url = word
    assert url.startswith("http://127.0.0.1:8000/")
    request = urllib.request.Request(url.replace("http://127.0.0.1:8000", server), data, headers)
    with urllib.request.urlopen(request, timeout=20) as response:
        return response.status, json.loads(response.read())


def test_the_readme_has_lines_to_run():
    assert len(CURLS) >= 8
    assert len(COMMANDS) >= 6
    assert sorted(CURLS + COMMANDS) == sorted(LINES)


def test_every_curl_line_works_when_pasted(committed, live_server):
    _, key = ApiKey.objects.issue(
        "first key", pattern="*", scopes=["read", "write", "admin"], default_namespace="default"
    )
    answers = [send(line, live_server.url, key) for line in CURLS]
    assert {status for status, _ in answers} <= {200, 201}
    peanuts = next(body for line, (_, body) in zip(CURLS, answers, strict=True) if "must not eat" in line)
    assert "hazelnuts" in peanuts["context"]
    again = [send(line, live_server.url, key) for line in CURLS]
    assert {status for status, _ in again} <= {200, 201}


def test_every_command_runs(committed, capsys):
    say(committed, "s1", "I live in Hamburg.", name="Maya")
    know(committed, "Ann likes tea.")
    for line in COMMANDS:
        words = shlex.split(line)
        assert words[:2] == [".venv/bin/python", "manage.py"]
        if words[2] == "backup" and connection.vendor != "sqlite":
            with pytest.raises(CommandError, match="has its own tools for backups"):
                call_command(*words[2:])
        else:
            call_command(*words[2:])
    assert "mem_" in capsys.readouterr().out


def test_every_command_that_the_readme_names_exists_and_the_other_way_round():
    ours = {name for name, app in get_commands().items() if app in {"memory", "maintenance", "reflection"}}
    named = set(re.findall(r"manage\.py ([a-z_]+)", README)) - {"check", "migrate"}
    assert named - ours == set()
    table = README[README.index("### All commands") :]
    listed = set(re.findall(r"`(?:manage\.py )?([a-z_]+)", table[: table.index("### In production")]))
    assert ours - listed == set()


def test_the_makes_that_the_readme_names_exist():
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert set(re.findall(r"`make ([a-z-]+)", README)) <= targets


def variables() -> set[str]:
    """Every environment variable that the code reads under the product's name."""
    found = set()
    for app in ("memoryproj", "memory", "maintenance", "reflection"):
        for file in (ROOT / app).rglob("*.py"):
            text = file.read_text(encoding="utf-8")
            found |= set(
                re.findall(r"""(?:env(?:_[a-z]+)?\(|environ(?:\.get\(|\[))\s*["'](MEMORY_[A-Z_]+)["']""", text)
            )
    return found


def test_every_setting_stands_in_the_readmes_table_and_none_is_made_up():
    table = README[README.index("## Settings") :]
    listed = set(re.findall(r"^\| `(MEMORY_[A-Z_]+)`", table, re.MULTILINE))
    elsewhere = {"MEMORY_API_KEY"}  # for the MCP client's configuration, and described there
    assert variables() - listed - elsewhere == set()
    assert listed - variables() == set()
    assert all(name in README for name in elsewhere & variables())


PAGES = [
    "README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "docs/architecture.md", "docs/adr/README.md",
    "docs/hosts.md", "docs/five-minutes.md",
]  # fmt: skip


@pytest.mark.parametrize("page", PAGES)
def test_links_between_pages_lead_somewhere(page):
    file = ROOT / page
    for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", file.read_text(encoding="utf-8")):
        if not target.startswith(("http:", "https:", "mailto:")):
            assert (file.parent / target).exists(), target


def test_every_setting_of_a_namespace_is_in_the_readme():
    table = README.partition("### A namespace's own settings")[2].partition("\n## ")[0]
    assert re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE) == list(READERS)
