"""The ledger: it gives each context block that was handed out back as it was, and tells in which blocks a memory went
out.

A block gets its id at once; its row is written after the answer was sent. The statements are SQL written by hand,
because one follows every block.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import zip_longest
from typing import NamedTuple

from django.db import connection, transaction
from django.db.models import Count, F, Q, QuerySet
from django.utils.crypto import salted_hmac

from ... import background
from ...context_block import BEHIND, token_estimate
from ...models import ALL, HandedContext, HandedItem, Memory, Namespace, Question
from ...models.ids import new_id
from ...redaction import mask
from ...similarity import overlap
from ..errors import NotFound
from ..sql import parts
from ..writing import writing
from . import corrections, withdrawals
from .withdrawals import HandedLines

PURGE_BATCH = 500  # contexts of one transaction
WITHDRAWN = "(withdrawn)"
ELSEWHERE = "(of another namespace)"
# The share of telling words that a line and an erased text have in common. Low, as too much is cut rather than too
# little; chosen, not measured.
SAYS_MUCH = 0.3
_MARK = re.compile(rf"({BEHIND})?- (m\d+) \[")
_ELSEWHERE = re.compile(rf"- m\d+ {re.escape(ELSEWHERE)}")  # a memory's own words stand behind a date


class HandedPart(NamedTuple):
    """One memory of a block: its rowid, its content, and the mark of its line; its namespace's id."""

    memory: int
    content: str
    mark: str
    namespace: int


class Block(NamedTuple):
    """What is recorded of one block."""

    uid: str
    namespace: int
    session_id: str
    prompt: str
    keep_prompt: bool
    text: str
    parts: tuple[HandedPart, ...]
    at: datetime

    @property
    def memories(self) -> frozenset[int]:
        return frozenset(part.memory for part in self.parts)


def shown(memory: Memory, mark: str = "") -> HandedPart:
    return HandedPart(memory.pk, memory.content, mark, memory.namespace_id)


def record(
    namespaces: Sequence[Namespace],
    prompt: str,
    text: str,
    parts: Sequence[HandedPart],
    notes: Mapping[str, int],
    *,
    session_id: str | None,
    at: datetime,
) -> str:
    """Note, after the response is sent, that this block was handed out. Answers its public id.

    Of a block of several namespaces each keeps its own lines alone, under the id with a number behind it; the first
    keeps what has no mark. `notes` says by mark which namespace a notice is of.
    """
    uid = new_id("ctx")
    of = {**{part.mark: part.namespace for part in parts}, **notes}
    for place, namespace in enumerate(namespaces):
        own = text if len(namespaces) == 1 else _own_lines(text, of, namespace.pk, first=not place)
        block = Block(
            f"{uid}.{place}" if place else uid, namespace.pk, session_id or "", prompt, namespace.own.keep_prompts,
            own, tuple(parts), at,
        )  # fmt: skip
        background.gather(record_all, block)
    return uid


def _own_lines(text: str, of: Mapping[str, int], namespace: int, *, first: bool) -> str:
    """The block as long as it was, with the lines of one namespace."""
    lines = []
    for line in text.splitlines():
        mark = _MARK.match(line)
        if mark is None:
            lines.append(line if first else "")
        else:
            lines.append(line if of.get(mark[2]) == namespace else f"- {mark[2]} {ELSEWHERE}")
    return "\n".join(lines)


def record_all(blocks: Sequence[Block]) -> None:
    """Write blocks with their items, without what was erased since they were handed out. One transaction."""
    handed = {part.memory for block in blocks for part in block.parts}
    with transaction.atomic():
        there = set(Memory.objects.across(ALL).filter(pk__in=handed).values_list("pk", flat=True))
        for block in blocks:
            if (kept := block if there.issuperset(block.memories) else _without_erased(block, there)) is not None:
                _write(kept)
        told = {memory for block in blocks if block.session_id for memory in block.memories & there}
        if told:
            corrections.note_what_changed_meanwhile(told)


def _without_erased(block: Block, there: Collection[int]) -> Block | None:
    """What `withdraw` would have left of the block: it was not recorded yet. Its session is owed the same notice."""
    own = [part for part in block.parts if part.namespace == block.namespace]
    gone = [part for part in own if part.memory not in there]
    if not gone:
        return block
    if block.session_id:
        marks = {part.mark for part in gone}
        lines = tuple((mark, frozenset(part.memory for part in gone if part.mark == mark)) for mark in marks)
        namespace = Namespace.objects.get(pk=block.namespace)
        withdrawals.owe(namespace, [HandedLines(block.session_id, block.at, lines)])
    text = _cut(block.text, [(part.mark, part.content) for part in gone], of=len(own))
    return None if text is None else block._replace(text=text, keep_prompt=False)


