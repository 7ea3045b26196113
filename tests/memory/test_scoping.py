"""A query that does not say whose rows it wants is refused, whatever way it takes to the database."""

import pytest
from django.db.models import Count

from memory.models import ALL, Memory, Namespace
from memory.models.scoping import UnscopedQuery
from memory.services import namespaces
from tests.store import know

WAYS = {
    "a list": list,
    "an iterator": lambda rows: list(rows.iterator()),
    "in parts": lambda rows: list(rows.iterator(chunk_size=1)),
    "count": lambda rows: rows.count(),
    "exists": lambda rows: rows.exists(),
    "aggregate": lambda rows: rows.aggregate(found=Count("pk"))["found"],
    "explain": lambda rows: rows.explain(),
    "update": lambda rows: rows.update(tags=["seen"]),
    "delete": lambda rows: rows.delete()[0],
    "first": lambda rows: rows.order_by("pk").first(),
    "an item": lambda rows: rows.order_by("pk")[0],
}


@pytest.fixture
def store(namespace):
    know(namespace, "Ann likes tea.")
    know(namespace, "Ann plays chess.")
    know(namespaces.ensure("acme/bob"), "Bob likes rain.")
    return namespace


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_no_way_leads_to_rows_without_a_scope(store, way):
    for rows in (Memory.objects.all(), Memory.objects.filter(content="x"), Memory.objects.order_by("pk")):
        with pytest.raises(UnscopedQuery, match="Memory"):
            way(rows)
    assert way(Memory.objects.within(store))


def test_each_way_answers_for_the_rows_of_the_scope_alone(store):
    own = Memory.objects.within(store)
    assert own.count() == len(own) == own.aggregate(found=Count("pk"))["found"] == len(list(own.iterator())) == 2
    assert own.exists() is True
    assert own.filter(content="x").exists() is False
    assert "memories" in own.explain()
    assert own.update(source_role="ann") == 2
    assert own.filter(content="Ann likes tea.").count() == 1  # what comes of a scoped query is scoped


def test_a_scope_is_a_namespace_its_key_several_or_all(store):
    bob = Namespace.objects.get(name="acme/bob")
    assert Memory.objects.within(store.pk).count() == 2
    assert Memory.objects.within(Namespace(name="acme/none")).count() == 0
    assert Memory.objects.across([store, bob.pk]).count() == 3
    assert Memory.objects.across([]).count() == 0
    assert Memory.objects.across(Namespace.objects.filter(name="acme/bob").order_by("name")).count() == 1
    assert Memory.objects.across(ALL).count() == 3
    assert repr(ALL) == "ALL"


def test_what_is_deleted_is_of_the_scope(store):
    assert Memory.objects.within(store).filter(content="Ann likes tea.").delete()[1]["memory.Memory"] == 1
    assert Memory.objects.across(ALL).count() == 2
