"""What waits for a person, and in which order: an item is one row of one of four tables."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from django.db.models import Exists, F, Model, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce
from django.http import QueryDict

from ...models import (
    Conflict,
    ConflictStatus,
    Entity,
    EntityProposal,
    MemoryEntity,
    ProposalStatus,
    Review,
    ReviewReason,
    ReviewStatus,
    Session,
    SessionStatus,
)
from ...text import whole_number
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


TITLES = {
    ItemKind.REVIEW: "Facts to review", ItemKind.CONFLICT: "Facts in conflict",
    ItemKind.PROPOSAL: "Names that may be one", ItemKind.SESSION: "Sessions that failed",
}  # fmt: skip
TABLES: dict[ItemKind, type[Model]] = {
    ItemKind.REVIEW: Review, ItemKind.CONFLICT: Conflict, ItemKind.PROPOSAL: EntityProposal, ItemKind.SESSION: Session,
}  # fmt: skip
ORDER = list(ItemKind)  # a plain string that is a kind's value is in it, too

Place = tuple[str, int, int]  # the group, the kind, the row: what the list is ordered by


@dataclass(frozen=True)
class Item:
    kind: ItemKind
    pk: int

    @property
    def key(self) -> str:
        return f"{self.kind}-{self.pk}"

    @classmethod
    def read(cls, text: Any) -> Item | None:
        """The item of a key; None for what is none."""
        kind, _, number = str(text).partition("-")
        pk = whole_number(number)
        return cls(ItemKind(kind), pk) if kind in ORDER and pk is not None else None


@dataclass(frozen=True)
class Row:
    """An item with what it is filtered and grouped by."""

    item: Item
    namespace: str
    reason: str
    session: str
    entity: str
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
    by: Grouping = Grouping.NAMESPACE

    @classmethod
    def of(cls, asked: QueryDict) -> View:
        kind, reason, by = (asked.get(name, "") for name in ("kind", "reason", "by"))
        return cls(
            asked.get("namespace", "")[:200], kind if kind in ORDER else "",
            reason if reason in ReviewReason.values else "", asked.get("session", "")[:200],
            asked.get("entity", "")[:40], Grouping(by) if by in list(Grouping) else Grouping.NAMESPACE,
        )  # fmt: skip

    @property
    def address(self) -> dict[str, str]:
        """The parameters that say it."""
        told = {"namespace": self.namespace, "kind": self.kind, "reason": self.reason, "session": self.session,
                "entity": self.entity, "by": "" if self.by == Grouping.NAMESPACE else str(self.by)}  # fmt: skip
        return {name: value for name, value in told.items() if value}

    def admits(self, row: Row) -> bool:
        wanted = {"namespace": row.namespace, "kind": row.item.kind, "reason": row.reason, "session": row.session}
        return all(not getattr(self, name) or getattr(self, name) == value for name, value in wanted.items())


def waiting(desk: Desk, kind: ItemKind) -> QuerySet[Any]:
    """The rows of one kind that wait, in all that was granted. Of a fact in conflict the conflict is shown alone: who
    decides that closes its review."""
    rows: QuerySet[Any] = desk.granted_rows(TABLES[kind])
    if kind == ItemKind.SESSION:
        return rows.filter(status=SessionStatus.FAILED)
    if kind == ItemKind.CONFLICT:
        return rows.filter(status=ConflictStatus.OPEN)
    if kind == ItemKind.PROPOSAL:
        there = [Exists(Entity.everything.filter(uid=OuterRef(name))) for name in ("entity", "into")]
        return rows.filter(*there, status=ProposalStatus.OPEN)
    shown = Conflict.everything.filter(new_fact=OuterRef("subject"), status=ConflictStatus.OPEN)
    return rows.filter(status=ReviewStatus.OPEN).exclude(Q(reason=ReviewReason.CONFLICT) & Exists(shown))


def listed(desk: Desk, view: View) -> tuple[list[Row], list[Row]]:
    """All that waits, and of it what the view admits, in its order. One query a kind."""
    every = [row for kind in ItemKind for row in _read(desk, kind, view)]
    grouped = [_grouped(row, view.by) for row in every if view.admits(row)]
    return every, sorted(grouped, key=lambda row: row.place)


def _read(desk: Desk, kind: ItemKind, view: View) -> Iterable[Row]:
    fact = {ItemKind.REVIEW: "subject", ItemKind.CONFLICT: "new_fact"}.get(kind, "")
    rows = waiting(desk, kind).annotate(in_namespace=F("namespace__name"))
    nothing = Value("")
    by_session, by_entity = view.by == Grouping.SESSION or view.session, view.by == Grouping.ENTITY
    session = {ItemKind.SESSION: F("session_id"), ItemKind.PROPOSAL: nothing}.get(kind, Coalesce(
        F(f"{fact}__session_id"), nothing)) if by_session else nothing  # fmt: skip
    rows = rows.annotate(
        why=F("reason") if kind == ItemKind.REVIEW else nothing, of_session=session,
        about=_about(kind, fact) if by_entity else nothing,
    )  # fmt: skip
    if view.entity:
        rows = _of_entity(rows, kind, fact, view.entity)
    told = rows.order_by("pk").values_list("pk", "in_namespace", "why", "of_session", "about")[:MOST]
    return [Row(Item(kind, pk), name, why, of, about or "") for pk, name, why, of, about in told]


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
    else:
        name = row.session if by == Grouping.SESSION else row.entity
        title = f"{name or ('No session' if by == Grouping.SESSION else 'Nobody and nothing named')} · {row.namespace}"
        order = f"{'~' if not name else ' '}{name.casefold()}\n{row.namespace}"
    return replace(row, group=title, group_order=order)


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
    """How many of `rows` there are of each kind, for each reason and in each namespace."""
    return {
        "kind": Counter(str(row.item.kind) for row in rows),
        "reason": Counter(row.reason for row in rows if row.reason),
        "namespace": Counter(row.namespace for row in rows),
    }


def told(desk: Desk, rows: Sequence[Row]) -> list[dict[str, Any]]:
    """Rows as the list shows them. One query a kind that is among them."""
    titles: dict[str, str] = {}
    for kind in ItemKind:
        if keys := [row.item.pk for row in rows if row.item.kind == kind]:
            titles.update(_titles(desk, kind, keys))
    return [
        {
            "key": row.item.key, "place": row.place, "group": row.group, "namespace": row.namespace,
            "kind": row.item.kind, "title": _cut(titles.get(row.item.key, "")),
            "why": ReviewReason(row.reason).label if row.reason else TITLES[row.item.kind],
        }
        for row in rows if row.item.key in titles
    ]  # fmt: skip


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
            Item(kind, pk).key: f"{first} = {second}?" for pk, first, second in rows.values_list("pk", one, other)
        }
    return {Item(kind, pk).key: text for pk, text in found}


def _cut(text: str) -> str:
    return text if len(text) <= TITLE else f"{text[: TITLE - 1]}…"


def badge(desk: Desk, limit: int) -> str:
    """How many wait, for the navigation; counted up to a limit."""
    count = sum(waiting(desk, kind).order_by()[: limit + 1].count() for kind in ItemKind)
    return "" if not count else f"{limit}+" if count > limit else str(count)
