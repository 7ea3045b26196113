"""Which facts tell a property, on either database: a question that asks for one is rare, so that the ORM may ask."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import Q

from ...language.base import AskedProperty
from ...models import FactProperty, Supersession
from ..scope import Scope

MOST_TOLD = 50  # of the facts that ever told it, the newest
MOST_STEPS = 8  # from a fact to the one that holds now; a longer chain is a mistake


class Telling:
    def telling(self, scope: Scope, asked: Collection[AskedProperty], limit: int) -> list[int]:
        wanted = Q()
        for one in asked:
            wanted |= Q(subject_key=one.owner, property_key=one.name, value__startswith=one.begins)
        told = FactProperty.objects.filter(wanted, namespace=scope.namespace).order_by("-memory_id")
        found = set(told.values_list("memory_id", flat=True).distinct()[:MOST_TOLD])
        newer = found
        for _ in range(MOST_STEPS):
            newer = {*Supersession.objects.standing().filter(old__in=newer).values_list("new_id", flat=True)} - found
            if not newer:
                break
            found |= newer
        holding = scope.candidates.facts().holding(scope.moment).filter(pk__in=found)
        return list(holding.order_by("-pk").values_list("pk", flat=True)[:limit])
