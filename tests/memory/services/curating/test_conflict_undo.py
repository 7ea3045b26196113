"""A conflict, its facts and the review that waits for it say the same, whichever of them a decision is undone from."""

import pytest

from memory.models import Conflict, Review
from memory.services import reviews
from memory.services.curating import correcting, deciding, undoing
from memory.services.errors import InvalidInput, NotFound, StateConflict
from memory.services.learning import saving
from memory.services.learning.saving import FactInput
from memory.services.memories import facts
from tests.store import AGENT, CURATOR, DERIVED, contents, fresh, know, reopen

OLD, NEW = "The budget of the project is 500 euros", "The budget of the project is 600 euros"


@pytest.fixture
def conflict(namespace):
    """Between a fact and what a session said later; a review waits for the new one."""
    know(namespace, OLD)
    saving.save_batch(namespace, [FactInput(NEW)], actor=DERIVED)
    return Conflict.objects.within(namespace).get()


@pytest.fixture
def review(namespace, conflict):
    return Review.objects.within(namespace).get(reason="conflict")


def state(conflict):
    conflict.refresh_from_db()
    return conflict.status, conflict.decision, conflict.decided_by


def superseded(conflict):
    return [name for name in ("new", "old") if fresh(getattr(conflict, f"{name}_fact")).superseded]


def last(namespace, fact, kind):
    return [event.seq for event in facts.events(namespace, fact.uid) if event.kind == kind][-1]


@pytest.mark.parametrize("side", ["new", "old"])
def test_a_side_is_corrected_and_both_are_taken_back_in_one(namespace, conflict, side):
    fact = getattr(conflict, f"{side}_fact")
    deciding.correct_side(namespace, conflict.pk, side, "The budget of the house is 9 euros", actor=CURATOR)
    assert state(conflict) == ("dismissed", "both", "carla")
    assert fact.content not in contents(namespace)
    undoing.reopen_conflict(namespace, conflict.pk, actor=CURATOR)
    assert state(conflict) == ("open", "", "")
    assert contents(namespace) == [OLD, NEW]
    assert [event.kind for event in facts.events(namespace, fact.uid)] == ["remembered", "corrected", "undone"]


def test_undoing_the_correction_on_the_facts_page_opens_the_conflict(namespace, conflict):
    deciding.correct_side(namespace, conflict.pk, "old", "The budget of the house is 9 euros", actor=CURATOR)
    undoing.undo(namespace, last(namespace, conflict.old_fact, "corrected"), actor=CURATOR)
    assert state(conflict)[0] == "open"
    assert contents(namespace) == [OLD, NEW]


def test_a_correction_that_was_corrected_again_stands_in_the_way(namespace, conflict):
    deciding.correct_side(namespace, conflict.pk, "old", "The budget of the house is 9 euros", actor=CURATOR)
    (corrected,) = [fact for fact in contents(namespace) if "house" in fact]
    row = type(conflict.old_fact).objects.within(namespace).get(content=corrected)
    correcting.correct(namespace, row.uid, "The budget of the house is 10 euros", actor=CURATOR)
    with pytest.raises(StateConflict, match="corrected again"):
        undoing.reopen_conflict(namespace, conflict.pk, actor=CURATOR)
    assert state(conflict)[0] == "dismissed"
    assert contents(namespace) == [NEW, "The budget of the house is 10 euros"]


@pytest.mark.parametrize("decision", ["new", "old"])
@pytest.mark.parametrize("kind", ["superseded", "supersedes"])
def test_undoing_either_event_of_a_decision_opens_the_conflict(namespace, conflict, decision, kind):
    deciding.decide_conflict(namespace, conflict.pk, decision, actor=CURATOR)
    holder = (decision == "new") == (kind == "supersedes")
    undoing.undo(namespace, last(namespace, conflict.new_fact if holder else conflict.old_fact, kind), actor=CURATOR)
    assert state(conflict) == ("open", "", "")
    assert superseded(conflict) == []


def test_a_decision_undone_and_made_again_from_a_facts_page_keeps_the_conflict_in_step(namespace, conflict, review):
    deciding.decide_conflict(namespace, conflict.pk, "new", actor=CURATOR)
    kinds = ["superseded", "undone", "undone", "undone"]
    steps = [("open", []), ("resolved", ["old"]), ("open", []), ("resolved", ["old"])]
    for kind, (status, gone) in zip(kinds, steps, strict=True):
        undoing.undo(namespace, last(namespace, conflict.old_fact, kind), actor=CURATOR)
        assert (state(conflict)[0], superseded(conflict)) == (status, gone)
        review.refresh_from_db()
        assert review.status == ("open" if status == "open" else "accepted")
    undoing.reopen_conflict(namespace, conflict.pk, actor=CURATOR)
    assert (state(conflict)[0], superseded(conflict)) == ("open", [])


