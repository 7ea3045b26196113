"""Signing in: guessing is slowed down, and a person lands where there is something to see."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.core.cache import caches
from django.test import Client, RequestFactory
from django.urls import reverse

from memory.admin import login
from memory.services import namespaces
from tests.memory.admin.conftest import furnish

LOGIN = "/admin/login/"
PASSWORD = "not a secret 7"


@pytest.fixture
def carla(db):
    return User.objects.create_user("carla", password=PASSWORD, is_staff=True, is_superuser=True)


def sign_in(password, name="carla", **where):
    return Client(**where).post(LOGIN, {"username": name, "password": password})


def test_a_password_is_guessed_five_times_and_no_more(carla):
    assert [sign_in("wrong").status_code for _ in range(5)] == [200, 200, 200, 200, 429]
    locked = sign_in(PASSWORD)
    assert locked.status_code == 429
    assert "Too many attempts" in locked.content.decode()
    assert sign_in(PASSWORD, REMOTE_ADDR="10.0.0.9").status_code == 302
    User.objects.create_user("bob", password=PASSWORD, is_staff=True)
    assert sign_in(PASSWORD, "bob").status_code == 302


def test_a_lock_holds_in_every_process_and_through_a_restart(carla):
    for _ in range(5):
        sign_in("wrong")
    caches["default"].clear()  # what one process alone knows
    assert sign_in(PASSWORD).status_code == 429


def test_a_right_password_forgets_the_wrong_ones(carla):
    for _ in range(3):
        assert [sign_in("wrong").status_code for _ in range(3)] == [200] * 3
        assert sign_in(PASSWORD).status_code == 302


def test_the_address_is_the_last_hop_where_a_proxy_is_trusted(settings):
    request = RequestFactory().get("/", REMOTE_ADDR="10.0.0.1", headers={"X-Forwarded-For": "6.6.6.6, 10.0.0.7"})
    assert login.address_of(request) == "10.0.0.1"
    settings.MEMORY_BEHIND_PROXY = True
    assert login.address_of(request) == "10.0.0.7"


def test_the_first_login_lands_where_there_is_something_to_see(carla):
    client = Client()
    client.force_login(carla)
    namespaces.ensure("default")
    assert client.get(reverse("admin:memory_dashboard")).context["desk"].namespace.name == "default"
    full = furnish("acme/alice").namespace
    namespaces.ensure("acme/zoe")
    assert client.get(reverse("admin:memory_dashboard")).context["desk"].namespace == full


@pytest.mark.parametrize(
    "after", ["//evil.example/", "https://evil.example/", "javascript:alert(1)", "/\\evil.example", ""]
)
def test_who_is_sent_elsewhere_lands_on_the_desk(carla, after):
    sent = Client().post(LOGIN, {"username": "carla", "password": PASSWORD, "next": after})
    assert (sent.status_code, sent["Location"]) == (302, "/admin/")
