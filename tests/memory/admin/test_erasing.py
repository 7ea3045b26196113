"""Erasing on the desk: all that would go is shown, the name is typed, and the service of POST /erasures does it."""

from __future__ import annotations

import pytest
from django.urls import reverse

from memory.models import Entity, Erasure, Memory, Operation, OperationStatus, Session
from memory.services.memories import facts
from memory.services.upkeep import erasure_plans
from memory.tasks import run_operations
from tests.memory.admin.conftest import furnish
from tests.store import AGENT, contents, know

PAGE = "admin:memory_erase"


def _asked(namespace, what, *targets):
    return {"namespace": namespace.name, "what": what, "target": targets}


def _erase(client, asked, typed, **changed):
    """Look at the page, type, and send what it held."""
    page = client.get(reverse(PAGE), asked)
    sent = {**asked, "seen": page.context["seen"], "typed": typed, **changed}
    return client.post(reverse(PAGE), sent, follow=True)


def test_the_page_lists_all_that_is_drawn_from_what_is_named(desk, operator):
    turn = desk.turns[0]
    page = operator.get(reverse(PAGE), _asked(desk.namespace, "memory", turn.uid))
    text = page.content.decode()
    planned = erasure_plans.plan(desk.namespace, "memory", turn.uid)
    assert (len(planned.episodes), len(planned.facts)) == (1, 1)
    assert turn.content.split("@")[0] in text
    assert desk.fact.content.split("@")[0] in text
    assert page.context["left_alone"] == ["tom"]
    assert Memory.objects.within(desk.namespace).filter(pk__in=planned.rows).count() == 2
    assert not Operation.objects.filter(kind="erase").exists()


@pytest.mark.parametrize("what", ["memory", "session", "entity", "namespace"])
def test_what_is_typed_is_erased_by_the_worker_and_the_runs_page_says_so(desk, operator, what):
    named, typed = {
        "memory": ([desk.fact.uid], desk.fact.uid), "session": (["s1"], "s1"),
        "entity": ([desk.entity.uid], "tom"), "namespace": ([], "acme/alice"),
    }[what]  # fmt: skip
    answer = _erase(operator, _asked(desk.namespace, what, *named), f" {typed} ")
    asked = Operation.objects.get(kind="erase")
    assert answer.redirect_chain[-1][0] == reverse("admin:memory_operation_change", args=[asked.pk])
    assert (asked.requested_by, asked.asked["what"], asked.asked["targets"]) == ("otto", what, named)
    planned = erasure_plans.plan(desk.namespace, what, *named)
    left_alone = [entity.pk for entity in erasure_plans.left_alone(desk.namespace, planned)]
    run_operations()
    assert Operation.objects.get(pk=asked.pk).status == OperationStatus.SUCCEEDED
    assert not Memory.everything.filter(pk__in=planned.rows).exists()
    assert not Entity.everything.filter(pk__in=left_alone).exists()
    assert Erasure.objects.within(desk.namespace).get().actor == "otto"
    page = operator.get(answer.redirect_chain[-1][0]).content.decode()
    assert "fact" in page
    if what in {"session", "namespace"}:
        assert not Session.objects.within(desk.namespace).exists()


def test_several_memories_are_erased_by_the_name_of_their_namespace(desk, operator):
    other = know(desk.namespace, "Alice rows on Sundays.")
    _erase(operator, _asked(desk.namespace, "memory", desk.old.uid, other.uid), "acme/alice")
    run_operations()
    assert "Alice rows on Sundays." not in contents(desk.namespace)


@pytest.mark.parametrize("typed", ["", "acme/alic", "ACME/ALICE", "acme/bob"])
def test_another_name_erases_nothing(desk, operator, typed):
    answer = _erase(operator, _asked(desk.namespace, "namespace"), typed)
    assert "Nothing was erased" in answer.content.decode()
    assert not Operation.objects.filter(kind="erase").exists()


def test_what_has_grown_since_the_page_was_made_is_shown_first(desk, operator):
    asked = _asked(desk.namespace, "session", "s1")
    seen = operator.get(reverse(PAGE), asked).context["seen"]
    know(desk.namespace, "Alice calls herself Al.", source_ids=[desk.turns[2].uid])
    answer = operator.post(reverse(PAGE), {**asked, "seen": seen, "typed": "s1"})
    assert "has changed" in answer.content.decode()
    assert not Operation.objects.filter(kind="erase").exists()
    operator.post(reverse(PAGE), {**asked, "seen": answer.context["seen"], "typed": "s1"})
    assert Operation.objects.filter(kind="erase").count() == 1


