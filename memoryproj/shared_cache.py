"""The cache that hosts share. While it is silent, what is looked up is missing and what is kept is lost: no answer of
the service waits for it, or fails with it."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Any

from django.core.cache.backends.redis import RedisCache

logger = logging.getLogger(__name__)

PAUSE = 5.0  # seconds in which a cache that was silent is not asked again
_asked_again_at = 0.0  # of the monotonic clock; of the whole process


class CacheSilent(Exception):
    """The cache does not answer."""


class SharedCache(RedisCache):
    """Django's cache in Redis. `get`, `set` and their kin never fail; `add` and `incr` raise CacheSilent."""

    def get(self, key: Any, default: Any = None, version: Any = None) -> Any:
        return _or(default, lambda: super(SharedCache, self).get(key, default, version))

    def get_many(self, keys: Any, version: Any = None) -> Any:
        return _or({}, lambda: super(SharedCache, self).get_many(keys, version))

    def set(self, key: Any, value: Any, timeout: Any = 300, version: Any = None) -> None:
        _or(None, lambda: super(SharedCache, self).set(key, value, timeout, version))

    def delete(self, key: Any, version: Any = None) -> bool:
        return bool(_or(False, lambda: super(SharedCache, self).delete(key, version)))

    def clear(self) -> None:
        _or(None, super().clear)

    def add(self, key: Any, value: Any, timeout: Any = 300, version: Any = None) -> bool:
        return bool(_ask(lambda: super(SharedCache, self).add(key, value, timeout, version)))

    def incr(self, key: Any, delta: int = 1, version: Any = None) -> int:
        try:
            return int(_ask(lambda: super(SharedCache, self).incr(key, delta, version)))
        except ValueError as error:  # the figure was thrown out since it was added
            raise CacheSilent from error


def _or(instead: Any, asking: Callable[[], Any]) -> Any:
    try:
        return _ask(asking)
    except CacheSilent:
        return instead


def _ask(asking: Callable[[], Any]) -> Any:
    global _asked_again_at
    from redis.exceptions import RedisError

    if time.monotonic() < _asked_again_at:
        raise CacheSilent
    try:
        return asking()
    except (RedisError, OSError) as error:
        _asked_again_at = time.monotonic() + PAUSE
        logger.warning("the cache of MEMORY_CACHE_URL does not answer (%s); left out for now", type(error).__name__)
        raise CacheSilent from error
