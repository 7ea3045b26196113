"""The installation's secret, and settings that refuse what cannot be."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from memoryproj import secret

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("MEMORY_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.delenv("MEMORY_SECRET_KEY", raising=False)
    return tmp_path / "data"


def test_the_secret_is_made_once_and_is_its_owners_alone(folder):
    assert secret.kept() is None
    secret.ensure()
    first = secret.kept()
    assert first is not None
    assert len(first) >= 50
    assert stat.S_IMODE((folder / secret.FILE_NAME).stat().st_mode) == 0o600
    secret.ensure()
    assert secret.kept() == first


def test_two_first_starts_agree(folder):
    folder.mkdir()
    threads = [threading.Thread(target=secret.ensure) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(list(folder.iterdir())) == 1
    assert secret.kept()


def test_one_from_the_environment_is_not_written_down(folder, monkeypatch):
    monkeypatch.setenv("MEMORY_SECRET_KEY", "given")
    secret.ensure()
    assert not folder.exists()


def start(tmp_path, **given) -> subprocess.CompletedProcess[str]:
    """Load the settings in a process of their own."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("MEMORY_")}
    return subprocess.run(
        [sys.executable, "-c", "from memoryproj import settings; print(settings.SECRET_KEY)"], cwd=ROOT, text=True,
        capture_output=True, env=kept | {"MEMORY_DATA_DIR": str(tmp_path)} | given, timeout=30, check=False,
    )  # fmt: skip


def test_without_a_secret_it_refuses_to_start_outside_development(tmp_path):
    refused = start(tmp_path)
    assert refused.returncode != 0
    assert "MEMORY_SECRET_KEY is not set" in refused.stderr
    assert start(tmp_path, MEMORY_DEBUG="1").returncode == 0
    assert start(tmp_path, MEMORY_SECRET_KEY="mine").stdout.strip() == "mine"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("MEMORY_DECAY_RATE", "fast"), ("MEMORY_MAX_BATCH", "many"), ("MEMORY_NER_STRATEGIES", "{fast}"),
        ("MEMORY_SQLITE_SYNCHRONOUS", "OFF"),
    ],
)  # fmt: skip
def test_a_setting_that_cannot_be_is_named(tmp_path, name, value):
    refused = start(tmp_path, MEMORY_SECRET_KEY="x", **{name: value})
    assert refused.returncode != 0
    assert name in refused.stderr
    assert "ImproperlyConfigured" in refused.stderr
