"""Access tokens of an authorization server: whose they are, what they open, and what is refused."""

import json
import threading
import time
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import httpx
import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from django.contrib.auth.models import Group, User
from django.core.exceptions import ImproperlyConfigured, ValidationError
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone

from memory import access, oauth
from memory.models import ApiKey
from memory.problems import Problem
from memoryproj import tokens
from tests.conftest import Api, is_problem
from tests.memory.mcp.test_http import committed, serving

__all__ = ["committed"]

RESOURCE = "https://memory.example.org/mcp"
RSA, OTHER_RSA = (rsa.generate_private_key(public_exponent=65537, key_size=2048) for _ in range(2))
CURVE = ec.generate_private_key(ec.SECP256R1())
PAGE = ' resource_metadata="https://memory.example.org/.well-known/oauth-protected-resource/mcp"'
CHALLENGE = f'Bearer{PAGE}, scope="read write"'


def public(key, name, algorithm):
    return {**json.loads(jwt.get_algorithm_by_name(algorithm).to_jwk(key.public_key())), "kid": name, "use": "sig"}


class Issuer(ThreadingHTTPServer):
    """An authorization server as far as a resource sees it: its public keys, and tokens that it signed."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), _Answer)
        self.name = f"http://127.0.0.1:{self.server_port}/"
        self.keys = [public(RSA, "one", "RS256"), public(CURVE, "two", "ES256")]
        self.status, self.reads, self.page = 200, 0, None
        self.hanging, self.asked = threading.Event(), threading.Event()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def token(self, key=RSA, algorithm="RS256", kid="one", without=(), **claims):
        now = int(time.time())
        said = {"iss": self.name, "aud": RESOURCE, "sub": "maya", "iat": now, "exp": now + 600} | claims
        kept = {name: value for name, value in said.items() if name not in without}
        return jwt.encode(kept, key, algorithm=algorithm, headers={"kid": kid, "typ": "at+jwt"})


class _Answer(BaseHTTPRequestHandler):
    def do_GET(self):
        self.server.reads += 1
        if self.server.hanging.is_set():
            self.server.asked.set()
            while self.server.hanging.is_set():
                time.sleep(0.01)
        self.send_response(self.server.status)
        self.end_headers()
        page = {"keys": self.server.keys} if self.server.page is None else self.server.page
        self.wfile.write(json.dumps(page).encode())

    def log_message(self, *args):
        """Nothing: the test tells what it saw."""


@pytest.fixture
def issuer(settings, monkeypatch):
    with Issuer() as one:
        settings.MEMORY_OAUTH_ISSUER = one.name
        settings.MEMORY_OAUTH_JWKS = f"{one.name}keys"
        settings.MEMORY_OAUTH_RESOURCE = RESOURCE
        settings.MEMORY_OAUTH_CHALLENGE = tokens.challenge(one.name, settings.MEMORY_OAUTH_JWKS, RESOURCE)
        monkeypatch.setattr(oauth, "KEYS", oauth.IssuersKeys())
        monkeypatch.setattr(oauth, "FETCH_SECONDS", 60.0)  # a busy machine is no issuer that does not answer
        yield one
        one.shutdown()


@pytest.fixture
def maya(make_key):
    return make_key("acme/*", default_namespace="acme/maya", scopes=["read", "write"], subject="maya")


def facts_seen(client, **headers):
    return client.get("/memories?kind=fact", **headers)


def test_a_token_opens_what_the_key_of_its_subject_opens_and_no_more(issuer, maya, namespace):
    client = Api(issuer.token())
    assert client.post("/memories", {"kind": "fact", "content": "Maya likes tea."}).status_code == 201
    (found,) = facts_seen(Api(maya)).json()["results"]
    assert found["content"] == "Maya likes tea."
    assert facts_seen(Api(issuer.token(CURVE, "ES256", "two"))).json()["results"] == [found]
    assert facts_seen(client, X_Memory_Namespace="other/bob").status_code == 403
    assert client.post("/maintenance/decay", {}).status_code == 403  # its key lacks the scope admin


def test_the_scopes_of_a_token_narrow_those_of_the_key_and_never_widen_them(issuer, maya):
    fact = {"kind": "fact", "content": "Maya likes tea."}
    reader = Api(issuer.token(scope="openid read"))
    assert facts_seen(reader).status_code == 200
    refused = reader.post("/memories", fact)
    assert is_problem(refused, 403)
    assert refused["WWW-Authenticate"] == f'Bearer error="insufficient_scope", scope="write",{PAGE}'
    assert Api(issuer.token(scp=["read", "write", 7])).post("/memories", fact).status_code == 201
    assert facts_seen(Api(issuer.token(scope=""))).status_code == 403
    assert Api(issuer.token(scope="read write admin")).post("/maintenance/decay", {}).status_code == 403
    assert is_problem(facts_seen(Api(issuer.token(scope={"read": True}))), 401)


HOUR = 3600
BAD = {
    "another's audience": {"aud": "https://elsewhere.example.org/"},
    "an audience that begins alike": {"aud": f"{RESOURCE}/more"},
    "another issuer": {"iss": "https://elsewhere.example.org/"},
    "expired": {"exp": int(time.time()) - HOUR},
    "not yet": {"nbf": int(time.time()) + 24 * HOUR},
    "no end": {"without": ["exp"]},
    "no audience": {"without": ["aud"]},
    "no subject": {"without": ["sub"]},
    "an empty subject": {"sub": ""},
    "a subject that nobody here is": {"sub": "mallory"},
    "another's signature": {"key": OTHER_RSA},
    "another key's name": {"kid": "two"},
    "an unknown key": {"kid": "three"},
    "a secret for a signature": {"key": "a secret that is long enough to sign with it", "algorithm": "HS256"},
    "no signature": {"key": None, "algorithm": "none"},
}


@pytest.mark.parametrize("what", BAD)
def test_a_token_that_is_not_for_us_opens_nothing_and_learns_nothing(issuer, maya, what):
    refused = facts_seen(Api(issuer.token(**BAD[what])))
    assert is_problem(refused, 401)
    assert refused["WWW-Authenticate"] == f'{CHALLENGE}, error="invalid_token"'
    assert refused.json()["detail"] == facts_seen(Api(issuer.token(sub="mallory"))).json()["detail"]


@pytest.mark.parametrize("text", ["..", "a.b.c", "ey.ey.ey", f"{'x' * 9000}.a.b", "é.a.b", "mem_1.2.3"])
def test_what_is_no_token_is_refused_without_a_trace(issuer, maya, text):
    assert is_problem(facts_seen(Api(text)), 401)


def test_brackets_in_brackets_are_refused(issuer, maya):
    head = jwt.utils.base64url_encode(b"[" * 5000).decode()
    assert is_problem(facts_seen(Api(f"{head}.a.b")), 401)


def test_a_key_without_a_subject_is_nobodys(issuer, make_key):
    make_key("acme/*", default_namespace="acme/alice")
    assert ApiKey.objects.of_subject("") is None
    assert is_problem(facts_seen(Api(issuer.token(sub="maya"))), 401)


def test_without_an_issuer_no_token_counts(db, settings, make_key):
    make_key("acme/*", default_namespace="acme/maya", subject="maya")
    with Issuer() as one:
        refused = facts_seen(Api(one.token()))
        one.shutdown()
        assert is_problem(refused, 401)
        assert refused["WWW-Authenticate"] == "Bearer"
        assert one.reads == 0


def test_tokens_with_unknown_keys_do_not_make_the_service_ask_again_and_again(issuer, maya):
    for number in range(20):
        assert is_problem(facts_seen(Api(issuer.token(kid=f"unknown {number}"))), 401)
    assert issuer.reads == 1


def test_a_new_key_of_the_issuer_is_found_and_a_silent_issuer_changes_nothing(issuer, maya, monkeypatch):
    assert facts_seen(Api(issuer.token())).status_code == 200
    issuer.keys.append(public(OTHER_RSA, "three", "RS256"))
    fresh = Api(issuer.token(OTHER_RSA, kid="three"))
    assert is_problem(facts_seen(fresh), 401)
    monkeypatch.setattr(oauth, "ASK_AGAIN", 0)
    assert facts_seen(fresh).status_code == 200
    issuer.status = 500
    monkeypatch.setattr(oauth, "KEYS_LAST", 0)
    assert facts_seen(fresh).status_code == 200


@pytest.mark.parametrize("named, taken", [(None, set(oauth.OF_RSA)), ("RS256", {"RS256"}), ("PS256", {"PS256"})])
def test_a_key_that_names_no_algorithm_checks_each_of_its_sort(issuer, maya, named, taken):
    issuer.keys = [{**public(RSA, "one", "RS256"), "alg": named}, public(CURVE, "two", "ES256")]
    answers = {name: facts_seen(Api(issuer.token(RSA, name))).status_code for name in oauth.OF_RSA}
    assert answers == {name: 200 if name in taken else 401 for name in oauth.OF_RSA}
    assert is_problem(facts_seen(Api(issuer.token(CURVE, "ES256", "one"))), 401)
    assert is_problem(facts_seen(Api(issuer.token(RSA, "PS256", "two"))), 401)
    assert is_problem(facts_seen(Api(issuer.token("a shared secret " * 4, "HS256", "one"))), 401)


@pytest.mark.parametrize("sent", [[], {"keys": None}, {"keys": ["one", 5]}, {"keys": []}, "keys"])
def test_an_issuer_whose_page_is_no_set_of_keys_is_told_as_one_that_does_not_answer(issuer, maya, sent, monkeypatch):
    monkeypatch.setattr(issuer, "page", sent)
    assert is_problem(facts_seen(Api(issuer.token())), 503)


def test_an_issuer_that_hangs_holds_up_nobody_whose_key_is_known(issuer, maya, monkeypatch):
    assert facts_seen(Api(issuer.token())).status_code == 200
    monkeypatch.setattr(oauth, "KEYS_LAST", 0)
    issuer.hanging.set()
    reader = threading.Thread(target=oauth.KEYS.named, args=["one"])
    reader.start()
    assert issuer.asked.wait(10)
    try:
        assert facts_seen(Api(issuer.token())).status_code == 200
        assert is_problem(facts_seen(Api(issuer.token(kid="unknown"))), 401)
        assert reader.is_alive()
    finally:
        issuer.hanging.clear()
        reader.join()
    assert issuer.reads == 2


def test_an_issuer_that_never_answered_is_told_as_what_it_is(issuer, maya):
    issuer.status = 500
    refused = facts_seen(Api(issuer.token()))
    assert is_problem(refused, 503)
    assert int(refused["Retry-After"]) > 0
    assert facts_seen(Api(maya)).status_code == 200  # keys do without it


def test_revoking_expiring_and_rotating_a_key_reach_its_tokens(issuer, maya):
    token = issuer.token()
    key = ApiKey.objects.get()
    fresh, _ = key.rotate()
    assert access.caller(token).key == fresh
    assert Api(maya).get("/memories").status_code == 200  # the old text goes on for the overlap
    fresh.expire(timezone.now() - timedelta(seconds=1))
    assert not access.still_opens(token)
    fresh.expire(timezone.now() + timedelta(days=1))
    assert access.still_opens(token)
    fresh.revoke()
    assert not access.still_opens(token)
    another, _ = ApiKey.objects.issue("test", pattern="acme/maya", scopes=["read"], subject="maya")
    assert access.caller(token).key == another


def test_a_stream_whose_token_expires_is_shut(issuer, maya):
    assert access.still_opens(issuer.token())
    assert not access.still_opens(issuer.token(exp=int(time.time()) - HOUR))


def test_two_keys_cannot_have_one_subject(maya):
    with pytest.raises(ValidationError, match="Another key has this subject"):
        ApiKey.objects.issue("test", pattern="evil/*", scopes=["read"], subject="maya")


def test_a_key_is_made_with_a_subject_from_the_command_line(db, capsys):
    call_command("create_api_key", "maya's", namespace="acme/maya", subject="auth0|maya")
    assert ApiKey.objects.of_subject("auth0|maya") == ApiKey.objects.get()


FORM = {"name": "maya's", "namespace_pattern": "acme/maya", "scopes": ["read"], "subject": "maya"}


def test_a_superuser_names_a_subject_in_the_desk(admin_client, maya):
    taken = admin_client.post(reverse("admin:memory_apikey_add"), FORM)
    assert "Another key has this subject." in taken.content.decode()
    admin_client.post(reverse("admin:memory_apikey_add"), FORM | {"subject": "bob"})
    assert ApiKey.objects.of_subject("bob").name == "maya's"
    assert "tokens of bob" in admin_client.get(reverse("admin:memory_apikey_changelist")).content.decode()


def test_nobody_else_decides_whose_words_come_into_their_namespace(client, db):
    person = User.objects.create_user("otto", is_staff=True)
    person.groups.add(Group.objects.get(name="operator"))
    person.namespace_grants.create(pattern="acme/*")
    client.force_login(person)
    assert client.post(reverse("admin:memory_apikey_add"), FORM).status_code == 302
    assert ApiKey.objects.get().subject == ""
    assert "subject" not in client.get(reverse("admin:memory_apikey_add")).context["form"].fields


def test_mcp_tells_where_tokens_come_from_and_takes_them(committed, issuer, maya, settings):
    named = {
        name: str(getattr(settings, name))
        for name in ("MEMORY_OAUTH_ISSUER", "MEMORY_OAUTH_JWKS", "MEMORY_OAUTH_RESOURCE")
    }
    with serving(**named) as address:
        ask = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
        accept = {"Accept": "application/json, text/event-stream"}
        refused = httpx.post(f"{address}/mcp", json=ask, headers=accept)
        assert refused.status_code == 401
        assert refused.headers["WWW-Authenticate"] == CHALLENGE
        for place in ("/.well-known/oauth-protected-resource/mcp", "/.well-known/oauth-protected-resource"):
            assert httpx.get(address + place).json() == {
                "resource": RESOURCE,
                "resource_name": "Rememberd",
                "authorization_servers": [issuer.name],
                "scopes_supported": ["read", "write", "admin", "erase"],
                "bearer_methods_supported": ["header"],
            }
        for scope, offered in (("read", False), ("read write", True)):
            headers = accept | {"Authorization": f"Bearer {issuer.token(scope=scope)}"}
            answer = httpx.post(f"{address}/mcp", json=ask, headers=headers).json()
            assert ("remember_fact" in {tool["name"] for tool in answer["result"]["tools"]}) is offered


def test_a_token_that_names_too_little_is_told_over_mcp_with_which_scope_to_come_back(
    committed, issuer, maya, settings
):
    """The protocol's clients ask for more by a 403 with a challenge; an answer of 200 that tells so reaches a model."""
    named = {
        name: str(getattr(settings, name))
        for name in ("MEMORY_OAUTH_ISSUER", "MEMORY_OAUTH_JWKS", "MEMORY_OAUTH_RESOURCE")
    }
    writing = ("tools/call", {"name": "remember_fact", "arguments": {"content": "Maya likes tea."}})
    reading = [
        ("tools/call", {"name": "search_memory", "arguments": {"query": "tea"}}),
        ("resources/read", {"uri": "memory://sessions"}), ("prompts/get", {"name": "keep"}),
    ]  # fmt: skip
    with serving(**named) as address:

        def ask(token, method, params):
            sent = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
            accept = {"Accept": "application/json, text/event-stream", "Authorization": f"Bearer {token}"}
            return httpx.post(f"{address}/mcp", json=sent, headers=accept, timeout=30)

        for scope, lacking, asked in (("read", "write", [writing]), ("write", "read", reading)):
            for method, params in asked:
                refused = ask(issuer.token(scope=scope), method, params)
                assert (refused.status_code, refused.json()["status"]) == (403, 403), method
                assert refused.headers["content-type"] == "application/problem+json"
                challenge = f'Bearer error="insufficient_scope", scope="{lacking}",{PAGE}'
                assert refused.headers["WWW-Authenticate"] == challenge
        for method, params in [writing, *reading]:
            done = ask(issuer.token(scope="read write"), method, params)
            assert done.status_code == 200
            assert "error" not in done.json()
            assert not done.json()["result"].get("isError")
        # No other token would help: the key has no such scope, there is no such tool.
        ApiKey.objects.update(scopes=["read"])
        for params in (writing[1], {"name": "other", "arguments": {}}):
            told = ask(issuer.token(scope="read"), "tools/call", params)
            assert (told.status_code, told.json()["result"]["isError"]) == (200, True)


WHOLE = ("https://id.example.org/", "https://id.example.org/keys", RESOURCE)


def test_without_an_authorization_server_nobody_is_sent_to_one():
    assert tokens.challenge("", "", "") == ""
    assert tokens.challenge(*WHOLE) == PAGE


@pytest.mark.parametrize("place", range(3))
@pytest.mark.parametrize(
    "value",
    ["", "http://id.example.org/", "id.example.org", "https://", "https://a b/", 'https://a"b/', "https://a:x@b/",
     "https://a/?b=c", "https://a/#b", "file:///etc/passwd", "https://[::1"],
)  # fmt: skip
def test_half_settings_and_addresses_that_others_read_along_are_refused_at_the_start(place, value):
    given = list(WHOLE)
    given[place] = value
    with pytest.raises(ImproperlyConfigured, match="MEMORY_OAUTH_"):
        tokens.challenge(*given)


def test_the_errors_name_no_token(issuer, maya, caplog):
    token = issuer.token(aud="https://elsewhere.example.org/")
    with pytest.raises(Problem) as refused:
        access.caller(token)
    assert token.rpartition(".")[2] not in str(refused.value) + caplog.text
