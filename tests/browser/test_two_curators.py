"""Promise 26: two curators decide the same cards at once by keyboard, while logins end, the server fails before and
after it stored, the line is cut in the middle of a decision, and they look at another tab. What each page shows as done
is what is stored under that person's name, once, and no card is lost. `make torture ROW=26` takes 200 cards."""

from __future__ import annotations

import os
import random

from django.contrib.auth.models import Group, User
from django.contrib.sessions.models import Session as Login
from django.db.models import Count
from django.urls import reverse

from memory.admin.inbox import pages
from memory.models import Change, ChangeKind, Review, ReviewReason
from memory.services import deciding, reviews
from tests.store import know

from .conftest import PASSWORD, Browser, Keys, offline, started

CARDS = 200 if os.environ.get("TORTURE") == "full" else 60
ROUNDS = 10 * CARDS
WORDS = "amber birch cedar delta ember fjord grove haven inlet jetty knoll lagoon maple north ocean pearl quarry river"


def done(browser):
    return int(browser.now("#inbox-count").split()[0])


def busy(browser):
    return "being stored" in browser.now("#inbox-count")


def test_what_two_curators_see_as_done_is_stored_once(browser, furnished, live_server, monkeypatch):
    chance = random.Random(26)
    words = WORDS.split()
    for number in range(CARDS - 22):
        kept, where = words[number % len(words)], words[number // len(words)]
        fact = know(furnished.namespace, f"Alice keeps a {kept} box beside {where} shelf {number}.")
        reviews.open_review(furnished.namespace, fact, ReviewReason.SENSITIVE)
    bob = User.objects.create_user("bob", password=PASSWORD, is_staff=True)
    bob.groups.add(Group.objects.get(name="curator"))
    bob.namespace_grants.create(pattern="acme/*")
    real = deciding.decide_review

    def shaky(*args, **kwargs):
        fate = chance.random()
        if fate < 0.1:
            raise RuntimeError("killed before it stored")
        found = real(*args, **kwargs)
        if fate < 0.2:
            raise RuntimeError("killed before it answered")
        return found

    monkeypatch.setattr(pages.deciding, "decide_review", shaky)
    waiting = Review.objects.within(furnished.namespace).filter(status="open")
    with started() as second:
        other = Browser(second, live_server.url)
        other.sign_in(bob)
        both = (browser, other)
        for one in both:
            one.go(reverse("admin:memory_inbox") + "?kind=review")
        for step in range(ROUNDS):
            if step % 25 == 10:
                Login.objects.all().delete()
            if step % 30 == 20:
                _lose_the_line(chance.choice(both))
            if step % 40 == 35:
                _look_elsewhere(chance.choice(both))
            for one in both:
                _act(one, chance)
            if step % 5 == 0 and not waiting.exists():
                break
        for one in both:
            one.wait(lambda one=one: _settled(one), 20)
        shown = {"carla": done(browser), "bob": done(other)}
    assert not waiting.exists()
    decisions = Change.objects.within(furnished.namespace).filter(kind=ChangeKind.REVIEW)
    stored = dict(decisions.values_list("actor").annotate(n=Count("pk")))
    assert shown == stored
    assert sum(stored.values()) == CARDS
    assert min(stored.values()) > 0
    browser.forgive("Failed to load resource")


def _act(one, chance):
    """One press: the password where it is asked for, else a decision on the card that shows."""
    if one.all("dialog[open]"):
        one.js("document.getElementById('desk-password').value = arguments[0]", PASSWORD)
        one.write("#desk-password", Keys.ENTER)
        one.wait(lambda: not one.all("dialog[open]"))
    elif one.now("#inbox-card h2") and not busy(one):
        one.write("body", chance.choice("ar"))


def _lose_the_line(one):
    """A decision on its way while the server is gone: it may have been stored, or not."""
    if one.all("dialog[open]") or not one.now("#inbox-card h2"):
        return
    one.write("body", "a")
    with offline(one):
        one.wait(lambda: not busy(one))


def _look_elsewhere(one):
    """Another tab, on another namespace, and back."""
    here = one.driver.current_window_handle
    one.driver.switch_to.new_window("tab")
    one.driver.get(one.url + reverse("admin:memory_memory_changelist"))
    one.driver.close()
    one.driver.switch_to.window(here)


def _settled(one):
    if one.all("dialog[open]"):
        _act(one, random)
    elif one.now("#inbox-card h2") and not busy(one):
        one.write("body", "a")
    return not busy(one) and not one.now("#inbox-card h2") and "…" not in one.now("#inbox-card")
