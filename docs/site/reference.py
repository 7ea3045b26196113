"""The pages of the reference, made from the code: routes from the OpenAPI document, tools from their registry, commands
from the program that reads them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

Json = dict[str, Any]
METHODS = ("get", "post", "put", "patch", "delete")


def pages() -> dict[str, str]:
    """{path of a page: its Markdown}. Django must be set up."""
    import typer.main

    from memory.api import api
    from memory.tools.registry import REGISTRY, ToolSet
    from memoryproj.cli import hooks, ingesting  # noqa: F401  (they add their commands)
    from memoryproj.cli.verbs import app

    return {
        "reference/api.md": _routes(api.get_openapi_schema()),
        "reference/tools.md": _tools({name: [t for t in REGISTRY.values() if t.set == name] for name in ToolSet}),
        "reference/commands.md": _commands(typer.main.get_command(app)),
    }


# --- Routes -----------------------------------------------------------------------------------------------------


def _routes(schema: Json) -> str:
    known = schema["components"]["schemas"]
    calls = [
        (call.get("tags", ["other"])[0], method, path, call)
        for path, methods in schema["paths"].items()
        for method, call in methods.items()
        if method in METHODS
    ]
    lines = ["# Routes", "", "Made from the service's own OpenAPI document, which it serves at `/api/v1/openapi.json`."]
    for tag in dict.fromkeys(tag for tag, *_ in calls):
        lines += ["", f"## {tag[:1].upper()}{tag[1:]}"]
        for _, method, path, call in [one for one in calls if one[0] == tag]:
            lines += ["", f"### {method.upper()} {path}", "", *_call(call, known)]
    return "\n".join(lines) + "\n"


def _call(call: Json, known: Json) -> Iterator[str]:
    yield f"{call.get('summary', '')}. {_one_line(call.get('description', ''))}".strip()
    rows = [(one["name"], f"{one['in']}, {_kind(one['schema'], known)}", one) for one in call.get("parameters", [])]
    rows += [(name, _kind(field, known), field) for name, field in _fields(call.get("requestBody"), known)]
    if rows:
        yield from ("", "| takes | what it is | |", "|---|---|---|")
    for name, kind, told in rows:
        yield f"| `{name}` | {_cell(kind)} | {_cell(_one_line(told.get('description', '')))} |"
    answers = [
        f"{status}: " + (", ".join(f"`{name}`" for name, _ in _fields(answer, known)) or "nothing more")
        for status, answer in sorted(call["responses"].items(), key=lambda item: str(item[0]))
        if str(status).startswith("2")
    ]
    yield from ("", "Answers " + "; ".join(answers) + ".")


def _fields(part: Json | None, known: Json) -> list[tuple[str, Json]]:
    """The fields of a request's or an answer's JSON object."""
    shape = ((part or {}).get("content") or {}).get("application/json", {}).get("schema", {})
    return list(_named(shape, known).get("properties", {}).items())


def _named(shape: Json, known: Json) -> Json:
    if "$ref" in shape:
        named: Json = known[shape["$ref"].rpartition("/")[2]]
        return named
    return shape


def _kind(shape: Json, known: Json) -> str:
    """A JSON Schema in a few words."""
    if "enum" in _named(shape, known):
        return " or ".join(f"`{value}`" for value in _named(shape, known)["enum"])
    if options := shape.get("anyOf") or shape.get("oneOf"):
        return " or ".join(dict.fromkeys(_kind(option, known) for option in options))
    if "$ref" in shape:
        return "object"
    if shape.get("type") == "array":
        return f"list of {_kind(shape.get('items', {}), known)}"
    return str(shape.get("format") or shape.get("type") or "anything")


# --- Tools ------------------------------------------------------------------------------------------------------


def _tools(sets: dict[Any, list[Any]]) -> str:
    lines = ["# Tools for models", "", "Over MCP, and at `POST /api/v1/tools/{name}`. A set is picked by its name."]
    for name, tools in sets.items():
        lines += ["", f"## {name.label if hasattr(name, 'label') else str(name.value).capitalize()}"]
        for tool in tools:
            lines += ["", f"### {tool.name}", "", tool.description, "", f"Needs the scope `{tool.scope}`."]
            fields = tool.parameters().get("properties", {})
            if fields:
                lines += ["", "| argument | what it is | |", "|---|---|---|"]
            for field, shape in fields.items():
                lines.append(f"| `{field}` | {_cell(_kind(shape, {}))} | {_cell(shape.get('description', ''))} |")
    return "\n".join(lines) + "\n"


# --- Commands ---------------------------------------------------------------------------------------------------


def _commands(root: Any) -> str:
    lines = ["# Commands", "", "`rememberd`, from a checkout `.venv/bin/python manage.py`."]
    for name, command in _leaves(root, "rememberd"):
        lines += ["", f"## {name}", "", _one_line(command.help or command.short_help or "")]
        rows = [one for one in command.params if not getattr(one, "hidden", False)]
        if rows:
            lines += ["", "| takes | what it is |", "|---|---|"]
        for one in rows:
            takes = ", ".join(f"`{flag}`" for flag in one.opts) if one.opts[0].startswith("-") else f"`{one.name}`"
            lines.append(f"| {takes} | {_cell(_one_line(getattr(one, 'help', '') or ''))} |")
    return "\n".join(lines) + "\n"


def _leaves(command: Any, name: str) -> Iterator[tuple[str, Any]]:
    inner = getattr(command, "commands", None)
    if inner is None:
        yield name, command
        return
    for key in sorted(inner):
        yield from _leaves(inner[key], f"{name} {key}")


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _cell(text: str) -> str:
    """Text that no cell of a table breaks on."""
    return text.replace("|", "\\|").replace("<", "&lt;")
