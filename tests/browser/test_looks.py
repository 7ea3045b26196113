"""Every page in light, dark and at a phone's width: readable, reachable, nothing sticking out, nothing from outside."""

from __future__ import annotations

import json
import re
from dataclasses import asdict
from datetime import timedelta
from importlib.resources import files

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session as Login
from django.core import mail
from django.core.cache import cache
from django.urls import reverse
from django.utils import timezone
from django_celery_beat.models import PeriodicTask

from memory import background
from memory.admin import erasing
from memory.models import ApiKey, ErasedWhat, MailDigest, MailedDecision, Memory, Review, ReviewReason
from memory.services import reviews
from memory.services.curating import deciding, mailing
from memory.services.graph import entities
from memory.services.handing import context
from memory.services.learning import saving
from memory.services.learning.saving import FactInput
from memory.services.trying import memory_tests, trials
from tests.store import CURATOR, DERIVED, know

from .conftest import Keys

AXE = files("axe_core_python").joinpath("axe.min.js").read_text(encoding="utf-8")
WIDTHS = (1280, 1024, 390)
RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
    "rules": {"landmark-one-main": {"enabled": True}},
    "resultTypes": ["violations"],  # of the others one node is looked at each, which saves time
}  # fmt: skip


def handed(found):
    """The address of a block of the ledger, with today's beside it."""
    prompt = "Where does Alice live?"
    answer = context.build(found.namespace, prompt, session_id="s2")
    background.flush()
    return reverse("admin:memory_block", args=[answer.id]) + "?q=Where+does+Tom+live"


def asked_of(found):
    """The address of the memory tests, with one that fails."""
    test = memory_tests.add(found.namespace, "Where does Alice live?", ["Oslo"], ["Berlin"], actor=CURATOR)
    memory_tests.run(test)
    return reverse("admin:memory_tests")


def mailed(found):
    """The address of a link that somebody was mailed to decide the conflict."""
    MailedDecision.objects.all().delete()
    settings.MEMORY_PUBLIC_URL, settings.MEMORY_MAIL_URL = "https://memory.example.org", "file:///nowhere"
    found.namespace.settings = {"memories_in_mail": True}
    found.namespace.save()
    anna, _ = User.objects.get_or_create(username="anna", is_staff=True, is_superuser=True, email="anna@example.org")
    MailDigest.objects.update_or_create(user=anna, defaults={"sent_at": None})
    mailing.send_digests()
    return re.findall(r"org(/decide/\S+)", mail.outbox[-1].body)[-1]


def judged(found):
    """The address of the chart of reliability, with facts that were decided."""
    for uid, accepted in zip(_learnt(found, 6), [True, True, False, True, False, True], strict=False):
        review = Review.objects.within(found.namespace).get(subject__uid=uid)
        deciding.decide_review(found.namespace, review.pk, "accept" if accepted else "reject", actor=CURATOR)
    cache.clear()
    return reverse("admin:memory_reliability")


def _learnt(found, count):
    """The ids of learnt facts that wait for review, of several confidences."""
    made = [
        FactInput(f"Alice may collect {kind}.", [found.turns[2].uid], confidence=0.15 + 0.15 * number)
        for number, kind in enumerate(("stamps", "coins", "maps", "shells", "bells", "kites")[:count])
    ]
    known = Memory.objects.within(found.namespace)
    if not known.filter(content=made[0].content).exists():
        saving.save_batch(found.namespace, made, actor=DERIVED)
    uids = list(known.filter(content__in=[one.content for one in made]).order_by("pk").values_list("uid", flat=True))
    waiting = Review.objects.within(found.namespace).filter(status="open", subject__uid__in=uids)
    return list(waiting.order_by("subject").values_list("subject__uid", flat=True))


def tried(found):
    """The address of a trial of settings that found differences."""
    begun = trials.begin(found.namespace, {"hand_out_waiting": False, "ranking": "rrf"}, actor=CURATOR)
    line = "- Alice enjoys opera, chess, rowing, tennis, pottery, sewing, karate, poker, violin and baking."
    asked = trials.TriedQuestion("What does Alice enjoy?", f"# Memory\n{line}", "# Memory", recorded=line)
    alike = trials.TriedQuestion("Where does Alice live?", line, line)
    learnt = trials.TriedLearning(3, ["Alice moved to Berlin."], ["Alice may like opera."])
    begun.found = asdict(trials.TrialFindings([asked, alike], learnt))
    begun.save()
    return reverse("admin:memory_trial", args=[begun.uid])


