"""The doctor: what it finds and mends in sound files and in damaged ones, and what it says where a backup helps."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection, connections
from django.utils import timezone

from memory.models import (
    CorrectionDue,
    HandedContext,
    HandedItem,
    Memory,
    MemoryEntity,
    MemorySource,
    Review,
    ShownMemory,
)
from memory.services import namespaces, standing
from memory.services.handing import retrieval
from memory.services.standing import StoreStanding
from memory.services.talk import episodes
from memory.services.talk.turns import NewMessage
from memory.services.upkeep import backups, doctor
from memoryproj import lock, throwaway
from memoryproj.sqlite.backups import Why
from tests.damage import damage
from tests.store import AGENT, committed, embed_all, know, make_entity, say

__all__ = ["committed"]


@pytest.fixture
def own_store(committed, migrated):
    connections.close_all()
    with throwaway.store(migrated) as path:
        yield path


def fill() -> None:
    for number in range(12):
        words = [" ".join(f"w{n * 7 + k}" for k in range(60)) for n in range(20)]
        turns = [NewMessage("user", f"Note {number}-{n}: {said}") for n, said in enumerate(words)]
        episodes.ingest_turns("acme/alice", f"f{number}", turns, AGENT)
    embed_all()


def told(*words: str) -> tuple[str, int]:
    """What `doctor` prints, and its exit code."""
    out = StringIO()
    try:
        call_command("doctor", *words, stdout=out)
    except SystemExit as end:
        return out.getvalue(), int(end.code or 0)
    return out.getvalue(), 0


@pytest.mark.sqlite_alone("damage in a file")
@pytest.mark.parametrize("table", ["memories_fts_data", "vec_memories_vector_chunks00", "idx_me_entity"])
def test_damage_in_what_is_drawn_from_base_rows_is_named_and_mended_without_a_backup(own_store, table):
    fill()
    rows = list(Memory.everything.order_by("pk").values_list("pk", "uid", "content"))
    before = retrieval.search(namespaces.for_reading("acme/alice"), "w77 w78").hits
    damage(table, most=2)
    said, code = told()
    assert code == 1
    assert "is damaged" in said
    assert standing.refusal().standing == StoreStanding.DAMAGED
    said, code = told("--repair")
    assert code == 0, said
    assert "mended" in said
    assert list(Memory.everything.order_by("pk").values_list("pk", "uid", "content")) == rows
    assert doctor.examine() == []
    assert standing.refusal(look=True) is None
    after = retrieval.search(namespaces.for_reading("acme/alice"), "w77 w78").hits
    assert [hit.memory.pk for hit in after] == [hit.memory.pk for hit in before]
    assert list(own_store.parent.glob("memory-replaced-*.db"))
    say(namespaces.for_reading("acme/alice"), "later", "It goes on.")


@pytest.mark.sqlite_alone("damage in a file")
def test_damaged_base_rows_are_named_with_the_backup_to_restore_and_nothing_is_lost(own_store):
    fill()
    made = backups.make(Why.HAND)
    damage("memories", most=3)
    said, code = told()
    assert code == 1
    assert "memories is damaged" in said
    assert f"restore {made.path.name}" in said
    size = Path(own_store).stat().st_size
    with pytest.raises(CommandError, match=f"cannot be mended(.|\n)*{made.path.name}"):
        call_command("doctor", "--repair", stdout=StringIO())
    assert own_store.stat().st_size == size
    assert not [path for path in own_store.parent.iterdir() if "salvage" in path.name]
    call_command("restore", "latest", stdout=StringIO())
    assert standing.refusal(look=True) is None
    assert told() == ("all is well\n", 0)


@pytest.mark.sqlite_alone("damage in a file")
def test_a_file_that_is_no_database_is_told_without_a_traceback(own_store):
    connections.close_all()
    for path in own_store.parent.glob("memory.db*"):
        path.write_bytes(b"x" * 50_000)
    said, code = told()
    assert code == 1
    assert "the file cannot be read" in said
    assert "There is no backup" in said
    with pytest.raises(CommandError, match="cannot be mended"):
        call_command("doctor", "--repair", stdout=StringIO())


@pytest.mark.sqlite_alone("damage in a file")
def test_damaged_pages_are_not_mended_under_a_running_service(own_store):
    fill()
    damage("memories_fts_data", most=1)
    with lock.hold(settings.MEMORY_DATA_DIR, "up"), pytest.raises(CommandError, match="service stopped"):
        call_command("doctor", "--repair", stdout=StringIO())


@pytest.mark.sqlite_alone("damage in a file")
def test_a_backup_of_a_damaged_store_ends_writes(own_store):
    fill()
    damage("memories_fts_data", most=1)
    with pytest.raises(backups.BackupFailed):
        backups.make(Why.SCHEDULE)
    assert standing.refusal().standing == StoreStanding.DAMAGED


def test_the_ledgers_rows_of_another_namespace_are_found_and_cut(committed):
    theirs = know(namespaces.ensure("acme/bob"), "Bob likes tea.")
    block = HandedContext.everything.create(
        uid="ctx_1", namespace=committed, prompt_hash="x", block="b", tokens=1, at=timezone.now()
    )
    HandedItem.objects.create(context=block, memory=theirs, place=0, version="v")
    CorrectionDue.everything.create(
        namespace=committed, session_id="s", memory=theirs, kind="wrong", at=timezone.now() - timedelta(days=1)
    )
    assert sorted(flaw.what for flaw in doctor.examine()) == [
        "corrections due in other namespaces than their memory's",
        "items of blocks from other namespaces than their block's",
    ]
    doctor.repair()
    assert doctor.examine() == []
    assert Memory.everything.filter(pk=theirs.pk).exists()


def test_links_between_namespaces_are_found_and_cut(committed):
    ours, theirs = know(committed, "Ann likes tea."), know(namespaces.ensure("acme/bob"), "Bob likes tea.")
    bob = make_entity(theirs.namespace, "Bob")
    MemoryEntity.objects.create(memory=ours, entity=bob)
    MemorySource.objects.create(memory=ours, source=theirs)
    ShownMemory.objects.create(reflection=ours, shown=theirs)
    ShownMemory.objects.create(reflection=ours, shown=ours)
    tables = ("memory_entities", "memory_sources", "shown_memories")
    assert [flaw.what for flaw in doctor.repair()] == [f"{table} crosses namespaces" for table in tables]
    assert doctor.examine() == []
    assert ShownMemory.objects.get().shown == ours


def test_a_review_of_another_namespaces_memory_is_told_and_left(committed):
    theirs = know(namespaces.ensure("acme/bob"), "Bob likes tea.")
    Review.everything.create(namespace=committed, subject=theirs, reason="low_confidence")
    (flaw,) = doctor.examine()
    assert (flaw.what, flaw.mendable) == ("reviews about memories of another namespace", False)
    doctor.repair()
    assert Review.everything.count() == 1
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
