"""Several hosts that start on one empty store: one makes it ready, the others wait and say so."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.contrib.auth import get_user_model
from django.db import connections

from memory.management.commands import up
from memory.models import ApiKey
from memoryproj.postgresql import locks
from tests.service import ROOT, environment, manage, until
from tests.store import committed, empty_databases, needs_a_server

__all__ = ["committed"]

WAITS = "this one waits until that has ended"
PATIENCE = 300  # seconds for a hundred migrations on a busy machine


def migrate(folder: Path, name: str, url: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "manage.py", "migrate", "--verbosity", "0"], cwd=ROOT, text=True,
        env=environment(folder / name, DATABASE_URL=url), stderr=(folder / f"{name}.log").open("w"),
    )  # fmt: skip


def is_ready(folder: Path, url: str) -> bool:
    return manage(folder / "looking", "migrate", "--check", DATABASE_URL=url).returncode == 0


def test_of_two_hosts_that_migrate_an_empty_store_one_waits_and_none_fails(tmp_path, django_db_blocker):
    with empty_databases(django_db_blocker, "started_together") as (url,):
        both = [migrate(tmp_path, name, url) for name in ("first", "second")]
        ended = [process.wait(PATIENCE) for process in both]
        told = "".join((tmp_path / f"{name}.log").read_text() for name in ("first", "second"))
        assert ended == [0, 0], told
        assert told.count(WAITS) == 1, told
        assert is_ready(tmp_path, url)


def test_where_the_host_that_migrates_dies_the_one_that_waits_goes_on(tmp_path, django_db_blocker):
    with empty_databases(django_db_blocker, "started_alone") as (url,):
        first = migrate(tmp_path, "first", url)
        second = migrate(tmp_path, "second", url)
        logs = {process: tmp_path / f"{name}.log" for process, name in ((first, "first"), (second, "second"))}
        waits = lambda: [process for process, log in logs.items() if WAITS in log.read_text()]  # noqa: E731
        assert until(waits, PATIENCE), [log.read_text() for log in logs.values()]
        (waiting,) = waits()
        at_work = second if waiting is first else first
        assert at_work.poll() is None
        at_work.kill()
        at_work.wait(PATIENCE)
        assert waiting.wait(PATIENCE) == 0, logs[waiting].read_text()
        assert is_ready(tmp_path, url)


def test_of_hosts_that_start_together_one_makes_the_first_account_and_key(committed):
    needs_a_server()
    said: list[str] = []

    def start(_: int) -> tuple[str | None, str | None]:
        try:
            return up.first_account_and_key(said.append)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as hosts:
        with locks.making_ready(said.append):
            started = [hosts.submit(start, number) for number in range(2)]
            assert until(lambda: len(said) == 2)
            assert not get_user_model().objects.exists()
        made = [one.result() for one in started]
    assert sorted(sum(map(bool, one)) for one in made) == [0, 2]
    assert (get_user_model().objects.count(), ApiKey.objects.count()) == (1, 1)
    assert all(WAITS in line for line in said)


@pytest.mark.sqlite_alone("its store is one host's")
def test_a_store_in_a_file_is_held_by_its_folder_alone(db):
    with locks.making_ready(print), locks.making_ready(print):
        assert up.first_account()
