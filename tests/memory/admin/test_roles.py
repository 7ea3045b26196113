"""Promise 24: the curators' roles hold, on each address and for each method."""

from __future__ import annotations

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group, User
from django.test import Client
from django.urls import reverse

from memory.admin import site
from memory.models import ApiKey, Memory, NamespaceGrant, Operation
from tests.store import public_id

ORDER = ["", "viewer", "curator", "operator", "administrator"]

# Each of the desk's own addresses, the least role that it lets in, and the method that it is for.
PAGES = {
    "memory_pick_namespace": ("viewer", "post", []),
    "memory_figures": ("viewer", "get", []),
    "memory_ask": ("viewer", "get", []),
    "memory_around": ("viewer", "get", ["turn"]),
    "memory_go": ("viewer", "get", ["uid"]),
    "memory_go_entity": ("viewer", "get", ["uid"]),
    "memory_go_conflict": ("viewer", "get", ["sealed"]),
    "memory_go_session": ("viewer", "get", ["uid"]),
    "memory_session_of": ("viewer", "get", ["namespace"]),
    "memory_graph": ("viewer", "get", ["entity"]),
    "memory_duplicates": ("viewer", "get", []),
    "memory_propose": ("curator", "post", []),
    "memory_entity_find": ("viewer", "get", []),
    "memory_running": ("viewer", "get", []),
    "memory_runs_progress": ("viewer", "get", []),
    "memory_run_progress": ("viewer", "get", ["failed"]),
    "memory_session_progress": ("viewer", "get", ["session"]),
    "memory_bulk_done": ("viewer", "get", ["batch"]),
    "memory_dashboard": ("", "get", []),
    "memory_inbox": ("curator", "get", []),
    "memory_inbox_list": ("curator", "get", []),
    "memory_inbox_cards": ("curator", "get", []),
    "memory_inbox_claim": ("curator", "post", []),
    "memory_inbox_decide": ("curator", "post", []),
    "memory_inbox_alike": ("curator", "get", []),
    "memory_inbox_decide_alike": ("curator", "post", []),
    "memory_inbox_undo": ("curator", "post", []),
    "memory_inbox_keep": ("curator", "post", []),
    "memory_inbox_note": ("curator", "post", []),
    "memory_inbox_export": ("curator", "get", ["form"]),
    "memory_block": ("viewer", "get", ["block"]),
    "memory_tests": ("viewer", "get", []),
    "memory_test_add": ("curator", "get", []),
    "memory_tests_act": ("curator", "post", []),
    "memory_webhooks": ("operator", "get", []),
    "memory_webhooks_act": ("operator", "post", []),
    "memory_entity_types": ("curator", "post", []),
    "memory_entity_split": ("curator", "get", ["entity"]),
    "memory_mail": ("curator", "get", []),
    "memory_people": ("administrator", "get", []),
    "memory_person": ("administrator", "get", ["person"]),
    "memory_person_add": ("administrator", "get", []),
    "memory_reliability": ("viewer", "get", []),
    "memory_desk_session": ("viewer", "get", []),
    "memory_fact_add": ("curator", "get", []),
    "memory_pair": ("curator", "get", ["fact"]),
    "memory_pair_with": ("curator", "post", ["fact"]),
    "memory_act": ("curator", "post", ["fact"]),
    "memory_bulk": ("curator", "post", []),
    "memory_bulk_begin": ("curator", "post", []),
    "memory_bulk_part": ("curator", "post", []),
    "memory_entity_act": ("curator", "post", ["entity"]),
    "memory_session_act": ("curator", "post", ["session"]),
    "memory_conflict_act": ("curator", "post", ["conflict"]),
    "memory_retry_sessions": ("curator", "post", []),
    "memory_erase": ("operator", "get", []),
    "memory_run": ("operator", "post", []),
    "memory_run_again": ("operator", "post", ["failed"]),
    "memory_key_revoke": ("operator", "post", ["key"]),
    "memory_key_replace": ("operator", "post", ["key"]),
    "memory_system": ("operator", "get", []),
    "memory_trial": ("operator", "get", ["trial"]),
    "memory_trial_take": ("operator", "post", ["trial"]),
}
SCRIPTS = {"memory_bulk_part", "memory_desk_session"} | {
    f"memory_inbox_{name}" for name in ("list", "cards", "claim", "decide", "alike", "decide_alike", "undo", "note")
}
MODELS = {
    "memory_memory": "viewer", "memory_entity": "viewer", "memory_session": "viewer", "memory_conflict": "viewer",
    "memory_review": "viewer", "memory_event": "viewer", "memory_operation": "viewer", "memory_namespace": "viewer",
    "memory_metadata": "viewer", "memory_apikey": "operator", "django_celery_beat_periodictask": "operator",
    "django_celery_beat_crontabschedule": "administrator", "django_celery_beat_intervalschedule": "administrator",
    "auth_user": "administrator", "auth_group": "administrator",
    "admin_logentry": "administrator",
}  # fmt: skip


