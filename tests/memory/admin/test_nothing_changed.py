"""What was so already is not told as changed, and neither is what could not be."""

import json

import pytest
from django.urls import reverse

from memory.models import Event, Memory
from memory.services.graph import entities
from tests.store import AGENT, CURATOR, fresh, know, make_entity

ALREADY = "It was so already: nothing was changed."


def said(response):
    return [str(message) for message in response.context["messages"]]


def act(client, memory, **sent):
    return said(client.post(reverse("admin:memory_act", args=[memory.pk]), sent, follow=True))


def act_on(client, entity, **sent):
    return said(client.post(reverse("admin:memory_entity_act", args=[entity.pk]), sent, follow=True))


@pytest.mark.parametrize(
    ("sent", "done"),
    [
        ({"verb": "tags", "tags": "home", "was": ""}, "Tags changed."),
        ({"verb": "protect"}, "Protected: decay leaves it alone."),
        ({"verb": "retire"}, "Retired: agents no longer see it. Restore brings it back whole."),
    ],
)
def test_the_second_time_a_memory_is_told_as_it_was(sent, done, desk, curator):
    assert act(curator, desk.fact, **sent) == [done]
    events = Event.objects.within(desk.namespace).about(desk.fact.uid).count()
    sent = {**sent, **({"was": "home"} if "was" in sent else {})}
    assert act(curator, desk.fact, **sent) == [ALREADY]
    assert Event.objects.within(desk.namespace).about(desk.fact.uid).count() == events


def test_what_is_active_is_not_restored(desk, curator):
    assert act(curator, desk.fact, verb="restore") == [ALREADY]


def test_a_name_that_an_entity_has_is_not_told_as_added(desk, curator):
    assert act_on(curator, desk.entity, verb="alias", alias="Tommy") == ["Alias added: the next extraction knows it."]
    assert act_on(curator, desk.entity, verb="alias", alias="tommy") == [ALREADY]


@pytest.mark.parametrize(
    ("name", "kind", "told"),
    [
        ("tom", "person", [ALREADY]),
        ("tom", "project", ["The type is another now."]),
        ("Tom", "person", ["Renamed."]),
        ("Thomas", "person", ["Renamed; the old name stays as an alias."]),
        ("Thomas", "project", ["Renamed; the old name stays as an alias. The type is another now."]),
    ],
)
def test_a_new_name_and_a_new_type_are_told_apart(name, kind, told, desk, curator):
    assert (desk.entity.canonical_name, desk.entity.type) == ("tom", "person")
    assert act_on(curator, desk.entity, verb="rename", name=name, type=kind) == told


def test_a_merge_tells_whose_the_name_is(desk, curator):
    other = make_entity(desk.namespace, "Thomas")
    assert act_on(curator, other, verb="merge", into=desk.entity.uid) == [
        "Merged: Thomas is now one of its names. Undo it in the history below."
    ]


def test_entities_of_that_type_are_told_as_such(desk, curator):
    sent = {"type": desk.entity.type, "rows": str(desk.entity.pk)}
    told = said(curator.post(reverse("admin:memory_entity_types"), sent, follow=True))
    assert told == ["Nothing was changed: all of them are of this type already."]
    assert entities.named(desk.namespace, "tom").type == desk.entity.type
    assert said(curator.post(reverse("admin:memory_entity_types"), {"type": "person", "rows": ""}, follow=True)) == [
        "Nothing was chosen."
    ]


# --- Many at once ---------------------------------------------------------------------------------------------------


def bulk(client, action, rows, value="", batch="a"):
    sent = {"action": action, "rows": ",".join(str(row.pk) for row in rows), "value": value, "batch": batch * 32}
    return json.loads(
        client.post(reverse("admin:memory_bulk_part"), sent, headers={"X-Requested-With": "fetch"}).content
    )


def test_who_has_a_tag_does_not_get_it_and_who_has_none_does_not_lose_it(desk, curator):
    facts = [know(desk.namespace, f"Alice owns a {what}.", AGENT, tags=tags) for what, tags in
             (("canoe", ["boat"]), ("sloop", ["boat", "old"]), ("dog", []))]  # fmt: skip
    assert bulk(curator, "tag", facts, "boat")["done"] == 1
    assert [fresh(fact).tags for fact in facts] == [["boat"], ["boat", "old"], ["boat"]]
    assert bulk(curator, "untag", facts, "old", batch="b")["done"] == 1
    assert bulk(curator, "untag", facts, "old", batch="c") == {"kind": "done", "done": 0, "refused": []}


@pytest.mark.parametrize("times", [1, 2])
def test_one_fact_alone_is_merged_with_nothing(times, desk, curator):
    told = bulk(curator, "merge", [desk.fact] * times)
    assert (told["done"], told["refused"]) == (
        0,
        ["one fact alone is merged with nothing: choose two or more that say the same"],
    )
    assert not Event.objects.within(desk.namespace).filter(kind="merged").exists()
    assert Memory.everything.get(pk=desk.fact.pk).active


def test_two_facts_are_merged(desk, curator):
    other = know(desk.namespace, "Alice lives in Berlin with @tom.", CURATOR)
    assert bulk(curator, "merge", [desk.fact, other])["done"] == 2
