"""A change that is said supersedes what it changes: through consolidation, with the offline rules and with a model."""

import json
from datetime import UTC, datetime, timedelta

import pytest

from maintenance.consolidation import consolidate_pending
from memory.models import Conflict, ConflictStatus, Memory, Supersession, SupersessionKind
from memory.services.talk import sessions
from tests.openai_server import chat
from tests.store import say

FIRST_OF_JUNE = datetime(2026, 6, 1, 18, tzinfo=UTC)
LATER = timedelta(days=4)


def learn(namespace, session_id, content, when):
    say(namespace, session_id, content, name="Maya", event_time=when, event_offset=0)
    sessions.complete(namespace, session_id)
    (run,) = consolidate_pending()
    assert not run.error


def holding(namespace):
    return [fact.content for fact in Memory.objects.within(namespace).facts().active() if not fact.superseded]


@pytest.mark.django_db
def test_a_move_in_the_past_that_is_said_last_holds(namespace):
    learn(namespace, "s1", "I live in Bergen.", FIRST_OF_JUNE)
    learn(namespace, "s2", "I moved to Voss in May.", FIRST_OF_JUNE + LATER)
    (holds,) = holding(namespace)
    assert "Voss" in holds


@pytest.mark.django_db
def test_a_session_that_is_consolidated_late_changes_nothing_that_was_said_since(namespace):
    learn(namespace, "s2", "I moved to Voss in May.", FIRST_OF_JUNE + LATER)
    learn(namespace, "s1", "I live in Bergen.", FIRST_OF_JUNE)
    (holds,) = holding(namespace)
    assert "Voss" in holds


@pytest.mark.django_db
def test_what_was_stopped_holds_no_longer_whatever_the_reason(namespace):
    learn(namespace, "s1", "I go to the gym on Tuesdays.", FIRST_OF_JUNE)
    learn(namespace, "s2", "I stopped going to the gym because of my knee.", FIRST_OF_JUNE + LATER)
    (holds,) = holding(namespace)
    assert "stopped" in holds


@pytest.mark.django_db
def test_what_is_beside_the_change_still_holds(namespace):
    learn(namespace, "s1", "I go to the gym on Tuesdays. I play the piano every evening.", FIRST_OF_JUNE)
    before = holding(namespace)
    learn(namespace, "s2", "I stopped playing the piano.", FIRST_OF_JUNE + LATER)
    assert any("gym" in content for content in before)
    assert any("gym" in content for content in holding(namespace))
    assert not Conflict.objects.within(namespace).filter(status=ConflictStatus.OPEN).exists()


class Judge:
    """A model that states each turn as a fact dated `event_time`, and gives one verdict on every older fact; `shown`
    are these, question by question."""

    def __init__(self, verdict, event_time):
        self.verdict, self.event_time = verdict, event_time
        self.shown = []

    def __call__(self, request):
        text = request.body["messages"][-1]["content"]
        turns = [json.loads(line) for line in text.splitlines() if line.startswith('{"id"')]
        if not turns:
            older = [row for row in map(json.loads, text.splitlines()[1:-1]) if row["which"] != "new"]
            self.shown.append(older)
            verdicts = [{"number": one["which"], "verdict": self.verdict, "reason": "as was said"} for one in older]
            return chat({"verdicts": verdicts})
        stated = [
            {"content": turn["text"], "source_ids": [turn["id"]], "event_time": self.event_time, "tags": ["habit"],
             "confidence": 0.9}
            for turn in turns if turn["source"]
        ]  # fmt: skip
        return chat({"facts": stated})


@pytest.fixture
def told(openai_server, settings, namespace):
    """Two facts about a home, the second of which tells of May and gets `verdict` against the first."""
    settings.MEMORY_FACTS_PROVIDER = "openai"

    def tell(verdict):
        openai_server.otherwise = Judge("unrelated", None)
        learn(namespace, "s1", "Maya lives in Bergen with two cats.", FIRST_OF_JUNE)
        openai_server.otherwise = Judge(verdict, "2026-05-10T12:00:00+00:00")
        learn(namespace, "s2", "Maya lives in Voss with two cats.", FIRST_OF_JUNE + LATER)

    return tell


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("verdict", "kind"), [("updates", SupersessionKind.OUTDATED), ("corrects", SupersessionKind.WRONG)]
)
def test_a_models_verdict_is_not_overruled_by_what_the_fact_dates_from(namespace, told, verdict, kind):
    told(verdict)
    assert holding(namespace) == ["Maya lives in Voss with two cats."]
    assert Supersession.objects.get(old__namespace=namespace).kind == kind


@pytest.mark.django_db(transaction=True)
def test_the_model_is_asked_once_about_all_that_may_have_changed_and_told_when_each_was_said(
    openai_server, settings, namespace
):
    settings.MEMORY_FACTS_PROVIDER = "openai"
    judge = openai_server.otherwise = Judge("unrelated", None)
    for number, text in enumerate(("Maya lives in Bergen.", "Maya lives with two cats.", "Maya lives in Voss now.")):
        learn(namespace, f"s{number}", text, FIRST_OF_JUNE + number * LATER)
    shown = judge.shown[-1]
    assert {(row["text"], row["said_at"]) for row in shown} == {
        ("Maya lives in Bergen.", "2026-06-01T18:00+00:00"),
        ("Maya lives with two cats.", "2026-06-05T18:00+00:00"),
    }
    assert any("maya: home" in row["tells"] for row in shown)
