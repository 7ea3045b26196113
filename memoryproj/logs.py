"""How the log is written: plain lines for people, or one JSON object a line for machines; with the request's id."""

from __future__ import annotations

import json
import logging
import re
from contextvars import ContextVar
from datetime import UTC, datetime

from django.apps import apps

request_id: ContextVar[str] = ContextVar("request_id", default="")


# Django writes what a client sent in ASCII: "has\\u0142o" for "hasło".
_ESCAPED = re.compile(r"\\u([0-9a-f]{4})|\\x([0-9a-f]{2})")


def _masked(text: str) -> str:
    """`text` without secrets: an address that a client sent, or an error's words, may hold one."""
    if not apps.ready:  # the masking reads the models' package
        return text
    from memory.redaction import mask

    return mask(_ESCAPED.sub(_letter, text)).text


def _letter(escaped: re.Match[str]) -> str:
    """The letter, which may be one of a secret's name; what is no letter stays escaped."""
    letter = chr(int(escaped[1] or escaped[2], 16))
    return letter if letter.isalpha() else escaped[0]


class RefusalsInALine(logging.Filter):
    """Django logs a refused request (PermissionDenied, a form too large) with the traceback of how it was refused. That
    tells nobody more than its line does; a failure of ours keeps its traceback."""

    def filter(self, record: logging.LogRecord) -> bool:
        if getattr(record, "status_code", 500) < 500:
            record.exc_info = record.exc_text = None
        return True


class PlainFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line = _masked(super().format(record))
        current = request_id.get()
        return f"{line} [{current}]" if current else line


class Json(logging.Formatter):
    """{at, level, logger, message, request_id, error}: the last two only where there is one."""

    def format(self, record: logging.LogRecord) -> str:
        told = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": _masked(record.getMessage()),
        }
        if current := request_id.get():
            told["request_id"] = current
        if record.exc_info:
            told["error"] = _masked(self.formatException(record.exc_info))
        return json.dumps(told, ensure_ascii=False)
