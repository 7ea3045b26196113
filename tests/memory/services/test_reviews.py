"""The curators' queue: what is sent there, what a decision does, and taking it back."""

import pytest

from memory.models import Operation, Review
from memory.services import namespaces, reviews
from memory.services.curating import deciding
from memory.services.errors import InvalidInput, NotFound, StateConflict
from memory.services.learning import saving
from memory.services.learning.saving import FactInput
from memory.services.memories import facts
from tests.store import AGENT, CURATOR, DERIVED, contents, fresh, know, reopen


@pytest.fixture
def doubtful(namespace):
    (saved,) = saving.save_batch(namespace, [FactInput("Ann may sell the car", confidence=0.4)], actor=DERIVED)
    return saved.memory


@pytest.fixture
def review(namespace, doubtful):
    return Review.objects.within(namespace).get()


def test_a_memory_waits_once_for_each_reason(namespace, doubtful, review):
    assert reviews.open_review(namespace, doubtful, "low_confidence").pk == review.pk
    assert reviews.open_review(namespace, doubtful, "sensitive").pk != review.pk


def test_accepting_makes_a_fact_certain(namespace, doubtful, review):
    decided = deciding.decide_review(namespace, review.pk, "accept", actor=CURATOR)
    assert (decided.status, decided.decided_by) == ("accepted", "carla")
    assert fresh(doubtful).base_confidence == 1.0


def test_rejecting_retires_it_and_settles_what_else_it_waited_for(namespace, doubtful, review):
    other = reviews.open_review(namespace, doubtful, "sensitive")
    deciding.decide_review(namespace, review.pk, "reject", actor=CURATOR)
    assert contents(namespace) == []
    assert reviews.get_review(namespace, other.pk).status == "rejected"


def test_correcting_replaces_it(namespace, review):
    deciding.decide_review(namespace, review.pk, "correct", actor=CURATOR, content="Ann sells the car")
    assert contents(namespace) == ["Ann sells the car"]
    with pytest.raises(StateConflict):
        deciding.decide_review(namespace, review.pk, "accept", actor=CURATOR)


@pytest.mark.parametrize(
    ("decision", "content"), [("accept", None), ("reject", None), ("correct", "Ann sells the car")]
)
def test_a_decision_is_taken_back_with_what_it_did(namespace, doubtful, review, decision, content):
    reviews.open_review(namespace, doubtful, "sensitive")
    deciding.decide_review(namespace, review.pk, decision, actor=CURATOR, content=content)
    reopen(namespace, review.pk)
    assert contents(namespace) == ["Ann may sell the car"]
    assert fresh(doubtful).base_confidence == 0.4
    assert Review.objects.within(namespace).waiting().count() == 2


def test_taking_one_decision_back_leaves_the_same_persons_other_ones(namespace, review):
    other = know(namespace, "Bob owns a boat.")
    second = reviews.open_review(namespace, other, "sensitive")
    deciding.decide_review(namespace, review.pk, "reject", actor=CURATOR)
    deciding.decide_review(namespace, second.pk, "reject", actor=CURATOR)
    reopen(namespace, review.pk)
    assert contents(namespace) == ["Ann may sell the car"]


def test_a_fact_that_is_gone_already_is_just_settled(namespace, doubtful, review):
    facts.retire(namespace, doubtful.uid, actor=AGENT)
    decided = deciding.decide_review(namespace, review.pk, "accept", actor=CURATOR)
    assert (decided.status, decided.outcome) == ("accepted", "retired")
    assert contents(namespace) == []
    reopen(namespace, review.pk)
    assert contents(namespace) == []


def test_accepting_a_stopped_decay_lets_it_run(namespace):
    stopped = reviews.open_review(namespace, None, "decay_stopped", "too many")
    deciding.decide_review(namespace, stopped.pk, "accept", actor=CURATOR)
    operation = Operation.objects.get()
    assert (operation.kind, operation.namespace, operation.subject) == ("decay", namespace, "approved")


def test_refusals(namespace, review):
    with pytest.raises(InvalidInput):
        deciding.decide_review(namespace, review.pk, "maybe", actor=CURATOR)
    with pytest.raises(InvalidInput):
        deciding.decide_review(namespace, review.pk, "correct", actor=CURATOR, content=" ")
    with pytest.raises(NotFound):
        deciding.decide_review(namespaces.ensure("acme/bob"), review.pk, "accept", actor=CURATOR)
