"""Promise 3: a session's range of turns takes effect once, however often it is delivered.

Eight workers are told of every session again and again; and a worker's lease ends in the middle of its model call, so
that another takes over while the first still waits for its answer: in this order, however busy the machine is.
"""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from django.test import override_settings

from maintenance.consolidation import consolidate_pending
from maintenance.extraction.types import Turn
from memory.models import ALL, Memory, Operation, Session
from memory.services.talk import sessions

from . import store
from .outcome import Outcome
from .provider import PATH, scripted

WORKERS = 8
TURNS = 3
PATIENCE = 120  # seconds for what must happen at last, on a busy machine


def run(quick: bool) -> Outcome:
    outcome = Outcome()
    stale = 0
    for _ in range(1 if quick else 10):
        _redelivered(outcome, count=8 if quick else 40)
        stale += _stale(outcome, count=2 if quick else 5)
    outcome.note = f"{outcome.cases} sessions, each consolidated once; {stale} stale holders wrote nothing"
    return outcome


def _redelivered(outcome: Outcome, count: int) -> None:
    with override_settings(MEMORY_FACTS_PROVIDER=PATH), store.fresh():
        names = [f"s{number}" for number in range(count)]
        for name in names:
            store.say(name, *[store.claim(TURNS * int(name[1:]) + n) for n in range(TURNS)])
        sessions.complete_all()
        workers = [store.fork(_deliver_again_and_again) for _ in range(WORKERS)]
        outcome.expect(not any(map(store.wait, workers)), "a worker failed")
        _expect_once(outcome, names)


def _deliver_again_and_again() -> None:
    for _ in range(5):
        consolidate_pending()


def _stale(outcome: Outcome, count: int) -> int:
    """Answers how many holders came too late."""
    with override_settings(MEMORY_FACTS_PROVIDER=PATH), store.fresh() as path:
        names = [f"s{number}" for number in range(count)]
        for name in names:
            store.say(name, *[store.claim(TURNS * int(name[1:]) + n) for n in range(TURNS)])
        sessions.complete_all()
        answer = path.with_name("answer")
        holders = [store.fork(partial(_dawdle, answer)) for _ in range(count)]
        outcome.expect(_each_holds_one(answer, count), f"not each of {count} workers held a session")
        store.let_leases_end()
        others = [store.fork(consolidate_pending) for _ in range(3)]
        outcome.expect(not any(map(store.wait, others)), "a worker that took over failed")
        answer.touch()
        outcome.expect(not any(map(store.wait, holders)), "a stale holder failed")
        _expect_once(outcome, names)
        lost = Operation.objects.filter(error__contains="was lost")
        outcome.expect(lost.count() >= count, f"{lost.count()} of {count} stale holders noticed")
        outcome.expect(not any(run.counts.get("saved") for run in lost), "a stale holder saved facts")
        return lost.count()


def _dawdle(answer: Path) -> None:
    """A worker whose first answer takes longer than its lease: until there is the file `answer`."""

    def meanwhile(turns: Sequence[Turn]) -> None:
        answer.with_name(f"{answer.name}-{os.getpid()}").touch()
        until = time.monotonic() + PATIENCE
        while not answer.exists() and time.monotonic() < until:
            time.sleep(0.05)
        scripted.meanwhile = lambda turns: None

    scripted.meanwhile = meanwhile
    # Like nothing else, so that no question of a judge, which looks at the lease too, comes before the commit.
    scripted.telling = lambda text: "".join(sorted(text.replace(" ", "")))
    consolidate_pending()


def _each_holds_one(answer: Path, count: int) -> bool:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if len(list(answer.parent.glob(f"{answer.name}-*"))) == count:
            return True
        time.sleep(0.05)
    return False


def _expect_once(outcome: Outcome, names: list[str]) -> None:
    outcome.broken += store.unsound()
    for name in names:
        outcome.cases += 1
        done = Operation.objects.filter(kind="consolidate_session", subject=name, status="succeeded")
        effective = [run for run in done if run.counts.get("episodes")]
        outcome.expect(len(effective) == 1, f"{name}: {len(effective)} effective runs")
        facts = Memory.objects.across(ALL).facts().active().filter(session_id=name)
        outcome.expect(facts.count() == TURNS, f"{name}: {facts.count()} facts instead of {TURNS}")
        turns = Memory.objects.across(ALL).episodes().filter(session_id=name)
        outcome.expect(
            all(turn.derived_links.count() == 1 for turn in turns), f"{name}: a turn has more or fewer facts than one"
        )
        status = Session.objects.across(ALL).get(session_id=name).status
        outcome.expect(status == "consolidated", f"{name} ended {status}")
