"""A list of large memories ends early: an answer is bounded, and nothing is left out on the way through."""

import pytest

from memory.presentation import MAX_ANSWER_BYTES
from memory.search.backends import backend
from memory.services import late_screening, saving
from memory.services.saving import FactInput
from tests.store import AGENT

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


def test_pages_of_large_turns_are_bounded_and_complete(api):
    turns = [uid for start in (0, 10) for uid in api.say("s1", *[large(start + number) for number in range(10)])]
    late_screening.screen_waiting(ENOUGH)
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
