"""What a parcel holds: the tables, in an order in which each row is named before another names it.

A row is its columns. It names another one by that one's public id, or, where it has none, by its place in its table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Field, ForeignKey, Model, OuterRef, QuerySet, Subquery

from ...models import (
    BulkJob,
    Change,
    Conflict,
    CorrectionDue,
    DeadLetter,
    Entity,
    EntityAlias,
    EntityProposal,
    Erasure,
    Event,
    FactProperty,
    HandedContext,
    HandedItem,
    InboxNote,
    Kind,
    Memory,
    MemoryEntity,
    MemorySource,
    MemoryTest,
    Namespace,
    Operation,
    Passage,
    Question,
    Recall,
    Review,
    Session,
    ShownMemory,
    Supersession,
    Tombstone,
    Trial,
    UnreadTurn,
    Validity,
    Webhook,
    WithdrawnNotice,
)

VERSION = 2  # of the form of a parcel; it grows when an older reader would misread one
VERSIONS = (1, VERSION)  # that can be read; in 1 events told of rows by their numbers in the store that it came from
FORMAT = "rememberd"


@dataclass(frozen=True)
class Table:
    """`within` is the way from a row to its namespace. `later` are columns that name rows of a table that follows."""

    model: type[Model]
    within: str
    without: frozenset[str] = frozenset()
    later: frozenset[str] = frozenset()

    @property
    def name(self) -> str:
        return self.model._meta.db_table

    @property
    def fields(self) -> list[Field[Any, Any]]:
        own = self.model._meta.pk
        return [
            field
            for field in self.model._meta.concrete_fields
            if field.name not in self.without
            and (field is not own or field.is_relation)
            and field.related_model is not Namespace
        ]

    @property
    def has_uid(self) -> bool:
        return any(field.name == "uid" for field in self.fields)

    def rows(self, namespace: Namespace) -> QuerySet[Any]:
        """In the order in which they came."""
        rows = self.model._base_manager.filter(**{self.within: namespace.pk}).order_by("pk")
        if self.model is Session:
            said = turns_upto(OuterRef("namespace"), OuterRef("session_id"), OuterRef("watermark"))
            rows = rows.annotate(watermark_uid=Subquery(said.values("uid")[:1]))
        if self.model is Entity:
            known = Memory.everything.filter(
                namespace=OuterRef("namespace"), kind=Kind.FACT, rowid__lte=OuterRef("summary_upto")
            )
            rows = rows.annotate(summary_upto_uid=Subquery(known.order_by("-rowid").values("uid")[:1]))
        return rows


def turns_upto(namespace: Any, session_id: Any, rowid: Any) -> QuerySet[Memory]:
    """A session's turns up to a watermark, the last one first."""
    said = Memory.everything.filter(namespace=namespace, session_id=session_id, kind=Kind.EPISODE, rowid__lte=rowid)
    return said.order_by("-rowid")


VECTORS = frozenset({"embedding", "embedding_model", "embedding_error"})
# Columns that hold a memory's row number. A parcel names the memory.
PLACES: Mapping[type[Model], str] = {Session: "watermark", Entity: "summary_upto"}

TABLES = (
    Table(Memory, "namespace", VECTORS),
    Table(MemorySource, "memory__namespace"),
    Table(ShownMemory, "reflection__namespace"),
    Table(FactProperty, "namespace"),
    Table(UnreadTurn, "memory__namespace"),
    Table(Recall, "memory__namespace"),
    Table(Session, "namespace", frozenset({"lease_token", "lease_until", "attempts"})),
    Table(Entity, "namespace", frozenset({"embedding"})),
    Table(EntityAlias, "namespace"),
    Table(MemoryEntity, "memory__namespace", frozenset({"pk"})),
    Table(Change, "namespace", frozenset({"run"}), later=frozenset({"undoes", "conflict"})),
    Table(Event, "namespace"),
    Table(Validity, "memory__namespace"),
    Table(Supersession, "change__namespace"),
    Table(Conflict, "namespace"),
    Table(Review, "namespace"),
    Table(EntityProposal, "namespace"),
)
# What stays: what a store makes anew, what is about its own work, and what its secret alone can read.
LEFT_OUT: Mapping[type[Model], str] = {
    Passage: "made anew with the vectors",
    HandedContext: "the ledger's prompts are hashed with the store's own secret",
    HandedItem: "belongs to the ledger",
    CorrectionDue: "belongs to the ledger",
    WithdrawnNotice: "belongs to the ledger",
    InboxNote: "whose work it is among the people of one store",
    MemoryTest: "about the store's own embedder, ranking and settings",
    Question: "belongs to the ledger",
    BulkJob: "the store's own work",
    Trial: "of the store's own settings, and kept for a day",
    Operation: "the store's own work",
    Webhook: "whom one store tells",
    DeadLetter: "whom one store tells",
    Erasure: "the store's own work",
    Tombstone: "hashed with the store's own secret",
}


def foreign(field: Field[Any, Any]) -> type[Model] | None:
    """The model whose rows this column names."""
    return field.related_model if isinstance(field, ForeignKey) else None