LISTS = ("memory", "entity", "session", "conflict", "review", "event", "operation", "namespace", "apikey")


def pages(found):
    return {
        "dashboard": reverse("admin:memory_dashboard"),
        "fact": reverse("admin:memory_memory_change", args=[found.fact.pk]),
        "turn": reverse("admin:memory_memory_change", args=[found.turns[0].pk]),
        "inbox": reverse("admin:memory_inbox"),
        "inbox, a conflict": reverse("admin:memory_inbox") + f"?by=kind&first=conflict-{found.conflict.pk}",
        "fact by hand": reverse("admin:memory_fact_add"),
        "pairing": reverse("admin:memory_pair", args=[found.fact.pk]),
        "conflict": reverse("admin:memory_conflict_change", args=[found.conflict.pk]),
        "entity": reverse("admin:memory_entity_change", args=[found.entity.pk]),
        "split": reverse("admin:memory_entity_split", args=[found.entity.pk]),
        "session": reverse("admin:memory_session_change", args=[found.session.pk]),
        "mail": reverse("admin:memory_mail"),
        "mailed link": mailed(found),
        "reliability": judged(found),
        "ask": reverse("admin:memory_ask") + f"?q=Where+does+Alice+live&why={found.new.uid}",
        "fact, then": reverse("admin:memory_memory_change", args=[found.fact.pk]) + "?valid_at=2020-01-01T00:00",
        "entity, then": reverse("admin:memory_entity_change", args=[found.entity.pk]) + "?valid_at=no",
        "memory tests": asked_of(found),
        "new memory test": reverse("admin:memory_test_add") + f"?fact={found.fact.pk}",
        "block": handed(found),
        "running": reverse("admin:memory_running"),
        "run": reverse("admin:memory_operation_change", args=[found.failed.pk]),
        "run under way": reverse("admin:memory_operation_change", args=[found.waiting.pk]),
        "system": reverse("admin:memory_system"),
        "duplicates": reverse("admin:memory_duplicates"),
        "new key": reverse("admin:memory_apikey_add"),
        **{f"list of {name}": reverse(f"admin:memory_{name}_changelist") for name in LISTS},
    }


def administration(found):
    """The pages that an administrator alone sees."""
    User.objects.filter(username="carla").update(is_superuser=True)
    return {
        "people": reverse("admin:memory_people"),
        "person": reverse("admin:memory_person", args=[User.objects.get(username="carla").pk]),
        "new person": reverse("admin:memory_person_add"),
        "webhooks": reverse("admin:memory_webhooks"),
        "trial": tried(found),
        "settings": reverse("admin:memory_namespace_change", args=[found.namespace.pk]),
        "new account": reverse("admin:auth_user_add"),
        "erasing": erasing.address(found.namespace, ErasedWhat.MEMORY, found.fact.uid),
        "schedule": reverse("admin:django_celery_beat_periodictask_change", args=[PeriodicTask.objects.first().pk]),
        "nothing there": reverse("admin:memory_memory_change", args=[999_999]),
        **lists(),
    }


def faults_of(browser):
    """What axe says of the page that is open, in a line for each rule."""
    result = browser.driver.execute_async_script(
        "const done = arguments[arguments.length - 1]; axe.run(document, arguments[0]).then(done);", RULES
    )
    return [f"{v['id']}: {v['nodes'][0]['target']} {v['nodes'][0]['html'][:140]}" for v in result["violations"]]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_page_is_accessible(theme, browser, furnished):
    browser.go(reverse("admin:memory_dashboard"))
    browser.theme(theme)
    faults = {}
    for name, path in (pages(furnished) | administration(furnished)).items():
        browser.size(WIDTHS[0], 900)
        browser.go(path)
        browser.wait(
            lambda: browser.js("return !document.querySelector('.htmx-request, [aria-busy=true] .desk-empty')")
        )
        browser.js(AXE)
        for width in WIDTHS:
            browser.size(width, 900)
            browser.await_picture()
            faults[f"{name}, {width} wide"] = faults_of(browser)
    browser.forgive("404")
    assert {name: found for name, found in faults.items() if found} == {}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_pages_around_a_login_and_a_choice_of_many_are_accessible(theme, browser, furnished):
    """What no address opens alone: the login, and what a bulk action shows before it acts."""
    browser.go(reverse("admin:memory_memory_changelist") + "?kind__exact=fact")
    browser.theme(theme)
    browser.go(reverse("admin:memory_memory_changelist") + "?kind__exact=fact")
    faults = {}

    def look(name):
        browser.js(AXE)
        faults[name] = faults_of(browser)

    browser.js("document.querySelectorAll('input.action-select').forEach(one => one.click())")
    browser.js("document.querySelector('select[name=action]').value = 'bulk_protect'")
    browser.leave(lambda: browser.js("document.querySelector('#changelist-form').submit()"))
    look("bulk")
    browser.go(reverse("admin:memory_inbox"))
    browser.press("?")
    browser.wait(lambda: browser.all("dialog[open]"))
    look("keys")
    browser.press(Keys.ESCAPE)
    browser.wait(lambda: not browser.all("dialog[open]"))
    browser.press("w")
    browser.wait(lambda: browser.all("dialog[open]"))
    look("note")
    Login.objects.all().delete()
    browser.go(reverse("admin:memory_inbox"))
    assert browser.all("#id_password")
    look("login")
    assert {name: found for name, found in faults.items() if found} == {}


