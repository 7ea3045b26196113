"""MEMORY_OAUTH_ISSUER, MEMORY_OAUTH_JWKS and MEMORY_OAUTH_RESOURCE, looked at before the service starts."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

LOOPBACK = {"localhost", "127.0.0.1", "::1"}
KNOWN = "/.well-known/oauth-protected-resource"


def challenge(issuer: str, jwks: str, resource: str) -> str:
    """What a 401 says behind `Bearer`: where to read which authorization server gives tokens. Empty without a server.

    Raises ImproperlyConfigured for one setting without the others, and for an address that others can read along.
    """
    given = {"MEMORY_OAUTH_ISSUER": issuer, "MEMORY_OAUTH_JWKS": jwks, "MEMORY_OAUTH_RESOURCE": resource}
    if not any(given.values()):
        return ""
    for name, address in given.items():
        if not address:
            raise ImproperlyConfigured(f"{name} is missing: {', '.join(given)} are set together, or not at all.")
        if not _is_safe(address):
            raise ImproperlyConfigured(f"{name} must be an https:// address (http:// for this machine alone)")
    parts = urlsplit(resource)
    return f' resource_metadata="{parts.scheme}://{parts.netloc}{KNOWN}{parts.path.rstrip("/")}"'


def _is_safe(address: str) -> bool:
    """Whether it is one address without a query, a fragment or a login, over TLS or on this machine."""
    try:
        parts = urlsplit(address)
        host = parts.hostname
    except ValueError:
        return False
    clear = address.isascii() and address.isprintable() and not set(address) & set(' "\\')
    if not host or not clear or "@" in parts.netloc or parts.query or parts.fragment:
        return False
    return parts.scheme == "https" or (parts.scheme == "http" and host in LOOPBACK)
