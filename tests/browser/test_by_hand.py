"""A fact is added and paired with another one, in a browser; the pair is decided by a key."""

from __future__ import annotations

from django.urls import reverse

from memory.models import Conflict, Memory
from tests.store import know


def test_a_fact_is_added_paired_and_decided(browser, furnished):
    old = know(furnished.namespace, "Alice drives a red car.")
    browser.go(reverse("admin:memory_memory_changelist") + "?kind__exact=fact")
    browser.click(f"a[href$='{reverse('admin:memory_fact_add')}']")
    browser.write("#id_content", "Alice owns no vehicle.")
    browser.click("form.desk-narrow button")
    assert "Alice owns no vehicle." in browser.text("#claim")
    new = Memory.objects.within(furnished.namespace).get(content="Alice owns no vehicle.")
    browser.click(f"a[href$='{reverse('admin:memory_pair', args=[new.pk])}']")
    browser.write("#pair-q", "red car")
    browser.click("form[method=get] button")
    browser.click(f"button[name=other][value='{old.pk}']")
    browser.wait(lambda: "Alice owns no vehicle." in browser.now("#inbox-card h2"))
    browser.press("n")
    browser.wait(lambda: browser.now("#inbox-count").startswith("1 done"))
    assert Conflict.objects.within(furnished.namespace).get(found_by="carla").decision == "new"
