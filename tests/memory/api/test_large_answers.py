"""A list of large memories ends early: an answer is bounded, and nothing is left out on the way through."""

import json
from itertools import pairwise

import pytest

from memory import background
from memory.mcp.door import ProcessDoor
from memory.mcp.resources import read_resource
from memory.models import Memory, MemoryEntity, Review, ReviewReason
from memory.presentation import MAX_ANSWER_BYTES
from memory.search.backends import backend
from memory.services.curating import deciding
from memory.services.learning import late_screening, saving
from memory.services.learning.saving import FactInput
from tests.memory.mem0.test_protocols import OPEN, Mem0
from tests.store import AGENT, CURATOR, make_entity

SIZE = 250 << 10
ENOUGH = 600.0  # seconds, to screen what the calls had no time for
NUMBER = 20


def large(number):
    return f"harbour {number} " + "x" * SIZE


def walked(api, path):
    """The ids of all pages, and the sizes of the answers."""
    ids, sizes, cursor = [], [], ""
    while cursor is not None:
        response = api.get(f"{path}limit=100" + (f"&cursor={cursor}" if cursor else ""))
        body = response.json()
        ids += [one["id"] for one in body["results"]]
        sizes.append(len(response.content))
        cursor = body["next"]
    return ids, sizes


@pytest.fixture
def facts(namespace):
    saved = saving.save_batch(namespace, [FactInput(large(number)) for number in range(NUMBER)], actor=AGENT)
    late_screening.screen_waiting(ENOUGH)
    return [one.memory.uid for one in saved]


def test_pages_of_large_facts_are_bounded_and_complete(api, facts):
    ids, sizes = walked(api, "/memories?")
    assert ids == facts[::-1]
    assert len(sizes) == 2
    assert max(sizes) <= MAX_ANSWER_BYTES + 100


@pytest.fixture
def turns(api):
    said = [uid for start in (0, 10) for uid in api.say("s1", *[large(start + number) for number in range(10)])]
    late_screening.screen_waiting(ENOUGH)
    return said


def test_pages_of_large_turns_are_bounded_and_complete(api, turns):
    ids, sizes = walked(api, "/sessions/s1/messages?")
    assert ids == turns
    assert max(sizes) <= MAX_ANSWER_BYTES + 100


def test_a_search_says_how_many_hits_it_left_off(api, facts):
    # The worker indexes what a long call leaves for it.
    while backend().any_unindexed():
        backend().index_waiting()
    response = api.post("/memories/search", {"query": "harbour", "limit": 100})
    body = response.json()
    assert len(response.content) <= MAX_ANSWER_BYTES + 100
    assert len(body["results"]) + body["left_off"] == NUMBER
    assert body["left_off"] > 0
    assert api.post("/memories/search", {"query": "harbour", "limit": 2}).json()["left_off"] == 0


def test_what_a_fact_came_from_is_bounded_and_counted(api, turns):
    fact = api.remember("The harbour is large.", source_ids=turns)["id"]
    derived = [api.remember(text, source_ids=[fact])["id"] for text in ("Boats come in.", "Hamburg is by the sea.")]
    response = api.get(f"/memories/{fact}/sources")
    body = response.json()
    assert len(response.content) <= MAX_ANSWER_BYTES + 100
    told = [one["id"] for one in body["sources"]]
    assert told == turns[: len(told)]
    assert (body["derived"], body["left_off"]) == ([], NUMBER - len(told) + len(derived))
    of_a_turn = api.get(f"/memories/{turns[0]}/sources").json()
    assert ([one["id"] for one in of_a_turn["derived"]], of_a_turn["left_off"]) == ([fact], 0)


def test_what_was_derived_ends_at_a_number(api, namespace):
    (turn,) = api.say("s1", "We moved 101 boats.")
    texts = [f"Boat {number} is called {number * 7919:x}." for number in range(101)]
    for part in (texts[:100], texts[100:]):
        saving.save_batch(namespace, [FactInput(text, [turn]) for text in part], actor=AGENT)
    body = api.get(f"/memories/{turn}/sources").json()
    assert (len(body["derived"]), body["left_off"]) == (100, 1)


def test_pages_of_conflicts_and_reviews_are_bounded_and_complete(api, namespace, facts):
    for new, old in pairwise(facts):
        deciding.pair_by_hand(namespace, new, old, actor=CURATOR)
    for row in Memory.objects.within(namespace):
        Review.objects.create(namespace=namespace, subject=row, reason=ReviewReason.CONFIRMATION)
    for path, least in (("/conflicts?", NUMBER - 1), ("/reviews?", NUMBER)):
        ids, sizes = walked(api, path)
        assert len(set(ids)) == len(ids) >= least
        assert len(sizes) > 1
        assert max(sizes) <= MAX_ANSWER_BYTES + 100


