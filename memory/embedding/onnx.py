"""A sentence model from a folder: `tokenizer.json`, and `model.onnx` or whatever one `*.onnx` lies there.

Pooling is read from `1_Pooling/config.json` as sentence-transformers writes it. Without that file it is
the first token's vector (CLS), which is how the bge family is trained; put the file there for a model
that wants the mean. A model that already answers one row per text is taken as it is.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from django.conf import settings
from numpy.typing import NDArray

from memory.embedding import EmbeddingUnavailable, Vector

MAX_TOKENS = 512
BATCH = 16
# Embedding runs beside web requests and the other workers: more threads would only slow those down.
THREADS = 2


class Opened:
    """A model and its tokenizer, ready to run: by the folder's `name`, with the names of its `outputs`."""

    def __init__(self, name: str, session: Any, tokenizer: Any) -> None:
        self.name = name
        self.outputs = [one.name for one in session.get_outputs()]
        self._session, self._tokenizer = session, tokenizer
        self._inputs = {one.name for one in session.get_inputs()}

    def feed(self, texts: Sequence[str] | Sequence[tuple[str, str]]) -> dict[str, NDArray[np.int64]]:
        """What the model reads of texts, or of pairs of them."""
        encoded = self._tokenizer.encode_batch(texts)
        return {
            "input_ids": np.array([one.ids for one in encoded], dtype=np.int64),
            "attention_mask": np.array([one.attention_mask for one in encoded], dtype=np.int64),
            "token_type_ids": np.array([one.type_ids for one in encoded], dtype=np.int64),
        }

    def run(self, feed: dict[str, NDArray[np.int64]], output: str) -> Vector:
        """What the model gives as `output`. Raises EmbeddingUnavailable."""
        try:
            (given,) = self._session.run([output], {name: feed[name] for name in feed if name in self._inputs})
        except Exception as error:  # onnxruntime derives its errors from Exception itself
            raise EmbeddingUnavailable(f"{self.name} failed: {_first_line(error)}") from error
        return np.asarray(given, dtype=np.float32)


class SentenceModel:
    """Embeds by a model that runs here; who derives from it names the model and opens it."""

    def __init__(self, name: str, dimensions: int) -> None:
        self.name = name
        self.dimensions = dimensions
        self._model: Opened | None = None
        self._output = ""
        self._pool = ""

    def use(self, model: Opened, pooling: str) -> None:
        """Embed by this model from now on. Raises EmbeddingUnavailable where its dimensions are others."""
        self._model, self._pool = model, pooling
        self._output = _output_name(model.outputs)
        given = int(self.embed(["probe"]).shape[1])
        if given != self.dimensions:
            raise EmbeddingUnavailable(
                f"{model.name} gives {given} dimensions: set MEMORY_EMBEDDING_DIMENSIONS = {given}"
            )

    def embed(self, texts: Sequence[str]) -> Vector:
        order = sorted(range(len(texts)), key=lambda i: len(texts[i]))
        rows: list[Vector] = [np.empty(0, dtype=np.float32)] * len(texts)
        for start in range(0, len(order), BATCH):
            batch = order[start : start + BATCH]
            for i, row in zip(batch, self._embed_batch([texts[i] for i in batch]), strict=True):
                rows[i] = row
        return np.stack(rows)

    def _embed_batch(self, texts: list[str]) -> Vector:
        assert self._model is not None, "load() comes first"
        feed = self._model.feed(texts)
        return pool(self._model.run(feed, self._output), feed["attention_mask"], self._pool)


class OnnxEmbedder(SentenceModel):
    def __init__(self, dimensions: int) -> None:
        if not settings.MEMORY_ONNX_MODEL_DIR:
            raise EmbeddingUnavailable("set MEMORY_ONNX_MODEL_DIR to a folder that holds model.onnx and tokenizer.json")
        self._folder = Path(settings.MEMORY_ONNX_MODEL_DIR)
        super().__init__(f"onnx:{self._folder.name}", dimensions)

    def load(self) -> None:
        self.use(opened_model(self._folder, MAX_TOKENS), _pooling(self._folder))


