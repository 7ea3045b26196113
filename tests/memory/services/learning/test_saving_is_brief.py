"""What a save does while it holds the writer: little, whatever is sent. Measured in processor time of this thread."""

import time
from contextlib import contextmanager

import pytest
from django.db import transaction

from memory.models import Conflict, Memory
from memory.services.graph import linking
from memory.services.learning import saving
from memory.services.learning.saving import FactInput
from memory.similarity import is_duplicate
from tests.pace import is_brief, slowness, undisturbed
from tests.store import AGENT, NOON, contents, know, say

SIZE = 256 << 10
LONGEST = 0.25  # seconds


def _filled(words):
    text = ""
    while len(text) < SIZE:
        text += " ".join(words) + " "
    return text[:SIZE].strip()


HOSTILE = {
    "many words": lambda n: " ".join(f"w{n}x{i}" for i in range(SIZE // 8))[:SIZE],
    "hashtags": lambda n: " ".join(f"#tag{n}x{i}" for i in range(SIZE // 12))[:SIZE],
    "mentions": lambda n: " ".join(f"@ann{n}x{i}" for i in range(SIZE // 12))[:SIZE],
    "capitalised names": lambda n: " ".join(f"Anna{n} Berg{i}" for i in range(SIZE // 13))[:SIZE],
    "one word again and again": lambda n: _filled(["word"])[:-9] + f" {n}",
    "one long word": lambda n: "x" * (SIZE - 9) + str(n),
    "numbers": lambda n: " ".join(str(i + n) for i in range(SIZE // 7))[:SIZE],
}


@pytest.fixture
def held(monkeypatch):
    """Seconds of this thread's processor time inside the outermost transactions that the services open."""
    spent, depth = [], []
    real = transaction.atomic

    @contextmanager
    def timed(*args, **kwargs):
        depth.append(time.thread_time())
        try:
            with real(*args, **kwargs):
                yield
        finally:
            began = depth.pop()
            if not depth:
                spent.append(time.thread_time() - began)

    monkeypatch.setattr(transaction, "atomic", timed)
    with undisturbed():
        yield spent


@pytest.mark.timed
@pytest.mark.parametrize("shape", HOSTILE)
def test_a_fact_of_256_kib_holds_the_writer_briefly(namespace, held, shape):
    for number in range(3):
        saving.save_batch(namespace, [FactInput(HOSTILE[shape](number))], actor=AGENT)
    assert len(held) >= 3
    assert max(held) < LONGEST * slowness()


@pytest.mark.timed
def test_the_comparison_of_long_repetitive_texts_is_linear():
    long = _filled(["word"] * 100)

    def compare():
        assert not is_duplicate(long + " one", long + " two")
        assert is_duplicate("word " * 399 + "one", "one " + "word " * 399)
        assert not is_duplicate("word " * 398 + "one", "one " + "word " * 397 + "two")

    assert is_brief(compare, LONGEST)


def test_many_facts_in_one_call_bring_a_bounded_number_of_names(namespace):
    tags = [" ".join(f"#of{n}x{i}" for i in range(60)) for n in range(100)]
    saved = saving.save_batch(namespace, [FactInput(text) for text in tags], actor=AGENT)
    assert sum(one.memory.entities.count() for one in saved) == linking.MAX_ENTITIES_A_CALL


def test_what_came_after_the_look_is_met_inside_the_transaction(namespace):
    (ready,) = saving.prepare(namespace, [FactInput("Ann has 3 cats")], AGENT)
    same = saving.prepare(namespace, [FactInput("Ann has 2 cats.")], AGENT)
    old = know(namespace, "Ann has 2 cats")
    assert saving.save_batch(namespace, same, actor=AGENT)[0].memory.pk == old.pk
    assert saving.save_batch(namespace, [ready], actor=AGENT)[0].outcome == "conflict"
    assert contents(namespace) == ["Ann has 2 cats", "Ann has 3 cats"]


def test_a_name_that_came_after_the_look_is_linked(namespace):
    ready = saving.prepare(namespace, [FactInput("Zoe likes tea")], AGENT)
    say(namespace, "s1", "@zoe said hello")
    (saved,) = saving.save_batch(namespace, ready, actor=AGENT)
    assert [entity.name_key for entity in saved.memory.entities.all()] == ["zoe"]


def test_an_entity_that_went_after_the_look_is_not_linked(namespace):
    say(namespace, "s1", "@zoe said hello")
    ready = saving.prepare(namespace, [FactInput("Zoe likes tea")], AGENT)
    Memory.objects.within(namespace).episodes().get().entities.get().delete()
    (saved,) = saving.save_batch(namespace, ready, actor=AGENT)
    assert not saved.memory.entities.exists()


def test_a_list_of_numbered_facts_is_no_flood_of_conflicts(namespace):
    for number in range(40):
        saving.remember(namespace, f"Measurement {number} of the harbour was clear", actor=AGENT)
    numbered = [FactInput(f"Crate {number} stands in the northern shed") for number in range(40)]
    saving.save_batch(namespace, numbered, actor=AGENT)
    assert len(contents(namespace)) == 80
    assert Conflict.objects.within(namespace).count() <= 12


def test_a_new_figure_still_conflicts_with_the_one_that_holds(namespace):
    know(namespace, "Ann's team has 12 people", event_time=NOON)
    assert saving.remember(namespace, "Ann's team has 14 people", actor=AGENT).outcome == "conflict"


@pytest.mark.timed
@pytest.mark.parametrize("shape", HOSTILE)
def test_a_correction_of_256_kib_holds_the_writer_briefly_also_with_an_idempotency_key(api, held, shape):
    fact = api.remember("Ann has 2 cats")["id"]
    for number, path in enumerate((f"/memories/{fact}/correct", "/tools/correct_fact")):
        body = {"content": HOSTILE[shape](number)} | ({"fact_id": fact} if number else {})
        held.clear()
        answer = api.post(path, body, Idempotency_Key=f"key {number}")
        assert answer.status_code == 200, answer.content
        assert held
        assert max(held) < LONGEST * slowness()
        fact = answer.json()["id"]
