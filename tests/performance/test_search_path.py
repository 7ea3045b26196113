"""What a search and a context cost beside the statements that they cannot do without, in the same run."""

from __future__ import annotations

import pytest
from django.db import connections

from benchmarks.speed import data, raw
from benchmarks.speed.clock import interleaved, quantile
from memory import embedding
from memory.models import Memory
from memory.models.ids import new_id
from memory.search import ARM_DEPTH
from memory.search.query import terms
from memory.services.handing import context, retrieval
from tests.store import NOON, embed_all, say

TURNS, FACTS = 2_000, 500
QUESTIONS = 20
# Times the bare arms over all kinds, which both look at. 5.5 to 6.5 and 7.5 to 9.5 are usual, the ranking and the
# composing being Python and the arms C: twice that must be seen.
SEARCH_SLIP, CONTEXT_SLIP = 12.0, 16.0


@pytest.fixture
def filled(namespace):
    """A namespace of some thousand memories with vectors."""
    texts = data.texts(TURNS + FACTS)
    for start in range(0, TURNS, 50):
        say(namespace, f"s{start}", *texts[start : start + 50])
    learnt = {"namespace": namespace, "kind": "fact", "origin": "derived", "event_time": NOON}
    Memory.everything.bulk_create(
        [Memory(uid=new_id("fact"), content=text, **learnt) for text in texts[TURNS:]], batch_size=500
    )
    embed_all()
    return namespace


def search(namespace, text):
    return retrieval.search(namespace, text, record=False)


def build_context(namespace, text):
    return context.build(namespace, text, session_id="s1", record=False)


@pytest.mark.parametrize(
    "work, slip",
    [(search, SEARCH_SLIP), (build_context, CONTEXT_SLIP)],
    ids=["a search", "a context"],
)
def test_it_costs_no_multiple_of_its_bare_arms(filled, work, slip):
    rows = Memory.objects.within(filled).facts().order_by("rowid").values_list("pk", "content")[:QUESTIONS]
    asked = [question.text for question in data.questions(data.language(), list(rows))]
    vectors = [vector.tobytes() for vector in embedding.embed(asked)]
    arms = raw.Arms(connections["default"].connection, ARM_DEPTH)
    found = interleaved(
        {
            "product": lambda number: work(filled, asked[number % QUESTIONS]),
            "bare": lambda number: arms.ask(
                filled.pk, None, terms(asked[number % QUESTIONS]), vectors[number % QUESTIONS]
            ),
        },
        rounds=3,
        calls=QUESTIONS,
    )
    # Of the processor: on the clock, a busy machine decides.
    ratio = quantile(found["product"].processor, 0.5) / quantile(found["bare"].processor, 0.5)
    assert ratio < slip
