"""A form that is sent twice does once what it is for, and the secret that it makes is shown."""

from __future__ import annotations

import re
import uuid

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session as Login
from django.db import OperationalError
from django.urls import reverse

from memory.admin import once
from memory.models import ApiKey, MemoryTest, Operation, Webhook
from memory.services import operations

KEYS = reverse("admin:memory_apikey_changelist")


def new_key(**sent):
    return {"name": "robot", "namespace_pattern": "acme/alice", "scopes": ["read"], **sent}


def key_of(client, address):
    """The name of the form that a page holds."""
    return str(client.get(address).context["form"]["key"].value())


FORMS = {
    "memory_apikey_add": (ApiKey.objects, new_key()),
    "memory_webhooks": (Webhook.everything, {"url": "https://hooks.example.org/x"}),
    "memory_test_add": (MemoryTest.everything, {"question": "Where does Alice live?", "must": "Berlin"}),
}


@pytest.mark.parametrize("name", FORMS)
def test_sent_twice_it_is_made_once(desk, operator, name):
    rows, sent = FORMS[name]
    address = reverse(f"admin:{name}")
    key = key_of(operator, address)
    assert 'type="hidden" name="key"' in operator.get(address).content.decode()
    assert f'value="{key}"' not in operator.get(address).content.decode()  # each page has a name of its own
    first, second = (operator.post(address, sent | {"key": key}) for _ in range(2))
    assert (first.status_code, second.status_code) == (302, 302)
    assert second["Location"] == first["Location"]
    assert rows.count() == 1
    assert "done once" in operator.get(second["Location"]).content.decode()
    assert key_of(operator, address) != key
    operator.post(address, sent | {"key": key_of(operator, address)})
    assert rows.count() == 2


def test_the_secret_of_the_one_key_is_on_the_page_that_follows_the_second_click(desk, operator):
    sent = new_key(key=str(uuid.uuid4()))
    for _ in range(2):
        operator.post(reverse("admin:memory_apikey_add"), sent)
    shown = re.search(r"mem_\w+_[\w-]+", operator.get(KEYS).context["fresh_key"])
    assert ApiKey.objects.authenticate(shown[0]) == ApiKey.objects.get()
    assert operator.get(KEYS).context["fresh_key"] == ""


def test_a_key_is_replaced_once(desk, operator):
    old, _ = ApiKey.objects.issue("robot", pattern="acme/alice", scopes=["read"])
    address = reverse("admin:memory_key_replace", args=[old.pk])
    page = operator.get(KEYS).content.decode()
    button = re.search(rf'formaction="{address}"[^>]* name="key" value="([^"]+)"', page)
    for _ in range(2):
        operator.post(address, {"key": button[1]})
    assert ApiKey.objects.count() == 2
    fresh = operator.get(KEYS).context["fresh_key"]
    assert ApiKey.objects.authenticate(fresh) == ApiKey.objects.exclude(pk=old.pk).get()


def test_two_at_once_take_turns(desk, operator, monkeypatch):
    """The second request has read its session before the first is done."""
    sent = new_key(key=str(uuid.uuid4()))
    add = once.changed_once

    def beside_another(request, key, change):
        assert request.session.get(once.SESSION_KEY) is None
        monkeypatch.setattr("memory.admin.accounts.changed_once", add)
        operator.post(reverse("admin:memory_apikey_add"), sent)
        return add(request, key, change)

    monkeypatch.setattr("memory.admin.accounts.changed_once", beside_another)
    operator.post(reverse("admin:memory_apikey_add"), sent)
    assert ApiKey.objects.count() == 1
    assert operator.get(KEYS).context["fresh_key"]


def test_what_is_refused_may_be_sent_again(desk, operator):
    address = reverse("admin:memory_apikey_add")
    key = key_of(operator, address)
    refused = operator.post(address, new_key(key=key, default_namespace="acme/bob"))
    assert refused.status_code == 200
    assert str(refused.context["form"]["key"].value()) == key
    assert operator.post(address, new_key(key=key)).status_code == 302
    assert ApiKey.objects.count() == 1


def test_a_form_that_was_done_without_its_session_is_not_done(desk, operator, monkeypatch):
    """What the session does not keep was shown to nobody, and its form may come again."""
    sent = new_key(key=str(uuid.uuid4()))

    def refused(self, must_create=False):
        raise OperationalError("the disk is gone")

    with monkeypatch.context() as broken:
        broken.setattr(SessionStore, "save", refused)
        operator.raise_request_exception = False
        assert operator.post(reverse("admin:memory_apikey_add"), sent).status_code >= 500
    assert not ApiKey.objects.exists()
    operator.post(reverse("admin:memory_apikey_add"), sent)
    assert ApiKey.objects.count() == 1


def test_a_login_that_ended_meanwhile_makes_nothing(desk, operator, monkeypatch):
    add = once.changed_once

    def without_a_login(request, key, change):
        Login.objects.all().delete()
        return add(request, key, change)

    monkeypatch.setattr("memory.admin.accounts.changed_once", without_a_login)
    assert operator.post(reverse("admin:memory_apikey_add"), new_key()).status_code == 400
    assert not ApiKey.objects.exists()
    assert not Login.objects.exists()


def test_a_failed_run_is_queued_again_once_however_often_it_is_asked_for(desk, operator):
    address = reverse("admin:memory_run_again", args=[desk.failed.pk])
    told = [[str(message) for message in operator.post(address, follow=True).context["messages"]] for _ in range(2)]
    assert told == [["Queued again."], ["It is queued already, or runs."]]
    queued = Operation.objects.get(kind="decay", status="pending")
    operations.fail(queued, "the disk was full again")
    operator.post(address)
    assert Operation.objects.filter(kind="decay", status="pending").count() == 1