def test_dark_is_dark_and_light_is_light(browser, furnished):
    browser.go(reverse("admin:memory_dashboard"))
    shades = {}
    for theme in ("light", "dark"):
        browser.theme(theme)
        browser.go(pages(furnished)["fact"])
        shades[theme] = browser.js(
            "const c = document.createElement('canvas').getContext('2d');"
            "c.fillStyle = getComputedStyle(document.querySelector('.desk-card')).backgroundColor;"
            "c.fillRect(0, 0, 1, 1);"
            "return c.getImageData(0, 0, 1, 1).data[0]"
        )
    assert shades["light"] > 240
    assert shades["dark"] < 60


def test_nothing_sticks_out_of_a_phone(browser, furnished):
    browser.size(390, 844)
    wide = {}
    for name, path in (pages(furnished) | administration(furnished)).items():
        browser.go(path)
        width = browser.js("return document.documentElement.scrollWidth")
        if width > 390:
            wide[name] = width
    browser.forgive("404")
    assert wide == {}


def test_long_words_stick_out_of_no_page_on_a_phone(browser, furnished):
    space, word = furnished.namespace, "b" * 3000
    fact = know(space, f"@tom told @maya: {word}", tags=["c" * 100], source_ids=[furnished.turns[0].uid])
    long = entities.rename(space, furnished.entity.uid, "Tom" + "m" * 190, actor=CURATOR)
    entities.add_alias(space, long.uid, "T" + "h" * 190, actor=CURATOR)
    maya = entities.named(space, "maya")
    browser.size(390, 844)
    wide = {}

    def look(name):
        width = browser.js("return document.documentElement.scrollWidth")
        if width > 390:
            wide[name] = (width, browser.js(STICKING_OUT))

    for name, path in {
        "entity": reverse("admin:memory_entity_change", args=[long.pk]),
        "its split": reverse("admin:memory_entity_split", args=[long.pk]),
        "neighbour": reverse("admin:memory_entity_change", args=[maya.pk]),
        "the neighbour's split": reverse("admin:memory_entity_split", args=[maya.pk]),
        "fact": reverse("admin:memory_memory_change", args=[fact.pk]),
        "pairing": reverse("admin:memory_pair", args=[fact.pk]),
        "turn": reverse("admin:memory_memory_change", args=[furnished.turns[0].pk]),
        "duplicates": reverse("admin:memory_duplicates"),
        "history": reverse("admin:memory_event_changelist"),
        "session": reverse("admin:memory_session_change", args=[furnished.session.pk]),
        "ask": f"{reverse('admin:memory_ask')}?q=What+did+tom+tell+maya",
        "inbox": reverse("admin:memory_inbox"),
        "dashboard": reverse("admin:memory_dashboard"),
        "erasing": erasing.address(space, ErasedWhat.ENTITY, long.uid),
    }.items():
        browser.go(path)
        look(name)
    browser.go(reverse("admin:memory_entity_change", args=[maya.pk]))
    browser.js("document.getElementById('alias').value = arguments[0]", long.canonical_name)
    browser.leave(lambda: browser.js("document.querySelector('button[value=alias]').click()"))
    assert "Not stored" in browser.text("body")
    look("a refusal")
    assert wide == {}, json.dumps(wide, indent=1)


STICKING_OUT = """
return [...document.querySelectorAll('body *')].filter(one => one.getBoundingClientRect().right > 391)
    .slice(-3).map(one => one.outerHTML.slice(0, 80));
"""


