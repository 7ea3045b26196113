"""Vectors: the backlog is drained, a bad vector is kept out, and models never mix, even when a move is killed."""

import numpy as np
import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection
from django.test.utils import CaptureQueriesContext

from memory import embedding
from memory.models import Memory, Metadata
from memory.search.backends import backend
from memory.search.vectors import LiveIndex
from memory.services import embeddings
from memory.services.errors import StateConflict
from memory.services.handing.retrieval import search
from memory.services.memories import facts
from memory.services.upkeep import doctor
from tests.store import AGENT, embed_all, fresh, know, say, vector_rows


class Killed(BaseException):
    pass


class Flawed:
    """An embedder whose vectors are what the text says: nan, inf, zero, short, or fine."""

    name = "flawed"

    def __init__(self, dimensions: int) -> None:
        self.dimensions = dimensions

    def load(self) -> None:
        pass

    def embed(self, texts):
        flaws = {"nan": np.nan, "inf": np.inf, "zero": 0.0}
        for text in texts:
            flaw = next((word for word in (*flaws, "short") if word in text), None)
            if flaw == "short":
                yield np.ones(self.dimensions - 1, dtype=np.float32)
            else:
                row = np.ones(self.dimensions, dtype=np.float32)
                if flaw == "zero":
                    row[:] = 0
                elif flaw:
                    row[3] = flaws[flaw]
                yield row


@pytest.fixture
def flawed(settings):
    settings.MEMORY_EMBEDDER = f"{__name__}.Flawed"
    embedding.reset()
    yield
    settings.MEMORY_EMBEDDER = "wordllama"
    embedding.reset()


def stored_models() -> set[str]:
    return set(Memory.everything.filter(embedding__isnull=False).values_list("embedding_model", flat=True))


def test_what_waits_is_embedded_in_batches_and_indexed(namespace):
    rows = say(namespace, "s1", *[f"turn number {i}" for i in range(70)])
    assert embeddings.pending_count() == 70
    assert [embeddings.drain(), embeddings.drain(), embeddings.drain()] == [64, 6, 0]
    assert vector_rows() == {row.pk for row in rows}
    row = fresh(rows[0])
    vector = np.frombuffer(row.embedding, dtype=np.float32)
    assert vector.shape == (256,)
    assert np.linalg.norm(vector) == pytest.approx(1.0, abs=1e-5)
    assert row.embedding_model == "wordllama:256"
    assert Metadata.read("embedding_model") == "wordllama:256"
    status = embeddings.status()
    assert (status.coverage, status.pending, status.problem) == (1.0, 0, "")


def test_retired_rows_do_not_wait(namespace):
    fact = know(namespace, "Ann likes tea.")
    facts.retire(namespace, fact.uid, actor=AGENT)
    assert not embeddings.any_pending()
    assert embeddings.status().coverage == 1.0


@pytest.mark.parametrize("flaw", ["nan", "inf", "zero", "short"])
def test_a_bad_vector_is_never_stored_and_its_reason_is(namespace, flawed, flaw):
    bad, good = know(namespace, f"a {flaw} vector"), know(namespace, "fine")
    embed_all()
    assert vector_rows() == {good.pk}
    assert fresh(bad).embedding is None
    assert fresh(bad).embedding_error
    assert not embeddings.any_pending()


def test_a_row_that_was_retired_while_the_model_ran_is_left_alone(namespace, monkeypatch):
    fact = know(namespace, "Ann likes tea.")
    real = embedding.embed_each

    def meanwhile(texts):
        facts.retire(namespace, fact.uid, actor=AGENT)
        return real(texts)

    monkeypatch.setattr(embedding, "embed_each", meanwhile)
    embeddings.drain()
    assert vector_rows() == set()
    assert fresh(fact).embedding is None


