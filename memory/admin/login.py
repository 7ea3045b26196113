"""Whom the throttle of the login (django-axes) counts failures against: a name from an address; and a login's row."""

from __future__ import annotations

from django.conf import settings
from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import UpdateError
from django.db import DatabaseError
from django.http import HttpRequest

from ..problems import of_store
from ..services import standing


def address_of(request: HttpRequest) -> str:
    """Where a request came from. Behind a proxy (MEMORY_BEHIND_PROXY) it is what that proxy says: the last hop alone,
    as a client writes whatever it likes before it."""
    if settings.MEMORY_BEHIND_PROXY:
        hops = request.headers.get("X-Forwarded-For", "").split(",")
        if hops[-1].strip():
            return hops[-1].strip()
    return str(request.META.get("REMOTE_ADDR", ""))


class SessionStore(db.SessionStore):
    """Django's own (SESSION_ENGINE), whose rows find room on a full disk, and which says why one was not stored."""

    def save(self, must_create: bool = False) -> None:
        with standing.reserve_open():
            try:
                super().save(must_create)
            except UpdateError as error:
                # Django takes each update that failed for a login that was ended elsewhere.
                refused = error.__context__
                if isinstance(refused, DatabaseError) and of_store(refused) is not None:
                    raise refused from refused.__cause__
                raise

    def delete(self, session_key: str | None = None) -> None:
        with standing.reserve_open():
            super().delete(session_key)
