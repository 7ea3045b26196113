"""A NUL in what a browser sends is a refusal, and never reaches the database: one of the two raises an error at it."""

from __future__ import annotations

import json

import pytest
from django.test import Client
from django.urls import reverse

from memory.admin import typed
from memory.models import Memory

LIST = "admin:memory_memory_changelist"


@pytest.mark.parametrize(
    "path",
    ["m/%00/", "e/ent_%00/", "s/a%00b/", "memory/memory/%00/change/", "memory/entity/1%00/history/", "a%00b/"],
)
def test_a_nul_in_a_path_is_refused(path, curator):
    assert curator.get(f"{reverse('admin:index')}{path}").status_code == 404


@pytest.mark.parametrize("query", ["q=a%00b", "source_role__exact=%00", "a%00b=1", "entity=1&entity=%00"])
def test_a_nul_in_a_parameter_is_refused(query, curator):
    assert curator.get(f"{reverse(LIST)}?{query}").status_code == 404


def test_a_nul_in_a_form_is_refused_and_nothing_is_stored(operator, curator, desk):
    before = Memory.objects.across([desk.namespace]).count()
    for person, address, form in (
        (curator, reverse("admin:memory_act", args=[desk.fact.pk]), {"verb": "correct", "content": "a\x00b"}),
        (operator, reverse("admin:memory_erase"), {"what": "memory", "target": "a\x00b", "namespace": "acme/alice"}),
        (curator, reverse("admin:memory_pick_namespace"), {"namespace": "a\x00b"}),
    ):
        assert person.post(address, form).status_code < 500, address
    desk.fact.refresh_from_db()
    assert "\x00" not in desk.fact.content
    assert Memory.objects.across([desk.namespace]).count() == before


def test_a_script_of_the_desk_is_told_by_a_kind(curator, desk):
    answer = curator.get(f"{reverse(LIST)}?q=%00", headers={"X-Requested-With": typed.FETCHED})
    assert answer.status_code == 400
    assert answer.json()["kind"] == typed.AnswerKind.UNREADABLE


@pytest.mark.parametrize("path", ["admin/", "admin/login/", "api/v1/docs"])
def test_a_nul_in_a_logins_cookie_is_refused(path, db):
    # A browser's cookie writes characters as octal numbers within quotes.
    assert Client(headers={"Cookie": r'sessionid="\000aaaaaaaaaaaaaaa"'}).get(f"/{path}").status_code == 400


def test_a_nul_in_a_note_of_the_inbox_is_unreadable(curator, desk):
    address = reverse("admin:memory_inbox_note")
    body = json.dumps({"key": f"review-{desk.review.pk}", "text": "a\x00b"})
    answer = curator.post(address, body, content_type="application/json")
    assert (answer.status_code, answer.json()["kind"]) == (400, typed.AnswerKind.UNREADABLE)


def test_what_holds_no_nul_is_answered_as_before(curator, desk):
    assert curator.get(f"{reverse(LIST)}?q=Berlin&q=%E2%90%80").status_code == 200
    assert curator.get(reverse("admin:memory_go", args=[desk.fact.uid])).status_code == 200
