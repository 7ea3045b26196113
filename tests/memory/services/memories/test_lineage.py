"""Two clocks and who took whose place: rows that are closed and written anew, never overwritten."""

from datetime import timedelta

import pytest

from memory.models import Change, ChangeKind, Conflict, Event, Memory, Review, Supersession, Validity
from memory.services import reflections, reviews, validity
from memory.services.curating import correcting, deciding, undoing
from memory.services.errors import StateConflict
from memory.services.learning import saving
from memory.services.learning.saving import FactInput
from memory.services.memories import conflicts, decay, facts
from memory.services.memories.judgements import Judgement
from memory.services.upkeep import doctor
from tests.store import AGENT, CURATOR, DAY, DERIVED, NOON, fresh, know, lineage, public_id, reopen, say


def stretches(memory):
    """(valid_from, valid_to) of what is known now, the earliest first."""
    return sorted(Validity.objects.known_now().filter(memory=memory).values_list("valid_from", "valid_to"))


def sound():
    return [flaw.what for flaw in doctor.examine() if "time" in flaw.what] == []


def undo_last(namespace, memory):
    undoing.undo(namespace, facts.events(namespace, memory.uid)[-1].seq, actor=CURATOR)


@pytest.fixture
def moved(namespace):
    """Ann's two towns, the newer one a day later, decided by an agent."""
    old = know(namespace, "Ann lives in Hamburg", event_time=NOON)
    new = know(namespace, "Ann has left for Bremen", event_time=NOON + DAY)
    deciding.resolve_pair(namespace, new.uid, old.uid, actor=AGENT)
    return fresh(old), fresh(new)


# --- Two clocks -------------------------------------------------------------------------------------------------


def test_a_turn_has_no_rows_and_a_fact_one(namespace):
    (turn,) = say(namespace, "s1", "I live in Hamburg", event_time=NOON)
    fact = know(namespace, "Ann lives in Hamburg", source_ids=[turn.uid])
    (row,) = Validity.objects.all()
    assert (row.memory, row.valid_from, row.valid_to) == (fact, NOON, None)
    assert (row.known_from, row.known_to) == (fact.created_at, None)


def test_a_plan_holds_since_it_was_made_and_the_past_when_it_was(namespace):
    (turn,) = say(namespace, "s1", "I fly in a month, and sailed last year", event_time=NOON)
    plan = know(namespace, "Ann flies to Oslo", source_ids=[turn.uid], event_time=NOON + 30 * DAY)
    past = know(namespace, "Ann sailed round Fyn", source_ids=[turn.uid], event_time=NOON - 300 * DAY)
    assert stretches(plan) == [(NOON, None)]
    assert stretches(past) == [(NOON - 300 * DAY, None)]


def test_what_is_superseded_held_until_then_and_the_store_knows_since_when_it_knows(moved):
    old, new = moved
    assert stretches(old) == [(NOON, NOON + DAY)]
    assert stretches(new) == [(NOON + DAY, None)]
    first, second = old.validity.order_by("pk")
    assert (first.valid_to, first.known_to) == (None, second.known_from)
    assert sound()


def test_an_undo_closes_rows_and_writes_others(namespace, moved):
    old, _ = moved
    undo_last(namespace, old)
    assert stretches(old) == [(NOON, None)]
    undo_last(namespace, old)
    assert stretches(old) == [(NOON, NOON + DAY)]
    assert old.validity.count() == 4
    assert sound()


def test_what_holds_again_keeps_its_earlier_stretch(namespace, moved):
    old, new = moved
    (turn,) = say(namespace, "s9", "I live in Hamburg again", event_time=NOON + 9 * DAY)
    saving.save_batch(namespace, [FactInput("Ann lives in Hamburg", [turn.uid])], actor=DERIVED)
    assert stretches(old) == [(NOON, NOON + DAY), (NOON + 9 * DAY, None)]
    assert stretches(new) == [(NOON + DAY, NOON + 9 * DAY)]
    undo_last(namespace, new)
    assert stretches(old) == [(NOON, NOON + DAY)]
    assert stretches(new) == [(NOON + DAY, None)]
    assert sound()


def test_what_is_forgotten_is_known_no_longer_and_a_restore_knows_it_again(namespace, moved):
    old, _ = moved
    facts.retire(namespace, old.uid, actor=AGENT)
    assert stretches(old) == []
    facts.restore(namespace, old.uid, actor=AGENT)
    assert stretches(old) == [(NOON, NOON + DAY)]
    assert sound()


def test_decay_forgets_in_one_change_for_a_namespace(namespace):
    fading = [know(namespace, text, confidence=0.9) for text in ("Ann likes tea.", "Bob owns a boat.")]
    decay.run(namespace, now=fading[0].created_at + 100 * DAY, force=True)
    assert [stretches(fact) for fact in fading] == [[], []]
    assert Change.objects.within(namespace).filter(kind=ChangeKind.DECAY).count() == 1
    assert sound()


