"""Every page in light, dark and at a phone's width: readable, reachable, nothing sticking out, nothing from outside."""

from __future__ import annotations

import json
from importlib.resources import files

import pytest
from django.urls import reverse

from memory import background
from memory.services import context, memory_tests
from tests.store import CURATOR

RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"], "rules": {"landmark-one-main": {"enabled": True}},
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


def pages(found):
    lists = ("memory", "entity", "session", "conflict", "review", "event", "operation", "namespace", "apikey")
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
        **{f"list of {name}": reverse(f"admin:memory_{name}_changelist") for name in lists},
    }


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_page_is_accessible(theme, browser, furnished):
    axe = files("axe_core_python").joinpath("axe.min.js").read_text(encoding="utf-8")
    browser.go(reverse("admin:memory_dashboard"))
    browser.theme(theme)
    faults = {}
    for name, path in pages(furnished).items():
        browser.go(path)
        browser.wait(
            lambda: browser.js("return !document.querySelector('.htmx-request, [aria-busy=true] .desk-empty')")
        )
        browser.js(axe)
        result = browser.driver.execute_async_script(
            "const done = arguments[arguments.length - 1]; axe.run(document, arguments[0]).then(done);", RULES
        )
        found = [f"{v['id']}: {v['nodes'][0]['target']} {v['nodes'][0]['html'][:140]}" for v in result["violations"]]
        if found:
            faults[name] = found
    assert faults == {}, json.dumps(faults, indent=1)


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
    for name, path in pages(furnished).items():
        browser.go(path)
        width = browser.js("return document.documentElement.scrollWidth")
        if width > 390:
            wide[name] = width
    assert wide == {}


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
