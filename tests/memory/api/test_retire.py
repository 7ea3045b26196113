def found(api, query):
    return [hit["id"] for hit in api.post("/memories/search", {"query": query}).json()["results"]]


def test_a_retired_memory_is_not_found_and_still_there(api):
    fact = api.remember("Zanzibar is an island.")["id"]
    assert found(api, "zanzibar") == [fact]

    response = api.delete(f"/memories/{fact}")

    assert response.status_code == 200
    assert response.json()["valid_until"].endswith("Z")
    assert found(api, "zanzibar") == []
    assert api.get(f"/memories/{fact}").json() == response.json()


def test_retiring_twice_changes_nothing(api):
    fact = api.remember("Tea.")["id"]

    assert api.delete(f"/memories/{fact}").json() == api.delete(f"/memories/{fact}").json()


def test_a_restore_brings_it_back(api):
    fact = api.get(f"/memories/{api.remember('Zanzibar is an island.')['id']}").json()
    api.delete(f"/memories/{fact['id']}")

    restored = api.post(f"/memories/{fact['id']}/restore").json()

    assert restored == fact
    assert found(api, "zanzibar") == [fact["id"]]
