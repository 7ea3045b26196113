"""What an erasure takes does not come back; what another session says itself is learnt from that one."""

import pytest

from maintenance import consolidation
from memory.models import ErasedWhat, Memory, MemorySource, Session, SessionStatus
from memory.services.upkeep import erasures
from tests.store import CURATOR, claim, committed, contents, say

__all__ = ["committed"]
BOTH = "My friend Ottilie lives in Graz and works at Firmo Labs."
ALONE = "My sister Clara owns a boat."


@pytest.fixture
def namespace(committed, settings, tmp_path):
    settings.MEMORY_DATA_DIR, settings.MEMORY_BACKUP_DIR = tmp_path, tmp_path / "backups"
    return committed


def learn(namespace, session_id, *turns):
    say(namespace, session_id, *turns)
    consolidation.consolidate(claim(namespace, session_id))


def learn_again(namespace):
    """As the worker does with each session that waits."""
    return consolidation.consolidate_pending(namespace)


@pytest.mark.parametrize("erased, stays", [("a1", "a0"), ("a0", "a1")])
def test_what_another_session_says_too_is_learnt_from_that_one(namespace, erased, stays):
    learn(namespace, "a0", BOTH)
    learn(namespace, "a1", BOTH)
    before = contents(namespace)
    assert before

    erasures.erase(namespace, ErasedWhat.SESSION, erased, actor=CURATOR)
    learn_again(namespace)

    assert contents(namespace) == before
    rests_on = MemorySource.objects.filter(memory__in=Memory.objects.within(namespace).facts().active())
    assert set(rests_on.values_list("source__session_id", flat=True)) == {stays}
    assert Session.objects.within(namespace).get(session_id=stays).status == SessionStatus.CONSOLIDATED


def test_what_only_the_erased_session_said_never_returns(namespace):
    learn(namespace, "a0", BOTH)
    learn(namespace, "a1", BOTH, ALONE)

    erasures.erase(namespace, ErasedWhat.SESSION, "a1", actor=CURATOR)
    learn_again(namespace)
    assert not any("Clara" in one for one in contents(namespace))

    say(namespace, "a2", ALONE)
    run = consolidation.consolidate(claim(namespace, "a2"))
    assert not any("Clara" in one for one in contents(namespace))
    assert run.counts["withheld"] == 1


def test_an_erased_turn_leaves_what_another_turn_says(namespace):
    learn(namespace, "a0", BOTH)
    learn(namespace, "a1", BOTH)
    before = contents(namespace)
    turn = Memory.objects.within(namespace).episodes().get(session_id="a1")

    erasures.erase(namespace, ErasedWhat.MEMORY, turn.uid, actor=CURATOR)
    learn_again(namespace)

    assert contents(namespace) == before


@pytest.mark.parametrize("what", [ErasedWhat.MEMORY, ErasedWhat.ENTITY])
def test_a_fact_that_is_named_itself_never_returns_whoever_says_it(namespace, what):
    learn(namespace, "a0", BOTH)
    learn(namespace, "a1", BOTH)
    named = Memory.objects.within(namespace).facts().filter(content__contains="Ottilie")
    entity = named[0].entities.get(canonical_name="Ottilie")
    targets = [fact.uid for fact in named] if what == ErasedWhat.MEMORY else [entity.uid]

    erasures.erase(namespace, what, *targets, actor=CURATOR)
    learn_again(namespace)

    assert not any("Ottilie" in one for one in contents(namespace))
