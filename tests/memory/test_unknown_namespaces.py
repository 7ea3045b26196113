"""A command over a namespace that was never written to says so, and leaves no trace."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command

from memory.models import Namespace, Operation
from memory.services.upkeep import erasure_log

NOBODY = "acme/nobody"
COMMANDS = [
    ("consolidate", "--namespace"), ("decay", "--namespace"), ("enrich", "--namespace"), ("reflect", "--namespace"),
    ("check", "--namespace"), ("trial", "--set", "ranking=rrf"), ("export",),
]  # fmt: skip


def refusal(*words: str) -> str:
    with pytest.raises(CommandError) as refused:
        call_command(*words)
    return str(refused.value)


@pytest.fixture(autouse=True)
def folder(db, settings, tmp_path):
    settings.MEMORY_DATA_DIR = tmp_path
    yield tmp_path
    assert not Namespace.objects.exists()
    assert not Operation.objects.exists()


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_a_command_names_the_namespace_that_there_is_not(command, folder):
    more = (str(folder / "x.jsonl"),) if command[0] == "export" else ()
    assert refusal(*command, NOBODY, *more) == f"There is no namespace {NOBODY}."
    assert "segments joined by slashes" in refusal(*command, "../x", *more)
    assert "segments joined by slashes" in refusal(*command, "", *more)


@pytest.mark.parametrize("more", [(), ("--dry-run",)])
@pytest.mark.parametrize("named", [("namespace", NOBODY), ("session", "s1"), ("memory", "mem_1"), ("entity", "e_1")])
def test_an_erasure_of_no_namespace_is_not_written_down(named, more):
    assert refusal("erase", NOBODY, *named, *more) == f"There is no namespace {NOBODY}."
    assert not erasure_log.path().exists()
