"""A fact that a person adds, and two facts that a person pairs as a conflict."""

from __future__ import annotations

import uuid

import pytest
from django.urls import reverse

from memory.models import Conflict, Memory
from memory.services.curating import deciding
from memory.services.memories import facts
from tests.memory.admin.conftest import furnish
from tests.store import CURATOR, contents, fresh, know


def add(client, **sent):
    sent = {"content": "Alice speaks Norwegian.", "namespace": "acme/alice", "key": uuid.uuid4(), **sent}
    return client.post(reverse("admin:memory_fact_add"), sent)


def pair(client, fact, other):
    return client.post(reverse("admin:memory_pair_with", args=[fact.pk]), {"other": other.pk}, follow=True)


def test_a_fact_is_added_under_the_persons_name(desk, curator):
    assert "acme/alice" in curator.get(reverse("admin:memory_fact_add")).content.decode()
    answer = add(curator, day="2026-02-03", tags="language, person")
    fact = Memory.objects.within(desk.namespace).get(content="Alice speaks Norwegian.")
    assert answer["Location"] == reverse("admin:memory_memory_change", args=[fact.pk])
    assert (fact.origin, fact.protected, f"{fact.event_time:%Y-%m-%d}") == ("curator", True, "2026-02-03")
    assert fact.tags == ["language", "person"]
    page = curator.get(answer["Location"])
    assert page.context["history"][-1]["event"].actor == "carla"


def test_a_fact_that_is_sent_twice_is_added_once(desk, curator):
    key = uuid.uuid4()
    first, second = (add(curator, key=key)["Location"] for _ in range(2))
    assert first == second
    assert contents(desk.namespace).count("Alice speaks Norwegian.") == 1
    assert add(curator)["Location"] == first  # known already


def test_what_is_refused_stays_in_the_form(desk, curator):
    furnish("acme/bob")
    for sent in (
        {"content": " "}, {"content": "x" * 2_000_000}, {"content": "no\x00"}, {"namespace": "acme/bob"},
        {"namespace": "acme/none"}, {"namespace": ""}, {"day": "yesterday"}, {"key": "x"},
        {"tags": ",".join(map(str, range(500)))},
    ):  # fmt: skip
        before = Memory.everything.count()
        page = add(curator, **sent)
        assert page.status_code == 200, sent
        assert page.context["form"].errors, sent
        assert Memory.everything.count() == before
    page = add(curator, content="Alice speaks Finnish.", namespace="acme/bob").content.decode()
    assert "Alice speaks Finnish." in page


def test_any_two_facts_are_paired_and_the_later_one_is_new(desk, curator):
    early = know(desk.namespace, "Alice drives a red car.")
    late = know(desk.namespace, "Alice owns no vehicle.")
    page = curator.get(reverse("admin:memory_pair", args=[late.pk]), {"q": early.uid})
    assert [fact for fact, _ in page.context["found"]] == [early]
    offered = curator.get(reverse("admin:memory_pair", args=[early.pk]), {"q": "no vehicle"}).context["found"]
    assert late in [fact for fact, _ in offered]
    assert early not in [fact for fact, _ in offered]
    answer = pair(curator, early, late)
    made = Conflict.objects.within(desk.namespace).get(found_by="carla")
    assert (made.new_fact, made.old_fact, made.status) == (late, early, "open")
    assert answer.context["begin"]["first"] == f"conflict-{made.pk}"
    pair(curator, late, early)
    assert Conflict.objects.within(desk.namespace).filter(found_by="carla").count() == 1
    deciding.decide_conflict(desk.namespace, made.pk, "new", actor=CURATOR)
    assert fresh(early).superseded
    refused = pair(curator, late, early)
    assert "compared already: carla decided that the new one holds" in refused.content.decode()


@pytest.mark.parametrize("other", ["itself", "a retired one", "a turn", "one of another namespace", "nothing"])
def test_what_cannot_be_paired_is_refused(other, desk, curator, sign_in):
    client, bob = sign_in("curator", "acme/*"), furnish("acme/bob")
    gone = know(desk.namespace, "Alice drives a red car.")
    facts.retire(desk.namespace, gone.uid, actor=CURATOR)
    chosen = {
        "itself": desk.fact,
        "a retired one": gone,
        "a turn": desk.turns[0],
        "one of another namespace": bob.fact,
        "nothing": Memory(pk=10**9),
    }[other]
    before = Conflict.everything.count()
    for one in (client, curator):
        assert pair(one, desk.fact, chosen).status_code in {200, 404}
    assert pair(curator, bob.fact, desk.fact).status_code == 404
    assert curator.get(reverse("admin:memory_pair", args=[bob.fact.pk])).status_code == 404
    assert Conflict.everything.count() == before
