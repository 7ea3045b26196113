"""The two clocks of a fact: when it held in the world, and from when to when the store knew it so.

Rows are written beside `valid_until` and `invalid_at`, in the same transaction, and follow from them: whoever changes
what a memory is calls `follow` afterwards. A row is closed and another one written; none is overwritten.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from django.db.models import Exists, Max, OuterRef, Q, Subquery

from ..models import ALL, Kind, Memory, MemorySource, Supersession, SupersessionKind, SupersessionWay, Validity
from ..models.memories import MemoryQuerySet
from . import beginnings

Stretch = tuple[datetime, datetime | None]


class Made(NamedTuple):
    """A new fact or reflection, when the last of its sources was `said`, and from when on it holds, where that is
    `announced`."""

    memory: Memory
    said: datetime | None
    announced: datetime | None = None

    @property
    def holds_from(self) -> datetime:
        said = self.said or self.memory.created_at
        is_ahead = self.announced is not None and self.announced > said
        return self.announced if self.announced is not None and is_ahead else min(self.memory.event_time, said)


def begin(made: Sequence[Made]) -> None:
    """New facts or reflections: they hold from here on, or from the announced time on, as far as the store knows. What
    was in quarantine from its first moment does not."""
    Validity.objects.bulk_create(
        [
            Validity(
                memory=one.memory, valid_from=one.holds_from, known_from=one.memory.created_at,
                known_to=one.memory.valid_until,
            )
            for one in made
        ]
    )  # fmt: skip


def follow(memory: Memory, at: datetime, *, since: datetime | None = None) -> None:
    """Let the rows that are known now say what `memory` is since `at`.

    `since` begins a new stretch of a fact that holds again. A turn has no rows.
    """
    if memory.kind == Kind.EPISODE:
        return
    rows = list(Validity.objects.known_now().filter(memory=memory).order_by("pk"))
    known = [(row.valid_from, row.valid_to) for row in rows]
    wanted = _wanted(memory, known or _last_known(memory), since)
    surplus = [row.pk for row, stretch in zip(rows, known, strict=True) if stretch not in wanted]
    Validity.objects.filter(pk__in=surplus).update(known_to=at)
    Validity.objects.bulk_create(
        [Validity(memory=memory, valid_from=a, valid_to=b, known_from=at) for a, b in wanted if (a, b) not in known]
    )


def forget(memories: Sequence[int], at: datetime) -> None:
    """These memories are retired at `at`: nothing is known of them any more."""
    Validity.objects.known_now().filter(memory__in=memories).update(known_to=at)


def untrue() -> MemoryQuerySet:
    """Facts and reflections of which the rows say something else than `valid_until` and `invalid_at`."""
    standing = Supersession.objects.standing().filter(old=OuterRef("pk"))
    taken = standing.exclude(way=SupersessionWay.INHERITED).order_by("-pk")
    known = Validity.objects.known_now().filter(memory=OuterRef("pk"))
    rows = Memory.objects.across(ALL).filter(kind__in=[Kind.FACT, Kind.REFLECTION]).annotate(
        ended_as=Subquery(taken.values("kind")[:1]),
        ended_way=Subquery(taken.values("way")[:1]),
        holds=Exists(known.filter(valid_to__isnull=True)),
        held=Exists(known.filter(valid_to=OuterRef("invalid_at"))),
        known=Exists(known),
    )  # fmt: skip
    active, outdated = Q(valid_until__isnull=True), ~Q(ended_as=SupersessionKind.WRONG) & Q(ended_as__isnull=False)
    # A correction of what is outdated retires the old text, of which it is known until when it held.
    still_told = outdated & Q(ended_way=SupersessionWay.CORRECTED)
    return rows.filter(
        (active & Q(ended_as__isnull=True) & (Q(invalid_at__isnull=False) | Q(holds=False)))
        | (active & Q(ended_as__isnull=False) & (Q(invalid_at__isnull=True) | Q(holds=True)))
        | (active & outdated & Q(held=False))
        | (~active & Q(known=True) & (Q(ended_as__isnull=True) | ~still_told))
    )


def tell_again(memory: Memory, at: datetime) -> None:
    """Make `invalid_at` and the rows say what `supersessions` and `valid_until` do."""
    taken = Supersession.objects.standing().filter(old=memory).exclude(way=SupersessionWay.INHERITED).last()
    if memory.active or taken is not None:  # what comes back comes back superseded
        end = None
        if taken is not None:
            end = memory.invalid_at or max(taken.said_at, ends_at(memory, taken.new, taken.said_at))
        Memory.objects.within(memory.namespace_id).filter(pk=memory.pk).update(invalid_at=end)
        memory.invalid_at = end
    follow(memory, at)


def _wanted(memory: Memory, known: Sequence[Stretch], since: datetime | None) -> list[Stretch]:
    """The stretches that are true of `memory`: the one that tells what it is, and those that lie before it."""
    standing = Supersession.objects.standing().filter(old=memory).exclude(way=SupersessionWay.INHERITED)
    taken = standing.last()
    if taken is None:
        if not memory.active:
            return []
    elif taken.kind == SupersessionKind.WRONG or not (memory.active or taken.way == SupersessionWay.CORRECTED):
        return []
    end = memory.invalid_at if taken is not None else None
    start = since or next(
        (began for began, ended in sorted(known, key=lambda one: one[1] != end) if ended in {end, None}), None
    )
    start = start or held_from(memory)
    if end is not None:
        start = min(start, end)  # what was announced, and never held
    return [*((a, b) for a, b in known if b is not None and a < b <= start and b != end), (start, end)]


def _last_known(memory: Memory) -> list[Stretch]:
    """What was known last of a memory of which nothing is known now: a restore makes it known again."""
    rows = Validity.objects.filter(memory=memory)
    last = rows.aggregate(last=Max("known_to"))["last"]
    return list(rows.filter(known_to=last).order_by("pk").values_list("valid_from", "valid_to")) if last else []


def ends_at(old: Memory, new: Memory, said: datetime) -> datetime:
    """When `old` gives way to `new`, as was `said`: when that begins. What is announced for a later day and gives way
    to what holds by then never holds; it ends when that is said. Of two steps the newer one is told instead."""
    begins, ends = held_from(old), held_from(new) if beginnings.step_day(old) else begins_at(new)
    return ends if ends > begins else min(begins, said)


def begins_at(fact: Memory) -> datetime:
    """From when on what `fact` tells takes the place of what was: since it holds, or, of a step that is still to be
    taken, from its day on."""
    held, step = held_from(fact), beginnings.step_day(fact)
    return held if step is None else max(held, step)


def held_from(memory: Memory) -> datetime:
    """What is told of the past held then; a plan holds since it was made, not from the day that it is made for. What is
    announced holds from its day on."""
    said = MemorySource.objects.filter(memory=memory).aggregate(last=Max("source__event_time"))["last"]
    said = said or memory.created_at
    first = Validity.objects.filter(memory=memory).order_by("pk").values_list("valid_from", flat=True).first()
    return first if first is not None and first > said else min(memory.event_time, said)
