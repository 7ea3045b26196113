"""Which facts tell the same property of the same subject: written once for each fact, asked by index."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.db.models import Q

from ...models import FactProperty, Memory, Namespace

LATEST = 50  # facts about one property that are looked at: the newest, which may still hold; chosen
SUBJECT_LENGTH, NAME_LENGTH, VALUE_LENGTH = 200, 100, 200


@dataclass(frozen=True, slots=True)
class Property:
    """A property of a subject, both in lower case as lemmas, and what a fact says of it."""

    subject: str
    name: str
    value: str = ""


def write(told: Iterable[tuple[Memory, Collection[Property]]]) -> None:
    """Keep what each fact is about, in the transaction that saves it. What is there already stays."""
    FactProperty.objects.bulk_create(
        [
            FactProperty(
                memory=memory,
                namespace_id=memory.namespace_id,
                subject_key=one.subject[:SUBJECT_LENGTH],
                property_key=one.name[:NAME_LENGTH],
                value=one.value[:VALUE_LENGTH],
            )
            for memory, properties in told
            for one in properties
        ],
        ignore_conflicts=True,
    )


def sharing(namespace: Namespace, told: Collection[Property]) -> set[int]:
    """The rowids of active facts of the namespace that tell one of these properties of the same subject: the newest
    LATEST that hold, and as many that were superseded."""
    if not told:
        return set()
    names: dict[str, list[str]] = {}
    for one in told:
        names.setdefault(one.subject[:SUBJECT_LENGTH], []).append(one.name[:NAME_LENGTH])
    asked = Q()
    for subject, properties in names.items():
        asked |= Q(subject_key=subject, property_key__in=properties)
    rows = FactProperty.objects.filter(asked, namespace=namespace, memory__valid_until__isnull=True)
    found = rows.order_by("-memory_id").values_list("memory_id", flat=True).distinct()
    return {
        *found.filter(memory__invalid_at__isnull=True)[:LATEST],
        *found.filter(memory__invalid_at__isnull=False)[:LATEST],
    }
