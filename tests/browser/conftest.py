"""A real Chromium on a real server. Where there is none, these tests are skipped, and the summary says so loudly."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import Group, Permission, User
from django.core.cache import cache
from django.test import Client

from memory.admin import roles
from memory.models import ReviewReason
from memory.services import operations, reviews
from tests.memory.admin.conftest import furnish
from tests.store import committed, know  # noqa: F401  (a fixture)

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
DRIVER = shutil.which("chromedriver")
MISSING = (
    "The browser tests need Chromium and its driver (Debian: apt-get install chromium chromium-driver) "
    "and the packages of requirements/dev.txt."
)
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-dev-shm-usage",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--force-prefers-reduced-motion",
)  # fmt: skip
PASSWORD = "not a secret 7"
HARMLESS = ("chrome:", "data:", "about:", "blob:", "devtools:")

try:
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys
    from selenium.webdriver.support.ui import WebDriverWait
except ImportError:
    webdriver = None  # type: ignore[assignment]


# First, as xdist reads the groups in this hook too: behind it they would count for nothing.
@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """One browser at a time, in one process: several at once take the machine from each other."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.slow)
            item.add_marker(pytest.mark.xdist_group("browser"))


def pytest_terminal_summary(terminalreporter: Any) -> None:
    left_out = [report for report in terminalreporter.stats.get("skipped", []) if "tests/browser" in report.nodeid]
    if left_out and not _ready():
        terminalreporter.write_sep("!", "BROWSER TESTS LEFT OUT", red=True, bold=True)
        terminalreporter.write_line(f"{len(left_out)} tests were not run. {MISSING}")


def _ready() -> bool:
    return bool(CHROMIUM and DRIVER and webdriver is not None)


@contextmanager
def started() -> Iterator[Any]:
    """A Chromium with a profile of its own."""
    if not _ready():
        pytest.skip(MISSING)
    profile = tempfile.mkdtemp(prefix="memory-chromium-")
    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM or ""
    for flag in (*FLAGS, f"--user-data-dir={profile}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(DRIVER))
    driver.set_page_load_timeout(30)
    try:
        yield driver
    finally:
        driver.quit()
        shutil.rmtree(profile, ignore_errors=True)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    with started() as driver:
        yield driver


class Browser:
    """One person's browser: `go`, look, press keys. It remembers each complaint and each request."""

    def __init__(self, driver: Any, url: str) -> None:
        self.driver, self.url = driver, url
        self.complaints: list[str] = []
        self.requests: list[str] = []

    def sign_in(self, user: User) -> None:
        client = Client()
        client.force_login(user)
        self.driver.execute_cdp_cmd("Network.enable", {})
        self.driver.execute_cdp_cmd("Network.clearBrowserCookies", {})
        self.driver.execute_cdp_cmd(
            "Network.setCookie", {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": self.url}
        )

    def size(self, width: int, height: int) -> None:
        self.driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600},
        )

    def theme(self, name: str) -> None:
        self.driver.execute_script("localStorage.setItem('adminTheme', JSON.stringify(arguments[0]));", name)
        self.driver.execute_script("localStorage.setItem('_x_adminTheme', JSON.stringify(arguments[0]));", name)

    def go(self, path: str) -> None:
        self.driver.get(self.url + path)
        self.wait(lambda: self.js("return document.readyState === 'complete' && !!window.Alpine"))
        # The browser gives `autofocus` with a page's first picture. Who focuses a thing before that makes it complain.
        self.await_picture()
        self.read_logs()

    def await_picture(self) -> None:
        """Until the page is laid out as it is now."""
        self.driver.execute_async_script("requestAnimationFrame(() => requestAnimationFrame(arguments[0]))")

    def js(self, script: str, *args: Any) -> Any:
        return self.driver.execute_script(script, *args)

    def wait(self, met: Any, seconds: float = 8) -> Any:
        return WebDriverWait(self.driver, seconds, poll_frequency=0.03).until(lambda _: met())

    def one(self, selector: str) -> Any:
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def all(self, selector: str) -> list[Any]:
        return list(self.driver.find_elements(By.CSS_SELECTOR, selector))

    def text(self, selector: str = "#content") -> str:
        return str(self.on(selector, lambda found: found.text))

    def now(self, selector: str) -> str:
        """The text of what may be replaced meanwhile; empty where there is none."""
        return str(self.js("return document.querySelector(arguments[0])?.innerText ?? ''", selector))

    def on(self, selector: str, act: Callable[[Any], Any]) -> Any:
        """What `act` returns of the element, which a page that looks for news may replace in between."""
        return self._still(lambda: act(self.one(selector)))

    def _still(self, act: Callable[[], Any]) -> Any:
        from selenium.common.exceptions import StaleElementReferenceException

        waiting = WebDriverWait(self.driver, 8, 0.03, ignored_exceptions=[StaleElementReferenceException])
        return waiting.until(lambda _: (act(),))[0]

    def tap(self, selector: str) -> None:
        """Click what leads to no other page."""
        self.on(selector, lambda found: found.click())

    def write(self, selector: str, *keys: str) -> None:
        self.on(selector, lambda found: found.send_keys(*keys))

    def press(self, keys: str) -> None:
        self._still(lambda: self.driver.switch_to.active_element.send_keys(keys))

    def click(self, selector: str) -> None:
        """Click what leads to another page, and wait for it."""
        self.leave(self.one(selector).click)

    def leave(self, act: Callable[[], Any]) -> None:
        """Do what leads to another page, and wait for it."""
        old = self.one("html")
        act()
        self.wait(lambda: _gone(old))
        self.wait(lambda: self.js("return document.readyState === 'complete' && !!window.Alpine"))
        self.read_logs()

    def read_logs(self) -> None:
        self.complaints += [entry["message"] for entry in self.driver.get_log("browser")]
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                self.requests.append(message["params"]["request"]["url"])

    def forgive(self, *parts: str) -> None:
        """Forget the complaints that hold one of `parts`; there must be one."""
        self.read_logs()
        left = [text for text in self.complaints if not any(part in text for part in parts)]
        assert len(left) < len(self.complaints), self.complaints
        self.complaints = left

    def strays(self) -> list[str]:
        """Requests that went anywhere but to the server itself."""
        return [url for url in self.requests if not url.startswith((self.url, *HARMLESS))]