def test_a_reflection_has_a_row(namespace):
    assert stretches(reflections.save(namespace, "A quiet week.", [], actor=DERIVED))
    assert sound()


def test_what_never_was_true_held_never_and_what_is_outdated_until_now(namespace):
    wrong, outdated = know(namespace, "The cat is called Tom", event_time=NOON), know(namespace, "Ann has one dog")
    correcting.correct(namespace, wrong.uid, "The cat is called Tim", actor=CURATOR)
    newer = correcting.correct(namespace, outdated.uid, "Ann has two dogs", actor=CURATOR, kind="outdated")
    assert stretches(wrong) == []
    assert stretches(outdated) == [(min(outdated.event_time, outdated.created_at), fresh(outdated).invalid_at)]
    assert newer.event_time == fresh(outdated).invalid_at
    kinds = dict(Supersession.objects.values_list("old__content", "kind"))
    assert kinds == {"The cat is called Tom": "wrong", "Ann has one dog": "outdated"}
    assert sound()


def test_a_decision_may_say_that_a_fact_never_was_true(namespace):
    know(namespace, "The budget of the project is 500 euros")
    know(namespace, "The budget of the project is 600 euros")
    conflict = Conflict.objects.within(namespace).get()
    deciding.decide_conflict(namespace, conflict.pk, "new", actor=CURATOR, kind="wrong")
    assert stretches(conflict.old_fact) == []
    assert Supersession.objects.get().kind == "wrong"
    assert sound()


def test_a_deadline_is_another_one_since_it_was_moved_not_from_its_new_day(namespace):
    [said] = say(namespace, "a", "the deadline is 12 December", event_time=NOON)
    [moved] = say(namespace, "b", "the deadline is 20 January now", event_time=NOON + 2 * DAY)
    first = know(namespace, "The deadline is 12 December", event_time=NOON + 285 * DAY, source_ids=[said.uid])
    second = know(namespace, "The deadline is 20 January", event_time=NOON + 324 * DAY, source_ids=[moved.uid])
    deciding.resolve_pair(namespace, second.uid, first.uid, actor=AGENT)
    assert fresh(first).invalid_at == NOON + 2 * DAY
    assert stretches(first) == [(NOON, NOON + 2 * DAY)]
    assert sound()


def test_the_doctor_sees_rows_that_say_otherwise_and_mends_them(namespace, moved):
    old, new = moved
    gone = know(namespace, "Bob owns a boat.")
    Memory.objects.within(namespace).filter(pk=old.pk).update(invalid_at=None)
    Memory.objects.within(namespace).filter(pk=gone.pk).update(valid_until=NOON)
    Validity.objects.filter(memory=new).delete()
    assert {memory.pk for memory in validity.untrue()} == {old.pk, new.pk, gone.pk}
    doctor.repair()
    assert sound()
    assert fresh(old).invalid_at == NOON + DAY
    assert (stretches(gone), len(stretches(new))) == ([], 1)


# --- Who took whose place ---------------------------------------------------------------------------------------


def test_a_row_that_ends_stays_and_names_the_change_that_ended_it(namespace, moved):
    old, new = moved
    undo_last(namespace, old)
    (row,) = Supersession.objects.all()
    assert row.ended_in.undoes == row.change
    assert lineage(old) == lineage(new) == {}
    undo_last(namespace, old)
    again = Supersession.objects.standing().get()
    assert (again.change.kind, again.change.undoes) == (ChangeKind.REDO, row.ended_in)
    assert lineage(old) == {"superseded_by": new.uid}


def test_every_event_names_a_change_and_an_undo_the_one_that_it_takes_back(namespace, moved):
    old, _ = moved
    decided = Event.objects.within(namespace).filter(kind="superseded").get().change
    assert decided.conflict == Conflict.objects.within(namespace).get()
    undo_last(namespace, old)
    undone = Event.objects.within(namespace).filter(kind="undone").first().change
    assert (undone.kind, undone.undoes, undone.conflict) == (ChangeKind.UNDO, decided, decided.conflict)
    assert {event.subject for event in decided.events.all()} == {event.subject for event in undone.events.all()}


def test_what_is_said_again_after_two_replacements_ends_the_last_one(namespace, moved):
    oldest, middle = moved
    newest = know(namespace, "Ann dwells at Kiel harbour", event_time=NOON + 2 * DAY)
    deciding.resolve_pair(namespace, newest.uid, middle.uid, actor=AGENT)
    saving.remember(namespace, "Ann lives in Hamburg", actor=AGENT)
    assert not fresh(oldest).superseded
    assert fresh(newest).superseded
    assert lineage(newest)["superseded_by"] == oldest.uid
    assert sound()


