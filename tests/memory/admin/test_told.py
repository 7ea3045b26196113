"""What pages tell of what was asked for: refusals, what a list leaves out, and what would be made in vain."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from memory.models import ApiKey
from memory.services.memories import facts
from tests.memory.admin.conftest import furnish
from tests.memory.admin.test_actions import act, said
from tests.store import CURATOR

LIST = reverse("admin:memory_memory_changelist")


def leads_to(client, fact, **asked):
    text = client.get(LIST, {"q": fact.uid, **asked}).content.decode()
    return "This list leaves it out, but it is there" in text and reverse("admin:memory_go", args=[fact.uid]) in text


def test_a_retired_fact_is_reached_by_its_id(desk, curator):
    assert not leads_to(curator, desk.old)
    facts.retire(desk.namespace, desk.old.uid, actor=CURATOR)
    assert leads_to(curator, desk.old)
    assert not leads_to(curator, desk.old, state="retired")


def test_a_fact_of_another_namespace_is_reached_by_its_id_if_it_was_granted(desk, sign_in, curator):
    bob = furnish("acme/bob")
    both = sign_in("curator", "acme/*", name="ben")
    both.post(reverse("admin:memory_pick_namespace"), {"namespace": "acme/alice"})
    assert leads_to(both, bob.fact)
    assert not leads_to(curator, bob.fact)


def test_a_refusal_leaves_an_id_as_it_is_written(desk, curator):
    act(curator, desk, "retire")
    assert f"{desk.fact.uid} is retired; restore it first." in said(act(curator, desk, "confirm"))


@pytest.mark.parametrize(("hours", "made"), [(-1, 0), (1, 1)])
def test_a_key_that_is_over_already_is_not_made(hours, made, desk, operator):
    end = timezone.now() + timedelta(hours=hours)
    sent = {
        "name": "nightly", "namespace_pattern": "acme/alice", "scopes": ["read"],
        "expires_at_0": f"{end:%Y-%m-%d}", "expires_at_1": f"{end:%H:%M:%S}",
    }  # fmt: skip
    page = operator.post(reverse("admin:memory_apikey_add"), sent)
    assert ("This is over already" in page.content.decode()) == (not made)
    assert ApiKey.objects.filter(name="nightly").count() == made


def test_a_page_tells_how_fast_a_fact_fades_in_few_figures(desk, curator):
    type(desk.fact).objects.within(desk.namespace).filter(pk=desk.fact.pk).update(decay_rate=0.010000000000000002)
    page = curator.get(reverse("admin:memory_memory_change", args=[desk.fact.pk]), follow=True).content.decode()
    assert "<dt>Decay a day</dt><dd>0.01" in page
    assert "0.010000" not in page
