"""Promise 2: facts, links, conflict resolutions and the watermark commit together; no model call in a transaction.

A consolidation is killed before its first statement or commit, then before its second, until none is left; what stands
then must be whole chunks, and what the next worker makes of it the same as without any kill.
"""

from __future__ import annotations

from functools import partial
from typing import Any
from unittest import mock

from django.test import override_settings

from maintenance import consolidation
from memory.models import ALL, Conflict, Memory, Session
from memory.services.learning import saving
from memory.services.talk import sessions

from . import store
from .outcome import Outcome
from .provider import PATH


def prepare() -> None:
    """A fact known before, and two sessions that repeat it, add to it, and change their mind, over four chunks."""
    saving.remember(store.home(), store.claim(1), actor=store.AGENT, event_time=store.START)
    turns = [store.claim(n) for n in range(2, 6)]
    store.say("one", store.claim(1), *turns, store.claim(2, 100))
    store.say("two", store.claim(3, 101), store.claim(1, 102), *[store.claim(n) for n in range(24, 27)])


def run(quick: bool) -> Outcome:
    outcome = Outcome()
    with override_settings(MEMORY_FACTS_PROVIDER=PATH), store.fresh() as origin:
        store.say("zero", "Hello there")
        prepare()
        sessions.complete_all()
        with mock.patch.object(consolidation, "CHUNK", 4):
            with store.fresh(origin):
                crossed: list[str] = []
                with store.boundaries(crossed.append):
                    consolidation.consolidate_pending()
                wanted = _state()
                _expect_whole(outcome, "without a kill")
            points = _after_commits(crossed) if quick else range(1, len(crossed) + 2)
            for number in points:
                with store.fresh(origin):
                    killed = store.wait(store.fork(partial(_killed_at, number))) != 0
                    outcome.cases += 1
                    _expect_whole(outcome, f"killed at {number}")
                    store.let_leases_end()
                    if store.wait(store.fork(consolidation.consolidate_pending)) != 0:
                        outcome.broken.append(f"killed at {number}: the next worker failed")
                    outcome.expect(_state() == wanted, f"killed at {number}: another state after the retry")
                    notes = store.scratch()
                    outcome.expect(not notes.exists(), f"killed at {number}: a model was asked in a transaction")
                    outcome.expect(killed or number > len(crossed), f"nothing was killed at {number}")
    outcome.note = f"{outcome.cases} kill points, {len(outcome.broken)} broken"
    return outcome


def _after_commits(crossed: list[str]) -> list[int]:
    """The points right after the commits of the first half: where something that is not one commit comes apart."""
    after = [number for number, what in enumerate(crossed, 2) if what == "commit"]
    return after[: len(after) // 2]


def _killed_at(number: int) -> None:
    with store.failpoint(number):
        consolidation.consolidate_pending()


def _expect_whole(outcome: Outcome, when: str) -> None:
    outcome.broken += [f"{when}: {flaw}" for flaw in store.unsound()]
    for session in Session.objects.across(ALL):
        turns = Memory.objects.across(ALL).episodes().filter(session_id=session.session_id)
        below = set(turns.filter(pk__lte=session.watermark).values_list("pk", flat=True))
        learnt = set(turns.filter(derived_links__memory__kind="fact").values_list("pk", flat=True))
        outcome.expect(below == learnt, f"{when}: half a chunk of {session.session_id}")
    active = Memory.objects.across(ALL).facts().active()
    outcome.expect(active.count() == active.values("content").distinct().count(), f"{when}: a fact stands there twice")


def _state() -> list[Any]:
    conflicts = Conflict.objects.across(ALL).select_related("new_fact", "old_fact")
    return [
        store.facts(),
        sorted((c.new_fact.content, c.old_fact.content, c.status, c.decision) for c in conflicts),
        sorted(Session.objects.across(ALL).values_list("session_id", "status", "watermark")),
    ]