def test_a_correction_undone_and_made_again_is_a_decision_again(namespace, conflict, review):
    deciding.correct_side(namespace, conflict.pk, "new", "The budget of the house is 9 euros", actor=CURATOR)
    undoing.reopen_conflict(namespace, conflict.pk, actor=CURATOR)
    undoing.undo(namespace, last(namespace, conflict.new_fact, "undone"), actor=CURATOR)
    review.refresh_from_db()
    assert (state(conflict), review.status) == (("dismissed", "both", "carla"), "corrected")
    undoing.reopen_conflict(namespace, conflict.pk, actor=CURATOR)
    assert contents(namespace) == [OLD, NEW]


def test_an_undo_that_is_refused_leaves_the_conflict_settled(namespace, conflict):
    deciding.decide_conflict(namespace, conflict.pk, "new", actor=CURATOR)
    facts.edit(namespace, conflict.old_fact.uid, actor=CURATOR, confidence=0.9)
    with pytest.raises(StateConflict, match="later change"):
        undoing.undo(namespace, last(namespace, conflict.old_fact, "superseded"), actor=CURATOR)
    assert (state(conflict)[0], superseded(conflict)) == ("resolved", ["old"])


def test_undoing_what_a_session_said_again_opens_the_conflict(namespace):
    first = know(namespace, OLD)
    second = know(namespace, NEW)
    conflict = deciding.resolve_pair(namespace, second.uid, first.uid, actor=AGENT)
    saving.remember(namespace, OLD, actor=AGENT)
    assert superseded(conflict) == ["new"]
    undoing.undo(namespace, last(namespace, second, "superseded"), actor=CURATOR)
    assert (state(conflict)[0], superseded(conflict)) == ("open", ["old"])


# --- The review that waits for it -------------------------------------------------------------------------------


@pytest.mark.parametrize("decision", ["new", "old", "both"])
def test_the_review_that_a_decision_closed_waits_again_when_it_falls(namespace, conflict, review, decision):
    deciding.decide_conflict(namespace, conflict.pk, decision, actor=CURATOR)
    review.refresh_from_db()
    assert (review.status, review.decided_by) == ("accepted", "carla")
    undoing.reopen_conflict(namespace, conflict.pk, actor=CURATOR)
    review.refresh_from_db()
    assert (review.status, review.decided_by, review.decided_at) == ("open", "", None)


def test_taking_the_reviews_end_back_takes_the_decision_back(namespace, conflict, review):
    deciding.decide_conflict(namespace, conflict.pk, "new", actor=CURATOR)
    assert reopen(namespace, review.pk).status == "open"
    assert (state(conflict)[0], superseded(conflict)) == ("open", [])


def test_a_review_that_was_decided_by_itself_stays_so(namespace, conflict, review):
    deciding.decide_review(namespace, review.pk, "accept", actor=CURATOR)
    deciding.decide_conflict(namespace, conflict.pk, "new", actor=CURATOR)
    undoing.reopen_conflict(namespace, conflict.pk, actor=CURATOR)
    assert reviews.get_review(namespace, review.pk).status == "accepted"
    assert reopen(namespace, review.pk).status == "open"
    assert state(conflict)[0] == "open"


def test_another_review_for_the_same_is_not_doubled(namespace, conflict, review):
    deciding.decide_conflict(namespace, conflict.pk, "new", actor=CURATOR)
    other = reviews.open_review(namespace, conflict.new_fact, "conflict")
    undoing.reopen_conflict(namespace, conflict.pk, actor=CURATOR)
    assert [row.pk for row in Review.objects.within(namespace).waiting()] == [other.pk]


def test_what_nobody_decided_leaves_the_queue_alone(namespace, conflict, review):
    deciding.decide_conflict(namespace, conflict.pk, "new", actor=AGENT)
    assert reviews.get_review(namespace, review.pk).status == "open"
    undoing.reopen_conflict(namespace, conflict.pk, actor=CURATOR)
    assert reviews.get_review(namespace, review.pk).status == "open"


def test_refusals(namespace, conflict):
    with pytest.raises(InvalidInput):
        deciding.correct_side(namespace, conflict.pk, "both", "x", actor=CURATOR)
    with pytest.raises(InvalidInput):
        deciding.correct_side(namespace, conflict.pk, "new", " ", actor=CURATOR)
    with pytest.raises(NotFound):
        deciding.correct_side(namespace, 10**6, "new", "x", actor=CURATOR)
    deciding.decide_conflict(namespace, conflict.pk, "both", actor=CURATOR)
    with pytest.raises(StateConflict):
        deciding.correct_side(namespace, conflict.pk, "new", "x", actor=CURATOR)
    assert contents(namespace) == [OLD, NEW]
