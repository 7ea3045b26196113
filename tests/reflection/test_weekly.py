"""The weekly reflection: once in six days from at least three facts, offline or by a model, after consolidation."""

from datetime import timedelta

import pytest
from django.utils import timezone

from maintenance import tasks as maintenance_tasks
from memory.models import Memory, Operation
from memory.services import namespaces, operations, reflections
from memory.services.curating import deciding
from memory.services.handing import recalls
from memory.services.memories import facts
from reflection import digest, tasks, weekly
from tests.openai_server import FAILURES, chat
from tests.store import AGENT, CURATOR, DAY, embed_all, fresh, know, say, vector_rows

LINES = (
    ("Maya plays the cello in an orchestra.", "habit"), ("Maya prefers window seats.", "preference"),
    ("Maya owns a touring bike.", "possession"), ("Maya's sister Elin lives in Uppsala.", "relation"),
)  # fmt: skip


@pytest.fixture
def week(namespace) -> list[Memory]:
    return [know(namespace, text, tags=[tag]) for text, tag in LINES]


def age(days: float) -> None:
    """Everything there is was made so many days earlier."""
    for row in Memory.everything.all():
        Memory.everything.filter(pk=row.pk).update(created_at=row.created_at - timedelta(days=days))


def made(namespace) -> list[Memory]:
    return list(Memory.objects.within(namespace).filter(kind="reflection").order_by("rowid"))


def test_a_week_with_three_facts_gets_one_reflection(namespace, week):
    assert weekly.reflect_due().written == 1
    (reflection,) = made(namespace)
    assert (reflection.tags, reflection.decay_rate, reflection.origin) == (["weekly"], 0.0, "derived")
    assert {link.source for link in reflection.source_links.all()} <= set(week)
    assert reflection.source_links.count() >= 3
    assert reflection.attributes["written_by"] == "digest"
    embed_all()
    assert reflection.pk in vector_rows()
    assert weekly.reflect_due().written == 0


def test_two_facts_are_too_few_and_old_ones_do_not_count(namespace):
    for text, _ in LINES[:2]:
        know(namespace, text)
    assert weekly.reflect_due().written == 0
    know(namespace, LINES[2][0])
    age(7.1)
    assert weekly.reflect_due().written == 0


def test_six_days_must_have_passed(namespace, week):
    weekly.reflect_due()
    for days, due in ((5.9, 0), (0.2, 1)):
        age(days)
        for number in range(3):
            know(namespace, f"On day {days} bird {number} sang {'x' * number} in tree {number}")
        assert weekly.reflect_due().written == due


def test_a_retired_reflection_still_counts_for_its_week(namespace, week):
    weekly.reflect_due()
    facts.retire(namespace, made(namespace)[0].uid, actor=CURATOR)
    assert weekly.reflect_due().written == 0


def test_each_namespace_has_its_own(namespace, week):
    bob = namespaces.ensure("acme/bob")
    for text, _ in LINES:
        know(bob, text.replace("Maya", "Bob"))
    assert weekly.reflect_due(bob).written == 1
    assert made(namespace) == []
    assert weekly.reflect_due().written == 1
    assert "Bob" not in made(namespace)[0].content


def test_the_digest_is_a_text_with_themes_and_not_a_list(namespace, week):
    (reflection,) = (weekly.reflect(namespace),)
    lines = reflection.content.splitlines()
    assert "4 new facts" in lines[0]
    assert not any(line.lstrip().startswith(("-", "*", "•")) for line in lines)
    assert len(lines) >= 3
    assert any(line.startswith(("Preferences:", "Habits:", "Belongings:", "People:")) for line in lines)
    assert all(line.endswith((".", "!", "?", "…")) for line in lines)


def test_the_digest_tells_what_changed_what_recurs_and_what_is_ahead(namespace, week):
    old, new = know(namespace, "Maya works at Harbour Maps."), know(namespace, "Maya has joined Tidewater Labs.")
    deciding.resolve_pair(namespace, new.uid, old.uid, actor=CURATOR)
    know(namespace, "Maya flies to Lisbon.", event_time=timezone.now() + 30 * DAY, tags=["plan"])
    recalls.record_now([week[1].pk], session_id="s1", via="search")
    say(namespace, "s1", "@elin called", "@elin came")
    text = weekly.reflect(namespace).content
    (changed,) = [line for line in text.splitlines() if line.startswith("Changed:")]
    assert changed.index("Maya has joined Tidewater Labs.") < changed.index("Maya works at Harbour Maps.")
    assert "Ahead:" in text
    assert "Maya flies to Lisbon." in text
    assert "elin" in text.splitlines()[0]
    assert text.count("Maya prefers window seats.") == 1


def test_every_fact_that_the_digest_tells_is_a_source(namespace, week):
    material = reflections.material(namespace)
    text, sources = digest.write(material)
    told = {fact.uid for fact in week if fact.content in text}
    assert told <= set(sources)
    assert set(sources) <= {fact.uid for fact in Memory.objects.within(namespace).facts()}


def test_a_quiet_week_can_still_be_told(namespace):
    text, sources = digest.write(reflections.material(namespace))
    assert "0 new facts" in text
    assert sources == []


# --- By a model -------------------------------------------------------------------------------------------------


@pytest.fixture
def model(openai_server, settings):
    settings.MEMORY_FACTS_PROVIDER = "openai"
    return openai_server


