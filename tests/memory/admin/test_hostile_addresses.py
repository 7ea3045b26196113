"""No parameter and no id in an address of the admin breaks a page: each registered list, each page of the desk."""

from __future__ import annotations

import pytest
from django.contrib import admin
from django.contrib.admin import ShowFacets
from django.urls import NoReverseMatch, reverse

from memory.admin import site

HOSTILE = ["²", "9" * 30, "-1", "\x00", "x' OR"]
WORST = HOSTILE[:3]
SHARED = ["p", "o", "q", "all", "e", "_facets", "_to_field", "_popup"]  # what Django's and unfold's lists read
OWN = [
    "p", "q", "limit", "session", "why", "s", "extended", "shown", "page", "turn", "id", "first", "reason", "after",
    "namespace", "by", "item", "entity", "kind",
]  # fmt: skip
SENT = [
    "verb", "seq", "content", "tags", "confidence", "alias", "name", "into", "aliases", "memories", "action", "batch",
    "rows", "value", "namespace", "day", "key", "other",  "side", "back", "reason", "kind",
]  # fmt: skip
LISTS = {f"{model._meta.app_label}_{model._meta.model_name}": one for model, one in admin.site._registry.items()}
PAGES = sorted(str(pattern.name) for pattern in site.pages)


@pytest.fixture
def anybody(desk, sign_in):
    return sign_in("administrator", "*")


def read_by(one):
    """The parameters that a list reads, those of its filters included."""
    found = list(SHARED)
    for entry in one.list_filter:
        if isinstance(entry, tuple):
            found += [f"{entry[0]}_from", f"{entry[0]}_to", f"{entry[0]}__exact"]
        else:
            found.append(f"{entry}__exact" if isinstance(entry, str) else entry.parameter_name)
    return found


@pytest.mark.parametrize("name", sorted(LISTS))
def test_no_parameter_breaks_a_list(name, anybody):
    address = reverse(f"admin:{name}_changelist")
    for parameter in read_by(LISTS[name]):
        for value in HOSTILE if parameter in {"p", "q"} else WORST:
            page = anybody.get(address, {parameter: value}, follow=True)
            assert page.status_code < 500, (parameter, value)


@pytest.mark.parametrize("name", sorted(LISTS))
def test_no_id_breaks_the_page_of_a_row(name, anybody):
    for view in ("change", "history", "delete"):
        for value in HOSTILE:
            try:
                address = reverse(f"admin:{name}_{view}", args=[value])
            except NoReverseMatch:
                continue
            assert anybody.get(address).status_code < 500, (view, value)


@pytest.mark.parametrize("name", PAGES)
def test_no_parameter_breaks_a_page_of_the_desk(name, desk, anybody):
    rows = {
        "memory_around": desk.turns[0].pk, "memory_session_of": desk.namespace.pk, "memory_graph": desk.entity.pk,
        "memory_session_progress": desk.session.pk, "memory_run_progress": desk.failed.pk,
        "memory_conflict_act": desk.conflict.pk, "memory_act": desk.fact.pk,
        "memory_pair": desk.fact.pk, "memory_pair_with": desk.fact.pk,
        "memory_entity_act": desk.entity.pk, "memory_session_act": desk.session.pk,
    }  # fmt: skip
    for args in ([], [rows.get(name, 1)], ["0" * 24], [2**80]):
        try:
            address = reverse(f"admin:{name}", args=args)
        except NoReverseMatch:
            continue
        for value in HOSTILE:
            assert anybody.get(address, dict.fromkeys(OWN, value)).status_code < 500, (address, value)
            assert anybody.post(address, dict.fromkeys(SENT, value)).status_code < 500, (address, value)


def test_no_list_counts_for_each_choice_of_its_filters():
    assert {name for name, one in LISTS.items() if one.show_facets != ShowFacets.NEVER} == set()
