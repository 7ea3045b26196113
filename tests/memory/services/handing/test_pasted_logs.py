"""A log or document that was pasted into a session stands in a block where a part of it speaks of the prompt."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import count, takewhile

import pytest

from memory.services.handing import context
from tests.store import embed_all, say

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
PARTS = ("checkout", "mailer", "ledger", "gateway", "search", "thumbnails", "billing", "sessions")
EVENTS = (
    "request served in {} ms", "cache miss for key user:{}", "retrying job {} after timeout", "pool has {} idle",
    "heartbeat ok, lag {} ms", "wrote {} rows to table orders", "GET /api/v1/items/{} 200", "slow query took {} ms",
)  # fmt: skip
FAILED = "billing[4] payment of invoice 8841 failed: card expired for customer Brightwater"
LOG = 50_000  # characters


def log():
    lines: list[str] = []
    for n in takewhile(lambda _: sum(map(len, lines)) < LOG, count()):
        told = FAILED if n == 300 else f"{PARTS[n * 7 % 8]}[{n * 13 % 97}] {EVENTS[n * 5 % 8].format(n * 31 % 977)}"
        lines.append(f"2026-03-01T{8 + n // 3600:02}:{n // 60 % 60:02}:{n % 60:02}Z INFO {told}")
    return "\n".join(lines)


TALK = (
    ("Morning! Our standup is at 9:30 now, it used to be 10.", "Noted."),
    ("I'm flying to Lisbon on 4 July with Theo, we stay at the Hotel Mira.", "Sounds lovely."),
    ("My sister Elin is a vegetarian, so the dinner on Saturday is meatless.", "I'll keep that in mind."),
    (f"here is the log of last night, can you see why it was slow?\n{log()}", "The slow queries come from the ledger."),
    ("Thanks. The dentist is on 12 June at 3 pm.", "I will remind you."),
    ("We adopted a cat, she is called Pixel, and she is three.", "Welcome, Pixel!"),
    ("My laptop is a ThinkPad with 32 GB, the old one had 16.", "A good upgrade."),
    ("The rent goes up to 835 in August.", "Noted."),
    ("I play the cello on Thursdays with the Harbour Quartet.", "Nice."),
)


@pytest.fixture
def worked(namespace):
    for place, (asked, answered) in enumerate(TALK):
        at = NOON + timedelta(minutes=place)
        say(namespace, "s1", asked, name="Maya", event_time=at)
        say(namespace, "s1", answered, role="assistant", name="Juno", event_time=at)
    chapters = [f"Yesterday I read chapter {number} of the book about lighthouses." for number in range(12)]
    say(namespace, "s2", *chapters, name="Maya", event_time=NOON + timedelta(days=1))
    embed_all()
    return namespace


@pytest.mark.parametrize(
    ("prompt", "answer"),
    [
        ("When does our standup start?", "9:30"),
        ("Where do we stay in Lisbon?", "Hotel Mira"),
        ("What does my sister eat?", "vegetarian"),
        ("When is my dentist appointment?", "12 June"),
        ("What is my cat called?", "Pixel"),
        ("How much is the rent from August?", "835"),
    ],
)
def test_it_stays_out_where_no_part_of_it_speaks_of_the_prompt(worked, prompt, answer):
    block = context.build(worked, prompt).block
    assert answer in block
    assert "INFO" not in block


@pytest.mark.parametrize("prompt", ["Which payment failed in the log?", "What failed for our customer Brightwater?"])
def test_the_part_that_answers_is_told(worked, prompt):
    assert FAILED in context.build(worked, prompt).block