def test_a_model_writes_it_and_cites_what_it_was_shown(namespace, week, model):
    foreign = know(namespaces.ensure("acme/bob"), "Bob owns a boat.")
    model.script(chat({"reflection": "A musical week.", "source_ids": [week[0].uid, foreign.uid, "fact_made_up"]}))
    done = weekly.reflect_due()
    assert (done.written, done.tokens_in) == (1, 100)
    (reflection,) = made(namespace)
    assert reflection.content == "A musical week."
    assert [link.source for link in reflection.source_links.all()] == [week[0]]
    asked = model.requests[0].body["messages"][-1]["content"]
    assert all(fact.uid in asked for fact in week)
    assert "Bob" not in asked


def test_beside_a_fact_provider_of_ones_own_a_configured_model_writes_it(namespace, week, model, settings):
    settings.MEMORY_FACTS_PROVIDER = "a.provider.of.ones.own"
    model.script(chat({"reflection": "A musical week.", "source_ids": [week[0].uid]}))
    assert weekly.reflect_due().written == 1
    assert made(namespace)[0].content == "A musical week."


@pytest.mark.parametrize("failure", ["http_500", "refusal", "cut_json", "wrong_types", "empty_content"])
def test_a_model_that_fails_writes_nothing_and_is_asked_again_the_same_week(namespace, week, model, failure):
    model.script(FAILURES[failure]({"reflection": "x", "source_ids": []}))
    done = weekly.reflect_due()
    assert (done.written, list(done.failed)) == (0, ["acme/alice"])
    assert made(namespace) == []
    model.script(chat({"reflection": "A musical week.", "source_ids": []}))
    assert weekly.reflect_due().written == 1


def test_one_namespaces_failure_is_not_anothers(namespace, week, model):
    bob = namespaces.ensure("acme/bob")
    for text, _ in LINES:
        know(bob, text.replace("Maya", "Bob"))
    model.otherwise = lambda request: (
        FAILURES["http_500"](None)
        if "Bob" not in str(request.body)
        else chat({"reflection": "Bob's.", "source_ids": []})
    )
    done = weekly.reflect_due()
    assert (done.written, list(done.failed)) == (1, ["acme/alice"])


# --- On schedule ------------------------------------------------------------------------------------------------


def test_two_clocks_make_one_reflection(namespace, week):
    maintenance_tasks.execute_consolidation()
    tasks.execute_reflection()
    tasks.execute_reflection()
    Operation.objects.update(created_at=timezone.now() - operations.START_GRACE - timedelta(seconds=1))
    tasks.run_operations()
    assert [run.status for run in Operation.objects.filter(kind="reflect")] == ["succeeded"]
    assert len(made(namespace)) == 1


def test_sundays_reflection_waits_for_the_consolidation_of_its_night(namespace, week):
    slot = "2026-03-08T03:00Z"
    reflect = operations.request_slot("reflect", slot)
    consolidate = operations.request_slot("consolidate", slot)
    tasks.run_operations()
    reflect.refresh_from_db()
    assert (reflect.status, made(namespace)) == ("pending", [])
    assert "consolidation" in reflect.error
    say(namespace, "s1", "I live in Hamburg.", name="Maya")
    maintenance_tasks.run_operations()
    consolidate.refresh_from_db()
    assert consolidate.status == "succeeded"
    tasks.run_operations()
    reflect.refresh_from_db()
    assert (reflect.status, reflect.error) == ("succeeded", "")
    assert "Hamburg" in made(namespace)[0].content


def test_a_reflection_asked_for_by_hand_does_not_wait(namespace, week):
    operations.request_slot("consolidate", timezone.now().strftime("%Y-%m-%dT03:00Z"))
    operation = operations.request("reflect", namespace=namespace, requested_by="test")
    tasks.run_operations()
    operation.refresh_from_db()
    assert operation.status == "succeeded"
    assert fresh(made(namespace)[0]).active


def test_a_failed_run_says_which_namespace_and_why(namespace, week, model):
    model.otherwise = lambda request: FAILURES["http_500"](None)
    operation = operations.request("reflect", requested_by="test")
    tasks.run_operations()
    operation.refresh_from_db()
    assert operation.status == "failed"
    assert operation.error.startswith("acme/alice: ")


def test_what_an_agent_retired_is_not_reflected_on(namespace, week):
    facts.retire(namespace, week[0].uid, actor=AGENT)
    assert "cello" not in weekly.reflect(namespace).content


def test_the_model_sees_the_weeks_turns_and_may_cite_them(namespace, week, model):
    (turn,) = say(namespace, "s9", "I think I will sell the cello after all.")
    model.script(chat({"reflection": "A doubtful week.", "source_ids": [turn.uid, turn.uid]}))
    weekly.reflect_due()
    assert [link.source.uid for link in made(namespace)[0].source_links.all()] == [turn.uid]
    asked = model.requests[0].body["messages"][-1]["content"]
    assert "sell the cello after all" in asked.split("<<<TURNS")[1]


@pytest.mark.parametrize("empty", ["", "  \n "])
def test_an_empty_reflection_is_a_failure(namespace, week, model, empty):
    model.script(chat({"reflection": empty, "source_ids": []}))
    assert list(weekly.reflect_due().failed) == ["acme/alice"]
    assert made(namespace) == []
