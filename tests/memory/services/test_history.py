"""History is written in the transaction of the change, keeps what differs, and belongs to its namespace."""

import pytest

from memory.models import ChangeKind, Event, EventKind, Memory, UnscopedQuery
from memory.services import history, namespaces
from memory.services.errors import StateConflict
from memory.services.memories import facts
from tests.store import AGENT, CURATOR, know


def test_of_two_snapshots_only_what_differs_is_kept(namespace):
    change = history.begin(namespace.pk, ChangeKind.EDIT, AGENT)
    event = history.append(change, "x", EventKind.EDITED, before={"a": 1, "b": 2}, after={"a": 1, "b": 3, "c": 4})
    assert (event.before, event.after) == ({"b": 2}, {"b": 3, "c": 4})


def test_a_change_that_fails_leaves_no_history(namespace):
    fact = know(namespace, "Ann likes tea.")
    other = know(namespace, "Bob owns a boat.")
    facts.retire(namespace, other.uid, actor=AGENT)
    before = Event.objects.within(namespace).count()
    with pytest.raises(StateConflict):
        facts.merge(namespace, fact.uid, [other.uid], actor=CURATOR)
    assert Event.objects.within(namespace).count() == before


def test_the_story_of_a_fact_is_told_in_order_with_names(namespace):
    fact = know(namespace, "Ann likes tea.")
    facts.edit(namespace, fact.uid, actor=CURATOR, tags=["x"])
    facts.retire(namespace, fact.uid, actor=AGENT, reason="wrong")
    told = [(event.kind, event.actor, event.origin) for event in facts.events(namespace, fact.uid)]
    assert told == [
        ("remembered", AGENT.name, "agent"),
        ("edited", "carla", "curator"),
        ("retired", AGENT.name, "agent"),
    ]


def test_another_namespace_sees_nothing_of_it(namespace):
    know(namespace, "Ann likes tea.")
    assert not Event.objects.within(namespaces.ensure("acme/bob")).exists()


def test_a_query_that_names_no_namespace_is_a_programming_error(namespace):
    know(namespace, "Ann likes tea.")
    for query in (
        lambda: list(Memory.objects.all()), lambda: Memory.objects.count(), lambda: Memory.objects.exists(),
        lambda: Memory.objects.filter(kind="fact").update(kind="fact"), lambda: Memory.objects.filter(pk=1).delete(),
        lambda: Memory.objects.first(), lambda: Memory.objects.get(pk=1), lambda: list(Memory.objects.values("pk")),
        lambda: Memory.objects.aggregate(), lambda: list(Memory.objects.iterator()),
        lambda: Memory.objects.in_bulk([1]),
    ):  # fmt: skip
        with pytest.raises(UnscopedQuery):
            query()
