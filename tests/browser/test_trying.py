"""Settings are tried from their form, in a browser, on a real copy; what differs is read, and taken over."""

from __future__ import annotations

from django.urls import reverse

from maintenance import tasks
from memory.models import Namespace, Trial
from memory.services.trying import trials

QUESTION = "What does Alice enjoy?"


def test_settings_are_tried_read_side_by_side_and_taken_over(browser, furnished):
    form = reverse("admin:memory_namespace_change", args=[furnished.namespace.pk])
    browser.go(form)
    browser.js("document.querySelector('#id_hand_out_waiting').click()")
    browser.write("#try-questions", QUESTION)
    browser.js("document.querySelector('#try-learn').value = '0'")
    browser.click("button[name=_try]")
    begun = Trial.objects.within(furnished.namespace).get()
    assert begun.tried == {"hand_out_waiting": False}
    assert "hand_out_waiting" in browser.text("#content")
    tasks.run(begun.run)
    browser.wait(lambda: "See what would differ" in browser.now("#run"))
    browser.click("#run a.desk-link")
    begun.refresh_from_db()
    told = trials.TrialFindings.of(begun.found)
    assert [one.question for one in told.asked if one.differs] == [QUESTION]
    assert QUESTION in browser.text("[aria-labelledby=blocks]")
    assert "Alice enjoys" in browser.text("pre[aria-label='As it is'] del")
    assert not browser.all("pre[aria-label='With these settings'] del")
    browser.click("form[action$='/take/'] button")
    assert "These settings hold from now on" in browser.text("body")
    assert Namespace.objects.get(pk=furnished.namespace.pk).settings == {"hand_out_waiting": False}


def test_enter_in_a_field_saves_and_tries_nothing(browser, furnished):
    browser.go(reverse("admin:memory_namespace_change", args=[furnished.namespace.pk]))
    browser.write("#id_timezone", "Europe/Berlin")
    browser.leave(lambda: browser.press("\n"))
    assert Namespace.objects.get(pk=furnished.namespace.pk).settings == {"timezone": "Europe/Berlin"}
    assert not Trial.everything.exists()
