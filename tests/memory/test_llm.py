import json
import logging
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.llm import Completion, Prompt, complete, configured, fenced, metered
from memory.llm.errors import LLMError, LLMMalformed, LLMRefused, LLMTruncated, LLMUnavailable
from memory.llm.reading import fit, parse
from tests.openai_server import FAILURES, RECOVERABLE, chat, error, json_reply, openai_server, patience

__all__ = ["openai_server"]

SCHEMA = {
    "type": "object",
    "properties": {
        "facts": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"content": {"type": "string"}, "source_ids": {"type": "array"}},
                "required": ["content", "source_ids"],
                "additionalProperties": False,
            },
        }
    },
    "required": ["facts"],
    "additionalProperties": False,
}
GOOD = {"facts": [{"content": "Ann has a cat.", "source_ids": ["ep_1"]}]}
ERRORS = {
    "timeout": LLMUnavailable,
    "http_429": LLMUnavailable,
    "http_500": LLMUnavailable,
    "http_503": LLMUnavailable,
    "connection_reset": LLMUnavailable,
    "broken_off": LLMUnavailable,
    "slow_drip": LLMUnavailable,
    "cut_json": LLMMalformed,
    "malformed_json": LLMMalformed,
    "refusal": LLMRefused,
    "length": LLMTruncated,
    "content_filter": LLMRefused,
    "wrong_types": LLMMalformed,
    "empty_content": LLMMalformed,
    "huge": LLMMalformed,
    "null_choices": LLMMalformed,
    "html": LLMMalformed,
}


def ask() -> Completion:
    return complete(Prompt("Be brief.", "What is said?"), SCHEMA, purpose="facts")


def test_a_good_answer_comes_back_with_its_tokens_and_cost(openai_server, settings):
    settings.MEMORY_LLM_PRICE_PER_MTOK = (2.0, 10.0)
    openai_server.script(chat(GOOD))
    answer = ask()
    assert answer.value == GOOD
    assert (answer.tokens_in, answer.tokens_out) == (100, 20)
    assert answer.cost == pytest.approx(100 * 2e-6 + 20 * 10e-6)
    (request,) = openai_server.requests
    assert request.path == "/v1/chat/completions"
    assert request.headers["authorization"] == "Bearer sk-test-0123456789"
    assert request.body["response_format"]["json_schema"] == {"name": "facts", "strict": True, "schema": SCHEMA}
    assert [message["role"] for message in request.body["messages"]] == ["system", "user"]


@pytest.mark.parametrize("kind", sorted(ERRORS))
def test_each_kind_of_failure_is_its_named_error(openai_server, settings, kind):
    settings.MEMORY_OPENAI_TIMEOUT = patience(kind)
    openai_server.script(FAILURES[kind](GOOD))
    with pytest.raises(LLMError) as caught:
        ask()
    assert type(caught.value) is ERRORS[kind]
    assert caught.value.reason


@pytest.mark.parametrize("kind", sorted(RECOVERABLE))
def test_a_servers_weakness_does_not_cost_the_answer(openai_server, kind):
    reply = FAILURES[kind](GOOD)
    openai_server.script(reply, reply, reply)
    assert ask().value == GOOD


def test_every_kind_of_failure_is_covered_here_or_where_facts_are_read():
    assert set(FAILURES) == set(ERRORS) | RECOVERABLE | {"foreign_ids"}
    assert len(FAILURES) >= 20


@pytest.mark.parametrize("kind", ["http_429", "http_503", "connection_reset", "timeout"])
def test_a_passing_failure_is_retried(openai_server, settings, kind):
    settings.MEMORY_OPENAI_RETRIES = 1
    settings.MEMORY_OPENAI_TIMEOUT = 4 * patience(kind)  # the answer to the second try has to come within it
    openai_server.script(FAILURES[kind](GOOD), chat(GOOD))
    assert ask().value == GOOD
    assert len(openai_server.requests) == 2


