"""POST /erasures: what it takes, and what it refuses."""

from __future__ import annotations

import pytest

from memory import tasks
from memory.models import Memory, Namespace, Operation
from tests.conftest import Api, is_problem


def ended(api, started):
    tasks.run_operations()
    return api.get(f"/operations/{started['id']}").json()


@pytest.mark.parametrize("what", ["memory_ids", "session_id", "entity_id", "namespace"])
def test_what_is_named_goes_and_the_run_tells_how_much(api, namespace, what):
    (turn,) = api.say("chat-1", "I told @annie that I swim.")
    api.remember("Maya swims with @annie.", source_ids=[turn])
    (kept,) = api.say("chat-2", "Tea, please.")
    person = api.get("/entities?name=annie").json()["results"][0]["id"]
    named = {"memory_ids": [turn], "session_id": "chat-1", "entity_id": person, "namespace": "acme/alice"}
    response = api.post("/erasures", {what: named[what]})
    assert response.status_code == 202, response.content
    assert response.json()["kind"] == "erase"
    assert api.get(f"/memories/{turn}").status_code == 200, "a worker does it"
    done = ended(api, response.json())
    assert (done["status"], done["result"]["facts"]) == ("succeeded", 1), done
    left = [] if what == "namespace" else [kept]
    assert list(Memory.objects.within(namespace).values_list("uid", flat=True)) == left


def test_a_rehearsal_says_what_would_go_and_takes_nothing(api):
    (turn,) = api.say("chat-1", "I swim.")
    told = api.post("/erasures", {"session_id": "chat-1", "dry_run": True}).json()
    assert (told["status"], told["result"]["episodes"], told["result"]["dry_run"]) == ("succeeded", 1, True)
    tasks.run_operations()
    assert api.get(f"/memories/{turn}").status_code == 200


@pytest.mark.parametrize(
    "body",
    [{}, {"dry_run": True}, {"session_id": "a", "entity_id": "b"}, {"memory_ids": []}, {"memory_ids": ["x"] * 101},
     {"memory_ids": ["x" * 41]}, {"session_id": ".."}, {"namespace": "acme/bob"}, {"session_id": "a", "more": 1}],
)  # fmt: skip
def test_what_names_nothing_or_too_much_is_a_422(api, body):
    is_problem(api.post("/erasures", body), 422)


def test_another_namespaces_memory_is_not_there_and_a_key_wants_the_scope(api, stranger, make_key):
    fact = stranger.remember("Bob owns a tent.")
    is_problem(api.post("/erasures", {"memory_ids": [fact["id"]]}), 404)
    is_problem(type(api)(make_key(scopes=["read", "write", "admin"])).post("/erasures", {"session_id": "a"}), 403)


@pytest.mark.parametrize("dry_run", [False, True])
def test_a_namespace_that_nothing_was_written_to_is_missing_and_leaves_no_run(make_key, dry_run):
    client = Api(make_key("acme/ghost"))
    is_problem(client.post("/erasures", {"namespace": "acme/ghost", "dry_run": dry_run}), 404)
    assert not Operation.objects.exists()
    assert not Namespace.objects.filter(name="acme/ghost").exists()


def test_an_erased_namespace_is_erased_again_with_zeros(api):
    api.remember("Maya owns a kayak.")
    for facts in (1, 0):
        done = ended(api, api.post("/erasures", {"namespace": "acme/alice"}).json())
        assert (done["status"], done["result"]["facts"], done["requested_by"]) == ("succeeded", facts, "key:test")


def test_a_run_that_was_cut_off_is_ended_by_the_next(api, namespace):
    fact = api.remember("Maya owns a kayak.")
    started = api.post("/erasures", {"memory_ids": [fact["id"]]}).json()
    ended(api, started)
    Operation.objects.filter(uid=started["id"]).update(status="pending")
    assert ended(api, started)["result"]["facts"] == 1
