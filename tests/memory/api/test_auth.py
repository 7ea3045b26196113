"""Keys, scopes, the choice of the namespace, the rate limit."""

from datetime import timedelta

import pytest
from django.utils import timezone

from memory import access, allowances, background
from memory.models import ApiKey
from memory.problems import Problem
from tests.conftest import Api, is_problem


def test_a_key_comes_as_bearer_or_as_x_api_key(make_key):
    key = make_key()

    for headers in (
        {"Authorization": f"Bearer {key}"},
        {"Authorization": f"bearer  {key} "},
        {"X-API-Key": key},
        {"X-API-Key": key, "Authorization": "Basic eDp5"},
    ):
        assert Api(**headers).get("/stats").status_code == 200, headers


@pytest.mark.parametrize(
    "header",
    ["Bearer", "Bearer ", "Basic eDp5", "mem_x_y", "Bearer mem_x", "Bearer mem__", "Bearer mëm_x_y", "Bearer a b"],
)
def test_a_header_without_a_key_is_a_401(db, header):
    response = Api(Authorization=header).get("/stats")

    is_problem(response, 401)


def test_a_key_whose_secret_differs_is_a_401(make_key):
    key = make_key()

    is_problem(Api(key[:-1] + ("a" if key[-1] != "a" else "b")).get("/stats"), 401)


@pytest.mark.parametrize("change", [{"revoked_at": timezone.now()}, {"expires_at": timezone.now() - timedelta(1)}])
def test_a_revoked_or_expired_key_is_a_401(make_key, change):
    key = make_key()
    ApiKey.objects.update(**change)

    is_problem(Api(key).get("/stats"), 401)


def test_a_key_in_the_query_string_is_no_key(make_key):
    is_problem(Api().get(f"/stats?api_key={make_key()}"), 401)


def test_authentication_is_one_query(make_key, django_assert_num_queries):
    client = Api(make_key())

    with django_assert_num_queries(1):
        client.get("/tools")


def test_the_last_use_is_noted_at_most_once_a_minute(make_key):
    client = Api(make_key())
    client.get("/stats")
    background.flush()
    (first,) = ApiKey.objects.values_list("last_used_at", flat=True)
    client.get("/stats")

    assert first is not None
    assert not background._keys


def test_the_header_picks_a_namespace_of_the_pattern(make_key):
    client = Api(make_key("acme/*"))
    for name in ("acme/a", "acme/b/c"):
        client.headers["X-Memory-Namespace"] = name
        assert client.remember("The sky is blue.")["namespace"] == name


def test_the_default_serves_where_no_header_comes(make_key):
    assert Api(make_key("acme/*", default_namespace="acme/a")).remember("Tea.")["namespace"] == "acme/a"


def test_a_pattern_key_without_header_and_default_is_a_400(make_key):
    is_problem(Api(make_key("acme/*")).get("/stats"), 400)


@pytest.mark.parametrize("name", ["", "other", "acme", "acmes/a", "ACME/a", "*"])
def test_a_header_outside_the_pattern_is_a_403(make_key, name):
    is_problem(Api(make_key("acme/*")).get("/stats", X_Memory_Namespace=name), 403)


@pytest.mark.parametrize("name", ["acme/", "acme//b", "acme/..", "acme/a b", "acme/*", "acme/" + "x" * 200, "acme/ä"])
def test_what_no_namespace_can_be_called_is_a_422(make_key, name):
    response = Api(make_key("acme/*")).get("/stats", X_Memory_Namespace=name)

    is_problem(response, 422, "header", "X-Memory-Namespace")


def test_the_key_of_one_namespace_may_name_it_and_no_other(api):
    assert api.get("/stats", X_Memory_Namespace="acme/alice").status_code == 200
    is_problem(api.get("/stats", X_Memory_Namespace="acme/alice/x"), 403)


def test_beyond_the_rate_limit_is_a_429_with_retry_after(api, settings):
    settings.MEMORY_RATE_LIMIT = 3
    allowances.forget()

    answers = [api.get("/stats") for _ in range(4)]

    assert [response.status_code for response in answers] == [200, 200, 200, 429]
    is_problem(answers[-1], 429)
    assert 1 <= int(answers[-1]["Retry-After"]) <= 61


def test_the_rate_limit_is_a_sliding_minute_for_each_key():
    allowances.forget()
    for now in (0.0, 10.0):
        access.check_rate(1, 2, now)
    access.check_rate(2, 2, 10.0)

    with pytest.raises(Problem) as refused:
        access.check_rate(1, 2, 59.0)
    assert refused.value.headers == {"Retry-After": "2"}
    access.check_rate(1, 2, 60.0)
    allowances.forget()
