"""The time that a page shows: what was true then, as it was known then. Both stand in the page's address."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlencode

from django.db.models import Q
from django.http import HttpRequest
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.timezone import localtime

from ..models import HandedContext, Kind, Memory, Supersession, Validity
from ..models.lineage import held_at

MINUTE = "%Y-%m-%dT%H:%M"  # as a browser's field of a time has it
LABELS = {"valid_at": "What was true on", "known_at": "As it was known on"}
MOST_MARKS = 60


@dataclass(frozen=True)
class AskedMoment:
    """`valid_at` and `known_at` as a search takes them; None is now. `wrong` names those that are no time."""

    valid_at: datetime | None = None
    known_at: datetime | None = None
    wrong: list[str] = field(default_factory=list)

    @property
    def past(self) -> bool:
        return self.valid_at is not None or self.known_at is not None

    @property
    def known(self) -> datetime:
        return self.known_at or timezone.now()

    @property
    def valid(self) -> datetime:
        return self.valid_at or self.known


def moment_of(request: HttpRequest) -> AskedMoment:
    """What the address asks for. A minute counts to its end: what came in during it was known then."""
    read = {name: _read(request.GET.get(name, "").strip()) for name in LABELS}
    wrong = [name for name, value in read.items() if value is None and request.GET.get(name, "").strip()]
    return AskedMoment(read["valid_at"], read["known_at"], wrong)


def _read(text: str) -> datetime | None:
    try:
        found = parse_datetime(text)
        if found is None or not 1 < found.year < 9999:
            return None
        if timezone.is_naive(found):
            found = timezone.make_aware(found)
    except (ValueError, OverflowError):
        return None
    return found + timedelta(seconds=59.999999) if len(text) == len("2026-03-02T12:00") else found


def fields(moment: AskedMoment, since: datetime | None, marks: Iterable[datetime] = ()) -> list[dict[str, Any]]:
    """The two fields of the form, each with where its slider begins and ends and what it can stop at."""
    now = timezone.now()
    begin = min(since or now, now)
    stops = sorted({_minute(mark) for mark in marks if mark is not None})[-MOST_MARKS:]
    return [
        {
            "name": name, "label": label, "value": _minute(value) if value else "", "wrong": name in moment.wrong,
            "begin": _minute(begin), "end": _minute(now), "marks": ",".join(stops),
        }
        for name, label, value in (
            ("valid_at", LABELS["valid_at"], moment.valid_at), ("known_at", LABELS["known_at"], moment.known_at)
        )
    ]  # fmt: skip


def _minute(moment: datetime) -> str:
    return localtime(moment).strftime(MINUTE)


def address(prompt: str, handed: HandedContext) -> str:
    """The parameters of the page that asks `prompt` with the knowledge of when a block was handed out."""
    return urlencode({"q": prompt, "session": handed.session_id, "known_at": handed.at.isoformat()})


@dataclass(frozen=True)
class Past:
    """A memory at another time: one sentence about it, and what held in its place."""

    says: str
    held: bool
    instead: list[Memory]


def stretches(memory: Memory) -> list[Validity]:
    """All that was ever known of when it held, in the order in which it was learnt."""
    return list(Validity.objects.filter(memory=memory).order_by("known_from", "pk")[:200])


def told_of(memory: Memory, rows: list[Validity], moment: AskedMoment) -> Past:
    """What `memory` was at `moment`; `rows` are its stretches."""
    known, valid = moment.known, moment.valid
    if memory.kind == Kind.EPISODE:
        return Past(*_said(memory, known, valid), [])
    then = [row for row in rows if row.known_from <= known and (row.known_to is None or row.known_to > known)]
    holds = [row for row in then if row.valid_from <= valid and (row.valid_to is None or row.valid_to > valid)]
    instead = _instead(memory, moment)
    if memory.quarantine:
        return Past("It is in quarantine: no time hands it out.", False, instead)
    if not rows or known < min(row.known_from for row in rows):
        return Past(f"It was not known yet: it came in on {_day(memory.created_at)}.", False, instead)
    if not then:
        return Past("It was known, and was retired by then.", False, instead)
    spans = " and ".join(_span(row) for row in (holds or then))
    said = "It held" if holds else "It did not hold then. It was known to hold"
    return Past(f"{said} {spans}.", bool(holds), [] if holds else instead)


def _said(turn: Memory, known: datetime, valid: datetime) -> tuple[str, bool]:
    if known < turn.created_at:
        return f"It was not known yet: it came in on {_day(turn.created_at)}.", False
    if turn.valid_until is not None and turn.valid_until <= known:
        return f"It was known, and was retired on {_day(turn.valid_until)}.", False
    if valid < turn.event_time:
        return f"It was not said yet: that was on {_day(turn.event_time)}.", False
    return f"It was said on {_day(turn.event_time)}, and known.", True


def _span(row: Validity) -> str:
    return f"from {_day(row.valid_from)} on" if row.valid_to is None else (
        f"from {_day(row.valid_from)} until {_day(row.valid_to)}"
    )  # fmt: skip


def _day(moment: datetime) -> str:
    return localtime(moment).strftime("%Y-%m-%d %H:%M")


def _instead(memory: Memory, moment: AskedMoment) -> list[Memory]:
    """Which of those that took its place, or whose place it took, held then. One query."""
    later, earlier = (Supersession.objects.filter(**{side: memory}) for side in ("old", "new"))
    rows = Memory.objects.within(memory.namespace_id).filter(held_at(moment.valid_at, moment.known_at))
    around = rows.filter(Q(pk__in=later.values("new")) | Q(pk__in=earlier.values("old")))
    return list(around.defer("embedding").order_by("rowid")[:5])
