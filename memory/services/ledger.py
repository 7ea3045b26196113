"""The ledger: each context block that was handed out, given back as it was; and where a memory went.

A block gets its id at once and its row after the answer. SQL by hand: it follows every block.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import connection, transaction
from django.db.models import Count, F, QuerySet
from django.utils.crypto import salted_hmac

from .. import background
from ..context_block import token_estimate
from ..models import ALL, HandedContext, HandedItem, Memory, Namespace, Question
from ..models.ids import new_id
from ..redaction import mask
from ..similarity import overlap
from . import corrections
from .errors import NotFound
from .writing import writing

PURGE_BATCH = 500
WITHDRAWN = "(withdrawn)"
SAYS_MUCH = 0.3  # the share of telling words that a line and an erased text have in common
_MARK = re.compile(r"- (m\d+) \[")


class Part(NamedTuple):
    """One memory of a block: its rowid, its content, and the mark of its line."""

    memory: int
    content: str
    mark: str = ""


class Block(NamedTuple):
    """What is recorded of one block."""

    uid: str
    namespace: int
    session_id: str
    prompt: str
    keep_prompt: bool
    text: str
    parts: tuple[Part, ...]
    at: datetime


def record(
    namespace: Namespace, prompt: str, text: str, parts: Sequence[Part], *, session_id: str | None, at: datetime
) -> str:
    """Note, after the response is sent, that this block was handed out. Answers its public id."""
    block = Block(
        new_id("ctx"), namespace.pk, session_id or "", prompt, namespace.own.keep_prompts, text, tuple(parts), at
    )
    background.later(lambda: record_now(block))
    return block.uid


def record_now(block: Block) -> None:
    """Write one block with its items, of which those that were erased meanwhile are left out."""
    at = connection.ops.adapt_datetimefield_value(block.at)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO contexts (uid, namespace_id, session_id, prompt_hash, prompt, block, tokens, at) "
            "VALUES (%s, %s, %s, %s, %s, %s, %s, %s) RETURNING id",
            [
                block.uid, block.namespace, block.session_id, prompt_hash(block.namespace, block.prompt),
                mask(block.prompt).text if block.keep_prompt else "", block.text, token_estimate(block.text), at,
            ],
        )  # fmt: skip
        context = cursor.fetchone()[0]
        cursor.executemany(
            "INSERT INTO context_items (context_id, memory_id, place, mark, version) "
            "SELECT %s, rowid, %s, %s, %s FROM memories WHERE rowid = %s AND namespace_id = %s",
            [
                (context, place, part.mark, version(part.content), part.memory, block.namespace)
                for place, part in enumerate(block.parts, 1)
            ],
        )
        if block.session_id:
            corrections.note_what_changed_meanwhile({part.memory for part in block.parts})


def prompt_hash(namespace: int, prompt: str) -> str:
    """Keyed with the installation's secret, and other for each namespace: nobody can try prompts out on it."""
    return salted_hmac(f"memory.ledger.prompt:{namespace}", prompt, algorithm="sha256").hexdigest()


def version(content: str) -> str:
    """Tells whether a memory says still what it said when it was handed out."""
    return salted_hmac("memory.ledger.version", content, algorithm="sha256").hexdigest()


def get(namespace: Namespace, uid: str) -> HandedContext:
    """A block by its public id. Raises NotFound, also where its retention is over."""
    found = HandedContext.objects.within(namespace).filter(uid=uid).first()
    if found is None:
        raise NotFound(f"no context {uid}")
    return found


def items(context: HandedContext) -> list[HandedItem]:
    """The memories of a block in their order."""
    rows = HandedItem.objects.filter(context=context).select_related("memory").order_by("place")
    return list(rows.only("place", "mark", "version", "memory__uid"))


def handed(memory: Memory) -> QuerySet[HandedItem]:
    """Where a memory went, each with its context."""
    return HandedItem.objects.filter(memory=memory).select_related("context").defer("context__block")


def sessions_told(memory: Memory) -> int:
    """How many sessions were handed this memory. One query."""
    told = HandedItem.objects.filter(memory=memory).exclude(context__session_id="")
    return int(told.aggregate(sessions=Count("context__session_id", distinct=True))["sessions"])


def withdraw(namespace: Namespace, memories: Collection[int]) -> None:
    """Cut what is erased (rowids) out of the blocks that it was handed out in: every line that it stood in, and every
    other that says much of the same, in its notes. A block of nothing else, or that does not tell its lines apart, goes
    as a whole. Call it before the memories are deleted, in their transaction."""
    told = HandedContext.objects.within(namespace).filter(items__memory__in=memories).distinct()
    gone = set(memories)
    for context in list(told.only("pk", "block")):
        items = HandedItem.objects.filter(context=context).values_list("memory_id", "mark", "memory__content")
        erased = [(mark, content) for memory, mark, content in items if memory in gone]
        marks = {mark for mark, _ in erased}
        if "" in marks or len(erased) == len(items):
            context.delete()
            continue
        texts = [content for _, content in erased]
        lines = [_withdrawn(line, marks, texts) for line in context.block.splitlines()]
        # What was asked may repeat what was told.
        HandedContext.objects.within(namespace).filter(pk=context.pk).update(block="\n".join(lines), prompt="")


def _withdrawn(line: str, marks: Collection[str], texts: Sequence[str]) -> str:
    start = _MARK.match(line)
    if start is None:
        return "" if any(overlap(text, line) >= SAYS_MUCH for text in texts) else line
    if start[1] in marks or any(overlap(text, line) >= SAYS_MUCH for text in texts):
        return f"- {start[1]} {WITHDRAWN}"
    return line


def crossing() -> QuerySet[HandedItem]:
    """Items, of all namespaces, whose memory is another namespace's than their block: a queryset."""
    return HandedItem.objects.exclude(memory__namespace=F("context__namespace"))


def purge(namespace: Namespace, now: datetime) -> int:
    """Forget the blocks of the namespace whose retention is over, in batches; answers how many. 0 days keep all."""
    days = namespace.own.keep_contexts_days
    if not days:
        return 0
    before = now - timedelta(days=days)
    corrections.purge(namespace, before)
    Question.objects.within(namespace).filter(asked_at__lt=before).delete()
    return sum(_purged(namespace, before))


def _purged(namespace: Namespace, before: datetime) -> Iterator[int]:
    """How many went in each batch; each is a transaction of its own, between which others write."""
    old = HandedContext.objects.within(namespace).filter(at__lt=before).order_by("at")
    while batch := list(old.values_list("pk", flat=True)[:PURGE_BATCH]):
        with writing(namespace):
            HandedItem.objects.filter(context__in=batch).delete()
            HandedContext.objects.across(ALL).filter(pk__in=batch).delete()
        yield len(batch)
