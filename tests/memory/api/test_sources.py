def test_both_ways_are_resolved(api):
    episodes = api.say("chat-1", "I like tea", "and biscuits")
    fact = api.remember("Maya likes tea and biscuits.", source_ids=episodes)["id"]
    second = api.remember("Maya snacks.", source_ids=[fact, episodes[0]])["id"]

    of_fact = api.get(f"/memories/{fact}/sources").json()
    of_episode = api.get(f"/memories/{episodes[0]}/sources").json()

    assert [m["id"] for m in of_fact["sources"]] == episodes
    assert [m["id"] for m in of_fact["derived"]] == [second]
    assert [m["content"] for m in of_fact["sources"]] == ["I like tea", "and biscuits"]
    assert [m["id"] for m in of_episode["derived"]] == [fact, second]
    assert of_episode["sources"] == []
