"""A file is sent by its name, without a thread, and Django is done with the request before that."""

from __future__ import annotations

import asyncio
import tempfile
import threading
from pathlib import Path
from typing import IO, Any

import pytest
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished
from django.http import FileResponse
from django.urls import path

from memoryproj import gate
from tests.memoryproj.test_gate import SCOPE, Answered

CONTENT = b"0123456789" * 100_000
made: list[IO[bytes]] = []


def a_file(request: Any) -> FileResponse:
    made.append(tempfile.NamedTemporaryFile())  # noqa: SIM115  who sends it closes it
    made[-1].write(CONTENT)
    made[-1].seek(0)
    return FileResponse(made[-1], content_type="application/x-ndjson")


urlpatterns = [path("livez", a_file)]


class Opening(Answered):
    """Granian's side of a request whose answer is a file, which it opens when it comes to it."""

    def response_file(self, status: int, headers: list[tuple[str, str]], file: str) -> None:
        self.status, self.headers, self.file = status, dict(headers), Path(file)


@pytest.fixture
def served(settings: Any) -> gate.Gate:
    settings.ROOT_URLCONF, settings.MIDDLEWARE = __name__, []
    made.clear()
    return gate.Gate(WSGIHandler())


def test_it_is_there_until_it_is_opened_and_gone_then(served: gate.Gate, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate, "NAMED_SECONDS", 0.2)
    finished: list[str] = []

    def note(**_: Any) -> None:
        finished.append(threading.current_thread().name)

    async def talk() -> Opening:
        client = Opening()
        await served.__rsgi__(SCOPE, client)  # type: ignore[arg-type]
        assert [name[:3] for name in finished] == ["web"]
        with client.file.open("rb") as opened:
            await asyncio.sleep(0.5)
            assert not client.file.exists()
            assert opened.read() == CONTENT
        return client

    request_finished.connect(note)
    try:
        client = asyncio.run(talk())
    finally:
        request_finished.disconnect(note)
    assert (client.status, client.headers["content-length"]) == (200, str(len(CONTENT)))
    assert made[0].closed
