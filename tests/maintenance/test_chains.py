"""A, then B, then A again: what was said last holds alone, and nothing stale with it."""

from datetime import UTC, datetime, timedelta

import pytest

from maintenance.consolidation import consolidate_pending
from memory.models import Memory
from memory.services.talk import sessions
from tests.store import say

SAID = datetime(2026, 3, 2, 18, 0, tzinfo=UTC)
STATED = "benchmarks.pairs.stated.PROVIDER"

CHAINS = (
    ("Mara lives in Bergen.", "Mara moved to Voss.", "Mara moved back to Bergen."),
    ("The user smokes.", "The user quit smoking.", "The user smokes again."),
    ("The review is on 3 May 2026.", "The review was moved to 10 May 2026.", "The review is on 3 May 2026 after all."),
    ("The review is on 3 May 2026.", "The review is on 10 May 2026, not on 3 May 2026.",
     "The review is on 3 May 2026 after all."),
    ("The user takes 5 mg of ramipril.", "The user takes 10 mg of ramipril now.",
     "The user takes 5 mg of ramipril again."),
    ("The user uses Firefox.", "The user switched from Firefox to Vivaldi.",
     "The user switched back from Vivaldi to Firefox."),
    ("The concert is on 4 May 2026.", "The concert was cancelled.",
     "The concert takes place on 4 May 2026 after all."),
    ("The launch is planned for 4 March 2026.", "The launch was postponed to 11 March 2026.",
     "The launch was postponed to 18 March 2026."),
)  # fmt: skip


@pytest.mark.django_db
@pytest.mark.parametrize("chain", CHAINS)
def test_what_was_said_last_holds_alone(namespace, settings, chain):
    settings.MEMORY_FACTS_PROVIDER = STATED
    for number, content in enumerate(chain):
        say(namespace, f"s{number}", content, event_time=SAID + timedelta(weeks=4 * number), event_offset=0)
        sessions.complete(namespace, f"s{number}")
        (run,) = consolidate_pending()
        assert not run.error
    holding = [fact.content for fact in Memory.objects.within(namespace).facts().active() if not fact.superseded]
    # Whoever moved back to Bergen lives in Bergen: that says the first sentence again.
    assert holding == [chain[0] if chain[2].startswith("Mara") else chain[2]]
