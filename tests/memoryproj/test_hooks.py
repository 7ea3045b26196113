"""`rememberd hooks`: what a host's settings say, and what the host then calls."""

from __future__ import annotations

import json
import shlex
import stat
import sys
from pathlib import Path
from typing import Any

import pytest

from memory.models import Namespace, Session, SessionStatus
from memory.services import namespaces
from memoryproj.cli import hooks, transcript
from memoryproj.cli.door import Exit
from tests.memoryproj.test_cli import IN_ALICE, own_store, run, stored

__all__ = ["own_store"]

pytestmark = pytest.mark.django_db
CLAUDE = "claude-code"
THEIRS = {"matcher": "Bash", "hooks": [{"type": "command", "command": "./check.sh"}]}


@pytest.fixture
def settings_file(tmp_path: Path) -> Path:
    return tmp_path / ".claude" / "settings.json"


def install(file: Path, *words: str, code: int = 0) -> str:
    return run("hooks", "install", CLAUDE, "--settings", str(file), *words, code=code).stdout


def uninstall(file: Path) -> None:
    run("hooks", "uninstall", CLAUDE, "--settings", str(file))


def entry(kind: str, content: Any, uuid: str, **fields: Any) -> dict[str, Any]:
    return {"type": kind, "uuid": uuid, "sessionId": "s-1", "timestamp": "2026-05-11T19:40:00.000Z",
            "message": {"role": kind, "content": content}} | fields  # fmt: skip


TALK = [
    {"type": "summary", "summary": "An older talk"},
    entry("user", "I moved to Porto.<system-reminder>Be brief.</system-reminder>", "u1"),
    entry("assistant", [{"type": "thinking", "thinking": "Hm."}, {"type": "text", "text": "Noted."}], "a1"),
    entry("assistant", [{"type": "tool_use", "name": "Bash", "input": {}}], "a2"),
    entry("user", [{"type": "tool_result", "content": "a secret of the shell"}], "u2"),
    entry("user", "<command-name>/clear</command-name>", "u3"),
    entry("user", "Of a sub-agent.", "u4", isSidechain=True),
    entry("user", "A note of the program.", "u5", isMeta=True),
    entry("user", "Said in the session before.", "u6", sessionId="s-0"),
    entry("user", "And I took up rowing.", "u7"),
]


@pytest.fixture
def payload(tmp_path: Path) -> Any:
    file = tmp_path / "talk.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in TALK))

    def write(event: str, **fields: Any) -> str:
        known = {"session_id": "s-1", "transcript_path": str(file), "hook_event_name": event, "cwd": str(tmp_path)}
        return json.dumps(known | fields)

    return write


def call(given: str, code: int = 0) -> Any:
    return run("hooks", "run", CLAUDE, *IN_ALICE, given=given, code=code)


def test_what_was_said_is_kept_once_whatever_hooks_come(payload):
    for event in ("Stop", "Stop", "PreCompact"):
        assert call(payload(event)).stdout == ""
    assert [(row.role, row.content, row.external_id) for row in stored().order_by("pk")] == [
        ("user", "I moved to Porto.", "u1"), ("assistant", "Noted.", "a1"), ("user", "And I took up rowing.", "u7")
    ]  # fmt: skip
    call(payload("SessionEnd", reason="logout"))
    session = Session.objects.within(namespaces.for_reading("acme/alice")).get()
    assert session.status == SessionStatus.PENDING
    assert stored().count() == 3


def test_a_prompt_gets_what_another_session_said(payload):
    call(payload("SessionEnd"))
    said = call(json.dumps({
        "session_id": "s-2", "hook_event_name": "UserPromptSubmit", "prompt": "Where did I move to?",
    })).stdout  # fmt: skip
    assert "Porto" in json.loads(said)["hookSpecificOutput"]["additionalContext"]


def test_a_long_talk_goes_in_several_lots(tmp_path):
    file = tmp_path / "long.jsonl"
    file.write_text("\n".join(json.dumps(entry("user", f"Turn {number}.", f"u{number}")) for number in range(230)))
    call(json.dumps({"session_id": "s-1", "hook_event_name": "SessionEnd", "transcript_path": str(file)}))
    assert [row.content for row in stored().order_by("pk")] == [f"Turn {number}." for number in range(230)]


