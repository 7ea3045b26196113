"""What holds for each operation alike: its scope, its namespace, its shape, its documentation."""

from itertools import product

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from memory.api import api as ninja_api
from memory.models import Namespace
from memory.services import namespaces
from tests import contract
from tests.conftest import Api, is_problem
from tests.memory.api.catalogue import CALLS, furnish

EACH = pytest.mark.parametrize("call", CALLS, ids=lambda call: call.operation)
OWNED = pytest.mark.parametrize("call", [call for call in CALLS if call.owned], ids=lambda call: call.operation)
MISSING = {
    "session": "nowhere", "episode": "ep_0", "fact": "fact_0", "newer_fact": "fact_1", "entity": "ent_0",
    "other_entity": "ent_1", "conflict": 999_999, "review": 999_999, "operation": "op_0",
    "context": "ctx_0",
    "question": "qst_0",
    "webhook": "whk_0",
}  # fmt: skip


@pytest.fixture
def ids(api, namespace):
    return furnish(api, namespace)


def operations():
    schema = ninja_api.get_openapi_schema()
    return {
        operation["operationId"]: (path, method, operation)
        for path, methods in schema["paths"].items()
        for method, operation in methods.items()
    }


def test_the_catalogue_holds_every_documented_operation():
    assert {call.operation for call in CALLS} == set(operations())


@EACH
def test_a_key_with_the_one_scope_it_needs_succeeds(call, ids, make_key):
    client = Api(make_key(scopes=[call.scope]))

    response = client.request(call.method, call.url(ids), call.payload(ids))

    assert response.status_code == call.status, response.content
    assert response["Content-Type"] == call.kind


@EACH
def test_the_answer_is_as_documented(call, ids, api):
    response = api.request(call.method, call.url(ids), call.payload(ids))

    contract.check(call.method, call.url(ids), response)


@EACH
def test_every_other_scope_is_refused(call, ids, make_key):
    others = [scope for scope in ("read", "write", "admin", "erase") if scope != call.scope]
    client = Api(make_key(scopes=others))

    is_problem(client.request(call.method, call.url(ids), call.payload(ids)), 403)


@EACH
def test_no_key_a_wrong_one_and_a_cookie_are_refused(call, ids, admin_client):
    for client in (Api(), Api("mem_00000000_wrong"), Api("nonsense")):
        response = client.request(call.method, call.url(ids), call.payload(ids))
        is_problem(response, 401)
        assert response["WWW-Authenticate"] == "Bearer"
    assert admin_client.generic(call.method, f"/api/v1{call.url(ids)}").status_code == 401
    assert Client().generic(call.method, f"/api/v1{call.url(ids)}?key=mem_x_y&api_key=mem_x_y").status_code == 401


@OWNED
def test_what_lies_in_another_namespace_is_missing_in_the_same_words(call, ids, stranger, api):
    if call.operation == "merge_entity":  # the foreign one may stand on either side
        own = furnish(stranger, namespaces.ensure("acme/bob"))
        is_problem(stranger.post(f"/entities/{own['entity']}/merge", {"into": ids["entity"]}), 404)
    foreign = stranger.request(call.method, call.url(ids), call.payload(ids))
    missing = stranger.request(call.method, call.url(MISSING), call.payload(MISSING))

    assert is_problem(foreign, 404) == is_problem(missing, 404)
    assert api.request(call.method, call.url(ids), call.payload(ids)).status_code == call.status


@EACH
def test_a_namespace_that_was_never_written_to_answers_empty_or_missing(call, make_key):
    client = Api(make_key("acme/*"), **{"X-Memory-Namespace": "acme/never"})

    response = client.request(call.method, call.url(MISSING), call.payload(MISSING))

    assert response.status_code == (404 if call.owned else call.status), response.content
    if call.method == "GET" or call.scope == "read" or call.owned:
        assert not Namespace.objects.filter(name="acme/never").exists()


