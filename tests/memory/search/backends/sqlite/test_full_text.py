"""SQLite's full-text index: the triggers, `rebuild` and `integrity-check` agree on every row's text."""

import pytest
from django.db import connection

from memory.models import Memory
from memory.search import hybrid_search
from memory.services import namespaces
from memory.services.curating import correcting
from memory.services.memories import facts
from tests.store import AGENT, NOON, full_text_is_sound, has_posting, know, say


def rebuild() -> None:
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO memories_fts (memories_fts) VALUES ('rebuild')")


@pytest.fixture
def mixed(namespace):
    say(namespace, "s1", "the museum was closed", "tea again", name="Caroline", event_time=NOON)
    facts.retire(namespace, know(namespace, "Bob drinks tea.").uid, actor=AGENT)
    correcting.correct(namespace, know(namespace, "Ann drinks tea.").uid, "Ann drinks cocoa.", actor=AGENT)
    gone = know(namespace, "Eve drinks tea.")
    Memory.objects.within(namespace).filter(pk=gone.pk).delete()
    Memory.objects.within(namespace).filter(content="tea again").update(source_role="Zed", content="tea once more")
    know(namespaces.ensure("acme/bob"), "Bob drinks tea.")
    return namespace


def test_rebuilding_changes_no_result(mixed):
    queries = ("tea", "caroline museum", "2026-03-02", "cocoa", "zed", "bob", "again")
    before = [[(hit.memory.pk, hit.score) for hit in hybrid_search(mixed, query).hits] for query in queries]
    full_text_is_sound()
    rebuild()
    full_text_is_sound()
    after = [[(hit.memory.pk, hit.score) for hit in hybrid_search(mixed, query).hits] for query in queries]
    assert after == before
    assert before[0]
    assert not before[5]  # bob's tea was retired here, and lies elsewhere


@pytest.mark.parametrize(
    ("change", "gone", "there"),
    [
        ({"content": "the zoo was open"}, "museum", "zoo"),
        ({"source_role": "Melanie"}, "caroline", "melanie"),
        ({"event_time": NOON.replace(year=2031)}, "2026-03-02", "2031-03-02"),
        ({"kind": "fact"}, "caroline", "museum"),
    ],
)
def test_every_column_that_makes_the_text_is_followed(namespace, change, gone, there):
    (row,) = say(namespace, "s1", "the museum was closed", name="Caroline", event_time=NOON)
    Memory.objects.within(namespace).filter(pk=row.pk).update(**change)
    assert not has_posting(row, gone)
    assert has_posting(row, there)
    full_text_is_sound()


def test_columns_that_do_not_are_left_in_peace(namespace):
    (row,) = say(namespace, "s1", "the museum was closed")
    Memory.objects.within(namespace).filter(pk=row.pk).update(confidence=0.5, access_count=3)
    assert has_posting(row, "museum")
    full_text_is_sound()


def test_all_of_a_long_text_is_indexed(namespace):
    (row,) = say(namespace, "s1", "begin " + "x " * 20_000 + "finish")
    assert has_posting(row, "begin")
    assert has_posting(row, "finish")
    full_text_is_sound()


def test_a_row_moved_to_another_namespace_is_found_there_alone(namespace):
    bob = namespaces.ensure("acme/bob")
    fact = know(namespace, "Ann drinks tea.")
    Memory.objects.within(namespace).filter(pk=fact.pk).update(namespace=bob)
    assert hybrid_search(namespace, "tea").hits == []
    assert len(hybrid_search(bob, "tea").hits) == 1
