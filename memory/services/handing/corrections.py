"""Corrections that are due: a session that was told something wrong is told so once, in its next context block."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import connection, transaction
from django.db.models import Exists, F, Max, OuterRef, Q
from django.utils import timezone

from ...context_block import BEHIND, says_outdated
from ...models import (
    ALL,
    CorrectionDue,
    CorrectionKind,
    Event,
    EventKind,
    HandedItem,
    Memory,
    MemorySource,
    Namespace,
    Origin,
    Supersession,
    SupersessionKind,
    WithdrawnNotice,
    by_hand,
)
from ...models.ledger import CorrectionDueQuerySet
from ...models.purposes import NOTHING_HIDDEN, Hidden
from ...search import Scope
from ...search.backends import backend
from ...similarity import says_the_same

PERSONS = frozenset({Origin.CURATOR, Origin.USER})
REPEATED = timedelta(seconds=60)  # the same prompt within it is the same request, sent once more
# Bounds, not measured: who was handed more is told of the newest.
MOST_AT_ONCE = 10  # notices before one block
MOST_QUOTES = 1_000  # lines in which a fact's turns were handed out


@dataclass(frozen=True)
class Notice:
    """What a session was told and is not so. In its place holds `by`, a rowid and a public id; None where nothing
    does."""

    row: int
    kind: CorrectionKind
    memory: Memory
    at: datetime
    fresh: bool  # not told yet
    by: tuple[int, str] | None = None
    now: str = ""
    mark: str = ""  # of its line, once it stands in a block with marks


def crossing() -> CorrectionDueQuerySet:
    """Notices, of all namespaces, about a memory of another one."""
    return CorrectionDue.objects.across(ALL).exclude(memory__namespace=F("namespace"))


def owe(memories: Collection[int], kind: CorrectionKind, changed: Mapping[int, datetime] | None = None) -> None:
    """Each session that was handed one of `memories` (rowids), or a quote that says the same, is owed a notice, unless
    it was told since, or is owed one already. `changed` says when each came not to hold, where that is not now: a
    session that was told after it knows it. A handful of statements."""
    handed = (
        HandedItem.objects.filter(memory__in=memories).exclude(context__session_id="")
        .values_list("memory", "context__namespace", "context__session_id").annotate(last=Max("context__at"))
    )  # fmt: skip
    latest = {(memory, namespace, session): last for memory, namespace, session, last in handed}
    for memory, namespace, session, at in _quoted(memories):
        latest[memory, namespace, session] = max(at, latest.get((memory, namespace, session), at))
    found = [(*key, last) for key, last in latest.items()]
    if not found:
        return
    settled: dict[tuple[int, str], datetime | None] = {}
    known = CorrectionDue.objects.across(ALL).filter(memory__in=memories).order_by("pk")
    for memory, session, told_at in known.values_list("memory", "session_id", "told_at"):
        settled[memory, session] = told_at
    at = timezone.now()
    CorrectionDue.objects.bulk_create(
        CorrectionDue(namespace_id=namespace, session_id=session, memory_id=memory, kind=kind, at=at)
        for memory, namespace, session, last in found
        if (memory, session) not in settled
        or ((told := settled[memory, session]) is not None and told < min(last, (changed or {}).get(memory, last)))
    )


def _quoted(memories: Collection[int]) -> Iterator[tuple[int, int, str, datetime]]:
    """(fact, namespace, session, when) of each block that quoted the turn a fact was drawn from, where its line holds
    what the fact says, and not what took its place; of the latest MOST_QUOTES."""
    drawn = MemorySource.objects.filter(memory__in=memories).values_list(
        "source", "memory", "memory__content", "memory__namespace"
    )
    facts: defaultdict[int, list[tuple[int, str]]] = defaultdict(list)
    spaces: defaultdict[int, set[int]] = defaultdict(set)
    for source, fact, content, namespace in drawn:
        facts[source].append((fact, content))
        spaces[namespace].add(fact)
    if not facts:
        return
    holding: dict[int, str] = {}
    for one in Namespace.objects.filter(pk__in=spaces):
        holding |= {row.rowid: row.now for row in backend().replaced(Scope(one), spaces[one.pk])}
    items = HandedItem.objects.filter(memory__in=facts).exclude(context__session_id="").exclude(mark="")
    rows = items.order_by("-context__at").values_list(
        "memory", "mark", "context__namespace", "context__session_id", "context__at", "context__block"
    )
    for turn, mark, namespace, session, at, block in rows[:MOST_QUOTES]:
        line = next((line for line in block.splitlines() if line.removeprefix(BEHIND).startswith(f"- {mark} ")), "")
        for fact, content in facts[turn]:
            if says_the_same(content, line) and not says_outdated(line, holding.get(fact, "")):
                yield fact, namespace, session, at


def forget(memories: Collection[int]) -> None:
    """These hold again: what was not told yet is not told."""
    CorrectionDue.objects.across(ALL).filter(memory__in=memories, told_at__isnull=True).delete()


def note_what_changed_meanwhile(memories: Collection[int]) -> None:
    """For memories that stood in a block that is recorded only now: one of them, or a fact drawn from a turn among
    them, may have been corrected since."""
    drawn = MemorySource.objects.filter(source__in=memories).values_list("memory", flat=True)
    memories = {*memories, *drawn}
    wrong = Supersession.objects.standing().filter(old__in=memories, kind=SupersessionKind.WRONG)
    if corrected := dict(wrong.order_by().values_list("old").annotate(last=Max("change__at"))):
        owe(corrected.keys(), CorrectionKind.WRONG, corrected)
    merged = Event.objects.across(ALL).filter(change=OuterRef("change"), kind=EventKind.MERGED)
    retired = Event.objects.across(ALL).filter(
        namespace=OuterRef("namespace"), subject=OuterRef("uid"), kind=EventKind.RETIRED, origin__in=PERSONS
    ).exclude(Exists(merged))  # fmt: skip
    gone = Memory.objects.across(ALL).filter(Exists(retired), pk__in=memories, valid_until__isnull=False)
    ended = gone.exclude(pk__in=corrected).values_list("pk", "valid_until")
    if withdrawn := {memory: at for memory, at in ended if at is not None}:
        owe(withdrawn.keys(), CorrectionKind.WITHDRAWN, withdrawn)


def due(
    namespace: Namespace, session_id: str, prompt_hash: str, now: datetime, hidden: Hidden = NOTHING_HIDDEN
) -> list[Notice]:
    """What this session is to be told now, the oldest first; what it was told on the same prompt a moment ago, again.
    Nothing of what is hidden from who asks.

    One indexed read where nothing is due, four where something is.
    """
    if not may_be_due(CorrectionDue, namespace, session_id, now):
        return []
    untold = Q(told_at__isnull=True) | Q(told_at__gt=now - REPEATED, told_prompt=prompt_hash)
    wrong = Supersession.objects.standing().filter(old=OuterRef("memory"), kind=SupersessionKind.WRONG)
    holds = Q(kind=CorrectionKind.WRONG) & Exists(wrong) | Q(
        kind=CorrectionKind.WITHDRAWN, memory__valid_until__isnull=False
    )
    rows = CorrectionDue.objects.within(namespace).filter(untold, holds, session_id=session_id)
    if hidden:
        rows = rows.filter(memory__in=Memory.objects.within(namespace).without(hidden))
    found = list(rows.select_related("memory").defer("memory__embedding").order_by("pk")[:MOST_AT_ONCE])
    if not found:
        return []
    scope = Scope(namespace, hidden=hidden)
    by = {row.rowid: row for row in backend().replaced(scope, [row.memory_id for row in found])}
    holding = Memory.objects.within(namespace).filter(pk__in=[one.by for one in by.values()])
    uids = dict(holding.values_list("pk", "uid"))
    notices = []
    for row in found:
        held = by.get(row.memory_id) if row.kind == CorrectionKind.WRONG else None
        fresh = row.told_at is None
        if held is None:
            notices.append(Notice(row.pk, CorrectionKind.WITHDRAWN, row.memory, row.at, fresh))
        else:
            said = (held.by, uids[held.by])
            notices.append(Notice(row.pk, CorrectionKind.WRONG, row.memory, row.at, fresh, said, held.now))
    return notices


def may_be_due(
    model: type[CorrectionDue | WithdrawnNotice], namespace: Namespace, session_id: str, now: datetime
) -> bool:
    """Whether the session has a notice that was not told, or was told a moment ago. Each block asks, and nearly none
    has one: to build the queries for all that notices tell took a tenth of a block's time."""
    lately = connection.ops.adapt_datetimefield_value(now - REPEATED)
    condition = "namespace_id = %s AND session_id = %s AND (told_at IS NULL OR told_at > %s)"
    return by_hand.first(model, condition, [namespace.pk, session_id, lately]) is not None


def claim(notices: Collection[Notice], prompt_hash: str, now: datetime) -> list[Notice]:
    """Those of `notices` that this block may tell: what another request has told meanwhile is left out.

    Raises django.db.Error where the store cannot be written.
    """
    fresh = [notice.row for notice in notices if notice.fresh]
    if not fresh:
        return list(notices)
    with transaction.atomic():
        rows = CorrectionDue.objects.across(ALL).filter(pk__in=fresh)
        won = rows.filter(told_at__isnull=True).update(told_at=now, told_prompt=prompt_hash)
        mine = set(fresh)
        if won < len(fresh):
            mine = set(rows.filter(told_at=now, told_prompt=prompt_hash).values_list("pk", flat=True))
    return [notice for notice in notices if not notice.fresh or notice.row in mine]


def purge(namespace: Namespace, before: datetime) -> None:
    """Forget what was due before then, told or not."""
    CorrectionDue.objects.within(namespace).filter(at__lt=before).delete()
