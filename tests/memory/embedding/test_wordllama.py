import logging
import subprocess
import sys
from pathlib import Path
from random import Random

import numpy as np
import pytest

from memory import embedding
from memory.embedding import BadVector, EmbeddingUnavailable


@pytest.fixture(autouse=True)
def chosen(settings):
    settings.MEMORY_EMBEDDER = "wordllama"


@pytest.mark.parametrize("dimensions", [64, 128, 256])
def test_near_texts_are_nearer_than_far_ones(settings, dimensions):
    settings.MEMORY_EMBEDDING_DIMENSIONS = dimensions
    cat, feline, revenue = embedding.embed(
        ["The cat sleeps on the sofa", "A kitten naps on the couch", "Quarterly revenue grew by five percent"]
    )
    assert embedding.model_name() == f"wordllama:{dimensions}"
    assert cat.shape == (dimensions,)
    assert cat @ feline > cat @ revenue + 0.2


def test_a_text_has_the_same_vector_alone_and_in_a_batch():
    texts = [f"{'word ' * (i % 40)}number {i}" for i in range(50)]
    alone = np.vstack([embedding.embed([text]) for text in texts])
    assert embedding.embed(texts) == pytest.approx(alone, abs=1e-6)


@pytest.mark.parametrize("dimensions", [0, 100, 512, -1])
def test_other_dimensions_are_refused_with_what_to_set(settings, dimensions):
    settings.MEMORY_EMBEDDING_DIMENSIONS = dimensions
    with pytest.raises(EmbeddingUnavailable, match="MEMORY_EMBEDDING_DIMENSIONS"):
        embedding.dimensions()


def test_any_script_has_a_vector_and_white_space_has_none():
    rows = embedding.embed_each(["日本語", "नमस्ते", "🙂", "\u200b", "\ud800", "   "])
    assert [isinstance(row, BadVector) for row in rows] == [False] * 5 + [True]


def test_the_tokenizer_keeps_no_texts(settings):
    settings.MEMORY_EMBEDDING_DIMENSIONS = 256
    dice = Random(1)
    vocabulary = ["".join(dice.choices("abcdefghijklmnopqrst", k=7)) for _ in range(3_000)]
    texts = [" ".join(dice.choices(vocabulary, k=25)) for _ in range(9_000)]
    embedding.embed(texts[:200])
    before = resident()
    embedding.embed(texts[200:])
    # It would keep each of them otherwise: 60 MiB.
    assert resident() - before < 20 << 20


def resident() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096


def test_the_name_is_known_without_loading_anything():
    code = (
        "import sys; from django.conf import settings;"
        "settings.configure(MEMORY_EMBEDDER='wordllama', MEMORY_EMBEDDING_DIMENSIONS=256);"
        "from memory import embedding; print(embedding.model_name());"
        "print(sorted({'wordllama', 'tokenizers', 'onnxruntime', 'openai'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split("\n")[:2] == ["wordllama:256", "[]"]


def test_loading_leaves_the_applications_logging_alone():
    root = logging.getLogger()
    before = (root.level, root.handlers[:])
    embedding.reset()
    embedding.embed(["a"])
    assert (root.level, root.handlers) == before
