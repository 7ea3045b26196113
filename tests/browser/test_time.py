"""The slider of a fact's page: the keyboard moves it, and the page says what was so then."""

from __future__ import annotations

from django.urls import reverse

from memory.models import Memory, Validity
from memory.services.curating import correcting
from tests.store import AGENT, DAY, NOON, know

from .conftest import Keys


def test_a_fact_is_looked_at_through_time(browser, furnished):
    old = know(furnished.namespace, "The lab is in hall 4.", event_time=NOON)
    new = correcting.correct(furnished.namespace, old.uid, "The lab is in hall 9.", actor=AGENT, kind="outdated")
    for fact, since, until in ((old, NOON, NOON + 10 * DAY), (new, NOON + 10 * DAY, None)):
        Memory.everything.filter(pk=fact.pk).update(event_time=since, created_at=since)
        Validity.objects.filter(memory=fact).delete()
        Validity.objects.create(memory=fact, valid_from=since, valid_to=until, known_from=since)
    browser.go(reverse("admin:memory_memory_change", args=[new.pk]))
    sliders = browser.all(".desk-slider")
    assert len(sliders) == 2
    assert sliders[0].get_attribute("aria-valuetext") == "now"
    browser.leave(lambda: sliders[0].send_keys(Keys.HOME))
    assert "It held from 2026-03-12 12:00 on." in browser.now("[role=status].desk-note")
    # Its slider begins where something is known of it; a time before that is typed.
    browser.js("document.querySelector('#time-valid_at').value = '2026-03-05T08:00'")
    browser.click("section:has(#time) form button")
    assert "It did not hold then." in browser.now("[role=status].desk-note")
    assert "The lab is in hall 4." in browser.now("[role=status].desk-note")
    browser.click("section:has(#time) form a")
    assert not browser.all("section [role=status].desk-note")
