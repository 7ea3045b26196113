"""What a namespace keeps no longer goes by night; nothing else does."""

from datetime import timedelta

import pytest
from django.utils import timezone

from maintenance import consolidation
from memory.models import Change, Event, HandedContext, Memory, Namespace, Operation
from memory.models.curation import Recall
from memory.services import namespaces, operations
from memory.services.handing import context, recalls
from memory.services.memories import facts
from memory.services.upkeep import retention
from memory.tasks import purge
from tests.store import (
    AGENT,
    claim,
    contents,
    embed_all,
    fresh,
    full_text_is_sound,
    has_posting,
    know,
    say,
    vector_rows,
)

DAYS = timedelta(days=40)


def keep(namespace, **settings):
    namespace.settings = settings
    namespace.save()


def age(*memories):
    Memory.everything.filter(pk__in=[one.pk for one in memories]).update(created_at=timezone.now() - DAYS)


@pytest.fixture
def learnt(namespace):
    turns = say(namespace, "s1", "I live in Bergen with @zoe.", name="Maya")
    consolidation.consolidate(claim(namespace, "s1"))
    return turns


def test_a_turn_goes_when_it_was_read_and_its_facts_stay(namespace, learnt):
    embed_all()
    keep(namespace, keep_turns_days=30)
    waiting = say(namespace, "s2", "I like tea.")
    (later,) = say(namespace, "s1", "And one more.")
    age(*learnt, *waiting, later)
    told = contents(namespace)
    built = context.build(namespace, "Where does Maya live?", session_id="s9")
    assert built.block
    assert purge() >= 1
    assert not Memory.everything.filter(pk=learnt[0].pk).exists()
    assert {one.pk for one in Memory.objects.within(namespace).episodes()} == {waiting[0].pk, later.pk}
    assert contents(namespace) == told
    assert learnt[0].pk not in vector_rows()
    assert not has_posting(learnt[0], "bergen")
    full_text_is_sound()
    row = Namespace.objects.get(pk=namespace.pk)
    assert row.memories == Memory.objects.within(namespace).count()
    assert retention.purge(namespace)["turns"] == 0


def test_what_is_young_stays_and_zero_keeps_all(namespace, learnt):
    keep(namespace, keep_turns_days=41)
    age(*learnt)
    assert retention.purge(namespace)["turns"] == 0
    keep(namespace)
    assert retention.purge(namespace, timezone.now() + timedelta(days=10_000))["turns"] == 0


def test_history_recalls_runs_and_blocks_go_each_by_its_own_setting(namespace, learnt):
    fact = know(namespace, "Ann likes tea")
    recalls.record_now([fact.pk], session_id="s5", via="search")
    operations.finish(operations.start("decay", namespace=namespace), {})
    context.build(namespace, "Does Ann like tea?", session_id="s9")
    old = timezone.now() - DAYS
    Event.everything.update(at=old)
    Recall.objects.update(at=old)
    Operation.objects.update(finished_at=old)
    HandedContext.everything.update(at=old)
    counts = {
        "keep_events_days": lambda: Event.objects.within(namespace).count(),
        "keep_recalls_days": lambda: Recall.objects.filter(memory__namespace=namespace).count(),
        "keep_runs_days": lambda: Operation.objects.filter(namespace=namespace).count(),
        "keep_contexts_days": lambda: HandedContext.objects.within(namespace).count(),
    }
    assert counts["keep_events_days"]()
    for name, count in counts.items():
        keep(namespace, **{name: 31})
        others = {other: number() for other, number in counts.items() if other != name}
        retention.purge(namespace)
        assert count() == 0, name
        assert {other: counts[other]() for other in others} == others
    assert Change.objects.within(namespace).exists()
    assert facts.any_memory(namespace, fact.uid).active


def test_another_namespace_keeps_its_own(namespace, learnt):
    bob = namespaces.ensure("acme/bob")
    turns = say(bob, "s1", "I live in Oslo.", name="Bob")
    consolidation.consolidate(claim(bob, "s1"))
    age(*learnt, *turns)
    keep(namespace, keep_turns_days=30)
    purge()
    assert fresh(turns[0]).content == "I live in Oslo."
    assert not Memory.everything.filter(pk=learnt[0].pk).exists()


def test_many_go_in_batches(namespace, monkeypatch):
    monkeypatch.setattr(retention, "BATCH", 2)
    turns = say(namespace, "s1", *[f"turn {i}" for i in range(5)])
    consolidation.consolidate(claim(namespace, "s1"))
    age(*turns)
    keep(namespace, keep_turns_days=1)
    assert retention.purge(namespace)["turns"] == 5
    assert facts.events(namespace, know(namespace, "Ann likes tea", AGENT).uid)
