"""`up --only`: a host's part of the service, and what is refused."""

from __future__ import annotations

import pytest
from django.core.management import CommandError

from memory.management.commands import up


@pytest.fixture
def group(settings):
    settings.MEMORY_BROKER_URL = "redis://broker/0"
    return up.commands("127.0.0.1", 8000)


def test_with_a_broker_each_queue_has_a_worker_of_its_own(group):
    assert tuple(group) == up.PARTS
    for queue in ("embed", "llm", "maintenance"):
        assert f"--queues {queue} --hostname" in group[queue]


def test_with_the_embedded_broker_two_workers_serve_all_queues(settings):
    settings.MEMORY_BROKER_URL = "filesystem://"
    group = up.commands("127.0.0.1", 8000)
    assert list(group) == ["web", "embed", "llm", "beat"]
    assert "--queues embed,maintenance " in group["embed"]
    assert up.parts_of(group, "") == group
    with pytest.raises(CommandError, match="MEMORY_BROKER_URL"):
        up.parts_of(group, "web")


def test_a_host_runs_its_part_alone(group):
    assert list(up.parts_of(group, "llm, beat")) == ["llm", "beat"]
    for wrong in ("database", "web,mcp"):
        with pytest.raises(CommandError, match="choose from web, embed, llm, maintenance, beat"):
            up.parts_of(group, wrong)


def test_how_many_processes_a_part_has_is_a_setting(settings):
    settings.MEMORY_WEB_PROCESSES, settings.MEMORY_WORKER_PROCESSES = 3, 5
    group = up.commands("127.0.0.1", 8000)
    assert "--workers 3 " in group["web"]
    assert "--concurrency 5 " in group["llm"]
