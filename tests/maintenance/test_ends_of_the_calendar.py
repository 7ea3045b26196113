"""What was said on the first or the last day that the calendar knows is learnt, found and handed out like any other."""

from datetime import UTC, date, datetime, timedelta, timezone

import pytest

from maintenance import consolidation
from maintenance.extraction.grammar import dates
from memory.language.dates import in_zone
from memory.models.sessions import SessionStatus
from memory.search import hybrid_search
from memory.services.handing import context
from memory.services.talk import sessions
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


@pytest.mark.parametrize("asked_at", [FIRST, FIRST.replace(month=6), LAST.replace(day=28), LAST])
@pytest.mark.parametrize(
    "question", ["What did I like last week?", "What in June?", "tomorrow", "on 28 December 9999", "in winter"]
)
def test_what_was_said_at_its_ends_is_asked_for_there(namespace, asked_at, question):
    for moment in (FIRST, LAST):
        say(namespace, f"s{moment.year}", "I like plums and old maps.", event_time=moment)
    assert hybrid_search(namespace, f"plums {question}", as_of=asked_at)
    assert "plums" in context.build(namespace, f"plums {question}", session_id="s2", as_of=asked_at).block


@pytest.mark.parametrize(
    "text, today", [("in two weeks", date(9999, 12, 19)), ("12 December, back on the 5th", date(9999, 11, 1))]
)
def test_a_day_behind_its_end_is_no_day(text, today):
    assert all(match.day.year == 9999 for match in dates.find(text, today, past=False))


def test_a_zone_whose_day_is_outside_leaves_the_moment_as_it_is():
    west, east = timezone(timedelta(hours=-1)), timezone(timedelta(hours=1))
    assert in_zone(FIRST, west) == FIRST
    assert in_zone(FIRST, west).tzinfo is UTC
    assert in_zone(FIRST, east).hour == 1
    assert in_zone(LAST, east).tzinfo is UTC
    assert in_zone(LAST, west).hour == 22
