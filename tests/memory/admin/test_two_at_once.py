"""Two administrators store at the same moment, each with a connection of their own: one of them is told."""

from __future__ import annotations

import html
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest
from django.contrib.auth.models import Group, Permission, User
from django.db import connections
from django.test import Client
from django.urls import reverse

from memory.admin import roles
from memory.admin.namespaces import SettingsForm
from memory.admin.people import PersonForm
from memory.models import Kind, Memory, Namespace
from memory.services.curating import correcting
from tests.memory.admin.test_namespaces import EMPTY
from tests.store import committed, know

__all__ = ["committed"]
PATIENCE = 1  # seconds for the other to have looked, too; where looks take turns, it cannot


@pytest.fixture
def bosses(committed):
    roles.seed(Group, Permission)
    clients = []
    for name in ("ada", "bob"):
        client = Client(raise_request_exception=False)
        client.force_login(User.objects.create_superuser(name, password="not a secret 7"))
        clients.append(client)
    return clients


def look_together(monkeypatch, form, look):
    """Let each request that has looked at what is stored, by `form`'s method `look`, wait for the other's look."""
    real, both = getattr(form, look), threading.Barrier(2)

    def looked(self):
        found = real(self)
        with suppress(threading.BrokenBarrierError):
            both.wait(PATIENCE)
        return found

    monkeypatch.setattr(form, look, looked)


def post_together(clients, addresses, forms):
    def post(client, address, sent):
        try:
            return client.post(address, sent)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as pool:
        return list(pool.map(post, clients, addresses, forms))


def test_settings_that_two_store_at_once_are_not_overwritten_unseen(bosses, monkeypatch):
    namespace = Namespace.objects.create(name="acme")
    address = reverse("admin:memory_namespace_change", args=[namespace.pk])
    version = bosses[0].get(address).context["adminform"].form.initial["version"]
    look_together(monkeypatch, SettingsForm, "clean")
    changes = ({"timezone": "Europe/Berlin"}, {"max_memories": "77"})
    answers = post_together(bosses, [address] * 2, [EMPTY | {"version": version} | change for change in changes])
    assert sorted(answer.status_code for answer in answers) == [200, 302]
    (refused,) = [answer for answer in answers if answer.status_code == 200]
    assert "Not stored: the settings were changed meanwhile" in refused.content.decode()


def test_a_name_that_two_give_at_once_is_one_persons(bosses, monkeypatch):
    new = {"name": "bea", "role": "viewer", "active": "on", "namespaces": "", "password": "a long night in Oslo"}
    look_together(monkeypatch, PersonForm, "clean_name")
    address = reverse("admin:memory_person_add")
    answers = post_together(bosses, [address] * 2, [new, new | {"email": "b@example.org"}])
    assert sorted(answer.status_code for answer in answers) == [200, 302]
    page = next(answer for answer in answers if answer.status_code == 200).content.decode()
    assert "Somebody has this name already." in page
    assert "it has to be typed again" in page
    assert User.objects.filter(username="bea").count() == 1


def test_of_two_who_take_each_others_role_at_once_one_stays_an_administrator(bosses, monkeypatch):
    addresses = [reverse("admin:memory_person", args=[User.objects.get(username=name).pk]) for name in ("bob", "ada")]
    shown = [client.get(address).context["form"].initial for client, address in zip(bosses, addresses, strict=True)]
    forms = [one | {"role": "viewer", "active": "on", "namespaces": "*", "password": ""} for one in shown]
    look_together(monkeypatch, PersonForm, "clean")
    answers = post_together(bosses, addresses, forms)
    assert sorted(answer.status_code for answer in answers) == [302, 403]
    assert User.objects.filter(is_superuser=True).count() == 1


def test_a_fact_that_two_correct_at_once_is_corrected_once_and_no_text_is_lost(bosses, monkeypatch):
    namespace = Namespace.objects.create(name="acme")
    fact = know(namespace, "Maya's flat has two rooms.")
    texts = ["Maya's flat has three rooms.", "Maya's flat has four rooms."]
    both, read = threading.Barrier(2), correcting.read

    def read_together(*args, **named):
        found = read(*args, **named)
        with suppress(threading.BrokenBarrierError):
            both.wait(PATIENCE)
        return found

    monkeypatch.setattr(correcting, "read", read_together)
    address = reverse("admin:memory_act", args=[fact.pk])
    answers = post_together(bosses, [address] * 2, [{"verb": "correct", "content": text} for text in texts])
    assert [answer.status_code for answer in answers] == [302, 302]
    (stands,) = Memory.objects.within(namespace).active().filter(kind=Kind.FACT)
    pages = [client.get(answer["Location"], follow=True) for client, answer in zip(bosses, answers, strict=True)]
    late = texts.index(stands.content) ^ 1
    assert "Not stored: it was corrected meanwhile" in pages[late].content.decode()
    assert "Not stored" not in pages[late ^ 1].content.decode()
    # The late one sees what stands, with their own text beside it.
    assert stands.content in html.unescape(pages[late].content.decode())
    assert texts[late] in html.unescape(pages[late].content.decode())