def test_the_form_that_a_server_accepts_is_remembered(openai_server):
    openai_server.otherwise = FAILURES["no_json_schema"](GOOD)
    ask()
    ask()
    forms = [request.body.get("response_format", {}).get("type") for request in openai_server.requests]
    assert forms == ["json_schema", "json_object", None, None]
    assert "JSON Schema" in openai_server.requests[-1].body["messages"][0]["content"]


def test_a_server_that_refuses_every_form_is_unavailable_and_is_asked_strictly_again(openai_server):
    openai_server.otherwise = lambda request: error(400, "no")
    for _ in range(2):
        with pytest.raises(LLMUnavailable):
            ask()
    # The last of each four asks whether the server takes any question at all.
    assert [r.body.get("response_format", {}).get("type") for r in openai_server.requests] == [
        "json_schema", "json_object", None, None, "json_schema", "json_object", None, None,
    ]  # fmt: skip


def test_a_question_that_a_server_refuses_without_a_reason_while_it_takes_others_may_be_too_long(openai_server):
    def short_alone(request):
        size = sum(len(message["content"]) for message in request.body["messages"])
        return error(400, "Eingabe zu gross") if size > 20 else chat("yes")

    openai_server.otherwise = short_alone
    with pytest.raises(LLMTruncated, match="may be too long"):
        ask()


def test_what_a_message_says_decides_nothing(openai_server):
    openai_server.otherwise = lambda request: error(400, "unknown option; the context length is 8192")
    with pytest.raises(LLMUnavailable):
        ask()


@pytest.mark.parametrize(
    "reply, expected",
    [
        (error(400, "too much", "context_length_exceeded"), LLMTruncated),
        (json_reply({"error": {"message": "too much", "type": "exceed_context_size_error"}}, 400), LLMTruncated),
        (error(400, "declined", "content_filter"), LLMRefused),
        (error(413), LLMTruncated),
        (error(401), LLMUnavailable),
        (error(404), LLMUnavailable),
    ],
)
def test_a_refused_request_says_what_was_refused(openai_server, reply, expected):
    openai_server.script(reply)
    with pytest.raises(expected):
        ask()
    assert len(openai_server.requests) == 1


def test_a_spent_answer_still_counts_its_tokens(openai_server):
    openai_server.script(FAILURES["refusal"](GOOD))
    with pytest.raises(LLMRefused) as caught:
        ask()
    assert (caught.value.tokens_in, caught.value.tokens_out) == (100, 20)


def test_missing_usage_is_estimated(openai_server):
    openai_server.script(FAILURES["missing_usage"](GOOD))
    answer = ask()
    assert answer.tokens_in > 0
    assert answer.tokens_out == len(json.dumps(GOOD)) // 4


def test_without_a_key_or_a_server_nothing_is_asked(settings):
    settings.MEMORY_OPENAI_BASE_URL = settings.MEMORY_OPENAI_API_KEY = ""
    assert not configured()
    with pytest.raises(LLMUnavailable, match="MEMORY_OPENAI_API_KEY"):
        ask()


def test_an_unreachable_server_is_unavailable(openai_server, settings):
    settings.MEMORY_OPENAI_BASE_URL = "http://127.0.0.1:9/v1"
    with pytest.raises(LLMUnavailable, match="could not be reached"):
        ask()


def test_neither_prompt_nor_answer_nor_key_is_logged(openai_server, caplog):
    caplog.set_level(logging.DEBUG)
    openai_server.script(chat(GOOD), FAILURES["wrong_types"](GOOD))
    ask()
    with pytest.raises(LLMMalformed) as caught:
        ask()
    said = caplog.text + str(caught.value)
    assert "facts for -: 100 + 20 tokens" in said
    for secret in ("What is said", "Ann has", "sk-test"):
        assert secret not in said


