"""A morning's work by keyboard alone, on a narrow desktop; and what a phone keeps in reach."""

from __future__ import annotations

from django.urls import reverse

from memory.models import Review
from tests.browser.conftest import Keys

TAB, ENTER = Keys.TAB, Keys.ENTER


def _done(browser):
    return browser.now("#inbox-count")


def _open(furnished):
    return Review.objects.within(furnished.namespace).filter(status="open").count()


def test_a_mornings_work_is_done_without_a_mouse_at_1024_pixels(browser, furnished):
    browser.size(1024, 768)
    browser.go(reverse("admin:memory_inbox"))
    waiting = _open(furnished)
    browser.press(TAB)
    assert browser.js("return document.activeElement.textContent") == "Skip the navigation"
    browser.press(ENTER)
    first = browser.wait(lambda: browser.now("#inbox-card h2"))
    browser.press("?")
    browser.wait(lambda: "go to the entities" in browser.now("dialog"))
    browser.press(Keys.ESCAPE)
    browser.wait(lambda: not browser.all("dialog[open]"))
    browser.press("j")
    browser.wait(lambda: browser.now("#inbox-card h2") != first)
    browser.press("k")
    browser.wait(lambda: browser.now("#inbox-card h2") == first)
    browser.press("a")
    browser.wait(lambda: _done(browser).startswith("1 done") and "stored" not in _done(browser))
    assert _open(furnished) == waiting - 1
    browser.press("u")
    browser.wait(lambda: _open(furnished) == waiting)
    for letter, name in (("m", "memory_memory_changelist"), ("e", "memory_entity_changelist"), ("i", "memory_inbox")):
        browser.press("g")
        browser.leave(lambda letter=letter: browser.press(letter))
        assert browser.js("return location.pathname").endswith(reverse(f"admin:{name}"))


def test_each_step_of_tab_on_a_fact_is_seen_at_1024_pixels(browser, furnished):
    browser.size(1024, 768)
    browser.go(reverse("admin:memory_memory_change", args=[furnished.fact.pk]))
    unseen = []
    for _ in range(60):
        browser.press(TAB)
        told = browser.js(
            "const e = document.activeElement, b = e.getBoundingClientRect(), s = getComputedStyle(e);"
            "const ring = s.outlineStyle !== 'none' || s.boxShadow !== 'none' || e.type === 'range';"
            "return e === document.body ? null : [e.outerHTML.slice(0, 90), b.width > 0 && ring]"
        )
        if told and not told[1]:
            unseen.append(told[0])
    assert unseen == []


def test_a_phone_shows_a_memory_a_line_and_all_decisions_at_once(browser, furnished):
    browser.size(390, 844)
    browser.go(reverse("admin:memory_memory_changelist") + "?kind__exact=fact")
    heights = browser.js("return [...document.querySelectorAll('#result_list tbody tr')].map(r => r.offsetHeight)")
    assert len(heights) > 20
    assert max(heights) <= 48
    browser.go(reverse("admin:memory_inbox"))
    browser.wait(lambda: browser.all("#inbox-keys button"))
    bottoms = browser.js(
        "return [...document.querySelectorAll('#inbox-keys button')].map(b => b.getBoundingClientRect().bottom)"
    )
    assert len(bottoms) == 3
    assert max(bottoms) <= 844
