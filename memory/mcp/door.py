"""Who asks over MCP, through the one door (memory/access.py)."""

from __future__ import annotations

from typing import Protocol

from starlette.datastructures import Headers

from .. import access
from ..access import Caller
from ..problems import Problem


class Door(Protocol):
    def caller(self) -> Caller:
        """Who asks now, inside a namespace. Raises Problem for a key that is not usable, or used too often."""


class ProcessDoor:
    """Of a process that serves one agent: the key, or the operator without one, asked again at each call."""

    def __init__(self, key_text: str, namespace: str | None) -> None:
        """`namespace` may be several, which commas divide: the first is worked in, the others are read as well. Raises
        Problem for a key that is not usable or not for this namespace, or when none is named."""
        self.key_text = key_text
        self.namespace = namespace
        self.caller()

    def caller(self) -> Caller:
        caller = access.caller(self.key_text, access.MCP) if self.key_text else access.operator(access.MCP)
        if self.namespace is not None and "," in self.namespace:
            caller.enter_several(self.namespace, where=("namespace",), heeds_purpose=True)
        else:
            caller.enter(self.namespace, heeds_purpose=True)
        return caller


class RequestDoor:
    """Of one HTTP request, whose key was proved when it came in."""

    def __init__(self, key_text: str, namespace: str | None, several: str | None = None) -> None:
        """`several` are namespaces that commas divide. Raises Problem as `access.caller` and `Caller.enter` do."""
        self._caller = access.caller(key_text, access.MCP)
        if several is None:
            self._caller.enter(namespace, where=("header", "X-Memory-Namespace"), heeds_purpose=True)
        elif namespace is not None:
            raise Problem(400, access.ONE_HEADER)
        else:
            self._caller.enter_several(several, where=("header", "X-Memory-Namespaces"), heeds_purpose=True)

    def caller(self) -> Caller:
        return self._caller


def whole_header(headers: Headers, name: str) -> str | None:
    """What the header `name` says, None where it was not sent. Sent more than once it is one list (RFC 9110, 5.3), as
    Django reads it: the first of two namespaces must not pass for what was asked."""
    said = headers.getlist(name)
    return ",".join(said) if said else None
