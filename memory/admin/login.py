"""Whom the throttle of the login (django-axes) counts failures against: a name from an address."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest


def address_of(request: HttpRequest) -> str:
    """Where a request came from. Behind a proxy (MEMORY_BEHIND_PROXY) it is what that proxy says: the last hop alone,
    as a client writes whatever it likes before it."""
    if settings.MEMORY_BEHIND_PROXY:
        hops = request.headers.get("X-Forwarded-For", "").split(",")
        if hops[-1].strip():
            return hops[-1].strip()
    return str(request.META.get("REMOTE_ADDR", ""))
