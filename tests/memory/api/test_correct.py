from tests.conftest import is_problem


def test_the_replacement_is_answered_and_the_old_fact_retires(api):
    (episode,) = api.say("chat-1", "I like tea")
    old = api.remember("Maya likes tea.", source_ids=[episode], tags=["preference"])

    response = api.post(f"/memories/{old['id']}/correct", {"content": "Maya likes coffee.", "reason": "she said so"})

    assert response.status_code == 200
    new = response.json()
    assert new["id"] != old["id"]
    assert (new["content"], new["source_ids"], new["tags"]) == ("Maya likes coffee.", [episode], ["preference"])
    assert new["attributes"]["supersedes"] == [old["id"]]
    assert api.get(f"/memories/{old['id']}").json()["valid_until"] is not None


def test_a_retired_fact_and_an_episode_are_not_corrected(api):
    fact = api.remember("Tea.")["id"]
    api.delete(f"/memories/{fact}")
    (episode,) = api.say("chat-1", "Hello")

    is_problem(api.post(f"/memories/{fact}/correct", {"content": "Coffee."}), 409)
    is_problem(api.post(f"/memories/{episode}/correct", {"content": "Coffee."}), 409)


def test_an_empty_correction_is_refused(api):
    fact = api.remember("Tea.")["id"]

    is_problem(api.post(f"/memories/{fact}/correct", {"content": " "}), 422, "body", "content")
    is_problem(api.post(f"/memories/{fact}/correct", {}), 422, "body", "content")
