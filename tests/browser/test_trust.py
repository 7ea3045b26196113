"""What the inbox shows as done is stored, whatever happens to the login, the server and the network meanwhile."""

from __future__ import annotations

from django.contrib.auth.models import Group, User
from django.contrib.sessions.models import Session as Login
from django.urls import reverse

from memory.admin.inbox import pages
from memory.models import Change, ChangeKind, Memory, Origin, Review
from memory.services.actors import Actor
from memory.services.curating import bulk, correcting, deciding, undoing
from memory.services.memories import facts
from tests.store import fresh

from .conftest import PASSWORD, Keys, offline

BOB = Actor("bob", Origin.CURATOR)


def shown(browser):
    return browser.now("#inbox-card h2")


def count(browser):
    return browser.now("#inbox-count")


def decided(found):
    return Review.objects.within(found.namespace).exclude(status="open").count()


def decisions(found):
    return Change.objects.within(found.namespace).filter(kind=ChangeKind.REVIEW).count()


def trouble(browser):
    return browser.now("#inbox-trouble:not([hidden])")


def inbox(browser):
    browser.go(reverse("admin:memory_inbox"))
    return shown(browser)


def sign_in_again(browser, password=PASSWORD):
    browser.wait(lambda: browser.all("dialog[open]"))
    browser.write("#desk-password", password, Keys.ENTER)


def test_a_decision_without_a_login_waits_for_the_password_and_is_stored_then(browser, furnished):
    inbox(browser)
    Login.objects.all().delete()
    browser.press("a")
    browser.wait(lambda: browser.all("dialog[open]"))
    assert "0 done" in count(browser)
    assert decided(furnished) == 0
    sign_in_again(browser, "wrong")
    browser.wait(lambda: "not right" in browser.now("dialog"))
    browser.one("#desk-password").clear()
    sign_in_again(browser)
    browser.wait(lambda: not browser.all("dialog"))
    browser.wait(lambda: "1 done" in count(browser))
    assert decided(furnished) == decisions(furnished) == 1
    browser.press("r")
    browser.wait(lambda: "2 done" in count(browser))
    assert decided(furnished) == 2
    browser.forgive("Failed to load resource")


def test_a_correction_is_kept_when_the_password_is_not_given(browser, furnished):
    first = inbox(browser)
    Login.objects.all().delete()
    browser.press("c")
    browser.write("#inbox-text", " Really")
    browser.write("#inbox-text", Keys.CONTROL, Keys.ENTER)
    browser.wait(lambda: browser.all("dialog[open]"))
    browser.press(Keys.ESCAPE)
    browser.wait(lambda: "Not stored" in trouble(browser))
    assert shown(browser) == first
    assert browser.one("#inbox-text").get_attribute("value") == f"{first} Really"
    assert "0 done" in count(browser)
    browser.write("#inbox-text", Keys.CONTROL, Keys.ENTER)
    sign_in_again(browser)
    browser.wait(lambda: "1 done" in count(browser))
    assert Review.objects.within(furnished.namespace).filter(status="corrected").count() == 1
    browser.forgive("Failed to load resource")


def test_a_decision_that_cannot_be_delivered_brings_its_card_back(browser, furnished):
    first = inbox(browser)
    with offline(browser):
        browser.press("r")
        browser.wait(lambda: "cannot be reached" in trouble(browser))
        assert shown(browser) == first
        assert "0 done" in count(browser)
    assert fresh(furnished.doubtful).active
    browser.press("r")
    browser.wait(lambda: "1 done" in count(browser))
    assert trouble(browser) == ""
    assert not fresh(furnished.doubtful).active
    browser.forgive("Failed to load resource")


def test_a_server_that_fails_before_or_after_it_stored_makes_no_decision_twice(browser, furnished, monkeypatch):
    first = inbox(browser)
    real = deciding.decide_review

    def fails(*args, **kwargs):
        raise RuntimeError("the disk is gone")

    def fails_afterwards(*args, **kwargs):
        real(*args, **kwargs)
        raise RuntimeError("killed before the answer")

    for broken, stored in ((fails, 0), (fails_afterwards, 1)):
        monkeypatch.setattr(pages.deciding, "decide_review", broken)
        browser.press("a")
        browser.wait(lambda: "answered 500" in trouble(browser))
        assert shown(browser) == first
        assert "0 done" in count(browser)
        assert decisions(furnished) == stored
        browser.js("document.getElementById('inbox-trouble').hidden = true")
    monkeypatch.setattr(pages.deciding, "decide_review", real)
    browser.press("a")
    browser.wait(lambda: "1 done" in count(browser))
    assert decided(furnished) == decisions(furnished) == 1
    browser.forgive("Failed to load resource")


