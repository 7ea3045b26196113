"""A NUL in what a browser sends is a refusal, and never reaches the database: one of the two raises an error at it. The
ends of lines are stored as programs send them."""

from __future__ import annotations

import json

import pytest
from django.test import Client
from django.urls import reverse

from memory.admin import typed
from memory.models import Memory, MemoryTest, Namespace
from tests.memory.admin.test_namespaces import EMPTY
from tests.store import contents, fresh, know

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


LINES = "Shopping for Nora:\n- milk\n- bread"
AS_SENT = LINES.replace("\n", "\r\n")  # by any browser


@pytest.mark.parametrize("stored", [LINES, AS_SENT, LINES.replace("\n", "\r")])
def test_a_text_of_several_lines_that_nobody_changed_is_no_correction(stored, curator, desk):
    fact = know(desk.namespace, stored)
    answer = curator.post(reverse("admin:memory_act", args=[fact.pk]), {"verb": "correct", "content": AS_SENT})
    assert "says already" in curator.get(answer["Location"]).content.decode()
    assert fresh(fact).active
    assert contents(desk.namespace).count(stored) == 1


def test_a_true_correction_and_a_fact_by_hand_end_their_lines_as_programs_do(curator, desk):
    more = f"{AS_SENT}\r\n- tea"
    curator.post(reverse("admin:memory_act", args=[desk.fact.pk]), {"verb": "correct", "content": more})
    sent = {"content": AS_SENT, "namespace": desk.namespace.name, "key": "8f14e45f-ceea-467a-9575-1f0d2f0e4a11"}
    assert curator.post(reverse("admin:memory_fact_add"), sent).status_code == 302
    assert {f"{LINES}\n- tea", LINES} <= set(contents(desk.namespace))


def test_other_texts_of_the_desk_end_their_lines_alike(curator, operator, desk):
    sent = {"question": "What to buy?", "must": "milk\r\nbread", "key": "8f14e45f-ceea-467a-9575-1f0d2f0e4a12"}
    curator.post(reverse("admin:memory_test_add"), sent)
    assert MemoryTest.objects.within(desk.namespace).get().must == ["milk", "bread"]
    curator.post(reverse("admin:memory_act", args=[desk.old.pk]), {"verb": "retire", "reason": "a\r\nb"})
    page = curator.get(reverse("admin:memory_memory_change", args=[desk.old.pk]))
    assert "a\nb" in [row["event"].reason for row in page.context["history"]]
    address = reverse("admin:memory_namespace_change", args=[desk.namespace.pk])
    operator.post(address, EMPTY | {"learning_prompt": AS_SENT})
    assert Namespace.objects.get(pk=desk.namespace.pk).settings == {"learning_prompt": LINES}


def test_what_a_refusal_keeps_differs_by_no_end_of_a_line(curator, desk):
    curator.post(reverse("admin:memory_act", args=[desk.old.pk]), {"verb": "retire"})
    answer = curator.post(reverse("admin:memory_act", args=[desk.old.pk]), {"verb": "correct", "content": AS_SENT})
    assert ["content", LINES] in curator.get(answer["Location"]).context["desk_kept"]["fields"]
