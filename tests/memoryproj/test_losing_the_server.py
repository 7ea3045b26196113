"""A PostgreSQL server that is stopped under a running service and comes back: what callers are told, and what stays."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests import postgres
from tests.memoryproj.test_replica import Standby
from tests.service import Service, running, until
from tests.store import needs_a_server

pytestmark = pytest.mark.xdist_group("up")


def say(service: Service, text: str) -> tuple[int, dict[str, str]]:
    body = {"messages": [{"role": "user", "content": text}]}
    status, _, headers = service.ask("POST", "/api/v1/sessions/one/messages", body)
    return status, headers


def test_while_the_server_is_away_callers_are_told_to_come_again_and_then_the_service_goes_on(tmp_path):
    needs_a_server()
    with TemporaryDirectory(prefix="memory-lost-", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o755)
        server = postgres.start(folder, quick=())
        itself = Standby(Path(folder) / "server", server)
        try:
            log = tmp_path / "log"
            with running(tmp_path / "data", log, DATABASE_URL=server.get_uri()) as service:
                assert say(service, "My sister Ana lives in Lisbon.")[0] == 201
                itself.stop()
                asked = [
                    say(service, "Nobody keeps this."),
                    service.ask("POST", "/api/v1/context", {"prompt": "Where does Ana live?"})[::2],
                    service.ask("POST", "/api/v1/memories/search", {"query": "Ana"})[::2],
                ]
                assert [status for status, _ in asked] == [503] * 3, log.read_text()
                assert all(int(headers["retry-after"]) for _, headers in asked)
                itself.start()
                assert until(lambda: say(service, "My brother Tom lives in Oslo.")[0] == 201), log.read_text()
                found = service.ask("GET", "/api/v1/memories?kind=episode")[1]["results"]
                said = sorted(memory["content"] for memory in found)
                assert said == ["My brother Tom lives in Oslo.", "My sister Ana lives in Lisbon."]
        finally:
            itself.stop()
            server.cleanup()