def opened_model(folder: Path, max_tokens: int) -> Opened:
    """The model in a folder, which cuts what it reads at `max_tokens`. Raises EmbeddingUnavailable."""
    _libraries()
    model = _model_file(folder)
    described = folder / "tokenizer.json"
    if not described.is_file():
        raise EmbeddingUnavailable(f"there is no tokenizer.json in {folder}")
    return opened_files(folder.name, model, described, max_tokens)


def _libraries() -> tuple[Any, Any]:
    """onnxruntime and tokenizers. Raises EmbeddingUnavailable."""
    try:
        import onnxruntime
        import tokenizers
    except ImportError as error:
        raise EmbeddingUnavailable(
            "the packages onnxruntime and tokenizers are missing: pip install onnxruntime tokenizers"
        ) from error
    return onnxruntime, tokenizers


def opened_files(name: str, model: Path, described: Path, max_tokens: int) -> Opened:
    """The model in a file, with the tokenizer that another describes. Raises EmbeddingUnavailable."""
    onnxruntime, tokenizers = _libraries()
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = THREADS
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    # For a damaged file the libraries raise Exception itself, so nothing narrower can be caught.
    try:
        session = onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
        tokenizer = tokenizers.Tokenizer.from_file(str(described))
    except Exception as error:
        raise EmbeddingUnavailable(f"{name} cannot be loaded: {_first_line(error)}") from error
    tokenizer.enable_truncation(max_tokens)
    tokenizer.enable_padding(**_padding(tokenizer))
    return Opened(name, session, tokenizer)


def pool(output: Vector, mask: NDArray[np.int64], how: str) -> Vector:
    """One row per text: (texts, dimensions) from (texts, tokens, dimensions), by "cls" or "mean".

    The mean leaves padding out. An output that already has one row per text is returned as it is.
    """
    if output.ndim == 2:
        return output
    if how == "cls":
        return output[:, 0]
    weights = mask[:, :, np.newaxis].astype(np.float32)
    mean: Vector = (output * weights).sum(axis=1) / np.maximum(weights.sum(axis=1), 1.0)
    return mean


def _model_file(folder: Path) -> Path:
    for place in (folder / "model.onnx", folder / "onnx" / "model.onnx"):
        if place.is_file():
            return place
    candidates = sorted(folder.glob("*.onnx"))
    if len(candidates) == 1:
        return candidates[0]
    found = "several .onnx files but none is called" if candidates else "no"
    raise EmbeddingUnavailable(f"there is {found} model.onnx in {folder}: see MEMORY_ONNX_MODEL_DIR")


def _output_name(names: list[str]) -> str:
    for wanted in ("sentence_embedding", "last_hidden_state", "token_embeddings"):
        if wanted in names:
            return wanted
    return names[0]


def _padding(tokenizer: Any) -> dict[str, Any]:
    """Keep the folder's own padding token, but pad to the longest of the batch rather than a fixed length."""
    own = tokenizer.padding or {}
    return {key: own[key] for key in ("pad_id", "pad_token", "pad_type_id") if key in own}


def _pooling(folder: Path) -> str:
    config = folder / "1_Pooling" / "config.json"
    if not config.is_file():
        return "cls"
    try:
        chosen = json.loads(config.read_text(encoding="utf-8"))
    except ValueError as error:
        raise EmbeddingUnavailable(f"{config} is not JSON") from error
    if not isinstance(chosen, dict):
        raise EmbeddingUnavailable(f"{config} is not a JSON object")
    if chosen.get("pooling_mode_mean_tokens"):
        return "mean"
    if chosen.get("pooling_mode_cls_token"):
        return "cls"
    raise EmbeddingUnavailable(f"{config} asks for a pooling that is neither cls nor mean")


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0][:200]
