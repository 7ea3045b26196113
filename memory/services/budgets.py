"""What the language model may cost a namespace in a day, and what it has cost so far."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from ..models import Namespace, Operation


class BudgetSpent(Exception):
    """The day's tokens are spent; `until` says when the next day begins."""

    def __init__(self, budget: int, until: datetime) -> None:
        super().__init__(f"the day's budget of {budget} tokens is spent")
        self.until = until


def check(namespace: Namespace, running: int = 0) -> None:
    """Raise BudgetSpent if this namespace has none left; `running` are tokens that no record tells of yet."""
    budget = namespace.own.daily_token_budget
    if budget and spent_today(namespace) + running >= budget:
        raise BudgetSpent(budget, _midnight() + timedelta(days=1, minutes=5))


def spent_today(namespace: Namespace) -> int:
    """Tokens of both directions since midnight UTC: of this namespace's runs, and its part of those over all."""
    rows = Operation.objects.filter(Q(namespace=namespace.pk) | Q(namespace=None), created_at__gte=_midnight())
    return sum(_tokens(cost, namespace.name, whole) for cost, whole in rows.values_list("cost", "namespace"))


def cost(tokens_in: int, tokens_out: int, by_namespace: Mapping[str, int] | None = None) -> dict[str, Any]:
    """The cost column of a run: tokens, dollars by MEMORY_LLM_PRICE_PER_MTOK, and who caused them; {} for none."""
    if not tokens_in and not tokens_out:
        return {}
    price_in, price_out = settings.MEMORY_LLM_PRICE_PER_MTOK
    dollars = (tokens_in * price_in + tokens_out * price_out) / 1e6
    told: dict[str, Any] = {"tokens_in": tokens_in, "tokens_out": tokens_out, "dollars": round(dollars, 6)}
    return told | ({"by_namespace": dict(by_namespace)} if by_namespace else {})


def _tokens(cost: dict[str, Any], name: str, whole: int | None) -> int:
    if whole is None:
        return int(cost.get("by_namespace", {}).get(name, 0))
    return int(cost.get("tokens_in", 0)) + int(cost.get("tokens_out", 0))


def _midnight() -> datetime:
    return timezone.now().replace(hour=0, minute=0, second=0, microsecond=0)
