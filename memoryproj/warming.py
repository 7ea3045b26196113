"""What the first requests of a web process would wait for, done behind its start.

The embedder's weights, the routes, the patterns and the first look into the store take a second or more of the
processor. Then all that lives as long as the process is taken out of the garbage collector's rounds: a full round over
it took 80 to 150 ms, in which no thread runs, sometimes inside a transaction that other writers wait for.
"""

from __future__ import annotations

import gc
import logging
import threading

from django.db import Error, connection
from django.urls import get_resolver

logger = logging.getLogger(__name__)

PROMPT = "What did we say about the plans for next week?"


def start() -> None:
    threading.Thread(target=_run, name="memory-warming", daemon=True).start()


def _run() -> None:
    try:
        warm()
    finally:
        connection.close()


def warm() -> None:
    """Build a context for the oldest namespace, as nobody's: nothing is recorded. A remote embedder is not asked."""
    from memory import embedding
    from memory.models import Namespace
    from memory.services.handing import context

    get_resolver().url_patterns  # noqa: B018  (reading it imports every route)
    try:
        namespace = Namespace.objects.order_by("pk").first()
        if namespace is not None and not embedding.is_remote():
            context.build(namespace, PROMPT, record=False)
    except (Error, embedding.EmbeddingError) as error:  # whoever asks is told so again
        logger.warning("the first look into the store failed: %s", error)
    gc.collect()
    gc.freeze()