def test_resources_over_mcp_say_how_many_memories_they_left_off(turns, namespace):
    caller = ProcessDoor("", namespace.name).caller()
    text = read_resource(caller, "memory://sessions/s1").text
    told = json.loads(text)
    assert len(text.encode()) <= MAX_ANSWER_BYTES + 10_000
    assert [one["id"] for one in told["turns"]] == turns[: len(told["turns"])]
    assert len(told["turns"]) + told["left_off"] == NUMBER
    assert told["left_off"] > 0


def test_what_is_told_of_an_entity_is_bounded(api, turns, namespace):
    ann = make_entity(namespace, "ann")
    for row in Memory.objects.within(namespace):
        MemoryEntity.objects.create(memory=row, entity=ann)
    told = api.post("/tools/get_entity_info", {"name": "ann", "limit": 100}).json()
    assert told["left_off"] > 0
    assert len(told["memories"]) + told["left_off"] == NUMBER
    text = read_resource(ProcessDoor("", namespace.name).caller(), "memory://entities/ann").text
    assert len(text.encode()) <= MAX_ANSWER_BYTES + 10_000


def test_chunks_for_a_consolidating_agent_are_bounded_and_complete(api, turns):
    read, after = [], {}
    while after is not None:
        response = api.post("/tools/get_episodes_for_consolidation", {"session_id": "s1"} | after)
        assert len(response.content) <= MAX_ANSWER_BYTES + 100
        chunk = response.json()
        read += [one["id"] for one in chunk["episodes"]]
        after = chunk["next_after"] and {"after": chunk["next_after"]}
    assert read == turns


@pytest.fixture
def mem0(make_key):
    return Mem0(make_key("acme/*"), OPEN)


def test_mem0s_list_goes_on_where_its_answer_ended(mem0, turns):
    ids, query = [], "?page=1"
    while query is not None:
        page = mem0.ask("GET", f"/memories{query}&user_id=alice")
        assert len(json.dumps(page["results"]).encode()) <= MAX_ANSWER_BYTES
        assert page["count"] == NUMBER
        if not ids:
            assert len(page["results"]) + page["left_off"] == NUMBER
            assert page["left_off"] > 0
        ids += [one["id"] for one in page["results"]]
        query = page["next"]
    assert ids == turns[::-1]


def test_mem0s_search_says_how_many_hits_it_left_off(mem0, turns):
    while backend().any_unindexed():
        backend().index_waiting()
    found = mem0.search("harbour", user_id="alice", top_k=100)
    assert len(json.dumps(found["results"]).encode()) <= MAX_ANSWER_BYTES
    assert len(found["results"]) + found["left_off"] == NUMBER
    assert found["left_off"] > 0
    assert mem0.search("harbour", user_id="alice", top_k=2)["left_off"] == 0


def test_a_history_that_mem0s_shape_cannot_hold_is_refused_and_not_cut(mem0, api):
    (fact,) = mem0.add(large(0), user_id="alice", infer=False)["results"]
    late_screening.screen_waiting(ENOUGH)
    for _ in range(9):
        api.delete(f"/memories/{fact['id']}")
        api.post(f"/memories/{fact['id']}/restore")
    path = mem0.paths["history"].format(fact["id"])
    assert "GET /api/v1/memories" in mem0.ask("GET", path, status=413)["detail"]


@pytest.mark.parametrize("composed", ["composed", "facts"])
def test_a_context_says_how_many_memories_it_left_off(api, facts, settings, composed):
    settings.MEMORY_CONTEXT = composed
    while backend().any_unindexed():
        backend().index_waiting()
    wanted = {"prompt": "Which harbour is it?", "max_tokens": 1_000_000}
    response = api.post("/context", wanted | {"limit": 100})
    body = response.json()
    assert len(response.content) <= MAX_ANSWER_BYTES + len(body["context"].encode()) + 10_000
    background.flush()
    handed = api.get(f"/contexts/{body['id']}").json()["memories"]
    assert len(body["memories"]) + body["left_off"] == len(handed) == NUMBER
    assert body["left_off"] > 0
    assert [one["mark"] for one in body["memories"]] == [one["mark"] for one in handed][: len(body["memories"])]
    assert api.post("/context", wanted | {"limit": 2}).json()["left_off"] == 0
