"""What a key may ask within a minute. A process counts for itself; with MEMORY_CACHE_URL all processes count together.

Alone, the minute slides exactly. Together, the figures are of whole minutes of the clock, and of the last one as much
counts as lies within sixty seconds: two figures in the cache in place of a moment for each request. While the cache is
silent, each process counts for itself again.
"""

from __future__ import annotations

import threading
import time
from collections import deque

from django.conf import settings
from django.core.cache import cache

from memoryproj.shared_cache import CacheSilent

WINDOW = 60.0  # seconds
REQUESTS, BYTES = "requests", "bytes"

_lock = threading.Lock()
_uses: dict[int, deque[float]] = {}
_intake: dict[int, tuple[float, int]] = {}  # when the minute began, and the bytes since


def request(key: int, limit: int, now: float | None = None) -> int:
    """Count a request of `key`. 0 where it is among `limit` within a minute; else seconds after which to try again."""
    if now is None and settings.MEMORY_CACHE_URL:
        try:
            return _together(REQUESTS, key, 1, limit)
        except CacheSilent:
            now = time.monotonic()
    return _request_alone(key, limit, time.monotonic() if now is None else now)


def body(key: int, size: int, limit: int, now: float | None = None) -> int:
    """Count `size` bytes that `key` sends. 0 where they are among `limit` within a minute, or are the first; else
    seconds after which to try again."""
    if now is None and settings.MEMORY_CACHE_URL:
        try:
            return _together(BYTES, key, size, limit)
        except CacheSilent:
            now = time.monotonic()
    return _body_alone(key, size, limit, time.monotonic() if now is None else now)


def forget() -> None:
    """As in a process that has just begun."""
    with _lock:
        _uses.clear()
        _intake.clear()


def _request_alone(key: int, limit: int, now: float) -> int:
    with _lock:
        uses = _uses.setdefault(key, deque())
        while uses and now - uses[0] >= WINDOW:
            uses.popleft()
        if len(uses) >= limit:
            return _seconds(WINDOW - (now - uses[0]))
        uses.append(now)
    return 0


def _body_alone(key: int, size: int, limit: int, now: float) -> int:
    with _lock:
        began, taken = _intake.get(key, (now, 0))
        if now - began >= WINDOW:
            began, taken = now, 0
        if taken and taken + size > limit:
            return _seconds(WINDOW - (now - began))
        _intake[key] = began, taken + size
    return 0


def _together(what: str, key: int, amount: int, limit: int) -> int:
    """Raises CacheSilent. What is refused is taken off again: who goes on asking is let in when the minute is over."""
    minute, passed = divmod(time.time(), WINDOW)
    name, before = (f"{what}:{key}:{int(minute) - ago}" for ago in (0, 1))
    cache.add(name, 0, timeout=int(2 * WINDOW) + 1)
    taken = cache.incr(name, amount)
    earlier = int(cache.get(before) or 0)
    counted = taken + earlier * (WINDOW - passed) / WINDOW
    if counted <= limit or counted == amount:
        return 0
    standing = cache.incr(name, -amount)
    if earlier and taken <= limit:  # as the minute goes on, less of the last one counts
        return _seconds((counted - limit) / earlier * WINDOW)
    share = min(max((limit - amount) / standing, 0), 1) if standing > 0 else 1
    return _seconds(WINDOW - passed + WINDOW * (1 - share))


def _seconds(left: float) -> int:
    return max(1, round(left + 0.5))
