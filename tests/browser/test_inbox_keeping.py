"""A note by keyboard, a view that is kept, a text that is typed for one card, and a second click too many."""

from __future__ import annotations

from django.urls import reverse

from memory.models import InboxNote, Review

from .conftest import Keys
from .test_inbox import current


def test_a_note_is_written_by_keyboard_and_a_view_is_kept(browser, furnished):
    browser.go(reverse("admin:memory_inbox") + "?kind=conflict")
    browser.wait(lambda: browser.all("#inbox-card h2"))
    browser.press("w")
    browser.wait(lambda: browser.all("dialog[open] #note-comment"))
    browser.write("#note-comment", "Ask Alice first.")
    browser.js("document.querySelector('#note-due').value = '2020-01-02'")
    browser.write("#note-person", "carla")
    browser.write("#note-comment", Keys.TAB, Keys.ENTER)
    browser.wait(lambda: not browser.all("dialog"))
    browser.wait(lambda: "for carla, due 2020-01-02" in browser.now("#inbox-card"))
    assert InboxNote.everything.get().comment == "Ask Alice first."

    browser.tap("details:has(#inbox-view-name) summary")
    browser.write("#inbox-view-name", "Two facts")
    browser.leave(lambda: browser.write("#inbox-view-name", Keys.ENTER))
    assert "Two facts" in browser.now("nav[aria-label='Your views']")
    browser.go(reverse("admin:memory_inbox") + "?due=over&by=due")
    browser.wait(lambda: "Overdue" in browser.now("#inbox-list"))
    browser.press("n")
    browser.wait(lambda: "All of it is decided." in browser.now("#inbox-list"))
    browser.go(reverse("admin:memory_inbox") + "?due=over")
    browser.wait(lambda: "Nothing waits in this view." in browser.now("#inbox-list"))


def test_a_double_click_decides_one_card(browser, furnished):
    first = Review.objects.within(furnished.namespace).filter(status="open", subject__isnull=False).first()
    browser.go(reverse("admin:memory_inbox") + f"?first=review-{first.pk}")
    browser.wait(lambda: browser.all("[data-decision=accept]"))
    waiting = Review.objects.within(furnished.namespace).filter(status="open").count()
    browser.wait(lambda: browser.js("return document.querySelectorAll('#inbox-list button').length") > 1)
    browser.js("document.querySelector('[data-decision=accept]').click()")
    browser.js("document.querySelector('[data-decision=accept]')?.click()")
    browser.wait(lambda: current(browser) != f"review-{first.pk}")
    browser.wait(lambda: "0 done" not in browser.now("#inbox-count") and "stored" not in browser.now("#inbox-count"))
    assert browser.now("#inbox-count").startswith("1 done")
    assert Review.objects.within(furnished.namespace).filter(status="open").count() == waiting - 1
    assert Review.objects.within(furnished.namespace).get(pk=first.pk).status == "accepted"


def test_what_was_typed_for_a_card_is_there_when_one_comes_back_to_it(browser, furnished):
    first = Review.objects.within(furnished.namespace).filter(status="open", subject__isnull=False).first()
    browser.go(reverse("admin:memory_inbox") + f"?first=review-{first.pk}")
    browser.wait(lambda: browser.all("[data-decision=correct]"))
    browser.tap("[data-decision=correct]")
    browser.write("#inbox-text", " Or so.")
    typed = browser.js("return document.getElementById('inbox-text').value")
    other = browser.js("return document.querySelector('#inbox-list button:not([aria-current])').dataset.item")
    browser.tap(f"[data-item={other}]")
    browser.wait(lambda: current(browser) == other)
    browser.tap(f"[data-item=review-{first.pk}]")
    browser.wait(lambda: browser.all("[data-decision=correct]"))
    browser.tap("[data-decision=correct]")
    assert browser.js("return document.getElementById('inbox-text').value") == typed
    browser.write("#inbox-text", Keys.ESCAPE)
    browser.tap("[data-decision=correct]")
    assert not browser.js("return document.getElementById('inbox-text').value").endswith("Or so.")
    browser.write("#inbox-text", Keys.ESCAPE)
