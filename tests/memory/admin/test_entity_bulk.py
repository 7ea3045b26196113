"""The type of many entities at once, and a split with all that speaks of one."""

from __future__ import annotations

import pytest
from django.urls import reverse

from memory.admin import entity_bulk
from memory.models import Entity
from memory.services.graph import entities
from tests.memory.admin.conftest import furnish
from tests.store import CURATOR, know


@pytest.fixture
def named(desk):
    for name in ("berta", "otto", "zoe"):
        know(desk.namespace, f"Alice met @{name} once.")
    desk.people = [entities.named(desk.namespace, name) for name in ("berta", "otto", "zoe")]
    return desk


def types(found):
    return [Entity.everything.get(pk=one.pk).type for one in found]


def set_type(client, found, kind):
    rows = ",".join(str(one.pk) for one in found)
    return client.post(reverse("admin:memory_entity_types"), {"rows": rows, "type": kind}, follow=True)


def test_many_are_previewed_and_given_one_type(named, curator):
    chosen = {"action": "set_type", "_selected_action": [one.pk for one in named.people]}
    page = curator.post(reverse("admin:memory_entity_changelist"), chosen)
    assert page.context["rows"] == [one.pk for one in named.people]
    assert types(named.people) == ["person"] * 3
    assert "3 changed" in set_type(curator, named.people, "organization").content.decode()
    assert types(named.people) == ["organization"] * 3
    shown = curator.get(reverse("admin:memory_entity_change", args=[named.people[0].pk]))
    (told,) = [row for row in shown.context["history"] if row["undoable"]]
    curator.post(
        reverse("admin:memory_entity_act", args=[named.people[0].pk]), {"verb": "undo", "seq": told["event"].seq}
    )
    assert types(named.people) == ["person", "organization", "organization"]


def test_one_that_is_gone_is_told_and_one_that_is_renamed_meanwhile_keeps_its_new_name(named, curator, monkeypatch):
    berta, otto, zoe = named.people
    entities.merge(named.namespace, zoe.uid, otto.uid, actor=CURATOR)
    real = entities.rename

    def rename(namespace, uid, name, **given):
        if uid == berta.uid:
            real(namespace, uid, "Bertha", actor=CURATOR)
        return real(namespace, uid, name, **given)

    monkeypatch.setattr(entities, "rename", rename)
    page = set_type(curator, named.people, "organization").content.decode()
    assert "1 of those that you chose is not there any more" in page
    assert "berta: its name or type was changed meanwhile" in page
    assert "1 changed" in page
    assert Entity.everything.get(pk=berta.pk).canonical_name == "Bertha"
    assert "Nothing was chosen" not in set_type(curator, [zoe], "project").content.decode()


def test_where_another_has_an_alias_in_that_type_one_is_refused_and_the_others_are_set(named, curator):
    berta = named.people[0]
    firm = Entity.objects.create(namespace=named.namespace, canonical_name="Rex Co", type="organization")
    for one in (berta, firm):
        entities.add_alias(named.namespace, one.uid, "Acme", actor=CURATOR)
    page = set_type(curator, named.people, "organization").content.decode()
    assert "berta: &#x27;Acme&#x27; is a name of Rex Co too" in page
    assert "2 changed" in page
    assert types(named.people) == ["person", "organization", "organization"]
    sent = {"verb": "rename", "name": "berta", "type": "organization"}
    page = curator.post(reverse("admin:memory_entity_act", args=[berta.pk]), sent, follow=True).content.decode()
    assert "is a name of Rex Co too" in page


def test_what_is_no_type_and_a_name_that_is_taken_are_refused(named, curator):
    assert "type must be one of" in set_type(curator, named.people, "planet").content.decode()
    Entity.everything.create(namespace=named.namespace, canonical_name="zoe", type="location")
    told = set_type(curator, named.people, "location").content.decode()
    assert "2 changed" in told
    assert "merge them instead" in told
    assert types(named.people) == ["location", "location", "person"]


