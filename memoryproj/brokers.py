"""What stands beside the database where several hosts serve one store: the queue of MEMORY_BROKER_URL, and the cache of
MEMORY_CACHE_URL."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured
from kombu.transport import TRANSPORT_ALIASES

REDIS = ("redis", "rediss")
CACHE_SHAPE = "redis://user:password@host:6379/1"
# How long Redis waits before it gives a message that nobody acknowledged to another worker. A task ends much sooner
# (memory/background.py); where one piece of work lasts longer, the second worker finds it claimed, and does nothing.
VISIBILITY_SECONDS = 6 * 3600
CONNECT_SECONDS = 5.0
# A request waits no longer for the cache; then it is answered without.
CACHE_SECONDS = 0.5


def checked(url: str) -> str:
    """MEMORY_BROKER_URL, where something speaks with it: without one Celery would look for a RabbitMQ on this machine.
    Raises ImproperlyConfigured, which never shows the URL."""
    if url.partition(":")[0].partition("+")[0] not in TRANSPORT_ALIASES:
        raise ImproperlyConfigured("MEMORY_BROKER_URL names a queue: filesystem://, redis://… or amqp://…")
    return url


def transport_options(url: str) -> dict[str, Any]:
    """Celery's options of the broker at `url`."""
    if urlsplit(url).scheme not in REDIS:
        return {}
    return {
        "visibility_timeout": VISIBILITY_SECONDS,
        "socket_connect_timeout": CONNECT_SECONDS,
        "socket_keepalive": True,
        "health_check_interval": 30,
    }


def cache(url: str) -> dict[str, Any]:
    """Django's settings of the default cache: the process's own memory, or the Redis at `url`. Raises
    ImproperlyConfigured, which never shows the URL: a password may stand in it."""
    if not url:
        return {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
    try:
        parts = urlsplit(url)
        scheme, host, _ = parts.scheme, parts.hostname, parts.port
    except ValueError as error:
        raise ImproperlyConfigured(f"MEMORY_CACHE_URL cannot be read: write {CACHE_SHAPE}") from error
    if scheme not in REDIS or not host:
        raise ImproperlyConfigured(f"MEMORY_CACHE_URL names a Redis or Valkey server: write {CACHE_SHAPE}")
    if find_spec("redis") is None:
        raise ImproperlyConfigured(
            "MEMORY_CACHE_URL is set, and what speaks with Redis is not installed: pip install 'rememberd[redis]'"
        )
    return {
        "BACKEND": "memoryproj.shared_cache.SharedCache",
        "LOCATION": url,
        "KEY_PREFIX": "rememberd",
        "OPTIONS": {"socket_connect_timeout": CACHE_SECONDS, "socket_timeout": CACHE_SECONDS},
    }
