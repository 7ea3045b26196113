"""The installation's secret, and settings that refuse what cannot be."""

from __future__ import annotations

import json
import os
import re
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from memoryproj import secret

ROOT = Path(__file__).resolve().parent.parent.parent
GIVEN = "a secret of the operator's own, of 40 characters"


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
    monkeypatch.setenv("MEMORY_SECRET_KEY", GIVEN)
    secret.ensure()
    assert not folder.exists()


def start(tmp_path, what="settings.SECRET_KEY", cwd=ROOT, **given) -> subprocess.CompletedProcess[str]:
    """Load the settings in a process of their own, which tells `what` of them."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("MEMORY_")}
    return subprocess.run(
        [sys.executable, "-c", f"import json, os; from memoryproj import settings; print({what})"], cwd=cwd, text=True,
        capture_output=True, env=kept | {"MEMORY_DATA_DIR": str(tmp_path)} | given, timeout=30, check=False,
    )  # fmt: skip


def test_without_a_secret_it_refuses_to_start_outside_development(tmp_path):
    refused = start(tmp_path)
    assert refused.returncode != 0
    assert "MEMORY_SECRET_KEY is not set" in refused.stderr
    assert start(tmp_path, MEMORY_DEBUG="1").returncode == 0
    assert start(tmp_path, MEMORY_SECRET_KEY=GIVEN).stdout.strip() == GIVEN


@pytest.mark.parametrize("weak", ["x", "changeme", "secret" * 4, "ab" * 40, "0" * 100])
def test_a_weak_secret_is_refused_outside_development(tmp_path, weak):
    refused = start(tmp_path, MEMORY_SECRET_KEY=weak)
    assert refused.returncode != 0
    assert "MEMORY_SECRET_KEY is too weak" in refused.stderr
    assert weak not in refused.stderr.replace("MEMORY_SECRET_KEY", "") or len(weak) < 3
    assert start(tmp_path, MEMORY_SECRET_KEY=weak, MEMORY_DEBUG="1").returncode == 0


def test_a_deployment_behind_tls_passes_djangos_own_checks(tmp_path):
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("MEMORY_", "DJANGO_"))}
    secure = {"MEMORY_DATA_DIR": str(tmp_path), "MEMORY_SECRET_KEY": GIVEN * 2, "MEMORY_HTTPS": "1"}
    done = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"], cwd=ROOT, text=True,
        capture_output=True, env=kept | secure, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "(0 silenced)" in done.stderr + done.stdout


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("MEMORY_DECAY_RATE", "fast"), ("MEMORY_MAX_BATCH", "many"), ("MEMORY_NER_STRATEGIES", "{fast}"),
        ("MEMORY_NER_STRATEGIES", '{"fast": ["regx"]}'), ("MEMORY_NER_STRATEGIES", '{"fast": "regex"}'),
        ("MEMORY_NER_STRATEGIES", '{"quick": ["regex"]}'), ("MEMORY_NER_STRATEGIES", '["regex"]'),
        ("MEMORY_NER_STRATEGIES", '{"fast": [["regex"]]}'), ("MEMORY_SQLITE_SYNCHRONOUS", "OFF"),
        ("MEMORY_ALLOWED_HOSTS", "https://memory.example.org"), ("MEMORY_ALLOWED_HOSTS", "localhost, memory:8000"),
        ("MEMORY_ALLOWED_HOSTS", "memory.example.org/"), ("MEMORY_ALLOWED_HOSTS", " ,"), ("MEMORY_ALLOWED_HOSTS", ""),
        ("MEMORY_OPENAI_BASE_URL", "localhost:11434/v1"), ("MEMORY_OPENAI_BASE_URL", "me:hidden@host"),
        ("MEMORY_OPENAI_BASE_URL", "https://"), ("MEMORY_HTTPS", "enabled"), ("MEMORY_BACKGROUND_THREAD", "y"),
        ("MEMORY_LOG_LEVEL", "loud"), ("MEMORY_LOG_LEVEL", ""), ("MEMORY_LOG_FORMAT", "xml"),
        ("MEMORY_RANKING", "best"), ("MEMORY_CONTEXT", ""), ("MEMORY_BROKER_URL", ""),
        ("MEMORY_BROKER_URL", "reddis://:hidden@host"), ("MEMORY_BACKUP_DIR", __file__),
        ("MEMORY_ONNX_MODEL_DIR", __file__), ("MEMORY_RERANKER_DIR", __file__),
        ("MEMORY_BACKUP_DIR", "~nobody-at-all/x"), ("MEMORY_MAIL_URL", "file:mails"), ("MEMORY_MAIL_URL", "file://mails/x"),
    ],
)  # fmt: skip
def test_a_setting_that_cannot_be_is_named(tmp_path, name, value):
    refused = start(tmp_path, MEMORY_SECRET_KEY=GIVEN, **{name: value})
    assert refused.returncode != 0
    said = refused.stderr.strip().splitlines()[-1]
    assert said.startswith(f"django.core.exceptions.ImproperlyConfigured: {name} ")
    assert "hidden" not in said


def told(tmp_path, what, **given):
    """A setting as a process has it that is started in `tmp_path`."""
    done = start(tmp_path, what, cwd=tmp_path, PYTHONPATH=str(ROOT), MEMORY_SECRET_KEY=GIVEN, **given)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_names_of_hosts_are_taken_as_django_compares_them(tmp_path):
    hosts = ["localhost", "127.0.0.1", "[::1]", ".example.org", "my_host-1", "Memory.Example.org.", "*"]
    assert told(tmp_path, "settings.ALLOWED_HOSTS", MEMORY_ALLOWED_HOSTS=", ".join(hosts)) == str(hosts)


def test_letters_may_be_small_and_booleans_have_several_words(tmp_path):
    given = {"MEMORY_LOG_LEVEL": "debug", "MEMORY_RANKING": "RRF", "MEMORY_HTTPS": "Yes", "MEMORY_DEBUG": "off"}
    what = "settings.LOGGING['root']['level'], settings.MEMORY_RANKING, settings.MEMORY_HTTPS, settings.DEBUG"
    assert told(tmp_path, what, **given) == "DEBUG rrf True False"


def test_what_names_a_file_or_folder_is_absolute_for_the_processes_that_are_started_too(tmp_path):
    names = [
        "MEMORY_DATA_DIR", "MEMORY_BACKUP_DIR", "MEMORY_ONNX_MODEL_DIR", "MEMORY_RERANKER_DIR", "MEMORY_TEST_DATABASE",
    ]  # fmt: skip
    for given, meant in (("some/place", tmp_path / "some/place"), ("~/place", tmp_path / "home/place")):
        values = dict.fromkeys(names, given) | {"HOME": str(tmp_path / "home")}
        assert told(tmp_path, "settings.MEMORY_BACKUP_DIR", **values) == str(meant)
        assert (
            json.loads(told(tmp_path, f"json.dumps([os.environ[name] for name in {names}])", **values))
            == [str(meant)] * 5
        )


def test_the_readmes_own_value_of_the_ner_strategies_is_taken_and_what_it_leaves_out_stays(tmp_path):
    row = next(line for line in (ROOT / "README.md").read_text().splitlines() if "`MEMORY_NER_STRATEGIES`" in line)
    (value,) = re.findall(r"`(\{.+\})`", row)
    kept = json.loads(told(tmp_path, "json.dumps(settings.MEMORY_NER_STRATEGIES)", MEMORY_NER_STRATEGIES=value))
    assert set(kept) == {"fast", "local", "accurate"}
    assert kept == kept | json.loads(value)


CALL = re.compile(r'env_(?:int|number)\(\s*"(MEMORY_[A-Z_]+)", (.+), ([^,\n]+), ([^,\n]+)\)(?:  #.*)?$', re.MULTILINE)
NUMBERS = CALL.findall((ROOT / "memoryproj" / "settings.py").read_text(encoding="utf-8"))
LOOK = """
import json, os, sys
from django.core.exceptions import ImproperlyConfigured
from memoryproj import settings
found = {}
for name, value in json.loads(sys.argv[1]):
    os.environ[name] = value
    try:
        exec(compile(open(settings.__file__).read(), settings.__file__, "exec"), {"__name__": "memoryproj.settings",
             "__package__": "memoryproj", "__file__": settings.__file__})
        found[f"{name}={value}"] = ""
    except ImproperlyConfigured as error:
        found[f"{name}={value}"] = str(error)
    del os.environ[name]
