"""The desk's page of webhooks."""

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import User
from django.urls import reverse

from memory.models import DeadLetter, Webhook
from memory.services import webhooks
from tests.memory.admin.conftest import furnish


@pytest.fixture
def operator(desk, sign_in):
    return sign_in("operator", "acme/alice")


def add(client, **sent):
    return client.post(reverse("admin:memory_webhooks"), {"url": "https://hooks.example.org/x", **sent}, follow=True)


def test_one_is_added_its_secret_is_shown_once_and_it_is_paused_and_forgotten(desk, operator):
    page = add(operator, kinds=["retired"]).content.decode()
    webhook = Webhook.objects.within(desk.namespace).get()
    assert webhook.secret in page
    assert webhook.kinds == ["retired"]
    DeadLetter.objects.create(webhook=webhook, seq=10**12, kind="retired", subject="fact_0", error="answered 500")
    again = operator.get(reverse("admin:memory_webhooks")).content.decode()
    assert webhook.secret not in again
    assert "hooks.example.org" in again
    assert "answered 500" in again
    for do, paused in (("pause", True), ("go on", False)):
        operator.post(reverse("admin:memory_webhooks_act"), {"webhook": webhook.pk, "do": do})
        assert Webhook.everything.get().is_paused is paused
    operator.post(reverse("admin:memory_webhooks_act"), {"webhook": webhook.pk, "do": "send again"})
    assert not DeadLetter.objects.exists()  # its event is gone
    operator.post(reverse("admin:memory_webhooks_act"), {"webhook": webhook.pk, "do": "forget"})
    assert not Webhook.everything.exists()
    told = [(entry.user, entry.object_repr, entry.change_message) for entry in LogEntry.objects.order_by("pk")]
    me = User.objects.get()
    assert told == [(me, webhook.uid, "added, of acme/alice"), (me, webhook.uid, "forgotten, of acme/alice")]


def test_an_address_that_must_not_be_told_stays_in_the_form(desk, operator):
    for url in ("http://hooks.example.org/", "https://127.0.0.1/", "", "nonsense"):
        page = add(operator, url=url)
        assert page.status_code == 200
        assert page.context["form"].errors, url
    assert not Webhook.everything.exists()


def test_what_was_not_granted_is_neither_shown_nor_changed(desk, operator, sign_in):
    bob = furnish("acme/bob")
    theirs, _ = webhooks.add(bob.namespace, "https://bob.example.org/")
    assert "bob.example.org" not in operator.get(reverse("admin:memory_webhooks")).content.decode()
    act = reverse("admin:memory_webhooks_act")
    assert operator.post(act, {"webhook": theirs.pk, "do": "forget"}).status_code == 404
    curator = sign_in("curator", "acme/alice")
    assert curator.get(reverse("admin:memory_webhooks")).status_code == 403
    assert curator.post(act, {"webhook": theirs.pk, "do": "forget"}).status_code == 403
    assert Webhook.everything.get() == theirs
