"""Whether base rows, full text, vectors and links agree; and making them agree again. The base rows are the truth.

Each check finds its flaws in one read and can mend them in one transaction. A flaw that cannot be mended without losing
something is only reported: for a damaged page, restore a backup.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from itertools import chain

import numpy as np
from django.conf import settings
from django.db import DatabaseError, transaction
from django.db.models import Exists, F, OuterRef, Q
from django.utils import timezone

from ...models import (
    ALL,
    Conflict,
    Entity,
    EntityAlias,
    FactProperty,
    Memory,
    MemoryEntity,
    MemorySource,
    Passage,
    Review,
    Session,
    SessionStatus,
    ShownMemory,
    Supersession,
    name_key,
)
from ...models.memories import MemoryQuerySet
from ...models.passages import PassageQuerySet
from ...models.sessions import SessionQuerySet
from ...search.backends import backend
from ...search.vectors import LiveIndex
from ...search.vectors import add as add_vectors
from .. import passages, schedule, standing, validity
from ..graph import linking
from ..handing import corrections, ledger
from . import backups


@dataclass(frozen=True)
class Flaw:
    """What is wrong, how many rows it is about, and whether `repair` can put it right."""

    what: str
    rows: int
    mendable: bool = True
    damage: bool = False  # of the file: the store takes no writes while there is any


def examine() -> list[Flaw]:
    """Every disagreement that there is now; changes nothing but what is known of the store's soundness."""
    with standing.doctor_at_work():
        try:
            flaws = _damaged_pages()
        except DatabaseError as error:
            flaws = [Flaw(f"the file cannot be read ({error})", 1, mendable=False, damage=True)]
        else:
            flaws += [flaw for check in CHECKS for flaw in _found(check)]
    damaged = [flaw.what for flaw in flaws if flaw.damage]
    standing.examined("; ".join(damaged), sum(flaw.rows for flaw in flaws))
    return flaws


def repair() -> list[Flaw]:
    """Mend what can be mended; answers what was found before. Writes also while the store takes no others."""
    found = []
    with standing.doctor_at_work():
        for check in CHECKS:
            flaws = _found(check)
            found += flaws
            if any(flaw.mendable for flaw in flaws):
                with transaction.atomic():
                    check.mend()
    return found


def damaged_parts() -> dict[str, str]:
    """{table or index: what the database says of it} of the damaged ones. Raises DatabaseError for no database."""
    with standing.doctor_at_work():
        return backend().damage()


def _found(check: Check) -> list[Flaw]:
    try:
        return check.find()
    except DatabaseError as error:
        return [Flaw(f"{check.name} cannot be read ({error})", 1, mendable=False, damage=True)]


# --- The file ---------------------------------------------------------------------------------------------------


def _damaged_pages() -> list[Flaw]:
    return [
        Flaw(f"{part} is damaged ({said})", 1, mendable=False, damage=True)
        for part, said in sorted(backend().damage().items())
    ]


def _unreadable_backups() -> list[Flaw]:
    return [Flaw(f"the manifest of {path.name} cannot be read", 1, mendable=False) for path in backups.unreadable()]


def _broken_timetable() -> list[Flaw]:
    """As the clock found it: the rows' mending is the operators'."""
    return [
        Flaw(f"the row {name!r} of the timetable does not run: {why}", 1, mendable=False)
        for name, why in sorted(schedule.flaws().items())
    ]


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
    shown = ShownMemory.objects.exclude(reflection__namespace=F("shown__namespace")).count()
    found = {"memory_entities": entities, "memory_sources": sources, "shown_memories": shown}
    return [Flaw(f"{table} crosses namespaces", count) for table, count in found.items() if count]


def _strangers() -> list[Flaw]:
    """Rows about a memory of another namespace. What they should say nobody can know: they are only told."""
    counts = {
        "supersessions": Supersession.objects.exclude(old__namespace=F("new__namespace")).count(),
        "conflicts": Conflict.objects.across(ALL).exclude(
            new_fact__namespace=F("namespace"), old_fact__namespace=F("namespace")
        ).count(),
        "reviews": Review.objects.across(ALL).filter(subject__isnull=False).exclude(
            subject__namespace=F("namespace")
        ).count(),
        "fact_properties": FactProperty.objects.exclude(memory__namespace=F("namespace")).count(),
    }  # fmt: skip
    return [
        Flaw(f"{table} about memories of another namespace", count, mendable=False)
        for table, count in counts.items()
        if count
    ]


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


# --- The ledger ---------------------------------------------------------------------------------------------------


def _ledger() -> list[Flaw]:
    crossing = ledger.crossing().count()
    dues = corrections.crossing().count()
    found = {
        "items of blocks from other namespaces than their block's": crossing,
        "corrections due in other namespaces than their memory's": dues,
    }
    return [Flaw(what, count) for what, count in found.items() if count]


def _mend_ledger() -> None:
    ledger.crossing().delete()
    corrections.crossing().delete()


# --- Vectors ----------------------------------------------------------------------------------------------------


