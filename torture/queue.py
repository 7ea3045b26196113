"""Promise 21: the broker is disposable: messages are dropped at random, and the next sweep queues the work again."""

from __future__ import annotations

import json
import random
import shutil
import tempfile
from pathlib import Path

from celery import current_app
from django.test import override_settings

from maintenance import tasks as maintenance_tasks
from memory import background
from memory.models import ALL, Memory, Operation, Session
from memory.services import operations
from memory.services.talk import sessions
from reflection import tasks as reflection_tasks

from . import store
from .outcome import Outcome
from .provider import PATH

EMBED = "memory.tasks.embed_pending"


def run(quick: bool) -> Outcome:
    outcome = Outcome()
    chance = random.Random(21)
    folder = Path(tempfile.mkdtemp(prefix="torture-queue-"))
    options = {
        "data_folder_in": str(folder / "messages"), "data_folder_out": str(folder / "messages"),
        "processed_folder": str(folder / "processed"), "control_folder": str(folder / "control"),
    }  # fmt: skip
    app = current_app
    app.conf.update(
        broker_url="filesystem://", broker_transport="memoryproj.broker:Transport", broker_transport_options=options
    )
    app.loader.import_default_modules()
    # An earlier row of this process may have sent a message: its connection would be taken again.
    app._after_fork()  # type: ignore[attr-defined]
    lost = 0
    with (
        override_settings(MEMORY_FACTS_PROVIDER=PATH, CELERY_BROKER_TRANSPORT_OPTIONS=options),
        store.fresh(),
    ):
        for number in range(5 if quick else 300):
            outcome.cases += 1
            wanted = _make_work(chance, number)
            lost += _drop(folder / "messages", chance)
            maintenance_tasks.sweep()
            queued = set(_messages(folder / "messages"))
            outcome.expect(wanted <= queued, f"round {number}: {wanted - queued} were not queued again")
            for name in sorted(queued):
                if chance.random() < 0.7:  # a worker gets some of them; the others are lost with the queue
                    current_app.tasks[name].apply(throw=True)
            lost += _drop(folder / "messages", chance)
        for name in (maintenance_tasks.CONSOLIDATE, EMBED, maintenance_tasks.RUN, reflection_tasks.RUN):
            current_app.tasks[name].apply(throw=True)
        _expect_all_done(outcome)
    shutil.rmtree(folder, ignore_errors=True)
    outcome.note = f"{outcome.cases} rounds, {lost} messages dropped, all work queued again by the next sweep"
    return outcome


def _make_work(chance: random.Random, number: int) -> set[str]:
    """Some work of each kind; answers the tasks that must be queued for what waits now."""
    store.say(f"s{number}", store.claim(number), store.claim(number + 10_000))
    if chance.random() < 0.6:
        sessions.complete(store.home(), f"s{number}")
    if chance.random() < 0.4:
        operations.request("enrich", namespace=store.home(), requested_by="torture")
    if chance.random() < 0.4:
        operations.request("reflect", namespace=store.home(), requested_by="torture")
    background.flush()
    wanted = {EMBED} if Memory.objects.across(ALL).awaiting_embedding().exists() else set()
    if sessions.any_claimable():
        wanted.add(maintenance_tasks.CONSOLIDATE)
    waiting = Operation.objects.filter(status="pending").values_list("kind", flat=True)
    return wanted | {operations.RUN_TASKS[kind] for kind in waiting}


def _drop(folder: Path, chance: random.Random) -> int:
    """Lose the whole queue, or each message with some luck."""
    dropped = 0
    whole = chance.random() < 0.5
    for message in folder.glob("*.msg"):
        if whole or chance.random() < 0.5:
            message.unlink()
            dropped += 1
    return dropped


def _messages(folder: Path) -> list[str]:
    return [json.loads(message.read_text())["headers"]["task"] for message in folder.glob("*.msg")]


def _expect_all_done(outcome: Outcome) -> None:
    sessions.complete_all()
    current_app.tasks[maintenance_tasks.CONSOLIDATE].apply(throw=True)
    current_app.tasks[EMBED].apply(throw=True)
    left = Session.objects.across(ALL).exclude(status="consolidated").count()
    outcome.expect(not left, f"{left} sessions were never consolidated")
    waiting = Memory.objects.across(ALL).awaiting_embedding().count()
    outcome.expect(not waiting, f"{waiting} memories were never embedded")
    undone = Operation.objects.filter(status__in=["pending", "running"]).count()
    outcome.expect(not undone, f"{undone} operations were never run")
    outcome.broken += store.unsound()