def test_another_model_switches_the_vector_arm_off_and_the_backlog_waits(namespace, settings):
    fact = know(namespace, "Ann likes tea.")
    embed_all()
    settings.MEMORY_EMBEDDING_DIMENSIONS = 128
    know(namespace, "Ann owns a boat.")
    with pytest.raises(StateConflict, match="reembed"):
        embeddings.drain()
    found = search(namespace, "tea")
    assert found.hits[0].memory == fact
    assert found.hits[0].ranks["vector"] is None
    assert "reembed" in found.degraded[0]
    assert "reembed" in embeddings.status().problem


def test_reembedding_moves_everything_to_the_new_model(namespace, settings):
    one, two = know(namespace, "Ann likes tea."), know(namespace, "Bob owns a boat.")
    embed_all()
    old_table = LiveIndex.read().table
    settings.MEMORY_EMBEDDING_DIMENSIONS = 128
    said = []
    assert embeddings.reembed(lambda done, total: said.append((done, total))) == 2
    index = LiveIndex.read()
    assert (index.model, index.dimensions) == ("wordllama:128", 128)
    assert index.table != old_table
    assert not backend().vector_table_exists(old_table)
    assert vector_rows() == {one.pk, two.pk}
    assert stored_models() == {"wordllama:128"}
    assert search(namespace, "tea").hits[0].ranks["vector"] == 1
    assert said[-1] == (2, 2)
    assert embeddings.reembed() == 0  # nothing is stale


@pytest.mark.parametrize("killed_at", [1, 2])
def test_killed_in_the_middle_it_resumes_and_search_never_mixes(namespace, settings, monkeypatch, killed_at):
    rows = say(namespace, "s1", *[f"turn number {i}" for i in range(150)])
    embed_all()
    live = LiveIndex.read()
    settings.MEMORY_EMBEDDING_DIMENSIONS = 128
    real, calls = embedding.embed_each, []

    def killing(texts):
        calls.append(len(texts))
        if len(calls) > killed_at:
            raise Killed
        return real(texts)

    monkeypatch.setattr(embedding, "embed_each", killing)
    with pytest.raises(Killed):
        embeddings.reembed()
    assert LiveIndex.read() == live  # the old index is live and whole
    assert vector_rows() == {row.pk for row in rows}
    assert search(namespace, "turn number 3").degraded
    settings.MEMORY_EMBEDDING_DIMENSIONS = 256
    monkeypatch.setattr(embedding, "embed_each", real)
    assert not search(namespace, "turn number 3").degraded
    settings.MEMORY_EMBEDDING_DIMENSIONS = 128
    assert embeddings.reembed() == 150 - 64 * killed_at
    assert embeddings.status().coverage == 1.0
    assert stored_models() == {"wordllama:128"}


def test_killed_right_behind_the_switch_the_next_run_drops_the_old_table(namespace, settings, monkeypatch):
    know(namespace, "Ann likes tea.")
    embed_all()
    old = LiveIndex.read().table
    settings.MEMORY_EMBEDDING_DIMENSIONS = 128

    def killed(name):
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(backend(), "drop_vector_table", killed)
        with pytest.raises(Killed):
            embeddings.reembed()
    assert LiveIndex.read().model == "wordllama:128"
    assert backend().vector_table_exists(old)
    assert embeddings.reembed() == 0
    names = ["vec_memories", *(f"vec_memories_{number}" for number in range(9))]
    assert [name for name in names if backend().vector_table_exists(name)] == [LiveIndex.read().table]