@EACH
def test_a_namespace_outside_the_keys_pattern_is_refused_whether_it_exists_or_not(call, ids, make_key):
    if call.operation == "list_tools":
        return  # the same for everybody, so in no namespace
    client = Api(make_key("other/*"))

    for name in ("acme/alice", "acme/nowhere"):
        is_problem(client.request(call.method, call.url(ids), call.payload(ids), X_Memory_Namespace=name), 403)


@EACH
def test_other_methods_are_refused(call, ids, api):
    path = call.url(ids)
    allowed = {other.method for other in CALLS if other.url(ids) == path}
    for method in {"GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "BREW"} - allowed:
        response = api.request(method, path, call.payload(ids))
        assert response.status_code == 405, method
        assert set(response["Allow"].split(", ")) >= {call.method}


@pytest.mark.parametrize("bad", [b"{", b"", b"\xff", b"[]", b'{"x": NaN}', b'{"x": "\\u0000"}', b"null"])
@pytest.mark.parametrize("call", [c for c in CALLS if c.body], ids=lambda call: call.operation)
def test_a_bad_body_is_refused(call, bad, ids, api):
    response = api.request(call.method, call.url(ids), bad)

    assert response.status_code in {400, 422}, response.content
    assert response["Content-Type"] == "application/problem+json"


@EACH
def test_a_nul_in_the_address_is_refused(call, ids, api):
    for url in (f"{call.url(ids)}?cursor=a%00b", f"{call.url(ids)}?x%00y=1"):
        is_problem(api.request(call.method, url, call.payload(ids)), 422)


def test_two_tenants_see_nothing_of_each_other(make_key):
    """The same calls by a key of one namespace, with every id of the other: each answer is that of a true miss."""
    names = ["acme/alice", "acme/bob"]
    clients = [Api(make_key(name)) for name in names]
    worlds = [furnish(client, namespaces.ensure(name)) for client, name in zip(clients, names, strict=True)]
    clients[0].remember("The canary word is zanzibar.")

    for call, (mine, theirs) in product(CALLS, [(0, 1), (1, 0)]):
        foreign = clients[mine].request(call.method, call.url(worlds[theirs]), call.payload(worlds[theirs]))
        if call.owned and call.path.find("{session}") < 0:
            is_problem(foreign, 404)
        assert b"zanzibar" not in foreign.content or mine == 0
        for name, value in worlds[theirs].items():
            if name not in {"session", "conflict", "review"}:
                assert str(value).encode() not in foreign.content, (call.operation, name)
    for body in ({"query": "zanzibar"}, {"query": "canary", "session_id": "chat-1"}):
        assert "zanzibar" not in clients[1].post("/memories/search", body).content.decode()
    assert "zanzibar" not in clients[1].post("/context", {"prompt": "zanzibar"}).content.decode()


def addresses(patterns, prefix=""):
    for pattern in patterns:
        route = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from addresses(pattern.url_patterns, route)
        elif isinstance(pattern, URLPattern):
            yield route


OPEN = {"livez", "admin/login/", "admin/jsi18n/"}  # jsi18n: the admin's own translations, public in Django too


def test_every_address_but_livez_the_login_and_mailed_links_wants_a_key_or_a_login(db):
    for route in addresses(get_resolver().url_patterns):
        url = "/" + route.replace("^", "").replace("$", "")
        while "<" in url:
            url = url[: url.index("<")] + "1" + url[url.index(">") + 1 :]
        for method in ("GET", "POST", "DELETE"):
            response = Client(enforce_csrf_checks=True).generic(method, url)
            shut = response.status_code in {401, 403} or (
                response.status_code == 302 and "/admin/" in response["Location"]
            )
            assert shut or route in OPEN or _is_no_link(route, response), (method, url, response.status_code)


def _is_no_link(route, response):
    """The page of a mailed decision is open to whoever holds a link that lives; all else is gone, or refused."""
    return route == "decide/<str:token>/" and response.status_code in {405, 410}
