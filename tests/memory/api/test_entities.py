import pytest

from memory.models import Entity
from tests.conftest import is_problem


@pytest.fixture
def people(api, namespace):
    """{name: entity id}; @ann and @anna are one person, @bob another."""
    api.say("chat-1", "I met @ann", "and @anna", "and @bob #apollo")
    return {entity.canonical_name: entity.uid for entity in Entity.objects.within(namespace)}


def test_entities_are_listed_newest_first_and_narrowed(api, people):
    everything = api.get("/entities").json()["results"]

    assert [e["canonical_name"] for e in everything] == ["apollo", "bob", "anna", "ann"]
    assert [e["id"] for e in api.get("/entities?type=project").json()["results"]] == [people["apollo"]]
    assert [e["id"] for e in api.get("/entities?name=BOB").json()["results"]] == [people["bob"]]
    is_problem(api.get("/entities?type=animal"), 422, "query", "type")


def test_an_entity_and_what_speaks_of_it(api, people):
    entity = api.get(f"/entities/{people['bob']}").json()
    memories = api.get(f"/entities/{people['bob']}/memories").json()

    assert (entity["canonical_name"], entity["type"], entity["mention_count"]) == ("bob", "person", 1)
    assert [m["content"] for m in memories["results"]] == ["and @bob #apollo"]
    assert memories["next"] is None


def test_a_retired_memory_is_not_listed(api, people):
    (memory,) = api.get(f"/entities/{people['bob']}/memories").json()["results"]
    api.delete(f"/memories/{memory['id']}")

    assert api.get(f"/entities/{people['bob']}/memories").json()["results"] == []


def test_a_merge_gives_names_and_links_to_the_one_that_stays(api, people):
    response = api.post(f"/entities/{people['anna']}/merge", {"into": people["ann"]})

    assert response.status_code == 200
    merged = response.json()
    assert (merged["id"], merged["aliases"], merged["mention_count"]) == (people["ann"], ["anna"], 2)
    assert len(api.get(f"/entities/{people['ann']}/memories").json()["results"]) == 2
    is_problem(api.get(f"/entities/{people['anna']}"), 404)
    api.say("chat-1", "again @anna")
    assert len(api.get(f"/entities/{people['ann']}/memories").json()["results"]) == 3


def test_an_entity_is_not_merged_into_itself_or_into_nothing(api, people):
    is_problem(api.post(f"/entities/{people['ann']}/merge", {"into": people["ann"]}), 409)
    is_problem(api.post(f"/entities/{people['ann']}/merge", {"into": "ent_0"}), 404)
    is_problem(api.post(f"/entities/{people['ann']}/merge", {}), 422, "body", "into")


def test_a_split_makes_a_new_entity_of_aliases_and_memories(api, people):
    api.post(f"/entities/{people['anna']}/merge", {"into": people["ann"]})
    wrong = api.get(f"/entities/{people['ann']}/memories").json()["results"][0]

    response = api.post(f"/entities/{people['ann']}/split", {"aliases": ["anna"], "memory_ids": [wrong["id"]]})

    assert response.status_code == 200
    made = response.json()
    assert (made["canonical_name"], made["type"]) == ("anna", "person")
    assert [m["id"] for m in api.get(f"/entities/{made['id']}/memories").json()["results"]] == [wrong["id"]]
    assert len(api.get(f"/entities/{people['ann']}/memories").json()["results"]) == 1
    assert api.get(f"/entities/{people['ann']}").json()["aliases"] == []


@pytest.mark.parametrize(
    "body", [{}, {"aliases": []}, {"aliases": ["nobody"]}, {"aliases": [""]}, {"memory_ids": ["x"]}]
)
def test_a_split_of_what_is_not_there_is_refused(api, people, body):
    is_problem(api.post(f"/entities/{people['ann']}/split", body), 422)
