"""Filling the index of the past from an older store: in batches, whatever a kill left behind."""

from __future__ import annotations

from importlib import import_module
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.db import connection

from memory.models import ALL, Memory
from memory.search.backends import backend
from memory.search.vectors import LiveIndex
from memory.services.memories import facts
from memory.services.upkeep import doctor
from tests.store import AGENT, embed_all, know

migration = import_module("memory.migrations.0011_past_filled")
EDITOR = SimpleNamespace(connection=connection)


@pytest.fixture
def older(namespace):
    """Seven retired facts of which the index of the past knows nothing, as before the migration; and an active one."""
    retired = [know(namespace, f"Ann owns {number} cups") for number in range(7)]
    know(namespace, "Bob drinks tea")
    embed_all()
    for fact in retired:
        facts.retire(namespace, fact.uid, actor=AGENT)
    backend().remove_vectors(LiveIndex.read().table, [fact.pk for fact in retired])
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO memories_past_fts (memories_past_fts) VALUES ('delete-all')")
    assert len(doctor.examine()) == 2
    return retired


def postings() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM memories_past_fts WHERE memories_past_fts MATCH 'cups'")
        return int(cursor.fetchone()[0])


def test_what_was_retired_before_is_put_there_once(older, monkeypatch):
    monkeypatch.setattr(migration, "BATCH", 3)
    for _twice in range(2):
        migration.fill(apps, EDITOR)
        assert postings() == len(older)
        assert doctor.examine() == []


def test_it_goes_on_after_a_kill(older, monkeypatch):
    monkeypatch.setattr(migration, "BATCH", 2)
    batches = []

    def killed(*args):
        batches.append(args)
        if len(batches) == 3:
            raise KeyboardInterrupt
        return begun(*args)

    begun = migration.transaction.atomic
    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(migration, "transaction", SimpleNamespace(atomic=killed))
        with pytest.raises(KeyboardInterrupt):
            migration.fill(apps, EDITOR)
    assert postings() == 4
    migration.fill(apps, EDITOR)
    assert postings() == len(older)
    assert doctor.examine() == []


def test_a_fact_that_changes_before_its_batch_breaks_no_index(namespace, older):
    facts.restore(namespace, older[0].uid, actor=AGENT)
    Memory.objects.across(ALL).filter(pk=older[1].pk).update(content="Ann owns two cups and a mug")
    Memory.objects.across(ALL).filter(pk=older[2].pk).delete()
    migration.fill(apps, EDITOR)
    assert postings() == 5
    assert doctor.examine() == []


def test_it_is_taken_back_whole(older):
    migration.fill(apps, EDITOR)
    migration.clear(apps, EDITOR)
    assert not [row for row in backend().every_vector(LiveIndex.read().table) if row[3]]
