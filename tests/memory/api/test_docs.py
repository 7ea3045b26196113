"""The OpenAPI document and its page."""

import re

import pytest
from django.contrib.auth.models import User
from django.contrib.staticfiles import finders
from django.test import Client

from tests.conftest import Api, is_problem


def test_a_key_of_any_scope_or_a_staff_login_opens_them(make_key, admin_client):
    with_key = Api(make_key(scopes=["erase"]))
    for path in ("/openapi.json", "/docs"):
        assert with_key.get(path).status_code == 200
        assert admin_client.get(f"/api/v1{path}").status_code == 200


def test_nobody_else_does(db):
    person = Client()
    person.force_login(User.objects.create_user("somebody"))
    for client in (Client(), person):
        is_problem(client.get("/api/v1/openapi.json"), 401)
        is_problem(client.get("/api/v1/docs"), 401)


def test_a_browser_is_sent_to_log_in(client):
    response = client.get("/api/v1/docs", headers={"Accept": "text/html,*/*"})

    assert response.status_code == 302
    assert response["Location"] == "/admin/login/?next=/api/v1/docs"


def test_the_page_asks_this_server_alone(admin_client):
    page = admin_client.get("/api/v1/docs").content.decode()
    assets = re.findall(r'(?:src|href)="([^"]+)"', page)

    assert assets
    for asset in assets:
        assert asset.startswith("/static/")
        assert finders.find(asset.removeprefix("/static/")), asset
    assert "http" not in page.replace('type="', "")


@pytest.fixture
def document(api):
    return api.get("/openapi.json").json()


def test_every_operation_tells_its_key_its_refusals_and_a_summary(document):
    assert set(document["components"]["securitySchemes"]) == {"Bearer", "ApiKey"}
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            assert operation["security"] == [{"Bearer": []}, {"ApiKey": []}], path
            assert {"401", "403", "404", "422", "503"} <= set(operation["responses"]), path
            assert operation["summary"], (path, method)
            refusal = operation["responses"]["422"]["content"]
            assert list(refusal) == ["application/problem+json"]


def test_every_reference_leads_somewhere(document):
    names = set(re.findall(r"#/components/schemas/(\w+)", str(document)))

    assert names <= set(document["components"]["schemas"])
    assert {"Memory", "Hit", "Entity", "Session", "Operation", "ProblemDetails"} <= names | {"ProblemDetails"}


def test_every_list_tells_what_it_holds(document):
    lists = [
        (name, shape["properties"]["results"]["items"])
        for name, shape in document["components"]["schemas"].items()
        if "results" in shape.get("properties", {})
    ]

    assert len(lists) > 8
    assert all("$ref" in held for _, held in lists), lists