def test_no_failure_holds_a_prompt_back(payload, tmp_path, monkeypatch):
    """Exit code 2 would: Claude Code takes it for a refusal of the prompt."""
    gone = payload("Stop", transcript_path=str(tmp_path / "nothing"))
    for given in ("", "[]", "{}", "not json", gone, payload("PreToolUse"), payload("UserPromptSubmit")):
        assert call(given, code=Exit.REFUSED).stderr
    assert not Namespace.objects.exists()
    monkeypatch.setenv("MEMORY_URL", "http://127.0.0.1:9")
    monkeypatch.setenv("MEMORY_KEY", "mem_x")
    assert "does not answer" in call(payload("Stop"), code=Exit.UNREACHABLE).stderr


def test_a_line_that_is_being_written_waits_for_the_next_hook(tmp_path):
    file = tmp_path / "talk.jsonl"
    whole = json.dumps(entry("user", "One.", "u1"))
    file.write_text(f'{whole}\n{{"type": "us')
    assert [turn.message["content"] for turn in transcript.turns(file, "s-1")] == ["One."]
    file.write_text(f'{{"type": "us\n{whole}')
    with pytest.raises(transcript.Unreadable, match="line 1"):
        list(transcript.turns(file, "s-1"))


def test_a_pasted_file_is_cut_within_what_the_service_takes(tmp_path):
    file = tmp_path / "talk.jsonl"
    file.write_text(json.dumps(entry("user", "é\x00" * 300_000, "u1")))
    (turn,) = transcript.turns(file, "s-1")
    assert len(turn.message["content"].encode()) <= transcript.LONGEST
    assert set(turn.message["content"]) == {"é"}


def test_installing_twice_is_installing_once_and_uninstalling_leaves_what_was(settings_file):
    settings_file.parent.mkdir()
    before = {"model": "opus", "hooks": {"PreToolUse": [THEIRS], "Stop": [THEIRS]}}
    settings_file.write_text(json.dumps(before))
    settings_file.chmod(0o640)

    install(settings_file)
    once = settings_file.read_text()
    install(settings_file)

    assert settings_file.read_text() == once
    assert stat.S_IMODE(settings_file.stat().st_mode) == 0o640
    known = json.loads(once)
    assert known["model"] == "opus"
    assert known["hooks"]["PreToolUse"] == [THEIRS]
    assert known["hooks"]["Stop"][0] == THEIRS
    assert set(known["hooks"]) == {*hooks.EVENTS, "PreToolUse"}
    uninstall(settings_file)
    assert json.loads(settings_file.read_text()) == before


def test_what_is_installed_is_a_command_that_runs_from_anywhere(settings_file, monkeypatch):
    monkeypatch.setattr(sys, "argv", ["manage.py"])
    install(settings_file, "--url", "http://127.0.0.1:8000", "--namespace", "acme/alice")
    (group,) = json.loads(settings_file.read_text())["hooks"]["Stop"]
    words = shlex.split(group["hooks"][0]["command"])
    assert words == [
        sys.executable, str(Path("manage.py").absolute()), "hooks", "run", CLAUDE, "--url", "http://127.0.0.1:8000",
        "--namespace", "acme/alice",
    ]  # fmt: skip
    assert stat.S_IMODE(settings_file.stat().st_mode) == 0o600
    uninstall(settings_file)
    assert json.loads(settings_file.read_text()) == {}


def test_a_dry_run_tells_and_changes_nothing(settings_file):
    assert "UserPromptSubmit" in install(settings_file, "--dry-run")
    assert not settings_file.exists()
    assert not settings_file.parent.exists()


@pytest.mark.parametrize(
    "content", ["{not json", "[]", '{"hooks": []}', '{"hooks": {"Stop": [{"x": 1}]}}', "// hello\n{}"]
)
def test_settings_that_cannot_be_read_stay_as_they_are(settings_file, content):
    settings_file.parent.mkdir()
    settings_file.write_text(content)
    install(settings_file, code=Exit.REFUSED)
    assert settings_file.read_text() == content
    assert list(settings_file.parent.iterdir()) == [settings_file]


def test_a_link_stays_a_link(settings_file, tmp_path):
    real = tmp_path / "dotfiles.json"
    real.write_text("{}")
    settings_file.parent.mkdir()
    settings_file.symlink_to(real)
    install(settings_file)
    assert settings_file.is_symlink()
    assert "hooks" in json.loads(real.read_text())
