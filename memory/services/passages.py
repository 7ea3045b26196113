"""The passages of long texts. They are made when the whole text has its vector, and the same worker embeds them."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from itertools import islice

import numpy as np
from django.db import transaction
from django.db.models import F, Q
from django.db.models.functions import Length, Substr

from .. import embedding
from ..models import ALL, Kind, Memory, Passage
from ..passages import MOST, cut, is_long, keys_of
from ..search.backends import backend
from ..search.vectors import LiveIndex, write_passages

logger = logging.getLogger(__name__)

BATCH = 256  # passages
NOTHING = b""  # the vector of a part that means nothing to the embedder


def lay_down(memories: Sequence[Memory]) -> None:
    """Cut those of `memories` that are long and have a vector, in the place of older passages. Inside a transaction."""
    long = [memory for memory in memories if is_long(memory.content)]
    if not long:
        return
    drop([memory.pk for memory in long])
    Passage.objects.bulk_create(
        Passage(vector_key=key, memory_id=memory.pk, start=span.start, end=span.end)
        for memory in long
        if memory.embedding is not None
        for spans in [cut(memory.content)]
        for key, span in zip(keys_of(memory.pk, len(spans)), spans, strict=True)
    )


def drop(rowids: Collection[int]) -> None:
    """Forget the passages of these memories; their vectors go with the memories' own."""
    Passage.objects.across(ALL).filter(memory__in=rowids).delete()


def miscut() -> list[int]:
    """Rowids of memories whose passages are not those that their text has."""
    parts = Passage.objects.across(ALL)
    short = Q(memory__embedding__isnull=True) | Q(memory_length__lte=MOST)
    wrong = set(parts.annotate(memory_length=Length("memory__content")).filter(short).values_list("memory", flat=True))
    embedded = Memory.objects.across(ALL).filter(embedding__isnull=False).annotate(length=Length("content"))
    rows = embedded.filter(length__gt=MOST).order_by("pk").values_list("pk", "content").iterator()
    while batch := dict(islice(rows, 500)):
        laid: dict[int, list[tuple[int, int]]] = {}
        told = parts.filter(memory__in=batch).order_by("start").values_list("memory", "start", "end")
        for rowid, start, end in told:
            laid.setdefault(rowid, []).append((start, end))
        wrong.update(rowid for rowid, text in batch.items() if laid.get(rowid, []) != cut(text))
    return list(wrong)


def any_waiting() -> bool:
    return Passage.objects.across(ALL).waiting().exists()


def embed_waiting(index: LiveIndex, limit: int = BATCH, *, hold: Callable[[], object] = lambda: None) -> int:
    """Embed up to `limit` passages that wait, and index them. Answers how many were dealt with.

    The model runs outside the transaction. A passage that is gone by then, or whose memory's vector is another model's,
    is left alone. Why one has no usable vector is logged. `hold` is called first in the transaction. Raises
    EmbeddingUnavailable, and what `hold` raises.
    """
    part = Substr("memory__content", F("start") + 1, F("end") - F("start"))
    fields = ("vector_key", "memory__kind", "memory__source_role", "part")
    model = embedding.model_name()
    unembedded = Passage.objects.across(ALL).waiting().filter(memory__embedding_model=model)
    waiting = list(unembedded.annotate(part=part).values_list(*fields)[:limit])
    if not waiting:
        return 0
    texts = [embedding.embedded_text(kind == Kind.EPISODE, speaker, part) for _, kind, speaker, part in waiting]
    vectors = embedding.embed_each(texts)
    refused = Counter(vector.reason for vector in vectors if isinstance(vector, embedding.BadVector))
    for reason, count in refused.items():
        logger.warning("no vector for %d passages: %s", count, reason)
    made = {
        key: NOTHING if isinstance(vector, embedding.BadVector) else np.asarray(vector, dtype=np.float32).tobytes()
        for (key, *_), vector in zip(waiting, vectors, strict=True)
    }
    with transaction.atomic():
        hold()
        told = ("vector_key", "memory__namespace", "memory__kind", "memory__valid_until")
        still = unembedded.filter(pk__in=made).values_list(*told)
        rows = [(key, owner, kind, until is not None, made[key]) for key, owner, kind, until in still]
        write_passages({key: vector for key, _, _, _, vector in rows})
        if rows:  # else the table may be gone: the index moved to another model meanwhile
            backend().put_vectors(index.table, [row for row in rows if row[-1]])
    return len(waiting)
