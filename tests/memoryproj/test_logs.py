"""The log: one JSON object a line, or plain lines, both with the id of the request that they belong to."""

from __future__ import annotations

import json
import logging

import pytest

from memoryproj import logs


def record(message: str = "it was %s", *args: object, error: BaseException | None = None) -> logging.LogRecord:
    info = (type(error), error, None) if error else None
    return logging.LogRecord("memory.test", logging.WARNING, __file__, 1, message, args, info)


@pytest.fixture
def request_id():
    token = logs.request_id.set("job-7")
    yield "job-7"
    logs.request_id.reset(token)


def test_a_json_line_is_one_object_with_the_requests_id(request_id):
    line = logs.Json().format(record("it was\n%s", "so", error=ValueError("no")))
    told = json.loads(line)
    assert "\n" not in line
    assert (told["level"], told["logger"], told["message"]) == ("WARNING", "memory.test", "it was\nso")
    assert told["request_id"] == request_id
    assert "ValueError: no" in told["error"]
    assert told["at"].endswith("+00:00")


def test_outside_a_request_there_is_no_id():
    assert set(json.loads(logs.Json().format(record("hello")))) == {"at", "level", "logger", "message"}
    assert logs.PlainFormatter("%(message)s").format(record("hello")) == "hello"


def test_a_plain_line_ends_with_the_id(request_id):
    assert logs.PlainFormatter("%(levelname)s %(message)s").format(record("hello")) == "WARNING hello [job-7]"


def test_a_refused_page_is_logged_in_one_line_and_a_failure_with_its_traceback():
    keeps = logging.getLogger("django.request").filters
    for status, tells in ((403, False), (500, True)):
        said = record("Forbidden: /admin/erase/", error=ValueError("no"))
        said.status_code = status
        assert all(one.filter(said) for one in keeps)
        assert ("ValueError" in logs.PlainFormatter("%(message)s").format(said)) == tells


def test_a_secret_in_a_message_or_an_error_is_masked():
    secret = "ghp_" + "aB3" * 12
    said = record("Not Found: /api/v1/memories/%s", secret, error=ValueError(f"no {secret}"))
    for line in (logs.Json().format(said), logs.PlainFormatter("%(message)s").format(said)):
        assert secret not in line
        assert line.count("[secret: github token]") == 2


def test_a_secret_behind_a_name_with_other_letters_is_masked_where_the_log_escapes_them():
    escaped = "hasło do wifi to Xk9#2mQp7w!".encode("unicode_escape").decode()
    assert "Xk9#2mQp7w!" not in logs.PlainFormatter("%(message)s").format(record("Not Found: %s", escaped))
    assert logs.PlainFormatter("%(message)s").format(record("%s", r"a\x1b\u0000b\ud800")) == r"a\x1b\u0000b\ud800"
