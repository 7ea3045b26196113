"""Promise 9, tried on every address of the desk: what was not granted is neither shown nor changed."""

from __future__ import annotations

import json

import pytest
from django.core.cache import cache
from django.urls import NoReverseMatch, reverse

from memory import background
from memory.admin import site
from memory.admin.inbox import claims
from memory.models import (
    Change,
    Conflict,
    Entity,
    EntityProposal,
    Memory,
    Operation,
    Review,
    Session,
)
from memory.services import operations
from memory.services.graph import proposals
from memory.services.handing import context
from tests.memory.admin.conftest import furnish
from tests.store import know, public_id

LEAST = 640  # attempts
TABS = ("", "/at/acme,bob")  # what the address of a tab begins with
SECRET = "xylophone"  # a word of acme/bob alone
VERBS = {
    "verb": ("retire", "correct", "confirm", "undo", "merge", "alias", "consolidate", "skip", "retry", "new", "edit"),
    "decision": ("accept", "reject", "new", "both", "merge", "apart", "retry", "leave"),
}


@pytest.fixture
def bob(db):
    """acme/bob, with a word in everything that a page could show, and something of each kind that waits."""
    found = furnish("acme/bob")
    found.secret = know(found.namespace, f"Bob plays the {SECRET} with @{SECRET}a and @{SECRET}á.")
    proposals.refresh(found.namespace)
    found.proposal = EntityProposal.objects.within(found.namespace).first()
    Session.everything.filter(pk=found.session.pk).update(status="failed", last_error=SECRET)
    Review.everything.filter(pk=found.review.pk).update(detail=SECRET)
    Conflict.everything.filter(pk=found.conflict.pk).update(reason=SECRET)
    found.failed = operations.fail(operations.start("decay", namespace=found.namespace), SECRET)
    found.handed = context.build(found.namespace, f"Who plays the {SECRET}?").id
    background.flush()
    return found


def state(bob):
    """All rows of acme/bob. A key of one of its tables may be an own row's in another: those may change."""
    return [
        list(model._base_manager.filter(namespace=bob.namespace).order_by("pk").values())
        for model in (Memory, Entity, Review, Conflict, EntityProposal, Session, Operation, Change)
    ]


def keys_of(bob):
    """All that names something of acme/bob."""
    rows = {"review": bob.review, "conflict": bob.conflict, "proposal": bob.proposal, "session": bob.session}
    return [
        bob.secret.pk, bob.secret.uid, bob.fact.pk, bob.entity.pk, bob.entity.uid, bob.conflict.pk,
        public_id(bob.conflict), bob.review.pk, bob.session.pk, bob.failed.pk, bob.namespace.pk,
        bob.handed, "s1", "acme/bob",
        *(f"{kind}-{row.pk}" for kind, row in rows.items()),
    ]  # fmt: skip


def own_paths(bob):
    """Each address of the desk that takes a key, with each key of acme/bob that it takes."""
    for pattern in site.pages:
        for key in keys_of(bob):
            try:
                yield str(pattern.name), reverse(f"admin:{pattern.name}", args=[key])
            except NoReverseMatch:
                continue


@pytest.mark.parametrize("tab", TABS)
def test_no_address_with_a_foreign_key_shows_or_changes_anything(tab, desk, bob, sign_in):
    client, before, attempts = sign_in("operator", "acme/alice"), state(bob), 0
    for name, address in own_paths(bob):
        taken = {"key": "0" * 32, "batch": "0" * 24, "content": "changed", "alias": "changed", "name": "changed"}
        address = tab + address
        answers = [client.get(address, follow=True)]
        verbs = VERBS["verb"] if name.endswith("_act") else ("",)
        answers += [client.post(address, {**taken, "verb": verb}) for verb in verbs]
        for answer in answers:
            attempts += 1
            assert answer.status_code < 500, (name, address)
            assert SECRET not in answer.content.decode(), (name, address)
    assert state(bob) == before
    assert attempts >= 150


def test_no_parameter_that_names_foreign_things_shows_or_changes_them(desk, bob, sign_in):
    client, before, attempts = sign_in("operator", "acme/alice"), state(bob), 0
    asked = ("q", "why", "s", "first", "item", "entity", "session", "namespace", "source", "after", "subject", "id")
    for pattern in site.pages:
        try:
            address = reverse(f"admin:{pattern.name}")
        except NoReverseMatch:
            continue
        for key in keys_of(bob):
            attempts += 1
            answer = client.get(address, dict.fromkeys(asked, str(key)))
            assert SECRET not in answer.content.decode(), (address, key)
    for name in ("decide", "claim", "decide_alike", "undo"):
        address = reverse(f"admin:memory_inbox_{name}")
        for key in keys_of(bob):
            for decision in VERBS["decision"]:
                attempts += 1
                sent = {"item": key, "items": [key], "change": key, "decision": decision, "content": "x"}
                sent["key"] = "0" * 32
                answer = client.post(address, json.dumps(sent), content_type="application/json")
                assert answer.json()["kind"] != "done", (name, key, decision)
                assert SECRET not in answer.content.decode()
    assert state(bob) == before
    assert cache.get(claims.KEY, {}) == {}
    assert attempts >= LEAST


@pytest.mark.parametrize("tab", TABS)
def test_no_list_shows_foreign_rows_whatever_it_is_asked(tab, desk, bob, sign_in):
    client = sign_in("operator", "acme/alice")
    for name in ("memory", "entity", "session", "conflict", "review", "event", "operation", "namespace"):
        address = tab + reverse(f"admin:memory_{name}_changelist")
        for key in (bob.secret.uid, bob.entity.uid, SECRET, f'"{SECRET}"'):
            for parameter in ("q", "entity", "source"):
                page = client.get(address, {parameter: key}, follow=True)
                foreign = [row for row in page.context["cl"].result_list if SECRET in str(vars(row))]
                assert foreign == [], (address, parameter, key)
                assert SECRET in str(key) or SECRET not in page.content.decode(), (address, parameter, key)


def test_the_word_would_be_seen(bob, sign_in):
    """The attempts above would fail if they met it: who was granted the namespace meets it on these pages."""
    client = sign_in("operator", "acme/bob")
    for address in (
        reverse("admin:memory_inbox"), reverse("admin:memory_go", args=[bob.secret.uid]),
        reverse("admin:memory_event_changelist"), reverse("admin:memory_session_changelist"),
        reverse("admin:memory_pair", args=[bob.secret.pk]),
    ):  # fmt: skip
        assert SECRET in client.get(address, follow=True).content.decode()
