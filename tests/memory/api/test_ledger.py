"""`GET /contexts/{id}` and `GET /memories/{id}/handed`."""

import pytest

from memory import background
from tests.conftest import is_problem


@pytest.fixture
def fact(api, namespace):
    return api.remember("Maya is allergic to hazelnuts.")["id"]


def hand_out(api, session="chat-2", **fields):
    answer = api.post("/context", {"prompt": "Is Maya allergic to hazelnuts?", "session_id": session, **fields}).json()
    background.flush()
    return answer


def test_a_block_is_given_back_as_it_was(api, fact):
    answer = hand_out(api)
    kept = api.get(f"/contexts/{answer['id']}").json()
    assert (kept["id"], kept["context"], kept["session_id"]) == (answer["id"], answer["context"], "chat-2")
    assert kept["prompt"] is None
    assert kept["tokens"] > 0
    (item,) = kept["memories"]
    assert (item["id"], item["place"], item["mark"]) == (fact, 1, answer["memories"][0]["mark"])


def test_an_empty_block_has_no_id(api, namespace):
    assert hand_out(api)["id"] is None


def test_where_a_memory_went_newest_first_page_by_page(api, fact):
    ids = [hand_out(api, session)["id"] for session in ("a", "b", "c")]
    first = api.get(f"/memories/{fact}/handed?limit=2").json()
    second = api.get(f"/memories/{fact}/handed?limit=2&cursor={first['next']}").json()
    assert [row["context_id"] for row in first["results"] + second["results"]] == ids[::-1]
    assert [row["session_id"] for row in first["results"] + second["results"]] == ["c", "b", "a"]
    assert second["next"] is None


def test_a_cursor_of_another_list_and_a_bad_limit_are_refused(api, fact):
    api.remember("Maya has a dog.")
    other = api.get("/memories?limit=1").json()["next"]
    is_problem(api.get(f"/memories/{fact}/handed?cursor={other}"), 422)
    is_problem(api.get(f"/memories/{fact}/handed?limit=0"), 422)


def test_another_namespace_sees_neither(api, stranger, fact):
    answer = hand_out(api)
    is_problem(stranger.get(f"/contexts/{answer['id']}"), 404)
    is_problem(stranger.get(f"/memories/{fact}/handed"), 404)


def test_what_was_wrong_is_told_with_its_ids(api, fact):
    hand_out(api)
    new = api.post(f"/memories/{fact}/correct", {"content": "Maya is allergic to walnuts."}).json()["id"]
    answer = hand_out(api)
    assert answer["corrections"] == [
        {
            "kind": "wrong", "mark": "m1", "id": fact, "was": "Maya is allergic to hazelnuts.", "by": new,
            "now": "Maya is allergic to walnuts.",
        }
    ]  # fmt: skip
    assert hand_out(api, "chat-3")["corrections"] == []
