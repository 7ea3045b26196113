"""The central table: episodes, facts and reflections, and what they came from."""

from __future__ import annotations

import math
from datetime import datetime
from typing import Any, Self

from django.conf import settings
from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from ..text import shortened
from .durability import Durability
from .ids import new_id
from .kinds import Kind
from .namespaces import Namespace
from .purposes import Hidden
from .review_reasons import DOUBTS, ReviewStatus
from .scoping import ScopedQuerySet
from .trust import QuarantineReason, Trust

SECONDS_A_DAY = 86_400.0


class Origin(models.TextChoices):
    """Who a row came from; stamped by the server, never taken from a body."""

    CURATOR = "curator"
    USER = "user"
    AGENT = "agent"
    TOOL = "tool"
    IMPORT = "import"
    DERIVED = "derived"


PREFIXES = {Kind.EPISODE: "ep", Kind.FACT: "fact", Kind.REFLECTION: "ref"}


def new_uid(kind: Kind) -> str:
    return new_id(PREFIXES[kind])


def decayed(base: float, rate: float, days: float) -> float:
    """Ebbinghaus: ``base × exp(−rate × days)``; never above the base, whatever the clock says."""
    return base * math.exp(-rate * max(days, 0.0))


def default_decay_rate() -> float:
    return float(settings.MEMORY_DECAY_RATE)


@models.CharField.register_lookup
class WordForWord(models.Lookup[str]):
    """``kind__word_for_word=Kind.FACT``: a kind that stands in the query itself, bound to nothing."""

    lookup_name = "word_for_word"
    prepare_rhs = False

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, tuple[Any, ...]]:
        column, params = self.process_lhs(compiler, connection)
        return f"{column} = '{Kind(self.rhs).value}'", tuple(params)


class MemoryQuerySet(ScopedQuerySet["Memory"]):
    def active(self) -> Self:
        return self.filter(valid_until__isnull=True)

    def holding(self, at: datetime | None = None) -> Self:
        """Those in whose place no other holds at that time, now by default. What an announced change will replace
        holds until its day."""
        return self.filter(Q(invalid_at__isnull=True) | Q(invalid_at__gt=at or timezone.now()))

    def retired(self) -> Self:
        return self.filter(valid_until__isnull=False)

    def not_waiting(self) -> Self:
        """Without the facts whose truth a person is to review."""
        return self.exclude(reviews__status=ReviewStatus.OPEN, reviews__reason__in=DOUBTS)

    def handed_out(self, namespace: Namespace) -> Self:
        """The active ones that a model may be handed in this namespace."""
        return self.active() if namespace.own.hand_out_waiting else self.active().not_waiting()

    def of_kind(self, kind: str | None) -> Self:
        return self.filter(kind=kind) if kind else self

    def facts(self) -> Self:
        return self.filter(kind=Kind.FACT)

    def facts_word_for_word(self) -> Self:
        """Facts, by a condition without a bound value: SQLite takes no partial index of facts for another."""
        return self.filter(kind__word_for_word=Kind.FACT)

    def readable(self) -> Self:
        """All but what is in quarantine, which curators alone may read."""
        return self.filter(quarantine__isnull=True)

    def unscreened(self) -> Self:
        """What waits in quarantine until it is screened."""
        return self.filter(quarantine=QuarantineReason.UNSCREENED)

    def without(self, hidden: Hidden) -> Self:
        """All but what a key's purpose keeps out of its sight."""
        kinds = hidden.kinds | {Kind.REFLECTION} if hidden.tags else hidden.kinds
        left = self.exclude(kind__in=sorted(kinds)) if kinds else self
        for tag in sorted(hidden.tags):
            links = MemorySource.objects.filter(memory=OuterRef("pk"))
            drawn = links.filter(Q(source__tags__has_item=tag) | Q(source__source_links__source__tags__has_item=tag))
            left = left.filter(~Q(tags__has_item=tag), ~Exists(drawn))
        return left

    def episodes(self) -> Self:
        return self.filter(kind=Kind.EPISODE)

    def outside_session(self, session_id: str | None) -> Self:
        """Everything but one session's own. What was remembered by hand has no session and belongs to every one."""
        return self.filter(Q(session_id__isnull=True) | ~Q(session_id=session_id)) if session_id else self

    def tagged(self, tags: list[str]) -> Self:
        """Rows that carry every one of `tags`, or it without the blanks at its ends, which are not stored any more."""
        narrowed = self
        for tag in tags:
            plain = tag.strip()
            narrowed = narrowed.filter(
                Q(tags__has_item=tag) | Q(tags__has_item=plain) if plain != tag else Q(tags__has_item=tag)
            )
        return narrowed

    def awaiting_embedding(self) -> Self:
        # The bound on rowid is true of every row. It leads SQLite to the partial index of exactly these rows; else it
        # walks all active memories (1 s at a million) to count the few that wait.
        return self.filter(rowid__gt=0, embedding__isnull=True, embedding_error="", valid_until__isnull=True)


