"""The desk where the store is busy, full or cannot be written: it says so, keeps what was typed, and lets people in."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest
from django.contrib.auth.models import Group, Permission, User
from django.core import mail
from django.core.cache import caches
from django.db import connection, connections
from django.test import Client
from django.urls import reverse

from memory.admin import roles
from memory.models import Memory
from memory.services.curating import mailing
from memory.services.standing import MESSAGES, StoreStanding
from memoryproj import throwaway
from memoryproj.sqlite import guard
from memoryproj.sqlite.driver import Database
from tests.memory.admin.conftest import furnish
from tests.store import committed, contents

__all__ = ["committed"]
PASSWORD = "not a secret 7"
TYPED = "Alice moved to Hamburg, after all."
BUSY = "The store is busy"
LOGIN = reverse("admin:login")

pytestmark = pytest.mark.skipif(connection.vendor != "sqlite", reason="a server looks after its own disk")


@pytest.fixture
def desk(committed, migrated, monkeypatch):
    """A small namespace in a store of its own, whose guard looks each time."""
    monkeypatch.setattr(guard, "LOOK_INTERVAL", 0.0)
    monkeypatch.setattr(guard, "TRY_INTERVAL", 0.0)
    connections.close_all()
    with throwaway.store(migrated):
        roles.seed(Group, Permission)
        found = furnish("acme/alice")
        User.objects.create_user("carla", password=PASSWORD, is_staff=True, is_superuser=True)
        yield found


@pytest.fixture
def carla(desk):
    client = Client()
    client.force_login(User.objects.get(username="carla"))
    return client


@contextmanager
def full() -> Iterator[None]:
    """Less is free on the disk than stays free."""
    options = connection.settings_dict["OPTIONS"]
    before, options["free_bytes"] = options["free_bytes"], 1 << 62
    connection._guarded = None  # type: ignore[attr-defined]
    try:
        yield
    finally:
        options["free_bytes"] = before
        connection._guarded = None  # type: ignore[attr-defined]


@contextmanager
def read_only() -> Iterator[None]:
    """Each connection is one that reads."""
    pragmas = connection.settings_dict["OPTIONS"]["pragmas"]
    connection.close()
    pragmas["query_only"] = "ON"
    try:
        yield
    finally:
        del pragmas["query_only"]
        connection.close()


@contextmanager
def busy() -> Iterator[None]:
    """Another process writes, for longer than anybody waits."""
    options = connection.settings_dict["OPTIONS"]
    before, options["timeout"] = options["timeout"], 0.01
    connection.close()
    with closing(Database.connect(str(connection.settings_dict["NAME"]), isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        try:
            yield
        finally:
            other.execute("ROLLBACK")
            options["timeout"] = before
            connection.close()


TROUBLES = [
    (busy, BUSY), (full, MESSAGES[StoreStanding.FULL]), (read_only, MESSAGES[StoreStanding.READ_ONLY]),
]  # fmt: skip
sent_to = pytest.mark.parametrize(("trouble", "says"), TROUBLES)


def words(page):
    return html.unescape(page.content.decode())


def sign_in(password=PASSWORD, **sent):
    client = Client()
    return client, client.post(LOGIN, {"username": "carla", "password": password, **sent})


@sent_to
def test_a_correction_is_there_to_be_sent_again(desk, carla, trouble, says):
    address = reverse("admin:memory_act", args=[desk.fact.pk])
    with trouble():
        page = carla.post(address, {"verb": "correct", "content": TYPED, "reason": "she said so"})
        assert page.status_code == 503
        assert int(page["Retry-After"]) >= 1
        assert says in words(page)
        assert TYPED in words(page)
        assert carla.get(reverse("admin:memory_memory_change", args=[desk.fact.pk])).status_code == 200
    assert TYPED not in contents(desk.namespace)
    sent = dict(page.context["typed"]) | dict(page.context["own"])
    assert carla.post(page.context["path"], sent).status_code == 302
    assert TYPED in contents(desk.namespace)


FORMS = {
    "memory_apikey_add": {"name": "robot", "namespace_pattern": "acme/alice", "scopes": "read"},
    "memory_webhooks": {"url": "https://hooks.example.org/x"},
    "memory_test_add": {"question": "Where does Alice live?", "must": "Berlin"},
    "memory_fact_add": {"content": TYPED, "namespace": "acme/alice", "key": "6f2f3f5e-0a4b-4a2f-9d5e-3f1c2b4a5d6e"},
}


@pytest.mark.parametrize("name", FORMS)
@sent_to
def test_no_form_of_the_desk_answers_otherwise(carla, trouble, says, name):
    with trouble():
        page = carla.post(reverse(f"admin:{name}"), FORMS[name])
    assert page.status_code == 503
    assert says in words(page)
    typed, own = dict(page.context["typed"]), dict(page.context["own"])
    assert typed | own == FORMS[name]
    assert own.keys() <= {"key"}, "what a person did not type is not shown"


@sent_to
def test_a_script_of_the_desk_is_told_by_kind(desk, carla, trouble, says):
    script = {"X-Requested-With": "fetch"}
    with trouble():
        answer = carla.post(reverse("admin:memory_act", args=[desk.fact.pk]), {"verb": "retire"}, headers=script)
    assert (answer.status_code, answer.json()["kind"]) == (503, "not_now")
    assert says in answer.json()["error"]


def test_a_full_disk_lets_people_in_and_out(desk, carla):
    with full():
        client, answer = sign_in()
        assert answer.status_code == 302
        page = client.get(reverse("admin:memory_dashboard"))
        assert MESSAGES[StoreStanding.FULL] in words(page)
        assert client.post(reverse("admin:logout")).status_code == 200
        assert client.get(reverse("admin:memory_dashboard")).status_code == 302
        assert carla.post(reverse("admin:memory_pick_namespace"), {"namespace": "acme/alice"}).status_code == 302


def test_a_full_disk_counts_wrong_passwords(desk):
    caches["logins"].clear()
    with full():
        assert [sign_in("wrong")[1].status_code for _ in range(5)] == [200] * 4 + [429]
        assert sign_in()[1].status_code == 429


@pytest.mark.parametrize(("trouble", "says"), [TROUBLES[0], TROUBLES[2]])
def test_a_login_that_cannot_be_stored_is_told_why(desk, trouble, says):
    kept = '{"path": "/admin/", "fields": [["content", "typed"]]}'
    with trouble():
        client, page = sign_in(kept=kept)
        assert page.status_code == 503
        assert int(page["Retry-After"]) >= 1
        assert "You are not signed in." in words(page)
        assert says in words(page)
        assert PASSWORD not in words(page)
        assert page.context["kept"] == kept
        assert client.get(reverse("admin:memory_dashboard")).status_code == 302
    assert sign_in()[1].status_code == 302


@pytest.mark.parametrize(("trouble", "says"), [TROUBLES[0], TROUBLES[2]])
def test_what_a_page_tells_once_can_be_read_though_that_is_not_noted(desk, carla, trouble, says):
    correcting = reverse("admin:memory_act", args=[desk.fact.pk])
    shown = carla.post(correcting, {"verb": "correct", "content": ""})["Location"]  # refused, and kept
    carla.post(correcting, {"verb": "tags", "tags": "work", "was": "home"})
    with trouble():
        page = carla.get(shown)
        assert page.status_code == 200
        assert page.context["desk_kept"]
        picked = carla.post(reverse("admin:memory_pick_namespace"), {"namespace": "acme/alice"})
        assert picked.status_code == 503
        assert says in words(picked)
    assert Memory.everything.get(pk=desk.fact.pk).tags == []


@sent_to
def test_a_mailed_link_says_why_it_cannot_decide(desk, trouble, says, settings):
    settings.MEMORY_PUBLIC_URL, settings.MEMORY_MAIL_URL = "https://memory.example.org", "file:///nowhere"
    desk.namespace.settings = {"memories_in_mail": True}
    desk.namespace.save()
    User.objects.update(email="carla@example.org")
    mailing.subscribe(User.objects.get(), True)
    mailing.send_digests()
    address = re.findall(r"org(/decide/\S+)", mail.outbox[-1].body)[-1]
    with trouble():
        page = Client().post(address, {"decision": "new"})
    assert page.status_code == 503
    assert int(page["Retry-After"]) >= 1
    assert says in words(page)
