"""Promise 26: two curators decide the same cards at once by keyboard, while logins end, the server fails before and
after it stored, its processes are killed, the line is cut in the middle of a decision, and they look at another tab.
What each page shows as done is what is stored under that person's name, once, and no card is lost. `make torture
ROW=26` takes 200 cards."""

from __future__ import annotations

import os
import random
import sqlite3
import time
from contextlib import ExitStack, closing

from django.contrib.auth.models import Group, User
from django.contrib.sessions.models import Session as Login
from django.db.models import Count
from django.urls import reverse

from memory.admin.inbox import pages
from memory.models import Change, ChangeKind, Review, ReviewReason
from memory.services import reviews
from memory.services.curating import deciding
from tests import service as services
from tests.store import know

from .conftest import PASSWORD, Browser, Keys, offline, started

CARDS = 200 if os.environ.get("TORTURE") == "full" else 60
BETWEEN_KILLS = 24  # presses of each
CARDS_AND_KILLS = 200 if os.environ.get("TORTURE") == "full" else 40  # a start takes seconds
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


PREPARED = f"""
from django.contrib.auth.models import Group, User
from memory.models import ReviewReason
from memory.services import namespaces, reviews
from tests.store import know

place = namespaces.ensure("acme/alice")
words = "{WORDS}".split()
for number in range({CARDS_AND_KILLS}):
    kept, where = words[number % len(words)], words[number // len(words)]
    fact = know(place, f"Alice keeps a {{kept}} box beside {{where}} shelf {{number}}.")
    reviews.open_review(place, fact, ReviewReason.SENSITIVE)
for name in ("carla", "bob"):
    person = User.objects.create_user(name, password="{PASSWORD}", is_staff=True)
    person.groups.add(Group.objects.get(name="curator"))
    person.namespace_grants.create(pattern="acme/*")
"""


def test_what_is_shown_as_done_is_stored_when_the_service_is_killed(tmp_path, record_testsuite_property):
    """The service is `manage.py up` in processes of its own, all of which are killed with signal 9 while decisions are
    on their way. Its store is read afterwards without a line of its code."""
    chance = random.Random(2626)
    data, log, port = tmp_path / "data", tmp_path / "log", services.free_port()
    kills = 0

    def up():
        return lives.enter_context(services.running(data, log, port=port))

    with ExitStack() as lives:
        service = up()
        made = services.manage(data, "shell", "-c", PREPARED)
        assert made.returncode == 0, made.stderr
        both = [Browser(lives.enter_context(started()), f"http://127.0.0.1:{port}") for _ in range(2)]
        for one, name in zip(both, ("carla", "bob"), strict=True):
            _log_in(one, name)
            one.go("/admin/inbox/?kind=review")
        for step in range(ROUNDS):
            for one in both:
                _act(one, chance)
            if step % BETWEEN_KILLS == BETWEEN_KILLS - 1:
                time.sleep(chance.uniform(0, 0.03))
                service.kill()
                kills += 1
                for one in [*both, *both]:  # who decides while nobody listens
                    if not one.all("dialog[open]"):
                        _act(one, chance)
                service = up()
            if step % 25 == 10:
                _ask(data, "DELETE FROM django_session")
            if step % 40 == 35:
                _look_elsewhere(chance.choice(both))
            if step % 5 == 0 and _ask(data, "SELECT count(*) FROM reviews WHERE status = 'open'") == [(0,)]:
                break
        for one in both:
            one.wait(lambda one=one: _settled(one), 20)
        shown = {name: done(one) for name, one in zip(("carla", "bob"), both, strict=True)}
    record_testsuite_property("kills of the whole service", kills)
    assert kills
    assert _ask(data, "SELECT count(*) FROM reviews WHERE status = 'open'") == [(0,)]
    stored = dict(_ask(data, "SELECT actor, count(*) FROM changes WHERE kind = 'review' GROUP BY actor"))
    assert shown == stored
    assert sum(stored.values()) == CARDS_AND_KILLS
    assert min(stored.values()) > 0


def _log_in(one, name):
    one.driver.get(f"{one.url}/admin/login/?next=/admin/inbox/")
    one.write("#id_username", name)
    one.leave(lambda: one.write("#id_password", PASSWORD, Keys.ENTER))


def _ask(data, sql):
    with closing(sqlite3.connect(data / "memory.db", timeout=30)) as store, store:
        return store.execute(sql).fetchall()


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
        one.wait(lambda: not busy(one) or one.all("dialog[open]"))  # the login had ended before the line was cut


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
