"""The command palette: pages, commands, and what is in sight; never what lies in another namespace."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from memory.models import NamespaceGrant
from tests.memory.admin.conftest import furnish
from tests.store import know

from .test_pages import MOST_QUERIES, crowd  # noqa: F401  (a fixture)


def found(client, term, **more):
    page = client.get(reverse("admin:search"), {"s": term, "extended": "1"} | more)
    assert page.status_code == 200
    return {result.link: result.title for result in page.context["results"]} if page.context["page_obj"].count else {}


def link(name, row):
    return reverse(f"admin:memory_{name}_change", args=[row.pk])


def test_facts_entities_and_sessions_are_found_by_their_words(desk, curator):
    assert link("memory", desk.doubtful) in found(curator, "opera")
    assert link("entity", desk.entity) in found(curator, "To")
    assert link("session", desk.session) in found(curator, "s1")


def test_a_public_id_finds_its_row_alone(desk, curator):
    assert link("memory", desk.turns[1]) in found(curator, desk.turns[1].uid)
    assert link("entity", desk.entity) in found(curator, desk.entity.uid)


def test_pages_and_commands_come_first(desk, curator):
    titles = list(found(curator, "conflict").values())
    assert titles[0] == "Conflicts"
    assert "Search facts for “conflict”" in titles


def test_a_page_that_is_not_ones_own_is_not_offered(desk, curator, operator):
    assert "API keys" not in found(curator, "key").values()
    assert "API keys" in found(operator, "key").values()


def test_another_namespace_never_shows_not_even_from_memory(desk, sign_in):
    bob = furnish("acme/bob")
    theirs = know(bob.namespace, "Bob dreads the opera.")
    client = sign_in("curator", "acme/alice", "acme/bob")
    for picked, here, there in (
        ("acme/alice", desk, [*_rows(bob), theirs]),
        ("acme/bob", bob, _rows(desk)),
        ("acme/alice", desk, [*_rows(bob), theirs]),
    ):
        client.post(reverse("admin:memory_pick_namespace"), {"namespace": picked})
        for term in ("opera", "tom", "s1", theirs.uid, desk.fact.uid, bob.entity.uid):
            links = found(client, term)
            assert not {link(row._meta.model_name, row) for row in there} & set(links), (picked, term)
        assert link("memory", here.doubtful) in found(client, "opera")
    NamespaceGrant.objects.all().delete()
    assert not [title for title in found(client, "opera").values() if "opera." in title]


def _rows(desk):
    return [desk.fact, desk.old, desk.new, desk.doubtful, *desk.turns, desk.entity, desk.session]


def test_over_all_namespaces_names_are_found_and_no_memory_by_its_words(desk, sign_in):
    bob = furnish("acme/bob")
    client = sign_in("curator", "*")
    client.post(reverse("admin:memory_pick_namespace"), {"namespace": "*"})
    links = found(client, "tom")
    assert {link("entity", desk.entity), link("entity", bob.entity)} <= set(links)
    assert link("memory", desk.doubtful) not in found(client, "opera")


def test_whoever_has_no_role_finds_nothing(desk, sign_in):
    client = sign_in("", "acme/alice")
    for term in ("opera", "tom", desk.fact.uid):
        assert not [one for one in found(client, term) if "/memory/" in one]


@pytest.mark.parametrize("term", ["", " ", "o", "%", "_", "“", '"', "*", "x" * 5000])
def test_any_words_may_be_typed(desk, curator, term):
    found(curator, term)


def test_what_is_found_is_bounded_and_cheap(crowd, curator):  # noqa: F811
    for term in ("budget", "thing", "more-", "row"):
        with CaptureQueriesContext(connection) as asked:
            links = found(curator, term)
        assert len(links) <= 25
        assert len(asked) <= MOST_QUERIES, term
