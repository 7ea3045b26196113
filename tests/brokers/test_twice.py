"""What a broker delivers twice, and what two schedulers send at once, takes effect once."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from memory import background
from memoryproj import brokers
from tests.service import PATIENCE, ROOT, Service, environment, manage, running, until

pytestmark = pytest.mark.xdist_group("up")

RABBITMQS_PATIENCE = 1800  # seconds until it takes a message back that nobody acknowledged
IMPATIENT = """
import sys
from memoryproj.celery import app
app.conf.broker_transport_options = {
    "visibility_timeout": 2, "unacked_restore_interval": 1, "unacked_restore_throttle": 1
}
app.worker_main(["worker", "--concurrency", "1", "--queues", "llm", "--hostname", sys.argv[1], "--loglevel", "INFO"])
"""
EACH_MINUTE = """
from django_celery_beat.models import CrontabSchedule, PeriodicTask
PeriodicTask.objects.exclude(name="Decay").update(enabled=False)
row = PeriodicTask.objects.get(name="Decay")
row.crontab = CrontabSchedule.objects.create(timezone="UTC")
row.save()
"""


@contextmanager
def processes(data: Path, folder: Path, commands: dict[str, list[str]], **given: str) -> Iterator[dict[str, Path]]:
    """Each command in a process of its own while inside; answers their logs."""
    logs = {name: folder / name for name in commands}
    started = [
        subprocess.Popen(
            [sys.executable, *words], cwd=ROOT, env=environment(data, MEMORY_LOG_LEVEL="INFO", **given),
            stdout=logs[name].open("wb"), stderr=subprocess.STDOUT,
        )
        for name, words in commands.items()
    ]  # fmt: skip
    try:
        yield logs
    finally:
        for process in started:
            process.terminate()
        for process in started:
            try:
                process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()


def runs(service: Service, kind: str) -> list[str]:
    """How the runs of that kind stand."""
    return [one["status"] for one in service.ask("GET", f"/api/v1/operations?kind={kind}")[1]["results"]]


def test_a_task_ends_before_a_broker_takes_its_message_back():
    assert background.TASK_SECONDS < RABBITMQS_PATIENCE
    assert background.TASK_SECONDS < brokers.VISIBILITY_SECONDS
    assert brokers.transport_options("redis://host/0")["visibility_timeout"] == brokers.VISIBILITY_SECONDS
    assert brokers.transport_options("amqp://host//") == {}


def test_a_message_that_comes_again_during_its_work_does_nothing_more(valkey, tmp_path):
    given = {
        "MEMORY_BROKER_URL": f"{valkey}/2", "MEMORY_FACTS_PROVIDER": "tests.brokers.deliberate.provider",
    }  # fmt: skip
    data = tmp_path / "data"

    def worker(name):
        return processes(data, tmp_path, {name: ["-c", IMPATIENT, f"{name}@here"]}, **given)

    with running(data, tmp_path / "log", "--only", "web", **given) as service, worker("first") as first:
        body = {"messages": [{"role": "user", "content": "My sister Ana lives in Lisbon."}]}
        assert service.ask("POST", "/api/v1/sessions/one/messages", body)[0] == 201
        assert service.ask("POST", "/api/v1/sessions/one/consolidate")[0] == 202

        def status() -> str:
            return str(service.ask("GET", "/api/v1/sessions")[1]["results"][0]["status"])

        assert until(lambda: status() == "running", 60), first["first"].read_text()
        with worker("second") as second:  # a worker that begins takes over what was not acknowledged in time
            logs = [first["first"], second["second"]]

            def received() -> Counter[str]:
                said = "".join(log.read_text() for log in logs)
                return Counter(re.findall(r"consolidate_pending\[([^\]]+)\] received", said))

            assert until(lambda: max(received().values(), default=0) >= 2, 60), received()
            (data / "go").touch()
            assert until(lambda: status() == "consolidated", 60), [log.read_text() for log in logs]
        runs = service.ask("GET", "/api/v1/operations?kind=consolidate_session")[1]["results"]
        assert [one["result"]["saved"] for one in runs if one["result"].get("saved")] == [1], runs
        facts = service.ask("GET", "/api/v1/memories?kind=fact")[1]["results"]
        assert len(facts) == 1


def test_two_schedulers_on_one_broker_make_one_run_of_a_slot(valkey, tmp_path):
    data, given = tmp_path / "data", {"MEMORY_BROKER_URL": f"{valkey}/3"}
    beat = ["-m", "celery", "--quiet", "--app", "memoryproj", "beat", "--loglevel", "INFO", "--pidfile=", "--schedule="]
    with running(data, tmp_path / "log", "--only", "web,maintenance", **given) as service:
        assert manage(data, "shell", "-c", EACH_MINUTE, **given).returncode == 0
        # As two machines would have them: each believes that it is alone.
        with processes(data, tmp_path, {"first": beat, "second": beat}, **given) as logs:
            sent = lambda: [log.read_text().count("Sending due task") for log in logs.values()]  # noqa: E731
            assert until(lambda: min(sent()) >= 1 and sum(sent()) >= 3, 200), sent()
        assert until(lambda: set(runs(service, "decay")) == {"succeeded"}, 60), (tmp_path / "log").read_text()
        slots = Counter(one["slot"] for one in service.ask("GET", "/api/v1/operations?kind=decay")[1]["results"])
        assert max(slots.values()) == 1
        assert len(slots) < sum(sent())
