from typing import Any
from urllib.parse import urlencode

import pytest

from memory import background
from memory.models import Memory, Validity
from tests.conftest import is_problem
from tests.store import DAY, NOON


def search(api, query, **fields):
    response = api.post("/memories/search", {"query": query, **fields})
    assert response.status_code == 200, response.content
    return response.json()["results"]


def test_hits_are_memories_with_score_and_ranks(api):
    fact = api.get(f"/memories/{api.remember('Maya is allergic to hazelnuts.')['id']}").json()
    api.remember("The moon is far.")

    (hit,) = search(api, "hazelnuts")

    assert {name: hit[name] for name in fact} == fact
    assert hit["score"] > 0
    assert hit["ranks"]["text"] == 1
    assert "trace" not in hit


def test_explain_adds_the_trace_and_is_no_recall(api):
    fact = api.remember("Maya is allergic to hazelnuts.")

    (hit,) = search(api, "hazelnuts", explain=True)
    background.flush()

    assert hit["trace"]
    assert api.get(f"/memories/{fact['id']}").json()["access_count"] == 0


def test_a_hit_counts_as_a_recall_once_a_session(api):
    fact = api.remember("Maya is allergic to hazelnuts.")
    for session in ("chat-1", "chat-1", "chat-2"):
        search(api, "hazelnuts", exclude_session_id=session)
    background.flush()

    assert api.get(f"/memories/{fact['id']}").json()["access_count"] == 2


@pytest.mark.parametrize("offset", ["+23:59:30", "-23:59:45", "+23:59"])
def test_a_turn_of_any_offset_is_found_and_handed_out(api, offset):
    (episode,) = api.say("chat-1", "The zebra ran away.", event_time=f"2026-05-11T19:40:00{offset}")
    assert [hit["id"] for hit in search(api, "zebra")] == [episode]
    assert "zebra" in api.post("/context", {"prompt": "Where is the zebra?"}).json()["context"]


def test_filters_narrow(api):
    (episode,) = api.say("chat-1", "tea at dawn", event_time="2020-01-01T06:00:00Z", attributes={"place": "home"})
    fact = api.remember("Maya drinks tea.", tags=["habit"], attributes={"cups": 3})["id"]

    cases: list[tuple[dict[str, Any], set[str]]] = [
        ({"kind": "episode"}, {episode}),
        ({"kind": "fact"}, {fact}),
        ({"tags": ["habit"]}, {fact}),
        ({"tags": ["habit", "other"]}, set()),
        ({"session_id": "chat-1"}, {episode}),
        ({"exclude_session_id": "chat-1"}, {fact}),
        ({"event_before": "2021-01-01"}, {episode}),
        ({"event_after": 1609459200}, {fact}),
        ({"attributes": {"cups": 3}}, {fact}),
        ({"attributes": {"place": "home"}}, {episode}),
        ({"attributes": {"place": "away"}}, set()),
        ({"attributes": {"a'b\"$.x": None}}, set()),
        ({"attributes": {"place": {"deep": ["x"]}}}, set()),
    ]
    for fields, expected in cases:
        assert {hit["id"] for hit in search(api, "tea", **fields)} == expected, fields


@pytest.mark.parametrize(
    "fields, where",
    [
        ({"query": None}, "query"),
        ({"limit": 0}, "limit"),
        ({"limit": 101}, "limit"),
        ({"limit": "5"}, "limit"),
        ({"kind": "thought"}, "kind"),
        ({"tags": "x"}, "tags"),
        ({"session_id": ".."}, "session_id"),
        ({"event_after": "soon"}, "event_after"),
        ({"valid_at": "then"}, "valid_at"),
        ({"known_at": 1e300}, "known_at"),
        ({"explain": "yes"}, "explain"),
        ({"exclude_session": "typo"}, "exclude_session"),
    ],
)
def test_a_bad_field_is_refused_by_name(api, fields, where):
    body = is_problem(api.post("/memories/search", {"query": "tea"} | fields), 422)

    assert body["errors"][0]["loc"][:2] == ["body", where]


def test_more_than_twenty_attribute_filters_are_refused_at_once(api):
    api.remember("Maya drinks tea.", attributes={f"k{n}": n for n in range(20)})
    asked = {"query": "tea", "attributes": {f"k{n}": n for n in range(20)}}
    assert len(api.post("/memories/search", asked).json()["results"]) == 1
    asked["attributes"]["k20"] = 20
    is_problem(api.post("/memories/search", asked), 422, "body", "attributes")


def test_another_time_is_asked_about_by_what_held_and_what_was_known(api):
    rome = api.remember("Ann lives in Rome.")["id"]
    api.delete(f"/memories/{rome}")
    Validity.objects.filter(memory__uid=rome).delete()
    Validity.objects.create(
        memory=Memory.everything.get(uid=rome), valid_from=NOON, valid_to=NOON + DAY, known_from=NOON + 5 * DAY
    )
    then = (NOON + DAY / 2).isoformat()
    late, early = (NOON + 6 * DAY).isoformat(), (NOON + 4 * DAY).isoformat()

    for narrow, expected in (
        ({}, []),
        ({"valid_at": then}, [rome]),
        ({"valid_at": (NOON + DAY).isoformat()}, []),
        ({"valid_at": then, "known_at": late}, [rome]),
        ({"valid_at": then, "known_at": early}, []),
    ):
        assert [hit["id"] for hit in search(api, "Where does Ann live?", **narrow)] == expected, narrow
        if narrow:
            listed = api.get("/memories?" + urlencode(narrow)).json()["results"]
            assert [memory["id"] for memory in listed] == expected, narrow
    (hit,) = search(api, "Rome", valid_at=then)
    assert hit["valid_until"] is not None


def test_a_time_of_the_list_is_checked_like_others(api):
    is_problem(api.get("/memories?valid_at=then"), 422, "query", "valid_at")
