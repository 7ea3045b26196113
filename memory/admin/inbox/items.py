"""What waits for a person, and in which order: an item is one row of one of four tables."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import StrEnum
from typing import Any

from django.db.models import Exists, F, Model, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce
from django.http import QueryDict
from django.utils.timezone import localdate

from ...models import (
    Conflict,
    Entity,
    EntityProposal,
    MemoryEntity,
    ProposalStatus,
    Question,
    Review,
    ReviewReason,
    Session,
    SessionStatus,
)
from ...text import shortened, whole_number
from ..scope import Desk

WINDOW = 60  # rows that a page lists at once
MOST = 5_000  # rows of a kind that are put in order; the oldest, where there are more
TITLE = 110  # characters of a row


class ItemKind(StrEnum):
    REVIEW = "review"
    CONFLICT = "conflict"
    PROPOSAL = "proposal"
    SESSION = "session"


class Grouping(StrEnum):
    NAMESPACE = "namespace"
    KIND = "kind"
    SESSION = "session"
    ENTITY = "entity"
    PERSON = "person"
    DUE = "due"


class Due(StrEnum):
    """Which items by the day until when they are to be decided."""

    OVER = "over"
    SOON = "soon"  # today, or within a week
    ANY = "any"


DUE_TITLES = {Due.OVER: "overdue", Due.SOON: "due within a week", Due.ANY: "with a day"}
NOBODY = "-"  # as the person of an address: items that are nobody's
SOON = timedelta(days=7)


TITLES = {
    ItemKind.REVIEW: "Facts to review", ItemKind.CONFLICT: "Facts in conflict",
    ItemKind.PROPOSAL: "Names that may be one", ItemKind.SESSION: "Sessions that failed",
}  # fmt: skip
TABLES: dict[ItemKind, type[Model]] = {
    ItemKind.REVIEW: Review, ItemKind.CONFLICT: Conflict, ItemKind.PROPOSAL: EntityProposal, ItemKind.SESSION: Session,
}  # fmt: skip
ASKED = "question"  # as the kind of an address: items on which a user was asked, of whichever table
ASKED_TITLE = "Asked of the user"
ORDER = list(ItemKind)  # a plain string that is a kind's value is in it, too

QUESTIONED = (ItemKind.REVIEW, ItemKind.CONFLICT)  # what a session's user may be asked about

Place = tuple[str, int, int]  # the group, the kind, the row: what the list is ordered by


@dataclass(frozen=True)
class InboxItem:
    kind: ItemKind
    pk: int

    @property
    def key(self) -> str:
        return f"{self.kind}-{self.pk}"

    @classmethod
    def read(cls, text: Any) -> InboxItem | None:
        """The item of a key; None for what is none."""
        kind, _, number = str(text).partition("-")
        pk = whole_number(number)
        return cls(ItemKind(kind), pk) if kind in ORDER and pk is not None else None


@dataclass(frozen=True)
class Row:
    """An item with what it is filtered and grouped by."""

    item: InboxItem
    namespace: str
    reason: str
    session: str
    entity: str
    person: str = ""  # whose it is
    due: date | None = None
    asked: bool = False  # whether a user was asked about it
    group: str = ""
    group_order: str = ""

    @property
    def place(self) -> Place:
        return self.group_order, ORDER.index(self.item.kind), self.item.pk


@dataclass(frozen=True)
class View:
    """What an address asks for; what it holds that is none is left out."""

    namespace: str = ""
    kind: str = ""
    reason: str = ""
    session: str = ""
    entity: str = ""  # its public id
    person: str = ""
    due: str = ""
    by: Grouping = Grouping.NAMESPACE

    @classmethod
    def of(cls, asked: QueryDict) -> View:
        kind, reason, due, by = (asked.get(name, "") for name in ("kind", "reason", "due", "by"))
        return cls(
            asked.get("namespace", "")[:200], kind if kind in ORDER or kind == ASKED else "",
            reason if reason in ReviewReason.values else "", asked.get("session", "")[:200],
            asked.get("entity", "")[:40], asked.get("person", "")[:150], due if due in list(Due) else "",
            Grouping(by) if by in list(Grouping) else Grouping.NAMESPACE,
        )  # fmt: skip

    @property
    def address(self) -> dict[str, str]:
        """The parameters that say it."""
        told = {
            "namespace": self.namespace, "kind": self.kind, "reason": self.reason, "session": self.session,
            "entity": self.entity, "person": self.person, "due": self.due,
            "by": "" if self.by == Grouping.NAMESPACE else str(self.by),
        }  # fmt: skip
        return {name: value for name, value in told.items() if value}

    def admits(self, row: Row) -> bool:
        kind = ASKED if row.asked and self.kind == ASKED else row.item.kind
        wanted = {"namespace": row.namespace, "kind": kind, "reason": row.reason, "session": row.session,
                  "person": row.person or NOBODY}  # fmt: skip
        told = all(not getattr(self, name) or getattr(self, name) == value for name, value in wanted.items())
        return told and (not self.due or row.due is not None and _due(row.due, Due(self.due)))


def _due(day: date, wanted: Due) -> bool:
    today = localdate()
    return wanted == Due.ANY or day < today if wanted != Due.SOON else today <= day <= today + SOON


def waiting(desk: Desk, kind: ItemKind) -> QuerySet[Any]:
    """The rows of one kind that wait, in all that was granted. Of a fact in conflict the conflict is shown alone: who
    decides that closes its review. Where the older fact was retired meanwhile, the review is shown."""
    rows: QuerySet[Any] = desk.granted_rows(TABLES[kind])
    if kind == ItemKind.SESSION:
        return rows.filter(status=SessionStatus.FAILED)
    if kind == ItemKind.CONFLICT:
        return rows.filter(Conflict.WAITING)
    if kind == ItemKind.PROPOSAL:
        there = [Exists(Entity.everything.filter(uid=OuterRef(name))) for name in ("entity", "into")]
        return rows.filter(*there, status=ProposalStatus.OPEN)
    shown = Conflict.everything.filter(Conflict.WAITING, new_fact=OuterRef("subject"))
    return rows.filter(Review.WAITING).exclude(Q(reason=ReviewReason.CONFLICT) & Exists(shown))


def listed(desk: Desk, view: View) -> tuple[list[Row], list[Row]]:
    """All that waits, and of it what the view admits, in its order. One query a kind."""
    every = [row for kind in ItemKind for row in _read(desk, kind, view)]
    grouped = [_grouped(row, view.by) for row in every if view.admits(row)]
    return every, sorted(grouped, key=lambda row: row.place)


def _read(desk: Desk, kind: ItemKind, view: View) -> Iterable[Row]:
    fact = {ItemKind.REVIEW: "subject", ItemKind.CONFLICT: "new_fact"}.get(kind, "")
    rows = waiting(desk, kind).annotate(in_namespace=F("namespace__name"))
    nothing = Value("")
    by_entity = view.by == Grouping.ENTITY
    session = {ItemKind.SESSION: F("session_id"), ItemKind.PROPOSAL: nothing}.get(
        kind, Coalesce(F(f"{fact}__session_id"), nothing)
    )
    rows = rows.annotate(
        why=F("reason") if kind == ItemKind.REVIEW else nothing, of_session=session,
        about=_about(kind, fact) if by_entity else nothing, asked=asked_about(kind),
    )  # fmt: skip
    if view.entity:
        rows = _of_entity(rows, kind, fact, view.entity)
    told = rows.order_by("pk").values_list(
        "pk",
        "in_namespace",
        "why",
        "of_session",
        "about",
        "inbox_note__assigned_to",
        "inbox_note__due",
        "asked",
    )[:MOST]
    return [
        Row(InboxItem(kind, pk), name, why, of, about or "", person or "", due, asked)
        for pk, name, why, of, about, person, due, asked in told
    ]


def asked_about(kind: ItemKind) -> Any:
    """Whether a user was asked about an item."""
    if kind not in QUESTIONED:
        return Value(False)
    return Exists(Question.everything.filter(**{str(kind): OuterRef("pk")}))


def _about(kind: ItemKind, fact: str) -> Any:
    """The name of the entity that an item is most about."""
    if kind == ItemKind.SESSION:
        return Value("")
    if kind == ItemKind.PROPOSAL:
        return Subquery(Entity.everything.filter(uid=OuterRef("into")).values("canonical_name")[:1])
    links = MemoryEntity.objects.filter(memory=OuterRef(fact)).order_by("-entity__mention_count", "entity_id")
    return Subquery(links.values("entity__canonical_name")[:1])


def _of_entity(rows: QuerySet[Any], kind: ItemKind, fact: str, uid: str) -> QuerySet[Any]:
    if kind == ItemKind.SESSION:
        return rows.none()
    if kind == ItemKind.PROPOSAL:
        return rows.filter(Q(entity=uid) | Q(into=uid))
    return rows.filter(Exists(MemoryEntity.objects.filter(memory=OuterRef(fact), entity__uid=uid)))


def _grouped(row: Row, by: Grouping) -> Row:
    kind = row.item.kind
    if by == Grouping.NAMESPACE:
        title = order = row.namespace
    elif by == Grouping.KIND:
        reasons = ReviewReason.values
        title = ReviewReason(row.reason).label if row.reason else TITLES[kind]
        order = f"{ORDER.index(kind)} {reasons.index(row.reason) if row.reason else 0:02d}"
    elif by == Grouping.PERSON:
        title, order = row.person or "Nobody's", f"{'~' if not row.person else ' '}{row.person.casefold()}"
    elif by == Grouping.DUE:
        title, order = _due_group(row.due)
    else:
        name = row.session if by == Grouping.SESSION else row.entity
        title = f"{name or ('No session' if by == Grouping.SESSION else 'Nobody and nothing named')} · {row.namespace}"
        order = f"{'~' if not name else ' '}{name.casefold()}\n{row.namespace}"
    return replace(row, group=title, group_order=order)


def _due_group(day: date | None) -> tuple[str, str]:
    """The heading of a day in the due list, and its place."""
    if day is None:
        return "No day", "~"
    if _due(day, Due.OVER):
        return "Overdue", " "
    return ("Today" if day == localdate() else day.isoformat()), day.isoformat()


def window(rows: Sequence[Row], after: Place | None) -> list[Row]:
    """The next rows after a place, whether what stood there still waits or not."""
    if after is None:
        return list(rows[:WINDOW])
    return [row for row in rows if row.place > after][:WINDOW]


def read_place(text: str) -> Place | None:
    try:
        group, kind, pk = json.loads(text)
    except (ValueError, TypeError):
        return None
    sound = isinstance(group, str) and isinstance(kind, int) and isinstance(pk, int)
    return (group, kind, pk) if sound else None


def counted(rows: Sequence[Row]) -> dict[str, Counter[str]]:
    """How many of `rows` there are of each kind or asked of a user, for each reason, in each namespace, of each person
    and by day."""
    return {
        "kind": Counter([*(str(row.item.kind) for row in rows), *(ASKED for row in rows if row.asked)]),
        "reason": Counter(row.reason for row in rows if row.reason),
        "namespace": Counter(row.namespace for row in rows),
        "person": Counter(row.person for row in rows),
        "due": Counter(str(due) for row in rows if row.due is not None for due in Due if _due(row.due, due)),
    }


def rows_shown(desk: Desk, rows: Sequence[Row]) -> list[dict[str, Any]]:
    """Rows as the list shows them. One query a kind that is among them."""
    known = titles(desk, rows)
    return [
        {
            "key": row.item.key, "place": row.place, "group": row.group, "namespace": row.namespace,
            "kind": row.item.kind, "title": _cut(known[row.item.key]), "why": why(row),
            "person": row.person, "due": row.due.isoformat() if row.due else "",
        }
        for row in rows if row.item.key in known
    ]  # fmt: skip


def why(row: Row) -> str:
    """Why an item waits, in words."""
    return ReviewReason(row.reason).label if row.reason else TITLES[row.item.kind]


def titles(desk: Desk, rows: Sequence[Row]) -> dict[str, str]:
    """The words of each row by its key; what is gone meanwhile has none. One query a kind."""
    found: dict[str, str] = {}
    for kind, keys in _by_kind(rows):
        found.update(_titles(desk, kind, keys))
    return found


def kept_of(desk: Desk, rows: Sequence[Row]) -> dict[str, tuple[str, Any]]:
    """The comment of each row, and since when it waits, by its key. One query a kind."""
    found: dict[str, tuple[str, Any]] = {}
    for kind, keys in _by_kind(rows):
        since = "last_seen_at" if kind == ItemKind.SESSION else "created_at"
        told = desk.granted_rows(TABLES[kind]).filter(pk__in=keys).values_list("pk", "inbox_note__comment", since)
        found.update({InboxItem(kind, pk).key: (comment or "", at) for pk, comment, at in told})
    return found


def _by_kind(rows: Sequence[Row]) -> Iterable[tuple[ItemKind, list[int]]]:
    for kind in ItemKind:
        if keys := [row.item.pk for row in rows if row.item.kind == kind]:
            yield kind, keys


def _titles(desk: Desk, kind: ItemKind, keys: list[int]) -> dict[str, str]:
    rows = desk.granted_rows(TABLES[kind]).filter(pk__in=keys)
    if kind == ItemKind.REVIEW:
        found = rows.values_list("pk", Coalesce(F("subject__content"), F("detail")))
    elif kind == ItemKind.CONFLICT:
        found = rows.values_list("pk", "new_fact__content")
    elif kind == ItemKind.SESSION:
        found = rows.values_list("pk", "session_id")
    else:
        one, other = (
            Subquery(Entity.everything.filter(uid=OuterRef(name)).values("canonical_name")[:1])
            for name in ("entity", "into")
        )
        return {
            InboxItem(kind, pk).key: f"{first} = {second}?" for pk, first, second in rows.values_list("pk", one, other)
        }
    return {InboxItem(kind, pk).key: text for pk, text in found}


def _cut(text: str) -> str:
    return shortened(text, TITLE)


def badge(desk: Desk, limit: int) -> str:
    """How many wait, for the navigation; counted up to a limit."""
    count = sum(waiting(desk, kind).order_by()[: limit + 1].count() for kind in ItemKind)
    return "" if not count else f"{limit}+" if count > limit else str(count)