class Memory(models.Model):
    """One thing known: a turn as it was said, a fact learnt, or a weekly reflection."""

    # SQLite renumbers an implicit rowid at a table remake; full text and vectors hang on it, so it is a column.
    rowid = models.BigAutoField(primary_key=True, db_column="rowid")
    uid = models.CharField(max_length=40, unique=True, db_column="id", editable=False)
    namespace = models.ForeignKey(Namespace, models.PROTECT, related_name="+", db_index=False)
    kind = models.CharField(max_length=10, choices=Kind.choices)
    content = models.TextField()
    session_id = models.CharField(max_length=200, null=True, blank=True)
    role = models.CharField(max_length=20, blank=True, default="")
    source_role = models.CharField(max_length=255, blank=True, default="")
    external_id = models.CharField(max_length=255, null=True, blank=True)

    event_time = models.DateTimeField()
    event_offset = models.SmallIntegerField(null=True, blank=True)  # minutes east of UTC, as sent
    created_at = models.DateTimeField(default=timezone.now)
    valid_until = models.DateTimeField(null=True, blank=True)
    invalid_at = models.DateTimeField(null=True, blank=True)

    base_confidence = models.FloatField(default=1.0)
    base_set_at = models.DateTimeField(null=True, blank=True)
    confidence = models.FloatField(default=1.0)
    decay_rate = models.FloatField(default=default_decay_rate)
    # Of facts alone. Nullable, because SQLite then adds the column without writing the table anew.
    durability = models.CharField(max_length=10, choices=Durability.choices, null=True, blank=True, editable=False)
    access_count = models.PositiveIntegerField(default=0)
    last_accessed = models.DateTimeField(null=True, blank=True)

    origin = models.CharField(max_length=10, choices=Origin.choices)
    # How far its words are trusted, and what keeps it from every model: a memory in quarantine is retired as well.
    trust = models.PositiveSmallIntegerField(choices=Trust.choices, null=True, blank=True, editable=False)
    quarantine = models.CharField(
        max_length=20, choices=QuarantineReason.choices, null=True, blank=True, editable=False
    )
    tags = models.JSONField(default=list, blank=True)
    attributes = models.JSONField(default=dict, blank=True)
    embedding = models.BinaryField(null=True, blank=True)
    embedding_model = models.CharField(max_length=200, blank=True, default="")
    embedding_error = models.CharField(max_length=200, blank=True, default="")
    # The spec's attributes.enriched_at, as a column too, because a queue wants an index.
    enriched_at = models.DateTimeField(null=True, blank=True, editable=False)

    objects = MemoryQuerySet.as_manager()
    everything = models.Manager["Memory"]()

    class Meta:
        db_table = "memories"
        default_manager_name = "everything"
        verbose_name_plural = "memories"
        constraints = [
            models.UniqueConstraint(
                # A turn's ids and a fact's are spaces of their own.
                fields=["namespace", "session_id", "external_id", "kind"],
                condition=Q(external_id__isnull=False),
                name="memories_external_id",
            ),
            models.CheckConstraint(
                condition=Q(confidence__gte=0, confidence__lte=1, base_confidence__gte=0, base_confidence__lte=1),
                name="memories_confidence_range",
            ),
            models.CheckConstraint(condition=Q(decay_rate__gte=0), name="memories_decay_rate_range"),
        ]
        indexes = [
            models.Index(fields=["namespace", "kind", "rowid"], name="memories_kind"),
            models.Index(fields=["namespace", "rowid"], name="memories_newest"),
            models.Index(
                fields=["namespace", "session_id", "rowid"],
                condition=Q(session_id__isnull=False),
                name="memories_session",
            ),
            models.Index(
                fields=["rowid"],
                condition=Q(embedding__isnull=True, embedding_error="", valid_until__isnull=True),
                name="memories_unembedded",
            ),
            models.Index(
                fields=["rowid"],
                # Nothing of the kind: SQLite takes a partial index only where the query says its condition word for
                # word, and a query's kinds are bound values.
                condition=Q(enriched_at__isnull=True, valid_until__isnull=True),
                name="memories_unenriched",
            ),
            models.Index(
                fields=["quarantine", "namespace", "rowid"],
                condition=Q(quarantine__isnull=False),
                name="memories_quarantine",
            ),
            models.Index(
                fields=["namespace", "event_time"], condition=Q(valid_until__isnull=True), name="memories_event_time"
            ),
            models.Index(
                fields=["namespace", "rowid"],
                condition=Q(kind=Kind.FACT, tags__icontains='"instruction"', valid_until__isnull=True),
                name="memories_instructions",
            ),
            # For a person's list. Of facts alone: each turn would pay for it.
            models.Index(
                fields=["namespace", "origin", "rowid"],
                condition=Q(kind=Kind.FACT, valid_until__isnull=True),
                name="memories_origin",
            ),
        ]

    def __str__(self) -> str:
        return shortened(self.content, 80)

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self.uid:
            self.uid = new_uid(Kind(self.kind))
        super().save(*args, **kwargs)

    @property
    def active(self) -> bool:
        return self.valid_until is None

    @property
    def protected(self) -> bool:
        return self.decay_rate == 0.0

    @property
    def trusted(self) -> Trust:
        return Trust.AGENT if self.trust is None else Trust(self.trust)

    @property
    def superseded(self) -> bool:
        return self.invalid_at is not None

    @property
    def holds_still(self) -> bool:
        """Whether it is true until another, which is announced already, holds in its place."""
        return self.invalid_at is not None and self.invalid_at > timezone.now()

    @property
    def gave_way(self) -> bool:
        """Whether another holds in its place already."""
        return self.superseded and not self.holds_still

    def decay_origin(self) -> datetime:
        """The moment from which confidence falls: the latest of creation, last recall, and the base's last change."""
        return max(t for t in (self.created_at, self.last_accessed, self.base_set_at) if t is not None)

    def confidence_at(self, moment: datetime) -> float:
        """What decay makes of this row at `moment`: a pure function of base, rate, and the last time it mattered."""
        days = (moment - self.decay_origin()).total_seconds() / SECONDS_A_DAY
        return decayed(self.base_confidence, self.decay_rate, days)


class MemorySource(models.Model):
    """What a fact or a reflection came from: the truth behind `source_ids`, asked both ways."""

    memory = models.ForeignKey(Memory, models.CASCADE, related_name="source_links", db_index=False)
    source = models.ForeignKey(Memory, models.CASCADE, related_name="derived_links")

    class Meta:
        db_table = "memory_sources"
        constraints = [models.UniqueConstraint(fields=["memory", "source"], name="memory_sources_once")]

    def __str__(self) -> str:
        return f"{self.memory_id} from {self.source_id}"


class ShownMemory(models.Model):
    """What the model, or the digest, that wrote a reflection was shown. The text may hold more of it than its sources
    tell, so an erasure of what was shown takes the reflection along."""

    reflection = models.ForeignKey(Memory, models.CASCADE, related_name="shown_links", db_index=False)
    shown = models.ForeignKey(Memory, models.CASCADE, related_name="shown_in_links")

    class Meta:
        db_table = "shown_memories"
        constraints = [models.UniqueConstraint(fields=["reflection", "shown"], name="shown_memories_once")]

    def __str__(self) -> str:
        return f"{self.reflection_id} was shown {self.shown_id}"
