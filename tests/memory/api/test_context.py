import pytest

from memory import background
from memory.services import reflections
from memory.services.actors import Actor
from tests.conftest import is_problem


def context(api, prompt, **fields):
    response = api.post("/context", {"prompt": prompt, **fields})
    assert response.status_code == 200, response.content
    return response.json()


def test_facts_and_the_latest_reflection_make_a_block(api, namespace):
    fact = api.remember("Maya is allergic to hazelnuts.")
    insight = "Maya cooks without hazelnuts."
    reflection = reflections.save(namespace, insight, [fact["id"]], actor=Actor.system("reflection"))

    answer = context(api, "a cake with hazelnuts?")

    assert answer["context"].startswith("## Relevant memory")
    assert "hazelnuts" in answer["context"]
    assert "## Weekly insight" in answer["context"]
    assert [hit["id"] for hit in answer["memories"]] == [fact["id"]]
    assert answer["reflection"]["id"] == reflection.uid


def test_nothing_known_is_an_empty_block(api):
    answer = context(api, "hello")

    assert (answer["context"], answer["memories"], answer["reflection"]) == ("", [], None)


def test_what_the_session_said_itself_is_left_out(api):
    api.say("chat-1", "hazelnuts are bad for me")
    api.remember("Maya avoids hazelnuts.", session_id="chat-1")
    other = api.remember("Hazelnuts grow in Turkey.")["id"]

    assert [hit["id"] for hit in context(api, "hazelnuts", session_id="chat-1")["memories"]] == [other]
    assert len(context(api, "hazelnuts", session_id="chat-1", include_current=True)["memories"]) == 3


def test_what_was_shown_is_recalled(api):
    fact = api.remember("Maya is allergic to hazelnuts.")["id"]
    context(api, "hazelnuts", explain=True)
    background.flush()
    assert api.get(f"/memories/{fact}").json()["access_count"] == 0

    context(api, "hazelnuts")
    background.flush()

    assert api.get(f"/memories/{fact}").json()["access_count"] == 1


def test_a_token_budget_is_kept(api):
    for number in range(5):
        api.remember(f"Hazelnut tree number {number} stands in garden {number * 7}.")

    wide, narrow = context(api, "hazelnut trees"), context(api, "hazelnut trees", max_tokens=30)

    assert len(narrow["context"]) < len(wide["context"])
    assert len(narrow["memories"]) < len(wide["memories"])


@pytest.mark.parametrize(
    "body, where",
    [
        ({}, "prompt"),
        ({"prompt": 7}, "prompt"),
        ({"prompt": "x", "limit": 0}, "limit"),
        ({"prompt": "x", "limit": 1.5}, "limit"),
        ({"prompt": "x", "max_tokens": 0}, "max_tokens"),
        ({"prompt": "x", "session_id": "a/b"}, "session_id"),
        ({"prompt": "x", "as_of": "then"}, "as_of"),
    ],
)
def test_a_bad_field_is_refused_by_name(api, body, where):
    is_problem(api.post("/context", body), 422, "body", where)


def test_the_block_of_another_time(api):
    """What was corrected since is told as it was known, and the block has no id: nobody was handed it."""
    old = api.remember("Maya is allergic to hazelnuts.")
    new = api.post(f"/memories/{old['id']}/correct", {"content": "Maya is allergic to walnuts."}).json()
    then = context(api, "Is Maya allergic to nuts?", known_at=old["created_at"])
    assert [hit["id"] for hit in then["memories"]] == [old["id"]]
    assert then["id"] is None
    assert [hit["id"] for hit in context(api, "Is Maya allergic to nuts?")["memories"]] == [new["id"]]
    for field in ("valid_at", "known_at"):
        is_problem(api.post("/context", {"prompt": "nuts", field: "yesterday"}), 422)
