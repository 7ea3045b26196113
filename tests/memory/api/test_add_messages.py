from datetime import UTC, datetime

import pytest

from memory.models import Memory, Namespace, Session
from tests.conftest import Api, is_problem

URL = "/sessions/chat-1/messages"


def turn(**fields):
    return {"role": "user", "content": "Hello @ann", **fields}


def stored(namespace):
    return Memory.objects.within(namespace).order_by("rowid")


def test_turns_are_kept_in_order_and_answered_with_their_ids(api, namespace):
    response = api.post(URL, {"messages": [turn(external_id="m1"), turn(role="assistant", content="Hi")]})

    assert response.status_code == 201
    body = response.json()
    assert body["session_id"] == "chat-1"
    assert [(e["external_id"], e["duplicate"]) for e in body["episodes"]] == [("m1", False), (None, False)]
    assert [m.uid for m in stored(namespace)] == [e["id"] for e in body["episodes"]]


def test_a_turns_tags_narrow_a_search_and_a_list(api, namespace):
    api.post(URL, {"messages": [turn(tags=["work"]), turn(content="Hello again")]})

    for found in (api.get("/memories?tag=work"), api.post("/memories/search", {"query": "hello", "tags": ["work"]})):
        assert [row["tags"] for row in found.json()["results"]] == [["work"]]
    is_problem(api.post(URL, {"messages": [turn(tags=["x" * 101])]}), 422, "body", "messages", 0, "tags", 0)


def test_the_speaker_is_the_name_else_the_role(api, namespace):
    api.post(URL, {"messages": [turn(name="Ann"), turn(role="tool", content="42")]})

    assert [m.source_role for m in stored(namespace)] == ["Ann", "tool"]


@pytest.mark.parametrize(
    "given, at, offset",
    [
        ("2026-03-02T18:05:00+01:00", datetime(2026, 3, 2, 17, 5, tzinfo=UTC), 60),
        ("2026-03-02T17:05:00Z", datetime(2026, 3, 2, 17, 5, tzinfo=UTC), None),
        ("2026-03-02T17:05:00", datetime(2026, 3, 2, 17, 5, tzinfo=UTC), None),
        (1772471100, datetime(2026, 3, 2, 17, 5, tzinfo=UTC), None),
        (1772471100.5, datetime(2026, 3, 2, 17, 5, 0, 500_000, tzinfo=UTC), None),
    ],
)
def test_a_time_comes_as_iso_or_as_seconds_and_its_offset_is_kept(api, namespace, given, at, offset):
    api.post(URL, {"messages": [turn(event_time=given)]})

    (memory,) = stored(namespace)
    assert (memory.event_time, memory.event_offset) == (at, offset)


def test_the_same_external_id_again_adds_nothing(api, namespace):
    (first,) = api.say("chat-1", "Hello", external_id="m1")

    response = api.post(URL, {"messages": [turn(content="Hello", external_id="m1")]})

    assert response.status_code == 201
    assert response.json()["episodes"] == [{"id": first, "external_id": "m1", "duplicate": True}]
    assert stored(namespace).count() == 1


def test_the_same_external_id_with_other_content_is_a_conflict_and_nothing_is_written(api, namespace):
    api.say("chat-1", "Hello", external_id="m1")

    is_problem(api.post(URL, {"messages": [turn(content="new"), turn(content="Bye", external_id="m1")]}), 409)

    assert [m.content for m in stored(namespace)] == ["Hello"]


def test_the_same_external_id_in_another_session_is_another_turn(api, namespace):
    api.say("chat-1", "Hello", external_id="m1")
    api.say("chat-2", "Bye", external_id="m1")

    assert stored(namespace).count() == 2


def test_a_new_session_completes_the_others(api):
    api.say("chat-1", "Hello")

    body = api.post("/sessions/chat-2/messages", {"messages": [turn()]}).json()

    assert body["completed_sessions"] == ["chat-1"]
    assert api.get("/sessions/chat-1").json()["status"] == "pending"


def test_the_first_turn_makes_the_namespace(make_key):
    client = Api(make_key("acme/*"), **{"X-Memory-Namespace": "acme/new"})

    client.say("chat-1", "Hello")

    assert Namespace.objects.filter(name="acme/new").exists()


