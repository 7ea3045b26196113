"""Make what is made: `shapes.py` from the service's OpenAPI document, `blocking.py` from `concurrent.py`.

`make client` runs it; a test holds that it was run.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
PACKAGE = HERE / "src" / "rememberd_client"
INDENT = "    "
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
    wanted: list[str] = []
    waiting = sorted({name for path in schema["paths"].values() for call in path.values() for name in _answers(call)})
    while waiting:
        name = waiting.pop()
        if name not in wanted and known[name].get("type") == "object":
            wanted.append(name)
            waiting += _named(known[name])
    lines = [
        '"""What the service answers. Made by generate.py from its OpenAPI document."""', "",
        "from __future__ import annotations", "", "from typing import Any, Literal, NotRequired, TypedDict",
    ]  # fmt: skip
    for name in sorted(wanted):
        lines += ["", "", *_class(name, known[name], known)]
    return "\n".join(lines) + "\n"


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
    return {PACKAGE / "shapes.py": shapes(schema), PACKAGE / "blocking.py": blocking(source)}


def main() -> None:
    sys.path.insert(0, str(HERE.parent.parent))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")  # they ask for no secret and no data folder
    import django

    django.setup()
    from memory.api import api

    for file, text in made(api.get_openapi_schema()).items():
        file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