@pytest.mark.parametrize("other", ["tests.memory.services.test_embeddings.Flawed", "wordllama"])
def test_of_two_moves_at_once_the_last_one_stands_and_nothing_is_mixed(namespace, settings, monkeypatch, other):
    """The other begins while the first asks its model for the second part, and is of the same length or of another."""
    rows = say(namespace, "s1", *[f"turn number {i}" for i in range(150)])
    embed_all()
    real, calls = embedding.embed_each, []

    def configured(name, dimensions):
        settings.MEMORY_EMBEDDER, settings.MEMORY_EMBEDDING_DIMENSIONS = name, dimensions
        embedding.reset()

    def meanwhile(texts):
        vectors = real(texts)
        calls.append(len(texts))
        if len(calls) == 2:
            monkeypatch.setattr(embedding, "embed_each", first_parts)
            configured(other, 128 if other != "wordllama" else 64)
            with pytest.raises(Killed):
                embeddings.reembed()
            configured("wordllama", 128)
            monkeypatch.setattr(embedding, "embed_each", real)
        return vectors

    def first_parts(texts):
        if len(calls) > 2:
            raise Killed
        calls.append(len(texts))
        return real(texts)

    configured("wordllama", 128)
    live = LiveIndex.read()
    monkeypatch.setattr(embedding, "embed_each", meanwhile)
    with pytest.raises(StateConflict, match="Another move of the index"):
        embeddings.reembed()
    assert LiveIndex.read() == live
    configured(other, 128 if other != "wordllama" else 64)
    assert embeddings.reembed() == 150 - 64
    assert stored_models() == {embedding.model_name()}
    assert vector_rows() == {row.pk for row in rows}
    assert doctor.examine() == []
    configured("wordllama", 256)


def test_a_move_that_another_one_of_the_same_model_overtook_says_so(namespace, settings, monkeypatch):
    say(namespace, "s1", *[f"turn number {i}" for i in range(70)])
    embed_all()
    settings.MEMORY_EMBEDDING_DIMENSIONS = 128
    real = embedding.embed_each

    def meanwhile(texts):
        monkeypatch.setattr(embedding, "embed_each", real)
        embeddings.reembed()
        return real(texts)

    monkeypatch.setattr(embedding, "embed_each", meanwhile)
    with pytest.raises(CommandError, match="This one has stopped"):
        call_command("reembed")
    assert embeddings.status().coverage == 1.0
    assert doctor.examine() == []


def begin_another_move(settings, monkeypatch):
    """A process of another model notes its table, and dies before it has embedded anything."""
    real = embedding.embed_each

    def killed(texts):
        raise Killed

    settings.MEMORY_EMBEDDING_DIMENSIONS = 64
    monkeypatch.setattr(embedding, "embed_each", killed)
    with pytest.raises(Killed):
        embeddings.reembed()
    monkeypatch.setattr(embedding, "embed_each", real)
    settings.MEMORY_EMBEDDING_DIMENSIONS = 128


def test_a_move_that_is_overtaken_while_it_embeds_passages_says_so(namespace, settings, monkeypatch):
    say(namespace, "s1", "Carol tells a long story. " * 60)
    embed_all()
    settings.MEMORY_EMBEDDING_DIMENSIONS = 128
    real, calls = embedding.embed_each, []

    def meanwhile(texts):
        vectors = real(texts)
        calls.append(len(texts))
        if len(calls) == 2:  # the passages, behind the memory
            begin_another_move(settings, monkeypatch)
        return vectors

    monkeypatch.setattr(embedding, "embed_each", meanwhile)
    with pytest.raises(StateConflict, match="Another move of the index"):
        embeddings.reembed()
    monkeypatch.setattr(embedding, "embed_each", real)
    embeddings.reembed()
    assert embeddings.status().coverage == 1.0
    assert doctor.examine() == []


def test_a_move_takes_the_note_before_it_drops_what_another_one_built(namespace, settings, monkeypatch):
    """The other takes the note, then writes into its table: in another order each would wait for the other."""
    say(namespace, "s1", "a turn")
    embed_all()
    begin_another_move(settings, monkeypatch)
    with CaptureQueriesContext(connection) as asked:
        embeddings.reembed()
    said = [query["sql"] for query in asked]
    written = next(place for place, sql in enumerate(said) if sql.startswith("UPDATE") and "memory_metadata" in sql)
    dropped = next(place for place, sql in enumerate(said) if sql.startswith("DROP TABLE"))
    assert written < dropped


