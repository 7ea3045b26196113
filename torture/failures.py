"""Promise 7: a failing language model loses nothing: every kind of failure that the loopback server knows, × 25.

In each case the model fails for a while, or for good, in the extraction or in the verdicts; afterwards the session is
consolidated whole, or stands in the list of the failed ones. Never consolidated without its facts.
"""

from __future__ import annotations

from collections import Counter

from maintenance.consolidation import consolidate_pending
from memory.models import ALL, Conflict, Memory, Session
from memory.services.learning import saving
from memory.services.talk import sessions
from tests.openai_server import FAILURES, OpenAIServer, Reply, Request, chat

from . import store
from .model import content_for, served, shown
from .outcome import Outcome

TIMES = 25
TURNS = 4
ROUNDS = 4  # one more than the attempts that a session has


def run(quick: bool) -> Outcome:
    outcome = Outcome()
    ends: Counter[str] = Counter()
    with served() as server:
        for position, kind in enumerate(FAILURES):
            with store.fresh():
                for number in range(position, position + 1) if quick else range(TIMES):
                    ends[_try(outcome, server, kind, number)] += 1
                outcome.broken += [f"{kind}: {flaw}" for flaw in store.unsound()]
    told = ", ".join(f"{count} {end}" for end, count in sorted(ends.items()))
    outcome.note = f"{len(FAILURES)} kinds: {told}"
    return outcome


def _try(outcome: Outcome, server: OpenAIServer, kind: str, number: int) -> str:
    """One session through `kind`; answers how it ended."""
    outcome.cases += 1
    session = f"{kind}-{number}"
    base = number * TURNS
    store.say(session, *[store.claim(base + turn) for turn in range(TURNS)])
    if number % 5 == 1:  # something to be judged against
        saving.remember(store.home(), store.claim(base, 9_000 + number), actor=store.AGENT, event_time=store.START)
    sessions.complete(store.home(), session)
    server.otherwise = _failing(kind, failures=(1, 2, 5, 10_000, 3)[number % 5], verdicts_only=number % 10 == 1)
    end = ""
    for _ in range(ROUNDS):
        consolidate_pending()
        store.let_leases_end()
        end = Session.objects.across(ALL).get(session_id=session).status
        if end in {"consolidated", "failed"}:
            break
    _expect_nothing_lost(outcome, session, end)
    return str(end)


def _failing(kind: str, failures: int, *, verdicts_only: bool):  # type: ignore[no-untyped-def]
    left = failures

    def answer(request: Request) -> Reply:
        nonlocal left
        verdict = bool(shown(request)) and "which" in shown(request)[0]
        if left <= 0 or (verdicts_only and not verdict):
            return chat(content_for(request))
        left -= 1
        reply = FAILURES[kind](content_for(request))
        return reply if isinstance(reply, Reply) else reply(request)

    return answer


def _expect_nothing_lost(outcome: Outcome, session: str, end: str) -> None:
    row = Session.objects.across(ALL).get(session_id=session)
    turns = Memory.objects.across(ALL).episodes().filter(session_id=session)
    learnt = turns.filter(derived_links__memory__kind="fact").distinct()
    outcome.expect(end in {"consolidated", "failed"}, f"{session} ended {end}")
    if end == "consolidated":
        outcome.expect(learnt.count() == TURNS, f"{session}: consolidated, {learnt.count()} of {TURNS} turns learnt")
    else:
        outcome.expect(row.last_error, f"{session}: failed without a reason")
        above = turns.filter(pk__gt=row.watermark)
        outcome.expect(above.exists(), f"{session}: failed with nothing left")
        outcome.expect(
            learnt.filter(pk__lte=row.watermark).count() == turns.count() - above.count(), f"{session}: turns lost"
        )
    for fact in Memory.objects.across(ALL).facts().filter(session_id=session):
        sound = fact.active and fact.content.strip() and 0 < fact.base_confidence <= 1 and fact.decay_rate > 0
        sources = [link.source.session_id for link in fact.source_links.select_related("source")]
        outcome.expect(sound and set(sources) == {session}, f"{session}: an invalid row {fact.content!r}")
    odd = Conflict.objects.across(ALL).exclude(new_fact__content__contains="lives in")
    outcome.expect(not odd.exists(), f"{session}: a conflict that nobody stated")
