import pytest

from memory.models import Event, Memory, Origin
from tests.conftest import is_problem


def test_a_fact_is_kept_with_everything_that_was_said_of_it(api):
    (episode,) = api.say("chat-1", "I met @ann")

    fact = api.remember(
        "Maya met @ann.", tags=["event"], session_id="chat-1", event_time="2026-03-02T18:05:00+01:00", confidence=0.8,
        protected=True, source_ids=[episode], external_id="x1", attributes={"mood": "good"}, kind="fact",
    )  # fmt: skip

    expected = {
        "kind": "fact", "content": "Maya met @ann.", "namespace": "acme/alice", "session_id": "chat-1", "role": None,
        "event_time": "2026-03-02T17:05:00Z", "valid_until": None, "invalid_at": None, "confidence": 0.8,
        "decay_rate": 0.0, "protected": True, "access_count": 0, "last_accessed": None, "source_ids": [episode],
        "source_role": None, "external_id": "x1", "tags": ["event"], "attributes": {"mood": "good"},
    }  # fmt: skip
    assert {name: fact[name] for name in expected} == expected
    assert fact["id"].startswith("fact_")
    assert [(e["name"], e["type"]) for e in fact["entities"]] == [("ann", "person")]


def test_the_server_stamps_who_it_came_from(api, namespace):
    fact = api.remember("Tea.")

    assert Memory.objects.within(namespace).get(uid=fact["id"]).origin == Origin.AGENT
    (event,) = Event.objects.within(namespace).about(fact["id"])
    assert event.actor == "key:test"


def test_a_duplicate_answers_the_fact_that_is_there(api, namespace):
    first, again = api.remember("Maya likes tea."), api.remember("Maya likes tea")

    assert first["id"] == again["id"]
    assert (first["outcome"], again["outcome"]) == ("created", "repeated")
    assert Memory.objects.within(namespace).count() == 1


def test_a_repetition_answers_the_fact_with_the_tags_and_the_protection_of_both(api):
    api.remember("Maya likes tea.", tags=["drinks"])

    again = api.remember("Maya likes tea", tags=["breakfast"], protected=True)

    assert (again["tags"], again["protected"], again["decay_rate"]) == (["drinks", "breakfast"], True, 0.0)
    assert api.get(f"/memories/{again['id']}").json()["tags"] == ["drinks", "breakfast"]


def test_a_contradiction_that_waits_for_a_decision_is_told(api):
    api.remember("The budget of the project is 500 euros.")

    assert api.remember("The budget of the project is 600 euros.")["outcome"] == "conflict"


def test_null_is_as_good_as_leaving_out(api):
    api.remember(
        "Tea.", tags=None, session_id=None, event_time=None, source_ids=None, external_id=None, attributes=None
    )


@pytest.mark.parametrize(
    "change, where",
    [
        ({"content": " "}, "content"),
        ({"content": None}, "content"),
        ({"tags": "x"}, "tags"),
        ({"tags": [""]}, "tags"),
        ({"tags": ["x"] * 51}, "tags"),
        ({"confidence": 1.5}, "confidence"),
        ({"confidence": -1}, "confidence"),
        ({"confidence": "1"}, "confidence"),
        ({"source_ids": ["ep_nowhere"]}, "source_ids"),
        ({"session_id": "a/b"}, "session_id"),
        ({"kind": "episode"}, "kind"),
        ({"origin": "curator"}, "origin"),
        ({"attributes": "x"}, "attributes"),
        ({"protected": 1}, "protected"),
    ],
)
def test_a_bad_field_is_refused_by_name_and_nothing_is_written(api, namespace, change, where):
    body = is_problem(api.post("/memories", {"content": "Tea."} | change), 422)

    assert body["errors"][0]["loc"][:2] == ["body", where]
    assert not Memory.objects.within(namespace).exists()


