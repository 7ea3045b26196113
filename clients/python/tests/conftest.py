"""The adapters in their hosts' own libraries, against a running service: MEMORY_URL, and MEMORY_KEY for `hosts/*`."""

import os
import uuid

import pytest
from rememberd_client import AsyncRememberd, Rememberd


@pytest.fixture
def anyio_backend():
    return "asyncio"


@pytest.fixture
def place():
    """Where the service is, and a namespace that nobody else uses: what clients are made with."""
    return {"url": os.environ["MEMORY_URL"], "key": os.environ["MEMORY_KEY"], "namespace": f"hosts/{uuid.uuid4().hex}"}


@pytest.fixture
def memory(place):
    with Rememberd(**place) as client:
        yield client


@pytest.fixture
async def later(place):
    """The same namespace, with `await`."""
    async with AsyncRememberd(**place) as client:
        yield client


@pytest.fixture
async def nobody(place):
    """A client of a service that is not there."""
    async with AsyncRememberd(**place | {"url": "http://127.0.0.1:9"}, retries=0) as client:
        yield client


@pytest.fixture
def said(memory):
    """The turns of a session, as (role, content)."""
    return lambda session_id: [(turn["role"], turn["content"]) for turn in memory.messages(session_id)]
