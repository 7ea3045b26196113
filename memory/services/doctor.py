"""Whether base rows, full text, vectors and links agree; and making them agree again. The base rows are the truth.

Each check finds its flaws in one read and can mend them in one transaction. What cannot be mended without losing
something is only told: a damaged page wants a backup.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from django.conf import settings
from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q
from django.utils import timezone

from ..models import ALL, Entity, EntityAlias, Memory, MemoryEntity, MemorySource, Session, SessionStatus, name_key
from ..models.memories import MemoryQuerySet
from ..models.sessions import SessionQuerySet
from ..search.backends import backend
from ..search.vectors import LiveIndex
from ..search.vectors import add as add_vectors
from . import linking, validity


@dataclass(frozen=True)
class Flaw:
    """What is wrong, how many rows it is about, and whether `repair` can put it right."""

    what: str
    rows: int
    mendable: bool = True


def examine() -> list[Flaw]:
    """Every disagreement that there is now; changes nothing."""
    return [flaw for find, _ in CHECKS for flaw in find()]


def repair() -> list[Flaw]:
    """Mend what can be mended; answers what was found before."""
    found = []
    for find, mend in CHECKS:
        flaws = find()
        found += flaws
        if any(flaw.mendable for flaw in flaws):
            with transaction.atomic():
                mend()
    return found


# --- The file ---------------------------------------------------------------------------------------------------


def _damaged_pages() -> list[Flaw]:
    said = backend().damage()
    return [Flaw(f"damaged pages ({said[0]}): restore a backup", len(said), mendable=False)] if said else []


def _missing_triggers() -> list[Flaw]:
    return [
        Flaw(f"full text is not kept up to date: no trigger {name}", 1, mendable=False)
        for name in backend().missing_triggers()
    ]


# --- Links ------------------------------------------------------------------------------------------------------


def _dangling() -> list[Flaw]:
    """Links to rows that are not there."""
    return [
        Flaw(f"{table} points at rows that are not there", count, mendable=table in backend().cuttable)
        for table, count in sorted(Counter(backend().dangling()).items())
    ]


def _crossing() -> list[Flaw]:
    """Links between two namespaces."""
    entities = MemoryEntity.objects.exclude(memory__namespace=F("entity__namespace")).count()
    sources = MemorySource.objects.exclude(memory__namespace=F("source__namespace")).count()
    found = {"memory_entities": entities, "memory_sources": sources}
    return [Flaw(f"{table} crosses namespaces", count) for table, count in found.items() if count]


def _misnamed_entities() -> list[Entity]:
    return [entity for entity in Entity.objects.across(ALL) if entity.name_key != name_key(entity.canonical_name)]


def _misnamed_aliases() -> list[EntityAlias]:
    return [
        alias
        for alias in EntityAlias.objects.select_related("entity")
        if (alias.alias_key, alias.namespace_id, alias.type)
        != (name_key(alias.alias), alias.entity.namespace_id, alias.entity.type)
    ]


def _misnamed() -> list[Flaw]:
    """Names that would not be found by what they are called."""
    count = len(_misnamed_entities()) + len(_misnamed_aliases())
    return [Flaw("names whose keys are not theirs", count)] if count else []


def _name_again() -> None:
    for row in [*_misnamed_entities(), *_misnamed_aliases()]:
        row.save()


def _miscounted() -> list[Flaw]:
    count = linking.miscounted().count()
    return [Flaw("entities whose mention count is not the number of their links", count)] if count else []


def _count_again() -> None:
    linking.recount(list(linking.miscounted().values_list("pk", flat=True)))


# --- Sessions and figures ---------------------------------------------------------------------------------------


def _hidden() -> list[Flaw]:
    """Turns that no session shows as pending and none has consolidated."""
    flaws = []
    if count := _without_session().count():
        flaws.append(Flaw("turns without a session row", count))
    if count := _done_too_early().count():
        flaws.append(Flaw("consolidated sessions with turns above the watermark", count))
    return flaws


def _without_session() -> MemoryQuerySet:
    own = Session.objects.across(ALL).filter(namespace=OuterRef("namespace"), session_id=OuterRef("session_id"))
    return Memory.objects.across(ALL).episodes().active().filter(~Exists(own), session_id__isnull=False)


def _done_too_early() -> SessionQuerySet:
    above = Memory.objects.across(ALL).episodes().active().filter(
        namespace=OuterRef("namespace"), session_id=OuterRef("session_id"), rowid__gt=OuterRef("watermark")
    )  # fmt: skip
    return Session.objects.across(ALL).filter(Exists(above), status=SessionStatus.CONSOLIDATED)


def _show_again() -> None:
    for namespace, session_id in set(_without_session().values_list("namespace", "session_id")):
        Session.objects.create(namespace_id=namespace, session_id=session_id or "")
    _done_too_early().update(status=SessionStatus.OPEN)


def _impossible() -> list[Flaw]:
    count = Memory.objects.across(ALL).filter(_above_base()).count()
    return [Flaw("confidence above its base", count)] if count else []


def _above_base() -> Q:
    return Q(confidence__gt=F("base_confidence") + 1e-9)


def _lower() -> None:
    Memory.objects.across(ALL).filter(_above_base()).update(confidence=F("base_confidence"))


def _untrue_times() -> list[Flaw]:
    count = validity.untrue().count()
    return [Flaw("facts whose rows of time and lineage say otherwise than they do", count)] if count else []


def _tell_times_again() -> None:
    now = timezone.now()
    for memory in list(validity.untrue().defer("embedding")):
        validity.tell_again(memory, now)


# --- Vectors ----------------------------------------------------------------------------------------------------


def _bad_canonical() -> list[int]:
    """Rowids of memories whose own vector is none: of another length, not finite, or not of length 1."""
    index = LiveIndex.read()
    bad = []
    rows = Memory.objects.across(ALL).filter(embedding__isnull=False, embedding_model=index.model)
    for rowid, stored in rows.values_list("pk", "embedding").iterator():
        raw = bytes(stored or b"")
        vector = np.frombuffer(raw, dtype=np.float32) if len(raw) == 4 * index.dimensions else np.zeros(1)
        if not np.isfinite(vector).all() or abs(float(np.linalg.norm(vector)) - 1.0) > 1e-3:
            bad.append(rowid)
    return bad


def _wrong_vectors() -> list[int]:
    """Rowids whose row in the vector table is not what the memory says."""
    index = LiveIndex.read()
    told = {rowid: rest for rowid, *rest in backend().every_vector(index.table)}
    rows = Memory.objects.across(ALL).filter(embedding__isnull=False, embedding_model=index.model)
    wrong = []
    fields = ("pk", "namespace_id", "kind", "valid_until", "embedding")
    for rowid, owner, kind, until, raw in rows.values_list(*fields).iterator():
        stored = told.get(rowid)
        if stored is not None and stored != [owner, kind, until is not None, bytes(raw or b"")]:
            wrong.append(rowid)
    return wrong


def _vectors() -> list[Flaw]:
    index = LiveIndex.read()
    if not backend().vector_table_exists(index.table):
        return [Flaw(f"there is no vector table: run {settings.MEMORY_COMMAND} reembed", 1, mendable=False)]
    counted = {
        "memories whose vector is no unit vector of the index": len(_bad_canonical()),
        "vectors of memories that are not there": len(backend().surplus_vectors(index.table)),
        "memories that are missing in the vector index": len(backend().missing_vectors(index.table, index.model)),
        "vectors that are not their memory's": len(_wrong_vectors()),
    }
    return [Flaw(what, count) for what, count in counted.items() if count]


def _index_again() -> None:
    """From the base rows; what has no sound vector there waits for a new one."""
    index = LiveIndex.read()
    Memory.objects.across(ALL).filter(pk__in=_bad_canonical()).update(embedding=None, embedding_model="")
    stale = [*backend().surplus_vectors(index.table), *_wrong_vectors()]
    backend().remove_vectors(index.table, stale)
    unindexed = Memory.objects.across(ALL).filter(embedding__isnull=True)
    backend().remove_vectors(index.table, unindexed.values_list("pk", flat=True))
    missing = backend().missing_vectors(index.table, index.model)
    for start in range(0, len(missing), 500):
        add_vectors(index, Memory.objects.across(ALL).filter(pk__in=missing[start : start + 500]))


# --- Full text --------------------------------------------------------------------------------------------------


def _full_text() -> list[Flaw]:
    flaw = backend().full_text_flaw()
    return [Flaw(f"full text and memories disagree ({flaw})", 1)] if flaw else []


def _nothing() -> None:
    """Only told."""


CHECKS: tuple[tuple[Callable[[], list[Flaw]], Callable[[], None]], ...] = (
    (_damaged_pages, _nothing),
    (_missing_triggers, _nothing),
    (_dangling, lambda: backend().cut_dangling()),
    (_crossing, lambda: backend().cut_crossing()),
    (_misnamed, _name_again),
    (_miscounted, _count_again),
    (_hidden, _show_again),
    (_impossible, _lower),
    (_untrue_times, _tell_times_again),
    (_vectors, _index_again),
    (_full_text, lambda: backend().rebuild_full_text()),
)
