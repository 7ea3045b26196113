"""The pictures of the documents are of today's pages: each is taken here. `PICTURES=docs/screenshots` keeps them."""

from __future__ import annotations

import os
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlencode

import pytest
from django.core.cache import cache
from django.urls import reverse
from django.utils import timezone

from memory.models import Event, Memory, Review, Validity
from memory.services.curating import deciding
from memory.services.learning import saving
from tests.browser.test_looks import judged
from tests.store import AGENT, CURATOR, embed_all, say

KEPT = Path(__file__).resolve().parents[2] / "docs" / "screenshots"
TALK = (
    ("I went to #porto with @melanie and @tom.", "The river was calm."),
    ("@tom and @carol cooked for us, #sundays are his.", "It was risotto again."),
    ("@melanie sent the plan of the flat in #porto.", "@carol likes the kitchen."),
)
SIZES = {"light": (1280, 900), "dark": (1280, 900), "phone": (390, 844)}
LEAST = 10_000  # bytes of a picture that shows something


def move_back(row, at):
    """As if `row` had been stored at that time."""
    Memory.everything.filter(pk=row.pk).update(created_at=at, event_time=at, base_set_at=at)
    Event.everything.filter(subject=row.uid).update(at=at)
    Validity.objects.filter(memory=row).update(valid_from=at, known_from=at)


@pytest.fixture
def lived_in(furnished):
    """acme/alice as after some months of talk."""
    space, now, facts = furnished.namespace, timezone.now(), []
    for days in range(20, 320, 30):
        at = now - timedelta(days=days)
        say(space, f"m-{days}", *TALK[days // 30 % len(TALK)], name="Alice", event_time=at)
    for days, said, told in (
        (60, "They want 780 for the flat in Porto.", "The rent of the flat in Porto is 780 euros."),
        (20, "The rent went up, it is 835 now.", "The rent of the flat in Porto is 835 euros now."),
    ):
        at = now - timedelta(days=days)
        (turn,) = say(space, f"rent-{days}", said, name="Alice", event_time=at)
        facts.append(saving.remember(space, told, actor=AGENT, source_ids=[turn.uid], event_time=at).memory)
        move_back(facts[-1], at)
    furnished.rent = facts[0]
    for review in Review.objects.within(space).filter(status="open").order_by("-pk")[:3]:
        deciding.decide_review(space, review.pk, "accept", actor=CURATOR)
    space.settings = {"timezone": "Europe/Berlin"}
    space.save(update_fields=["settings"])
    furnished.reliability = judged(furnished)
    embed_all()
    cache.clear()
    return furnished


def recipes(found):
    """{name of a picture: address}; the last word of a name is its theme or that it is a phone's."""
    change = {
        name: reverse(f"admin:memory_{name}_change", args=[row.pk])
        for name, row in (("memory", found.rent), ("entity", found.entity), ("namespace", found.namespace))
    }
    then = {"valid_at": f"{timezone.now() - timedelta(days=40):%Y-%m-%dT%H:%M}"}
    inbox, history = reverse("admin:memory_inbox"), reverse("admin:memory_event_changelist")
    return {
        "inbox-light": inbox,
        "inbox-dark": f"{inbox}?{urlencode({'by': 'kind', 'first': f'conflict-{found.conflict.pk}'})}",
        "inbox-phone": inbox,
        "fact-light": f"{change['memory']}?{urlencode(then)}",
        "fact-dark": change["memory"],
        "fact-phone": f"{change['memory']}?{urlencode(then)}",
        **{f"history-{look}": history for look in SIZES},
        **{f"settings-{look}": change["namespace"] for look in SIZES},
        "ask-light": f"{reverse('admin:memory_ask')}?{urlencode({'q': 'What is the rent of the flat in Porto?'})}",
        "dashboard-light": reverse("admin:memory_dashboard"),
        "entity-dark": change["entity"],
        "reliability-light": found.reliability,
    }


def test_each_picture_of_the_documents_is_of_a_page_of_today(browser, lived_in, tmp_path):
    wanted = recipes(lived_in)
    assert sorted(wanted) == sorted(file.stem for file in KEPT.glob("*.png"))
    browser.go(reverse("admin:memory_dashboard"))
    folder = Path(os.environ.get("PICTURES") or tmp_path)
    for name, address in wanted.items():
        look = name.rpartition("-")[2]
        browser.size(*SIZES[look])
        browser.theme("dark" if look == "dark" else "light")
        browser.go(address)
        browser.wait(lambda: not browser.all(".htmx-request, [aria-busy=true] .desk-empty"))
        assert browser.driver.save_screenshot(str(folder / f"{name}.png"))
        assert (folder / f"{name}.png").stat().st_size > LEAST, name
