"""Text in, unit vectors out: `embed` and `embed_each`, by whichever provider the settings name.

`MEMORY_EMBEDDER` is "wordllama", "minilm", "openai", "onnx", "" (off) or the dotted path of a callable that
takes `dimensions` and answers an `Embedder`. Nothing heavy is imported before the first text.
"""

import os
import threading
import time
from collections.abc import Iterable, Sequence
from typing import Any, Literal, Protocol, runtime_checkable

import numpy as np
from django.conf import settings
from django.core.signals import setting_changed
from django.utils.module_loading import import_string
from numpy.typing import ArrayLike, NDArray

from memory.embedding.errors import BadVector, EmbeddingError, EmbeddingUnavailable
from memory.embedding.patience import Breaker, within
from memory.text import encodable

__all__ = [
    "BadVector", "Embedder", "EmbeddingError", "EmbeddingUnavailable", "InstantEmbedder", "RemoteEmbedder", "Vector",
    "check_vector", "dimensions", "embed", "embed_each", "embed_query", "embedded_text", "enabled", "is_instant",
    "load", "model_name", "reset",
]  # fmt: skip

Vector = NDArray[np.float32]

# Only the beginning of a text is embedded: a mean over more words says less, and every model has a limit.
EMBEDDED_CHARACTERS = 8_000
LOAD_AGAIN_SECONDS = 30.0
NUMBERS = "fiu"  # NumPy's kinds: floating, integer, unsigned

PROVIDERS = {
    "wordllama": "memory.embedding.wordllama.WordLlamaEmbedder",
    "minilm": "memory.embedding.minilm.MiniLmEmbedder",
    "openai": "memory.embedding.openai.OpenAIEmbedder",
    "onnx": "memory.embedding.onnx.OnnxEmbedder",
}


class Embedder(Protocol):
    """What a provider owes.

    `name` (without dimensions; names the model, so that vectors of two models are never mixed) and
    `dimensions` are known after construction, which is cheap, imports nothing heavy and refuses an
    impossible configuration with EmbeddingUnavailable. `load` is called once per process, under a
    lock, before the first `embed`. `embed` is called from several threads; it answers one raw row for
    each text, in order (none of them blank), and raises EmbeddingUnavailable for any failure.
    """

    name: str
    dimensions: int

    def load(self) -> None: ...

    def embed(self, texts: Sequence[str]) -> Iterable[Vector]: ...


@runtime_checkable
class RemoteEmbedder(Embedder, Protocol):
    """What a provider owes besides when its model runs elsewhere, and may hang.

    `embed_query` gives the raw row of one text for which somebody waits: in one attempt, giving up after about
    `seconds`. `embed` stays patient, for the backlog.
    """

    def embed_query(self, text: str, seconds: float) -> Vector: ...


@runtime_checkable
class InstantEmbedder(Embedder, Protocol):
    """A provider that looks words up in a table and runs no network: a short text takes it a tenth of a millisecond, so
    that a request may have texts embedded that no worker came to yet."""

    instant: Literal[True]


def embedded_text(is_turn: bool, speaker: str, text: str) -> str:
    """What is embedded of a memory, or of a part of it. A turn's begins with who spoke, as in the text index."""
    return f"{speaker}: {text}" if is_turn and speaker else text


def embed(texts: Sequence[str]) -> Vector:
    """Rows of unit length, float32, shape (len(texts), dimensions).

    Raises EmbeddingUnavailable if the provider is missing or fails, BadVector if one of the texts has
    no usable vector (a blank one, for example): both are EmbeddingError.
    """
    rows = embed_each(texts)
    for row in rows:
        if isinstance(row, BadVector):
            raise row
    if not rows:
        return np.empty((0, dimensions()), dtype=np.float32)
    return np.stack([row for row in rows if not isinstance(row, BadVector)])


def embed_each(texts: Sequence[str]) -> list[Vector | BadVector]:
    """One unit row of shape (dimensions,) or the reason why there is none, for each text in order.

    Raises EmbeddingUnavailable if the provider is missing or fails as a whole.
    """
    provider = load()
    result: list[Vector | BadVector] = [BadVector("the text is blank")] * len(texts)
    prepared = {i: text for i, text in enumerate(map(_beginning, texts)) if text}
    if prepared:
        rows = list(provider.embed(list(prepared.values())))
        if len(rows) != len(prepared):
            raise EmbeddingUnavailable(f"{provider.name} gave {len(rows)} vectors for {len(prepared)} texts")
        for i, row in zip(prepared, rows, strict=True):
            result[i] = _unit(row, provider.dimensions)
    return result


def embed_query(text: str) -> Vector | BadVector:
    """The unit row of a text for which somebody waits, or the reason why there is none.

    Raises EmbeddingUnavailable, of a remote provider after MEMORY_EMBEDDING_QUERY_SECONDS at the latest; and at once
    for a while after it failed several times in a row.
    """
    provider = load()
    if not isinstance(provider, RemoteEmbedder):
        return embed_each([text])[0]
    beginning = _beginning(text)
    if not beginning:
        return BadVector("the text is blank")
    seconds = settings.MEMORY_EMBEDDING_QUERY_SECONDS
    row = _breaker.call(lambda: within(seconds, lambda: provider.embed_query(beginning, seconds)))
    return _unit(row, provider.dimensions)


