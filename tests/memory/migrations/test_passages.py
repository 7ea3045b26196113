"""A store from before passages: its long texts are cut, each once, and its full-text index holds all of them."""

from __future__ import annotations

from importlib import import_module
from types import SimpleNamespace

from django.apps import apps
from django.db import connection

from memory.models import ALL, Passage
from memory.passages import cut
from memory.search import hybrid_search
from memory.services import passages
from memory.services.memories import facts
from memory.services.upkeep import doctor
from tests.store import AGENT, embed_all, full_text_is_sound, has_posting, know, say

LONG = "The harbour office opens at nine. " * 800


def run(statements) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def test_the_index_of_a_store_from_before_comes_to_hold_whole_texts(namespace):
    migration = import_module("memory.migrations.0026_passages")
    (turn,) = say(namespace, "s1", f"{LONG} xylophone", "a xylophone for Ann")[:1]
    gone = facts.retire(namespace, know(namespace, f"{LONG} marimba").uid, actor=AGENT)
    run(migration.holding(migration.BEGINNING))
    full_text_is_sound()
    assert not has_posting(turn, "xylophone")
    assert has_posting(turn, "harbour")
    run(migration.holding("content"))
    full_text_is_sound()
    assert has_posting(turn, "xylophone")
    with connection.cursor() as cursor:
        cursor.execute("SELECT rowid FROM memories_past_fts WHERE memories_past_fts MATCH 'content : marimba'")
        assert cursor.fetchall() == [(gone.pk,)]


def test_long_texts_of_a_store_from_before_are_cut_and_wait_for_the_worker(namespace, monkeypatch):
    migration = import_module("memory.migrations.0027_passages_laid_down")
    monkeypatch.setattr(migration, "BATCH", 2)
    long = say(namespace, "s1", *[f"{LONG} number {n}" for n in range(5)], "short")[:5]
    embed_all()
    (unembedded,) = say(namespace, "s2", f"{LONG} later")
    Passage.objects.across(ALL).delete()
    editor = SimpleNamespace(connection=connection)
    migration.lay_down(apps, editor)
    Passage.objects.across(ALL).filter(memory=long[4]).delete()  # as if it had been killed before the last
    for _ in range(2):
        migration.lay_down(apps, editor)
    found = {memory.pk: list(memory.passages.order_by("start").values_list("start", "end")) for memory in long}
    assert found == {memory.pk: cut(memory.content) for memory in long}
    assert not unembedded.passages.exists()
    assert passages.any_waiting()
    assert hybrid_search(namespace, "harbour office").hits
    embed_all()
    assert not passages.any_waiting()
    assert doctor.examine() == []