@pytest.mark.parametrize(
    "message, where",
    [
        (turn(role="robot"), ("role",)),
        (turn(content=""), ("content",)),
        (turn(content="   \n"), ("content",)),
        (turn(content=" \u200b\u2060 "), ("content",)),
        (turn(content="x" * (300 << 10)), ("content",)),
        (turn(content="ü" * (200 << 10)), ("content",)),
        (turn(content=7), ("content",)),
        ({"role": "user"}, ("content",)),
        (turn(name="x" * 256), ("name",)),
        (turn(external_id=""), ("external_id",)),
        (turn(external_id="x" * 256), ("external_id",)),
        (turn(event_time="yesterday"), ("event_time",)),
        (turn(event_time=1772471100000), ("event_time",)),
        (turn(event_time=True), ("event_time",)),
        (turn(event_time="9999-12-31T23:59:59-01:00"), ("event_time",)),
        (turn(attributes=[]), ("attributes",)),
        (turn(contnet="typo"), ("contnet",)),
        ("text", ()),
        (None, ()),
    ],
)
def test_a_bad_message_is_refused_with_its_place_and_nothing_is_written(api, namespace, message, where):
    response = api.post(URL, {"messages": [turn(), message]})

    is_problem(response, 422, "body", "messages", 1, *where)
    assert not stored(namespace).exists()
    assert not Session.objects.within(namespace).exists()


@pytest.mark.parametrize("body", [{}, {"messages": []}, {"messages": None}, [], None, "x", 7])
def test_a_body_without_messages_is_refused(api, body):
    is_problem(api.post(URL, body), 422)


def test_101_messages_are_refused_and_100_are_not(api):
    is_problem(api.post(URL, {"messages": [turn()] * 101}), 422, "body", "messages")

    assert api.post(URL, {"messages": [turn()] * 100}).status_code == 201


@pytest.mark.parametrize("bad", ["a/b", "a%2Fb", "..", ".", "a%20b", "%C3%A4", "x" * 201, "a%0Ab", "a%00b", "", "a?"])
def test_a_bad_session_id_is_refused_by_name(api, bad):
    response = api.post(f"/sessions/{bad.replace('?', '%3F')}/messages", {"messages": [turn()]})

    is_problem(response, 422)


@pytest.mark.parametrize("moment", ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z", -62135596800, 253402300799])
def test_the_first_and_the_last_moment_of_the_calendar_are_kept(api, moment):
    api.say("chat-1", "the last week, yesterday, next month, in 3 years, on Monday", event_time=moment)

    assert api.get("/sessions/chat-1/messages").status_code == 200
    assert api.post("/memories/search", {"query": "yesterday last week", "as_of": moment}).status_code == 200
    assert api.post("/context", {"prompt": "next month in 3 years", "as_of": moment}).status_code == 200


def test_text_of_every_script_and_hostile_marks_comes_back_as_it_was(api):
    texts = ["‮evil​", "🧠 naïve Ærøskøbing", "'; DROP TABLE memories; --", '" OR NOT NEAR(', "日本語", "\x01\x7f\r\n x"]
    api.say("chat-1", *texts)

    assert [m["content"] for m in api.get("/sessions/chat-1/messages").json()["results"]] == texts


def test_the_answer_says_how_many_secrets_were_masked(api):
    """Who sends one should know: it is in their logs, and in their model's context."""
    key = "ghp_" + "a1B2c3D4" * 4 + "e5F6"
    messages = [
        {"role": "user", "content": f"my token is {key}", "attributes": {"seen": key}},
        {"role": "user", "content": "tea"},
    ]
    told = api.post("/sessions/s1/messages", {"messages": messages}).json()["episodes"]
    assert [episode.get("masked") for episode in told] == [2, None]
    assert api.remember(f"The token is {key}", tags=[key[:50]])["masked"] == 2
    assert "masked" not in api.remember("Ann likes tea")
    assert api.post("/tools/remember_fact", {"content": f"The other token is {key}"}).json()["masked"] == 1


@pytest.mark.parametrize(
    "attributes,secret",
    [
        ({"password": "Tulip!Rain72"}, "Tulip!Rain72"),
        ({"db": {"password": "hunter2xy"}}, "hunter2xy"),
        ({"api_key": "a16e195d8f614937218e9993cc4ca152"}, "a16e195d8f614937218e9993cc4ca152"),
        ({"passwords": ["hunter2xy"]}, "hunter2xy"),
        ({"pin": 4821}, "4821"),
        ({"password": "swordfish"}, "swordfish"),
    ],
)
def test_a_secret_that_an_attribute_names_is_not_stored(api, namespace, attributes, secret):
    message = {"role": "user", "content": "tea", "attributes": attributes}
    assert api.post("/sessions/s1/messages", {"messages": [message]}).json()["episodes"][0]["masked"] == 1
    assert api.remember("Ann likes tea", attributes=attributes)["masked"] == 1

    kept = [str(memory.attributes) for memory in stored(namespace)]
    assert len([one for one in kept if "[secret: " in one]) == 2
    assert not [one for one in kept if secret in one]


@pytest.mark.parametrize(
    "attributes",
    [
        {"commit": "a16e195d8f614937218e9993cc4ca152", "key": "a1b2c3d4"},
        {"password": "required", "password_changed": "2024-05-01", "token_count": 4096},
        {"pinned": True, "opinion": "1234", "spin": 1234, "pin": None},
    ],
)
def test_an_attribute_that_names_no_secret_stays(api, attributes):
    assert api.remember("Ann likes tea", attributes=attributes)["attributes"] == attributes
