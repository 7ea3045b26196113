"""Facts of a store from before the kinds: those tagged as lasting fade slower from now on, each once."""

from importlib import import_module

import pytest
from django.apps import apps

from memory.models import Memory
from memory.services.memories import facts
from tests.store import AGENT, fresh, know, say


def test_a_store_from_before_keeps_what_lasts(namespace, monkeypatch):
    migration = import_module("memory.migrations.0020_lasting_facts")
    monkeypatch.setattr(migration, "BATCH", 2)
    (turn,) = say(namespace, "s1", "I take ramipril")
    health = know(namespace, "Ann takes ramipril", tags=["health"], decay_rate=0.2)
    guarded = know(namespace, "Ann has migraine", tags=["health"], decay_rate=0.0)
    visit = know(namespace, "Ann saw the dentist", tags=["health", "event"], decay_rate=0.1)
    tea = know(namespace, "Ann likes tea", tags=["preference"])
    gone = facts.retire(namespace, know(namespace, "Ann had flu", tags=["health"], decay_rate=0.1).uid, actor=AGENT)
    Memory.everything.update(durability=None)
    for _ in range(2):
        migration.fill(apps, None)
    assert [(fresh(one).durability, fresh(one).decay_rate) for one in (health, guarded, visit, tea, gone, turn)] == [
        ("lasting", pytest.approx(0.02)), ("lasting", 0.0), (None, 0.1), (None, 0.1), (None, 0.1), (None, 0.1),
    ]  # fmt: skip
