"""What a curator rejected is not learnt again from another turn, until that is taken back."""

import pytest

from maintenance import consolidation
from memory.models import ErasedWhat, ReviewDecision, SupersessionKind
from memory.models.erasures import Tombstone
from memory.services.curating import correcting, deciding, undoing
from memory.services.learning import saving
from memory.services.learning.saving import FactInput
from memory.services.memories import facts, tombstones
from memory.services.upkeep import erasures
from tests.store import AGENT, CURATOR, DERIVED, claim, contents, fresh, know, say

FACT = "Maya lives in Bergen."


def learn(namespace, session):
    say(namespace, session, "I live in Bergen.", name="Maya")
    assert consolidation.consolidate(claim(namespace, session)).status == "succeeded"


@pytest.fixture
def learnt(namespace):
    learn(namespace, "s1")
    (fact,) = [one for one in facts.Memory.objects.within(namespace).facts().active() if one.content == FACT]
    return fact


def test_what_a_curator_retired_does_not_come_back_from_another_session(namespace, learnt):
    facts.retire(namespace, learnt.uid, actor=CURATOR)
    learn(namespace, "s2")
    assert FACT not in contents(namespace)
    assert FACT not in [one.statement for one in Tombstone.objects.within(namespace)]
    # Somebody who states it by hand is believed.
    assert saving.remember(namespace, FACT, actor=AGENT).outcome == "created"


def test_a_rejection_in_the_queue_is_one(namespace):
    (saved,) = saving.save_batch(namespace, [FactInput(FACT, confidence=0.2)], actor=DERIVED)
    (review,) = saved.memory.reviews.all()
    deciding.decide_review(namespace, review.pk, ReviewDecision.REJECT, actor=CURATOR)
    learn(namespace, "s2")
    assert FACT not in contents(namespace)


def test_undoing_or_restoring_lets_it_come_back(namespace, learnt):
    facts.retire(namespace, learnt.uid, actor=CURATOR)
    facts.restore(namespace, learnt.uid, actor=CURATOR)
    assert tombstones.may_return(namespace, FACT)
    facts.retire(namespace, learnt.uid, actor=CURATOR)
    (*_, last) = facts.events(namespace, learnt.uid)
    undoing.undo(namespace, last.seq, actor=CURATOR)
    assert fresh(learnt).active
    assert tombstones.may_return(namespace, FACT)


def test_a_wrong_fact_that_was_corrected_does_not_come_back_and_an_outdated_one_may(namespace, learnt):
    corrected = correcting.correct(namespace, learnt.uid, "Maya lives in Oslo.", actor=CURATOR)
    assert not tombstones.may_return(namespace, FACT)
    correcting.correct(namespace, corrected.uid, "Maya lives in Porto.", actor=CURATOR, kind=SupersessionKind.OUTDATED)
    assert tombstones.may_return(namespace, "Maya lives in Oslo.")


def test_what_an_agent_or_decay_retires_and_what_was_merged_may_be_learnt_again(namespace, learnt):
    other = know(namespace, "Maya has her home in Bergen")
    facts.merge(namespace, other.uid, [learnt.uid], actor=CURATOR)
    facts.retire(namespace, other.uid, actor=AGENT)
    assert not Tombstone.objects.within(namespace).exists()


def test_what_was_erased_stays_so_whatever_is_restored(namespace, learnt):
    facts.retire(namespace, learnt.uid, actor=CURATOR)
    again = saving.remember(namespace, FACT, actor=AGENT).memory
    erasures.erase(namespace, ErasedWhat.MEMORY, learnt.uid, actor=CURATOR)
    facts.retire(namespace, again.uid, actor=CURATOR)
    facts.restore(namespace, again.uid, actor=CURATOR)
    assert not tombstones.may_return(namespace, FACT)


def test_another_namespace_knows_nothing_of_it(namespace, learnt):
    from memory.services import namespaces

    facts.retire(namespace, learnt.uid, actor=CURATOR)
    assert tombstones.may_return(namespaces.ensure("acme/bob"), FACT)