@pytest.fixture
def known(desk):
    key, _ = ApiKey.objects.issue("robot", pattern="acme/alice", scopes=["read"])
    return {
        "turn": desk.turns[0].pk, "uid": desk.fact.uid, "namespace": desk.namespace.pk, "entity": desk.entity.pk,
        "batch": "0" * 24, "review": desk.review.pk, "fact": desk.fact.pk, "session": desk.session.pk,
        "conflict": desk.conflict.pk, "sealed": public_id(desk.conflict), "failed": desk.failed.pk, "key": key.pk,
        "trial": "tri_none", "form": "csv", "block": "ctx_none", "person": User.objects.create(username="pia").pk,
    }  # fmt: skip


def test_every_page_of_the_desk_is_in_the_table():
    assert {pattern.name for pattern in site.pages} == set(PAGES)


@pytest.mark.parametrize("role", ORDER)
def test_a_page_lets_its_role_in_and_no_lesser_one(role, known, sign_in):
    client = sign_in(role, "acme/alice")
    for name, (least, method, args) in PAGES.items():
        response = getattr(client, method)(reverse(f"admin:{name}", args=[known[arg] for arg in args]))
        allowed = ORDER.index(role) >= ORDER.index(least)
        assert (response.status_code != 403) == allowed, (name, role, response.status_code)
        assert response.status_code < 500, name


@pytest.mark.parametrize("role", ORDER)
def test_a_list_lets_its_role_in_and_no_lesser_one(role, known, sign_in):
    client = sign_in(role, "acme/alice")
    for name, least in MODELS.items():
        response = client.get(reverse(f"admin:{name}_changelist"))
        allowed = ORDER.index(role) >= ORDER.index(least)
        assert (response.status_code == 200) == allowed, (name, role, response.status_code)


@pytest.mark.parametrize("role", ["", "viewer"])
def test_whoever_may_not_curate_changes_nothing(role, desk, known, sign_in):
    client, before = sign_in(role, "acme/alice"), _state(desk)
    for verb in ("confirm", "retire", "protect", "correct", "tags", "confidence", "undo"):
        client.post(
            reverse("admin:memory_act", args=[desk.fact.pk]), {"verb": verb, "content": "x", "confidence": "0.1"}
        )
    client.post(reverse("admin:memory_bulk"), {"action": "retire", "batch": known["batch"], "rows": str(desk.fact.pk)})
    client.post(reverse("admin:memory_memory_changelist"), {"action": "bulk_retire", "_selected_action": desk.fact.pk})
    client.post(
        reverse("admin:memory_inbox_decide"),
        {"item": f"review-{desk.review.pk}", "decision": "reject", "key": "0" * 32},
        content_type="application/json",
    )
    for verb in ("new", "old", "both", "reopen", "edit"):
        client.post(reverse("admin:memory_conflict_act", args=[desk.conflict.pk]), {"verb": verb, "content": "x"})
    split = {"verb": "split", "name": "T", "memories": [desk.fact.uid]}
    client.post(reverse("admin:memory_entity_split", args=[desk.entity.pk]), split)
    client.post(reverse("admin:memory_entity_types"), {"rows": str(desk.entity.pk), "type": "location"})
    for verb in ("alias", "merge", "rename"):
        client.post(
            reverse("admin:memory_entity_act", args=[desk.entity.pk]), {"verb": verb, "alias": "Tommy", "name": "T"}
        )
    client.post(reverse("admin:memory_session_act", args=[desk.session.pk]), {"verb": "consolidate"})
    assert _state(desk) == before


