"""MEMORY_MAIL_URL read into Django's settings of mail."""

from __future__ import annotations

from typing import Any
from urllib.parse import unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

PORTS = {"smtp": 587, "smtps": 465}


def settings_of(url: str) -> dict[str, Any]:
    """`smtp://user:password@host:587` (STARTTLS; `?tls=0` sends in clear), `smtps://…` or `file:///folder`; empty
    sends nothing. Raises ImproperlyConfigured without telling the password."""
    if not url:
        return {"EMAIL_BACKEND": "django.core.mail.backends.dummy.EmailBackend"}
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        parts, port = urlsplit(""), None
    if parts.scheme == "file" and not parts.netloc and parts.path.startswith("/"):  # else it would be another folder
        return {
            "EMAIL_BACKEND": "django.core.mail.backends.filebased.EmailBackend", "EMAIL_FILE_PATH": unquote(parts.path),
        }  # fmt: skip
    if parts.scheme not in PORTS or not parts.hostname:
        raise ImproperlyConfigured("MEMORY_MAIL_URL is smtp://user:password@host:port, smtps://… or file:///folder")
    return {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": parts.hostname, "EMAIL_PORT": port or PORTS[parts.scheme],
        "EMAIL_HOST_USER": unquote(parts.username or ""), "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_SSL": parts.scheme == "smtps", "EMAIL_USE_TLS": parts.scheme == "smtp" and parts.query != "tls=0",
        "EMAIL_TIMEOUT": 30,
    }  # fmt: skip
