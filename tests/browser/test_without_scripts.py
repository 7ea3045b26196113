"""A page that can be read where scripts do not run, or the theme's own is missing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.urls import reverse


@contextmanager
def no_scripts(browser: Any) -> Iterator[None]:
    browser.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        yield
    finally:
        browser.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


@contextmanager
def no_alpine(browser: Any) -> Iterator[None]:
    browser.driver.execute_cdp_cmd("Network.setCacheDisabled", {"cacheDisabled": True})
    browser.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": ["*alpine*"]})
    try:
        yield
    finally:
        browser.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": []})
        browser.driver.execute_cdp_cmd("Network.setCacheDisabled", {"cacheDisabled": False})


@pytest.mark.parametrize("missing", [no_scripts, no_alpine])
def test_each_page_is_shown_as_it_came(browser, furnished, missing):
    pages = {
        reverse("admin:memory_memory_change", args=[furnished.fact.pk]): furnished.fact.content,
        reverse("admin:memory_memory_changelist"): furnished.fact.content,
    }
    with missing(browser):
        for path, text in pages.items():
            browser.driver.get(browser.url + path)
            assert text in browser.one("body").text, path
            assert missing is no_scripts or not browser.js("return window.Alpine")
        browser.driver.delete_all_cookies()
        browser.driver.get(browser.url + reverse("admin:login"))
        assert browser.one("#id_username").is_displayed()