def drain_while_the_index_moves(settings, monkeypatch):
    """A worker with the settings of before asks its model; when it has its answer the index is another model's."""
    real = embedding.embed_each

    def meanwhile(texts):
        vectors = real(texts)
        monkeypatch.setattr(embedding, "embed_each", real)
        settings.MEMORY_EMBEDDING_DIMENSIONS = 128
        embeddings.reembed()
        settings.MEMORY_EMBEDDING_DIMENSIONS = 256
        return vectors

    monkeypatch.setattr(embedding, "embed_each", meanwhile)
    embeddings.drain()
    settings.MEMORY_EMBEDDING_DIMENSIONS = 128


def test_a_worker_whose_model_runs_while_the_index_moves_leaves_its_rows_to_the_next(namespace, settings, monkeypatch):
    know(namespace, "Ann likes tea.")
    embed_all()
    late = know(namespace, "Bob owns a boat.")
    (long,) = say(namespace, "s1", "Carol tells a long story. " * 60)
    drain_while_the_index_moves(settings, monkeypatch)
    embed_all()
    assert embeddings.status().coverage == 1.0
    assert fresh(late).embedding_model == fresh(long).embedding_model == "wordllama:128"
    assert late.pk in vector_rows()


def test_a_worker_whose_model_runs_over_passages_while_the_index_moves_fails_not(namespace, settings, monkeypatch):
    say(namespace, "s1", "Carol tells a long story. " * 60)
    embeddings.drain()
    drain_while_the_index_moves(settings, monkeypatch)
    embed_all()
    assert embeddings.status().coverage == 1.0
    assert doctor.examine() == []


def test_what_came_went_and_came_back_meanwhile_is_settled(namespace, settings, monkeypatch):
    rows = say(namespace, "s1", *[f"turn number {i}" for i in range(70)])
    embed_all()
    settings.MEMORY_EMBEDDING_DIMENSIONS = 128
    real, calls = embedding.embed_each, []

    def meanwhile(texts):
        calls.append(1)
        if len(calls) == 2:
            facts.retire(namespace, rows[0].uid, actor=AGENT)
            say(namespace, "s1", "new turn")
        return real(texts)

    monkeypatch.setattr(embedding, "embed_each", meanwhile)
    embeddings.reembed()
    embed_all()
    assert vector_rows() == set(Memory.objects.within(namespace).active().values_list("pk", flat=True))
    facts.restore(namespace, rows[0].uid, actor=AGENT)
    embed_all()
    assert rows[0].pk in vector_rows()


def test_a_text_that_the_new_model_cannot_embed_keeps_no_old_vector(namespace, settings):
    fact = know(namespace, "a nan vector")
    embed_all()
    settings.MEMORY_EMBEDDER = f"{__name__}.Flawed"
    embedding.reset()
    try:
        embeddings.reembed()
        assert (fresh(fact).embedding, fresh(fact).embedding_model) == (None, "")
        assert fresh(fact).embedding_error
        settings.MEMORY_EMBEDDER = "wordllama"
        embedding.reset()
        embeddings.reembed()
        assert (fresh(fact).embedding_model, fresh(fact).embedding_error) == ("wordllama:256", "")
    finally:
        settings.MEMORY_EMBEDDER = "wordllama"
        embedding.reset()


def test_without_an_embedder_the_backlog_waits(namespace, settings):
    know(namespace, "Ann likes tea.")
    settings.MEMORY_EMBEDDER = ""
    with pytest.raises(StateConflict, match="no embedder"):
        embeddings.drain()
    assert embeddings.pending_count() == 1


def test_the_index_is_partitioned_by_namespace_and_kind(namespace):
    fact = know(namespace, "Ann likes tea.")
    embed_all()
    stored = [row[:3] for row in backend().every_vector(LiveIndex.read().table)]
    assert stored == [(fact.pk, namespace.pk, "fact")]
