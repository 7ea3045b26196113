"""The commands of an agent's owner: on this machine's own store, and over HTTP on a running service."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import get_commands
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from typer.testing import CliRunner, Result

from maintenance.tasks import run_upkeep
from memory.models import Memory, Namespace
from memory.services import namespaces
from memoryproj import cli
from memoryproj.cli import hooks, ingesting, sources, verbs
from memoryproj.cli.door import Exit

ROOT = Path(__file__).resolve().parent.parent.parent
IN_ALICE = ("--namespace", "acme/alice")
pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def own_store(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No service is named; and a request leaves the test's connection open, as Django's own test client does."""
    for name in ("MEMORY_URL", "MEMORY_KEY", "MEMORY_NAMESPACE"):
        monkeypatch.delenv(name, raising=False)
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def run(*words: str, code: int = 0, given: str | None = None) -> Result:
    result: Result = CliRunner().invoke(verbs.app, list(words), input=given)
    assert result.exit_code == code, result.stdout + result.stderr
    return result


def answer(*words: str) -> Any:
    return json.loads(run(*words, "--json", *IN_ALICE).stdout)


def stored() -> Any:
    return Memory.objects.within(namespaces.for_reading("acme/alice"))


@pytest.fixture
def lines(tmp_path: Path) -> Any:
    def write(*messages: Any) -> str:
        file = tmp_path / "talk.jsonl"
        file.write_text("".join((one if isinstance(one, str) else json.dumps(one)) + "\n" for one in messages))
        return str(file)

    return write


def turn(number: int, **fields: Any) -> dict[str, Any]:
    return {"session_id": "s1", "role": "user", "content": f"Turn {number}.", "external_id": str(number)} | fields


def test_a_fact_is_kept_found_corrected_and_forgotten():
    kept = answer("remember", "Maya is allergic to hazelnuts.", "--tag", "health")
    assert kept["outcome"] == "created"
    assert [fact["id"] for fact in answer("facts", "--tag", "health")] == [kept["id"]]
    assert answer("search", "hazelnuts")["results"][0]["id"] == kept["id"]
    assert "hazelnuts" in run("context", "What is Maya allergic to?", *IN_ALICE).stdout
    assert answer("confirm", kept["id"])["protected"]
    new = answer("correct", kept["id"], "Maya is allergic to walnuts.", "--reason", "misheard")
    assert [fact["content"] for fact in answer("facts", "--retired")] == ["Maya is allergic to hazelnuts."]
    shown = run("fact", new["id"], *IN_ALICE).stdout
    assert "walnuts" in shown
    run("forget", new["id"], *IN_ALICE)
    assert answer("facts") == []


def test_the_operators_door_opens_for_no_header(client):
    for name in ("Rememberd.Operator", "rememberd-operator", "Rememberd_Operator"):
        assert client.get("/api/v1/stats", headers={name: "1", "X-Memory-Namespace": "acme/alice"}).status_code == 401


def test_a_change_by_command_tells_its_door_in_the_history():
    kept = answer("remember", "Maya prefers window seats.")
    assert answer("fact", kept["id"])["history"]["results"][0]["actor"] == "cli"


def test_each_failure_has_its_exit_code():
    assert "no such thing" in run("confirm", "fact_nothing", *IN_ALICE, code=Exit.NOT_FOUND).stderr
    assert run("remember", "  ", *IN_ALICE, code=Exit.REFUSED).stderr
    assert run("stats", "--namespace", "no such name!", code=Exit.REFUSED).stderr
    assert "--key" in run("stats", "--url", "http://127.0.0.1:9", code=Exit.REFUSED).stderr
    unreachable = run("stats", "--url", "http://127.0.0.1:9", "--key", "mem_x", code=Exit.UNREACHABLE)
    assert "does not answer" in unreachable.stderr
    assert run("stats", "--url", "not an address", "--key", "mem_x", code=Exit.UNREACHABLE).stderr
    assert run("stats", "--limit", "3", code=2).stderr


def test_text_that_would_steer_a_terminal_is_shown_without_its_power():
    answer("remember", "Maya likes \x1b[31mred\x1b]0;owned\x07 and blue.")
    for words in (("facts",), ("search", "Maya likes red"), ("context", "What does Maya like, red or blue?")):
        text = run(*words, *IN_ALICE).stdout
        assert "red" in text
        assert not {"\x1b", "\x07"} & set(text)
    assert verbs.shown("a\x9bb\u202ec\ud800\nd\te") == "a\ufffdb\ufffdc\ufffd\nd\te"


def test_a_pipe_gets_a_line_a_row():
    answer("remember", "Maya owns a kayak.\nIt is green.")
    (row,) = run("facts", *IN_ALICE).stdout.splitlines()
    assert row.split("\t")[-1] == "Maya owns a kayak. It is green."


