"""The offline default: averaged static word vectors whose weights come inside the `wordllama` package."""

import logging
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

import numpy as np

from memory.embedding import EmbeddingUnavailable, Vector

# The model is trained so that the first 64 or 128 dimensions alone are a usable vector.
SUPPORTED_DIMENSIONS = (64, 128, 256)
# A batch is padded to its longest text: 16 × 4,000 tokens × 256 × 4 bytes stays near 64 MB.
BATCH = 16


class WordLlamaEmbedder:
    name = "wordllama"
    instant: Literal[True] = True

    def __init__(self, dimensions: int) -> None:
        if dimensions not in SUPPORTED_DIMENSIONS:
            raise EmbeddingUnavailable(
                f"wordllama gives 64, 128 or 256 dimensions, not {dimensions}: set MEMORY_EMBEDDING_DIMENSIONS"
            )
        self.dimensions = dimensions
        self._model: Any = None

    def load(self) -> None:
        try:
            package = _import_quietly()
        except ImportError as error:
            raise EmbeddingUnavailable("the package wordllama is missing: pip install wordllama") from error
        try:
            # Without its own folder as cache the loader looks for the tokenizer in the wrong one and
            # would go to the network.
            self._model = package.WordLlama.load(
                cache_dir=Path(package.__file__).parent,
                trunc_dim=self.dimensions,
                disable_download=True,
            )
        except (OSError, ValueError) as error:
            raise EmbeddingUnavailable(
                "wordllama's weights are missing from its package: pip install --force-reinstall wordllama"
            ) from error
        # The tokenizer's own cache would hold ten thousand whole texts (75 MB a process) and save no time.
        if resize := getattr(self._model.tokenizer.model, "_resize_cache", None):
            resize(0)

    def embed(self, texts: Sequence[str]) -> Vector:
        # Texts of like length go into one batch, so that little of it is padding.
        order = sorted(range(len(texts)), key=lambda i: len(texts[i]))
        rows = np.empty((len(texts), self.dimensions), dtype=np.float32)
        rows[order] = self._model.embed([texts[i] for i in order], batch_size=BATCH)
        return rows


def _import_quietly() -> Any:
    """Import wordllama. It calls `logging.basicConfig(level=INFO)`, which only an application may; that is undone."""
    root = logging.getLogger()
    level, handlers = root.level, root.handlers[:]
    try:
        import wordllama
    finally:
        root.setLevel(level)
        root.handlers[:] = handlers
    return wordllama
