from urllib.parse import urlencode

import pytest

from memory.models import Memory
from memory.models.purposes import Hidden
from tests.conftest import Api, is_problem


def test_what_is_left_out_stays(api):
    fact = api.remember("Tea.", tags=["a"], attributes={"x": 1})

    changed = api.patch(f"/memories/{fact['id']}", {"tags": ["b"]}).json()

    assert (changed["tags"], changed["attributes"], changed["protected"]) == (["b"], {"x": 1}, False)
    assert api.patch(f"/memories/{fact['id']}", {}).json() == changed


def test_protection_goes_on_and_off(api):
    url = f"/memories/{api.remember('Tea.')['id']}"

    assert api.patch(url, {"protected": True}).json()["decay_rate"] == 0.0
    assert api.patch(url, {"protected": False}).json()["protected"] is False


def test_a_retired_memory_is_not_changed(api):
    url = f"/memories/{api.remember('Tea.')['id']}"
    api.delete(url)

    is_problem(api.patch(url, {"tags": ["b"]}), 409)


@pytest.mark.parametrize("change", [{"content": "Coffee."}, {"confidence": 1}, {"tags": [7]}, {"protected": "yes"}])
def test_other_fields_and_types_are_refused(api, change):
    is_problem(api.patch(f"/memories/{api.remember('Tea.')['id']}", change), 422)


def test_confirming_makes_a_fact_permanent(api):
    fact = api.remember("Tea.", confidence=0.4)

    confirmed = api.post(f"/memories/{fact['id']}/confirm").json()

    assert (confirmed["confidence"], confirmed["protected"]) == (1.0, True)


def test_an_episode_cannot_be_confirmed(api):
    (episode,) = api.say("chat-1", "Hello")

    is_problem(api.post(f"/memories/{episode}/confirm"), 409)


def test_a_tag_has_no_comma_and_no_blanks_at_its_ends_at_every_way_in(api):
    fact = api.remember("Nora is a nurse.", tags=[" work ", "two words"])
    assert fact["tags"] == ["work", "two words"]
    flawed = ["rota", "work, shifts"]
    for method, path, body, place in (
        ("post", "/memories", {"content": "Tea.", "tags": flawed}, ["tags", 1]),
        ("patch", f"/memories/{fact['id']}", {"tags": flawed}, ["tags", 1]),
        ("post", "/tools/remember_fact", {"content": "Tea.", "tags": flawed}, ["tags", 1]),
        ("post", "/sessions/s1/messages", {"messages": [{"role": "user", "content": "Tea.", "tags": flawed}]},
         ["messages", 0, "tags", 1]),
    ):  # fmt: skip
        answer = api.request(method, path, body)
        is_problem(answer, 422, "body", *place)
        assert "no comma" in answer.json()["errors"][0]["msg"]
    assert api.patch(f"/memories/{fact['id']}", {"tags": [" night "]}).json()["tags"] == ["night"]


def test_tags_that_were_stored_otherwise_are_sent_back_and_found(api, namespace):
    uid = api.remember("Nora is a nurse.")["id"]
    Memory.objects.within(namespace).filter(uid=uid).update(tags=["work, shifts", " pad "])
    assert api.patch(f"/memories/{uid}", {"tags": ["work, shifts", " pad ", "rota"]}).status_code == 200
    for tag in ("work, shifts", " pad ", "rota", " rota "):
        found = api.get(f"/memories?{urlencode({'tag': tag})}").json()["results"]
        searched = api.post("/memories/search", {"query": "nurse", "tags": [tag]}).json()["results"]
        assert [row["id"] for row in (*found, *searched)] == [uid, uid], tag
    assert api.get(f"/memories/{uid}").json()["tags"] == ["work, shifts", " pad ", "rota"]


def test_a_key_that_never_sees_a_tag_with_blanks_does_not_see_it_without(make_key, api):
    api.remember("Nora is a nurse.", tags=[" pad "])
    key = make_key("acme/alice", hidden=Hidden.of([], [" pad "]))
    assert Api(key).get("/memories").json()["results"] == []