def test_the_reason_of_a_card_wraps_on_a_small_phone(browser, furnished):
    reviews.open_review(furnished.namespace, furnished.fact, ReviewReason.QUARANTINED)
    browser.size(360, 780)
    review = Review.objects.within(furnished.namespace).get(subject=furnished.fact)
    browser.go(f"{reverse('admin:memory_inbox')}?first=review-{review.pk}")
    browser.wait(lambda: ReviewReason.QUARANTINED.label in browser.text(".desk-badge.desk-warning"))
    assert browser.js("return document.documentElement.scrollWidth") <= 360


def lists():
    """{name: address} of the lists that an administrator sees, each with a row at least."""
    User.objects.filter(username="carla").update(is_superuser=True)
    ApiKey.objects.issue("Shop assistant", pattern="acme/*", scopes=["read", "write"], default_namespace="acme/alice")
    others = ("auth_user", "django_celery_beat_periodictask")
    names = [*(f"memory_{name}" for name in (*LISTS, "metadata")), *others]
    return {f"list of {name}": reverse(f"admin:{name}_changelist") for name in names}


@pytest.mark.parametrize("width", [390, 800])
def test_a_row_of_every_list_is_a_small_card_on_a_phone(width, browser, furnished):
    browser.size(width, 844)
    faults = {}
    for name, path in lists().items():
        browser.go(path)
        rows = browser.js(ROWS)
        assert rows, name
        # Four lines and the buttons of a key at most, the title first, nothing empty, nothing cut off.
        bad = [row for row in rows if row["height"] > 120 or row["lower"] or row["empty"] or row["cut"]]
        if bad:
            faults[name] = bad[:2]
    assert faults == {}, json.dumps(faults, indent=1)


ROWS = """
return [...document.querySelectorAll('#result_list .data-row')].map(row => {
    const cells = [...row.children].filter(cell => cell.offsetParent && !cell.matches('.action-checkbox'));
    const box = row.getBoundingClientRect(), top = cells[0].getBoundingClientRect();
    const sticks = cell => cell.scrollHeight > cell.clientHeight + 1 || cell.getBoundingClientRect().right > box.right;
    return {
        text: row.innerText, height: box.height,
        lower: cells.some(cell => cell.getBoundingClientRect().bottom < top.top),
        empty: cells.some(cell => /^[–-]?$/.test(cell.innerText.trim()) && !cell.querySelector('span, button')),
        cut: cells.some(sticks),
    };
})
"""


def test_a_sentence_of_the_history_stands_alone_on_a_phone(browser, furnished):
    browser.size(390, 844)
    browser.go(reverse("admin:memory_event_changelist"))
    told = "return getComputedStyle(document.querySelector('#result_list .field-%s'), '::before').display"
    assert browser.js(told % "what_happened") == "none"
    assert browser.js(told % "reason") != "none"


def test_the_inbox_works_by_touch(browser, furnished):
    browser.size(390, 844)
    browser.go(reverse("admin:memory_inbox"))
    before = browser.text("#inbox-card h2")
    button = browser.one("[data-decision=accept]")
    assert button.size["height"] >= 44
    button.click()
    browser.wait(lambda: browser.text("#inbox-card h2") != before)


def test_the_navigation_is_skipped_by_tab(browser, furnished):
    browser.go(reverse("admin:memory_inbox"))
    browser.press("\ue004")
    assert browser.js("return document.activeElement.textContent") == "Skip the navigation"
    browser.press("\ue007")
    browser.press("\ue004")
    assert browser.js("return document.getElementById('main').contains(document.activeElement)")


def test_every_control_is_reached_by_tab(browser, furnished):
    browser.go(pages(furnished)["fact"])
    reached = set()
    for _ in range(80):
        browser.press("\ue004")
        reached.add(browser.js("const e = document.activeElement; return e.id || e.value || e.textContent.trim()"))
    assert {"correction", "correction-reason", "correct", "confirm", "protect", "retire", "confidence-value"} <= reached


@pytest.mark.parametrize("width", [1280, 1440])
def test_no_list_scrolls_sideways(width, browser, furnished):
    browser.size(width, 900)
    rights = ["read", "write", "admin", "erase"]
    expires = timezone.now() + timedelta(days=90)
    ApiKey.objects.issue(
        "The key of the shop's assistant", pattern="acme/shop/*", scopes=rights, purpose="answers customers",
        default_namespace="acme/shop/one", expires_at=expires,
    )  # fmt: skip
    wide = {}
    for name, path in lists().items():
        browser.go(path)
        table, room = browser.js(
            "const table = document.querySelector('#result_list');"
            "return [table.offsetWidth, table.closest('[data-simplebar]').clientWidth]"
        )
        if table > room:
            wide[name] = (table, room)
    assert wide == {}
