"""Promise 9 in the admin: what was not granted, or is not picked, is not there."""

from __future__ import annotations

import re

import pytest
from django.contrib.admin.models import LogEntry
from django.test import RequestFactory
from django.urls import reverse

from memory.admin import scope
from memory.models import (
    ApiKey,
    Conflict,
    EntityProposal,
    Memory,
    NamespaceGrant,
    Operation,
    Review,
    Session,
)
from tests.memory.admin.conftest import furnish
from tests.store import public_id


@pytest.fixture
def bob(db):
    return furnish("acme/bob")


def test_foreign_rows_look_as_missing_ones_do(desk, bob, curator):
    for name, row in (
        ("memory", bob.fact),
        ("entity", bob.entity),
        ("session", bob.session),
        ("conflict", bob.conflict),
    ):
        foreign = curator.get(reverse(f"admin:memory_{name}_change", args=[row.pk]))
        missing = curator.get(reverse(f"admin:memory_{name}_change", args=[10**9]))
        assert (foreign.status_code, missing.status_code) == (404, 404)
        assert _without_tokens(foreign) == _without_tokens(missing)


def _without_tokens(page):
    text = re.sub(r'name="csrfmiddlewaretoken" value="[^"]*"|X-CSRFToken[^}]*', "", page.content.decode())
    return re.sub(r"/admin/memory/[a-z]+/[0-9]+/change/", "", text)


def test_a_tenant_whose_name_differs_in_case_alone_is_another_one(bob, sign_in):
    other = furnish("ACME/bob")
    client = sign_in("operator", "acme/*")
    page = client.get(f"/at/ACME,bob{reverse('admin:memory_memory_changelist')}", follow=True)
    assert page.context["desk"].namespace == bob.namespace
    assert page.context["desk_names"] == ["acme/bob"]
    for name, row in (("memory", other.fact), ("entity", other.entity), ("session", other.session)):
        assert client.get(reverse(f"admin:memory_{name}_change", args=[row.pk])).status_code == 404
    asked = {"namespace": "ACME/bob", "what": "namespace", "typed": "ACME/bob"}
    assert client.get(reverse("admin:memory_erase"), asked).status_code == 404
    assert client.post(reverse("admin:memory_erase"), asked).status_code == 404
    assert not Operation.objects.filter(kind="erase").exists()
    begin = client.get(reverse("admin:memory_inbox")).context["begin"]
    assert {row["namespace"] for row in begin["rows"]} == {"acme/bob"}
    exported = client.get(reverse("admin:memory_inbox_export", args=["csv"]))
    assert "ACME/bob" not in b"".join(exported.streaming_content).decode()


@pytest.mark.parametrize("kind", ["memory", "entity", "conflict", "session"])
def test_an_address_leads_to_what_was_granted_whatever_is_picked(kind, desk, bob, sign_in):
    client, stranger = sign_in("curator", "acme/*"), sign_in("curator", "acme/alice")
    row = {"memory": bob.fact, "entity": bob.entity, "conflict": bob.conflict, "session": bob.session}[kind]
    public = {
        "memory": reverse("admin:memory_go", args=[bob.fact.uid]),
        "entity": reverse("admin:memory_go_entity", args=[bob.entity.uid]),
        "conflict": reverse("admin:memory_go_conflict", args=[public_id(bob.conflict)]),
        "session": reverse("admin:memory_go_session", args=["s1"]) + "?namespace=acme/bob",
    }[kind]
    own = reverse(f"admin:memory_{kind}_change", args=[row.pk])
    for address in (public, own):
        client.post(reverse("admin:memory_pick_namespace"), {"namespace": "acme/alice"})
        page = client.get(address, follow=True)
        assert page.status_code == 200
        assert page.context["desk"].namespace == bob.namespace
        assert stranger.get(address, follow=True).status_code == 404
        assert stranger.get(reverse("admin:memory_dashboard")).context["desk"].namespace == desk.namespace
    assert client.get(own).context["desk"].namespace == bob.namespace


def test_an_address_of_what_nobody_has_is_not_there(desk, curator):
    for name, wanted in (("memory_go", "fact_x"), ("memory_go_entity", "x"), ("memory_go_conflict", 10**9),
                         ("memory_go_session", "nobody")):  # fmt: skip
        assert curator.get(reverse(f"admin:{name}", args=[wanted])).status_code == 404


