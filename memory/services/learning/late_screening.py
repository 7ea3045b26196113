"""What no call had time to screen (`trust.findings`) is screened here, patiently and soon after.

Then it is handed out as if it came just now, or it stays in quarantine until a curator releases it. Namespaces take
turns, so that a flood of one lets no other wait; and a text that makes the service fail stops none of the others.
"""

from __future__ import annotations

import logging
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from typing import cast

from django.db import DatabaseError
from django.db.models import Min
from django.utils import timezone

from ... import background
from ...models import ALL, ChangeKind, EventKind, Kind, Memory, Namespace, Origin, QuarantineReason
from ...screening import Finding
from .. import history, quarantine, trust, validity
from ..actors import Actor
from ..graph import linking
from ..graph.enrichment import ENRICH_FACTS_TASK
from ..memories import conflicts, facts, repeating
from ..talk import sessions
from ..talk.episodes import EMBED_TASK
from ..writing import writing

logger = logging.getLogger(__name__)

A_TURN = 5  # texts of one namespace before another has its turn; chosen
NAME = "screening"
FAILED = Finding(QuarantineReason.INSTRUCTION, "could not be screened")


def any_waiting() -> bool:
    return Memory.objects.across(ALL).unscreened().exists()


def waiting_count() -> int:
    return Memory.objects.across(ALL).unscreened().count()


def oldest_waiting() -> datetime | None:
    """Since when the oldest text has waited to be screened."""
    found = Memory.objects.across(ALL).unscreened().aggregate(at=Min("created_at"))["at"]
    return cast("datetime | None", found)


def screen_waiting(seconds: float) -> int:
    """Screen what waits, of all namespaces, for about so many seconds. Answers how many texts were screened; 0 when
    none waits."""
    deadline = time.monotonic() + seconds
    screened = 0
    while time.monotonic() < deadline and any_waiting():
        for memory in _in_turn():
            if time.monotonic() >= deadline:
                break
            _screen(memory)
            screened += 1
    if screened:
        background.wake(EMBED_TASK)
        background.wake(ENRICH_FACTS_TASK)
    return screened


def _in_turn() -> Iterator[Memory]:
    """The oldest few texts that wait of each namespace, one namespace after another: of a thousand namespaces they do
    not fit into memory together. A run may end before it comes to the last one, so that the order is drawn anew."""
    waiting = Memory.objects.across(ALL).unscreened().order_by("rowid").select_related("namespace")
    owners = list(Memory.objects.across(ALL).unscreened().order_by().values_list("namespace", flat=True).distinct())
    random.shuffle(owners)
    for owner in owners:
        yield from list(waiting.filter(namespace=owner)[:A_TURN])


def _screen(memory: Memory) -> None:
    """What fails at a text would fail at it again, and nothing behind it would ever be screened: it is kept, and the
    log says why. What fails at the store is tried again."""
    try:
        _keep_or_hand_out(memory)
    except DatabaseError:
        raise
    except Exception:
        logger.exception("%s could not be screened and stays in quarantine", memory.uid)
        _keep(memory, FAILED)


def _keep_or_hand_out(memory: Memory) -> None:
    marks = [memory.source_role, *memory.tags] if memory.kind == Kind.EPISODE else memory.tags
    sent = trust.sent(memory.attributes, Origin(memory.origin))
    found = trust.finding(trust.Handed(memory.content, memory.trusted, marks, sent))
    if found:
        _keep(memory, found)
    else:
        _hand_out(memory)


def _keep(memory: Memory, found: Finding) -> None:
    with writing(memory.namespace):
        if (waits := _still_waiting(memory)) is None:
            return
        before = history.snapshot(waits)
        waits.quarantine = found.reason
        waits.save(update_fields=["quarantine"])
        if waits.kind == Kind.FACT:
            change = history.begin(waits.namespace_id, ChangeKind.EDIT, _sender(waits))
            history.append(change, waits.uid, EventKind.EDITED, before=before, after=history.snapshot(waits))
        quarantine.send(memory.namespace, [(waits, found)])


def _hand_out(memory: Memory) -> None:
    namespace = memory.namespace
    named = linking.names_in(namespace, memory.content)  # before the transaction, which other writers wait for
    beside = conflicts.candidates(namespace, memory.content) if memory.kind == Kind.FACT else []
    with writing(namespace):
        if (waits := _still_waiting(memory)) is None:
            return
        waits.valid_until = waits.quarantine = None
        waits.save(update_fields=["valid_until", "quarantine"])
        linking.link(waits, named=named)
        if waits.kind == Kind.FACT:
            _remember(namespace, waits, beside)
        elif waits.session_id:
            sessions.consolidate_again(waits.namespace_id, waits.session_id, waits.pk)


def _still_waiting(memory: Memory) -> Memory | None:
    """The row as it is now; None where it was erased, released or changed meanwhile."""
    return Memory.objects.within(memory.namespace).unscreened().filter(pk=memory.pk, content=memory.content).first()


def _remember(namespace: Namespace, fact: Memory, beside: Sequence[conflicts.Lookalike]) -> None:
    """What `saving` does with a new fact: it holds from now on, joins the fact that it repeats, or is set against those
    that it contradicts."""
    actor = _sender(fact)
    validity.follow(fact, timezone.now())
    change = history.begin(namespace.pk, ChangeKind.REMEMBER, actor)
    history.append(change, fact.uid, EventKind.REMEMBERED, after=history.snapshot(fact, new=True))
    rows = Memory.objects.within(namespace).active().facts().in_bulk([one.memory.pk for one in beside])
    beside = [replace(one, memory=rows[one.memory.pk]) for one in beside if one.memory.pk in rows]
    same = next((one.memory for one in beside if one.same), None)
    if same is None:
        conflicts.apply(namespace, fact, conflicts.nearest(beside), {}, actor=actor, fresh=True)
        return
    sources = [link.source for link in fact.source_links.select_related("source")]
    said = max((source.event_time for source in sources), default=fact.created_at)
    repeat = repeating.Repeat(same, fact.trusted, sources, fact.tags, fact.event_time, fact.confidence, said)
    repeating.hold_again(namespace, repeat, actor)
    repeating.join(namespace, [repeat], actor, protects=fact.protected)
    facts.merge(namespace, same.uid, [fact.uid], actor=actor)


def _sender(memory: Memory) -> Actor:
    """What is done to a memory now would have been done when it came: it may as much as who sent it."""
    return Actor(NAME, Origin(memory.origin))
