"""How well each of a few texts answers a query, by a model that reads both together: `scores`.

Off unless MEMORY_RERANKER_DIR names a folder that holds `model.onnx` and `tokenizer.json`, of any cross-encoder whose
output is one number a pair (the ms-marco and bge-reranker families). Nothing heavy is imported before the first pair.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from django.conf import settings
from django.core.signals import setting_changed

from .embedding import EmbeddingUnavailable
from .embedding.onnx import Opened, opened_model
from .embedding.patience import Breaker, within

MAX_TOKENS = 256  # of a pair


def enabled() -> bool:
    """Whether the settings name a model; says nothing about its health."""
    return bool(settings.MEMORY_RERANKER_DIR)


def scores(query: str, texts: Sequence[str]) -> list[float]:
    """A number for each text, greater for a better answer; comparable within one call alone.

    Raises EmbeddingUnavailable where the model is missing, fails, or takes longer than MEMORY_RERANKER_SECONDS; and at
    once for a while after several failures in a row.
    """
    seconds = settings.MEMORY_RERANKER_SECONDS
    return _breaker.call(lambda: within(seconds, partial(_scores, query, list(texts)), who="the reranker"))


def reset() -> None:
    """Forget the model, so that the next call loads it anew from the settings."""
    global _lock, _model, _breaker
    _lock, _model, _breaker = threading.Lock(), None, Breaker()


_lock = threading.Lock()
_model: Opened | None = None
_breaker = Breaker()


def _loaded() -> Opened:
    global _model
    with _lock:
        if _model is None:
            _model = opened_model(Path(settings.MEMORY_RERANKER_DIR), MAX_TOKENS)
        return _model


def _scores(query: str, texts: list[str]) -> list[float]:
    model = _loaded()
    output = model.run(model.feed([(query, text) for text in texts]), model.outputs[0])
    if output.size != len(texts) or not np.isfinite(output).all():
        raise EmbeddingUnavailable(f"{model.name} gives no finite number for each pair: it is no cross-encoder")
    found: list[float] = output.reshape(len(texts)).tolist()
    return found


def _reset_when_configured_anew(*, setting: str, **kwargs: Any) -> None:
    if setting.startswith("MEMORY_RERANKER"):
        reset()


setting_changed.connect(_reset_when_configured_anew)
# A forked worker must not inherit a lock that another thread held, nor a runtime whose threads are gone.
os.register_at_fork(after_in_child=reset)
