"""The desk's page of memory tests, and the correction that becomes one."""

from __future__ import annotations

import pytest
from django.urls import reverse

from memory import tasks
from memory.models import MemoryTest
from memory.services.curating import correcting
from memory.services.trying import memory_tests
from tests.memory.admin.conftest import furnish
from tests.store import CURATOR, embed_all, know


@pytest.fixture
def corrected(desk):
    old = know(desk.namespace, "Alice's locker has number 31.")
    new = correcting.correct(desk.namespace, old.uid, "Alice's locker has number 47.", actor=CURATOR)
    embed_all()
    return new


def add(client, fact=None, **sent):
    address = reverse("admin:memory_test_add") + (f"?fact={fact.pk}" if fact else "")
    sent = {"question": "Which locker has Alice?", "must": "47", "must_not": "31\n\n", **sent}
    return client.post(address, sent)


def test_a_correction_becomes_a_test_with_its_words_filled_in(desk, curator, corrected):
    page = curator.get(reverse("admin:memory_memory_change", args=[corrected.pk])).content.decode()
    address = f"{reverse('admin:memory_test_add')}?fact={corrected.pk}"
    assert address in page
    form = curator.get(address).context["form"]
    assert (form.initial["must"], form.initial["must_not"]) == ("47", "31")
    assert add(curator, corrected).status_code == 302
    test = MemoryTest.objects.within(desk.namespace).get()
    assert (test.about, test.must, test.must_not, test.by, test.passed) == (corrected, ["47"], ["31"], "carla", True)
    shown = curator.get(reverse("admin:memory_tests")).content.decode()
    assert "Which locker has Alice?" in shown
    assert "passes" in shown


def test_what_is_refused_stays_in_the_form(desk, curator):
    for sent in ({"must": "", "must_not": ""}, {"question": ""}, {"must": "tea", "must_not": "tea"}, {"must": "no\x00"},
                 {"question": "x" * 9000}):  # fmt: skip
        page = add(curator, **sent)
        assert page.status_code == 200, sent
        assert page.context["form"].errors, sent
    assert not MemoryTest.everything.exists()


def test_they_run_as_a_run_and_one_is_forgotten(desk, curator):
    add(curator)
    run = curator.post(reverse("admin:memory_tests_act"), follow=True)
    assert run.status_code == 200
    tasks.run_operations()
    test = MemoryTest.objects.within(desk.namespace).get()
    assert test.passed is False
    curator.post(reverse("admin:memory_tests_act"), {"forget": test.pk})
    assert not MemoryTest.everything.exists()


def test_what_was_not_granted_is_neither_shown_nor_changed(desk, curator, sign_in):
    bob = furnish("acme/bob")
    test = memory_tests.add(bob.namespace, "Who is the xylophonist?", ["bob"], [], actor=CURATOR)
    assert "xylophonist" not in curator.get(reverse("admin:memory_tests")).content.decode()
    assert curator.post(reverse("admin:memory_tests_act"), {"forget": test.pk}).status_code == 404
    assert add(curator, bob.fact).status_code == 404
    viewer = sign_in("viewer", "acme/alice")
    assert add(viewer).status_code == 403
    assert viewer.post(reverse("admin:memory_tests_act")).status_code == 403
    assert MemoryTest.everything.get() == test
