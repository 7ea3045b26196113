"""Writes that a client may send twice: `Idempotency-Key` keeps the first answer and gives it again."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.http import HttpResponse
from django.utils import timezone
from django.utils.crypto import salted_hmac

from ..models import IdempotencyKey
from ..problems import Problem, invalid
from ..strict_json import check_text
from .auth import ApiRequest
from .responses import json_response

HEADER = "Idempotency-Key"
KEPT = timedelta(hours=24)
MAX_LENGTH = 200


def once(
    request: ApiRequest, work: Callable[[], Any], *, status: int = 200, shown: Callable[[Any], Any] = lambda kept: kept
) -> HttpResponse:
    """The answer of `work`, done at most once for the request's Idempotency-Key; without the header, just done.

    `shown` is what is sent of the answer, the first time and again: it adds what must not be kept, such as a secret.

    The key's row and the write commit together: a failed write leaves no key, and can be sent again. A second request
    waits for the first one's transaction, and then gets its answer. Raises Problem 409 for another body under the
    same key, 422 for a key that is too long or empty.
    """
    key = request.META.get("HTTP_IDEMPOTENCY_KEY")
    if key is None:
        return json_response(shown(work()), status=status)
    if not key or len(key) > MAX_LENGTH:
        raise invalid(["header", HEADER], f"must have 1 to {MAX_LENGTH} characters")
    check_text(key, ["header", HEADER])
    # Clients make a key of what they send: it is kept as a hash, as nobody reads it again.
    kept_key = salted_hmac("memory.idempotency", key, algorithm="sha256").hexdigest()
    caller = request.auth
    place = {
        "api_key": caller.key,
        "namespace": caller.namespace_name,
        "route": f"{request.method} {request.path}"[:500],
    }
    body_hash = _hash(getattr(request, "json", None))
    known = IdempotencyKey.objects.select_for_update().filter(**place, key__in=[kept_key, key])
    with transaction.atomic():
        kept = known.all().first()
        if kept is not None and kept.created_at > timezone.now() - KEPT:
            return _again(kept, body_hash, shown)
        if kept is not None:
            kept.delete()
        try:
            with transaction.atomic():
                row = IdempotencyKey.objects.create(**place, key=kept_key, body_hash=body_hash)
        except IntegrityError:
            # Of two requests that found no row PostgreSQL lets one make it; the other waits here until that committed.
            kept = known.all().first()
            if kept is None:
                raise
            return _again(kept, body_hash, shown)
        answer = work()
        row.status, row.response = status, answer
        row.save(update_fields=["status", "response"])
    return json_response(shown(answer), status=status)


def _again(kept: IdempotencyKey, body_hash: str, shown: Callable[[Any], Any]) -> HttpResponse:
    if kept.body_hash != body_hash:
        raise Problem(409, "This Idempotency-Key was used before with another body.")
    if kept.status is None:
        raise Problem(409, "The first request with this Idempotency-Key is still running.")
    return json_response(shown(kept.response), status=kept.status, headers={"Idempotent-Replay": "true"})


def _hash(body: Any) -> str:
    """Of the body's meaning: white space and the order of its keys do not matter."""
    return hashlib.sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()
