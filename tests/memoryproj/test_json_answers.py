"""`--json` of the commands that work on this machine's store: the answer alone, for programs."""

from __future__ import annotations

import json

import pytest
from django.core.management import CommandError, call_command, get_commands, load_command_class

from memory.models import ApiKey, Memory
from memory.services.upkeep import doctor
from memoryproj.answering import AnsweringCommand
from tests.store import committed, know, say

__all__ = ["committed"]

# They run until they are stopped, play a scene, or are Django's own; `check` and `trial` have reports of their own.
WITHOUT = {"up", "mcp", "demo", "migrate", "check", "trial", "play_trial", "transfer", "reembed", "extraction_eval"}


@pytest.fixture
def told(capsys):
    def run(*words):
        capsys.readouterr()
        call_command(*words)
        return json.loads(capsys.readouterr().out)

    return run


def test_each_command_that_answers_can_answer_in_json():
    ours = {name: app for name, app in get_commands().items() if app in {"memory", "maintenance", "reflection"}}
    answering = {name for name, app in ours.items() if isinstance(load_command_class(app, name), AnsweringCommand)}
    assert answering == ours.keys() - WITHOUT
    assert {"backup", "restore", "doctor", "erase", "keys", "export", "import", "consolidate", "decay", "reflect"} <= (
        answering
    )


def test_the_runs_tell_what_they_did(committed, told):
    say(committed, "s1", "I live in Hamburg.", name="Maya")
    learnt = told("consolidate", "--json")
    assert (learnt["sessions"], learnt["failed"], learnt["saved"]) == (1, 0, 1)
    assert told("decay", "--json")["retired"] == 0
    assert "summaries" in told("enrich", "--json")
    assert told("reflect", "--json") == {"written": 0, "failed": {}}
    assert told("doctor", "--json") == {"found": [], "left": [], "salvaged": False}


def test_a_flaw_is_told_and_still_ends_the_command_with_one(committed, capsys, monkeypatch):
    monkeypatch.setattr(doctor, "examine", lambda: [doctor.Flaw("vectors without a memory", 2)])
    with pytest.raises(SystemExit):
        call_command("doctor", "--json")
    (found,) = json.loads(capsys.readouterr().out)["found"]
    assert (found["what"], found["rows"]) == ("vectors without a memory", 2)


def test_keys_are_told_without_their_secret_but_for_a_new_one(committed, told):
    made = told("create_api_key", "laptop", "--namespace", "acme/*", "--json")
    assert made["key"].startswith("mem_")
    (listed,) = told("keys", "list", "--json")
    assert (listed["name"], listed["state"], listed["namespaces"]) == ("laptop", "usable", "acme/*")
    assert told("keys", "--json", "list") == [listed]
    assert made["key"] not in json.dumps(listed)
    assert told("keys", "rotate", "laptop", "--json")["new_key"].startswith("mem_")
    newest = ApiKey.objects.order_by("pk").last()
    assert told("keys", "expire", f"mem_{newest.prefix}", "--days", "3", "--json")["expires_at"]
    assert told("keys", "revoke", f"mem_{newest.prefix}", "--json")["state"] == "revoked"


def test_export_import_and_erase_tell_their_counts(committed, told, tmp_path, capsys):
    fact = know(committed, "Ann likes tea.")
    file = str(tmp_path / "parcel.jsonl")
    exported = told("export", committed.name, file, "--json")
    assert exported["rows"] > 0
    with pytest.raises(CommandError, match=r"would be refused: .* is not empty"):
        call_command("import", file, "--dry-run", "--json")
    proved = json.loads(capsys.readouterr().out)
    assert (proved["namespace"], proved["imported"], proved["rows"]["memories"]) == (committed.name, False, 1)
    assert "is not empty" in proved["refused"]
    assert sum(proved["rows"].values()) == exported["rows"]
    with pytest.raises(CommandError, match="cannot both be the output"):
        call_command("export", committed.name, "-", "--json")
    planned = told("erase", committed.name, "memory", fact.uid, "--dry-run", "--json")
    assert planned["planned"]["facts"] == 1
    erased = told("erase", committed.name, "memory", fact.uid, "--json")
    assert erased["planned"] == planned["planned"]
    assert erased["remaining"] in {0, None}
    assert not Memory.objects.within(committed).exists()
