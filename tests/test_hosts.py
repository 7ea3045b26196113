"""docs/hosts.md: what people paste into their hosts' settings is what the service offers."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.core.management import load_command_class

from memory.mcp.http import PATH
from memory.tools import ToolSet, of_set
from memoryproj.cli import hooks

PAGE = (Path(__file__).resolve().parent.parent / "docs" / "hosts.md").read_text(encoding="utf-8")
READERS = {"json": json.loads, "toml": tomllib.loads}
HOMES = ("mcpServers", "servers", "context_servers", "mcp_servers")  # where a host keeps its servers
SECTIONS = dict(re.findall(r"^## ([^\n]+)\n(.*?)(?=^## |\Z)", PAGE, re.DOTALL | re.MULTILINE))
SERVERS = [
    pytest.param(READERS[kind](text), id=f"{host} {number}")
    for host, section in SECTIONS.items()
    for number, (kind, text) in enumerate(re.findall(r"```(json|toml)\n(.*?)```", section, re.DOTALL), 1)
]


def test_each_promised_host_has_its_settings():
    told = {param.id.rpartition(" ")[0] for param in SERVERS}
    assert {"Claude Desktop", "Claude Code", "Cursor", "VS Code", "Zed", "Codex"} <= told


@pytest.mark.parametrize("settings", SERVERS)
def test_the_settings_start_or_reach_the_server(settings: dict[str, Any]):
    (home,) = [settings[name] for name in HOMES if name in settings]
    server = home["memory"]
    command = load_command_class("memory", "mcp")
    if "command" in server:
        assert server["command"] == "rememberd"
        name, *words = server["args"]
        assert name == "mcp"
        assert command.create_parser("rememberd", name).parse_args(words).namespace == "default"
        return
    address = urlsplit(server["url"])
    assert address.path == PATH
    assert address.port == command.create_parser("rememberd", "mcp").get_default("port")
    key = server.get("bearer_token_env_var") or server["headers"]["Authorization"]
    assert key == "MEMORY_KEY" or re.fullmatch(r"Bearer \$\{(env:)?[\w:-]+\}", key)


PLUGIN = Path(__file__).resolve().parent.parent / "clients" / "plugin"


def of_plugin(name: str) -> Any:
    return json.loads((PLUGIN / name).read_text(encoding="utf-8"))


def test_the_plugin_is_one_by_the_open_format_and_starts_the_server():
    manifest, servers = of_plugin("plugin.json"), of_plugin("mcp.json")
    allowed = {"$schema", "name", "version", "description", "author", "homepage", "repository", "license", "keywords",
               "extensions"}  # fmt: skip
    assert set(manifest) <= allowed
    assert manifest["$schema"] == "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json"
    assert servers["mcpServers"]["memory"]["type"] == "stdio"
    test_the_settings_start_or_reach_the_server(servers)


def test_the_plugin_has_a_skill_that_names_the_tools_as_they_are():
    (skill,) = PLUGIN.glob("skills/*/SKILL.md")
    _, head, text = skill.read_text(encoding="utf-8").split("---\n", 2)
    fields = dict(line.split(": ", 1) for line in head.splitlines())
    assert fields["name"] == skill.parent.name
    assert 0 < len(fields["description"]) <= 1024
    named = set(re.findall(r"`(\w+_\w+)`", text))
    assert named == {tool.name for tool in of_set(ToolSet.ORCHESTRATOR)} - {"memory_stats"}


def test_the_plugin_for_claude_code_has_the_same_name_and_the_hooks_that_the_command_installs():
    manifest, own = of_plugin(".claude-plugin/plugin.json"), of_plugin("plugin.json")
    assert {name: manifest[name] for name in ("name", "version", "description")} == {
        name: own[name] for name in ("name", "version", "description")
    }
    assert (PLUGIN / manifest["mcpServers"]).exists()
    table = of_plugin("hooks/hooks.json")["hooks"]
    assert set(table) == set(hooks.EVENTS)
    for groups in table.values():
        (hook,) = groups[0]["hooks"]
        assert (hook["command"], hook["timeout"]) == (f"rememberd {hooks.OURS}", hooks.SECONDS)
