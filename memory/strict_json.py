"""JSON from outside, read before anything believes it: size, encoding, numbers, characters, depth."""

from __future__ import annotations

import json
import math
import re
from typing import Any, NoReturn

from django.conf import settings

from .problems import Problem, invalid
from .text import MAX_INTEGER, BadText, check_characters

# Only an escape can bring these into a decoded string: raw ones are not JSON, or not UTF-8.
SUSPECT_ESCAPE = re.compile(r"\\u(?:0000|[dD][89a-fA-F])")


def read_json(data: bytes) -> Any:
    """The value that `data` holds.

    Raises Problem: 413 too long, 400 not UTF-8 or not JSON, 422 for a NUL, a lone surrogate, NaN, an infinity, an
    integer of more than 64 bits, or nesting that is too deep.
    """
    if len(data) > settings.MEMORY_MAX_BODY_BYTES:
        raise too_large()
    text = _decode(data)
    try:
        value = json.loads(text, parse_constant=_refuse_constant, parse_float=_float, parse_int=_integer)
    except json.JSONDecodeError as error:
        raise Problem(400, f"The body is not JSON: {error.msg} (line {error.lineno}, column {error.colno}).") from error
    except RecursionError as error:
        raise _too_deep() from error
    _check_structure(value, look_at_strings=SUSPECT_ESCAPE.search(text) is not None)
    return value


def _decode(data: bytes) -> str:
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        if _has_surrogates(data):
            raise invalid(["body"], "contains a lone surrogate") from error
        raise Problem(400, "The body is not UTF-8.") from error
    if "\x00" in text:
        raise invalid(["body"], "contains a NUL character")
    return text


def _has_surrogates(data: bytes) -> bool:
    """Whether `data` is UTF-8 but for surrogates that were encoded as if they were characters."""
    try:
        data.decode(errors="surrogatepass")
    except UnicodeDecodeError:
        return False
    return True


def _refuse_constant(name: str) -> NoReturn:
    raise invalid(["body"], f"{name} is not a number that JSON knows")


def _float(text: str) -> float:
    value = float(text)
    if math.isinf(value):
        raise invalid(["body"], "a number is out of range")
    return value


def _integer(text: str) -> int:
    if len(text) > 20 or not -MAX_INTEGER - 1 <= (value := int(text)) <= MAX_INTEGER:
        raise invalid(["body"], "an integer has more than 64 bits")
    return value


def _too_deep() -> Problem:
    return invalid(["body"], f"is nested deeper than {settings.MEMORY_MAX_JSON_DEPTH} levels")


def _check_structure(value: Any, *, look_at_strings: bool) -> None:
    """Walk the containers, level by level, and refuse what is too deep or has characters that cannot be kept."""
    level, depth = [value], 0
    while level:
        if look_at_strings:
            for item in level:
                if isinstance(item, str):
                    check_text(item, ["body"])
        containers = [item for item in level if isinstance(item, dict | list)]
        if not containers:
            return
        depth += 1
        if depth > settings.MEMORY_MAX_JSON_DEPTH:
            raise _too_deep()
        level = []
        for container in containers:
            if isinstance(container, dict):
                level.extend(container.values())
                if look_at_strings:
                    level.extend(container)
            else:
                level.extend(container)


def check_text(text: str, loc: list[str]) -> str:
    """`text` itself; raises a 422 for a NUL or a lone surrogate."""
    try:
        return check_characters(text)
    except BadText as error:
        raise invalid(loc, str(error)) from error


def too_large() -> Problem:
    return Problem(413, f"The body is longer than {settings.MEMORY_MAX_BODY_BYTES} bytes.")
