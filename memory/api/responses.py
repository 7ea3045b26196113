"""The one way a value becomes a response. Its shape is declared in `answers`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse


def json_response(value: Any, *, status: int = 200, headers: Mapping[str, str] | None = None) -> HttpResponse:
    """`value` as JSON that no proxy and no browser keeps: it is somebody's memory."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    kept = {"Cache-Control": "no-store", **(headers or {})}
    return HttpResponse(text, status=status, content_type="application/json", headers=kept)
