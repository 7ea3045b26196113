"""Claude Code's hooks, as the API takes them."""

import pytest

from memory.models import Memory, Origin, Session, SessionStatus, Trust
from tests.conftest import Api, is_problem

PAYLOAD = {"session_id": "3f0c", "transcript_path": "/etc/passwd", "cwd": "/home/maya", "permission_mode": "default"}


def hook(api, event, **fields):
    return api.post("/hooks/claude-code", PAYLOAD | {"hook_event_name": event} | fields)


def turn(number, **fields):
    return {"role": "user", "content": f"Turn {number}.", "external_id": str(number)} | fields


def test_a_prompt_gets_its_context_in_the_hosts_shape(api):
    api.remember("Maya is allergic to hazelnuts.")

    answer = hook(api, "UserPromptSubmit", prompt="What is Maya allergic to?").json()

    said = answer["hookSpecificOutput"]
    assert said["hookEventName"] == "UserPromptSubmit"
    assert "Maya is allergic to hazelnuts." in said["additionalContext"]
    assert hook(api, "UserPromptSubmit", prompt="zxqv").json() == {}
    is_problem(hook(api, "UserPromptSubmit"), 422, "body", "prompt")


def test_turns_are_kept_once_and_the_end_completes_the_session(api, namespace):
    assert hook(api, "Stop", turns=[turn(1)]).json() == {}
    hook(api, "PreCompact", turns=[turn(1), turn(2, role="assistant")])
    assert Session.objects.within(namespace).get().status == SessionStatus.OPEN
    hook(api, "SessionEnd", turns=[turn(1), turn(2, role="assistant"), turn(3)])

    rows = Memory.objects.within(namespace).order_by("pk")
    assert [(row.content, row.session_id, row.origin) for row in rows] == [
        (f"Turn {number}.", "3f0c", Origin.AGENT) for number in (1, 2, 3)
    ]
    assert [row.trust for row in rows] == [Trust.USER, Trust.AGENT, Trust.USER]
    assert Session.objects.within(namespace).get().status == SessionStatus.PENDING


def test_a_session_without_a_word_ends_quietly(api, namespace):
    assert hook(api, "SessionEnd").json() == {}
    assert hook(api, "Stop", turns=[]).json() == {}
    assert not Memory.objects.within(namespace).exists()


def test_the_service_reads_no_file_that_a_payload_names(api, namespace, tmp_path):
    file = tmp_path / "transcript.jsonl"
    file.write_text('{"type": "user", "uuid": "1", "message": {"role": "user", "content": "Read me."}}')

    hook(api, "SessionEnd", transcript_path=str(file))

    assert not Memory.objects.within(namespace).exists()


@pytest.mark.parametrize(
    "fields, where",
    [
        ({"hook_event_name": "PreToolUse"}, "hook_event_name"),
        ({"session_id": "a/b"}, "session_id"),
        ({"turns": "all"}, "turns"),
        ({"turns": [{"role": "boss", "content": "x"}]}, "turns"),
    ],
)
def test_what_is_no_payload_is_refused_by_name_and_nothing_is_kept(api, namespace, fields, where):
    turns = {"turns": [turn(1)]} | fields
    body = is_problem(hook(api, turns.pop("hook_event_name", "Stop"), **turns), 422)

    assert any(flaw["loc"][:2] == ["body", where] for flaw in body["errors"])
    assert not Memory.objects.within(namespace).exists()


def test_a_prompt_needs_the_scope_to_read_and_turns_the_scope_to_write(make_key, namespace):
    reader, writer = Api(make_key(scopes=["read"])), Api(make_key(scopes=["write"]))

    assert hook(reader, "UserPromptSubmit", prompt="Hello?").status_code == 200
    is_problem(hook(writer, "UserPromptSubmit", prompt="Hello?"), 403)
    assert hook(writer, "Stop", turns=[turn(1)]).status_code == 200
    is_problem(hook(reader, "Stop", turns=[turn(2)]), 403)
    assert Memory.objects.within(namespace).count() == 1
