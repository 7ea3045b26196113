"""A person erases a session for good, in a browser: from its page, by the list of what goes, to what the scan found."""

from __future__ import annotations

from django.urls import reverse

from memory.models import Memory, Session
from memory.services.upkeep import erasure_plans
from memory.tasks import run_operations


def test_a_session_is_erased_when_its_name_is_typed(browser, furnished):
    planned = erasure_plans.plan(furnished.namespace, "session", "s1")
    browser.go(reverse("admin:memory_session_change", args=[furnished.session.pk]))
    browser.click(f"a[href*='{reverse('admin:memory_erase')}']")
    assert furnished.fact.content in browser.text()
    browser.write("#typed", "s2")
    browser.click("form button.desk-button-bad")
    assert "what you typed is not s1" in browser.text("body")
    assert Memory.everything.filter(pk__in=planned.rows).count() == len(planned.rows)
    browser.write("#typed", "s1")
    browser.click("form button.desk-button-bad")
    assert "otto" not in browser.text("#run")
    assert "carla" in browser.text("#run")
    run_operations()
    browser.wait(lambda: "succeeded" in browser.now("#run"))
    assert f"{len(planned.episodes)} turns" in browser.now("#run")
    assert not Memory.everything.filter(pk__in=planned.rows).exists()
    assert not Session.objects.within(furnished.namespace).exists()
