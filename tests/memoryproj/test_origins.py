"""Pages of other origins: what MEMORY_CORS_ORIGINS lets a browser do, and that nothing else does."""

from __future__ import annotations

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import Client

from memoryproj import origins

APP = "https://app.example.org"
ASKED = {"Origin": APP, "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization"}
pytestmark = pytest.mark.django_db


@pytest.fixture
def listed(settings):
    settings.MEMORY_CORS_ORIGINS = [APP, "http://localhost:5173"]


def cors(response):
    return {name: value for name, value in response.headers.items() if name.startswith("Access-Control-")}


def remember(key, **headers):
    return Client().post(
        "/api/v1/memories", {"content": "Maya likes tea."}, "application/json",
        headers={"Authorization": f"Bearer {key}", **headers},
    )  # fmt: skip


def test_without_the_setting_no_page_is_told_anything(make_key):
    response = remember(make_key(), Origin=APP)
    assert response.status_code == 201
    assert cors(response) == {}
    asked = Client().options("/api/v1/memories", headers=ASKED)
    assert asked.status_code in {401, 405}
    assert cors(asked) == {}


def test_a_page_of_a_named_origin_may_ask_and_read(listed, make_key):
    asked = Client().options("/api/v1/memories", headers=ASKED)
    assert (asked.status_code, asked.content) == (204, b"")
    allowed = cors(asked)
    assert allowed["Access-Control-Allow-Origin"] == APP
    assert {"POST", "PATCH", "DELETE"} <= set(allowed["Access-Control-Allow-Methods"].split(", "))
    assert {"Authorization", "Content-Type", "Idempotency-Key", "X-Memory-Namespace", "X-Memory-Namespaces"} <= set(
        allowed["Access-Control-Allow-Headers"].split(", ")
    )
    response = remember(make_key(), Origin=APP)
    assert response.status_code == 201
    assert cors(response)["Access-Control-Allow-Origin"] == APP
    assert "Retry-After" in cors(response)["Access-Control-Expose-Headers"]
    assert "Origin" in response["Vary"]


def test_no_answer_lets_cookies_come_along(listed, make_key):
    for response in (Client().options("/api/v1/memories", headers=ASKED), remember(make_key(), Origin=APP)):
        assert "Access-Control-Allow-Credentials" not in response.headers


def test_a_refusal_can_be_read_too(listed):
    response = remember("mem_wrong_key", Origin=APP)
    assert response.status_code == 401
    assert cors(response)["Access-Control-Allow-Origin"] == APP


@pytest.mark.parametrize(
    "origin", ["https://evil.example.org", "null", f"{APP}.evil.org", f"{APP}:8443", "http://app.example.org", "*", ""]
)
def test_another_origin_is_told_nothing(listed, make_key, origin):
    asked = Client().options("/api/v1/memories", headers=ASKED | {"Origin": origin})
    assert asked.status_code != 204
    response = remember(make_key(), Origin=origin)
    for one in (asked, response):
        assert cors(one) == {}
        assert "Origin" in one["Vary"]  # a cache keeps it apart from the answer to a named origin


@pytest.mark.parametrize("path", ["/admin/login/", "/livez", "/decide/x/", "/static/x.css", "/"])
def test_the_desk_answers_no_other_origin(listed, path):
    for response in (Client().get(path, headers={"Origin": APP}), Client().options(path, headers=ASKED)):
        assert cors(response) == {}


def test_a_login_of_the_desk_opens_nothing_for_a_page(listed, admin_client):
    response = admin_client.post(
        "/api/v1/memories", {"content": "Maya likes tea."}, "application/json", headers={"Origin": APP}
    )
    assert response.status_code == 401


def test_a_request_that_only_asks_needs_a_host_that_is_served(listed):
    assert Client().options("/api/v1/memories", headers=ASKED | {"Host": "evil.example.org"}).status_code == 400


def test_the_same_holds_for_mem0s_routes(listed):
    asked = Client().options("/mem0/v3/memories/add/", headers=ASKED)
    assert (asked.status_code, cors(asked)["Access-Control-Allow-Origin"]) == (204, APP)


@pytest.mark.parametrize(
    "origin",
    ["*", "null", "app.example.org", "https://app.example.org/", "https://*.example.org", "https://App.example.org",
     "ftp://app.example.org", "https://user@app.example.org", "https://app.example.org https://b.example.org"],
)  # fmt: skip
def test_what_is_no_origin_is_refused_at_the_start(origin):
    with pytest.raises(ImproperlyConfigured, match="MEMORY_CORS_ORIGINS"):
        origins.checked([APP, origin])


def test_origins_are_taken_as_browsers_spell_them():
    named = [APP, "http://localhost:5173", "http://127.0.0.1:8080", "http://[::1]:3000"]
    assert origins.checked(named) == named