def check_vector(vector: ArrayLike, dimensions: int) -> None:
    """Raise BadVector, with the reason, unless `vector` is `dimensions` finite numbers, not all zero."""
    _checked(vector, dimensions)


def enabled() -> bool:
    """Whether the settings ask for vectors at all; says nothing about the provider's health."""
    return bool(settings.MEMORY_EMBEDDER)


def is_remote() -> bool:
    """Whether texts go to another machine to be embedded. Raises EmbeddingUnavailable if the provider is missing."""
    return enabled() and isinstance(_provider(), RemoteEmbedder)


def is_instant() -> bool:
    """Whether a request may wait for short texts to be embedded. Raises EmbeddingUnavailable if the provider is
    missing."""
    return enabled() and isinstance(_provider(), InstantEmbedder)


def model_name() -> str:
    """Model and dimensions as stored beside each vector, such as "wordllama:256"; "" when off.

    Imports no model. Raises EmbeddingUnavailable if the settings name an impossible provider.
    """
    if not enabled():
        return ""
    provider = _provider()
    return f"{provider.name}:{provider.dimensions}"


def dimensions() -> int:
    """The length of every vector. Imports no model; raises as `model_name` does."""
    return _provider().dimensions if enabled() else int(settings.MEMORY_EMBEDDING_DIMENSIONS)


def load() -> Embedder:
    """The provider, ready to embed: loaded now unless it already was. Raises EmbeddingUnavailable.

    A failure to load is remembered for LOAD_AGAIN_SECONDS, so that a search does not pay for it each time.
    """
    global _loaded, _failure
    provider = _provider()
    if _loaded:
        return provider
    with _lock:
        if _failure and time.monotonic() < _failure[0] + LOAD_AGAIN_SECONDS:
            raise EmbeddingUnavailable(_failure[1])
        if not _loaded:
            try:
                provider.load()
            except EmbeddingUnavailable as error:
                _failure = (time.monotonic(), error.reason)
                raise
            _loaded = True
    return provider


def reset() -> None:
    """Forget the provider, so that the next call builds it anew from the settings."""
    global _instance, _loaded, _failure, _lock, _breaker
    _lock = threading.RLock()
    _instance = None
    _loaded = False
    _failure = None
    _breaker = Breaker()


_breaker = Breaker()
_lock = threading.RLock()
_instance: Embedder | None = None
_loaded = False
_failure: tuple[float, str] | None = None


def _provider() -> Embedder:
    global _instance
    instance = _instance
    if instance is None:
        with _lock:
            if _instance is None:
                _instance = _build()
            instance = _instance
    return instance


def _build() -> Embedder:
    configured = settings.MEMORY_EMBEDDER
    if not configured:
        raise EmbeddingUnavailable("embedding is switched off (MEMORY_EMBEDDER is empty)")
    try:
        factory = import_string(PROVIDERS.get(configured, configured))
    except ImportError as error:
        known = ", ".join(PROVIDERS)
        raise EmbeddingUnavailable(
            f"MEMORY_EMBEDDER = {configured!r} is neither one of {known} nor an importable path"
        ) from error
    provider: Embedder = factory(dimensions=int(settings.MEMORY_EMBEDDING_DIMENSIONS))
    return provider


def _beginning(text: str) -> str:
    return encodable(text[:EMBEDDED_CHARACTERS].strip())  # every tokenizer and HTTP client wants UTF-8


def _unit(row: ArrayLike, dimensions: int) -> Vector | BadVector:
    try:
        vector = _checked(row, dimensions)
    except BadVector as error:
        return error
    # float64: the squares of very small float32 values would underflow to a norm of zero.
    wide = vector.astype(np.float64)
    return (wide / np.linalg.norm(wide)).astype(np.float32)


def _checked(row: ArrayLike, dimensions: int) -> Vector:
    try:
        given = np.asarray(row)
        if given.size and given.dtype.kind not in NUMBERS:  # NumPy would read "0.5", True, None and dates as numbers
            raise TypeError(given.dtype)
        with np.errstate(over="ignore"):
            vector = np.asarray(given, dtype=np.float32)
    except (TypeError, ValueError, OverflowError) as error:
        raise BadVector("the vector holds something that is not a number") from error
    if vector.ndim != 1:
        raise BadVector(f"the vector has {vector.ndim} axes, not 1")
    if vector.shape[0] != dimensions:
        raise BadVector(f"the vector has {vector.shape[0]} dimensions, not {dimensions}")
    if np.isnan(vector).any():
        raise BadVector("the vector holds NaN")
    if np.isinf(vector).any():
        raise BadVector("the vector holds an infinity")
    if not vector.any():
        raise BadVector("the vector is zero")
    return vector


def _reset_when_configured_anew(*, setting: str, **kwargs: Any) -> None:
    if setting.startswith(("MEMORY_EMBED", "MEMORY_ONNX", "MEMORY_OPENAI")):
        reset()


setting_changed.connect(_reset_when_configured_anew)
# A forked process would inherit a lock that a thread of its parent held, and a runtime whose threads do not exist in
# it: both are made anew.
os.register_at_fork(after_in_child=reset)