def test_a_source_of_another_namespace_does_not_exist(api, stranger):
    (foreign,) = stranger.say("chat-1", "secret")

    body = is_problem(api.post("/memories", {"content": "Tea.", "source_ids": [foreign]}), 422, "body", "source_ids")
    unknown = is_problem(api.post("/memories", {"content": "Tea.", "source_ids": ["ep_0"]}), 422)

    assert body["errors"][0]["msg"].replace(foreign, "ep_0") == unknown["errors"][0]["msg"]


@pytest.mark.parametrize("session", ["s1", None])
def test_an_external_id_names_one_fact_of_its_session_or_of_none(api, session):
    api.say("s1", "hello", external_id="x1")  # a turn's ids are a space of their own
    first = api.remember("Maya likes tea.", external_id="x1", session_id=session)
    assert api.remember("maya likes TEA", external_id="x1", session_id=session)["id"] == first["id"]
    body = {"content": "Maya owns a red boat.", "external_id": "x1", "session_id": session}
    refused = is_problem(api.post("/memories", body), 409)
    assert first["id"] in refused["detail"]
    assert "correct that one, or send another id" in refused["detail"]
    api.remember("Maya owns a red boat.", external_id="x1", session_id="elsewhere")
    api.say("elsewhere", "hello", external_id="x1")


def test_an_external_id_of_a_retired_fact_is_refused_with_the_reason(api):
    fact = api.remember("Maya likes tea.", external_id="x1")
    api.delete(f"/memories/{fact['id']}")
    refused = is_problem(api.post("/memories", {"content": "Maya likes tea.", "external_id": "x1"}), 409)
    assert f"{fact['id']}, which is retired" in refused["detail"]


def test_attributes_are_bounded_at_every_way_in(api):
    """They are handed out with their memory in every list, and the quota of text does not count them."""
    fits, too_large = {"a": "ä" * 8_000}, {"a": "ä" * 8_200}
    fact = api.remember("Tea.", attributes=fits)["id"]
    turn = {"role": "user", "content": "Hi"}
    for path, method, body in (
        ("/memories", "POST", {"content": "Coffee.", "attributes": too_large}),
        (f"/memories/{fact}", "PATCH", {"attributes": too_large}),
        ("/sessions/chat-1/messages", "POST", {"messages": [{**turn, "attributes": too_large}]}),
        ("/tools/save_turns", "POST", {"session_id": "s", "messages": [{**turn, "attributes": too_large}]}),
        ("/hooks/claude-code", "POST",
         {"hook_event_name": "Stop", "session_id": "s", "turns": [{**turn, "attributes": too_large}]}),
    ):  # fmt: skip
        problem = is_problem(api.request(method, path, body), 422)
        assert "16,384 bytes" in str(problem["errors"])
    assert api.get(f"/memories/{fact}").json()["attributes"] == fits


UNSEEN = " \u200b\u2060 "


@pytest.mark.parametrize(
    ("path", "body", "place"),
    [
        ("/memories", {"content": UNSEEN}, ["body", "content"]),
        ("/memories/{id}/correct", {"content": UNSEEN}, ["body", "content"]),
        ("/tools/remember_fact", {"content": UNSEEN}, ["body", "content"]),
        ("/tools/correct_fact", {"fact_id": "{id}", "content": UNSEEN}, ["body", "content"]),
        (
            "/tools/save_facts_batch",
            {"session_id": "s", "facts": [{"content": UNSEEN, "source_ids": ["ep_1"]}]},
            ["body", "facts", 0, "content"],
        ),
    ],
)
def test_a_text_of_which_nothing_can_be_seen_is_refused_as_an_empty_one(api, namespace, path, body, place):
    fact = api.remember("Maya likes tea.")["id"]
    sent = {name: fact if value == "{id}" else value for name, value in body.items()}
    response = api.post(path.format(id=fact), sent)
    is_problem(response, 422, *place)
    assert response.json()["errors"][0]["msg"].endswith("must not be empty")
    assert Memory.objects.within(namespace).count() == 1