def _write(block: Block) -> None:
    at = connection.ops.adapt_datetimefield_value(block.at)
    with connection.cursor() as cursor:
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


def prompt_hash(namespace: int, prompt: str) -> str:
    """Keyed with the installation's secret, and other for each namespace: nobody can try prompts out on it."""
    return salted_hmac(f"memory.ledger.prompt:{namespace}", prompt, algorithm="sha256").hexdigest()


def version(content: str) -> str:
    """Tells whether a memory says still what it said when it was handed out."""
    return salted_hmac("memory.ledger.version", content, algorithm="sha256").hexdigest()


def whole(namespaces: Sequence[Namespace], uid: str) -> tuple[HandedContext, list[HandedItem]]:
    """A block by its public id, and its memories, as far as it tells of these namespaces. Raises NotFound, also where
    its retention is over."""
    among = HandedContext.objects.across(namespaces)
    parts = list(among.filter(Q(uid=uid) | Q(uid__startswith=f"{uid}.")).order_by("pk"))
    found = next((part for part in parts if part.uid == uid), None)
    if found is None:
        raise NotFound(f"no context {uid}")
    others = [part.block.split("\n") for part in parts if part is not found]
    if others:
        first = found.block.split("\n")
        found.block = "\n".join(_told(of_all) for of_all in zip_longest(first, *others, fillvalue=""))
    return found, items(*parts)


def _told(of_all: Sequence[str]) -> str:
    """One line, from what each namespace keeps of it."""
    return next((line for line in of_all if not _ELSEWHERE.fullmatch(line)), of_all[0])


def items(*contexts: HandedContext) -> list[HandedItem]:
    """The memories of a block, or of its parts, in their order."""
    rows = HandedItem.objects.filter(context__in=contexts).select_related("memory").order_by("place")
    return list(rows.only("place", "mark", "version", "memory__uid"))


def handed(memory: Memory) -> QuerySet[HandedItem]:
    """Where a memory went, each with its context."""
    return HandedItem.objects.filter(memory=memory).select_related("context").defer("context__block")


def sessions_told(memory: Memory) -> int:
    """How many sessions were handed this memory. One query."""
    told = HandedItem.objects.filter(memory=memory).exclude(context__session_id="")
    return int(told.aggregate(sessions=Count("context__session_id", distinct=True))["sessions"])


def withdraw(namespace: Namespace, memories: Collection[int], *, owed: bool) -> None:
    """Cut what is erased (rowids) out of the blocks that it was handed out in: every line that it stood in, and every
    other that says much of the same, in its notes. A block of nothing else, or that does not tell its lines apart, goes
    as a whole. With `owed` the sessions that were told it get a
    notice. Call it before the memories are deleted, in their transaction."""
    gone = set(memories)
    told: set[int] = set()
    for part in parts(sorted(gone)):
        told.update(HandedItem.objects.filter(memory__in=part).values_list("context", flat=True))
    rows = HandedContext.objects.within(namespace).only("pk", "block", "session_id", "at")
    told_lines = []
    for context in [row for part in parts(sorted(told)) for row in rows.filter(pk__in=part)]:
        items = HandedItem.objects.filter(context=context).values_list("memory_id", "mark", "memory__content")
        erased = [(mark, content) for memory, mark, content in items if memory in gone]
        marks = {mark for mark, _ in erased}
        behind = {mark: frozenset(m for m, of, _ in items if of == mark and m in gone) for mark in marks}
        told_lines.append(HandedLines(context.session_id, context.at, tuple(behind.items())))
        text = _cut(context.block, erased, of=len(items))
        if text is None:
            context.delete()
            continue
        # What was asked may repeat what was told.
        HandedContext.objects.within(namespace).filter(pk=context.pk).update(block=text, prompt="")
    if owed:
        withdrawals.owe(namespace, told_lines)


def _cut(block: str, erased: Sequence[tuple[str, str]], *, of: int) -> str | None:
    """A block of `of` memories without the lines of those that are erased (mark, content); None where it goes as a
    whole."""
    marks = {mark for mark, _ in erased}
    if "" in marks or len(erased) == of:
        return None
    texts = [content for _, content in erased]
    return "\n".join(_withdrawn(line, marks, texts) for line in block.splitlines())


def _withdrawn(line: str, marks: Collection[str], texts: Sequence[str]) -> str:
    start = _MARK.match(line)
    if start is None:
        return "" if any(overlap(text, line) >= SAYS_MUCH for text in texts) else line
    if start[2] in marks or any(overlap(text, line) >= SAYS_MUCH for text in texts):
        return f"{start[1] or ''}- {start[2]} {WITHDRAWN}"
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
    withdrawals.purge(namespace, before)
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
