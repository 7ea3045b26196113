"""What was said a second ago, before a worker came to embed it, ranks as anything else."""

from __future__ import annotations

import pytest

from memory import embedding
from memory.search import hybrid_search
from memory.search.pool import FRESH, FRESH_CHARACTERS
from memory.services import namespaces
from memory.services.handing import context
from tests.store import embed_all, know, say


@pytest.fixture
def home(db):
    return namespaces.ensure("acme/alice")


def cosines(home, query):
    found = hybrid_search(home, query, explain=True).hits
    return {hit.memory.content: hit.trace["shares"].get("cosine", 0.0) for hit in found}


def test_a_fact_of_this_second_leads_before_an_older_turn_of_whom_the_prompt_names(home):
    say(home, "chat-1", "My sister Elin moved to Lisbon last Saturday!", name="Maya")
    embed_all()
    know(home, "Maya is allergic to hazelnuts.", tags=["health"])
    block = context.build(
        home, "Is there anything Maya must not eat? She is allergic to something.", session_id="chat-2"
    ).block
    assert block.splitlines()[1].endswith("Maya is allergic to hazelnuts."), block


def test_what_waits_has_the_cosine_that_it_will_have(home):
    say(home, "chat-1", "The ferry to Voss leaves at nine.", "We had soup for dinner.", name="Maya")
    before = cosines(home, "When does the ferry leave?")
    embed_all()
    assert cosines(home, "When does the ferry leave?") == pytest.approx(before, abs=1e-5)
    assert len(set(before.values())) > 1


@pytest.mark.parametrize(
    "turns,instant,made", [(5, True, 5), (5, False, 0), (FRESH + 1, True, 0)], ids=["few", "slow embedder", "many"]
)
def test_a_request_waits_for_few_texts_and_for_no_slow_embedder(home, monkeypatch, turns, instant, made):
    say(home, "chat-1", *[f"Maya told of ferry number {number}." for number in range(turns)])
    assert embedded_by_a_search(monkeypatch, home, instant) == made


def test_a_request_waits_for_no_long_text(home, monkeypatch):
    say(home, "chat-1", "Maya told of a ferry.", "The ferry. " * FRESH_CHARACTERS)
    assert embedded_by_a_search(monkeypatch, home, instant=True) == 0


def test_a_search_stands_without_what_the_embedder_refuses(home, monkeypatch, caplog):
    say(home, "chat-1", "Maya told of a ferry.", name="Maya")
    real = embedding.embed_each

    def refuse(texts):
        if any("told" in text for text in texts):
            raise embedding.EmbeddingUnavailable("gone")
        return real(texts)

    monkeypatch.setattr(embedding, "embed_each", refuse)
    assert hybrid_search(home, "Which ferry?").hits
    assert "got none at once: gone" in caplog.text


def embedded_by_a_search(monkeypatch, home, instant):
    """How many texts a search has embedded besides its question."""
    texts: list[str] = []
    real = embedding.embed_each
    monkeypatch.setattr(embedding, "is_instant", lambda: instant)
    monkeypatch.setattr(embedding, "embed_each", lambda given: texts.extend(given) or real(given))
    query = "Which ferry did Maya tell of?"
    assert hybrid_search(home, query, limit=20).hits
    return len([text for text in texts if "told" in text])