def test_lines_are_kept_once_however_often_they_are_read(lines):
    file = lines(*(turn(number) for number in range(250)), "", turn(0, session_id="s2", name="Maya"))
    first = json.loads(run("ingest", file, "--json", *IN_ALICE).stdout)
    again = json.loads(run("ingest", file, "--json", *IN_ALICE).stdout)
    assert (first["sessions"], first["turns"], first["known"]) == (2, 251, 0)
    assert (again["turns"], again["known"]) == (251, 251)
    assert stored().count() == 251


def test_the_input_can_be_piped_and_one_session_named():
    given = json.dumps({"role": "user", "content": "I live in Oslo."})
    done = subprocess.run(
        [sys.executable, "-c", "from memoryproj.cli.sources import Source, SourceFile; from pathlib import Path;"
         "print([t.session_id for t in SourceFile(Path('-'), Source.AUTO, 's9').items()])"],
        input=given, capture_output=True, text=True, cwd=ROOT, check=True,
    )  # fmt: skip
    assert done.stdout.strip() == "['s9']"


def test_a_dry_run_counts_and_keeps_nothing(lines):
    told = run("ingest", lines(turn(1), turn(2)), "--dry-run", *IN_ALICE)
    assert "2 turns of 1 sessions and 0 facts would be kept" in told.stderr
    assert not Namespace.objects.filter(name="acme/alice").exists()


@pytest.mark.parametrize(
    ("flawed", "told"),
    [
        ({"role": "nobody"}, "line 102: role"),
        ({"content": ""}, "line 102: content"),
        ({"session_id": ""}, "line 102 names no session"),
        ("{", "line 102 is no JSON"),
        ("[1]", "line 102 is no object"),
        ("[" * 100_000, "line 102 is no JSON"),
    ],
)
def test_a_flaw_is_told_by_its_line_and_what_stood_before_its_call_is_kept(lines, flawed, told):
    flaw = flawed if isinstance(flawed, str) else turn(101, **flawed)
    file = lines(*(turn(number) for number in range(101)), flaw)
    message = run("ingest", file, "--source", "lines", *IN_ALICE, code=Exit.REFUSED).stderr
    assert told in message
    assert "The 100 turns before it are kept." in message
    assert stored().count() == 100


CHATGPT = [{
    "title": "Trip", "conversation_id": "c-1", "current_node": "n4",
    "mapping": {
        "root": {"message": None, "parent": None},
        "n1": {"parent": "root", "message": {
            "id": "m1", "author": {"role": "system"}, "content": {"parts": ["hidden"]},
            "metadata": {"is_visually_hidden_from_conversation": True}}},
        "n2": {"parent": "n1", "message": {
            "id": "m2", "author": {"role": "user"}, "create_time": 1767000000.5, "content": {
                "parts": ["I fly to Porto in May.", {"content_type": "image_asset_pointer"}]}}},
        "n3": {"parent": "n2", "message": {
            "id": "m3", "author": {"role": "assistant"}, "content": {"parts": ["An answer thrown away."]}}},
        "n4": {"parent": "n2", "message": {
            "id": "m4", "author": {"role": "assistant"}, "create_time": 1767000009, "content": {"parts": ["Nice!"]}}},
    },
}]  # fmt: skip
CLAUDE = [{
    "uuid": "c-2", "name": "Dinner", "chat_messages": [
        {"uuid": "m1", "sender": "human", "text": "", "created_at": "2026-02-01T10:00:00Z",
         "content": [{"type": "text", "text": "I cannot eat walnuts."}, {"type": "tool_use", "name": "x"}]},
        {"uuid": "m2", "sender": "assistant", "text": "Noted.", "content": []},
        {"uuid": "m3", "sender": "assistant", "text": "", "content": []},
    ],
}]  # fmt: skip
LOCOMO = [{
    "sample_id": "conv-1", "conversation": {
        "session_2": [{"speaker": "Ann", "dia_id": "D2:1", "text": "I sold it."}],
        "session_2_date_time": "1:56 pm on 9 May, 2023",
        "session_1": [{"speaker": "Bo", "dia_id": "D1:1", "text": "Hi Ann!"}],
        "session_1_date_time": "1:56 pm on 8 May, 2023",
    }, "qa": [],
}]  # fmt: skip


@pytest.mark.parametrize(
    ("export", "expected", "left_out"),
    [
        (CHATGPT, [("chatgpt-c-1", "user", "I fly to Porto in May."), ("chatgpt-c-1", "assistant", "Nice!")],
         {"hidden from the conversation": 1, "in a branch that was not shown last": 1}),
        (CLAUDE, [("claude-c-2", "user", "I cannot eat walnuts."), ("claude-c-2", "assistant", "Noted.")],
         {"without text": 1}),
        (LOCOMO, [("conv-1-session_1", "user", "Hi Ann!"), ("conv-1-session_2", "user", "I sold it.")], {}),
    ],
)  # fmt: skip
@pytest.mark.parametrize("packed", [False, True])
def test_an_export_of_another_program_is_kept_in_the_order_in_which_it_was_said(
    tmp_path, export, expected, left_out, packed
):
    file = tmp_path / "conversations.json"
    file.write_text(json.dumps(export, indent=1))
    if packed:
        with zipfile.ZipFile(tmp_path / "export.zip", "w") as archive:
            archive.write(file, "some folder/conversations.json")
        file = tmp_path / "export.zip"
    told = json.loads(run("ingest", str(file), "--json", *IN_ALICE).stdout)
    assert {reason: count for reason, count in told["left_out"].items() if count} == left_out
    kept = stored().order_by("pk")
    assert [(one.session_id, one.role, one.content) for one in kept] == expected


