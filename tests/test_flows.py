"""Each flow of docs/architecture.md goes through the files that are listed for it: it is run, and watched."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from maintenance import tasks
from memory import background
from memory.models import Event, Memory, ReviewReason
from memory.services import operations, reviews
from memory.services.memories import decay as decay_service
from memory.services.talk import sessions
from reflection import tasks as weekly
from tests.memory.admin.conftest import curator, sign_in  # noqa: F401
from tests.store import know, public_id, say
from tests.test_architecture import FLOWS, ROOT

pytestmark = pytest.mark.django_db
SAID = {"role": "user", "content": "Hello @ann, I live in Hamburg."}


@contextmanager
def watched() -> Iterator[set[str]]:
    """The files of this project in which a function is called meanwhile."""
    entered: set[str] = set()

    def note(frame: FrameType, event: str, _: Any) -> None:
        if event == "call":
            entered.add(frame.f_code.co_filename)

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        yield entered
    finally:
        sys.setprofile(before)


def gone_through(flow: Callable[[], object]) -> set[str]:
    with watched() as entered:
        flow()
    files = {Path(file).relative_to(ROOT).as_posix() for file in entered if file.startswith(f"{ROOT}/")}
    return {file for file in files if not file.startswith("tests/")}


BUDGETS = ("The budget of the project is 500 euros", "The budget of the project is 600 euros")


def a_pair(api):
    """A conflict of two facts that differ in a number."""
    for said in BUDGETS:
        api.remember(said)
    return api.get("/conflicts").json()["results"][0]["id"]


def ingest(namespace, api, desk):
    return lambda: api.post("/sessions/s1/messages", {"messages": [SAID] * 10})  # many are put into the index at once


def context(namespace, api, desk):
    know(namespace, "Ann lives in Hamburg.")
    say(namespace, "s1", "Ann rows on Sundays.")
    return lambda: (api.post("/context", {"prompt": "Where does Ann live?", "session_id": "s2"}), background.flush())


def save_facts(namespace, api, desk):
    """One that contradicts another, and one that is said again after it was replaced."""
    return lambda: (
        api.post(f"/conflicts/{a_pair(api)}/resolve", {"decision": "new"}), api.remember(BUDGETS[0])
    )  # fmt: skip


def decide(namespace, api, desk):
    number = a_pair(api)
    review = reviews.open_review(namespace, know(namespace, "Ann likes tea."), ReviewReason.LOW_CONFIDENCE)
    decided = {"decision": "correct", "content": "Ann likes milk."}
    return lambda: (
        api.post(f"/conflicts/{number}/resolve", {"decision": "new"}),
        api.post(f"/reviews/{public_id(review)}", decided),
    )  # fmt: skip


def undo(namespace, api, desk):
    number = a_pair(api)
    api.post(f"/conflicts/{number}/resolve", {"decision": "new"})
    event = Event.objects.within(namespace).filter(change__kind="decide").last()
    memory = Memory.objects.within(namespace).get(uid=event.subject)
    address = reverse("admin:memory_act", args=[memory.pk])
    return lambda: desk.post(address, {"verb": "undo", "seq": event.seq})


def consolidate(namespace, api, desk):
    say(namespace, "s1", "I live in Hamburg.", "My budget is 500 euros.", name="Maya")
    sessions.complete_all()
    return tasks.consolidate_pending


def decay(namespace, api, desk):
    """More than goes unasked: a person is asked before, and what that one allowed is retired."""
    know(namespace, "Ann likes tea.")
    old = timezone.now() - timedelta(days=400)
    Memory.objects.within(namespace).update(created_at=old, base_set_at=old, event_time=old)
    return lambda: (decay_service.run(namespace), decay_service.run(namespace, force=True), tasks.execute_decay())


def enrich(namespace, api, desk):
    say(namespace, "s1", "Maya Berg lives in Hamburg and works at Siemens.", "Maya Berg likes tea.")
    for drink in ("tea", "milk", "rum", "gin", "ale"):
        know(namespace, f"Maya Berg drinks {drink}.")
    return tasks.execute_entity_enrichment


def reflect(namespace, api, desk):
    for drink in ("tea", "milk", "rum", "gin"):
        know(namespace, f"Maya Berg drinks {drink}.")
    operations.request("reflect", namespace=namespace, requested_by="test")
    return weekly.run_operations


RUN = {
    "Ingest": ingest, "Context": context, "Save facts": save_facts, "Decide a conflict or a review": decide,
    "Undo": undo, "Consolidate": consolidate, "Decay": decay, "Enrich": enrich, "Reflect": reflect,
}  # fmt: skip


@pytest.mark.parametrize("flow", FLOWS)
def test_a_flow_goes_through_the_files_that_are_listed(flow, namespace, api, curator, settings):  # noqa: F811
    settings.MEMORY_DECAY_SAFE_COUNT = 0
    begin = RUN[flow](namespace, api, curator)
    entered = gone_through(begin)
    assert [file for file in FLOWS[flow] if file not in entered] == []


def test_what_a_flow_goes_through_is_seen(api):
    assert "memory/services/talk/episodes.py" in gone_through(lambda: api.say("s1", "hello"))
    assert gone_through(lambda: Path("/")) == set()
