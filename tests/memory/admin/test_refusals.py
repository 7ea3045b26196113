"""Who may not open a page, or asks for what is not there, is told why inside the desk, and led on."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from memory.services.graph import entities
from tests.memory.admin.conftest import furnish
from tests.store import CURATOR, make_entity


def told(answer, status):
    """The words of an answer that stands inside the desk and leads on."""
    words = answer.content.decode()
    assert answer.status_code == status
    assert "desk-strip" in words
    assert ">The first page</a>" in words
    return words


@pytest.mark.parametrize(
    ("name", "who"),
    [("memory_inbox", "curators and operators"), ("memory_fact_add", "curators and operators"),
     ("memory_system", "operators"), ("memory_people", "administrators")],
)  # fmt: skip
def test_a_page_of_another_role_says_whose_it_is(name, who, sign_in, desk):
    words = told(sign_in("viewer", "acme/alice").get(reverse(f"admin:{name}")), 403)
    assert f"This is for {who}. Your role is: viewer." in words


def test_a_page_that_django_keeps_says_the_role(sign_in, desk):
    words = told(sign_in("curator", "acme/alice").get(reverse("admin:memory_apikey_changelist")), 403)
    assert "Your role does not allow this. It is: curator." in words


def test_what_was_typed_without_the_right_stands_on_the_page(sign_in, desk):
    viewer = sign_in("viewer", "acme/alice")
    words = told(viewer.post(reverse("admin:memory_act", args=[desk.fact.pk]), {"content": "Alice left <b>."}), 403)
    assert "What you typed is kept" in words
    assert "Alice left &lt;b&gt;." in words
    assert "is kept" not in viewer.get(reverse("admin:memory_memory_changelist")).content.decode()


@pytest.mark.parametrize("path", ["nonsense/", "memory/memory/999999/around/", "trials/x/"])
def test_what_is_not_there_leads_on(path, operator, desk):
    assert "It is not there" in told(operator.get(f"{reverse('admin:index')}{path}"), 404)


def test_strangers_and_machines_are_told_as_before(db, sign_in):
    assert Client().get("/nonsense/").content.count(b"desk-strip") == 0
    assert sign_in("viewer").get("/nonsense/").content.count(b"desk-strip") == 0
    assert Client().get("/api/nonsense").json()["status"] == 401
    assert Client().get(reverse("admin:memory_inbox")).status_code == 302


def test_an_entity_that_was_merged_names_the_one_that_took_it_in(curator, desk):
    space = desk.namespace
    gone, between, kept = (make_entity(space, name) for name in ("Rita Holm", "Rita H.", "Sven Dahl"))
    entities.merge(space, gone.uid, between.uid, actor=CURATOR)
    entities.merge(space, between.uid, kept.uid, actor=CURATOR)
    link = f'/admin/e/{kept.uid}/">Sven Dahl</a> took it in'
    for address in (
        reverse("admin:memory_go_entity", args=[gone.uid]),
        reverse("admin:memory_entity_change", args=[gone.pk]),
        reverse("admin:memory_entity_split", args=[gone.pk]),
    ):
        assert link in told(curator.get(address), 404)
    sent = {"verb": "alias", "alias": "Ritalein"}
    words = told(curator.post(reverse("admin:memory_entity_act", args=[gone.pk]), sent), 404)
    assert link in words
    assert "Ritalein" in words
    assert not kept.aliases.filter(alias="Ritalein").exists()


def test_nobody_is_told_what_was_merged_in_a_namespace_of_others(curator, desk):
    theirs = furnish("acme/bob").namespace
    gone, kept = make_entity(theirs, "Rita Holm"), make_entity(theirs, "Sven Dahl")
    entities.merge(theirs, gone.uid, kept.uid, actor=CURATOR)
    for address in (
        reverse("admin:memory_go_entity", args=[gone.uid]), reverse("admin:memory_entity_split", args=[gone.pk]),
    ):  # fmt: skip
        words = told(curator.get(address), 404)
        assert "It is not there" in words
        assert "Sven Dahl" not in words
