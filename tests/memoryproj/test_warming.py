"""What a web process does behind its start, before the first request."""

from __future__ import annotations

import gc

import pytest

from memory import embedding
from memory.models import HandedContext, Recall
from memoryproj import warming
from tests.store import embed_all, say


@pytest.fixture
def thawed():
    yield
    gc.unfreeze()


def test_the_embedder_is_loaded_and_what_lives_on_is_left_to_no_collection(namespace, thawed, monkeypatch):
    say(namespace, "s1", "The plans for next week are the garden and the boat.")
    embed_all()
    asked = []
    real = embedding.embed_query
    monkeypatch.setattr(embedding, "embed_query", lambda text: asked.append(text) or real(text))
    warming.warm()
    assert asked == [warming.PROMPT]
    assert gc.get_freeze_count() > 10_000
    assert not HandedContext.everything.exists()
    assert not Recall.objects.exists()


def test_a_remote_embedder_is_not_asked(namespace, thawed, monkeypatch):
    monkeypatch.setattr(embedding, "is_remote", lambda: True)
    monkeypatch.setattr(embedding, "embed_query", lambda text: pytest.fail("it was asked"))
    warming.warm()


def test_an_empty_store_is_warmed_too(db, thawed):
    warming.warm()
    assert gc.get_freeze_count() > 10_000
