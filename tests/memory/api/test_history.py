def test_each_change_is_told_with_who_and_why_oldest_first(api):
    fact = api.remember("Tea.")["id"]
    api.patch(f"/memories/{fact}", {"tags": ["a"]})
    new = api.post(f"/memories/{fact}/correct", {"content": "Coffee.", "reason": "she said so"}).json()["id"]

    events = api.get(f"/memories/{fact}/history").json()["results"]

    assert [event["kind"] for event in events] == ["remembered", "edited", "corrected"]
    assert {event["actor"] for event in events} == {"key:test"}
    assert (events[1]["before"], events[1]["after"]) == ({"tags": []}, {"tags": ["a"]})
    assert events[2]["reason"] == "she said so"
    assert events[2]["after"]["replaced_by"] == new
    assert events[2]["after"]["valid_until"].endswith("Z")


def test_it_is_paged(api):
    fact = api.remember("Tea.")["id"]
    api.delete(f"/memories/{fact}")

    first = api.get(f"/memories/{fact}/history?limit=1").json()
    rest = api.get(f"/memories/{fact}/history?limit=1&cursor={first['next']}").json()

    assert [event["kind"] for event in first["results"] + rest["results"]] == ["remembered", "retired"]
    assert rest["next"] is None


def test_turns_have_no_history(api):
    (episode,) = api.say("chat-1", "Hello")

    assert api.get(f"/memories/{episode}/history").json() == {"results": [], "next": None}
