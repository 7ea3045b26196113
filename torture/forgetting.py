"""Promise 6: decay is a function of base, rate, last access and now alone: n runs are one; protected never moves."""

from __future__ import annotations

import math
import random
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from memory.models import ALL, Memory, Origin
from memory.services import namespaces
from memory.services.memories import decay

from . import store
from .outcome import Outcome

ZONES = ("UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "Pacific/Apia")
TEN_YEARS = timedelta(days=3652)
A_RUN = 50


def run(quick: bool) -> Outcome:
    """Facts of any age, some from a clock ten years ahead; nights in any order; once more in one step."""
    outcome = Outcome()
    chance = random.Random(6)
    worst = 0.0
    while outcome.cases < (100 if quick else 1_000):
        nights = sorted(_moment(chance) for _ in range(chance.randint(2, 5)))
        if chance.random() < 0.3:
            chance.shuffle(nights)  # a clock that was set back
        with store.fresh():
            _remember(chance)
            for night in nights:
                decay.run(now=night, threshold=0.0, force=True)
            many = _confidences()
            worst = max(worst, _expect_formula(outcome, many, nights[-1]))
        outcome.cases += A_RUN
    outcome.note = f"{outcome.cases} facts, worst error {worst:.1e}"
    return outcome


def _moment(chance: random.Random) -> datetime:
    """A moment within ten years of now, in a zone of its own; often the hour that a zone has twice, or not at all."""
    zone = ZoneInfo(chance.choice(ZONES))
    if chance.random() < 0.3:
        day = chance.choice([(2026, 3, 29), (2026, 10, 25), (2026, 3, 8), (2026, 11, 1), (2026, 4, 5), (2026, 10, 4)])
        return datetime(*day, chance.choice([1, 2, 3]), chance.randint(0, 59), tzinfo=zone, fold=chance.randint(0, 1))
    return (store.START + TEN_YEARS * chance.uniform(-1, 1)).astimezone(zone)


def _remember(chance: random.Random) -> None:
    namespace = namespaces.ensure(store.HOME)
    Memory.objects.bulk_create(
        [
            Memory(
                uid=f"fact_{number}", namespace=namespace, kind="fact", content=store.claim(number),
                event_time=store.START, created_at=_moment(chance), origin=Origin.DERIVED,
                last_accessed=_moment(chance) if chance.random() < 0.5 else None,
                base_set_at=_moment(chance) if chance.random() < 0.5 else None,
                base_confidence=(base := chance.choice([0.0, 1.0, chance.random()])),
                confidence=base, decay_rate=chance.choice([0.0, 0.1, chance.uniform(0, 5)]),
            )
            for number in range(A_RUN)
        ]
    )  # fmt: skip


def _confidences() -> dict[str, Memory]:
    return {fact.uid: fact for fact in Memory.objects.across(ALL).facts()}


def _expect_formula(outcome: Outcome, facts: dict[str, Memory], now: datetime) -> float:
    """Answers the worst error. The formula stands here once more, in words of its own."""
    worst = 0.0
    for fact in facts.values():
        latest = max(moment for moment in (fact.created_at, fact.last_accessed, fact.base_set_at) if moment)
        days = max((now - latest).total_seconds(), 0.0) / 86_400
        wanted = fact.base_confidence * math.exp(-fact.decay_rate * days)
        error = abs(fact.confidence - wanted)
        worst = max(worst, error)
        outcome.expect(error <= 1e-6, f"{fact.confidence} instead of {wanted} ({fact.decay_rate}/day, {days} days)")
        outcome.expect(fact.confidence <= fact.base_confidence + 1e-12, "above its base")
        outcome.expect(fact.decay_rate > 0 or fact.confidence == fact.base_confidence, "a protected fact moved")
        outcome.expect(fact.valid_until is None or fact.decay_rate > 0, "a protected fact was retired")
    return worst
