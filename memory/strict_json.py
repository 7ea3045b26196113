"""JSON from outside, read before anything believes it: size, encoding, numbers, characters, depth."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterator
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
        value = _loads(text, refuse=True)
    except json.JSONDecodeError as error:
        raise Problem(400, f"The body is not JSON: {error.msg} (line {error.lineno}, column {error.colno}).") from error
    except RecursionError as error:
        raise _too_deep() from error
    except BadNumber as error:
        raise _at_its_place(text, error) from error
    _check_structure(value, look_at_strings=SUSPECT_ESCAPE.search(text) is not None)
    return value


class BadNumber(ValueError):
    """Why a number is refused. It stands in the number's place where that is looked for."""


def _loads(text: str, *, refuse: bool) -> Any:
    """The value of `text`; the first number that cannot be is raised as a BadNumber, or stands in the value as one. No
    number behind it is read then: a body may hold a hundred thousand such."""
    found: list[BadNumber] = []

    def checked(read: Callable[[str], Any]) -> Callable[[str], Any]:
        def either(number: str) -> Any:
            if found:
                return 0
            try:
                return read(number)
            except BadNumber as error:
                if refuse:
                    raise
                found.append(error)
                return error

        return either

    return json.loads(text, parse_constant=checked(_constant), parse_float=checked(_float), parse_int=checked(_integer))


def _at_its_place(text: str, error: BadNumber) -> Problem:
    """The refusal of the first bad number, which `error` was raised for, with where it stands: read once more."""
    try:
        value = _loads(text, refuse=False)
    except (ValueError, RecursionError):
        return invalid(["body"], str(error))  # more is wrong behind it
    return _first_flaw(value, lambda item: str(item) if isinstance(item, BadNumber) else "") or invalid(
        ["body"], str(error)
    )


def _first_flaw(value: Any, flaw_of: Callable[[Any], str]) -> Problem | None:
    """The refusal of the first item in `value` of which `flaw_of` tells a flaw, with the names and places that lead to
    it; None where there is none. It keeps one iterator a level, whatever the body's size."""
    loc: list[str | int] = []
    levels: list[Iterator[tuple[str | int, Any]]] = [iter([("body", value)])]
    while levels:
        step = next(levels[-1], None)
        if step is None:
            levels.pop()
            if loc:
                loc.pop()
            continue
        key, item = step
        if flaw := flaw_of(item):
            return _too_deep() if len(loc) > settings.MEMORY_MAX_JSON_DEPTH else invalid([*loc, key], flaw)
        if isinstance(item, dict | list):
            loc.append(key)
            levels.append(iter(item.items() if isinstance(item, dict) else enumerate(item)))
    return None


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


def _constant(name: str) -> NoReturn:
    raise BadNumber(f"{name} is not a number that JSON knows")


def _float(text: str) -> float:
    value = float(text)
    if math.isinf(value):
        raise BadNumber("is out of range")
    return value


def _integer(text: str) -> int:
    if len(text) > 20 or not -MAX_INTEGER - 1 <= (value := int(text)) <= MAX_INTEGER:
        raise BadNumber("has more than 64 bits")
    return value


def _too_deep() -> Problem:
    return invalid(["body"], f"is nested deeper than {settings.MEMORY_MAX_JSON_DEPTH} levels")


def _check_structure(value: Any, *, look_at_strings: bool) -> None:
    """Walk the containers, level by level, and refuse what is too deep or has characters that cannot be kept."""
    level, depth = [value], 0
    while level:
        containers = [item for item in level if isinstance(item, dict | list)]
        depth += bool(containers)
        if depth > settings.MEMORY_MAX_JSON_DEPTH:
            raise _too_deep()
        level = [
            item for one in containers for item in (one.values() if isinstance(one, dict) else one)
        ]  # fmt: skip
    if look_at_strings and (flaw := _first_flaw(value, _bad_characters)):
        raise flaw


def _bad_characters(item: Any) -> str:
    """What is wrong with the characters of a text, or of the names in an object; empty where nothing is."""
    try:
        for text in item if isinstance(item, dict) else [item] if isinstance(item, str) else ():
            check_characters(text)
    except BadText as error:
        return f"a name {error}" if isinstance(item, dict) else str(error)
    return ""


def check_text(text: str, loc: list[str]) -> str:
    """`text` itself; raises a 422 for a NUL or a lone surrogate."""
    try:
        return check_characters(text)
    except BadText as error:
        raise invalid(loc, str(error)) from error


def too_large() -> Problem:
    return Problem(413, f"The body is longer than {settings.MEMORY_MAX_BODY_BYTES} bytes.")
