"""What a tab looks at stands in its address: another tab's pick changes nothing in it."""

from __future__ import annotations

import re
from urllib.parse import unquote

import pytest
from django.test import Client
from django.urls import get_script_prefix, reverse

from memory.admin import scope, tabs
from tests.memory.admin.conftest import furnish
from tests.store import fresh

OPENS = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}  # as browsers ask for a page
LIST, PICK = "/admin/memory/memory/", "/admin/namespace/"
ALICE, BOB = "/at/acme,alice", "/at/acme,bob"


@pytest.fixture
def bob(db):
    return furnish("acme/bob")


@pytest.fixture
def both(desk, bob, sign_in):
    return sign_in("operator", "acme/*")


def shown(page):
    return page.context["desk"].title


def test_tabs_of_one_login_look_at_a_namespace_each(desk, bob, both):
    for _ in range(2):
        assert shown(both.get(ALICE + LIST)) == "acme/alice"
        assert shown(both.get(BOB + LIST)) == "acme/bob"
    both.post(BOB + PICK, {"namespace": "acme/bob"})
    assert shown(both.get(ALICE + LIST)) == "acme/alice"
    assert [row.namespace_id for row in both.get(ALICE + LIST).context["cl"].result_list][:1] == [desk.namespace.pk]


def test_every_link_and_form_of_a_page_leads_on_in_the_same_tab(desk, both):
    for path in (LIST, reverse("admin:memory_inbox"), reverse("admin:memory_memory_change", args=[desk.fact.pk])):
        page = both.get(ALICE + path).content.decode()
        addresses = re.findall(r'(?:href|action|data-[a-z]+|hx-get)="(/[^"]*)"', page)
        assert len(addresses) > 10
        assert {one for one in addresses if not one.startswith((f"{ALICE}/admin/", "/static/", "/api/"))} == set()
    assert get_script_prefix() == "/"


def test_a_browser_is_led_to_the_address_that_names_its_namespace(desk, bob, both):
    both.post(PICK, {"namespace": "acme/alice"})
    led = both.get(LIST + "?kind__exact=fact", headers=OPENS)
    assert (led.status_code, led["Location"]) == (302, f"{ALICE}{LIST}?kind__exact=fact")
    both.post(PICK, {"namespace": "acme/bob"})  # where a tab that is opened from now on begins
    assert both.get(LIST, headers=OPENS)["Location"] == BOB + LIST
    assert both.get(ALICE + LIST, headers=OPENS).status_code == 200
    assert both.get(LIST).status_code == 200  # a script


def test_a_pick_leads_back_to_the_page_in_what_was_picked(both):
    answer = both.post(ALICE + PICK, {"namespace": "acme/bob", "back": f"{ALICE}{LIST}?q=tea"})
    assert answer["Location"] == f"{BOB}{LIST}?q=tea"
    answer = both.post(ALICE + PICK, {"namespace": "acme/none", "back": ALICE + LIST})
    assert answer["Location"] == ALICE + LIST
    answer = both.post(ALICE + PICK, {"namespace": "acme/bob", "back": "//evil.example/admin/"})
    assert answer["Location"] == BOB + "/admin/"


def test_a_row_of_another_namespace_moves_its_own_tab_alone(desk, bob, both):
    both.post(PICK, {"namespace": "acme/alice"})
    page = both.get(ALICE + reverse("admin:memory_memory_change", args=[bob.fact.pk]))
    assert shown(page) == "acme/bob"
    assert f'href="{BOB}/admin/' in page.content.decode()
    assert f'href="{ALICE}/admin/' not in page.content.decode()
    assert shown(both.get(ALICE + reverse("admin:memory_go", args=[bob.fact.uid]))) == "acme/bob"
    assert both.get(LIST, headers=OPENS)["Location"] == ALICE + LIST
    answer = both.post(
        ALICE + reverse("admin:memory_act", args=[bob.fact.pk]), {"verb": "retire", "reason": "no longer so"}
    )
    assert answer.status_code == 302
    assert fresh(bob.fact).valid_until is not None


def test_an_address_of_what_was_not_granted_shows_ones_own_and_does_nothing(desk, bob, curator):
    for foreign in (BOB, "/at/acme,nobody", "/at/*"):
        answer = curator.get(foreign + LIST + "?q=tea", headers=OPENS)
        assert (answer.status_code, answer["Location"]) == (302, LIST + "?q=tea")
        assert curator.get(foreign + LIST)["Location"] == LIST
        acting = foreign + reverse("admin:memory_act", args=[desk.fact.pk])
        assert curator.post(acting, {"verb": "retire"}).status_code == 404
    assert fresh(desk.fact).valid_until is None
    assert curator.get(BOB + reverse("admin:memory_memory_change", args=[bob.fact.pk]), follow=True).status_code == 404


def test_all_namespaces_are_a_tab_too(desk, bob, sign_in):
    client = sign_in("viewer", "*")
    assert shown(client.get("/at/*" + LIST)) == "All namespaces"
    rows = client.get("/at/*" + LIST).context["cl"].result_list
    assert {row.namespace_id for row in rows} == {desk.namespace.pk, bob.namespace.pk}


@pytest.mark.parametrize(
    "address",
    ["/at/acme,alice/livez", "/at/acme,alice/api/v1/memories", "/at//admin/", "/at/a b/admin/", "/at/a/b/admin/",
     f"/at/{'a' * 201}/admin/", "/at/acme,alice/at/acme,bob/admin/", "/at/acme,alice/admin"],
)  # fmt: skip
def test_what_is_no_address_of_a_tab_is_not_there(address, curator):
    assert curator.get(address).status_code == 404


def test_a_stranger_meets_the_login_and_comes_back_to_the_tab(desk, sign_in):
    answer = Client().get(ALICE + LIST, headers=OPENS)
    assert unquote(answer["Location"]) == f"{ALICE}/admin/login/?next={ALICE}{LIST}"
    lost = Client().post(ALICE + reverse("admin:memory_act", args=[desk.fact.pk]), {"verb": "correct", "text": "x"})
    assert lost.status_code == 401
    assert f"{ALICE}/admin/" in lost.content.decode()


@pytest.mark.parametrize("name", ["acme/alice", "a.b/c:d/@e~f/g_h-i", "x", "*"])
def test_a_name_is_read_back_from_the_address_that_it_was_put_into(name):
    address = scope.tab_of(name) + LIST
    assert tabs.without(address) == LIST
    found = tabs.ADDRESS.fullmatch(address)
    assert found is not None
    assert found[1].removeprefix("/at/").replace(",", "/") == name


def test_a_page_costs_as_many_statements_in_a_tab_as_without_one(desk, both, django_assert_max_num_queries):
    both.post(PICK, {"namespace": "acme/alice"})
    both.get(LIST)
    with django_assert_max_num_queries(30) as asked:
        both.get(LIST)
    without = len(asked)
    with django_assert_max_num_queries(30) as asked:
        both.get(ALICE + LIST)
    assert len(asked) <= without


def test_who_is_led_away_from_a_namespace_that_was_not_granted_is_told(desk, bob, curator):
    page = curator.get(BOB + LIST, headers=OPENS, follow=True)
    assert shown(page) == "acme/alice"
    assert "There is no namespace &#x27;acme/bob&#x27; that you were granted" in page.content.decode()
    assert "that you were granted" not in curator.get(ALICE + LIST, headers=OPENS).content.decode()  # told once
    curator.get(BOB + LIST)  # no page that anybody opens
    assert "that you were granted" not in curator.get(ALICE + LIST, headers=OPENS).content.decode()