def test_a_fact_whose_replacement_was_corrected_is_said_again(namespace, moved):
    old, new = moved
    corrected = correcting.correct(namespace, new.uid, "Ann has left for Bremen-Nord", actor=AGENT)
    assert lineage(corrected) == {"supersedes": [old.uid, new.uid]}
    saving.remember(namespace, "Ann lives in Hamburg", actor=AGENT)
    assert fresh(corrected).superseded
    assert sound()


def test_a_fact_that_its_own_batch_replaced_holds_again_when_the_batch_says_it_again(namespace):
    turns = [
        say(namespace, "s1", text, event_time=NOON + n * timedelta(hours=1))[0]
        for n, text in enumerate(["I live in Hamburg", "I moved to Bremen", "I am back in Hamburg"])
    ]
    moved = Judgement("updates", "moved", "test")
    first, second, third = saving.save_batch(
        namespace,
        [
            FactInput("Ann lives in Hamburg", [turns[0].uid]),
            FactInput("Ann has left for Bremen", [turns[1].uid], verdicts={"#0": moved}),
            FactInput("Ann lives in Hamburg", [turns[2].uid]),
        ],
        actor=DERIVED,
    )
    assert (third.memory, third.outcome) == (first.memory, "repeated")
    superseded = {fact.content for fact in Memory.objects.within(namespace).facts() if fact.superseded}
    assert superseded <= {second.memory.content}
    assert sound()


# --- Who may decide ---------------------------------------------------------------------------------------------


@pytest.fixture
def conflict(namespace):
    """Between a fact that a person confirmed and what a session said later; a review waits for the new one."""
    old = know(namespace, "The budget of the project is 500 euros")
    facts.confirm(namespace, old.uid, actor=CURATOR)
    saving.save_batch(namespace, [FactInput("The budget of the project is 600 euros")], actor=DERIVED)
    return Conflict.objects.within(namespace).get()


def test_an_agent_is_told_that_it_may_not_replace_a_confirmed_fact(namespace, conflict, api):
    with pytest.raises(StateConflict, match="a person stands behind"):
        deciding.decide_conflict(namespace, conflict.pk, "new", actor=AGENT)
    answer = api.post(f"/conflicts/{public_id(conflict)}/resolve", {"decision": "new"})
    assert (answer.status_code, "curator" in answer.json()["detail"]) == (409, True)
    conflict.refresh_from_db()
    assert conflict.status == "open"
    assert not Change.objects.within(namespace).filter(kind=ChangeKind.DECIDE).exists()


def test_a_person_settles_it(namespace, conflict):
    decided = deciding.decide_conflict(namespace, conflict.pk, "new", actor=CURATOR)
    assert (decided.status, fresh(conflict.old_fact).superseded) == ("resolved", True)


@pytest.mark.parametrize("actor", [AGENT, CURATOR])
def test_a_new_fact_that_lost_waits_for_nobody(namespace, conflict, actor):
    deciding.decide_conflict(namespace, conflict.pk, "old", actor=actor)
    review = Review.objects.within(namespace).get(reason="conflict")
    assert (review.status, review.decided_by) == ("accepted", actor.name)
    undoing.reopen_conflict(namespace, conflict.pk, actor=CURATOR)
    assert reviews.get_review(namespace, review.pk).status == "open"


@pytest.mark.parametrize(("decision", "settled"), [("reject", "old"), ("correct", "both"), ("accept", "")])
def test_a_review_that_takes_the_new_fact_away_settles_its_conflict(namespace, conflict, decision, settled):
    review = Review.objects.within(namespace).get(reason="conflict")
    deciding.decide_review(namespace, review.pk, decision, actor=CURATOR, content="The budget of the shed is 7 euros")
    conflict.refresh_from_db()
    assert conflict.decision == settled
    reopen(namespace, review.pk)
    conflict.refresh_from_db()
    assert (conflict.status, reviews.get_review(namespace, review.pk).status) == ("open", "open")
    undo_last(namespace, conflict.new_fact)
    conflict.refresh_from_db()
    assert (conflict.decision, reviews.get_review(namespace, review.pk).decided_by) == (settled, "carla")
    assert sound()


def test_a_card_waits_until_the_last_conflict_of_its_fact_is_decided(namespace, conflict):
    other = know(namespace, "The budget of the harbour is 600 dollars")
    conflicts.pair(namespace, conflict.new_fact, other, "contradiction", "", "test")
    deciding.decide_conflict(namespace, conflict.pk, "new", actor=CURATOR)
    review = Review.objects.within(namespace).get(reason="conflict")
    assert review.status == "open"
    second = Conflict.objects.within(namespace).get(old_fact=other)
    deciding.decide_conflict(namespace, second.pk, "both", actor=CURATOR)
    assert reviews.get_review(namespace, review.pk).status == "accepted"
