"""All that a namespace holds, as one file. Taking one in is the operator's (`manage.py import`): ADR 0048 says why."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import FileResponse
from ninja import Router

from ..problems import Problem
from ..services.parcels import sending
from .auth import ADMIN, ApiRequest

CONTENT_TYPE = "application/x-ndjson"
RETRY_FULL = 60  # seconds; a disk without room needs a person
PARCEL: dict[str, Any] = {"responses": {200: {"content": {CONTENT_TYPE: {"schema": {"type": "string"}}}}}}
router = Router(tags=["Operations"])


@router.get("/export", auth=ADMIN, summary="All that a namespace holds", openapi_extra=PARCEL)
def export_namespace(request: ApiRequest) -> FileResponse:
    """JSON lines: a manifest, the rows, and a seal, all of one moment; `manage.py import` takes it in. It is written
    whole, to a file that nobody else can read, before the first byte is sent. A larger one than `MEMORY_EXPORT_MIB` is
    a 413: `manage.py export` writes it."""
    namespace = request.auth.namespace
    try:
        file = sending.packed(namespace, settings.MEMORY_EXPORT_MIB << 20)
    except OSError as error:
        again = {"Retry-After": str(RETRY_FULL)}
        raise Problem(503, f"The export cannot be written: {error.strerror}.", headers=again) from error
    return FileResponse(
        file, as_attachment=True, filename=f"{namespace.name.replace('/', '-')}.jsonl", content_type=CONTENT_TYPE,
        headers={"Cache-Control": "no-store"},
    )  # fmt: skip
