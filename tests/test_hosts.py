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