def test_a_token_that_expired_is_renewed_without_a_word(browser, furnished):
    first = inbox(browser)
    browser.driver.execute_cdp_cmd("Network.deleteCookies", {"name": "csrftoken", "url": browser.url})
    browser.press("a")
    browser.wait(lambda: "1 done" in count(browser))
    assert shown(browser) != first
    assert decided(furnished) == 1
    browser.forgive("Failed to load resource")


def test_a_role_that_was_taken_away_decides_nothing(browser, furnished):
    first = inbox(browser)
    person = User.objects.get(username="carla")
    person.groups.set([Group.objects.get(name="viewer")])
    browser.press("a")
    browser.wait(lambda: "does not allow" in trouble(browser))
    assert (shown(browser), decided(furnished)) == (first, 0)
    browser.forgive("Failed to load resource")


def test_who_signed_in_since_decides_nothing_on_anothers_page(browser, furnished):
    inbox(browser)
    other = User.objects.create(username="bob", is_staff=True, is_superuser=True)
    browser.sign_in(other)
    browser.press("a")
    browser.wait(lambda: "ob has signed in here since" in trouble(browser))
    assert decided(furnished) == 0
    browser.forgive("Failed to load resource")


def test_what_a_colleague_decided_meanwhile_is_told_and_not_counted(browser, furnished):
    first = inbox(browser)
    deciding.decide_review(furnished.namespace, furnished.review.pk, "reject", actor=BOB)
    browser.press("a")
    browser.wait(lambda: "rejected already" in trouble(browser))
    assert shown(browser) != first
    assert "0 done" in count(browser)
    assert Review.objects.within(furnished.namespace).get(pk=furnished.review.pk).decided_by == "bob"
    browser.forgive("Failed to load resource")


def test_holding_a_key_decides_one_card(browser, furnished):
    inbox(browser)
    held = {"type": "keyDown", "key": "a", "code": "KeyA", "text": "a"}
    for repeated in range(12):
        browser.driver.execute_cdp_cmd("Input.dispatchKeyEvent", held | {"autoRepeat": repeated > 4})
    browser.driver.execute_cdp_cmd("Input.dispatchKeyEvent", {"type": "keyUp", "key": "a", "code": "KeyA"})
    browser.wait(lambda: "1 done" in count(browser))
    assert decided(furnished) == 1


def test_undo_takes_back_ones_own_decision_after_a_reload_and_says_which(browser, furnished):
    first = inbox(browser)
    browser.press("r")
    browser.wait(lambda: "1 done" in count(browser))
    second = shown(browser)
    other = Review.objects.within(furnished.namespace).filter(status="open").order_by("pk")[5]
    deciding.decide_review(furnished.namespace, other.pk, "reject", actor=BOB)
    browser.go(reverse("admin:memory_inbox"))
    assert shown(browser) == second
    assert f"rejected “{first}”" in browser.now("#inbox-last")
    browser.press("u")
    browser.wait(lambda: shown(browser) == first)
    assert fresh(furnished.doubtful).active
    assert Review.objects.within(furnished.namespace).get(pk=other.pk).status == "rejected"
    assert browser.now("#inbox-last") == ""
    assert not browser.one("[data-act=undo]").is_enabled()


def test_undo_takes_back_nothing_but_what_it_said(browser, furnished):
    inbox(browser)
    browser.press("r")
    browser.wait(lambda: "1 done" in count(browser))
    carla = Actor("carla", Origin.CURATOR)
    other = Review.objects.within(furnished.namespace).filter(status="open").order_by("pk")[5]
    deciding.decide_review(furnished.namespace, other.pk, "reject", actor=carla)  # in another tab
    browser.press("u")
    browser.wait(lambda: "not your last decision" in trouble(browser))
    assert decided(furnished) == 2
    assert str(other.subject) in browser.now("#inbox-last")
    browser.press("u")
    browser.wait(lambda: decided(furnished) == 1)
    browser.forgive("Failed to load resource")


def test_the_server_takes_back_no_colleagues_decision(furnished, client):
    carla = User.objects.create(username="carla", is_staff=True, is_superuser=True)
    client.force_login(carla)
    deciding.decide_review(furnished.namespace, furnished.review.pk, "reject", actor=BOB)
    change = Review.everything.get(pk=furnished.review.pk).decided_in
    answer = client.post(reverse("admin:memory_inbox_undo"), {"change": change.pk}, content_type="application/json")
    assert (answer.status_code, answer.json()["kind"]) == (409, "refused")
    assert undoing.last_decision(type(furnished.namespace).objects.all(), actor=BOB) == change


