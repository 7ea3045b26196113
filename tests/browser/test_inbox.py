"""The inbox by keyboard: a curator's morning over two namespaces, without a mouse."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Group, User
from django.core.cache import cache
from django.urls import reverse

from memory.admin.inbox import claims
from memory.models import Change, Conflict, EntityProposal, Review, Session
from memory.services.graph import proposals
from tests.memory.admin.conftest import furnish
from tests.store import know

from .conftest import PASSWORD, Browser, Keys, started


@pytest.fixture
def morning(furnished):
    """acme/alice and acme/bob, with an item of each kind."""
    cache.delete(claims.KEY)
    know(furnished.namespace, "Alice met @zelda and @zeldá in Berlin.")
    proposals.refresh(furnished.namespace)
    furnished.proposal = EntityProposal.objects.within(furnished.namespace).get()
    furnished.other = furnish("acme/bob")
    Session.everything.filter(pk=furnished.other.session.pk).update(status="failed", last_error="no answer")
    return furnished


def current(browser):
    return browser.js("return document.querySelector('#inbox-list [aria-current]')?.dataset.item ?? ''")


def title(browser):
    return browser.now("#inbox-card h2")


def press(browser, keys):
    """Press, and wait for another card."""
    before = current(browser)
    browser.press(keys)
    browser.wait(lambda: current(browser) != before and title(browser))


def test_a_morning_by_keyboard(browser, morning):
    browser.go(reverse("admin:index"))
    assert browser.driver.current_url.endswith(reverse("admin:memory_inbox"))
    first = current(browser)
    press(browser, "j")
    press(browser, "k")
    assert current(browser) == first
    browser.press("e")
    browser.wait(lambda: "The budget is 500" in browser.text("#inbox-card"))
    browser.press("e")
    browser.wait(lambda: "The budget is 500" not in browser.text("#inbox-card"))
    browser.press("?")
    browser.wait(lambda: "all like this" in browser.now("dialog[open]"))
    browser.press(Keys.ESCAPE)
    browser.wait(lambda: not browser.all("dialog"))

    browser.go(reverse("admin:memory_inbox") + "?by=kind")
    for item, key in (
        (f"conflict-{morning.conflict.pk}", "n"), (f"conflict-{morning.other.conflict.pk}", "b"),
        (f"proposal-{morning.proposal.pk}", "d"), (f"session-{morning.other.session.pk}", "t"),
    ):  # fmt: skip
        for _ in range(40):
            if current(browser) == item:
                break
            press(browser, "j")
        assert current(browser) == item
        browser.press(key)
        browser.wait(lambda item=item: not browser.all(f"[data-item={item}]"))
    browser.wait(lambda: "4 done, 23 to go" in browser.now("#inbox-count"))
    decided = [row.decision for row in Conflict.everything.order_by("pk")]
    assert decided == ["new", "both"]
    assert EntityProposal.everything.get().status == "apart"
    assert Session.everything.get(pk=morning.other.session.pk).status == "pending"

    browser.press("u")
    browser.wait(lambda: current(browser) == f"proposal-{morning.proposal.pk}")
    browser.press("g")
    browser.press("h")
    browser.wait(lambda: browser.driver.current_url.endswith(reverse("admin:memory_event_changelist")))
    browser.press("g")
    browser.press("i")
    browser.wait(lambda: browser.driver.current_url.endswith(reverse("admin:memory_inbox")))


def test_the_filter_stands_in_the_address_and_the_mouse_works_too(browser, morning):
    browser.go(reverse("admin:memory_inbox"))
    old = browser.one("html")
    browser.js(
        "const f = document.getElementById('inbox-namespace'); f.value = 'acme/bob';"
        "f.dispatchEvent(new Event('change', { bubbles: true }))"
    )
    browser.wait(lambda: "namespace=acme%2Fbob" in browser.driver.current_url and browser.one("html") != old)
    browser.wait(lambda: title(browser))
    groups = browser.js("return [...document.querySelectorAll('#inbox-list h2')].map((one) => one.firstChild.data)")
    assert groups == ["acme/bob"]
    browser.tap(f"[data-item=conflict-{morning.other.conflict.pk}]")
    browser.wait(lambda: "600" in title(browser))
    browser.tap("[data-decision=old]")
    browser.wait(lambda: "1 done" in browser.now("#inbox-count"))
    assert Conflict.everything.get(pk=morning.other.conflict.pk).decision == "old"


def test_all_like_this_are_decided_and_taken_back_as_one(browser, morning):
    doubtful = Review.objects.within(morning.namespace).filter(subject__content__contains="enjoys")
    for review in doubtful:
        review.subject.session_id = "s7"
        review.subject.save()
    browser.go(reverse("admin:memory_inbox") + f"?first=review-{doubtful.first().pk}")
    waiting = doubtful.filter(status="open").count()
    browser.press("f")
    browser.wait(lambda: browser.all("dialog[open] li"))
    assert len(browser.all("dialog li")) == waiting
    browser.tap("dialog li input")
    browser.tap("dialog button[value=reject]")
    browser.wait(lambda: browser.now("#inbox-count").startswith(f"{waiting - 1} done"))
    assert doubtful.filter(status="rejected").count() == waiting - 1
    assert Change.objects.within(morning.namespace).filter(kind="review").count() == 1
    browser.press("u")
    browser.wait(lambda: browser.now("#inbox-count").startswith("0 done"))
    assert doubtful.filter(status="open").count() == waiting


def test_what_a_colleague_looks_at_is_seen_and_left_to_them(browser, morning, live_server):
    bob = User.objects.create_user("bob", password=PASSWORD, is_staff=True)
    bob.groups.add(Group.objects.get(name="curator"))
    bob.namespace_grants.create(pattern="acme/*")
    browser.go(reverse("admin:memory_inbox"))
    mine = current(browser)
    browser.wait(lambda: cache.get(claims.KEY))
    with started() as second:
        other = Browser(second, live_server.url)
        other.sign_in(bob)
        other.go(reverse("admin:memory_inbox"))
        assert current(other) != mine
        assert "carla looks at this" in other.now(f"[data-item={mine}]")
        other.tap(f"[data-item={mine}]")
        other.wait(lambda: "carla looks at this, too" in other.now("#inbox-card"))
        other.press("a")
        other.wait(lambda: "1 done" in other.now("#inbox-count"))
    assert Review.everything.get(pk=int(mine.partition("-")[2])).decided_by == "bob"


@pytest.mark.parametrize("width", [420, 1280])
def test_tab_goes_through_card_buttons_and_list_as_they_stand_on_the_page(width, browser, furnished):
    """A person without a mouse follows the focus with their eyes."""
    browser.size(width, 900)
    browser.go(reverse("admin:memory_inbox"))
    browser.wait(lambda: browser.all("#inbox-keys button") and browser.all("#inbox-list button"))
    browser.js("document.querySelector('#inbox-filter select, #inbox-filter a')?.focus()")
    seen = []
    for _ in range(60):
        browser.press(Keys.TAB)
        at = browser.js(
            "const at = document.activeElement, part = at.closest('#inbox-list, #inbox-keys, #inbox-acts');"
            "const box = part?.getBoundingClientRect(); return part && [part.id, box.top + scrollY, box.left]"
        )
        if at and at[0] not in [name for name, _, _ in seen]:
            seen.append(at)
    assert {name for name, _, _ in seen} == {"inbox-list", "inbox-keys", "inbox-acts"}
    # From top to bottom in one column; the list, beside the card, before it.
    assert seen == sorted(seen, key=lambda one: one[1] if width == 420 else (one[2], one[1]))
