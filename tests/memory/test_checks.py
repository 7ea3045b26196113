"""System checks of the settings: a provider that no name leads to is told before anything waits for it."""

import pytest
from django.core.management import call_command
from django.core.management.base import SystemCheckError

from maintenance import extraction
from memory import checks, embedding
from tests.service import free_port, manage


@pytest.mark.parametrize(
    ("setting", "name"),
    [
        ("MEMORY_FACTS_PROVIDER", "openia"), ("MEMORY_FACTS_PROVIDER", ""), ("MEMORY_FACTS_PROVIDER", "nowhere.one"),
        ("MEMORY_EMBEDDER", "worldlama"), ("MEMORY_EMBEDDER", "memory.embedding.Nothing"),
    ],
)  # fmt: skip
def test_a_provider_that_is_misspelt_is_refused_by_check(settings, setting, name):
    setattr(settings, setting, name)
    with pytest.raises(SystemCheckError, match=f"{setting} = '{name}' leads to no provider"):
        call_command("check")


def test_a_start_is_refused_too_before_anything_runs(tmp_path):
    refused = manage(tmp_path, "up", "--port", str(free_port()), MEMORY_FACTS_PROVIDER="openia")
    assert refused.returncode == 1
    assert "MEMORY_FACTS_PROVIDER = 'openia' leads to no provider" in refused.stderr
    assert "Traceback" not in refused.stderr
    assert not (tmp_path / "first_access.txt").exists()


def test_a_provider_that_is_known_or_ones_own_is_taken(settings):
    for name in ("", *embedding.PROVIDERS, f"{__name__}.pytest"):
        settings.MEMORY_EMBEDDER = name
        assert checks.providers_are_known(None) == []
    for name in (*extraction.PROVIDERS, f"{__name__}.pytest"):
        settings.MEMORY_FACTS_PROVIDER = name
        assert checks.providers_are_known(None) == []
    assert set(extraction.PROVIDERS) == set(checks.FACTS_PROVIDERS)
