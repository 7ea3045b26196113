"""Promise 4: every episode is consolidated or visibly pending, whatever order things happen in.

A state machine over talking, switching, resuming, falling idle, the night run in the middle of a conversation,
consolidation during which somebody talks on, and workers killed at any statement.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from datetime import timedelta

from django.test import override_settings
from django.utils import timezone
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from maintenance.consolidation import consolidate_pending
from maintenance.extraction.types import Turn
from memory.models import ALL, Memory, Session
from memory.services.talk import sessions
from memory.services.upkeep import doctor

from . import store
from .outcome import Outcome
from .provider import PATH, scripted

SESSIONS = st.sampled_from(["one", "two", "three"])
TRIED = {"examples": 0, "steps": 0}


class Conversations(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.stack = ExitStack()
        self.stack.enter_context(override_settings(MEMORY_FACTS_PROVIDER=PATH))
        self.stack.enter_context(store.fresh())
        self.said = 0
        TRIED["examples"] += 1

    def talk(self, session: str, turns: int = 1) -> None:
        texts = [store.claim(self.said + n) for n in range(turns)]
        self.said += turns
        store.say(session, *texts)

    @rule(session=SESSIONS, turns=st.integers(1, 4))
    def say(self, session: str, turns: int) -> None:
        self.talk(session, turns)

    @rule()
    def idle(self) -> None:
        Session.objects.across(ALL).update(last_seen_at=timezone.now() - timedelta(hours=1))
        sessions.complete_idle()

    @rule()
    def night(self) -> None:
        sessions.complete_all()
        consolidate_pending()

    @rule()
    def consolidate(self) -> None:
        consolidate_pending()

    @rule(session=SESSIONS)
    def consolidate_while_somebody_talks(self, session: str) -> None:
        def talk_once(turns: Sequence[Turn]) -> None:
            scripted.meanwhile = lambda turns: None
            self.talk(session)

        scripted.meanwhile = talk_once
        try:
            consolidate_pending()
        finally:
            scripted.meanwhile = lambda turns: None

    @rule(point=st.integers(1, 120))
    def worker_is_killed(self, point: int) -> None:
        def work() -> None:
            with store.failpoint(point):
                consolidate_pending()

        store.wait(store.fork(work))

    @rule()
    def leases_end(self) -> None:
        store.let_leases_end()

    @invariant()
    def no_orphan(self) -> None:
        TRIED["steps"] += 1
        rows = {row.session_id: row for row in sessions.counted(store.home())} if store.home().pk else {}
        for turn in Memory.objects.across(ALL).episodes():
            session = rows[turn.session_id or ""]
            if turn.pk <= session.watermark:
                assert turn.derived_links.exists(), "marked as consolidated, and nothing was learnt from it"
            else:
                seen = session.status != "consolidated" and session.pending_count  # type: ignore[attr-defined]
                assert seen, "waits, and nobody can see it"

    def teardown(self) -> None:
        try:
            store.let_leases_end()
            sessions.complete_all()
            consolidate_pending()
            orphans = Memory.objects.across(ALL).episodes().filter(derived_links__isnull=True).count()
            assert not orphans, f"{orphans} turns were never learnt from"
            assert not store.unsound()
            assert not doctor.examine()
        finally:
            self.stack.close()


def run(quick: bool) -> Outcome:
    outcome = Outcome()
    TRIED.update(examples=0, steps=0)
    profile = settings(
        max_examples=8 if quick else 200,
        stateful_step_count=12 if quick else 30,
        deadline=None,
        database=None,
        derandomize=quick,
        suppress_health_check=list(HealthCheck),
    )
    try:
        run_state_machine_as_test(Conversations, settings=profile)
    except AssertionError as error:
        outcome.broken.append(str(error))
    outcome.cases = TRIED["examples"]
    outcome.note = f"{TRIED['examples']} histories, {TRIED['steps']} steps, {len(outcome.broken)} with orphans"
    return outcome
