"""Settings are tried from their form, shown side by side, and taken over; nobody else's are."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import Group
from django.urls import reverse
from django.utils import timezone

from memory.models import Namespace, Operation, OperationKind, Trial
from memory.services import namespaces
from memory.services.trying import trials
from tests.memory.admin.test_namespaces import EMPTY, address, stored
from tests.store import CURATOR

FOUND = {
    "asked": [
        {
            "question": "What is the boat called?",
            "now": "# Memory\n- the boat is called <b>Marlin</b>\n",
            "then": "# Memory\n- nothing of boats\n",
            "recorded": "# Memory, as it was\n",
        },
        {"question": "Who likes tea?", "now": "- Ines does", "then": "- Ines does", "recorded": ""},
    ],
    "learnt": {"both": 3, "no_longer": ["The user moved to Lisbon."], "newly": ["The user may like opera."]},
}


@pytest.fixture
def tried(namespace):
    begun = trials.begin(namespace, {"ranking": "rrf"}, actor=CURATOR)
    Trial.everything.filter(pk=begun.pk).update(found=FOUND)
    return begun


def page_of(trial):
    return reverse("admin:memory_trial", args=[trial.uid])


def take(client, trial):
    return client.post(reverse("admin:memory_trial_take", args=[trial.uid]), follow=True)


def test_what_the_form_holds_is_tried_and_not_stored(namespace, operator):
    assert "Try on a copy" in operator.get(address(namespace)).text
    sent = EMPTY | {"ranking": "rrf", "_try": "1", "try_learn": "25", "try_questions": "Who likes tea?\n\nWhere is Al?"}
    answer = operator.post(address(namespace), sent, follow=True)
    begun = Trial.objects.within(namespace).get()
    assert answer.redirect_chain == [(page_of(begun), 302)]
    assert (begun.before, begun.tried, begun.learn, begun.by) == ({}, {"ranking": "rrf"}, 25, "otto")
    assert begun.questions == ["Who likes tea?", "Where is Al?"]
    assert Operation.objects.get(kind=OperationKind.TRIAL).requested_by == "otto"
    assert stored(namespace) == {}
    assert "data-follow" in answer.text
    assert "Take over" not in answer.text
    assert page_of(begun) in operator.get(address(namespace)).text


def test_blocks_and_facts_stand_side_by_side(tried, operator):
    page = operator.get(page_of(tried)).text
    assert "1 of 2 blocks differ" in page
    assert "<del>- the boat is called &lt;b&gt;Marlin&lt;/b&gt;\n</del>" in page
    assert "<ins>- nothing of boats\n</ins>" in page
    assert "# Memory, as it was" in page
    assert "Who likes tea?" in page
    assert "<del>The user moved to Lisbon.</del>" in page
    assert "<ins>The user may like opera.</ins>" in page
    assert "<dt>ranking</dt><dd><del>weighted</del> <ins>rrf</ins></dd>" in page


def test_tried_settings_are_taken_over_once(tried, operator):
    assert "Take over these settings" in operator.get(page_of(tried)).text
    assert "hold from now on" in take(operator, tried).text
    assert stored(tried.namespace) == {"ranking": "rrf"}
    assert "were changed since" in operator.get(page_of(tried)).text
    Namespace.objects.filter(pk=tried.namespace_id).update(settings={"language": "de"})
    assert "try them anew" in take(operator, tried).text
    assert stored(tried.namespace) == {"language": "de"}


@pytest.mark.parametrize(
    "wrong", [{"timezone": "Mars/Base"}, {"try_learn": "many"}, {"try_learn": "-3"}, {"try_learn": "99999999"}]
)
def test_what_cannot_be_tried_is_told_and_stays_in_the_form(wrong, namespace, operator):
    answer = operator.post(address(namespace), EMPTY | {"_try": "1", "language": "pt-BR"} | wrong, follow=True)
    assert "timezone" in answer.text if "timezone" in wrong else "at most 10,000 turns" in answer.text
    assert "pt-BR" in answer.text
    assert not Trial.everything.exists()
    assert stored(namespace) == {}


def test_a_second_trial_waits_for_the_first(namespace, operator):
    for _ in range(2):
        answer = operator.post(address(namespace), EMPTY | {"_try": "1", "ranking": "rrf"}, follow=True)
    assert "is going on" in answer.text
    assert Trial.everything.count() == 1


def test_a_trial_is_the_operators_of_its_namespace_alone(tried, sign_in):
    for client, status in (
        (sign_in("curator", "acme/alice"), 403),
        (sign_in("viewer", "acme/alice"), 403),
        (sign_in("operator", "acme/bob"), 404),
    ):
        assert client.get(page_of(tried)).status_code == status
        assert take(client, tried).status_code == status
    curator = sign_in("curator", "acme/alice")
    assert "Try on a copy" not in curator.get(address(tried.namespace)).text
    assert curator.post(address(tried.namespace), EMPTY | {"_try": "1"}).status_code == 403
    other = namespaces.ensure("acme/bob")
    answer = sign_in("operator", "acme/alice").post(address(other), EMPTY | {"_try": "1"})
    assert answer.status_code in (302, 404)
    assert stored(tried.namespace) == {}
    assert Trial.everything.count() == 1


def test_taking_over_takes_the_permission_to_change_settings_and_a_post(tried, operator):
    assert operator.get(reverse("admin:memory_trial_take", args=[tried.uid])).status_code == 405
    held = Group.objects.get(name="operator").permissions
    held.remove(held.get(codename="change_namespace"))
    assert take(operator, tried).status_code == 403
    assert stored(tried.namespace) == {}


def test_a_trials_page_is_gone_after_a_day(tried, operator):
    Trial.everything.filter(pk=tried.pk).update(created_at=timezone.now() - trials.KEPT + timedelta(minutes=1))
    assert operator.get(page_of(tried)).status_code == 200
    Trial.everything.filter(pk=tried.pk).update(created_at=timezone.now() - trials.KEPT)
    assert operator.get(page_of(tried)).status_code == 404
    assert take(operator, tried).status_code == 404


def test_a_trial_of_nothing_to_ask_says_so(tried, operator):
    Trial.everything.filter(pk=tried.pk).update(found={"asked": [], "learnt": None})
    assert "nothing to ask" in operator.get(page_of(tried)).text