def test_when_a_turn_was_said_is_taken_over(tmp_path):
    file = tmp_path / "conversations.json"
    file.write_text(json.dumps(LOCOMO))
    run("ingest", str(file), *IN_ALICE)
    first = stored().order_by("pk")[0]
    assert (first.event_time.isoformat(), first.source_role) == ("2023-05-08T13:56:00+00:00", "Bo")


@pytest.mark.parametrize(
    "content", ["", "[]", "{}", '"text"', "[1]", '[{"mapping": {"a": 1}, "current_node": "b"}]', "not json", "\ufeff"]
)
def test_a_file_that_is_nothing_known_is_refused_and_nothing_kept(tmp_path, content):
    file = tmp_path / "talk.json"
    file.write_text(content)
    assert "Nothing is kept" in run("ingest", str(file), *IN_ALICE, code=Exit.REFUSED).stderr


def test_bytes_that_are_no_text_and_a_file_that_is_not_there_are_refused(tmp_path):
    (tmp_path / "talk.jsonl").write_bytes(b"\xff\xfe\x00{")
    assert "UTF-8" in run("ingest", str(tmp_path / "talk.jsonl"), code=Exit.REFUSED).stderr
    assert "cannot be read" in run("ingest", str(tmp_path / "none.jsonl"), code=Exit.REFUSED).stderr


def test_conversations_without_an_end_end():
    circle = {"a": {"parent": "b", "message": None}, "b": {"parent": "a", "message": None}}
    reading = sources.SourceFile(Path("x"), sources.Source.CHATGPT)
    assert list(reading._chatgpt({"mapping": circle, "current_node": "a", "id": "1"})) == []


def test_serve_starts_the_service_with_what_it_is_told(monkeypatch):
    started = []
    monkeypatch.setattr("memoryproj.cli.ensure_secret", lambda: None)
    monkeypatch.setattr("django.core.management.execute_from_command_line", lambda words: started.append(words[1:]))
    run("serve", "--port", "9000")
    run("serve", "--mcp-port", "8001")
    assert started == [
        ["up", "--host", "127.0.0.1", "--port", "9000"],
        ["up", "--host", "127.0.0.1", "--port", "8000", "--mcp-port", "8001"],
    ]


def test_a_running_service_is_asked_with_its_key(live_server, make_key, transactional_db):
    there = ("--url", live_server.url, "--key", make_key())
    assert run("remember", "Maya owns a kayak.", *there).stdout.startswith("created\t")
    assert "kayak" in run("facts", *there).stdout
    assert "Unauthorized" in run("facts", "--url", live_server.url, "--key", "mem_wrong", code=Exit.REFUSED).stderr
    lost = run("facts", "--url", f"{live_server.url}/elsewhere", "--key", "x", code=Exit.NOT_FOUND)
    assert "no memory service" in lost.stderr


def test_a_run_on_a_service_is_waited_for(live_server, make_key, transactional_db, monkeypatch):
    there = ("--url", live_server.url, "--key", make_key())
    run("remember", "Maya owns a kayak.", *there)
    monkeypatch.setattr(verbs.time, "sleep", lambda seconds: run_upkeep())  # what a worker does meanwhile
    ended = json.loads(run("decay", *there, "--json").stdout)
    assert (ended["kind"], ended["status"]) == ("decay", "succeeded")
    assert cli._speaks_to_the_api(["decay", "--url=http://x"])
    assert not cli._speaks_to_the_api(["decay"])


def test_the_names_that_lead_to_the_api_are_the_programs_own():
    assert hooks.app is verbs.app
    assert ingesting.command is verbs.command
    names = {entry.name for entry in (*verbs.app.registered_commands, *verbs.app.registered_groups)}
    assert names == cli.VERBS | cli.MAINTENANCE
    assert not cli.VERBS & set(get_commands()), "a name that Django has, too, would be hidden"


def test_a_machine_without_a_store_is_told_what_to_do(tmp_path):
    done = subprocess.run(
        [sys.executable, "manage.py", "facts"], cwd=ROOT, capture_output=True, text=True, check=False,
        env={**os.environ, "MEMORY_DATA_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "memoryproj.settings"},
    )  # fmt: skip
    assert done.returncode == Exit.UNREACHABLE, done.stderr
    assert "start the service" in done.stderr.lower()