def _indexed(index: LiveIndex) -> tuple[MemoryQuerySet, PassageQuerySet]:
    """What has a vector of the index's model: memories, and passages of such memories."""
    return (
        Memory.objects.across(ALL).filter(embedding__isnull=False, embedding_model=index.model),
        Passage.objects.across(ALL)
        .filter(memory__embedding__isnull=False, memory__embedding_model=index.model, embedding__isnull=False)
        .exclude(embedding=passages.NOTHING),
    )


def _bad_canonical() -> list[int]:
    """Rowids of memories whose own vector, or a passage's, is none: of another length, not finite, or not of length
    1."""
    index = LiveIndex.read()
    memories, parts = _indexed(index)
    stored = chain(
        memories.values_list("pk", "embedding").iterator(), parts.values_list("memory", "embedding").iterator()
    )
    return list({rowid for rowid, raw in stored if not _is_unit(bytes(raw or b""), index.dimensions)})


def _is_unit(raw: bytes, dimensions: int) -> bool:
    vector = np.frombuffer(raw, dtype=np.float32) if len(raw) == 4 * dimensions else np.zeros(1)
    return bool(np.isfinite(vector).all()) and abs(float(np.linalg.norm(vector)) - 1.0) <= 1e-3


def _wrong_vectors() -> list[int]:
    """Keys whose row in the vector table is not what the memory, or the passage, says."""
    index = LiveIndex.read()
    told = {key: rest for key, *rest in backend().every_vector(index.table)}
    memories, parts = _indexed(index)
    fields = ("namespace_id", "kind", "valid_until")
    rows = chain(
        memories.values_list("pk", *fields, "embedding").iterator(),
        parts.values_list("pk", *(f"memory__{field}" for field in fields), "embedding").iterator(),
    )
    return [
        key
        for key, owner, kind, until, raw in rows
        if told.get(key, (expected := [owner, kind, until is not None, bytes(raw or b"")])) != expected
    ]


def _passages() -> list[Flaw]:
    count = len(passages.miscut())
    return [Flaw("long memories whose passages are not their text's", count)] if count else []


def _cut_again() -> None:
    """The worker embeds the new passages; vectors of the old ones go with the next check."""
    wrong = passages.miscut()
    for start in range(0, len(wrong), 500):
        batch = wrong[start : start + 500]
        passages.drop(batch)
        passages.lay_down(list(Memory.objects.across(ALL).filter(pk__in=batch)))


def _vectors() -> list[Flaw]:
    index = LiveIndex.read()
    if not backend().vector_table_exists(index.table):
        return [Flaw(f"there is no vector table: run {settings.MEMORY_COMMAND} reembed", 1, mendable=False)]
    counted = {
        "memories whose vector, or a passage's, is no unit vector of the index": len(_bad_canonical()),
        "vectors of memories that are not there": len(backend().surplus_vectors(index.table)),
        "memories that are missing in the vector index": len(backend().missing_vectors(index.table, index.model)),
        "vectors that are not their memory's": len(_wrong_vectors()),
    }
    return [Flaw(what, count) for what, count in counted.items() if count]


def _index_again() -> None:
    """From the base rows; what has no sound vector there waits for a new one."""
    index = LiveIndex.read()
    bad = _bad_canonical()
    passages.drop(bad)
    Memory.objects.across(ALL).filter(pk__in=bad).update(embedding=None, embedding_model="")
    stale = [*backend().surplus_vectors(index.table), *_wrong_vectors()]
    backend().remove_vectors(index.table, stale)
    unindexed = Memory.objects.across(ALL).filter(embedding__isnull=True)
    backend().remove_vectors(index.table, unindexed.values_list("pk", flat=True))
    missing = backend().missing_vectors(index.table, index.model)
    for start in range(0, len(missing), 500):
        add_vectors(index, list(Memory.objects.across(ALL).filter(pk__in=missing[start : start + 500])))


# --- Full text --------------------------------------------------------------------------------------------------


def _full_text() -> list[Flaw]:
    flaw = backend().full_text_flaw()
    return [Flaw(f"full text and memories disagree ({flaw})", 1)] if flaw else []


@dataclass(frozen=True)
class Check:
    """`find` tells what is wrong with what `name` says, `mend` puts it right."""

    name: str
    find: Callable[[], list[Flaw]]
    mend: Callable[[], object] = lambda: None


CHECKS = (
    Check("backups", _unreadable_backups),
    Check("the timetable", _broken_timetable),
    Check("triggers", _missing_triggers),
    Check("foreign keys", _dangling, lambda: backend().cut_dangling()),
    Check("links between namespaces", _crossing, lambda: backend().cut_crossing()),
    Check("rows about memories", _strangers),
    Check("names", _misnamed, _name_again),
    Check("mention counts", _miscounted, _count_again),
    Check("sessions", _hidden, _show_again),
    Check("confidence", _impossible, _lower),
    Check("times and lineage", _untrue_times, _tell_times_again),
    Check("the ledger", _ledger, _mend_ledger),
    Check("passages", _passages, _cut_again),
    Check("vectors", _vectors, _index_again),
    Check("full text", _full_text, lambda: backend().rebuild_full_text()),
)
