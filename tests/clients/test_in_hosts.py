"""What clients/python has for each host, in the host's own library: clients/python/tests, against a live service."""

import re

import pytest
from django.conf import settings

from tests import hosts
from tests.store import committed

__all__ = ["committed"]

HOME = settings.BASE_DIR / "clients" / "python"
TESTS = sorted(file.name for file in (HOME / "tests").glob("test_*.py"))
ADAPTERS = {"anthropic", "crewai", "google_adk", "langgraph", "llama_index", "openai_agents", "pydantic_ai"}


def test_each_adapter_has_its_tests():
    assert sorted(f"test_{name}.py" for name in ADAPTERS) == TESTS
    for name in ADAPTERS:
        assert (HOME / "src" / "rememberd_client" / f"{name}.py").exists()


@pytest.mark.parametrize("file", TESTS)
def test_it_works_in_the_hosts_own_library(live_server, committed, make_key, tmp_path, file):
    # CrewAI's environment takes 1 GB and minutes to set up, for one adapter of 40 lines.
    python = hosts.CREWAI if file == "test_crewai.py" else hosts.PYTHON
    if python == hosts.CREWAI and not python.exists():
        pytest.skip("CrewAI's libraries are not installed: make test-crewai")
    service = {"MEMORY_URL": live_server.url, "MEMORY_KEY": make_key("hosts/*", default_namespace="hosts/nobody")}
    done = hosts.run("-m", "pytest", "-p", "no:cacheprovider", f"tests/{file}", home=tmp_path, python=python, **service)
    assert done.returncode == 0, done.stdout + done.stderr
    # None was left out: neither skipped nor not found.
    assert re.search(r"^\d+ passed(, \d+ warnings?)? in ", done.stdout, re.MULTILINE), done.stdout
