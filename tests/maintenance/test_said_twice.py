"""The same conversation, fed twice, adds no fact: with the offline rules, and with a model over real HTTP."""

import itertools
import json
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maintenance.consolidation import consolidate_pending
from memory.models import Memory
from memory.services import namespaces
from memory.services.talk import sessions
from tests.openai_server import chat
from tests.store import NOON, contents, say

SENTENCES = (
    "I live in Hamburg.", "I moved to Berlin.", "I work at Harbour Maps.", "I work at Tidewater Labs now.",
    "I don't drink coffee.", "I drink two cups of coffee every morning.", "My sister Elin is a vegetarian.",
    "I have 2 cats.", "I have 3 cats.", "My flight to Lisbon leaves on 22 May.", "I love olives.", "I hate olives.",
    "I'm training for the Berlin half marathon.", "My birthday is on 3 September.", "Thanks, that is great!",
)  # fmt: skip


NUMBERS = itertools.count()  # a namespace for each example


def feed(namespace, session_id, conversation, dated):
    for minute, content in enumerate(conversation):
        when = NOON + timedelta(minutes=minute) if dated else None
        say(namespace, session_id, content, name="Maya", event_time=when)
    sessions.complete(namespace, session_id)
    runs = consolidate_pending()
    assert not any(run.error for run in runs)


@settings(
    max_examples=12, database=None, derandomize=True,
)  # fmt: skip
@given(conversation=st.lists(st.sampled_from(SENTENCES), min_size=2, max_size=8), dated=st.booleans())
@pytest.mark.django_db
def test_the_rules_learn_nothing_new_from_it(conversation, dated, request):
    namespace = namespaces.ensure(f"acme/{next(NUMBERS)}")
    feed(namespace, f"one-{namespace.pk}", conversation, dated)
    once = sorted(contents(namespace))
    told = holding(namespace)
    feed(namespace, f"two-{namespace.pk}", conversation, dated)
    assert sorted(contents(namespace)) == once
    assert holding(namespace) == told


def holding(namespace):
    """What holds, as opposed to what was superseded."""
    facts = Memory.objects.within(namespace).facts().active().filter(invalid_at__isnull=True)
    return sorted(facts.values_list("content", flat=True))


class Model:
    """States each turn as a fact, in slightly other words the second time; knows that two addresses cannot be."""

    def __init__(self):
        self.times = 0

    def __call__(self, request):
        text = request.body["messages"][-1]["content"]
        rows = [json.loads(line) for line in text.splitlines() if line.startswith("{")]
        if rows and "which" in rows[0]:
            new, *older = (row["text"].rstrip(".").removeprefix("The ") for row in rows)
            return chat({"verdicts": [self.verdict(number, new, old) for number, old in enumerate(older, 1)]})
        self.times += 1
        return chat({"facts": [self.fact(row) for row in rows if row.get("source")]})

    def verdict(self, number, new, old):
        alike = new.split()[:3] == old.split()[:3]
        kind = "same" if new == old else "updates" if alike and "lives" in new else "unrelated"
        return {"number": number, "verdict": kind, "reason": "so it seems"}

    def fact(self, row):
        text = row["text"] if self.times == 1 else row["text"].rstrip(".").replace("Maya", "Maya,", 1).replace(",", "")
        return {
            "content": text, "source_ids": [row["id"]], "event_time": None, "tags": ["biography"], "confidence": 0.9,
        }  # fmt: skip


@settings(
    max_examples=8, database=None, derandomize=True,
)  # fmt: skip
@given(
    conversation=st.lists(
        st.sampled_from(["Maya lives in Hamburg.", "Maya lives in Berlin.", "Maya owns a boat.", "Maya likes tea."]),
        min_size=1, max_size=5,
    ),
    dated=st.booleans(),
)  # fmt: skip
@pytest.mark.django_db
def test_a_model_learns_nothing_new_from_it(conversation, dated, openai_server, settings):
    settings.MEMORY_FACTS_PROVIDER = "openai"
    openai_server.otherwise = Model()
    namespace = namespaces.ensure(f"acme/{next(NUMBERS)}")
    feed(namespace, f"one-{namespace.pk}", conversation, dated)
    once, told = sorted(contents(namespace)), holding(namespace)
    feed(namespace, f"two-{namespace.pk}", conversation, dated)
    assert (sorted(contents(namespace)), holding(namespace)) == (once, told)
