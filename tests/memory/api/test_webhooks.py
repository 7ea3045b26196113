"""Webhooks over HTTP: a secret is answered once and kept once; what is another's is missing."""

import json
import logging

import pytest
from django.db import connection

from memory.models import DeadLetter, IdempotencyKey, Webhook
from memory.services import webhooks
from tests.conftest import Api, is_problem

URL = "https://hooks.example.org/memory?token=t0"


def test_one_is_added_paused_set_going_and_removed(api, namespace):
    added = api.post("/webhooks", {"url": URL, "kinds": ["retired", "remembered", "retired"]}).json()
    row = Webhook.objects.within(namespace).get()
    assert (added["id"], added["secret"]) == (row.uid, row.secret)
    assert (added["url"], added["kinds"], added["paused"]) == (URL, ["retired", "remembered"], False)

    assert api.patch(f"/webhooks/{row.uid}", {"paused": True}).json()["paused"] is True
    row.refresh_from_db()
    assert row.is_paused
    assert api.patch(f"/webhooks/{row.uid}", {"paused": False}).json()["paused"] is False
    gone = api.delete(f"/webhooks/{row.uid}").json()

    assert gone == {name: value for name, value in added.items() if name != "secret"}
    assert not Webhook.everything.exists()
    is_problem(api.delete(f"/webhooks/{row.uid}"), 404)


def test_it_is_told_of_what_happens_from_then_on_alone(api, namespace):
    api.remember("Maya likes tea.")
    api.post("/webhooks", {"url": URL})
    assert not webhooks.any_due()
    api.remember("Maya owns a boat.")
    assert webhooks.any_due()


def test_the_list_tells_how_each_is_doing_and_no_secret(api, namespace):
    first, second = (api.post("/webhooks", {"url": f"https://{name}.example.org/"}).json() for name in ("a", "b"))
    row = Webhook.objects.within(namespace).get(uid=first["id"])
    DeadLetter.objects.create(webhook=row, seq=10**12, kind="retired", subject="fact_0", error="answered 500")
    Webhook.objects.within(namespace).filter(pk=row.pk).update(last_error="answered 500")

    listed = api.get("/webhooks")

    assert "secret" not in listed.content.decode()
    assert [(one["id"], one["last_error"], one["dead_letters"]) for one in listed.json()["results"]] == [
        (second["id"], None, 0), (first["id"], "answered 500", 1),
    ]  # fmt: skip
    page = api.get("/webhooks?limit=1").json()
    assert [one["id"] for one in api.get(f"/webhooks?cursor={page['next']}").json()["results"]] == [first["id"]]


def test_a_request_that_comes_twice_adds_one_and_what_is_kept_of_it_holds_no_secret(api, namespace):
    answers = [api.post("/webhooks", {"url": URL}, Idempotency_Key="k1") for _ in range(2)]

    row = Webhook.objects.within(namespace).get()
    assert answers[0].json() == answers[1].json()
    assert answers[1].json()["secret"] == row.secret
    assert answers[1]["Idempotent-Replay"] == "true"
    kept = IdempotencyKey.objects.get()
    assert "secret" not in kept.response
    assert row.secret not in json.dumps(kept.response)
    is_problem(api.post("/webhooks", {"url": URL, "kinds": ["retired"]}, Idempotency_Key="k1"), 409)
    api.delete(f"/webhooks/{row.uid}")
    assert "removed" in is_problem(api.post("/webhooks", {"url": URL}, Idempotency_Key="k1"), 409)["detail"]
    assert not Webhook.everything.exists()


def test_the_secret_stands_in_the_store_once(api, namespace):
    secret = api.post("/webhooks", {"url": URL}, Idempotency_Key="k1").json()["secret"]
    holding = []
    for table in connection.introspection.table_names():
        with connection.cursor() as cursor:
            cursor.execute(f'SELECT * FROM "{table}"')
            holding += [table for row in cursor.fetchall() if secret in str(row)]
    assert holding == ["webhooks"]


@pytest.mark.parametrize(
    "url",
    ["http://hooks.example.org/", "https://127.0.0.1/", "https://10.0.0.7/", "https://[::1]/", "https://localhost/",
     "https://a:b@hooks.example.org/", "ftp://hooks.example.org/", "nonsense", "", f"https://a.org/{'x' * 500}",
     "https://exämple.org/", None, 7, ["https://a.org/"]],
)  # fmt: skip
def test_an_address_that_must_not_be_told_is_refused(api, url):
    is_problem(api.post("/webhooks", {"url": url}), 422, "body", "url")
    assert not Webhook.everything.exists()


@pytest.mark.parametrize("kinds", [["nonsense"], "retired", [None], [7], {"retired": True}, None, ["retired"] * 100])
def test_kinds_that_are_none_are_refused(api, kinds):
    assert is_problem(api.post("/webhooks", {"url": URL, "kinds": kinds}), 422)["errors"][0]["loc"][:2] == [
        "body", "kinds",
    ]  # fmt: skip
    assert not Webhook.everything.exists()


@pytest.mark.parametrize("change", [{}, {"paused": None}, {"paused": "yes"}, {"paused": 1}])
def test_a_change_that_says_nothing_is_refused(api, change):
    webhook = api.post("/webhooks", {"url": URL}).json()["id"]
    is_problem(api.patch(f"/webhooks/{webhook}", change), 422, "body", "paused")
    is_problem(api.patch(f"/webhooks/{webhook}", {"paused": True, "url": "https://a.org/"}), 422, "body", "url")
    assert api.get("/webhooks").json()["results"][0]["paused"] is False


def test_there_are_at_most_so_many(api, monkeypatch):
    monkeypatch.setattr(webhooks, "MOST", 2)
    for name in ("a", "b"):
        assert api.post("/webhooks", {"url": f"https://{name}.example.org/"}).status_code == 201
    is_problem(api.post("/webhooks", {"url": "https://c.example.org/"}, Idempotency_Key="k1"), 413)
    assert Webhook.everything.count() == 2
    assert not IdempotencyKey.objects.exists()


def test_another_namespaces_is_missing_and_stays(api, make_key):
    theirs = api.post("/webhooks", {"url": URL}).json()["id"]
    stranger = Api(make_key("acme/bob"))
    assert stranger.get("/webhooks").json()["results"] == []
    is_problem(stranger.patch(f"/webhooks/{theirs}", {"paused": True}), 404)
    is_problem(stranger.delete(f"/webhooks/{theirs}"), 404)
    assert [(one["id"], one["paused"]) for one in api.get("/webhooks").json()["results"]] == [(theirs, False)]


def test_the_log_tells_who_did_it_and_not_the_address(api, caplog):
    with caplog.at_level(logging.INFO, logger="memory.api.webhooks"):
        webhook = api.post("/webhooks", {"url": URL}).json()
        api.patch(f"/webhooks/{webhook['id']}", {"paused": True})
        api.delete(f"/webhooks/{webhook['id']}")
    assert [record.getMessage() for record in caplog.records] == [
        f"webhook {webhook['id']} of acme/alice was {what} by key:test" for what in ("added", "paused", "removed")
    ]
    assert webhook["secret"] not in caplog.text
