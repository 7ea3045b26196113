"""The namespace of talk that is searched on PostgreSQL, small here: what it holds, and that each way is asked."""

from __future__ import annotations

import pytest

from benchmarks.large import asking, talk
from memory import embedding
from memory.models import Memory, MemoryEntity, MemorySource
from memory.services import namespaces
from memory.services.handing import context
from tests.store import full_text_is_sound, needs_a_server

NUMBER = 600


@pytest.fixture
def namespace(db, settings):
    needs_a_server()
    settings.MEMORY_EMBEDDER = f"{talk.__name__}.Subjects"
    embedding.reset()
    assert list(talk.fill(NUMBER)) == [NUMBER]
    yield namespaces.existing(talk.NAMESPACE)
    embedding.reset()


def test_it_is_talk_with_facts_that_were_drawn_from_turns(namespace):
    assert namespace.memories == Memory.objects.within(namespace).count() == NUMBER
    facts = Memory.objects.within(namespace).facts()
    assert facts.count() == MemorySource.objects.count() == MemoryEntity.objects.count() == NUMBER // 5
    assert not Memory.objects.within(namespace).filter(embedding=None).exists()
    full_text_is_sound()


def test_each_question_finds_the_fact_whose_words_it_repeats(namespace):
    for question in asking.questions(5):
        assert context.build(namespace, question, record=False).hits


def test_each_way_is_asked_twice(namespace):
    rows = list(asking.rows(3))
    assert [row.split("|")[1].strip() for row in rows] == [
        f"{name}, {times}" for name in ("text arm", "vector arm", "search", "context") for times in ("first", "again")
    ]
