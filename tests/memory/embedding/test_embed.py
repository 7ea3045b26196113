"""`embed` and what every provider shares: unit rows, bad vectors refused, a provider that is missing named."""

import sys
import threading
from contextlib import suppress
from decimal import Decimal
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory import embedding
from memory.embedding import BadVector, EmbeddingUnavailable, check_vector


class Fake:
    """A provider by dotted path; `answer` is what it gives for any texts."""

    loads = 0
    answer = staticmethod(lambda texts: [[1.0, 0.0, 0.0]] * len(texts))

    def __init__(self, dimensions):
        self.name = "fake"
        self.dimensions = dimensions

    def load(self):
        type(self).loads += 1

    def embed(self, texts):
        return self.answer(texts)


@pytest.fixture
def fake(settings, monkeypatch):
    settings.MEMORY_EMBEDDER = f"{__name__}.Fake"
    settings.MEMORY_EMBEDDING_DIMENSIONS = 3
    monkeypatch.setattr(Fake, "loads", 0)
    return lambda answer: monkeypatch.setattr(Fake, "answer", staticmethod(answer))


def test_rows_are_unit_float32_in_the_order_of_the_texts(fake):
    fake(lambda texts: [[len(text), 0, 4] for text in texts])
    rows = embedding.embed(["abc", "a"])
    assert rows.dtype == np.float32
    assert rows.shape == (2, 3)
    assert rows[0] == pytest.approx([0.6, 0, 0.8])
    assert np.linalg.norm(rows, axis=1) == pytest.approx([1, 1])


def test_no_texts_give_no_rows(fake):
    assert embedding.embed([]).shape == (0, 3)


BAD = [
    ([float("nan"), 0, 1], "NaN"),
    ([float("inf"), 0, 1], "infinity"),
    ([1e300, 0, 1], "infinity"),
    ([0, 0, 0], "zero"),
    ([1e-60, 0, 0], "zero"),
    ([1, 0], "2 dimensions, not 3"),
    ([], "0 dimensions"),
    ([[1, 0, 0]], "2 axes"),
    (["a", "b", "c"], "not a number"),
    ([None, {}, 1], "not a number"),
    ([1, None, 0], "not a number"),
    (["1", "0", "0"], "not a number"),
    ([1.0, "0.5", 0], "not a number"),
    ([True, False, True], "not a number"),
    ([1, 10**400, 0], "not a number"),
    ([Decimal(1), 0, 0], "not a number"),
    (np.array([1 + 1j, 0, 0]), "not a number"),
    (np.array(["2026-03-02"] * 3, "datetime64[D]"), "not a number"),
]


@pytest.mark.parametrize("row, reason", BAD)
def test_a_bad_vector_is_refused_with_the_reason_and_spares_its_neighbours(fake, row, reason):
    fake(lambda texts: [[1, 0, 0], row])
    good, bad = embedding.embed_each(["good", "bad"])
    assert isinstance(good, np.ndarray)
    assert isinstance(bad, BadVector)
    assert reason in bad.reason
    with pytest.raises(BadVector, match=reason):
        embedding.embed(["good", "bad"])
    with pytest.raises(BadVector, match=reason):
        check_vector(row, 3)


@given(st.lists(st.floats(allow_nan=True, allow_infinity=True), max_size=5))
def test_what_passes_the_check_is_finite_whole_and_not_zero(vector):
    with suppress(BadVector):
        check_vector(vector, 3)
        row = np.asarray(vector, dtype=np.float32)
        assert row.shape == (3,)
        assert np.isfinite(row).all()
        assert row.any()


@given(st.lists(st.floats(-(2.0**-100), 2.0**-100, width=32), min_size=3, max_size=3).filter(any))
def test_even_tiny_vectors_come_out_with_unit_length(vector):
    row = embedding._unit(vector, 3)
    assert isinstance(row, np.ndarray)
    assert np.linalg.norm(row) == pytest.approx(1, rel=1e-5)


def test_blank_texts_never_reach_the_provider(fake):
    seen: list[str] = []

    def answer(texts):
        seen.extend(texts)
        return [[1, 0, 0]] * len(texts)

    fake(answer)
    rows = embedding.embed_each(["", " \n\t", "word", "\u2003"])
    assert seen == ["word"]
    assert [isinstance(row, BadVector) for row in rows] == [True, True, False, True]


def test_only_the_beginning_of_a_text_is_embedded_and_surrogates_are_replaced(fake):
    seen: list[str] = []

    def answer(texts):
        seen.extend(texts)
        return [[1, 0, 0]] * len(texts)

    fake(answer)
    embedding.embed(["x" * 300_000, "a\ud800b"])
    assert [len(seen[0]), seen[1]] == [embedding.EMBEDDED_CHARACTERS, "a?b"]


def test_too_few_rows_are_a_failure_of_the_provider(fake):
    fake(lambda texts: [[1, 0, 0]])
    with pytest.raises(EmbeddingUnavailable, match="1 vectors for 2 texts"):
        embedding.embed_each(["a", "b"])


def test_the_provider_is_loaded_once_however_many_threads_ask(fake):
    threads = [threading.Thread(target=embedding.embed, args=(["a"],)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert Fake.loads == 1


def test_a_failure_to_load_is_not_paid_for_again_at_once(fake, monkeypatch):
    def fail(self):
        Fake.loads += 1
        raise EmbeddingUnavailable("the model file is missing")

    monkeypatch.setattr(Fake, "load", fail)
    for _ in range(3):
        with pytest.raises(EmbeddingUnavailable, match="the model file is missing"):
            embedding.embed(["a"])
    assert Fake.loads == 1
    monkeypatch.setattr(embedding, "LOAD_AGAIN_SECONDS", 0)
    with pytest.raises(EmbeddingUnavailable):
        embedding.embed(["a"])
    assert Fake.loads == 2


def test_switched_off_there_is_no_model_and_no_vector(settings):
    settings.MEMORY_EMBEDDER = ""
    assert not embedding.enabled()
    assert embedding.model_name() == ""
    assert embedding.dimensions() == settings.MEMORY_EMBEDDING_DIMENSIONS
    with pytest.raises(EmbeddingUnavailable, match="MEMORY_EMBEDDER"):
        embedding.embed(["a"])


@pytest.mark.parametrize("name", ["worldlama", "nowhere.Embedder", "memory.embedding.Nothing"])
def test_an_unknown_provider_is_named_with_what_is_known(settings, name):
    settings.MEMORY_EMBEDDER = name
    with pytest.raises(EmbeddingUnavailable, match="wordllama, minilm, openai, onnx"):
        embedding.embed(["a"])


@pytest.mark.parametrize(
    "provider, package", [("wordllama", "wordllama"), ("onnx", "onnxruntime"), ("openai", "openai")]
)
def test_a_missing_package_says_what_to_install(settings, monkeypatch, provider, package):
    settings.MEMORY_EMBEDDER = provider
    settings.MEMORY_ONNX_MODEL_DIR = str(Path(__file__).parent)
    settings.MEMORY_OPENAI_API_KEY = "sk-test"
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(EmbeddingUnavailable, match=rf"{package}.* missing: pip install .*{package}"):
        embedding.embed(["a"])
