"""The hosts, and what a person types for each from an empty folder until the memory answers."""

from __future__ import annotations

from dataclasses import dataclass

SERVICE_WHEEL = "rememberd-0.1.0-py3-none-any.whl"
CLIENT_WHEEL = "rememberd_client-0.1.0-py3-none-any.whl"
CLIENT_OF_NPM = "rememberd-client-0.1.0.tgz"
URL = "http://127.0.0.1:8000"
READY = f"until curl -sf {URL}/livez; do sleep 0.2; done"


@dataclass(frozen=True)
class Works:
    """What of a memory the host has. A word says what is particular; empty: it has it not."""

    context: str = ""  # without the model's help
    tools: str = ""
    turns: str = ""  # kept by themselves


@dataclass(frozen=True)
class HostPath:
    """One host's way. `lines` are typed one after the other in a folder with `programs` and what `make` builds."""

    title: str
    lines: tuple[str, ...]
    expected: str  # stands in what the last line prints
    works: Works | None = None  # none: a way to install, not a host
    adapter: tuple[str, ...] = ()  # the files that this host's way goes through and no other's
    programs: tuple[str, ...] = ()
    folders: tuple[str, ...] = ()  # what was installed
    own_service: bool = False  # it starts the service itself, as its first act


def _service(command: str, options: str = "") -> tuple[str, ...]:
    return (
        f"{command} serve{options} > service.log 2>&1 &",
        READY,
        f'{command} remember "The user\'s sister Ana lives in Lisbon."',
        f'{command} context "Where does my sister live?"',
    )


def _key(namespace: str, pattern: str = "") -> str:
    words = f"service/bin/rememberd create_api_key {namespace} --namespace {pattern or namespace}"
    return f"export MEMORY_URL={URL} MEMORY_KEY=$({words})"


def _python(
    title: str, name: str, program: str, library: str, works: Works, *, pattern: str = "", silent: str = "",
) -> HostPath:  # fmt: skip
    """A host that is a library of Python, with the client's extra `name`."""
    return HostPath(
        title,
        (
            "python3 -m venv agent",
            f"agent/bin/pip install -qq '{CLIENT_WHEEL}[{name}]'",
            f"agent/bin/pip list 2>/dev/null | grep -E '^{library} '",
            _key(name, pattern),
            *([silent] if silent else []),
            f"cat {program}",
            f"agent/bin/python {program}",
        ),
        "Ana",
        works,
        (f"clients/python/src/rememberd_client/{name.replace('-', '_')}.py",),
        (program,),
        ("agent",),
    )


def _node(
    title: str, name: str, program: str, packages: str, shown: str, works: Works, adapter: str, *, pattern: str = ""
) -> HostPath:  # fmt: skip
    return HostPath(
        title,
        (
            "npm init -y > /dev/null",
            f"npm install --silent {packages}",
            f"npm list --depth=0 | grep -oE '{shown}@[0-9.]+'",
            _key(name, pattern),
            *(["export MEM0_TELEMETRY=false"] if shown == "mem0ai" else []),
            f"cat {program}",
            f"node {program}",
        ),
        "Ana",
        works,
        (adapter,),
        (program,),
        ("node_modules",),
    )