def test_a_curator_runs_nothing_and_hands_out_no_keys(desk, known, curator):
    curator.post(reverse("admin:memory_run"), {"kind": "decay"})
    curator.post(reverse("admin:memory_run_again", args=[desk.failed.pk]))
    curator.post(reverse("admin:memory_apikey_add"), {"name": "x", "namespace_pattern": "acme/alice", "scopes": "read"})
    curator.post(reverse("admin:memory_key_revoke", args=[known["key"]]))
    assert Operation.objects.count() == 1
    assert ApiKey.objects.get().revoked_at is None


def test_nobody_but_a_superuser_touches_accounts_roles_and_grants(desk, sign_in):
    client = sign_in("operator", "*")
    for name in ("auth_user", "auth_group"):
        assert client.get(reverse(f"admin:{name}_add")).status_code == 403
        assert client.post(reverse(f"admin:{name}_add"), {"username": "x", "name": "x"}).status_code == 403
    assert Group.objects.count() == 3
    assert NamespaceGrant.objects.count() == 1


def test_an_account_that_is_in_the_log_can_be_deleted(desk, sign_in):
    operator = sign_in("operator", "acme/alice", name="otto")
    given = {"name": "robot", "namespace_pattern": "acme/alice", "scopes": ["read"]}
    operator.post(reverse("admin:memory_apikey_add"), given)
    otto = User.objects.get(username="otto")
    assert LogEntry.objects.filter(user=otto).count() == 1
    page = sign_in("administrator").post(reverse("admin:auth_user_delete", args=[otto.pk]), {"post": "yes"})
    assert page.status_code == 302
    assert not User.objects.filter(pk=otto.pk).exists()


def test_rows_are_added_changed_and_deleted_through_services_alone(desk, sign_in):
    client = sign_in("administrator")
    for name in ("memory", "entity", "session", "conflict", "review", "event", "operation", "metadata"):
        assert client.get(reverse(f"admin:memory_{name}_add")).status_code == 403
    for name, row in (("memory", desk.fact), ("conflict", desk.conflict), ("session", desk.session)):
        assert client.post(reverse(f"admin:memory_{name}_delete", args=[row.pk]), {"post": "yes"}).status_code == 403
    client.post(reverse("admin:memory_memory_change", args=[desk.fact.pk]), {"content": "hacked", "_save": "1"})
    assert Memory.everything.get(pk=desk.fact.pk).content == desk.fact.content


def test_strangers_meet_the_login(desk, known):
    client = Client()
    for name, (_, method, args) in PAGES.items():
        response = getattr(client, method)(reverse(f"admin:{name}", args=[known[arg] for arg in args]))
        if name in SCRIPTS:
            assert (response.status_code, response.json()["kind"]) == (401, "signed_out"), name
        elif method == "post":
            assert response.status_code == 401, name
            assert b'id="login-form"' in response.content, name
        else:
            assert response.status_code == 302, name
            assert response["Location"].startswith(reverse("admin:login")), name


def test_every_change_carries_the_persons_name(desk, curator):
    curator.post(reverse("admin:memory_act", args=[desk.fact.pk]), {"verb": "confirm"})
    page = curator.get(reverse("admin:memory_memory_change", args=[desk.fact.pk]))
    assert page.context["history"][0]["event"].actor == "carla"


def _state(desk):
    return (
        list(Memory.everything.order_by("pk").values_list("content", "valid_until", "base_confidence", "decay_rate")),
        list(desk.namespace.__class__.objects.values_list("name")),
        [type(row).everything.get(pk=row.pk).status for row in (desk.review, desk.conflict, desk.session)],
        list(desk.entity.aliases.values_list("alias")),
        Operation.objects.count(),
    )
