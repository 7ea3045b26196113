"""A mailed link in a browser that nobody is signed in to: it looks, decides once by keyboard, and is gone."""

from __future__ import annotations

from memory.models import Conflict, Operation
from tests.browser.test_looks import mailed


def test_a_link_decides_once_without_a_login_by_keyboard(browser, furnished, settings):
    path = mailed(furnished)
    browser.driver.execute_cdp_cmd("Network.clearBrowserCookies", {})
    before = Operation.objects.count()
    browser.go(path)
    browser.go(path)
    assert "500 euros" in browser.text("main")
    conflict = Conflict.everything.get(pk=furnished.conflict.pk)
    assert (conflict.status, Operation.objects.count()) == ("open", before)
    for _ in range(4):
        browser.press("\ue004")
        if browser.js("return document.activeElement.value") == "old":
            break
    browser.leave(lambda: browser.press("\ue007"))
    assert "Decided: the old one holds." in browser.text("main")
    conflict.refresh_from_db()
    assert (conflict.decision, conflict.decided_by) == ("old", "anna")
    browser.go(path)
    assert "was used" in browser.text("main")
    browser.forgive("410")