YES = "yes"
PATHS: dict[str, HostPath] = {
    "service": HostPath(
        "Install with pip",
        (
            "python3 -m venv service",
            f"service/bin/pip install -qq {SERVICE_WHEEL}",
            *_service("service/bin/rememberd", " --mcp-port 8001"),
        ),
        "Lisbon",
        folders=("service",),
        own_service=True,
    ),
    "pipx": HostPath(
        "Install with pipx",
        (
            f"pipx install --quiet ./{SERVICE_WHEEL}",
            "export PATH=$PATH:~/.local/bin",
            *_service("rememberd"),
        ),
        "Lisbon",
        folders=(".local/share/pipx",),
        own_service=True,
    ),
    "uvx": HostPath(
        "Install with uvx",
        _service(f"uvx --quiet --from ./{SERVICE_WHEEL} rememberd"),
        "Lisbon",
        folders=(".cache/uv",),
        own_service=True,
    ),
    "cli": HostPath(
        "The command line",
        (
            "export PATH=$PWD/service/bin:$PATH",
            _key("cli", "cli --scopes read,write,admin").replace("service/bin/", ""),
            "cat talk.jsonl",
            "rememberd ingest talk.jsonl",
            "rememberd consolidate",
            "rememberd facts",
            'rememberd context "Where does my sister live?"',
        ),
        "Lisbon",
        Works(),
        ("memoryproj/cli/verbs.py", "memoryproj/cli/door.py", "memoryproj/cli/ingesting.py"),
        ("talk.jsonl",),
    ),
    "mcp-stdio": HostPath(
        "A host of MCP, by a process of its own",
        (
            "python3 -m venv agent",
            "agent/bin/pip install -qq mcp",
            "agent/bin/pip list 2>/dev/null | grep -E '^mcp '",
            "cat mcp_client.py",
            "agent/bin/python mcp_client.py service/bin/rememberd",
        ),
        "Ana",
        Works(tools=YES, turns="by the tool `save_turns`"),
        ("memory/mcp/*.py",),
        ("mcp_client.py",),
        ("agent",),
    ),
    "mcp-http": HostPath(
        "A host of MCP, over HTTP",
        (
            "python3 -m venv agent",
            "agent/bin/pip install -qq openai-agents",
            "agent/bin/pip list 2>/dev/null | grep -E '^(mcp|openai-agents) '",
            _key("mcp-http"),
            "cat mcp_http.py",
            "agent/bin/python mcp_http.py",
        ),
        "Ana",
        Works(tools=YES, turns="by the tool `save_turns`"),
        ("memory/mcp/*.py",),
        ("mcp_http.py",),
        ("agent",),
    ),
    "claude-code": HostPath(
        "Claude Code's hooks",
        (
            "export PATH=$PWD/service/bin:$PATH",
            _key("claude-code").replace("service/bin/", ""),
            "rememberd hooks install claude-code",
            "cat prompt.json",
            "rememberd hooks run claude-code < session_end.json",
            "rememberd hooks run claude-code < prompt.json",
        ),
        "Ana",
        Works(YES, "by MCP", YES),
        ("memory/api/hooks.py", "memoryproj/cli/hooks.py", "memoryproj/cli/transcript.py"),
        ("prompt.json", "session_end.json", "transcript.jsonl"),
    ),
    "openai-agents": _python(
        "OpenAI Agents SDK", "openai-agents", "openai_agents.py", "openai-agents",
        Works(YES, YES, "yes, and the whole session"),
    ),
    "langgraph": _python(
        "LangGraph", "langgraph", "langgraph_store.py", "langgraph", Works(turns="what the graph puts"),
    ),
    "anthropic": _python(
        "Anthropic's memory tool", "anthropic", "anthropic_tool.py", "anthropic",
        Works(tools="the memory tool", turns="what the model writes"),
    ),
    "google-adk": _python(
        "Google ADK", "google-adk", "google_adk.py", "google-adk",
        Works(tools="its own `load_memory`", turns="when the session is handed in"), pattern="'home/*'",
    ),
    "pydantic-ai": _python(
        "Pydantic AI", "pydantic-ai", "pydantic_agent.py", "pydantic-ai-slim", Works(YES, YES, YES),
    ),
    "llama-index": _python(
        "LlamaIndex", "llama-index", "llama_chat.py", "llama-index-core",
        Works(YES, turns="when they leave the short-term memory"),
    ),
    "crewai": _python(
        "CrewAI", "crewai", "crew.py", "crewai", Works(tools=YES),
        silent="export CREWAI_DISABLE_TELEMETRY=true OTEL_SDK_DISABLED=true",
    ),
    "python": HostPath(
        "Python",
        (
            "python3 -m venv agent",
            f"agent/bin/pip install -qq {CLIENT_WHEEL}",
            _key("python"),
            "cat python_client.py",
            "agent/bin/python python_client.py",
        ),
        "Ana",
        Works(context="a call", turns="a call"),
        tuple(f"clients/python/src/rememberd_client/{name}.py" for name in ("calls", "concurrent", "inside")),
        ("python_client.py",),
        ("agent",),
    ),
    "typescript": _node(
        "TypeScript", "typescript", "client.mjs", f"./{CLIENT_OF_NPM}", "rememberd-client",
        Works(context="a call", turns="a call"), "clients/typescript/src/client.ts",
    ),
    "ai-sdk": _node(
        "AI SDK", "ai-sdk", "ai_sdk.mjs", f"./{CLIENT_OF_NPM} ai", "ai", Works(context=YES, turns=YES),
        "clients/typescript/src/ai-sdk.ts",
    ),
    "mem0-pypi": HostPath(
        "mem0's client of PyPI",
        (
            "python3 -m venv agent",
            "agent/bin/pip install -qq mem0ai",
            "agent/bin/pip list 2>/dev/null | grep -E '^mem0ai '",
            _key("mem0", "'mem0/*'"),
            "export MEM0_TELEMETRY=false",
            "cat mem0_client.py",
            "agent/bin/python mem0_client.py",
        ),
        "Ana",
        Works(turns="what the program adds"),
        ("memory/mem0/*.py",),
        ("mem0_client.py",),
        ("agent",),
    ),
    "mem0-npm": _node(
        "mem0's client of npm", "mem0-npm", "mem0_client.mjs", "--ignore-scripts mem0ai", "mem0ai",
        Works(turns="what the program adds"), "memory/mem0/*.py", pattern="'mem0/*'",
    ),
}  # fmt: skip
