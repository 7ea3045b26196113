"""MEMORY_CACHE_URL: processes count a key's requests together, share what they keep, and go on without the cache."""

from __future__ import annotations

import os
import subprocess
import sys
import time

import pytest
from django.core.cache import caches
from django.core.exceptions import ImproperlyConfigured
from django.test import override_settings

from memory import access, allowances
from memory.problems import Problem
from memoryproj import brokers, shared_cache
from tests.service import ROOT

ANOTHER_HOST = """
import django; django.setup()
from memory import access
from memory.problems import Problem
taken = 0
try:
    while taken < 100:
        access.check_rate(7, 10)
        taken += 1
except Problem as refused:
    print(taken, refused.headers["Retry-After"])
"""


@pytest.fixture
def shared(valkey):
    """This process with a cache that others share; empty."""
    url = f"{valkey}/9"
    with override_settings(MEMORY_CACHE_URL=url, CACHES={"default": brokers.cache(url)}):
        shared_cache._asked_again_at = 0.0
        allowances.forget()
        caches["default"].clear()
        yield url
    allowances.forget()


@pytest.fixture
def early_in_the_minute():
    """The figures of a minute begin anew with the next one: the test must lie within one."""
    if time.time() % 60 > 40:
        time.sleep(60 - time.time() % 60)


def test_two_processes_count_a_keys_requests_together(shared, early_in_the_minute):
    for _ in range(4):
        access.check_rate(7, 10)
    environment = {
        **os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings", "MEMORY_CACHE_URL": shared, "DATABASE_URL": "",
    }  # fmt: skip
    other = subprocess.run(
        [sys.executable, "-c", ANOTHER_HOST], cwd=ROOT, env=environment, text=True, capture_output=True, check=True
    )
    taken, wait = map(int, other.stdout.split())
    assert taken == 6
    assert 1 <= wait <= 67
    with pytest.raises(Problem) as refused:
        access.check_rate(7, 10)
    assert refused.value.status == 429
    access.check_rate(8, 10)  # another key


def test_two_processes_count_what_a_key_sends_together(shared, early_in_the_minute):
    access.check_intake(7, 5000, 1000)  # one body of any size that is allowed may always come
    allowances.forget()  # as another process, which has counted nothing itself
    with pytest.raises(Problem) as refused:
        access.check_intake(7, 1, 1000)
    assert 1 <= int(refused.value.headers["Retry-After"]) <= 121


def test_as_much_of_the_last_minute_counts_as_lies_within_sixty_seconds(shared, monkeypatch):
    moment = 1_000_000 * 60.0
    clock = [moment]
    monkeypatch.setattr(allowances.time, "time", lambda: clock[0])
    assert [allowances.request(1, 4) for _ in range(5)] == [0, 0, 0, 0, 76]
    clock[0] = moment + 60 + 14
    assert allowances.request(1, 4)
    clock[0] = moment + 60 + 15  # three of the four still count
    assert allowances.request(1, 4) == 0
    assert 1 <= allowances.request(1, 4) <= 16
    clock[0] = moment + 120
    assert [allowances.request(1, 4) for _ in range(4)].count(0) == 3


def test_what_one_process_keeps_the_other_finds(shared):
    caches["default"].set("figures", {"a": [1, 2]}, 60)
    fresh = shared_cache.SharedCache(shared, {"KEY_PREFIX": "rememberd"})
    assert fresh.get("figures") == {"a": [1, 2]}
    assert fresh.get("none", "nothing") == "nothing"
    assert fresh.delete("figures")


def test_a_cache_that_is_silent_holds_up_no_request(valkey, caplog):
    url = "redis://127.0.0.1:1/0"  # nobody listens there
    with override_settings(MEMORY_CACHE_URL=url, CACHES={"default": brokers.cache(url)}):
        shared_cache._asked_again_at = 0.0
        allowances.forget()
        assert caches["default"].get("figures", "nothing") == "nothing"
        caches["default"].set("figures", 1)
        assert caches["default"].get_many(["figures"]) == {}
        for _ in range(2):
            access.check_rate(7, 2)
        with pytest.raises(Problem):  # this process counts for itself
            access.check_rate(7, 2)
    said = [record.getMessage() for record in caplog.records if "MEMORY_CACHE_URL" in record.getMessage()]
    assert len(said) == 1
    shared_cache._asked_again_at = 0.0
    allowances.forget()


@pytest.mark.parametrize("url", ["memcached://host:1", "host:6379", "redis://", "redis://u:secret@host:port/1"])
def test_a_bad_address_of_the_cache_is_told_without_its_password(url):
    with pytest.raises(ImproperlyConfigured, match="MEMORY_CACHE_URL") as error:
        brokers.cache(url)
    assert "secret" not in str(error.value)