def _gone(element: Any) -> bool:
    from selenium.common.exceptions import NoSuchElementException, StaleElementReferenceException

    try:
        element.is_enabled()
    except (StaleElementReferenceException, NoSuchElementException):
        return True
    return False


@contextmanager
def offline(browser: Browser) -> Iterator[None]:
    """Inside, no request of the page reaches the server."""

    def conditions(cut: bool) -> None:
        browser.driver.execute_cdp_cmd(
            "Network.emulateNetworkConditions",
            {"offline": cut, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1},
        )

    conditions(True)
    try:
        yield
    finally:
        conditions(False)


@pytest.fixture
def furnished(committed: Any) -> Any:  # noqa: F811
    """acme/alice with a bit of everything, 22 facts that wait for a review, and a run under way."""
    roles.seed(Group, Permission)
    cache.clear()
    found = furnish("acme/alice")
    found.waiting = operations.start("reflect", namespace=found.namespace, requested_by="otto")
    hobbies = (
        "opera chess rowing tennis pottery sewing karate poker violin baking yoga judo golf darts polo surfing".split()
    )
    hobbies += "archery fencing curling sailing climbing".split()
    for hobby in hobbies:
        doubtful = know(found.namespace, f"Alice enjoys {hobby}.")
        reviews.open_review(found.namespace, doubtful, ReviewReason.LOW_CONFIDENCE)
    return found


@pytest.fixture
def browser(chromium: Any, live_server: Any, furnished: Any) -> Iterator[Browser]:
    """The browser of carla, an operator with every grant. No console error and no outside request may remain."""
    person = User.objects.create_user("carla", password=PASSWORD, is_staff=True)
    person.groups.add(Group.objects.get(name="operator"))
    person.namespace_grants.create(pattern="*")
    one = Browser(chromium, live_server.url)
    one.size(1280, 900)
    one.read_logs()
    one.complaints.clear()
    one.requests.clear()
    one.sign_in(person)
    yield one
    one.read_logs()
    chromium.get("about:blank")
    assert one.complaints == []
    assert one.strays() == []


__all__ = ["Keys"]
