"""Figures of several processes behind one port: whichever answers tells the sums of all."""

from __future__ import annotations

import errno
import json
import time
from pathlib import Path

import pytest

from memory import measuring
from tests import service

LISTED = 'memory_request_seconds_count{method="GET",route="/api/v1/memories",status="200"}'
DENIED = 'memory_denials_total{status="401"}'


@pytest.fixture
def shared(tmp_path, monkeypatch):
    """The folder in which this process shares its figures."""
    monkeypatch.setattr(measuring, "SHARING", 0.01)
    monkeypatch.setattr(measuring, "_file", None)
    measuring.forget()
    measuring.begin(tmp_path / "figures")
    measuring.share(tmp_path / "figures")
    return tmp_path / "figures"


def figure(start: str) -> str:
    (line,) = (line for line in measuring.lines() if line.startswith(start))
    return line.removeprefix(start).strip()


def written(folder: Path) -> list[list[object]]:
    return [json.loads(path.read_text()) for path in folder.glob("*.json")]


def test_what_others_measured_is_added(shared):
    measuring.count(measuring.DENIALS, status="401")
    measuring.observe(measuring.ARMS, 0.02, arm="text")
    assert service.until(lambda: written(shared) and written(shared)[0][1])
    other = json.dumps(written(shared)[0])
    (shared / "other.json").write_text(other)

    assert figure(DENIED) == "2"
    assert figure('memory_search_arm_seconds_count{arm="text"}') == "2"
    assert figure('memory_search_arm_seconds_bucket{arm="text",le="0.01"}') == "0"
    assert figure('memory_search_arm_seconds_bucket{arm="text",le="0.025"}') == "2"
    assert float(figure('memory_search_arm_seconds_sum{arm="text"}')) == pytest.approx(0.04)

    (shared / "half.json").write_text(other[:20])
    assert figure(DENIED) == "2", "a file that cannot be read is left out"


def test_a_service_that_starts_counts_from_nothing(shared):
    measuring.count(measuring.DENIALS, status="401")
    assert service.until(lambda: written(shared))
    (shared / "other.json").write_text((next(shared.glob("*.json"))).read_text())
    measuring.begin(shared)
    assert figure(DENIED) == "1"


def test_a_service_starts_where_the_folder_cannot_be_made(tmp_path, caplog):
    (tmp_path / "figures").write_text("not a folder")
    measuring.begin(tmp_path / "figures")
    assert "not added up" in caplog.text


def test_a_full_disk_stops_nobody(shared, monkeypatch, caplog):
    def full(self, *_args, **_named):
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(Path, "write_text", full)
        measuring.count(measuring.DENIALS, status="401")
        assert service.until(lambda: "figures are not written" in caplog.text)
        time.sleep(0.1)
        assert caplog.text.count("figures are not written") == 1
        assert figure(DENIED) == "1"
    assert service.until(lambda: written(shared))


@pytest.mark.timed
def test_each_web_process_tells_the_requests_of_all(tmp_path):
    with service.running(tmp_path, tmp_path / "log", MEMORY_WEB_PROCESSES="2") as running:
        for _ in range(40):
            assert running.ask("GET", "/api/v1/memories")[0] == 200

        def told() -> set[str]:
            """What twenty connections are told, which the kernel spreads over the processes."""
            found = set()
            for _ in range(20):
                text = running.ask("GET", "/metrics")[1]
                found |= {line.rsplit(" ", 1)[1] for line in text.splitlines() if line.startswith(LISTED)}
            return found

        assert service.until(lambda: told() == {"40"}), told()
        assert len(list((tmp_path / "figures").glob("*.json"))) == 2
