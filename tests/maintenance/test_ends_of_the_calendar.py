"""What was said on the first or the last day that the calendar knows is learnt, found and handed out like any other."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from maintenance import consolidation
from memory.language.dates import in_zone
from memory.models.sessions import SessionStatus
from memory.search import hybrid_search
from memory.services import context, sessions
from tests.store import claim, contents, say

FIRST, LAST = datetime(1, 1, 1, tzinfo=UTC), datetime(9999, 12, 31, 23, 59, tzinfo=UTC)


@pytest.mark.parametrize(
    "said_at, offset, zone",
    [
        (FIRST, None, "America/New_York"), (FIRST, -60, "UTC"), (LAST, None, "Asia/Tokyo"), (LAST, 60, "UTC"),
        (FIRST, 60, "Asia/Tokyo"), (LAST, -60, "America/New_York"),
    ],
)  # fmt: skip
def test_a_turn_of_its_ends_is_learnt_and_handed_out(namespace, said_at, offset, zone):
    namespace.settings = {"timezone": zone}
    namespace.save()
    say(
        namespace, "s1", "My sister Ada lives in Oslo.", "I sold my kayak yesterday, and tomorrow I start at Siemens.",
        event_time=said_at, event_offset=offset,
    )  # fmt: skip
    consolidation.consolidate(claim(namespace, "s1"))
    assert sessions.get_session(namespace, "s1").status == SessionStatus.CONSOLIDATED
    assert "Oslo" in " ".join(contents(namespace))
    assert hybrid_search(namespace, "Where does Ada live?")
    assert "Oslo" in context.build(namespace, "Where does my sister Ada live?", session_id="s2").block


def test_a_zone_whose_day_is_outside_leaves_the_moment_as_it_is():
    west, east = timezone(timedelta(hours=-1)), timezone(timedelta(hours=1))
    assert in_zone(FIRST, west) == FIRST
    assert in_zone(FIRST, west).tzinfo is UTC
    assert in_zone(FIRST, east).hour == 1
    assert in_zone(LAST, east).tzinfo is UTC
    assert in_zone(LAST, west).hour == 22