@pytest.mark.parametrize(
    ("name", "of", "sent"),
    [
        ("memory_act", "fact", {"verb": "retire"}),
        ("memory_entity_act", "entity", {"verb": "alias", "alias": "Tommy"}),
        ("memory_session_act", "session", {"verb": "consolidate"}),
        ("memory_conflict_act", "conflict", {"verb": "new"}),
        ("memory_graph", "entity", None),
        ("memory_around", "fact", None),
    ],
)
def test_foreign_rows_cannot_be_acted_on(name, of, sent, desk, bob, curator):
    before = list(Memory.everything.order_by("pk").values_list("valid_until", "confidence"))
    target = reverse(f"admin:{name}", args=[getattr(bob, of).pk])
    answer = curator.get(target) if sent is None else curator.post(target, sent)
    assert answer.status_code == 404
    assert list(Memory.everything.order_by("pk").values_list("valid_until", "confidence")) == before
    assert Operation.objects.filter(kind="consolidate_session").count() == 0


ITEMS = ("review", "conflict", "proposal", "session")


@pytest.mark.parametrize("kind", ITEMS)
def test_an_item_of_the_inbox_that_was_not_granted_is_not_there(kind, desk, bob, curator, sign_in):
    colleague = sign_in("curator", "acme/bob", name="hildegund")  # no id of the page has an i, l or u
    rows = {"proposal": EntityProposal.everything.create(
        namespace=bob.namespace, entity=bob.entity.uid, into=bob.entity.uid, reason="x")}  # fmt: skip
    Session.everything.filter(pk=bob.session.pk).update(status="failed")
    key = f"{kind}-{(rows.get(kind) or getattr(bob, kind)).pk}"

    def post(client, name, **sent):
        return client.post(
            reverse(f"admin:memory_inbox_{name}"), {"key": "0" * 32, **sent}, content_type="application/json"
        )

    assert post(colleague, "claim", item=key).status_code == 200
    for decision in ("accept", "reject", "new", "both", "merge", "apart", "retry", "leave"):
        assert post(curator, "decide", item=key, decision=decision).status_code == 404
    assert post(curator, "claim", item=key).status_code == 404
    assert post(curator, "decide_alike", items=[key], decision="reject").status_code in {400, 404}
    mixed = [key, f"review-{desk.review.pk}"]
    assert kind != "review" or post(curator, "decide_alike", items=mixed, decision="reject").status_code == 404
    assert curator.get(reverse("admin:memory_inbox_cards"), {"item": key}).json()["cards"] == []
    assert curator.get(reverse("admin:memory_inbox_alike"), {"item": key}).status_code == 404
    for query in ({}, {"first": key}, {"namespace": "acme/bob"}, {"entity": bob.entity.uid}, {"by": "entity"}):
        listed = curator.get(reverse("admin:memory_inbox_list"), query).json()
        assert {row["namespace"] for row in listed["rows"]} <= {"acme/alice"}
        assert listed["held"] == {}
        page = curator.get(reverse("admin:memory_inbox"), query).content.decode()
        assert "hildegund" not in page
        assert "namespace" in query or "acme/bob" not in page
    assert {Review.everything.get(pk=bob.review.pk).status, Conflict.everything.get(pk=bob.conflict.pk).status} == {
        "open"
    }


def test_the_inbox_holds_all_that_was_granted_whatever_is_picked(desk, bob, sign_in):
    client = sign_in("curator", "acme/*")
    for picked in ("acme/alice", "acme/bob"):
        client.post(reverse("admin:memory_pick_namespace"), {"namespace": picked})
        begin = client.get(reverse("admin:memory_inbox")).context["begin"]
        assert {row["namespace"] for row in begin["rows"]} == {"acme/alice", "acme/bob"}
        assert begin["total"] == 4


def test_lists_hold_what_is_picked_alone(desk, bob, sign_in):
    client = sign_in("operator", "acme/*")
    for picked, other in (("acme/alice", bob), ("acme/bob", desk)):
        client.post(reverse("admin:memory_pick_namespace"), {"namespace": picked})
        for name in ("memory", "entity", "session", "conflict", "review", "event"):
            page = client.get(reverse(f"admin:memory_{name}_changelist"))
            spaces = {row.namespace_id for row in page.context["cl"].result_list}
            assert spaces, name
            assert other.namespace.pk not in spaces, name
        assert other.failed not in client.get(reverse("admin:memory_operation_changelist")).context["cl"].result_list


def test_a_bulk_action_leaves_foreign_rows_alone(desk, bob, curator):
    curator.post(
        reverse("admin:memory_bulk"),
        {"action": "retire", "batch": "1" * 24, "rows": f"{bob.fact.pk},{desk.fact.pk}"},
    )
    assert Memory.everything.get(pk=bob.fact.pk).active
    assert not Memory.everything.get(pk=desk.fact.pk).active


def test_a_merge_never_reaches_into_another_namespace(desk, bob, curator):
    curator.post(reverse("admin:memory_entity_act", args=[desk.entity.pk]), {"verb": "merge", "into": bob.entity.uid})
    assert type(desk.entity).everything.filter(pk=desk.entity.pk).exists()


