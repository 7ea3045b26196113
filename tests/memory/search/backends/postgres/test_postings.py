"""The words' lists on PostgreSQL: the newest of a long one come first, and what is not read is estimated."""

from __future__ import annotations

import pytest
from django.db import connection

from memory.models import Memory
from memory.search.scope import Filters, Scope
from memory.services import namespaces
from memory.services.learning import saving
from memory.services.memories import facts
from tests.store import AGENT, full_text_is_sound, has_posting, know, needs_a_server, say

LIST, PROBE = 60, 10


@pytest.fixture
def postings(db, monkeypatch):
    needs_a_server()
    from memory.search.backends.postgres import postings

    postings.forget()
    monkeypatch.setattr(postings, "PROBE", PROBE)
    yield postings
    postings.forget()


@pytest.fixture
def talk(namespace):
    """LIST turns that all hold "tea", each second "lemon" and a tenth of them "rum"; another namespace's in between."""
    bob = namespaces.ensure("acme/bob")
    turns = []
    for number in range(LIST):
        words = ["tea", "lemon" if number % 2 == 0 else "milk", *(["rum"] if number % 10 == 0 else [])]
        turns += say(namespace, "s1", " ".join(words))
        say(bob, "b1", "tea with lemon and rum")
    return turns


def read(postings, namespace, words, budget=1000, kind=None):
    return postings.read_postings(Scope(namespace, kind, Filters()), words, budget)


def test_a_short_list_is_read_whole_and_counted(postings, namespace, talk):
    found = read(postings, namespace, ["rum"])
    assert sorted(found.lists["rum"]) == [turn.pk for turn in talk[::10]]
    assert found.frequencies == {"rum": 6}


def test_of_a_list_that_is_more_than_the_budget_the_newest_are_read(postings, namespace, talk):
    found = read(postings, namespace, ["tea"], budget=20)
    assert sorted(found.lists["tea"]) == [turn.pk for turn in talk[-20:]]


def test_the_rarest_words_are_read_first_and_what_is_too_much_is_left_out(postings, namespace, talk):
    found = read(postings, namespace, ["tea", "rum", "lemon"], budget=40)
    assert list(found.lists) == ["rum", "lemon"]
    assert len(found.lists["lemon"]) == LIST // 2
    assert set(found.frequencies) == {"tea", "rum", "lemon"}


def test_how_many_a_long_list_has_is_estimated_by_its_newest(postings, namespace, talk):
    found = read(postings, namespace, ["lemon", "tea"], budget=PROBE)
    assert found.frequencies["tea"] == pytest.approx(LIST, rel=0.1)
    assert found.frequencies["lemon"] == pytest.approx(LIST / 2, rel=0.1)
    assert found.total == pytest.approx(LIST, rel=0.1)


def test_a_list_that_was_read_whole_is_counted_and_its_number_is_kept(
    postings, namespace, talk, django_assert_num_queries
):
    assert read(postings, namespace, ["lemon"]).frequencies == {"lemon": LIST // 2}
    with django_assert_num_queries(1):
        again = read(postings, namespace, ["lemon"])
    assert again.frequencies == {"lemon": LIST // 2}
    assert len(again.lists["lemon"]) == LIST // 2


def test_the_lists_of_all_kinds_are_one(postings, namespace, talk):
    fact = know(namespace, "tea is sold here")
    both = read(postings, namespace, ["tea"], budget=20)
    assert sorted(both.lists["tea"]) == [turn.pk for turn in talk[-19:]] + [fact.pk]
    assert read(postings, namespace, ["tea"], kind="fact").lists["tea"].tolist() == [fact.pk]


def test_words_follow_what_becomes_of_a_memory(postings, namespace):
    fact = saving.remember(namespace, "tea with lemon", actor=AGENT).memory
    Memory.objects.within(namespace).filter(pk=fact.pk).update(content="tea with rum")
    assert has_posting(fact, "rum")
    assert not has_posting(fact, "lemon")
    facts.retire(namespace, fact.uid, actor=AGENT)
    assert not has_posting(fact, "tea")
    full_text_is_sound()
    Memory.objects.within(namespace).filter(pk=fact.pk).delete()
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM memories_words WHERE memory_id = %s", [fact.pk])
        assert cursor.fetchone() == (0,)


def test_the_newest_of_a_list_come_out_of_its_index_in_their_order(postings, namespace, talk):
    with connection.cursor() as cursor:
        cursor.execute(
            f"EXPLAIN {postings._NEWEST}",
            {"words": ["tea"], "places": postings.places(Scope(namespace)), "most": [PROBE]},
        )
        plan = "\n".join(row[0] for row in cursor.fetchall())
    assert "Index Only Scan Backward using memories_words_pkey" in plan, plan
    assert "Sort" not in plan, plan
