"""A note by keyboard, and a view that is kept."""

from __future__ import annotations

from django.urls import reverse

from memory.models import InboxNote

from .conftest import Keys


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