def test_what_was_not_granted_cannot_be_picked(desk, bob, curator):
    for name in ("acme/bob", "*", "acme/none", ""):
        curator.post(reverse("admin:memory_pick_namespace"), {"namespace": name})
        assert curator.get(reverse("admin:memory_dashboard")).context["desk"].namespace == desk.namespace


def test_all_is_a_deliberate_choice_of_those_who_hold_it(desk, bob, sign_in):
    client = sign_in("curator", "*")
    assert not client.get(reverse("admin:memory_dashboard")).context["desk"].all
    client.post(reverse("admin:memory_pick_namespace"), {"namespace": "*"})
    page = client.get(reverse("admin:memory_memory_changelist") + "?kind__exact=fact")
    assert {row.namespace_id for row in page.context["cl"].result_list} == {desk.namespace.pk, bob.namespace.pk}


def test_a_grant_that_is_taken_away_is_gone_at_once(desk, bob, sign_in):
    client = sign_in("curator", "acme/alice", "acme/bob")
    client.post(reverse("admin:memory_pick_namespace"), {"namespace": "acme/bob"})
    NamespaceGrant.objects.filter(pattern="acme/bob").delete()
    assert client.get(reverse("admin:memory_dashboard")).context["desk"].namespace == desk.namespace


def test_without_a_grant_there_is_nothing(desk, sign_in):
    client = sign_in("curator")
    for name in ("memory", "entity", "session", "conflict", "review", "event", "namespace"):
        assert len(client.get(reverse(f"admin:memory_{name}_changelist")).context["cl"].result_list) == 0
    assert client.get(reverse("admin:memory_dashboard")).status_code == 200
    assert client.get(reverse("admin:memory_inbox")).context["begin"]["rows"] == []
    assert client.get(reverse("admin:memory_figures")).status_code == 200
    assert client.get(reverse("admin:memory_ask") + "?q=budget").status_code == 200


@pytest.mark.parametrize(
    ("held", "pattern", "allowed"),
    [
        ("*", "*", True), ("acme/*", "*", False), ("acme/*", "acme/*", True), ("acme/*", "acme/x/*", True),
        ("acme/*", "acme/x", True), ("acme/*", "acme", False), ("acme", "acme/*", False), ("acme/x", "acme/*", False),
        ("acme/x", "acme/x", True), ("acme/*", "acmeother/*", False),
    ],
)  # fmt: skip
def test_nobody_hands_out_more_than_they_hold(held, pattern, allowed):
    assert scope.Desk((held,), None).grants_pattern(pattern) is allowed


def test_an_operator_issues_keys_inside_their_grants_alone(desk, operator):
    add = reverse("admin:memory_apikey_add")
    sent = {"name": "robot", "namespace_pattern": "acme/*", "scopes": ["read"]}
    assert operator.post(add, sent).status_code == 200
    assert ApiKey.objects.count() == 0
    assert operator.post(add, sent | {"namespace_pattern": "acme/alice"}).status_code == 302
    assert ApiKey.objects.get().namespace_pattern == "acme/alice"


def test_who_handed_out_replaced_and_revoked_a_key_is_kept(desk, operator):
    sent = {"name": "robot", "namespace_pattern": "acme/alice", "scopes": ["read"]}
    operator.post(reverse("admin:memory_apikey_add"), sent)
    key = ApiKey.objects.get()
    for name in ("replace", "revoke"):
        operator.post(reverse(f"admin:memory_key_{name}", args=[key.pk]))
    fresh = ApiKey.objects.exclude(pk=key.pk).get()
    told = [(entry.user.username, entry.object_repr, entry.change_message) for entry in LogEntry.objects.order_by("pk")]
    assert told == [
        ("otto", str(key), f"{what}: acme/alice; read")
        for what in ("handed out", f"replaced by mem_{fresh.prefix}_…", "revoked")
    ]


def test_keys_of_other_namespaces_are_neither_shown_nor_revoked(desk, operator):
    key, _ = ApiKey.objects.issue("other", pattern="acme/bob", scopes=["read"])
    assert len(operator.get(reverse("admin:memory_apikey_changelist")).context["cl"].result_list) == 0
    operator.post(reverse("admin:memory_key_revoke", args=[key.pk]))
    key.refresh_from_db()
    assert key.revoked_at is None


def test_the_picker_leads_back_to_this_site_alone(desk, curator):
    sent = {"namespace": "acme/alice", "back": "https://elsewhere.example/"}
    assert curator.post(reverse("admin:memory_pick_namespace"), sent)["Location"] == reverse("admin:index")


def test_a_request_without_a_person_sees_nothing():
    request = RequestFactory().get("/")
    request.user = type("Nobody", (), {"is_authenticated": False, "is_staff": False})()
    assert scope.desk_of(request) == scope.Desk((), None)
