"""Make what is made: `shapes.py` and TypeScript's `shapes.ts` from the service's OpenAPI document, `blocking.py` from
`concurrent.py`.

`make client` runs it; a test holds that it was run.
"""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
PACKAGE = HERE / "python" / "src" / "rememberd_client"
TYPESCRIPT = HERE / "typescript" / "src" / "shapes.ts"
INDENT = "    "
IN_TYPESCRIPT = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
SIMPLE = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}
# Words of the one client, and what the other says for them. Longer ones first.
WORDS = {
    "AsyncRememberd": "Rememberd", "AsyncSession": "Session", "AsyncIterator": "Iterator",
    "AsyncClient": "Client", "AsyncBaseTransport": "BaseTransport", "__aenter__": "__enter__",
    "__aexit__": "__exit__", "aclose": "close", "asyncio": "time",
}  # fmt: skip


def shapes(schema: dict[str, Any]) -> str:
    """The objects that the service answers, as typed dictionaries."""
    known = schema["components"]["schemas"]
    wanted = _reached([name for call in _calls(schema) for name in _answers(call)], known)
    lines = [
        '"""What the service answers. Made by generate.py from its OpenAPI document."""', "",
        "from __future__ import annotations", "", "from typing import Any, Literal, NotRequired, TypedDict",
    ]  # fmt: skip
    for name in sorted(wanted):
        lines += ["", "", *_class(name, known[name], known)]
    return "\n".join(lines) + "\n"


def typescript_shapes(schema: dict[str, Any]) -> str:
    """What the service takes and answers, as interfaces."""
    known = schema["components"]["schemas"]
    taken = [name for call in _calls(schema) for name in _named(call.get("requestBody"))]
    answered = [name for call in _calls(schema) for name in _answers(call)]
    lines = ["// What the service takes and answers. Made by clients/generate.py from its OpenAPI document."]
    for name in sorted({*_reached(taken, known), *_reached(answered, known)}):
        must = known[name].get("required", [])
        fields = [
            f"  {field}{'' if field in must else '?'}: {_typescript(shape, known)};"
            for field, shape in known[name].get("properties", {}).items()
        ]
        lines += ["", f"export interface {name} {{", *fields, "}"]
    return "\n".join(lines) + "\n"


def _typescript(shape: dict[str, Any], known: dict[str, Any]) -> str:
    if "allOf" in shape:
        return _typescript(shape["allOf"][0], known)  # a reference with a description of its own
    if "$ref" in shape:
        name = shape["$ref"].rpartition("/")[2]
        return name if known[name].get("type") == "object" else _typescript(known[name], known)
    if "anyOf" in shape:
        return " | ".join(dict.fromkeys(_typescript(one, known) for one in shape["anyOf"]))
    if "const" in shape or "enum" in shape:
        return " | ".join(json.dumps(one) for one in shape.get("enum", [shape.get("const")]))
    if shape.get("type") == "array":
        return f"Array<{_typescript(shape.get('items', {}), known)}>"
    if shape.get("type") == "object":
        values = shape.get("additionalProperties")
        return f"Record<string, {_typescript(values, known) if isinstance(values, dict) else 'unknown'}>"
    return IN_TYPESCRIPT.get(shape.get("type", ""), "unknown")


def _calls(schema: dict[str, Any]) -> list[dict[str, Any]]:
    return [call for path in schema["paths"].values() for call in path.values()]


def _reached(names: list[str], known: dict[str, Any]) -> list[str]:
    """The objects among `names`, and all that they refer to."""
    wanted: list[str] = []
    waiting = sorted(set(names))
    while waiting:
        name = waiting.pop()
        if name not in wanted and known[name].get("type") == "object":
            wanted.append(name)
            waiting += _named(known[name])
    return wanted


def _answers(call: dict[str, Any]) -> list[str]:
    return [
        name
        for status, response in call["responses"].items()
        if str(status).startswith("2")
        for name in _named(response)
    ]


def _named(part: Any) -> list[str]:
    """The names of all definitions that `part` refers to."""
    if isinstance(part, list):
        return [name for one in part for name in _named(one)]
    if not isinstance(part, dict):
        return []
    own = [part["$ref"].rpartition("/")[2]] if "$ref" in part else []
    return own + [name for one in part.values() for name in _named(one)]


def _class(name: str, schema: dict[str, Any], known: dict[str, Any]) -> list[str]:
    fields = []
    for field, shape in schema["properties"].items():
        kind = _type(shape, known)
        fields.append(f"{INDENT}{field}: {kind if field in schema.get('required', []) else f'NotRequired[{kind}]'}")
    return [f"class {name}(TypedDict):", *fields]


def _type(shape: dict[str, Any], known: dict[str, Any]) -> str:
    if "$ref" in shape:
        name = shape["$ref"].rpartition("/")[2]
        return name if known[name].get("type") == "object" else _type(known[name], known)
    if "anyOf" in shape:
        return " | ".join(_type(one, known) for one in shape["anyOf"])
    if "const" in shape or "enum" in shape:
        return f"Literal[{', '.join(repr(one) for one in shape.get('enum', [shape.get('const')]))}]".replace("'", '"')
    if shape.get("type") == "array":
        return f"list[{_type(shape['items'], known)}]"
    if shape.get("type") == "object":
        values = shape.get("additionalProperties")
        return f"dict[str, {_type(values, known) if isinstance(values, dict) else 'Any'}]"
    return SIMPLE.get(shape.get("type", ""), "Any")


def blocking(source: str) -> str:
    """The client that waits, from the text of the one with `await`."""
    text = re.sub(r"\b(async|await) ", "", source)
    for word, other in WORDS.items():
        text = re.sub(rf"(?<!\w){word}(?!\w)", other, text)
    _, _, body = text.partition('"""\n')
    return f'"""The client that waits for each answer. Made by generate.py from `concurrent.py`."""\n{body}'


def made(schema: dict[str, Any]) -> dict[Path, str]:
    """{file: its text}."""
    source = (PACKAGE / "concurrent.py").read_text(encoding="utf-8")
    return {
        PACKAGE / "shapes.py": shapes(schema),
        PACKAGE / "blocking.py": blocking(source),
        TYPESCRIPT: typescript_shapes(schema),
    }


def main() -> None:
    sys.path.insert(0, str(HERE.parent))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")  # they ask for no secret and no data folder
    import django

    django.setup()
    from memory.api import api

    for file, text in made(api.get_openapi_schema()).items():
        file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