@pytest.mark.parametrize(
    "content",
    [
        '{"a": 1}',
        '```json\n{"a": 1}\n```',
        '```\n{"a": 1}```',
        'Sure! Here it is: {"a": 1} Anything else?',
        'Not {this}, but {"a": 1}',
        '<think>maybe {"a": 2}?</think>\n{"a": 1}',
    ],
)
def test_the_object_is_found_in_what_models_write_around_it(content):
    assert parse(content) == {"a": 1}


@pytest.mark.parametrize(
    "content", ["", "none", "[1, 2]", '{"a": NaN}', '{"a": 1', "{" * 100_000, '{"a":' * 100_000, "9" * 10_000]
)
def test_what_holds_no_object_is_malformed(content):
    with pytest.raises(LLMMalformed):
        parse(content)


@given(st.text())
def test_any_text_is_parsed_or_malformed(text):
    with suppress(LLMMalformed):
        assert isinstance(parse(text), dict)


def test_unknown_keys_are_dropped_and_strings_made_storable():
    value = {"facts": [{"content": "a\ud800\0b", "source_ids": [], "protect": True}], "delete": "all"}
    assert fit(value, SCHEMA) == {"facts": [{"content": "a?b", "source_ids": []}]}


def test_a_schema_error_names_the_place_and_nothing_of_the_value():
    with pytest.raises(LLMMalformed) as caught:
        fit({"facts": [{"content": 12345, "source_ids": []}]}, SCHEMA)
    assert caught.value.reason == "the answer breaks the schema: type at $.facts[0].content"


@given(st.lists(st.dictionaries(st.text(), st.text())))
def test_fenced_rows_stay_on_their_lines_and_inside_their_block(rows):
    block = fenced(rows)
    assert [json.loads(line) for line in block.splitlines()] == rows
    assert "<" not in block
    assert ">" not in block


def test_a_form_that_is_refused_for_one_purpose_is_still_asked_for_another(openai_server):
    def picky(request):
        form = request.body.get("response_format", {})
        refused = form.get("type") == "json_schema" and form["json_schema"]["name"] == "facts"
        return error(400, "this schema is too deep") if refused else chat(GOOD)

    openai_server.otherwise = picky
    ask()
    complete(Prompt("Be brief.", "What is said?"), SCHEMA, purpose="verdict")
    ask()
    forms = [request.body.get("response_format", {}).get("type") for request in openai_server.requests]
    assert forms == ["json_schema", "json_object", "json_schema", "json_object"]


@pytest.mark.parametrize(
    ("known", "limits"),
    [
        (("max_completion_tokens",), ["max_completion_tokens", "max_completion_tokens"]),
        (("max_tokens",), ["max_completion_tokens", "max_tokens", "max_tokens"]),
        ((), ["max_completion_tokens", "max_tokens", None, None]),
    ],
)
def test_an_answers_length_is_bounded_by_the_name_that_the_server_knows(openai_server, known, limits):
    def answer(request):
        asked = next((name for name in ("max_completion_tokens", "max_tokens") if name in request.body), None)
        return chat(GOOD) if asked is None or asked in known else error(400, f"Unsupported parameter: '{asked}'")

    openai_server.otherwise = answer
    ask()
    ask()
    named = ("max_completion_tokens", "max_tokens")
    assert [next((n for n in named if n in r.body), None) for r in openai_server.requests] == limits
    assert {r.body.get("response_format", {}).get("type") for r in openai_server.requests} == {"json_schema"}


def test_a_meter_counts_all_questions_of_its_block_also_those_that_fail(openai_server):
    openai_server.script(chat(GOOD), chat("no JSON at all"), chat(GOOD))
    with metered() as outer:
        ask()
        with metered() as inner, pytest.raises(LLMMalformed):
            ask()
    ask()
    assert (outer.tokens_in, outer.tokens_out) == (200, 40)
    assert (inner.tokens_in, inner.tokens_out) == (100, 20)
