"""Entity enrichment: read memories in which the patterns of the hot path found few names again, with the name finders
that are too slow for the hot path."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Sequence
from datetime import timedelta

from django.db.models import Count, IntegerField, OuterRef, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from ... import ner
from ...models import ALL, Kind, Memory, MemoryEntity, Namespace, Origin, name_key
from ...models.memories import MemoryQuerySet
from ..writing import writing
from . import entities, linking, speakers

logger = logging.getLogger(__name__)

# The specification's, both.
MAX_ENTITY_COUNT = 2
BATCH = 50
NAMED_AT_ONCE = 5  # facts that a request reads: each costs some ten milliseconds
LATELY = timedelta(hours=1)
ENRICH_FACTS_TASK = "maintenance.tasks.enrich_facts"


def accurate_ner_available() -> bool:
    """Whether spaCy or a language model is there; without them enrichment is skipped."""
    return ner.accurate_available()


def candidates(
    namespace: Namespace | None = None,
    kinds: Sequence[str] = (Kind.FACT, Kind.EPISODE),
    max_entity_count: int = MAX_ENTITY_COUNT,
    limit: int = BATCH,
    exclude: Sequence[int] = (),
    without: Collection[int] = (),
) -> list[Memory]:
    """Active memories never enriched that speak of few entities, oldest first; none of the rowids in `exclude`, none of
    the namespaces in `without`."""
    waiting = _waiting(namespace, kinds, max_entity_count).exclude(pk__in=exclude).exclude(namespace__in=without)
    return list(waiting.select_related("namespace").order_by("rowid")[:limit])


def remembered_lately(limit: int = BATCH) -> list[Memory]:
    """Facts of all namespaces that somebody stated within the hour and that were never enriched, newest first.

    What consolidation learnt is not among them: it looks for names with spaCy itself.
    """
    waiting = _stated_lately(_waiting(None, (Kind.FACT,), MAX_ENTITY_COUNT))
    return list(waiting.select_related("namespace").order_by("-rowid")[:limit])


def any_remembered_lately() -> bool:
    return _stated_lately(_waiting(None, (Kind.FACT,), MAX_ENTITY_COUNT)).exists()


def _stated_lately(waiting: MemoryQuerySet) -> MemoryQuerySet:
    return waiting.exclude(origin=Origin.DERIVED).filter(created_at__gte=timezone.now() - LATELY)


def count_candidates(namespace: Namespace | None = None) -> int:
    return _waiting(namespace, (Kind.FACT, Kind.EPISODE), MAX_ENTITY_COUNT).count()


def _waiting(namespace: Namespace | None, kinds: Sequence[str], max_entity_count: int) -> MemoryQuerySet:
    linked = MemoryEntity.objects.filter(memory=OuterRef("pk")).order_by().values("memory").annotate(n=Count("entity"))
    found = Memory.objects.within(namespace) if namespace else Memory.objects.across(ALL)
    return (
        found.active()
        .filter(rowid__gt=0, kind__in=kinds, enriched_at__isnull=True)  # on rowid: see `awaiting_embedding`
        .annotate(entity_count=Coalesce(Subquery(linked.values("n"), output_field=IntegerField()), 0))
        .filter(entity_count__lte=max_entity_count)
    )


def enrich_named(namespace: Namespace, name: str) -> bool:
    """Link the facts that hold `name` and that somebody stated within the hour to what they name, before the worker.

    With the local extractors alone, and without a stamp: the worker still takes its own look. Answers whether there was
    such a fact. Nothing happens, and the answer is False, where no such extractor is there or one fails.
    """
    key = name_key(name)
    stated = _stated_lately(_waiting(namespace, (Kind.FACT,), MAX_ENTITY_COUNT)).order_by("-rowid")[:BATCH]
    asked = [memory for memory in stated if key and key in name_key(memory.content)][:NAMED_AT_ONCE]
    if not asked:
        return False
    known = entities.aliases_for_extraction(namespace)
    try:
        named = [ner.extract(memory.content, "local", aliases=known).entities for memory in asked]
    except ner.NerUnavailable as error:
        logger.warning("a name waits for the enrichment: %s", error.reason)
        return False
    with writing(namespace):
        there = Memory.objects.within(namespace).active().in_bulk([memory.pk for memory in asked])
        for memory, spans in zip(asked, named, strict=True):
            if memory.pk in there:
                linking.link(memory, [(span.name, span.type) for span in spans])
    return True


# (a text, a name in it, the kind that a small model guessed) -> its kind by the words beside it
KindOf = Callable[[str, str, str], str]


def enrich(memory: Memory, known: ner.Aliases | None = None, kind_of: KindOf | None = None) -> int:
    """Extract again with strategy "accurate", link, and stamp `enriched_at`. Answers the memory's link count.

    `kind_of` corrects what a small model guesses, and who speaks in the memory's session is a person. `known` are the
    namespace's names (`entities.aliases_for_extraction`), read once for many memories. The extraction
    runs outside the transaction. Raises ner.NerUnavailable when a provider failed: nothing is stamped.
    """
    known = entities.aliases_for_extraction(memory.namespace) if known is None else known
    extraction = ner.extract(memory.content, "accurate", reference=memory.event_time, aliases=known)
    named: list[linking.Mention] = []
    for span in extraction.entities:
        kind: str = span.type
        if kind_of is not None and span.provider == "spacy":
            kind = kind_of(memory.content, span.name, kind)
        named.append((span.name, kind))
    named = speakers.as_people(named, speakers.among(memory, named))
    now = timezone.now()
    with writing(memory.namespace_id):
        current = Memory.objects.within(memory.namespace).active().filter(pk=memory.pk).first()
        if current is None:
            return 0  # retired or erased while it was read
        count = linking.link(current, named)
        current.enriched_at = now
        current.attributes = {**current.attributes, "enriched_at": now.isoformat()}
        current.save(update_fields=["enriched_at", "attributes"])
    return count
