"""Search is tested against every backend: here is where a second one joins."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection

from memory.search.backends import BACKENDS, backend
from memory.search.backends.base import SearchBackend
from memory.search.vectors import LiveIndex
from memory.services import namespaces
from memory.services.learning import saving
from memory.services.memories import facts
from tests.store import AGENT, CURATOR, embed_all, know, say


@pytest.fixture(params=sorted(BACKENDS))
def each_backend(request: Any, db: None) -> SearchBackend:
    """The backend under test. One for another database than these settings name waits for a run that names it."""
    if request.param != connection.vendor:
        pytest.skip(f"these settings name {connection.vendor}")
    return backend()


@pytest.fixture
def table(namespace):
    """The vector table of three hundred turns and some facts in two namespaces, some of them retired: it has holes."""
    other = namespaces.ensure("somebody/else")
    for number in range(10):
        say(namespace, f"s{number}", *[f"turn {number} {n} about tea number {n * 7}" for n in range(30)])
    say(other, "s1", *[f"their turn {n} about tea" for n in range(40)])
    kept = [know(namespace, f"Ann drinks tea number {n} on day {n * 3}", session_id=f"s{n}") for n in range(9)]
    tagged = [saving.remember(namespace, f"Bob owns {n} cups", tags=["cups"], actor=AGENT).memory for n in (3, 5)]
    embed_all()
    for fact in kept[::3]:
        facts.retire(namespace, fact.uid, actor=CURATOR)
    assert len(tagged) == 2
    return LiveIndex.read().table