def test_a_bulk_action_stops_at_what_is_not_stored_and_goes_on_after_it(browser, furnished, monkeypatch):
    browser.go(reverse("admin:memory_memory_changelist") + "?kind__exact=fact")
    for box in browser.all("input.action-select")[:3]:
        browser.js("arguments[0].click()", box)
    browser.js("document.querySelector('select[name=action]').value = 'bulk_protect'")
    old = browser.one("html")
    browser.js("document.getElementById('changelist-form').submit()")
    browser.wait(lambda: old not in browser.all("html") and browser.all("#bulk"))
    browser.js("document.getElementById('bulk').dataset.chunk = 1")
    real, calls = bulk._change, []

    def fails_at_the_second(*args):
        calls.append(args)
        if len(calls) == 2:
            raise RuntimeError("killed")
        real(*args)

    monkeypatch.setattr(bulk, "_change", fails_at_the_second)
    browser.tap("#bulk button")
    browser.wait(lambda: "Stopped at 1 of 3" in browser.now("#bulk-status"))
    Login.objects.all().delete()
    browser.tap("#bulk button")
    sign_in_again(browser)
    browser.wait(lambda: "3 changes made" in browser.now("#content"))
    assert Memory.objects.within(furnished.namespace).filter(decay_rate=0, kind="fact").count() == 3
    browser.forgive("Failed to load resource")


def test_a_bulk_action_counts_what_it_did_and_not_what_is_gone_or_retired(browser, furnished):
    browser.go(reverse("admin:memory_memory_changelist") + "?kind__exact=fact")
    boxes = browser.all("input.action-select")[:4]
    gone, retired = (int(box.get_attribute("value")) for box in boxes[:2])
    for box in boxes:
        browser.js("arguments[0].click()", box)
    browser.js("document.querySelector('select[name=action]').value = 'bulk_protect'")
    browser.leave(lambda: browser.js("document.getElementById('changelist-form').submit()"))
    facts.retire(furnished.namespace, Memory.everything.get(pk=retired).uid, actor=BOB)
    Memory.everything.filter(pk=gone).delete()
    browser.tap("#bulk button")
    browser.wait(lambda: "Refused" in browser.now("#bulk-status"))
    said = browser.now("#bulk-status")
    assert said.startswith("2 done.")
    assert "one that was chosen is not there any more" in said
    assert "it is retired" in said
    assert Memory.objects.within(furnished.namespace).filter(decay_rate=0, kind="fact").count() == 2


def test_a_bulk_action_tells_how_many_more_were_refused_than_it_names(browser, furnished):
    browser.go(reverse("admin:memory_memory_changelist") + "?kind__exact=fact")
    boxes = browser.all("input.action-select")[:8]
    chosen = [int(box.get_attribute("value")) for box in boxes]
    for box in boxes:
        browser.js("arguments[0].click()", box)
    browser.js("document.querySelector('select[name=action]').value = 'bulk_protect'")
    browser.leave(lambda: browser.js("document.getElementById('changelist-form').submit()"))
    for memory in Memory.everything.filter(pk__in=chosen[:7]):
        facts.retire(furnished.namespace, memory.uid, actor=BOB)
    browser.tap("#bulk button")
    browser.wait(lambda: "Refused" in browser.now("#bulk-status"))
    said = browser.now("#bulk-status")
    assert said.startswith("1 done.")
    assert said.count("it is retired") == 5
    assert "; and 2 more" in said


def test_a_text_that_met_a_colleagues_is_in_the_box_beside_theirs(browser, furnished):
    browser.go(reverse("admin:memory_memory_change", args=[furnished.fact.pk]))
    theirs = correcting.correct(furnished.namespace, furnished.fact.uid, "Alice moved to Hamburg.", actor=BOB)
    box = browser.one("#correction")
    box.clear()
    box.send_keys("Alice moved to Hamburg, after all.")
    browser.click("button[value=correct]")
    assert browser.text("#claim") == "Alice moved to Hamburg."
    assert browser.one("#correction").get_attribute("value") == "Alice moved to Hamburg, after all."
    assert browser.text("#desk-kept ins") == ", after all"
    browser.click("button[value=correct]")
    assert browser.text("#claim") == "Alice moved to Hamburg, after all."
    assert not fresh(theirs).active


def test_a_login_that_ended_before_a_form_was_sent_leads_back_to_what_it_held(browser, furnished):
    browser.go(reverse("admin:memory_memory_change", args=[furnished.fact.pk]))
    Login.objects.all().delete()
    browser.write("#correction", " Really.")
    typed = browser.one("#correction").get_attribute("value")
    browser.click("button[value=correct]")
    browser.write("[name=username]", "carla")
    browser.write("[name=password]", PASSWORD)
    browser.click("#login-form [type=submit]")
    assert typed in [box.get_attribute("value") for box in browser.all("textarea")]
    browser.click("form[action*='/act/'] button")
    assert browser.text("#claim") == typed
    browser.forgive("Failed to load resource")
