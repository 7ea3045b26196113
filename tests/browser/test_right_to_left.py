"""Hebrew and Arabic on the desk: each text runs as its own letters do, wherever it is shown."""

from __future__ import annotations

import pytest
from django.urls import reverse

from memory.models import Session
from tests.store import know, say

SAID = "מאיה עברה להמבורג ב־12 במאי (סוף סוף)."
FACT = "مايا تعمل في شركة Tidewater Labs منذ 2024."
# Of each place on the page that shows the text: whether its last sign stands left of its first one.
RUNS_LEFT = """
const found = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
    const node = walker.currentNode, from = node.data.indexOf(arguments[0]);
    if (from < 0 || !node.parentElement.checkVisibility()) continue;
    const at = (offset) => { const range = document.createRange();
        range.setStart(node, offset); range.setEnd(node, offset + 1); return range.getBoundingClientRect(); };
    const first = at(from), last = at(from + arguments[0].length - 1);
    if (first.width) found.push(last.left < first.left || last.top > first.top + 4);
}
return found;
"""


@pytest.fixture
def written(furnished):
    fact = know(furnished.namespace, FACT)
    (turn,) = say(furnished.namespace, "rtl", SAID)
    session = Session.objects.within(furnished.namespace).get(session_id="rtl")
    return {
        FACT: [
            reverse("admin:memory_memory_change", args=[fact.pk]),
            reverse("admin:memory_memory_changelist") + "?kind=fact",
        ],
        SAID: [
            reverse("admin:memory_memory_change", args=[turn.pk]),
            reverse("admin:memory_memory_changelist") + "?kind=episode",
            reverse("admin:memory_session_change", args=[session.pk]),
        ],
    }


def test_each_text_runs_as_its_own_letters_do(browser, written):
    for text, pages in written.items():
        for page in pages:
            browser.go(page)
            found = browser.js(RUNS_LEFT, text)
            assert found, page
            assert all(found), page


def test_the_icon_of_a_calendar_is_seen_in_the_dark(browser, furnished):
    browser.go(reverse("admin:memory_memory_changelist"))
    script = """
    document.documentElement.classList.add("dark");
    const field = document.createElement("input"); field.type = "datetime-local"; document.body.append(field);
    return getComputedStyle(field).colorScheme;
    """
    assert browser.js(script) == "dark"