def test_too_many_at_once_and_those_of_others_are_left(named, curator, sign_in, monkeypatch):
    monkeypatch.setattr(entity_bulk, "MOST", 2)
    chosen = {"action": "set_type", "_selected_action": [one.pk for one in named.people]}
    assert "At most 2" in curator.post(reverse("admin:memory_entity_changelist"), chosen, follow=True).content.decode()
    furnish("acme/bob")
    set_type(sign_in("curator", "acme/bob"), named.people, "location")
    assert sign_in("viewer", "acme/alice").post(reverse("admin:memory_entity_types")).status_code == 403
    assert types(named.people) == ["person"] * 3


@pytest.fixture
def many(named, monkeypatch):
    """Seven facts about berta, on pages of three."""
    monkeypatch.setattr(entity_bulk, "SPLIT_PAGE", 3)
    for number in range(6):
        know(named.namespace, f"@berta owns car {number} of hall {number + 40}.")
    return named.people[0]


def split(client, entity, **sent):
    return client.post(reverse("admin:memory_entity_split", args=[entity.pk]), sent)


def test_what_is_chosen_on_one_page_stays_chosen_on_the_others(named, curator, many):
    first = curator.get(reverse("admin:memory_entity_split", args=[many.pk]))
    assert (len(first.context["shown"]), first.context["listed"].paginator.count) == (3, 7)
    chosen = [first.context["shown"][0].uid]
    second = split(curator, many, page="2", memories=chosen, name="Bertha")
    assert second.context["elsewhere"] == chosen[0]
    assert second.context["name"] == "Bertha"
    chosen.append(second.context["shown"][1].uid)
    searched = split(curator, many, page="1", q="hall 40", memories=chosen, name="Bertha")
    assert [memory.content for memory in searched.context["shown"]] == ["@berta owns car 0 of hall 40."]
    assert split(curator, many, verb="split", memories=chosen, name="Bertha", type="person").status_code == 302
    made = entities.named(named.namespace, "Bertha")
    moved = {memory.uid for memory in entities.memories_of(named.namespace, made)}
    assert moved == set(chosen)
    assert entities.memories_of(named.namespace, many).count() == 5


def test_more_than_a_form_has_fields_can_be_chosen_and_what_is_too_much_is_told(curator, many, monkeypatch):
    shown = curator.get(reverse("admin:memory_entity_split", args=[many.pk])).context["shown"]
    chosen = [memory.uid for memory in shown]
    far = [f"fact_{number}" for number in range(1_200)]
    page = split(curator, many, page="1", elsewhere=",".join(far), memories=chosen)
    assert (page.status_code, len(page.context["chosen"])) == (200, 1_203)
    assert page.context["elsewhere"].split(",") == far
    assert page.content.count(b'name="elsewhere"') == 1
    monkeypatch.setattr(entity_bulk, "MOST_CHOSEN", 2)
    for verb in ("", "split"):
        page = split(curator, many, verb=verb, elsewhere=chosen[0], memories=chosen[1:], name="Bertha")
        told = page.content.decode()
        assert page.status_code == 200
        assert "at most 2 memories go at once" in told
        assert "1 of those that you chose are left out" in told
        assert page.context["chosen"] == set(chosen[:2])


def test_a_refused_split_keeps_what_was_chosen(curator, many):
    first = curator.get(reverse("admin:memory_entity_split", args=[many.pk]))
    chosen = [first.context["shown"][0].uid]
    page = split(curator, many, verb="split", memories=[*chosen, "fact_none"], name="Bertha")
    assert page.status_code == 200
    assert set(chosen) <= page.context["chosen"]
    assert page.context["name"] == "Bertha"


def test_an_entity_of_another_namespace_is_not_there(many, sign_in):
    furnish("acme/bob")
    stranger = sign_in("curator", "acme/bob")
    assert stranger.get(reverse("admin:memory_entity_split", args=[many.pk])).status_code == 404
    assert split(stranger, many, verb="split", name="x").status_code == 404