print(json.dumps(found))
"""


def test_every_number_out_of_its_range_is_refused_by_name_and_the_ends_of_it_are_taken(tmp_path):
    known = {"DAY": 86_400, "YEAR": 31_536_000}
    wrong, right = [], []
    for name, _, least, most in NUMBERS:
        low, high = (eval(text, known) for text in (least, most))
        wrong += [(name, text) for text in ("nan", "inf", "-inf", "-1", str(high * 2 + 1), "many")]
        right += [(name, repr(low)), (name, repr(high))]
    assert len(NUMBERS) > 25
    kept = {name: value for name, value in os.environ.items() if not name.startswith("MEMORY_")}
    done = subprocess.run(
        [sys.executable, "-c", LOOK, json.dumps(wrong + right)], cwd=ROOT, text=True, capture_output=True,
        env=kept | {"MEMORY_DATA_DIR": str(tmp_path), "MEMORY_SECRET_KEY": GIVEN}, timeout=60, check=True,
    )  # fmt: skip
    found = json.loads(done.stdout)
    assert [f"{name}={value}" for name, value in wrong if name not in found[f"{name}={value}"]] == []
    assert {f"{name}={value}": found[f"{name}={value}"] for name, value in right if found[f"{name}={value}"]} == {}


def test_every_number_has_a_range():
    text = (ROOT / "memoryproj" / "settings.py").read_text(encoding="utf-8")
    assert len(re.findall(r'env_(?:int|number)\(\s*"', text)) == len(NUMBERS)


@pytest.mark.parametrize("value", ["[1]", "[-1, 2]", "[NaN, 1]", '["a", 1]', "{}", "[true, 1]"])
def test_prices_are_two_numbers(tmp_path, value):
    refused = start(tmp_path, MEMORY_SECRET_KEY=GIVEN, MEMORY_LLM_PRICE_PER_MTOK=value)
    assert "MEMORY_LLM_PRICE_PER_MTOK must be" in refused.stderr