@pytest.mark.parametrize(
    "sent",
    [
        {}, {"what": "memory"}, {"what": "everything"}, {"what": "namespace", "target": "x"},
        {"what": "session", "target": "none"}, {"what": "session", "target": ["s1", "s2"]},
        {"what": "memory", "target": "mem_none"}, {"what": "memory", "target": "a\x00b"},
        {"what": "memory", "target": [f"mem_{n}" for n in range(101)]}, {"what": "entity", "target": "\x00"},
    ],
)  # fmt: skip
def test_what_is_no_erasure_is_not_there(desk, operator, sent):
    asked = {"namespace": "acme/alice", **sent}
    assert operator.get(reverse(PAGE), asked).status_code == 404
    assert operator.post(reverse(PAGE), asked).status_code == 404


def test_what_was_not_granted_is_not_there_and_stays(desk, operator):
    bob = furnish("acme/bob")
    for asked in (
        _asked(bob.namespace, "namespace"), _asked(bob.namespace, "session", "s1"),
        _asked(desk.namespace, "memory", bob.fact.uid), _asked(desk.namespace, "entity", bob.entity.uid),
    ):  # fmt: skip
        assert operator.get(reverse(PAGE), asked).status_code == 404
        assert operator.post(reverse(PAGE), {**asked, "typed": "acme/bob"}).status_code == 404
    assert not Operation.objects.filter(kind="erase").exists()


def test_pages_lead_there_for_operators_alone(desk, curator, operator):
    pages = [
        reverse("admin:memory_memory_change", args=[desk.fact.pk]),
        reverse("admin:memory_entity_change", args=[desk.entity.pk]),
        reverse("admin:memory_session_change", args=[desk.session.pk]),
        reverse("admin:memory_namespace_change", args=[desk.namespace.pk]),
    ]
    for page in pages:
        assert reverse(PAGE) in operator.get(page).content.decode()
        assert reverse(PAGE) not in curator.get(page).content.decode()
    assert curator.get(reverse(PAGE), _asked(desk.namespace, "namespace")).status_code == 403
    assert curator.post(reverse(PAGE), _asked(desk.namespace, "namespace")).status_code == 403


@pytest.mark.parametrize("what", ["memory", "session"])
def test_a_page_of_what_was_erased_meanwhile_says_so(desk, operator, what):
    target = desk.fact.uid if what == "memory" else "s1"
    asked = _asked(desk.namespace, what, target)
    page = operator.get(reverse(PAGE), asked)
    _erase(operator, asked, target)
    run_operations()
    late = operator.post(reverse(PAGE), {**asked, "seen": page.context["seen"], "typed": target})
    for answer in (late, operator.get(reverse(PAGE), asked)):
        assert answer.status_code == 404
        assert "otto had it erased for good" in answer.content.decode()


def test_a_page_of_what_never_was_there_does_not_say_that_it_was_erased(desk, operator):
    answer = operator.get(reverse(PAGE), _asked(desk.namespace, "memory", "fact_none"))
    assert (answer.status_code, "It is not there" in answer.content.decode()) == (404, True)


def test_a_failed_erasure_is_tried_again_with_what_was_asked(desk, operator):
    _erase(operator, _asked(desk.namespace, "memory", desk.old.uid), desk.old.uid)
    facts.retire(desk.namespace, desk.old.uid, actor=AGENT)
    Operation.objects.filter(kind="erase").update(status=OperationStatus.FAILED)
    operator.post(reverse("admin:memory_run_again", args=[Operation.objects.get(kind="erase").pk]))
    first, again = Operation.objects.filter(kind="erase").order_by("pk")
    assert first.asked == again.asked, "what was written since the first request stays"
    run_operations()
    assert list(Operation.objects.filter(kind="erase").order_by("pk").values_list("status", flat=True)) == [
        OperationStatus.FAILED, OperationStatus.SUCCEEDED,
    ]  # fmt: skip
    assert not Memory.everything.filter(pk=desk.old.pk).exists()


def test_an_erasure_is_not_started_from_the_list_of_runs(desk, operator):
    answer = operator.post(reverse("admin:memory_run"), {"kind": "erase"}, follow=True)
    assert "is started from the page" in answer.content.decode()
    assert not Operation.objects.filter(kind="erase").exists()
