"""How the settings read environment variables. What is no value of its setting is refused by the setting's name, at the
start: a service that took it would do something else than was meant, much later.

Each raises ImproperlyConfigured.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from django.core.exceptions import ImproperlyConfigured

BOOLEANS = {"1": True, "true": True, "yes": True, "on": True, "0": False, "false": False, "no": False, "off": False}
BOOLEANS[""] = False  # a line of a .env file that was left empty

# As Django compares them: a name, all below a domain (`.example.org`), an address, or any (`*`).
HOST = re.compile(r"\*|\.?[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*\.?|\[[0-9A-Fa-f:.]+\]")

SERVER = re.compile(r"https?://[^\s/?#]+\S*", re.IGNORECASE)


def env(name: str, default: str = "") -> str:
    return os.environ.get(name, default)


def env_bool(name: str, default: bool = False) -> bool:
    text = env(name, str(default))
    try:
        return BOOLEANS[text.strip().lower()]
    except KeyError as error:
        raise ImproperlyConfigured(
            f"{name} must be 1 or 0 (true or false, yes or no, on or off), not {text!r}"
        ) from error


def env_choice(name: str, default: str, known: Collection[str]) -> str:
    """One of `known`, in their spelling; large and small letters are the same."""
    text = env(name, default)
    for one in known:
        if text.strip().lower() == one.lower():
            return one
    raise ImproperlyConfigured(f"{name} must be one of {', '.join(known)}, not {text!r}")


def env_number(name: str, default: float, least: float, most: float) -> float:
    """A number from `least` to `most`."""
    text = env(name, str(default))
    try:
        value = float(text)
    except ValueError as error:
        raise ImproperlyConfigured(f"{name} must be a number, not {text!r}") from error
    if not least <= value <= most:  # refuses NaN and the infinities, too
        raise ImproperlyConfigured(f"{name} must be from {least:g} to {most:g}, not {text}")
    return value


def env_int(name: str, default: int, least: int, most: int) -> int:
    value = env_number(name, default, least, most)
    if value != int(value):
        raise ImproperlyConfigured(f"{name} must be a whole number, not {env(name)}")
    return int(value)


def env_prices(name: str) -> list[float]:
    """Two prices, of tokens in and out."""
    value = env_json(name, [0.0, 0.0])
    numbers = isinstance(value, list) and all(type(one) in {int, float} and 0 <= one <= 1e6 for one in value)
    if not numbers or len(value) != 2:
        raise ImproperlyConfigured(f"{name} must be a JSON list of two numbers from 0 to 1e6, not {env(name)}")
    return [float(one) for one in value]


def env_list(name: str, default: str = "") -> list[str]:
    return [part.strip() for part in env(name, default).split(",") if part.strip()]


def env_hosts(name: str, default: str) -> list[str]:
    """Names that a request's Host may have, without scheme and port: Django compares none of these, and would answer
    each request 400."""
    hosts = env_list(name, default)
    for host in hosts:
        if not HOST.fullmatch(host):
            raise ImproperlyConfigured(
                f"{name} must be host names such as memory.example.org, without a scheme or a port, not {host!r}"
            )
    if not hosts:
        raise ImproperlyConfigured(f"{name} must name a host at least, such as memory.example.org")
    return hosts


def env_json(name: str, default: Any) -> Any:
    text = env(name)
    if not text:
        return default
    try:
        return json.loads(text)
    except ValueError as error:
        raise ImproperlyConfigured(f"{name} must be JSON: {error}") from error


def env_lists(name: str, default: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """A list of names for each key of `default`, whose own holds where a key is left out. The names are those that
    stand in `default`."""
    given = env_json(name, {})
    known = list(dict.fromkeys(one for names in default.values() for one in names))
    if not isinstance(given, dict) or not all(
        key in default and isinstance(names, list) and all(one in known for one in names)
        for key, names in given.items()
    ):
        raise ImproperlyConfigured(
            f"{name} must be a JSON object with lists of {', '.join(known)} under {', '.join(default)}, not {env(name)}"
        )
    return {**default, **given}


def env_server(name: str) -> str:
    """The address of a server that is asked over HTTP; empty where none is named. The refusal shows no password."""
    address = env(name).strip()
    if address and not SERVER.fullmatch(address):
        raise ImproperlyConfigured(f"{name} must be an address such as http://localhost:11434/v1")
    return address


def env_path(name: str) -> str:
    """A file or folder as an absolute path; empty where none is named. `~` is the home of whoever runs this.

    The variable is absolute from then on, too: the processes that this one starts run where the packages lie, where a
    relative path would lead elsewhere.
    """
    if not (text := env(name)):
        return ""
    try:
        os.environ[name] = str(Path(text).expanduser().absolute())
    except RuntimeError as error:
        raise ImproperlyConfigured(f"{name} names the home of somebody who has none: {text}") from error
    return os.environ[name]


def env_folder(name: str) -> str:
    """As `env_path`; what is there already must be a folder."""
    path = env_path(name)
    if path and Path(path).exists() and not Path(path).is_dir():
        raise ImproperlyConfigured(f"{name} must be a folder, and {path} is a file")
    return path
